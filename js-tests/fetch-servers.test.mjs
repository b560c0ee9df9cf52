// projectFetch between a server of the SDK with sessions, and its clients of both generations.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { describe, test } from "node:test";

import * as second from "@modelcontextprotocol/client";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { CreateMessageRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { McpServer as SecondMcpServer, createMcpHandler } from "@modelcontextprotocol/server";
import { Projection } from "mcp-projection";
import { projectFetch } from "mcp-projection/fetch";
import { z } from "zod";

const GENERATIONS = {
  "1.x": { Client, Transport: StreamableHTTPClientTransport, onSampling: (client, answer) => client.setRequestHandler(CreateMessageRequestSchema, answer) },
  "2.x": {
    Client: second.Client,
    Transport: second.StreamableHTTPClientTransport,
    onSampling: (client, answer) => client.setRequestHandler("sampling/createMessage", answer),
  },
};

const projection = new Projection({});
const payloadOf = (name) => ({ name, rows: [{ id: 9007199254740993n.toString(), note: null }, { id: "é", note: "" }] });
/** A reply as servers build it by hand: everything twice, the text laid out for people. */
const twice = (payload) => ({ content: [{ type: "text", text: JSON.stringify(payload, null, 2) }], structuredContent: payload });
const once = (payload) => ({ content: [{ type: "text", text: JSON.stringify(payload) }] });

/** Remembers each event, and sends again what came on a stream behind one of its events. */
class Events {
  #events = [];

  async storeEvent(stream, message) {
    return String(this.#events.push({ stream, message }) - 1);
  }

  async getStreamIdForEventId(id) {
    return this.#events[id]?.stream;
  }

  async replayEventsAfter(last, { send }) {
    const { stream } = this.#events[last];
    for (const [id, event] of this.#events.entries()) {
      if (id > Number(last) && event.stream === stream) await send(String(id), event.message);
    }
    return stream;
  }
}

function tools(server) {
  server.registerTool("report", { inputSchema: { name: z.string() } }, async ({ name }) => twice(payloadOf(name)));
  // Ends the stream of its call, and answers when nobody listens to it any more.
  server.registerTool("late", { inputSchema: { name: z.string() } }, async ({ name }, extra) => {
    extra.closeSSEStream();
    await new Promise((resolve) => setTimeout(resolve, 30));
    return twice(payloadOf(name));
  });
  server.registerTool("asks", {}, async () => {
    const { content } = await server.server.createMessage({ messages: [], maxTokens: 1 });
    return twice({ heard: content.text });
  });
  const declared = { outputSchema: { name: z.string() } };
  server.registerTool("declared", declared, async () => twice({ name: "of a schema" }));
}

/** A server with a session for each client, for as long as the test lasts: its URL. */
async function sessions(t, options = {}) {
  const transports = new Map();
  const http = createServer(async (incoming, outgoing) => {
    const known = transports.get(incoming.headers["mcp-session-id"]);
    if (known !== undefined) return known.handleRequest(incoming, outgoing);
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => transports.set(id, transport),
      ...options,
    });
    const server = new McpServer({ name: "reports", version: "1.0.0" });
    tools(server);
    await server.connect(transport);
    await transport.handleRequest(incoming, outgoing);
  });
  await new Promise((done) => http.listen(0, "127.0.0.1", done));
  t.after(() => {
    http.closeAllConnections();
    http.close();
  });
  return `http://127.0.0.1:${http.address().port}/mcp`;
}

for (const [generation, { Client, Transport, onSampling }] of Object.entries(GENERATIONS)) {
  describe(`a client of generation ${generation}`, { timeout: 30_000 }, () => {
    /** Connected through the handler, without a socket between the two. */
    const connected = async (handler, seen = []) => {
      const client = new Client({ name: "a client", version: "1.0.0" }, { capabilities: { sampling: {} } });
      onSampling(client, async () => ({ model: "m", role: "assistant", content: { type: "text", text: "an answer" } }));
      const fetch = async (url, init) => {
        const request = new Request(url, init);
        seen.push([request.method, request.headers.get("last-event-id")]);
        return handler(request);
      };
      await client.connect(new Transport(new URL("http://gateway.example/mcp"), { fetch }));
      await client.listTools();
      return client;
    };
    const said = ({ content, structuredContent }) => (structuredContent === undefined ? { content } : { content, structuredContent });

    for (const [form, options] of Object.entries({ "event streams": {}, "JSON bodies": { enableJsonResponse: true } })) {
      test(`gets replies once, of its own calls, though another asks by the same ids at once, in ${form}`, async (t) => {
        const handler = projectFetch(await sessions(t, options), projection);
        const clients = await Promise.all([connected(handler), connected(handler)]);
        const calls = clients.flatMap((client, which) =>
          Array.from({ length: 20 }, async (_, turn) => {
            const isDeclared = (turn + which) % 2 === 0;
            const name = `${which} ${turn}`;
            const reply = await client.callTool({ name: isDeclared ? "declared" : "report", arguments: { name } });
            const schema = { name: "of a schema" };
            const expected = isDeclared ? { ...once(schema), structuredContent: schema } : once(payloadOf(name));
            assert.deepEqual(said(reply), expected);
          }),
        );
        await Promise.all(calls);
        for (const client of clients) await client.close();
      });
    }

    test("that resumes a stream by Last-Event-ID gets its late reply projected", async (t) => {
      const handler = projectFetch(await sessions(t, { eventStore: new Events(), retryInterval: 60 }), projection);
      const seen = [];
      const client = await connected(handler, seen);
      assert.deepEqual(said(await client.callTool({ name: "late", arguments: { name: "late" } })), once(payloadOf("late")));
      assert.ok(seen.some(([method, lastEventId]) => method === "GET" && lastEventId !== null));
      await client.close();
    });

    test("is asked by the server in the middle of a call, and answers", async (t) => {
      const client = await connected(projectFetch(await sessions(t), projection));
      assert.deepEqual(said(await client.callTool({ name: "asks", arguments: {} })), once({ heard: "an answer" }));
      await client.close();
    });
  });
}

for (const revision of ["2025-11-25", "2026-07-28"]) {
  test(`a server of generation 2.x without sessions, in revision ${revision}, has its replies projected`, async () => {
    const { fetch: upstream } = createMcpHandler(() => {
      const server = new SecondMcpServer({ name: "reports", version: "1.0.0" });
      server.registerTool("report", {}, async () => twice(payloadOf("a report")));
      return server;
    });
    const handler = projectFetch(upstream, projection);
    const versions = revision === "2026-07-28" ? { versionNegotiation: { mode: "auto" } } : {};
    const client = new second.Client({ name: "a client", version: "1.0.0" }, versions);
    const fetch = (url, init) => handler(new Request(url, init));
    await client.connect(new second.StreamableHTTPClientTransport(new URL("http://gateway.example/mcp"), { fetch }));
    assert.equal(client.getNegotiatedProtocolVersion(), revision);
    await client.listTools();
    const { content, structuredContent } = await client.callTool({ name: "report", arguments: {} });
    assert.deepEqual([content, structuredContent], [once(payloadOf("a report")).content, undefined]);
    await client.close();
  });
}
