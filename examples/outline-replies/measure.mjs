// @ts-check
// What a reply costs, counted in three ways.
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";

/** @import { Exchange } from "./replay.mjs" */

/**
 * @typedef {object} Size
 * @property {number} bytes UTF-8 bytes of the whole CallToolResult as JSON text
 * @property {number} tokens o200k_base tokens of the same text
 * @property {number} contentTokens o200k_base tokens of the text blocks alone: what a host shows that only shows content
 * @property {number} structuredTokens o200k_base tokens of structuredContent as JSON text, and of the text blocks
 *   where there is none: what a host shows that prefers structuredContent
 */

/** @typedef {{ before: Size, after: Size }} Change */

/**
 * @param {Exchange} exchange
 * @returns {Change}
 */
export function measure({ recorded, received }) {
  return { before: sizeOf(recorded.result), after: sizeOf(received) };
}

/**
 * @param {Change[]} changes
 * @returns {Change}
 */
export function sum(changes) {
  return {
    before: changes.map(({ before }) => before).reduce(add),
    after: changes.map(({ after }) => after).reduce(add),
  };
}

/**
 * @param {{ content: readonly object[], structuredContent?: unknown }} reply
 * @returns {Size}
 */
export function sizeOf(reply) {
  const json = JSON.stringify(reply);
  const text = reply.content.map((block) => ("text" in block ? block.text : "")).join("\n");
  const contentTokens = countTokens(text);
  return {
    bytes: Buffer.byteLength(json),
    tokens: countTokens(json),
    contentTokens,
    structuredTokens:
      reply.structuredContent === undefined
        ? contentTokens
        : countTokens(JSON.stringify(reply.structuredContent)),
  };
}

/**
 * @param {Size} left
 * @param {Size} right
 * @returns {Size}
 */
function add(left, right) {
  return {
    bytes: left.bytes + right.bytes,
    tokens: left.tokens + right.tokens,
    contentTokens: left.contentTokens + right.contentTokens,
    structuredTokens: left.structuredTokens + right.structuredTokens,
  };
}
