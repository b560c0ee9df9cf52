// @ts-check
// How a call fails: with what is wrong, argument by argument, so that the next call can be right.

import { ToolFailure } from "mcp-projection";

/**
 * @typedef {object} Issue
 * @property {string} path the argument, such as "charges[2].date"
 * @property {string} code
 * @property {string} message what is wrong, and what would be right
 */

/**
 * The arguments aren't what the tool takes.
 *
 * @param {readonly Issue[]} issues
 */
export function validationError(issues) {
  return failure("VALIDATION_ERROR", `${issues.length} argument(s) refused: ${inWords(issues)}`, { issues });
}

/**
 * The arguments name something that isn't there.
 *
 * @param {readonly Issue[]} issues
 */
export function notFound(issues) {
  return failure("NOT_FOUND", inWords(issues), { issues });
}

/**
 * The ledger has moved on since the call was decided.
 *
 * @param {readonly Issue[]} issues
 * @param {object} current what the ledger says now
 */
export function conflict(issues, current) {
  return failure("CONFLICT", inWords(issues), { issues, current });
}

/** Another process holds the ledger's file. */
export function busy() {
  return failure("BUSY", "another process writes to the ledger; try again", { issues: [], retryable: true });
}

/** Something that no caller can mend; the log knows it under the same correlationId. */
export function internalError() {
  return failure("INTERNAL_ERROR", "the ledger failed; its log says why", { issues: [] });
}

/** A call can be wrong in more places than a reply should hold; whoever mends these many finds the others. */
const MOST_ISSUES = 50;

/**
 * `retryable` says whether the very same call may work later.
 *
 * @param {string} code
 * @param {string} message
 * @param {{ issues: readonly Issue[], retryable?: boolean, current?: object }} data
 */
function failure(code, message, { issues, retryable = false, ...rest }) {
  const omitted = issues.length - MOST_ISSUES;
  return new ToolFailure(code, message, {
    issues: issues.slice(0, MOST_ISSUES),
    ...(omitted > 0 && { issuesOmitted: omitted }),
    retryable,
    ...rest,
  });
}

/** As many as a line holds; data has them all. */
const MOST_IN_WORDS = 3;

/** @param {readonly Issue[]} issues */
function inWords(issues) {
  const words = issues.slice(0, MOST_IN_WORDS).map(({ path, message }) => (path === "" ? message : `${path}: ${message}`));
  const more = issues.length - words.length;
  return words.join("; ") + (more > 0 ? `; and ${more} more` : "");
}
