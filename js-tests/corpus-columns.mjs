// What columns save on the payloads that real servers sent: node js-tests/corpus-columns.mjs writes corpus-columns.json beside this file.

import { readFileSync, writeFileSync } from "node:fs";
import { argv } from "node:process";
import { fileURLToPath } from "node:url";

import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { Projection } from "mcp-projection";

import { member, read } from "./lossless-json.mjs";
import { corpusFolder, recordedCalls } from "./recorded-corpus.mjs";

const snapshotFile = new URL("corpus-columns.json", import.meta.url);

/** The figures as they were recorded. */
export function recordedFigures() {
  return JSON.parse(readFileSync(snapshotFile, "utf8"));
}

const projection = new Projection({ defaults: { lists: "columns", compactText: true } });
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * The JSON payloads of a recorded success as their texts, each without what stands around it: `data` of `{ok, data}`, or else an only member; of a
 * reply without structuredContent each text that is JSON.
 */
export function payloadsOf({ kind, result }) {
  if (kind !== "success") return [];
  const reply = read(result);
  const structured = member(reply, "structuredContent");
  const blocks = structured === undefined ? JSON.parse(result).content : [];
  const texts = blocks.filter(({ type }) => type === "text").map(({ text }) => text);
  if (structured !== undefined) {
    const inner = member(structured, "ok") === undefined ? onlyMember(structured) : member(structured, "data");
    const { start, end } = inner ?? structured;
    const text = result.slice(start, end);
    // A server may send its JSON as a string.
    texts.push(text.startsWith('"') ? JSON.parse(text) : text);
  }
  return texts.filter((text) => /^\s*[[{]/.test(text) && read(text) !== undefined);
}

function onlyMember({ members = [] }) {
  return members.length === 1 ? members[0].value : undefined;
}

/** A payload compact, and with its lists as columns. */
export function writtenBothWays(text) {
  const compact = decoder.decode(projection.pruneBytes("tool", encoder.encode(text)));
  const reply = encoder.encode(JSON.stringify({ content: [{ type: "text", text }] }));
  const { content } = JSON.parse(decoder.decode(projection.replyBytes("tool", reply)));
  return { compact, columns: content[0].text };
}

/** For each server, and for all of them: how many payloads, their tokens of o200k_base compact and with columns, and what that is in percent. */
export function figuresOf(folder) {
  const figures = {};
  for (const record of recordedCalls(folder)) {
    for (const text of payloadsOf(record)) {
      const { compact, columns } = writtenBothWays(text);
      for (const name of [record.server, "all"]) {
        const figure = (figures[name] ??= { payloads: 0, compact: 0, columns: 0, percent: 0 });
        figure.payloads += 1;
        figure.compact += countTokens(compact);
        figure.columns += countTokens(columns);
      }
    }
  }
  for (const figure of Object.values(figures)) figure.percent = Math.round((1000 * figure.columns) / figure.compact) / 10;
  return Object.fromEntries(Object.entries(figures).sort(([one], [other]) => (one === "all") - (other === "all") || (one < other ? -1 : 1)));
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  const folder = corpusFolder();
  if (folder === undefined) throw new Error("there is no shared/corpus beside the checkout, and MCP_PROJECTION_CORPUS names none");
  const lines = Object.entries(figuresOf(folder)).map(([name, figure]) => `  ${JSON.stringify(name)}: ${JSON.stringify(figure)}`);
  writeFileSync(snapshotFile, `{\n${lines.join(",\n")}\n}\n`);
}
