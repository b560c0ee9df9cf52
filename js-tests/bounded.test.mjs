// Huge and deep inputs are done in bounded memory and stack, or refused, and what they took is given back.

import assert from "node:assert/strict";
import { test } from "node:test";
import v8 from "node:v8";
import vm from "node:vm";

import { calls, instances } from "./instances.mjs";

// The package comes after the watch on instances.
const { JsonError, Projection, presets } = await import("mcp-projection");

const projection = new Projection(presets.outline);
const small = () => assert.equal(Buffer.from(projection.pruneBytes("tool", Buffer.from(" [ ] "))).toString(), "[]");

test("two hundred megabytes work, and their memory is given back", () => {
  const row = Buffer.from('{"id":"b","text":"a 😀","children":[],"tokens":[1,2,3],"n":1.50} ,');
  const prunedRow = Buffer.from('{"id":"b","text":"a 😀","children":[],"n":1.50},');
  const count = Math.floor(200_000_000 / row.length);
  // Filled with rows, and a bracket in place of the last comma.
  const bytes = Buffer.alloc(1 + count * row.length, row);
  bytes.copy(bytes, 1, 0, count * row.length);
  bytes[0] = 0x5b;
  bytes[bytes.length - 1] = 0x5d;
  const pruned = projection.pruneBytes("tool", bytes);
  const expected = Buffer.alloc(count * prunedRow.length + 1, Buffer.from(`${prunedRow}`));
  expected.copy(expected, 1, 0, count * prunedRow.length);
  expected[0] = 0x5b;
  expected[expected.length - 1] = 0x5d;
  assert.equal(expected.compare(pruned), 0);
  small();
  assert.ok(instances.at(-1).memory.buffer.byteLength < 10_000_000, "the instance with the huge memory is still in use");
});

test("a million levels are refused where the 513th opens, as bytes and as values", () => {
  for (const [level, offset] of [
    ["[", 512],
    ['{"a":', 512 * 5],
    ['[{"id":', 256 * 7],
  ]) {
    assert.throws(
      () => projection.pruneBytes("tool", Buffer.from(level.repeat(1_000_000))),
      (error) => error instanceof JsonError && error.offset === offset && error.expected === "at most 512 levels of nesting",
    );
    small();
  }
  let value = 0;
  for (let level = 0; level < 1_000_000; level += 1) value = [value];
  // JSON.stringify itself has no room for so many.
  for (const call of [() => projection.text("tool", value), () => projection.prune("tool", value), () => projection.success("tool", value)]) {
    assert.throws(call, RangeError);
    small();
  }
});

test("a million mixed calls leave memory flat, the engine's and the process's", async () => {
  v8.setFlagsFromString("--expose-gc");
  const collectGarbage = vm.runInNewContext("gc");
  const encoder = new TextEncoder();
  const node = (text) => ({ id: "1", text, children: [], tokens: [{ kind: "plain", value: text }], todo: null });
  const texts = ["plain", "é", "日本", "half \ud83d", "x".repeat(300)];
  const documents = texts.map((text) => encoder.encode(JSON.stringify({ rows: [node(text), { ...node(text), id: undefined }] })));
  const destination = new Uint8Array(4096);
  const broken = encoder.encode("[1,]");
  const fifty = (round) => {
    const tool = `tool ${round % 2000}`;
    for (const [number, text] of texts.entries()) {
      projection.text(tool, node(text));
      projection.prune("tool", node(text));
      projection.success("tool", { text });
      for (let time = 0; time < 3; time += 1) projection.pruneBytes("tool", documents[number]);
      projection.pruneBytes(tool, documents[number]);
      projection.pruneInto(tool, documents[number], destination);
      projection.text("outl_page_render", { slug: "s", md: text }, { arguments: { slug: "s" } });
    }
    projection.failure("tool", { code: "A", message: "b", data: { round } });
    if (round % 20 === 0) new Projection(presets.outline).text("tool", round);
    for (let time = 0; time < 4; time += 1) assert.throws(() => projection.pruneBytes("tool", broken), JsonError);
    // The watch keeps a list.
    calls.length = 0;
  };
  // In batches, since the memory of policies that are gone is given back only between two turns of the event loop.
  const memoryAfterBatch = async (batch) => {
    for (let round = 0; round < 2000; round += 1) fifty(2000 * batch + round);
    collectGarbage();
    await new Promise((resolve) => setTimeout(resolve, 10));
    const { heapUsed, external, arrayBuffers } = process.memoryUsage();
    return { engine: instances.at(-1).memory.buffer.byteLength, process: heapUsed + external + arrayBuffers };
  };
  const before = await memoryAfterBatch(0);
  const instancesBefore = instances.length;
  let after;
  for (let batch = 1; batch < 10; batch += 1) after = await memoryAfterBatch(batch);
  assert.equal(instances.length, instancesBefore);
  assert.equal(after.engine, before.engine);
  assert.ok(after.process - before.process < 5_000_000, JSON.stringify({ before, after }));
});
