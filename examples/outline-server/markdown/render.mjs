// @ts-check
// AST -> Markdown that the parser reads back as the same AST.

/** @import { Block, Page, Property } from "./ast.mjs" */

/**
 * @param {Page} page
 * @returns {string}
 */
export function render({ properties, blocks }) {
  const head = properties.map(propertyLine);
  const body = blocks.flatMap((block) => blockLines(block, ""));
  const lines = head.length > 0 && body.length > 0 ? [...head, "", ...body] : [...head, ...body];
  return lines.map((line) => `${line}\n`).join("");
}

/**
 * @param {Block} block
 * @param {string} indent
 * @returns {string[]}
 */
function blockLines({ text, properties, children }, indent) {
  const [first, ...rest] = text.split("\n");
  const deeper = `${indent}  `;
  return [
    first === "" ? `${indent}-` : `${indent}- ${first}`,
    ...rest.map((line) => (line === "" ? "" : `${deeper}${line}`)),
    ...properties.map((property) => `${deeper}${propertyLine(property)}`),
    ...children.flatMap((child) => blockLines(child, deeper)),
  ];
}

/** @param {Property} property */
function propertyLine([key, value]) {
  return value === "" ? `${key}::` : `${key}:: ${value}`;
}
