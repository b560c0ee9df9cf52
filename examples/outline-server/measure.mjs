// @ts-check
// What the typical calls cost on a generated workspace: node measure.mjs [PAGES]
import { pathToFileURL } from "node:url";

import { generate } from "./generate/generate.mjs";
import { typicalCalls } from "./measure/calls.mjs";
import { measureReplies } from "./measure/replies.mjs";
import { IN_MEMORY } from "./workspace/sqlite.mjs";
import { openWorkspace } from "./workspace/workspace.mjs";

/** @import { Measured, Size } from "./measure/replies.mjs" */

/** As many as the RFC's workspace had. */
const PAGES = 2_862;

/** @param {number} [count] of pages */
export async function measure(count = PAGES) {
  const workspace = await openWorkspace(IN_MEMORY);
  const { pages, journals, blocks } = generate(workspace, count);
  const measured = await measureReplies(workspace, typicalCalls(workspace));
  workspace.close();
  return { pages, journals, blocks, measured };
}

/** @param {Awaited<ReturnType<typeof measure>>} result */
export function report({ pages, journals, blocks, measured }) {
  const sum = (/** @type {"before" | "twice" | "after"} */ which, /** @type {keyof Size} */ unit) =>
    measured.reduce((total, row) => total + row[which][unit], 0);
  const change = (/** @type {number} */ before, /** @type {number} */ after) =>
    `${number(before)} before, ${number(after)} after (${saved(before, after)})`;
  const tokens = sum("after", "tokens");
  return [
    `${number(pages + journals)} pages, ${number(journals)} of them journals, with ${number(blocks)} blocks; averages of one call`,
    "",
    `  ${"tool".padEnd(14)}${"the reply".padEnd(14)}${columns("bytes", "after", "tokens", "after", "saved")}`,
    ...measured.map(line),
    "",
    `  all of them, in tokens: ${change(sum("before", "tokens"), tokens)}`,
    `  their text blocks alone: ${change(sum("before", "contentTokens"), sum("after", "contentTokens"))}`,
    `  against a server that sends compact JSON twice: ${change(sum("twice", "tokens"), tokens)}`,
    "",
    "  Before: pretty-printed text, or Markdown, and the same again in an envelope, as the RFC's server sent it.",
    "  Bytes are UTF-8 bytes of the whole reply as JSON text, tokens those of o200k_base over the same text.",
  ];
}

/** @param {Measured} row */
function line({ tool, subject, before, after }) {
  const cells = [before.bytes, after.bytes, before.tokens, after.tokens].map(number);
  return `  ${tool.padEnd(14)}${subject.padEnd(14)}${columns(...cells, saved(before.tokens, after.tokens))}`;
}

/** @param {string[]} cells */
function columns(...cells) {
  return cells.map((cell, index) => cell.padStart(index === 0 ? 9 : 10)).join("");
}

/** @param {number} value */
function number(value) {
  return value.toLocaleString("en-US");
}

/**
 * @param {number} before
 * @param {number} after
 */
function saved(before, after) {
  return `${Math.round((1 - after / before) * 100)} %`.replace("-", "−");
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [argument] = process.argv.slice(2);
  const count = Number(argument ?? PAGES);
  if (!Number.isInteger(count) || count < 1) throw new Error(`${argument}: expected a number of pages`);
  console.log(report(await measure(count)).join("\n"));
}
