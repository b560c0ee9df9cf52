// The package against JSON.parse and JSON.stringify, on texts by chance.

import assert from "node:assert/strict";

import { JsonError, Projection, presets } from "mcp-projection";

import { document, seeded, wounded } from "./documents.mjs";
import { prunedOutline } from "./outline-reference.mjs";

const plain = new Projection({});
const outline = new Projection(presets.outline);
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const encoder = new TextEncoder();

const LEVELS = 512;

/** What JSON.parse says of bytes; undefined where it refuses them, or they are no UTF-8, or beyond the engine's levels. */
function parsed(bytes) {
  try {
    const text = decoder.decode(bytes);
    const value = JSON.parse(text);
    return levels(text) <= LEVELS ? { text, value } : undefined;
  } catch {
    return undefined;
  }
}

function levels(text) {
  let [open, most] = [0, 0];
  for (const [bracket] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/g)) {
    if (bracket === "[" || bracket === "{") most = Math.max(most, (open += 1));
    else if (bracket === "]" || bracket === "}") open -= 1;
  }
  return most;
}

/** A valid text without its insignificant whitespace: strings are stepped over, all other whitespace goes. */
const compact = (text) => text.replace(/("(?:[^"\\]|\\.)*")|[ \t\n\r]+/g, "$1");

/**
 * Whether JSON.stringify(JSON.parse(text)) is the compact text: each number and string is written as JavaScript would, no object has a
 * name twice, and none has one that is an array index, which JavaScript puts before the others.
 */
function isExact(text) {
  const objects = [];
  for (const [token, string, colon] of compact(text).matchAll(/("(?:[^"\\]|\\.)*")(:?)|[[\]{}]|[^[\]{},:"]+/g)) {
    if (token === "{" || token === "[") objects.push(new Set());
    else if (token === "}" || token === "]") objects.pop();
    else if (JSON.stringify(JSON.parse(string ?? token)) !== (string ?? token)) return false;
    else if (colon === ":") {
      const name = JSON.parse(string);
      if (objects.at(-1).has(name) || (String(name >>> 0) === name && name !== "4294967295")) return false;
      objects.at(-1).add(name);
    }
  }
  return true;
}

/** Holds the engine's answers for bytes against JavaScript's; answers whether they are JSON, and written as JavaScript would. */
function hold(bytes, tool) {
  const json = parsed(bytes);
  if (json === undefined) {
    for (const projection of [plain, outline]) {
      let error;
      try {
        projection.pruneBytes(tool, bytes);
      } catch (thrown) {
        error = thrown;
      }
      assert.ok(error instanceof JsonError, `JavaScript refuses it, the engine says ${error}`);
      assert.ok(error.offset >= 0 && error.offset <= bytes.length, `the error stands at byte ${error.offset}`);
    }
    return "refused";
  }
  const { text, value } = json;

  // Without rules: each token as it was, whatever JavaScript would make of it.
  const output = plain.pruneBytes(tool, bytes);
  const outputText = decoder.decode(output);
  assert.equal(outputText, compact(text));
  assert.ok(output.length <= bytes.length, "the output is longer");
  const stringified = JSON.stringify(value);
  const exact = isExact(text);
  if (exact) assert.equal(outputText, stringified);
  assert.equal(decoder.decode(plain.pruneBytes(tool, output)), outputText);

  // With rules: the same members go as from the value.
  const expected = JSON.stringify(prunedOutline(value));
  const pruned = outline.pruneBytes(tool, bytes);
  assert.ok(pruned.length <= output.length, "pruning made it longer");
  assert.equal(JSON.stringify(JSON.parse(decoder.decode(pruned))), expected);

  // A value is first written by JSON.stringify, which makes null of what was beyond its numbers, and then crosses in the form
  // that its text has.
  const rewritten = JSON.stringify(prunedOutline(JSON.parse(stringified)));
  assert.equal(plain.text(tool, value), stringified);
  assert.equal(outline.text(tool, value), rewritten);
  assert.equal(decoder.decode(outline.pruneBytes(tool, encoder.encode(stringified))), rewritten);
  assert.equal(JSON.stringify(outline.prune(tool, value)), rewritten);
  return exact ? "exact" : "accepted";
}

/** Holds texts of so many seeds, and answers how many of each kind they were. */
export function holdSeeds(from, count) {
  const counts = { exact: 0, accepted: 0, refused: 0, latin1: 0, wide: 0 };
  for (let seed = from; seed < from + count; seed += 1) {
    const below = seeded(seed);
    const text = document(below);
    const bytes = below(2) === 0 ? encoder.encode(text) : wounded(text, below);
    // A tool's payloads earn it trust or lose it, so that some tools are new.
    const tool = below(2) === 0 ? "tool" : `tool ${seed}`;
    try {
      const kind = hold(bytes, tool);
      counts[kind] += 1;
      if (kind !== "refused") counts[/[^\0-\xff]/.test(text) ? "wide" : "latin1"] += 1;
    } catch (error) {
      const shown = new TextDecoder().decode(bytes);
      throw new Error(`seed ${seed}: ${error.message}\nfor ${JSON.stringify(shown)}`, { cause: error });
    }
  }
  return counts;
}
