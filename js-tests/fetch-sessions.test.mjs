// What projectFetch remembers between requests, of whom, and for how long.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { Projection } from "mcp-projection";
import { projectFetch } from "mcp-projection/fetch";

import { bytes, get, post } from "./http-upstream.mjs";
import { recorded } from "./recorded-replies.mjs";

/** A tool whose replies keep structuredContent, a tool whose replies don't, and one whose replies depend on who asks. */
const policy = { defaults: { shape: "mirrored" }, tools: { plain: { shape: "content" }, hosted: { host: "auto" } } };
const projection = new Projection(policy);

const { text: result } = recorded("git-status");
const resultFor = (tool, call = {}) => Buffer.from(projection.replyBytes(tool, bytes(result), call)).toString();
const [kept, dropped] = [resultFor("kept"), resultFor("plain")];
/** Of a tool that may declare an outputSchema. */
const careful = resultFor("plain", { declaresOutputSchema: true });
assert.equal(new Set([result, kept, dropped]).size, 3);
assert.notEqual(careful, dropped);

const message = (id, method, params) => JSON.stringify({ jsonrpc: "2.0", id, method, params });
const call = (id, name) => message(id, "tools/call", { name, arguments: {} });
const answer = (id, text) => `{"jsonrpc":"2.0","id":${id},"result":${text}}`;
const event = (id, text, eventId) => `id: ${eventId}\ndata: ${answer(id, text)}\n\n`;
const initialize = (name = "a client") =>
  message(0, "initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name, version: "1" } });
const initialized = answer(0, '{"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":"s","version":"1"}}');
const list = message("list", "tools/list");
const listed = (...tools) => answer('"list"', JSON.stringify({ tools }));
const plainTool = { name: "plain", inputSchema: { type: "object" } };
const declaringTool = { ...plainTool, outputSchema: { type: "object" } };

/** A response as the next upstream in turn sends it. */
const json = (text, headers = {}, status = 200) => new Response(text, { status, headers: { "Content-Type": "application/json", ...headers } });
const stream = (text, headers = {}) => new Response(text, { headers: { "Content-Type": "text/event-stream", ...headers } });

/** projectFetch in front of an upstream that sends these responses in turn: `send(request, response)` answers the text that a client gets. */
function gateway(options) {
  let next;
  const handler = projectFetch(async (request) => {
    await request.arrayBuffer();
    return next;
  }, projection, options);
  return async (request, response) => {
    next = response;
    return (await handler(request)).text();
  };
}

const inSession = (id) => ({ "Mcp-Session-Id": id });

describe("a session", () => {
  test("has ids of its own: two clients ask different things by the same ids at once", async () => {
    const hold = [];
    const handler = projectFetch((request) => new Promise((resolve) => hold.push([request, resolve])), projection, { assumesOutputSchema: false });
    const answers = [
      [inSession("a"), "kept"],
      [inSession("b"), "plain"],
      [{}, "plain"],
      [{}, "kept"],
    ].map(([session, tool]) => handler(post(call(1, tool), session)).then((response) => response.text()));
    while (hold.length < 4) await new Promise((resolve) => setTimeout(resolve, 1));
    for (const [, resolve] of hold.reverse()) resolve(json(answer(1, result)));
    assert.deepEqual(await Promise.all(answers), [kept, dropped, dropped, kept].map((text) => answer(1, text)));
  });

  test("that is resumed has its late answers projected, and keeps the ids of its events", async () => {
    const send = gateway({ assumesOutputSchema: false });
    await send(post(initialize()), json(initialized, inSession("a")));
    // The stream of the call ends before its answer, as a server's may that has an event store.
    assert.equal(await send(post(call(5, "plain"), inSession("a")), stream("id: e1\nretry: 10\ndata:\n\n")), "id: e1\nretry: 10\ndata:\n\n");
    const headers = { ...inSession("a"), "Last-Event-ID": "e1" };
    assert.equal(await send(get(headers), stream(event(5, result, "e2"))), event(5, dropped, "e2"));
  });

  test("of another client isn't answered by it", async () => {
    const send = gateway({ assumesOutputSchema: false });
    await send(post(call(5, "plain"), inSession("a")), stream(""));
    assert.equal(await send(get(inSession("b")), stream(event(5, result, "e1"))), event(5, result, "e1"));
    assert.equal(await send(get(inSession("a")), stream(event(5, result, "e1"))), event(5, dropped, "e1"));
  });

  test("is known by the id that its first response gives it", async () => {
    const send = gateway();
    await send(post(initialize("Codex CLI")), json(initialized, inSession("a")));
    await send(post(list, inSession("a")), json(listed(plainTool)));
    assert.equal(await send(post(call(1, "plain"), inSession("a")), json(answer(1, result))), answer(1, dropped));
  });

  test("keeps structuredContent for a client that was told of an outputSchema, or may have been", async () => {
    const send = gateway();
    const ask = (session) => send(post(call(1, "plain"), inSession(session)), json(answer(1, result)));
    assert.equal(await ask("begun elsewhere"), answer(1, careful));
    await send(post(list, inSession("a")), json(listed(plainTool)));
    assert.equal(await ask("a"), answer(1, dropped));
    await send(post(list, inSession("b")), stream(`data: ${listed(declaringTool)}\n\n`));
    assert.equal(await ask("b"), answer(1, careful));
    assert.equal(await ask("a"), answer(1, dropped));
  });

  test("is forgotten when it is over, and stays while it isn't", async () => {
    for (const [request, response, isForgotten] of [
      [new Request("http://gateway.example/mcp", { method: "DELETE", headers: inSession("a") }), new Response(null, { status: 204 }), true],
      [new Request("http://gateway.example/mcp", { method: "DELETE", headers: inSession("a") }), json("{}", {}, 405), false],
      [new Request("http://gateway.example/mcp", { method: "DELETE", headers: inSession("b") }), new Response(null, { status: 204 }), false],
      [post(list, inSession("a")), json("{}", {}, 404), true],
      [post(list, inSession("a")), json("{}", {}, 401), false],
      [post(list, inSession("a")), json("{}", {}, 500), false],
    ]) {
      const send = gateway();
      await send(post(list, inSession("a")), json(listed(plainTool)));
      await send(request, response);
      const text = await send(post(call(1, "plain"), inSession("a")), json(answer(1, result)));
      assert.equal(text, answer(1, isForgotten ? careful : dropped), `${request.method} ${response.status}`);
    }
  });

  test("is a new one when a session begins, whatever had its id before", async () => {
    for (const [began, expected] of [["a", dropped], ["b", careful]]) {
      const send = gateway();
      await send(post(list, inSession("a")), json(listed(declaringTool)));
      await send(post(initialize()), json(initialized, inSession(began)));
      assert.equal(await send(post(call(1, "plain"), inSession("a")), json(answer(1, result))), answer(1, expected));
    }
  });

  test("isn't changed by who is turned away, even with its id", async () => {
    const send = gateway({ assumesOutputSchema: false });
    await send(post(call(1, "plain"), inSession("a")), stream(""));
    for (const status of [400, 401, 403, 429, 500, 503]) {
      assert.equal(await send(post(call(1, "kept"), inSession("a")), json("{}", {}, status)), "{}");
      await send(post('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}', inSession("a")), json("", {}, status));
    }
    assert.equal(await send(get(inSession("a")), stream(event(1, result, 1))), event(1, dropped, 1));
  });

  test("forgets what was cancelled, and the oldest of too many that are never answered", async () => {
    const send = gateway({ assumesOutputSchema: false, maxPending: 3 });
    for (let id = 1; id <= 5; id += 1) await send(post(call(id, "plain"), inSession("a")), stream(""));
    await send(post('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":4}}', inSession("a")), new Response(null, { status: 202 }));
    for (let id = 1; id <= 5; id += 1) {
      const expected = event(id, id === 3 || id === 5 ? dropped : result, id);
      assert.equal(await send(get(inSession("a")), stream(event(id, result, id))), expected, `id ${id}`);
    }
  });

  test("that was longest unused is forgotten when there are too many", async () => {
    const send = gateway({ maxSessions: 3 });
    const ask = (session) => send(post(call(1, "plain"), inSession(session)), json(answer(1, result)));
    for (const session of ["a", "b", "c"]) await send(post(list, inSession(session)), json(listed(plainTool)));
    assert.equal(await ask("a"), answer(1, dropped));
    await send(post(list, inSession("d")), json(listed(plainTool)));
    for (const session of ["a", "c", "d"]) assert.equal(await ask(session), answer(1, dropped), session);
    assert.equal(await ask("b"), answer(1, careful));
  });

  test("may be one that nothing is remembered of", async () => {
    const send = gateway({ maxSessions: 0 });
    await send(post(list, inSession("a")), json(listed(plainTool)));
    assert.equal(await send(post(call(1, "plain"), inSession("a")), json(answer(1, result))), answer(1, careful));
  });
});

describe("a client without a session", () => {
  const ask = (send, headers, tool = "plain") => send(post(call(1, tool), headers), json(answer(1, result)));

  test("has tools that one of its requests listed known in the next", async () => {
    for (const [assumesOutputSchema, before] of [[true, careful], [false, dropped], [undefined, dropped]]) {
      const send = gateway({ assumesOutputSchema });
      assert.equal(await ask(send), answer(1, before));
      await send(post(list), json(listed(plainTool)));
      assert.equal(await ask(send), answer(1, dropped));
      await send(post(list), json(listed(declaringTool)));
      assert.equal(await ask(send), answer(1, careful));
    }
  });

  test("isn't taken for another with other credentials, who may see other tools", async () => {
    const send = gateway({ assumesOutputSchema: true });
    const [first, second] = [{ Authorization: "Bearer a" }, { Authorization: "Bearer b" }];
    await send(post(list, first), json(listed(plainTool)));
    assert.equal(await ask(send, first), answer(1, dropped));
    assert.equal(await ask(send, second), answer(1, careful));
    assert.equal(await ask(send), answer(1, careful));
    await send(post(list, second), json(listed(declaringTool)));
    assert.equal(await ask(send, first), answer(1, dropped));
  });

  test("isn't taken for the host that another said to be", async () => {
    const send = gateway({ assumesOutputSchema: false });
    const name = "claude-code";
    const hidden = initialize(name).replace("initialize", "\\u0069nitialize");
    for (const introduction of [initialize(name), hidden, `[${initialize(name)}]`]) {
      await send(post(introduction), json(initialized));
      assert.equal(await ask(send, {}, "hosted"), answer(1, kept));
    }
    // From revision 2026-07-28 on each request says itself who asks.
    const meta = { "io.modelcontextprotocol/clientInfo": { name, version: "1" } };
    const introduced = message(1, "tools/call", { name: "hosted", _meta: meta });
    assert.equal(await send(post(introduced), json(answer(1, result))), answer(1, dropped));
    assert.equal(await ask(send, {}, "hosted"), answer(1, kept));
    // In a session the client is one.
    await send(post(initialize(name)), json(initialized, inSession("a")));
    assert.equal(await ask(send, inSession("a"), "hosted"), answer(1, dropped));
  });
});
