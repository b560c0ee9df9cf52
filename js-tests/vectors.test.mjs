// The vectors that Rust runs too: the same bytes in, the same bytes out.
//
// The vectors are JSON texts, since values can't hold all of them (1.0, 1e400, a name that occurs
// twice), while most of the package takes and returns values. So these tests stand at the two places
// where it turns the one into the other: JSON.stringify gives it the vector's very text, and what
// it hands to JSON.parse is the engine's very answer.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { JsonError, PolicyError, Projection, expandColumns, presets } from "mcp-projection";

const { vectors } = JSON.parse(readFileSync(new URL("../vectors/vectors.json", import.meta.url), "utf8"));

test("there are vectors", () => {
  assert.ok(vectors.length > 160);
});

/** Runs `call` with each value of `texts` (a Map) serialised as the text it is mapped to. */
function withTexts(texts, call) {
  const { parse, stringify } = JSON;
  const parsed = [];
  JSON.stringify = (value, ...rest) => (texts.has(value) ? texts.get(value) : stringify(value, ...rest));
  JSON.parse = (text, ...rest) => {
    parsed.push(text);
    return parse(text, ...rest);
  };
  try {
    return { result: call(), parsed };
  } finally {
    Object.assign(JSON, { parse, stringify });
  }
}

const bytesOf = (text) => new TextEncoder().encode(text);
const textOf = (bytes) => new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);

for (const vector of vectors) test(vector.name, () => run(vector));

function run({ policy, tool = "tool", ...vector }) {
  const document = typeof policy === "string" ? presets[policy] : policy;
  if (vector.policyError !== undefined) {
    assert.throws(() => new Projection(document), (error) => {
      assert.ok(error instanceof PolicyError);
      assert.equal(error.pointer, vector.policyError.pointer);
      return true;
    });
    return;
  }
  const projection = new Projection(document);
  if (vector.result !== undefined) runReply(projection, tool, vector);
  else if (vector.failure !== undefined) runFailure(projection, tool, vector);
  else if (vector.error !== undefined) runError(projection, tool, vector);
  else if (vector.reply !== undefined) runWholeSuccess(projection, tool, vector);
  else runSuccess(projection, tool, { policy, ...vector });
}

const callOf = (call) => (call === undefined ? undefined : JSON.parse(call));

function runReply(projection, tool, { result, call, reply, unchanged, error: place }) {
  const bytes = bytesOf(result);
  const known = callOf(call);
  if (place !== undefined) {
    assert.throws(
      () => projection.replyBytes(tool, bytes, known),
      (error) => error instanceof JsonError && error.offset === place.offset && error.expected === place.expected,
    );
    return;
  }
  const found = projection.replyBytes(tool, bytes, known);
  if (unchanged) {
    assert.equal(found, bytes);
  } else {
    assert.equal(textOf(found), reply);
    assert.equal(projection.replyBytes(tool, found, known), found);
  }
  // As an object it says the same.
  const value = { result };
  const object = withTexts(new Map([[value, result]]), () => projection.reply(tool, value, known));
  if (unchanged) assert.equal(object.result, value);
  else assert.equal(object.parsed.at(-1), reply);
}

function runWholeSuccess(projection, tool, { payload, call, reply }) {
  const value = { payload };
  const known = callOf(call);
  const { result, parsed } = withTexts(new Map([[value, payload]]), () => projection.success(tool, value, known));
  assert.deepEqual(result, JSON.parse(reply));
  // Content alone crosses as texts.
  if (result.structuredContent !== undefined) assert.equal(parsed.at(-1), reply);
}

function runSuccess(projection, tool, { policy, payload, arguments: argumentsText, prune, texts, expanded = prune }) {
  assert.equal(typeof prune, "string");
  assert.ok(texts.length > 0);
  assert.equal(textOf(projection.pruneBytes(tool, bytesOf(payload))), prune);

  const value = { payload };
  const callArguments = { argumentsText };
  const call = argumentsText === undefined ? undefined : { arguments: callArguments };
  const exact = new Map([
    [value, payload],
    [callArguments, argumentsText],
  ]);
  assert.equal(withTexts(exact, () => projection.prune(tool, value)).parsed.at(-1), prune);
  assert.equal(withTexts(exact, () => projection.text(tool, value, call)).result, texts[0]);
  assert.deepEqual(withTexts(exact, () => projection.success(tool, value, call)).result, {
    content: texts.map((text) => ({ type: "text", text })),
  });
  if (policy.defaults?.lists === "columns") {
    assert.equal(expandColumns(texts.at(-1)), expanded);
    assert.equal(textOf(expandColumns(bytesOf(texts.at(-1)))), expanded);
  }
}

function runError(projection, tool, { payload, error: place }) {
  const value = { payload };
  for (const call of [
    () => projection.pruneBytes(tool, bytesOf(payload)),
    () => withTexts(new Map([[value, payload]]), () => projection.prune(tool, value)),
    () => withTexts(new Map([[value, payload]]), () => projection.success(tool, value)),
  ]) {
    assert.throws(call, (error) => {
      assert.ok(error instanceof JsonError);
      const { offset, line, column, expected } = error;
      assert.deepEqual({ offset, line, column, expected }, place);
      return true;
    });
  }
}

function runFailure(projection, tool, { failure, call, reply }) {
  const { stringify } = JSON;
  const known = callOf(call);
  const failures = { has: (value) => value?.code !== undefined && stringify(value) !== undefined, get: () => failure };
  const { result, parsed } = withTexts(failures, () => projection.failure(tool, JSON.parse(failure), known));
  assert.equal(parsed.at(-1), reply);
  assert.deepEqual(result, JSON.parse(reply));
  assert.equal(result.isError, true);
}
