// @ts-check
// A block's task state and its fold: words and a property in Markdown, members in an outline.

/** @import { Block, Property } from "./ast.mjs" */

/** @typedef {"TODO" | "DONE"} Todo */

/**
 * @typedef {object} BlockState
 * @property {string} text without its task state
 * @property {Todo | null} todo
 * @property {boolean} collapsed
 * @property {Property[]} properties without the one that says `collapsed`
 */

const TASK = /^(TODO|DONE)(?: +|$)/;

/**
 * @param {Pick<Block, "text" | "properties">} block
 * @returns {BlockState}
 */
export function stateOf({ text, properties }) {
  const task = TASK.exec(text);
  const fold = properties.findIndex(([key, value]) => key === "collapsed" && value === "true");
  return {
    text: task === null ? text : text.slice(task[0].length),
    todo: task === null ? null : /** @type {Todo} */ (task[1]),
    collapsed: fold >= 0,
    properties: properties.filter((_, index) => index !== fold),
  };
}

/**
 * @param {BlockState} state
 * @returns {Pick<Block, "text" | "properties">}
 */
export function blockOf({ text, todo, collapsed, properties }) {
  return {
    text: todo === null ? text : `${todo} ${text}`.trimEnd(),
    properties: collapsed ? [["collapsed", "true"], ...properties] : properties,
  };
}

/**
 * The state after a tick: none, TODO, DONE, none.
 *
 * @param {Todo | null} todo
 * @returns {Todo | null}
 */
export function next(todo) {
  if (todo === null) return "TODO";
  return todo === "TODO" ? "DONE" : null;
}
