// @ts-check
// Days, as journals are named: 2026-11-30.
import { ToolFailure } from "mcp-projection";

const NAMED = /** @type {Record<string, number>} */ ({ yesterday: -1, today: 0, tomorrow: 1 });

/**
 * @param {Date} date
 * @returns {string} the day that it is where the server runs
 */
export function dayOf(date) {
  const digits = (/** @type {number} */ value, /** @type {number} */ length) => String(value).padStart(length, "0");
  return `${digits(date.getFullYear(), 4)}-${digits(date.getMonth() + 1, 2)}-${digits(date.getDate(), 2)}`;
}

/** @param {string} text */
export function isDay(text) {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/**
 * @param {string} text a day, or `yesterday`, `today`, `tomorrow`
 * @param {Date} now
 */
export function readDay(text, now) {
  const word = text.toLowerCase();
  if (Object.hasOwn(NAMED, word)) {
    return dayOf(new Date(now.getFullYear(), now.getMonth(), now.getDate() + NAMED[word]));
  }
  if (isDay(text)) return text;
  throw new ToolFailure(
    "INVALID_DATE",
    `"${text}" is no day; expected one such as 2026-11-30, or yesterday, today or tomorrow`,
    { date: text },
  );
}
