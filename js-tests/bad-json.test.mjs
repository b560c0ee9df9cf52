// Bytes that are no JSON: always a JsonError with the right place, and the next call works.

import assert from "node:assert/strict";
import { afterEach, describe, test } from "node:test";

import { JsonError, Projection, presets } from "mcp-projection";

import { readRecordedReplies } from "../examples/outline-replies/recorded-replies.mjs";

const projection = new Projection(presets.outline);
const pruneBytes = (bytes) => projection.pruneBytes("outl_page_get", bytes);

afterEach(() => {
  assert.deepEqual([...pruneBytes(Buffer.from(" [ ] "))], [...Buffer.from("[]")]);
});

function jsonErrorOf(bytes) {
  let error;
  try {
    pruneBytes(bytes);
  } catch (thrown) {
    error = thrown;
  }
  assert.ok(error instanceof JsonError, `expected a JsonError, got ${error} for ${Buffer.from(bytes).toString("latin1").slice(0, 80)}`);
  assert.ok(error instanceof Error);
  assert.equal(error.name, "JsonError");

  // Line and column follow from the offset.
  const before = Buffer.from(bytes).subarray(0, error.offset);
  const lineStart = before.lastIndexOf("\n") + 1;
  assert.equal(error.line, before.filter((byte) => byte === 0x0a).length + 1);
  assert.equal(error.column, error.offset - lineStart + 1);
  for (const part of [`line ${error.line}`, `column ${error.column}`, `byte ${error.offset}`, error.expected]) {
    assert.ok(error.message.includes(part), `"${error.message}" doesn't name ${part}`);
  }
  return error;
}

describe("a mistake is reported where it stands, with what was expected", () => {
  for (const [json, offset, line, column, expected] of [
    ["", 0, 1, 1, "a value"],
    ["  ", 2, 1, 3, "a value"],
    ["\n\n nul", 6, 3, 5, "`null`"],
    ['{"a":1,}', 7, 1, 8, "a member name in quotes"],
    ['{"a":1\n "b":2}', 8, 2, 2, "`,` or `}`"],
    ["[1 2]", 3, 1, 4, "`,` or `]`"],
    ["[1,]", 3, 1, 4, "a value"],
    ['{"é":01}', 7, 1, 8, "`,` or `}`"],
    ["-", 1, 1, 2, "a digit"],
    ["1.", 2, 1, 3, "a digit"],
    ["1 1", 2, 1, 3, "the end of the text"],
    ['"a\tb"', 2, 1, 3, "an escape in place of the raw control character"],
    ['"\\x"', 2, 1, 3, 'one of `"\\/bfnrtu` after the backslash'],
    ['"\\u12', 5, 1, 6, "four hexadecimal digits after `\\u`"],
    ["{'a':1}", 1, 1, 2, "a member name in quotes or `}`"],
    ["NaN", 0, 1, 1, "a value"],
    ["\ufeff{}", 0, 1, 1, "a value"],
    ["// a\n1", 0, 1, 1, "a value"],
  ]) {
    test(JSON.stringify(json), () => {
      const error = jsonErrorOf(Buffer.from(json));
      assert.deepEqual(
        { offset: error.offset, line: error.line, column: error.column, expected: error.expected },
        { offset, line, column, expected },
      );
    });
  }
});

test("invalid UTF-8 is reported at the byte that breaks it", () => {
  for (const [bytes, offset] of [
    [[0x22, 0xff, 0x22], 1],
    [[0x22, 0x61, 0x80, 0x22], 2],
    [[0x22, 0xc0, 0xaf, 0x22], 1], // overlong
    [[0x22, 0xed, 0xa0, 0x80, 0x22], 1], // a surrogate
    [[0x22, 0xf4, 0x90, 0x80, 0x80, 0x22], 1], // above U+10FFFF
    [[0x22, 0xe2, 0x82, 0x22], 1], // cut short
    [[0x5b, 0x0a, 0x22, 0xc3, 0x28, 0x22, 0x5d], 3],
  ]) {
    const error = jsonErrorOf(Uint8Array.from(bytes));
    assert.equal(error.offset, offset);
    assert.equal(error.expected, "well-formed UTF-8");
  }
});

test("a reply that breaks off, wherever it does, is reported where it ends", () => {
  const { result } = readRecordedReplies().find(({ name }) => name === "daily-today");
  const whole = Buffer.from(JSON.stringify(result.structuredContent, null, 1));
  assert.ok(whole.length > 2000 && whole.some((byte) => byte > 0x7f));
  for (let length = 0; length < whole.length; length += 1) {
    const error = jsonErrorOf(whole.subarray(0, length));
    let characterStart = length;
    while (characterStart > 0 && (whole[characterStart] & 0xc0) === 0x80) characterStart -= 1;
    // In the middle of a character it isn't well-formed UTF-8 from that character's start.
    assert.equal(error.offset, characterStart);
  }
});

test("a reply with any one byte changed is accepted or refused, and nothing else", () => {
  const { result } = readRecordedReplies().find(({ name }) => name === "block-toggle-todo");
  const whole = Buffer.from(JSON.stringify(result.structuredContent));
  for (let index = 0; index < whole.length; index += 1) {
    for (const byte of [0x00, 0x22, 0x5c, 0x7d, 0x80, 0xff]) {
      const changed = Buffer.from(whole);
      changed[index] = byte;
      let parses = true;
      try {
        JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(changed));
      } catch {
        parses = false;
      }
      if (parses) pruneBytes(changed);
      else jsonErrorOf(changed);
    }
  }
});

describe("512 levels of nesting are the limit", () => {
  const nested = (open, close, depth) => open.repeat(depth) + close.repeat(depth);

  test("for arrays, objects and both", () => {
    for (const [open, close] of [
      ["[", "]"],
      ['{"a":', "}"],
      ['[{"a":', "}]"],
    ]) {
      const levels = (open.match(/[[{]/g) ?? []).length;
      const leaf = open.endsWith(":") ? "0" : "";
      const deepest = open.repeat(512 / levels) + leaf + close.repeat(512 / levels);
      assert.equal(Buffer.from(pruneBytes(Buffer.from(deepest))).toString(), deepest);
      const error = jsonErrorOf(Buffer.from(`[${deepest}]`));
      assert.equal(error.expected, "at most 512 levels of nesting");
    }
  });

  test("and the place is that of the level too many", () => {
    assert.equal(jsonErrorOf(Buffer.from(nested("[", "]", 513))).offset, 512);
    assert.equal(jsonErrorOf(Buffer.from("[".repeat(100_000))).offset, 512);
  });

  test("for payloads that are values, too", () => {
    const deep = (levels) => JSON.parse(nested("[", "]", levels));
    assert.equal(projection.text("tool", deep(512)), nested("[", "]", 512));
    for (const call of [
      () => projection.success("tool", deep(513)),
      () => projection.text("tool", deep(513)),
      () => projection.prune("tool", deep(513)),
      () => projection.failure("tool", { code: "A", message: "b", data: deep(513) }),
    ]) {
      assert.throws(call, { name: "JsonError", expected: "at most 512 levels of nesting" });
    }
  });
});
