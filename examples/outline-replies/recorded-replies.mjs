// @ts-check
// The fixtures in the order in which the demo shows them. Depends on Node alone, so that tests can use it too.
import { readFileSync } from "node:fs";

/** Each fixture's name, and what a reader sees in it. */
const FIXTURES = {
  "page-get": "a page",
  "block-tree": "a block and all below it",
  backlinks: "links to a page",
  search: "search hits",
  "daily-today": "a journal with ids and date",
  "daily-get": "a journal with ids and date",
  "export-json": "a parser's AST, untouched",
  "page-render": "a page as raw Markdown",
  "block-toggle-todo": "a task that was ticked",
  "page-update-refused": "an error with its data",
};

/**
 * One reply as outl sent it; fixtures/README.md explains the members.
 *
 * @typedef {object} RecordedReply
 * @property {string} name the fixture's file name without its extension
 * @property {string} subject what the reply is about, in a few words
 * @property {string} tool
 * @property {Record<string, unknown>} arguments
 * @property {Record<string, string | null>} provenance
 * @property {CallToolResult} result
 *
 * @typedef {object} CallToolResult
 * @property {{ type: "text", text: string }[]} content
 * @property {boolean} isError
 * @property {Envelope} structuredContent
 *
 * @typedef {{ ok: true, data: Record<string, unknown>, error: null }
 *   | { ok: false, data: null, error: { code: string, message: string, data: unknown } }} Envelope
 */

/** @returns {RecordedReply[]} */
export function readRecordedReplies() {
  return Object.entries(FIXTURES).map(([name, subject]) => {
    const file = new URL(`./fixtures/${name}.json`, import.meta.url);
    return { name, subject, ...JSON.parse(readFileSync(file, "utf8")) };
  });
}
