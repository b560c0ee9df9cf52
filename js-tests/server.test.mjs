// projectReplies on real servers of each generation of the SDK, seen by its real client.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";

import { Projection, ToolFailure, presets } from "mcp-projection";
import { projectReplies, tool } from "mcp-projection/server";

import { GENERATIONS, connect } from "./servers/generations.mjs";

const fixture = (name) =>
  JSON.parse(readFileSync(new URL(`../examples/outline-replies/fixtures/${name}.json`, import.meta.url), "utf8"));

/** What a handler of outl computed, taken from a recorded reply. */
const page = fixture("page-get");
const payload = page.result.structuredContent.data;
const recorded = page.result;

const textOf = ({ content }) => content.map(({ text }) => text);

for (const generation of GENERATIONS) describe(generation.name, () => suite(generation));

function suite({ load, unknownToolIsReply, structuredNeedsSchema = false }) {
  const server = (sdk) => new sdk.McpServer({ name: "outline", version: "1.0.0" });
  const projected = new Projection(presets.outline);
  /** What a handler that builds its replies itself returns. */
  const finished = structuredNeedsSchema ? { content: recorded.content } : recorded;
  // Without structuredContent beside it, a text is known for data by the policy alone.
  const compactText = structuredNeedsSchema;
  const policy = { ...presets.outline, defaults: { ...presets.outline.defaults, compactText }, tools: {} };
  const expected = (name = "page_get") => projected.success(name, payload);

  for (const order of ["before", "after"]) {
    test(`a handler's payload and a finished reply are projected, registered ${order} projectReplies`, async () => {
      const sdk = await load();
      const outline = server(sdk);
      const register = () => {
        outline.registerTool("page_get", { inputSchema: sdk.input({ slug: sdk.zod.string() }) }, tool(async () => payload));
        outline.registerTool("finished", {}, async () => structuredClone(finished));
      };
      if (order === "before") register();
      projectReplies(outline, policy);
      if (order === "after") register();
      const client = await connect(sdk, outline);
      const reply = await client.callTool({ name: "page_get", arguments: { slug: "a" } });
      assert.deepEqual(textOf(reply), textOf(expected()));
      assert.equal(reply.structuredContent, undefined);
      const again = await client.callTool({ name: "finished", arguments: {} });
      assert.deepEqual(textOf(again), textOf(expected()));
      assert.equal(again.structuredContent, undefined);
      assert.ok(JSON.stringify(again).length < JSON.stringify(finished).length);
      await client.close();
    });
  }

  test("a server whose capabilities were declared, so that its handlers are there from the start", async () => {
    const sdk = await load();
    const outline = new sdk.McpServer({ name: "outline", version: "1.0.0" }, { capabilities: { tools: {} } });
    projectReplies(outline, presets.outline);
    outline.registerTool("page_get", {}, tool(() => payload));
    const client = await connect(sdk, outline);
    assert.deepEqual(textOf(await client.callTool({ name: "page_get", arguments: {} })), textOf(expected()));
    await client.close();
  });

  test("without projectReplies the payload is sent twice, and the failure's data not at all", async () => {
    const sdk = await load();
    const outline = server(sdk);
    outline.registerTool("page_get", {}, tool(() => payload));
    outline.registerTool("fails", {}, () => {
      throw new ToolFailure("GONE", "it is gone", { path: "a.md" });
    });
    const client = await connect(sdk, outline);
    if (structuredNeedsSchema) {
      await assert.rejects(client.callTool({ name: "page_get", arguments: {} }), /structuredContent/);
    } else {
      const reply = await client.callTool({ name: "page_get", arguments: {} });
      assert.deepEqual(reply.structuredContent, payload);
      assert.deepEqual(JSON.parse(reply.content[0].text), payload);
    }
    assert.doesNotMatch(JSON.stringify(await client.callTool({ name: "fails", arguments: {} })), /a\.md|GONE/);
    await client.close();
  });

  test("a thrown ToolFailure keeps its code, its message and its data", async () => {
    const sdk = await load();
    const outline = server(sdk);
    const failure = new ToolFailure("PAGE_MARKDOWN_AHEAD_OF_LOG", "the page is ahead", { path: "a.md", lines: [3, 4] });
    const fail = () => {
      throw failure;
    };
    outline.registerTool("early", {}, fail);
    projectReplies(outline, presets.outline);
    outline.registerTool("late", { inputSchema: sdk.input({}) }, async () => fail());
    const client = await connect(sdk, outline);
    for (const name of ["early", "late"]) {
      const reply = await client.callTool({ name, arguments: {} });
      assert.deepEqual(reply, projected.failure(name, failure));
    }
    await client.close();
  });

  test("any other exception says no more than that the tool failed, unless messages are exposed", async () => {
    const sdk = await load();
    for (const exposeMessages of [undefined, false, true]) {
      const outline = server(sdk);
      const errors = [];
      projectReplies(outline, presets.outline, { exposeMessages, onError: (error) => errors.push(error) });
      outline.registerTool("breaks", {}, () => {
        throw new Error("no such table: /home/me/secret.sqlite");
      });
      outline.registerTool("throws_text", {}, () => {
        throw "secret";
      });
      const client = await connect(sdk, outline);
      for (const name of ["breaks", "throws_text"]) {
        const reply = await client.callTool({ name, arguments: {} });
        assert.equal(reply.isError, true);
        assert.equal(reply.structuredContent.error.code, "INTERNAL_ERROR");
        assert.equal(/secret/.test(JSON.stringify(reply)), exposeMessages === true);
      }
      assert.deepEqual(errors.map((error) => error.message ?? error), ["no such table: /home/me/secret.sqlite", "secret"]);
      await client.close();
    }
  });

  test("validation failures and unknown tools are seen and stay what they are", async () => {
    const sdk = await load();
    const outline = server(sdk);
    const seen = [];
    projectReplies(outline, presets.outline, { onProjection: ({ tool: name }) => seen.push(name) });
    outline.registerTool("page_get", { inputSchema: sdk.input({ slug: sdk.zod.string() }) }, tool(() => payload));
    const client = await connect(sdk, outline);
    const outcome = (call) => client.callTool(call).catch((error) => error);
    const invalid = await outcome({ name: "page_get", arguments: { slug: 5 } });
    assert.match(invalid.message ?? invalid.content[0].text, /page_get/);
    const unknown = await outcome({ name: "unknown", arguments: {} });
    if (unknownToolIsReply) assert.equal(unknown.isError, true);
    else assert.equal(unknown.code, -32602);
    assert.match(unknown.message ?? unknown.content[0].text, /unknown/);
    const replies = [invalid, unknown].filter((result) => !(result instanceof Error)).length;
    assert.equal(seen.length, replies);
    await client.close();
  });

  test("a reply that the reader can't be left without stays: a raw Markdown page needs its slug to be the call's", async () => {
    const sdk = await load();
    const outline = server(sdk);
    projectReplies(outline, presets.outline);
    const rendered = { slug: "a-page", md: "# A page\n" };
    // A default that the caller didn't write is no argument of the call.
    const input = sdk.input({ slug: sdk.zod.string().default("a-page") });
    outline.registerTool("outl_page_render", { inputSchema: input }, tool(() => rendered));
    const client = await connect(sdk, outline);
    const call = (given) => client.callTool({ name: "outl_page_render", arguments: given });
    assert.deepEqual(textOf(await call({ slug: "a-page" })), [rendered.md]);
    assert.deepEqual(textOf(await call({})), [JSON.stringify(rendered)]);
    await client.close();
  });

  test("under shape content a tool with an outputSchema is refused, unless the policy strips it", async () => {
    const sdk = await load();
    const config = () => ({ outputSchema: sdk.input({ a: sdk.zod.number() }) });
    const strict = server(sdk);
    projectReplies(strict, presets.outline);
    assert.throws(() => strict.registerTool("t", config(), tool(() => ({ a: 1 }))), /tool "t" has an outputSchema/);
    const late = server(sdk);
    late.registerTool("t", config(), tool(() => ({ a: 1 })));
    assert.throws(() => projectReplies(late, presets.outline), /tool "t" has an outputSchema/);

    const stripping = server(sdk);
    projectReplies(stripping, { defaults: { outputSchema: "strip" } });
    stripping.registerTool("t", config(), tool(() => ({ a: 1 })));
    const client = await connect(sdk, stripping);
    const { tools } = await client.listTools();
    assert.equal(tools[0].outputSchema, undefined);
    assert.deepEqual(await client.callTool({ name: "t", arguments: {} }), { content: [{ type: "text", text: '{"a":1}' }] });
    await client.close();
  });

  test("a tool that gets an outputSchema later is refused it, under its new name too", async () => {
    const sdk = await load();
    const outputSchema = sdk.input({ a: sdk.zod.number() });
    const outline = server(sdk);
    const early = outline.registerTool("early", {}, tool(() => ({ a: 1 })));
    projectReplies(outline, { defaults: { shape: "content" }, tools: { mirrored: { shape: "mirrored" } } });
    const late = outline.registerTool("late", {}, tool(() => ({ a: 1 })));
    for (const registered of [early, late]) {
      assert.throws(() => registered.update({ outputSchema }), /has an outputSchema/);
      registered.update({ description: "a tool" });
    }
    late.update({ name: "mirrored" });
    late.update({ outputSchema });
    // The oldest leaves the outputSchema as it is.
    if (late.outputSchema === undefined) return;
    assert.throws(() => late.update({ name: "other" }), /tool "other" has an outputSchema/);
  });

  test("under shape structured a tool without an outputSchema is refused", async () => {
    const sdk = await load();
    const files = server(sdk);
    projectReplies(files, presets.structured);
    assert.throws(() => files.registerTool("t", {}, tool(() => ({ a: 1 }))), /tool "t" has no outputSchema/);
    if (typeof files.tool === "function") {
      assert.throws(() => files.tool("t", () => ({ content: [] })), /tool "t" has no outputSchema/);
    }
  });

  test("a client that has listed the tools accepts every reply, errors included", async () => {
    const sdk = await load();
    const files = server(sdk);
    projectReplies(files, presets.structured);
    const outputSchema = sdk.input({ path: sdk.zod.string(), message: sdk.zod.string() });
    const written = { path: "/a", message: "wrote /a\n\u2028" };
    files.registerTool("write_file", { outputSchema }, tool(() => written));
    files.registerTool("finished", { outputSchema }, () => ({
      content: [{ type: "text", text: written.message }],
      structuredContent: written,
    }));
    files.registerTool("fails", { outputSchema }, () => {
      throw new ToolFailure("STALE_HASH", "the file changed", { expected: "1a2b3c4d" });
    });
    files.registerTool("answers_with_error", { outputSchema }, () => ({
      content: [{ type: "text", text: "no" }],
      structuredContent: { ok: false, error: { code: "NO", message: "no", data: { hint: "x" } } },
      isError: true,
    }));
    const client = await connect(sdk, files);
    await client.listTools();
    for (const name of ["write_file", "finished"]) {
      const reply = await client.callTool({ name, arguments: {} });
      assert.deepEqual(reply.structuredContent, written);
      assert.deepEqual(textOf(reply), [written.message]);
    }
    const failed = await client.callTool({ name: "fails", arguments: {} });
    assert.equal(failed.isError, true);
    assert.equal(failed.structuredContent, undefined);
    assert.deepEqual(textOf(failed), ['STALE_HASH: the file changed\n{"code":"STALE_HASH","message":"the file changed","data":{"expected":"1a2b3c4d"}}']);
    const answered = await client.callTool({ name: "answers_with_error", arguments: {} });
    assert.equal(answered.isError, true);
    assert.match(textOf(answered)[0], /"hint":"x"/);
    await client.close();
  });

  test("a mirrored reply is led by its summary", async () => {
    const sdk = await load();
    const ledger = server(sdk);
    projectReplies(ledger, presets.mirrored);
    const rows = { charges: [{ id: "c1", amount: 5 }] };
    ledger.registerTool("search", {}, tool(() => rows, { summary: ({ charges }) => `Found ${charges.length} charge.` }));
    const client = await connect(sdk, ledger);
    const reply = await client.callTool({ name: "search", arguments: {} });
    assert.deepEqual(textOf(reply), ["Found 1 charge.", JSON.stringify(reply.structuredContent)]);
    assert.deepEqual(reply.structuredContent, { ...rows, returnedCount: 1, totalCount: 1, truncated: false });
    await client.close();
  });

  test("a summary knows what a budget left of the list, and one that fails is left out", async () => {
    const sdk = await load();
    const ledger = server(sdk);
    const errors = [];
    const budget = { items: "charges", maxBytes: 300 };
    const outputSchema = () => ({ outputSchema: sdk.input({ charges: sdk.zod.array(sdk.zod.any()) }) });
    projectReplies(ledger, { defaults: { shape: "mirrored", budget } }, { onError: ({ message }) => errors.push(message) });
    const rows = { charges: Array.from({ length: 50 }, (_, id) => ({ id })) };
    const summary = ({ charges }, cut) => `Showing ${cut?.returnedCount ?? charges.length} of ${charges.length}.`;
    const broken = () => {
      throw new Error("no summary");
    };
    ledger.registerTool("cut", outputSchema(), tool(() => rows, { summary }));
    ledger.registerTool("whole", outputSchema(), tool(() => ({ charges: [] }), { summary }));
    ledger.registerTool("broken", outputSchema(), tool(() => rows, { summary: broken }));
    const client = await connect(sdk, ledger);
    const call = async (name) => await client.callTool({ name, arguments: {} });
    const cut = await call("cut");
    assert.equal(textOf(cut)[0], `Showing ${cut.structuredContent.charges.length} of 50.`);
    assert.ok(cut.structuredContent.charges.length < 50);
    assert.equal(textOf(await call("whole"))[0], "Showing 0 of 0.");
    assert.equal((await call("broken")).isError, undefined);
    assert.ok(errors.length > 0);
    await client.close();
  });

  test('host "auto" is the client that is connected', async () => {
    const sdk = await load();
    for (const [name, sent] of [["claude-code", false], ["a host that nobody knows", true]]) {
      const ledger = server(sdk);
      projectReplies(ledger, presets.mirrored, { host: "auto" });
      ledger.registerTool("search", {}, tool(() => ({ charges: [] })));
      const client = await connect(sdk, ledger, { name, version: "1.0.0" });
      const reply = await client.callTool({ name: "search", arguments: {} });
      assert.equal(reply.structuredContent !== undefined, sent, name);
      await client.close();
    }
  });

  test("onProjection learns of each reply once, with what was decided", async () => {
    const sdk = await load();
    const outline = server(sdk);
    outline.registerTool("early", {}, tool(() => payload));
    const seen = [];
    projectReplies(outline, presets.outline, { onProjection: (reply) => seen.push(reply) });
    outline.registerTool("finished", {}, () => structuredClone(finished));
    outline.registerTool("fails", {}, () => {
      throw new ToolFailure("GONE", "it is gone", { path: "a.md" });
    });
    const client = await connect(sdk, outline);
    const replies = [];
    for (const name of ["early", "finished", "fails"]) replies.push(await client.callTool({ name, arguments: {} }));
    assert.deepEqual(seen.map(({ tool: name }) => name), ["early", "finished", "fails"]);
    const bytes = (value) => Buffer.byteLength(JSON.stringify(value));
    assert.deepEqual(seen.map(({ bytesAfter }) => bytesAfter), replies.map(bytes));
    assert.equal(seen[0].bytesBefore, bytes(payload));
    assert.equal(seen[1].bytesBefore, bytes(finished));
    assert.ok(seen[0].decisions.some(({ rule }) => rule === "outline-node"));
    const saved = seen[1].decisions.reduce((sum, { bytesSaved }) => sum + bytesSaved, 0);
    assert.equal(saved, seen[1].bytesBefore - seen[1].bytesAfter);
    assert.deepEqual(seen[2].decisions, []);
    await client.close();
  });

  test("a projection that fails tells onError, and the original reply is sent", async () => {
    const sdk = await load();
    const outline = server(sdk);
    const broken = new Proxy(projected, {
      get: (target, name) =>
        name === "reply"
          ? () => {
              throw new Error("broken");
            }
          : target[name]?.bind?.(target) ?? target[name],
    });
    const errors = [];
    projectReplies(outline, broken, { onError: (error, name) => errors.push([error.message, name]) });
    outline.registerTool("finished", {}, () => structuredClone(finished));
    const client = await connect(sdk, outline);
    const reply = await client.callTool({ name: "finished", arguments: {} });
    assert.deepEqual(reply.structuredContent, finished.structuredContent);
    assert.deepEqual(errors, [["broken", "finished"]]);
    await client.close();

    const watched = server(sdk);
    const complaints = [];
    projectReplies(watched, presets.outline, {
      onProjection: () => {
        throw new Error("a log that is full");
      },
      onError: ({ message }) => complaints.push(message),
    });
    watched.registerTool("page_get", {}, tool(() => payload));
    const other = await connect(sdk, watched);
    assert.deepEqual(textOf(await other.callTool({ name: "page_get", arguments: {} })), textOf(expected()));
    assert.deepEqual(complaints, ["a log that is full"]);
    await other.close();
  });

  for (const order of ["before", "after"]) {
    test(`a low-level server's replies are projected, its handlers registered ${order} projectReplies`, async () => {
      const sdk = await load();
      const low = new sdk.Server({ name: "low", version: "1.0.0" }, { capabilities: { tools: {} } });
      const register = () => {
        low.setRequestHandler(...sdk.listTools, () => ({ tools: [{ name: "page_get", inputSchema: { type: "object" } }] }));
        low.setRequestHandler(...sdk.callTool, ({ params }) => {
          if (params.name === "fails") throw new ToolFailure("GONE", "it is gone", { path: "a.md" });
          return params.name === "plain" ? tool(() => payload)() : structuredClone(finished);
        });
      };
      if (order === "before") register();
      projectReplies(low, policy);
      if (order === "after") register();
      const client = await connect(sdk, low);
      for (const name of ["page_get", "plain"]) {
        const reply = await client.callTool({ name, arguments: {} });
        assert.deepEqual(textOf(reply), textOf(expected()), name);
        assert.equal(reply.structuredContent, undefined);
      }
      const failed = await client.callTool({ name: "fails", arguments: {} });
      assert.deepEqual(failed.structuredContent.error.data, { path: "a.md" });
      await client.close();
    });
  }

  test("a handler that is replaced later is projected all the same", async () => {
    const sdk = await load();
    const outline = server(sdk);
    projectReplies(outline, presets.outline);
    const registered = outline.registerTool("page_get", {}, tool(() => "first"));
    const client = await connect(sdk, outline);
    assert.deepEqual(textOf(await client.callTool({ name: "page_get", arguments: {} })), ['"first"']);
    registered.update({ callback: tool(() => payload) });
    assert.deepEqual(textOf(await client.callTool({ name: "page_get", arguments: {} })), textOf(expected()));
    await client.close();
  });

  test("calling it twice for one server, or for something else, is an error", async () => {
    const sdk = await load();
    const outline = server(sdk);
    projectReplies(outline, presets.outline);
    assert.throws(() => projectReplies(outline, presets.outline), /projected already/);
    assert.throws(() => projectReplies(outline.server, presets.outline), /projected already/);
    for (const other of [{}, null, undefined, 5]) assert.throws(() => projectReplies(other, presets.outline), TypeError);
  });
}

describe("what isn't complete passes untouched", () => {
  /** A low-level server of the newest 1.x that answers every call with this. */
  async function answering(result) {
    const sdk = await GENERATIONS[1].load();
    const tasks = { requests: { tools: { call: {} } } };
    const low = new sdk.Server({ name: "low", version: "1.0.0" }, { capabilities: { tools: {}, tasks } });
    projectReplies(low, presets.mirrored, { onProjection: ({ bytesBefore, bytesAfter }) => assert.equal(bytesAfter, bytesBefore) });
    low.setRequestHandler(...sdk.callTool, () => structuredClone(result));
    return connect(sdk, low);
  }

  test("a reply that asks for more input", async () => {
    const result = {
      resultType: "input_required",
      content: [{ type: "text", text: "[ 1 ]" }],
      structuredContent: { rows: [1] },
      inputRequests: { name: { method: "elicitation/create" } },
    };
    const client = await answering(result);
    assert.deepEqual(await client.callTool({ name: "t", arguments: {} }), result);
    await client.close();
  });

  test("a task", async () => {
    const { CreateTaskResultSchema } = await import("@modelcontextprotocol/sdk/types.js");
    const now = "2026-11-30T00:00:00Z";
    const task = { taskId: "1", status: "working", ttl: 1000, createdAt: now, lastUpdatedAt: now };
    const client = await answering({ task });
    const params = { name: "t", arguments: {}, task: { ttl: 1000 } };
    assert.deepEqual(await client.request({ method: "tools/call", params }, CreateTaskResultSchema), { task });
    await client.close();
  });
});

test("tool hands parameters on, waits for promises, and fails as its handler does", async () => {
  const handler = tool(async (first, second) => ({ first, second }), { summary: ({ first }) => `${first}` });
  const reply = await handler(1, { signal: 2 });
  assert.deepEqual(reply, { content: [{ type: "text", text: '{"first":1,"second":{"signal":2}}' }], structuredContent: { first: 1, second: { signal: 2 } } });
  await assert.rejects(tool(() => Promise.reject(new Error("no")))(), /no/);
  assert.deepEqual(await tool(() => [1, 2n])(), { content: [{ type: "text", text: "[1,2]" }] });
  assert.deepEqual(await tool(() => undefined)(), { content: [{ type: "text", text: "null" }] });
});
