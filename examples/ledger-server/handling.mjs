// @ts-check
// What stands between a call and the tool that answers it: its arguments are checked, and its failures can be traced.

import { randomUUID } from "node:crypto";

import { ToolFailure } from "mcp-projection";
import { z } from "zod";

import { busy, internalError, validationError } from "./failures.mjs";
import { isBusy } from "./ledger/database.mjs";

/**
 * @template {z.ZodType} Input
 * @template Payload
 * @typedef {object} Tool
 * @property {string} name
 * @property {string} title
 * @property {string} description
 * @property {Input} input
 * @property {{ readOnlyHint: boolean, destructiveHint?: boolean, idempotentHint?: boolean, openWorldHint: boolean }} annotations
 * @property {(input: z.output<Input>) => Payload} answer
 * @property {(payload: Payload, cut: import("mcp-projection/server").CutList | undefined) => string} summary the line that leads the reply
 */

/**
 * Declares a tool. The types of `answer` and `summary` are inferred from its input; whoever calls it needs to know no more than that it is a tool.
 *
 * @template {z.ZodType} Input
 * @template Payload
 * @param {Tool<Input, Payload>} tool
 */
export function defineTool(tool) {
  return /** @type {Tool<z.ZodType, unknown>} */ (/** @type {unknown} */ (tool));
}

/**
 * The schema of a tool's input as `tools/list` shows it, but accepting everything. The SDK answers arguments that its schema refuses in words of its
 * own, without data; checked here, they become a failure that names every one of them.
 *
 * @param {z.ZodType} input
 */
export function listedInput(input) {
  return z.looseObject({}).meta(/** @type {Record<string, unknown>} */ (z.toJSONSchema(input, { io: "input" })));
}

/**
 * @param {Tool<z.ZodType, unknown>} tool
 * @param {(entry: object) => void} log
 * @returns {(callArguments: unknown) => unknown}
 */
export function handlerOf(tool, log) {
  return (callArguments) => {
    try {
      return tool.answer(checked(tool.input, callArguments));
    } catch (error) {
      const correlationId = randomUUID();
      const { code, message, data } = failureFor(error);
      const cause = error instanceof ToolFailure ? undefined : String(error);
      log({ event: "call failed", tool: tool.name, correlationId, code, message, cause });
      throw new ToolFailure(code, message, { .../** @type {object} */ (data), correlationId });
    }
  };
}

/**
 * @param {unknown} error
 * @returns {ToolFailure}
 */
function failureFor(error) {
  if (error instanceof ToolFailure) return error;
  return isBusy(error) ? busy() : internalError();
}

/**
 * @param {z.ZodType} input
 * @param {unknown} callArguments
 */
function checked(input, callArguments) {
  const result = input.safeParse(callArguments ?? {});
  if (!result.success) throw validationError(result.error.issues.flatMap(issuesOf));
  return result.data;
}

/**
 * @param {z.core.$ZodIssue} issue
 * @returns {import("./failures.mjs").Issue[]}
 */
function issuesOf(issue) {
  const { path, code, message } = issue;
  if (issue.code !== "unrecognized_keys") return [{ path: dotted(path), code, message }];
  return issue.keys.map((key) => ({ path: dotted([...path, key]), code, message: "there is no such argument; leave it out" }));
}

/** A name that the caller made up may be of any length. */
const LONGEST_PATH = 120;

/** @param {readonly PropertyKey[]} path */
function dotted(path) {
  const steps = path.map((step, at) => (typeof step === "number" ? `[${step}]` : `${at === 0 ? "" : "."}${String(step)}`));
  const whole = steps.join("");
  return whole.length <= LONGEST_PATH ? whole : `${whole.slice(0, LONGEST_PATH)}…`;
}
