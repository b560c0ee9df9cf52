// The outline server as its clients meet it. The tests are those that RFC 0276 lists, against the live server.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";

import { projectReplies } from "mcp-projection/server";
import { z } from "zod";

import { policy } from "../examples/outline-server/policy.mjs";
import { openWorkspace } from "../examples/outline-server/workspace/workspace.mjs";
import { inMemory, makeWorkspace, overStdio, startHttp } from "./outline-server-fixture.mjs";
import { promises } from "./outline-server-promises.mjs";

let fixture;

before(async () => {
  fixture = await makeWorkspace();
});
after(() => fixture.close());

describe("over stdio", () => {
  let client;
  before(async () => {
    client = await overStdio(fixture.database);
  });
  after(() => client.close());
  for (const [name, promise] of Object.entries(promises)) test(name, () => promise(client, fixture));

  test("a client that has listed the tools accepts every reply, errors included", async () => {
    const { tools } = await client.listTools();
    for (const { name } of tools) {
      const wrong = await client.callTool({ name, arguments: { unheard_of: 1 } });
      assert.equal(wrong.isError, true, name);
      assert.match(wrong.content[0].text, /unheard_of/, name);
    }
    const failing = [
      ["daily_get", { date: "someday" }, "INVALID_DATE"],
      ["daily_get", { date: "1970-01-01" }, "JOURNAL_NOT_FOUND"],
      ["block_tree", { id: "00000000000000000000000000" }, "BLOCK_NOT_FOUND"],
      ["block_toggle", { id: "00000000000000000000000000" }, "BLOCK_NOT_FOUND"],
      ["page_update", { slug: fixture.slug, append: "key:: value" }, "INVALID_ARGUMENT"],
      ["page_render", { slug: "../../etc/passwd" }, "PAGE_NOT_FOUND"],
    ];
    for (const [name, args, code] of failing) {
      const { structuredContent } = await client.callTool({ name, arguments: args });
      assert.equal(structuredContent.error.code, code);
    }
    assert.equal((await client.callTool({ name: "no_such_tool", arguments: {} })).isError, true);
  });
});

describe("over HTTP", () => {
  let http;
  let client;
  before(async () => {
    http = await startHttp(fixture.database);
    client = await http.connect();
  });
  after(async () => {
    await client.close();
    const { code, output } = await http.stop();
    assert.equal(code, 0);
    assert.equal(output, "");
  });
  for (const [name, promise] of Object.entries(promises)) test(name, () => promise(client, fixture));

  test("pages of other websites, and other names of this computer, are refused", async () => {
    const { hostname, port } = new URL(http.url);
    const { request } = await import("node:http");
    const status = (headers) =>
      new Promise((resolve, reject) => {
        request({ hostname, port, path: "/mcp", method: "POST", headers }, (response) => resolve(response.resume().statusCode))
          .on("error", reject)
          .end("{}");
      });
    assert.equal(await status({ origin: "https://example.com" }), 403);
    assert.equal(await status({ origin: "null" }), 403);
    assert.equal(await status({ host: `rebound.example.com:${port}` }), 403);
    assert.equal(await status({ host: `127.0.0.1.example.com:${port}` }), 403);
    assert.notEqual(await status({ origin: `http://localhost:${port}` }), 403);
  });
});

describe("without projectReplies each promise is broken", () => {
  for (const [name, promise] of Object.entries(promises)) {
    test(name, async () => {
      const { server, client } = await inMemory(fixture.workspace, () => {});
      if (name === "no_tool_declares_an_output_schema") declareOutputSchema(server);
      await assert.rejects(promise(client, fixture), assert.AssertionError);
      await client.close();
    });
  }
});

test("a tool with an output schema is refused when it is registered", async () => {
  const { server, client } = await inMemory(fixture.workspace);
  assert.throws(() => declareOutputSchema(server), /"page_count" has an outputSchema/);
  await client.close();
});

test("a fault's own words go to the log, not to the client", async (context) => {
  const { mock } = context.mock.method(console, "error", () => {});
  const workspace = await openWorkspace(":memory:");
  const { client } = await inMemory(workspace);
  workspace.close();
  const reply = await client.callTool({ name: "page_list", arguments: {} });
  assert.equal(reply.isError, true);
  assert.deepEqual(reply.structuredContent, { ok: false, error: { code: "INTERNAL_ERROR", message: "the tool failed" } });
  assert.equal(mock.callCount(), 1);
  assert.match(mock.calls[0].arguments[0], /page_list/);
  await client.close();
});

describe("each mistake that the RFC tells of breaks the promise that is there for it", () => {
  const { prune, defaults, tools } = policy;
  const rule = prune["outline-node"];
  // The library can't be talked into it without a lie about where the ids and the date are.
  const journal = { flatten: { member: "md", elsewhere: { date: "tool:page_list", meta: "tool:page_list", outline: "tool:page_get" } } };
  const mistakes = {
    "structuredContent comes back": [{ defaults: { ...defaults, shape: "mirrored" }, tools: {} }, ["success_payload_is_content_only_and_compact"]],
    "an error becomes like a success": [
      { defaults: { ...defaults, error: "text" } },
      ["error_payload_keeps_structured_content", "frozen_page_update_returns_structured_refusal_not_a_generic_error"],
    ],
    "the journals are flattened": [
      { tools: { ...tools, daily_today: journal, daily_get: journal } },
      ["journal_reads_keep_their_ids_and_date", "daily_today_over_mcp_returns_ids_a_write_tool_can_use"],
    ],
    "the guard has no id": [
      { prune: { "outline-node": { ...rule, where: ["text", "children"] } } },
      ["pruning_leaves_the_parser_ast_alone", "export_json_over_mcp_round_trips_into_the_parser_ast"],
    ],
  };
  for (const [mistake, [change, broken]] of Object.entries(mistakes)) {
    for (const name of broken) {
      test(`${mistake}: ${name}`, async () => {
        const { client } = await inMemory(fixture.workspace, (server) => projectReplies(server, { ...policy, ...change }));
        await assert.rejects(promises[name](client, fixture));
        await client.close();
      });
    }
  }
});

function declareOutputSchema(server) {
  const count = { description: "How many pages there are", outputSchema: { total: z.int() } };
  server.registerTool("page_count", count, () => ({ content: [], structuredContent: { total: 0 } }));
}
