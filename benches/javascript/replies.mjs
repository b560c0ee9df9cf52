// Replies that somebody else built: recorded ones where they are at hand, else generated ones that look alike.

import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

import { outline } from "./documents.mjs";

/** Where recorded replies lie: in shared/corpus beside one of the folders around the checkout; undefined where nowhere. */
export function corpusFolder(checkout) {
  for (let folder = checkout; folder !== path.dirname(folder); folder = path.dirname(folder)) {
    const corpus = path.join(path.dirname(folder), "shared/corpus");
    if (isRecorded(corpus)) return corpus;
  }
  return undefined;
}

/** Whether a folder holds recorded replies. */
export function isRecorded(folder) {
  return folder !== undefined && existsSync(path.join(folder, "index.json"));
}

/** All recorded results, as they came: `{ group, tool, bytes, isOutline }`. */
export function recordedReplies(folder) {
  const index = JSON.parse(readFileSync(path.join(folder, "index.json"), "utf8"));
  return index
    .filter(({ kind }) => kind === "success" || kind === "error")
    .map(({ file, server, tool, resultBytes }) => {
      const record = readFileSync(path.join(folder, file));
      // The result is the record's last member and stands there byte for byte; parsed and written again it wouldn't.
      const bytes = record.subarray(record.lastIndexOf("}") - resultBytes, record.lastIndexOf("}"));
      return { group: server, tool, bytes: Uint8Array.from(bytes), isOutline: server === "outl" };
    });
}

const SIZES = [300, 2_000, 20_000, 200_000, 1_000_000];

/** Replies of the kinds that servers were seen to send, in several sizes. */
export function generatedReplies() {
  const encode = (reply) => new TextEncoder().encode(JSON.stringify(reply));
  const text = (value, indent) => ({ type: "text", text: typeof value === "string" ? value : JSON.stringify(value, null, indent) });
  const replies = [];
  const add = (group, reply, isOutline = false) => replies.push({ group, tool: "tool", bytes: encode(reply), isOutline });
  SIZES.forEach((bytes, index) => {
    const rows = rowsOf(bytes / 2);
    const page = outline(bytes / 2, { seed: index + 1 });
    const words = rows.map(({ note }) => note).join("\n\n");
    add("outline envelopes", { content: [text(page, 2)], isError: false, structuredContent: { data: page, error: null, ok: true } }, true);
    add("pretty twins", { content: [text({ rows }, 2)], structuredContent: { rows } });
    add("JSON in strings", { content: [text(rows, 0)], structuredContent: { result: JSON.stringify(rows) }, isError: false });
    add("strings in wrappers", { content: [text(words)], structuredContent: { result: words }, isError: false });
    add("documents", { content: [text(words)], structuredContent: { content: words } });
    add("text alone", { content: [text(rows, 2)] });
    add("pages of text", { content: [text(words), text(words)] });
  });
  add("errors", { content: [text("PAGE_NOT_FOUND: there is no such page")], isError: true });
  add("errors", {
    content: [text("PAGE_NOT_FOUND: there is no such page")],
    structuredContent: { ok: false, error: { code: "PAGE_NOT_FOUND", message: "there is no such page" } },
    isError: true,
  });
  return replies;
}

/** Rows as databases and search tools answer them. */
function rowsOf(bytes) {
  const { children } = outline(Math.max(500, bytes * 2), { seed: 7 });
  const rows = [];
  const collect = (blocks) => {
    for (const { id, text, children: inner } of blocks) {
      rows.push({ id, rank: rows.length, score: Math.round(1e6 / (rows.length + 1)) / 1e6, note: text, parent: null });
      collect(inner);
    }
  };
  collect(children);
  let size = 0;
  return rows.filter((row) => (size += JSON.stringify(row).length) <= bytes || row.rank === 0);
}
