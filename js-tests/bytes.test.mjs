// pruneBytes: what may be handed in, and whose the bytes are that come back.

import assert from "node:assert/strict";
import { test } from "node:test";
import vm from "node:vm";

import { JsonError, Projection, presets } from "mcp-projection";

const projection = new Projection(presets.outline);
const pruneBytes = (bytes) => projection.pruneBytes("outl_block_tree", bytes);

const JSON_IN = ' {"id": "b1", "text": "é", "children": [], "tokens": [1]} ';
const JSON_OUT = '{"id":"b1","text":"é","children":[]}';
const bytesIn = () => new TextEncoder().encode(JSON_IN);
const bytesOut = new TextEncoder().encode(JSON_OUT);
const textOf = (bytes) => new TextDecoder().decode(bytes);

test("any Uint8Array is good: a Buffer, part of another, shared memory, another realm's", () => {
  const around = Buffer.from(`[${JSON_IN}]`);
  const shared = new Uint8Array(new SharedArrayBuffer(bytesIn().length));
  shared.set(bytesIn());
  class Subclass extends Uint8Array {}
  for (const bytes of [
    bytesIn(),
    Buffer.from(JSON_IN),
    around.subarray(1, -1),
    new Uint8Array(around.buffer, around.byteOffset + 1, around.length - 2),
    shared,
    Subclass.from(bytesIn()),
    vm.runInNewContext("Uint8Array.from(bytes)", { bytes: bytesIn() }),
  ]) {
    assert.equal(textOf(pruneBytes(bytes)), JSON_OUT);
  }
});

test("the result is a plain Uint8Array of its own bytes, also where nothing was to do", () => {
  for (const json of [JSON_IN, JSON_OUT, "0"]) {
    const bytes = Buffer.from(json);
    const result = pruneBytes(bytes);
    assert.equal(Object.getPrototypeOf(result), Uint8Array.prototype);
    assert.notEqual(result.buffer, bytes.buffer);
    const before = textOf(result);
    const another = pruneBytes(Buffer.from('[1,2,3,"another call does not reach into it"]'));
    another.fill(0);
    assert.equal(textOf(result), before);
  }
});

test("the input is neither changed nor detached", () => {
  const bytes = bytesIn();
  const result = pruneBytes(bytes);
  result.fill(0);
  assert.equal(textOf(bytes), JSON_IN);
  bytes.fill(0x20);
  assert.equal(textOf(bytes).trim(), "");
});

test("large payloads pass", () => {
  const row = '{"id":"b","text":"a 😀","children":[],"tokens":[1,2,3],"n":1.50}';
  const rows = (each) => `[${Array(100_000).fill(each).join(",")}]`;
  assert.equal(textOf(pruneBytes(Buffer.from(rows(row)))), rows(row.replace('"tokens":[1,2,3],', "")));
});

test("what is no Uint8Array is a TypeError that says so", () => {
  for (const [bytes, kind] of [
    [JSON_IN, "a string"],
    [undefined, "undefined"],
    [null, "null"],
    [[1, 2], "an array"],
    [new ArrayBuffer(2), "an object"],
    [new DataView(new ArrayBuffer(2)), "an object"],
    [new Uint16Array(2), "an object"],
    [{ [Symbol.toStringTag]: "Uint8Array", length: 2 }, "an object"],
  ]) {
    assert.throws(() => pruneBytes(bytes), {
      name: "TypeError",
      message: `the payload of pruneBytes must be a Uint8Array, not ${kind}`,
    });
  }
});

test("pruneInto writes to the start of the destination and leaves the rest of it alone", () => {
  const destination = new Uint8Array(bytesOut.length + 3).fill(7);
  const length = projection.pruneInto("tool", Buffer.from(JSON_IN), destination);
  assert.equal(textOf(destination.subarray(0, length)), JSON_OUT);
  assert.deepEqual([...destination.subarray(length)], [7, 7, 7]);
});

test("pruneInto refuses a destination that is too small, and leaves it as it is", () => {
  const destination = new Uint8Array(bytesOut.length - 1).fill(7);
  assert.throws(() => projection.pruneInto("tool", Buffer.from(JSON_IN), destination), {
    name: "RangeError",
    message: `the result has ${bytesOut.length} bytes, the destination holds ${bytesOut.length - 1}`,
  });
  assert.ok(destination.every((byte) => byte === 7));
  assert.throws(() => projection.pruneInto("tool", Buffer.from("[1,"), new Uint8Array(9)), JsonError);
  assert.throws(() => projection.pruneInto("tool", Buffer.from("[1]"), "destination"), TypeError);
});
