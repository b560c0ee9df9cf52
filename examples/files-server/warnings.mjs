// @ts-check
// What a caller may want to look at again before it goes on. Warnings stop nothing.

/** @import { LineDiff } from "./line-diff.mjs" */

/** Below so many lines every edit changes a large part. */
const FEWEST_LINES = 10;

/** @type {[number, "CRITICAL" | "HIGH" | "MEDIUM"][]} from which part of the old lines on */
const RISKS = [
  [0.9, "CRITICAL"],
  [0.5, "HIGH"],
  [0.25, "MEDIUM"],
];

/**
 * How much of the file is another one now, as a word that programs can act on.
 *
 * @param {LineDiff} diff
 */
export function riskOf({ removed, totalBefore }) {
  if (totalBefore < FEWEST_LINES) return undefined;
  return RISKS.find(([part]) => removed / totalBefore >= part)?.[1];
}

const PAIRS = ["()", "[]", "{}"];

/**
 * Brackets that no longer match and did before, or match worse. Those in quotes on one line don't count.
 *
 * @param {string} before
 * @param {string} after
 */
export function structureWarning(before, after) {
  const was = openBrackets(before);
  const is = openBrackets(after);
  const found = PAIRS.flatMap((pair) => {
    const [old, now] = [was.get(pair) ?? 0, is.get(pair) ?? 0];
    return Math.abs(now) > Math.abs(old) ? [imbalance(pair, old, now)] : [];
  });
  return found.length === 0 ? undefined : found.join("; ");
}

/** @param {string} pair @param {number} old @param {number} now */
function imbalance([opening, closing], old, now) {
  const [more, fewer] = now > 0 ? [opening, closing] : [closing, opening];
  const then = old === 0 ? "they were balanced before" : `the difference was ${Math.abs(old)} before`;
  return `${Math.abs(now)} more "${more}" than "${fewer}"; ${then}`;
}

const QUOTED = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\\n]|\\.)*`/g;

/** How many of each pair are open at the end, below zero where more were closed. @param {string} text */
function openBrackets(text) {
  /** @type {Map<string, number>} */
  const open = new Map();
  for (const [bracket] of text.replaceAll(QUOTED, "").matchAll(/[()[\]{}]/g)) {
    const pair = PAIRS.find((each) => each.includes(bracket)) ?? "";
    open.set(pair, (open.get(pair) ?? 0) + (pair[0] === bracket ? 1 : -1));
  }
  return open;
}

/**
 * What looks like an accident where a whole file is written: a text that broke off, or came twice, or another file.
 *
 * @param {LineDiff} diff
 * @param {number} bytesBefore
 * @param {number} bytesAfter
 */
export function overwriteWarning({ removed, totalBefore }, bytesBefore, bytesAfter) {
  if (totalBefore < FEWEST_LINES) return undefined;
  const sizes = `from ${bytesBefore} to ${bytesAfter} bytes`;
  if (bytesAfter < bytesBefore / 2) return `Truncation? The file shrank ${sizes}.`;
  if (bytesAfter > bytesBefore * 3) return `Inflation? The file grew ${sizes}.`;
  if (removed / totalBefore >= 0.8) return `Rewrite? ${removed} of its ${totalBefore} lines are gone.`;
  return undefined;
}
