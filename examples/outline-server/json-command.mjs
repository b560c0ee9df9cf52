// @ts-check
// `--json TOOL ARGUMENTS`: the same handlers for scripts, which pay for no tokens. What they computed is printed as it is, in an envelope.
import { ToolFailure } from "mcp-projection";

import { tools } from "./tools.mjs";

/** @import { Workspace } from "./workspace/workspace.mjs" */

/**
 * @typedef {{ ok: true, data: object, error: null }
 *   | { ok: false, data: null, error: { code: string, message: string, data?: unknown } }} Envelope
 */

/**
 * @param {Workspace} workspace
 * @param {string} name of a tool
 * @param {string} json its arguments
 * @returns {Envelope}
 */
export function answer(workspace, name, json) {
  try {
    return { ok: true, data: call(workspace, name, json), error: null };
  } catch (error) {
    if (!(error instanceof ToolFailure)) throw error;
    const { code, message, data } = error;
    return { ok: false, data: null, error: { code, message, ...(data === undefined ? {} : { data }) } };
  }
}

/**
 * @param {Workspace} workspace
 * @param {string} name
 * @param {string} json
 * @returns {object}
 */
function call(workspace, name, json) {
  if (!Object.hasOwn(tools, name)) {
    const names = Object.keys(tools);
    throw new ToolFailure("TOOL_NOT_FOUND", `there is no tool "${name}"; expected one of ${names.join(", ")}`, { tools: names });
  }
  const { input, handler } = tools[name];
  const { success, data, error } = input.safeParse(parseJson(json));
  if (!success) {
    const issues = error.issues.map(({ path, message }) => ({ path: `/${path.join("/")}`, message }));
    throw new ToolFailure("INVALID_ARGUMENTS", issues.map(({ path, message }) => `${path}: ${message}`).join("; "), { issues });
  }
  return handler(workspace, data);
}

/** @param {string} json */
function parseJson(json) {
  try {
    return JSON.parse(json);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ToolFailure("INVALID_ARGUMENTS", `the arguments are no JSON: ${reason}; expected an object such as {"slug":"reading"}`);
  }
}
