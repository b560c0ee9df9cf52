// @ts-check
// An exact replacement in a text, or a failure that says where to look.
import { ToolFailure } from "mcp-projection";

import { quoted } from "./failures.mjs";
import { linesOf } from "./line-diff.mjs";
import { requireText } from "./text-file.mjs";

/**
 * @typedef {object} Edit
 * @property {string} old_text
 * @property {string} new_text
 * @property {boolean | undefined} [replace_all]
 */

/** How many places a failure names. */
const MOST_PLACES = 20;

/**
 * @param {string} path
 * @param {string} text
 * @param {Edit} edit
 * @returns {{ text: string, replacements: number }}
 * @throws {ToolFailure}
 */
export function replaceText(path, text, { old_text: old, new_text: now, replace_all: all = false }) {
  // A half of a surrogate pair would be found inside of a character.
  requireText("old_text", old);
  requireText("new_text", now);
  if (old === now) {
    throw new ToolFailure("NOTHING_TO_CHANGE", `${quoted(path)}: old_text and new_text are the same`, { path });
  }
  const places = placesOf(text, old);
  if (places.length === 0) throw textNotFound(path, text, old);
  if (places.length > 1 && !all) throw textNotUnique(path, text, places);
  // Not String.replace: in its replacement "$&" and the like have a meaning.
  return { text: text.split(old).join(now), replacements: places.length };
}

/** @param {string} text @param {string} part */
function placesOf(text, part) {
  const places = [];
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length)) places.push(at);
  return places;
}

/** @param {string} path @param {string} text @param {number[]} places */
function textNotUnique(path, text, places) {
  const lines = places.slice(0, MOST_PLACES).map((at) => lineAt(text, at));
  return new ToolFailure(
    "TEXT_NOT_UNIQUE",
    `${quoted(path)} has old_text ${places.length} times; give more of the lines around the one you mean, or set replace_all`,
    { path, occurrences: places.length, lines },
  );
}

/** @param {string} path @param {string} text @param {string} old */
function textNotFound(path, text, old) {
  const nearest = nearestTo(text, old);
  const hint =
    hintFor(text, old) ?? (nearest === undefined ? "read the file again" : `line ${nearest.line} is the nearest`);
  return new ToolFailure(
    "TEXT_NOT_FOUND",
    `${quoted(path)} doesn't have old_text, which must match to the last space; ${hint}`,
    {
      path,
      hint,
      ...(nearest === undefined ? {} : { nearest }),
    },
  );
}

/** @param {string} text @param {string} old */
function hintFor(text, old) {
  if (text.includes("\r\n") && text.includes(old.replaceAll(/\r?\n/g, "\r\n"))) {
    return "the file's lines end with CR LF, and those of old_text don't: send \\r\\n in old_text and new_text";
  }
  if (text.includes(old.replaceAll("\r\n", "\n"))) {
    return "the file's lines end with LF, and those of old_text with CR LF: send \\n in old_text and new_text";
  }
  return undefined;
}

/** A line that has the words of old_text's first, whatever the space around them. @param {string} text @param {string} old */
function nearestTo(text, old) {
  const wanted = old
    .split("\n")
    .map((line) => line.trim())
    .find((line) => line !== "");
  if (wanted === undefined) return undefined;
  const lines = linesOf(text);
  const index = lines.findIndex((line) => line.includes(wanted));
  const found = lines[index];
  return found === undefined ? undefined : { line: index + 1, text: found.slice(0, 400).toWellFormed() };
}

/** @param {string} text @param {number} at @returns {number} from 1 */
function lineAt(text, at) {
  let line = 1;
  for (let end = text.indexOf("\n"); end !== -1 && end < at; end = text.indexOf("\n", end + 1)) line += 1;
  return line;
}
