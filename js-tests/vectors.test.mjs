// The vectors that Rust runs too: the same bytes in, the same bytes out.
//
// The vectors are JSON texts, since values can't hold all of them (1.0, 1e400, a name that occurs
// twice), while most of the package takes and returns values. So these tests stand at the two places
// where it turns the one into the other: JSON.stringify gives it the vector's very text, and what
// it hands to JSON.parse is the engine's very answer.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { JsonError, PolicyError, Projection, presets } from "mcp-projection";

const { vectors } = JSON.parse(readFileSync(new URL("../vectors/vectors.json", import.meta.url), "utf8"));

test("there are vectors", () => {
  assert.ok(vectors.length > 80);
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

function run({ policy, tool, ...vector }) {
  const document = policy === "outline" ? presets.outline : policy;
  if (vector.policyError !== undefined) {
    assert.throws(() => new Projection(document), (error) => {
      assert.ok(error instanceof PolicyError);
      assert.equal(error.pointer, vector.policyError.pointer);
      return true;
    });
    return;
  }
  const projection = new Projection(document);
  if (vector.failure !== undefined) runFailure(projection, tool, vector);
  else if (vector.error !== undefined) runError(projection, tool, vector);
  else runSuccess(projection, tool, vector);
}

function runSuccess(projection, tool, { payload, arguments: argumentsText, prune, texts }) {
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

function runFailure(projection, tool, { failure, reply }) {
  const { stringify } = JSON;
  const everything = { has: (value) => stringify(value) !== undefined, get: () => failure };
  const { result, parsed } = withTexts(everything, () => projection.failure(tool, JSON.parse(failure)));
  assert.equal(parsed.at(-1), reply);
  assert.deepEqual(result, JSON.parse(reply));
  assert.equal(result.isError, true);
}
