// @ts-check
// A call and its reply on a few lines.

/** @import { Paint } from "../outline-replies/terminal.mjs" */
/** @import { Exchange } from "./server-process.mjs" */

/** Columns that a line may fill behind its indent. */
const WIDTH = 90;

/** Lines of a text; the first say what it is. */
const MOST_LINES = 4;

/**
 * @param {Exchange} exchange
 * @param {Paint} paint
 */
export function inShort({ tool, args, reply }, paint) {
  const lines = reply.content.flatMap((block) => (block.type === "text" ? linesOf(block.text) : [`(${block.type})`]));
  const structured = reply.structuredContent === undefined ? [] : [JSON.stringify(reply.structuredContent)];
  return [
    `  ${paint("cyan", cut(`${tool} ${JSON.stringify(args)}`, WIDTH + 2))}`,
    ...lines.map((line) => `    ${paint(reply.isError === true ? "red" : "dim", cut(line, WIDTH))}`),
    ...structured.map((line) => `    ${paint("dim", cut(`structuredContent ${line}`, WIDTH))}`),
  ];
}

/** @param {string} text */
function linesOf(text) {
  const lines = text.trimEnd().split("\n").filter((line) => line !== "");
  const more = lines.length - MOST_LINES;
  return more > 1 ? [...lines.slice(0, MOST_LINES), `… ${more} more lines`] : lines;
}

/**
 * The start and the end: JSON tells what was cut at its end. What a terminal might obey is taken out.
 *
 * @param {string} line
 * @param {number} width
 */
function cut(line, width) {
  const characters = [...line.replaceAll("\t", "  ").replace(/\p{C}/gu, "\u{FFFD}")];
  if (characters.length <= width) return characters.join("");
  const end = Math.floor(width / 3);
  return [...characters.slice(0, width - end - 3), " … ", ...characters.slice(-end)].join("");
}
