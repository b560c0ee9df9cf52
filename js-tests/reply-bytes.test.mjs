// How a reply's bytes cross into the module and back.

import assert from "node:assert/strict";
import { test } from "node:test";

import { JsonError, Projection } from "mcp-projection";

const encode = (value) => new TextEncoder().encode(JSON.stringify(value));
const decode = (bytes) => JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));

const projection = new Projection({
  version: 1,
  prune: { "argument-again": { where: ["slug", "rows"], drop: { slug: "arguments.slug" } } },
  defaults: { prune: ["argument-again"] },
});

const mirrored = (payload) => ({
  content: [{ type: "text", text: JSON.stringify(payload, null, 2) }],
  structuredContent: payload,
});
const compact = (payload) => ({ content: [{ type: "text", text: JSON.stringify(payload) }] });

test("a reply's bytes are its own: later calls don't write to them", () => {
  const payloads = Array.from({ length: 50 }, (_, number) => ({ number, rows: Array(number * number).fill(`row ${number}`) }));
  const replies = payloads.map((payload) => projection.replyBytes("list", encode(mirrored(payload))));
  payloads.forEach((payload, number) => assert.deepEqual(decode(replies[number]), compact(payload)));
});

test("a reply that grows the module's memory comes back whole, and so does the next", () => {
  for (const count of [300_000, 3, 900_000]) {
    const payload = { rows: Array.from({ length: count }, (_, row) => row) };
    assert.deepEqual(decode(projection.replyBytes("list", encode(mirrored(payload)))), compact(payload));
  }
});

test("what stays as it is is the same array, with a call and without one", () => {
  for (const reply of [compact([1, 2]), { content: [] }, {}, { content: [{ type: "text", text: "é, 東京, 😀" }] }]) {
    const bytes = encode(reply);
    assert.equal(projection.replyBytes("list", bytes), bytes);
    assert.equal(projection.replyBytes("list", bytes, { arguments: { slug: "größe 東京 😀" } }), bytes);
  }
});

test("what is known of the call crosses with the reply, in any script", () => {
  for (const slug of ["plain", "größe", "東京", "😀", "a\"b\\c\n"]) {
    const payload = { slug, rows: [1] };
    const reply = encode(mirrored(payload));
    assert.deepEqual(decode(projection.replyBytes("page", reply, { arguments: { slug } })), compact({ rows: [1] }));
    assert.deepEqual(decode(projection.replyBytes("page", reply, { arguments: { slug: "other" } })), compact(payload));
  }
});

test("bytes that are no reply say where they break, and the next reply is none the worse", () => {
  const broken = new TextEncoder().encode('{"content":[{"type":"text","text":"a\\x"}]}');
  assert.throws(
    () => projection.replyBytes("list", broken, { arguments: {} }),
    (error) => error instanceof JsonError && error.offset === 37,
  );
  assert.throws(
    () => projection.replyBytes("list", encode([1])),
    (error) => error instanceof JsonError && error.offset === 0,
  );
  assert.deepEqual(decode(projection.replyBytes("list", encode(mirrored({ a: 1 })))), compact({ a: 1 }));
});

test("bytes in the middle of a larger buffer are read where they stand", () => {
  const reply = encode(mirrored({ a: "b" }));
  const buffer = new Uint8Array(reply.length + 20).fill(0x22);
  buffer.set(reply, 10);
  const inside = buffer.subarray(10, 10 + reply.length);
  assert.deepEqual(decode(projection.replyBytes("list", inside)), compact({ a: "b" }));
});
