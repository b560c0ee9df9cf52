// @ts-check
// What the checks read in replies.

/** @import { CallToolResult } from "@modelcontextprotocol/sdk/types.js" */

/**
 * @param {CallToolResult} reply
 * @returns {string[]} the texts of its text blocks
 */
export function textsOf({ content }) {
  return content.flatMap((block) => (block.type === "text" ? [block.text] : []));
}

/**
 * @param {string | undefined} text
 * @returns {any} the value that it is the JSON text of; undefined where it is none
 */
export function jsonIn(text) {
  try {
    return JSON.parse(text ?? "");
  } catch {
    return undefined;
  }
}

/**
 * An error as its text has it: `CODE: message`, then the same as JSON on the last line.
 *
 * @param {CallToolResult} reply
 * @returns {{ code: string, message: string, data: any } | undefined}
 */
export function errorInText(reply) {
  const [text = ""] = textsOf(reply);
  return reply.isError === true ? jsonIn(text.slice(text.lastIndexOf("\n") + 1)) : undefined;
}
