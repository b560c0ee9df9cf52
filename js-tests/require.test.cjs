// The main promises once more, for programs that require the package.

"use strict";

const assert = require("node:assert/strict");
const { test } = require("node:test");

const { JsonError, PolicyError, Projection, ToolFailure, presets, version } = require("mcp-projection");

const projection = new Projection(presets.outline);
const node = { id: "b1", text: "a", children: [], tokens: [1], collapsed: false, todo: null, properties: [] };
const PRUNED = '{"id":"b1","text":"a","children":[]}';

test("a success is content-only and compact", () => {
  assert.deepEqual(projection.success("outl_block_get", node), { content: [{ type: "text", text: PRUNED }] });
  assert.equal(projection.text("outl_block_get", node), PRUNED);
});

test("an error keeps its envelope and data", () => {
  assert.deepEqual(projection.failure("outl_page_get", new ToolFailure("PAGE_NOT_FOUND", "no such page", { slug: "a" })), {
    content: [{ type: "text", text: "PAGE_NOT_FOUND: no such page" }],
    structuredContent: { ok: false, error: { code: "PAGE_NOT_FOUND", message: "no such page", data: { slug: "a" } } },
    isError: true,
  });
});

test("values and bytes are pruned", () => {
  assert.deepEqual(projection.prune("outl_block_get", node), JSON.parse(PRUNED));
  const bytes = projection.pruneBytes("outl_block_get", Buffer.from(JSON.stringify(node, null, 2)));
  assert.equal(Buffer.from(bytes).toString(), PRUNED);
});

test("errors are of their classes and say where", () => {
  assert.throws(() => new Projection({ tools: { a: { shap: 1 } } }), (error) => error instanceof PolicyError && error.pointer === "/tools/a/shap");
  assert.throws(() => projection.pruneBytes("a", Buffer.from("[1,")), (error) => error instanceof JsonError && error.offset === 3);
});

test("the version is the package's", () => {
  assert.equal(version, require("mcp-projection/package.json").version);
});

test("a failure made with the one copy of the package is good for the other", async () => {
  const imported = await import("mcp-projection");
  assert.notEqual(imported.Projection, Projection);
  const failure = new imported.ToolFailure("A", "b", { c: 1 });
  assert.deepEqual(projection.failure("t", failure), new imported.Projection(presets.outline).failure("t", new ToolFailure("A", "b", { c: 1 })));
});
