// @ts-check
// A page's rows as a tree: for tools with ids, as the parser's AST without.
import { tokenize } from "../markdown/inline.mjs";
import { blockOf } from "../markdown/task.mjs";

/** @import { Block, Page as Ast, Property } from "../markdown/ast.mjs" */
/** @import { Token } from "../markdown/inline.mjs" */
/** @import { Todo } from "../markdown/task.mjs" */
/** @import { Page, StoredBlock } from "./store.mjs" */

/**
 * @typedef {object} OutlineNode
 * @property {string} id
 * @property {string} text without its task state
 * @property {Token[]} tokens the text again, cut up for renderers
 * @property {Todo | null} todo
 * @property {boolean} collapsed
 * @property {Property[]} properties
 * @property {OutlineNode[]} children
 */

/**
 * @param {readonly StoredBlock[]} blocks parents before their children
 * @returns {OutlineNode[]}
 */
export function outline(blocks) {
  return tree(blocks, ({ id, text, todo, collapsed, properties }) => ({ id, text, tokens: tokenize(text), todo, collapsed, properties }));
}

/**
 * @param {Pick<Page, "properties">} page
 * @param {readonly StoredBlock[]} blocks parents before their children
 * @returns {Ast}
 */
export function ast({ properties }, blocks) {
  /** @type {Block[]} */
  const trees = tree(blocks, blockOf);
  return { properties, blocks: trees };
}

/**
 * @template Node
 * @param {readonly StoredBlock[]} blocks
 * @param {(block: StoredBlock) => Node} nodeOf
 */
function tree(blocks, nodeOf) {
  /** @typedef {Node & { children: Tree[] }} Tree */
  /** @type {Map<string | null, Tree>} */
  const nodes = new Map();
  /** @type {Tree[]} */
  const roots = [];
  for (const block of blocks) {
    const node = { ...nodeOf(block), children: [] };
    nodes.set(block.id, node);
    (nodes.get(block.parent)?.children ?? roots).push(node);
  }
  return roots;
}

/**
 * @param {readonly OutlineNode[]} nodes
 * @param {string} id
 * @returns {OutlineNode | undefined}
 */
export function find(nodes, id) {
  for (const node of nodes) {
    const found = node.id === id ? node : find(node.children, id);
    if (found !== undefined) return found;
  }
  return undefined;
}
