// The line in words that `tool` leads a mirrored reply with.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { presets } from "mcp-projection";
import { projectReplies, tool } from "mcp-projection/server";

const rows = Array.from({ length: 50 }, (_, index) => ({ id: `row-${index}` }));

async function reply(summary, { maxBytes, payload = { rows }, options } = {}) {
  const policy = { ...presets.mirrored, tools: { list: { budget: { items: "rows", maxBytes, hint: "ask again" } } } };
  const server = projectReplies(new McpServer({ name: "s", version: "0.0.0" }), policy, options);
  server.registerTool("list", {}, tool(() => payload, { summary }));
  const [near, far] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: "c", version: "0.0.0" });
  await Promise.all([server.connect(far), client.connect(near)]);
  return client.callTool({ name: "list" }).finally(() => client.close());
}

const counting = ({ rows }, cut) => `${cut?.returnedCount ?? rows.length} of ${cut?.totalCount ?? rows.length} rows`;

test("a summary counts what a budget left of the list", async () => {
  const { content, structuredContent } = await reply(counting, { maxBytes: 400 });
  assert.ok(structuredContent.returnedCount < 50);
  assert.equal(content[0].text, `${structuredContent.rows.length} of 50 rows`);
  assert.equal(content[1].text, JSON.stringify(structuredContent));
});

test("a summary of a list that fits is told of no cut", async () => {
  const told = [];
  const { content } = await reply((payload, cut) => `${told.push(cut)} call`, { maxBytes: 60000 });
  assert.deepEqual([content[0].text, told], ["1 call", [undefined]]);
});

test("what onProjection is told includes the summary that was sent", async () => {
  const seen = [];
  const sent = await reply(counting, { maxBytes: 400, options: { onProjection: (projected) => seen.push(projected) } });
  const [{ bytesBefore, bytesAfter, decisions }] = seen;
  assert.equal(bytesBefore, Buffer.byteLength(JSON.stringify({ rows })));
  assert.equal(bytesAfter, Buffer.byteLength(JSON.stringify(sent)));
  assert.ok(decisions.length > 0);
});

test("a summary that throws leaves a success a success", async () => {
  const errors = [];
  const throwing = () => {
    throw new Error("no words");
  };
  const options = { onError: (error, name) => errors.push([error.message, name]) };
  const { content, structuredContent, isError } = await reply(throwing, { maxBytes: 60000, options });
  assert.equal(isError, undefined);
  assert.equal(structuredContent.rows.length, 50);
  assert.equal(content.at(-1).text, JSON.stringify(structuredContent));
  assert.deepEqual(errors, [["no words", "list"]]);
});
