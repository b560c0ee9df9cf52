// projectReplies over real transports: a process on standard input and output, HTTP on the loopback, a server for each request.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";

import { Projection, presets } from "mcp-projection";

import { outlineServer, payload } from "./servers/outline-stdio.mjs";

const projection = new Projection(presets.outline);
const script = fileURLToPath(new URL("./servers/outline-stdio.mjs", import.meta.url));

/** Calls both tools of the outline server and checks what its client gets. */
async function check(client) {
  const reply = await client.callTool({ name: "page_get", arguments: {} });
  assert.deepEqual(reply.content, projection.success("page_get", payload).content);
  assert.equal(reply.structuredContent, undefined);
  const failed = await client.callTool({ name: "fails", arguments: {} });
  assert.equal(failed.isError, true);
  assert.deepEqual(failed.structuredContent.error, { code: "GONE", message: "it is gone", data: { path: "a.md" } });
}

/** An HTTP server on a free port of the loopback for as long as `use` takes. */
async function listening(handler, use) {
  const server = createServer(handler);
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  try {
    await use(new URL(`http://127.0.0.1:${server.address().port}/mcp`));
  } finally {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  }
}

describe("the first generation", () => {
  test("as a process on standard input and output", async () => {
    const { Client } = await import("@modelcontextprotocol/sdk/client/index.js");
    const { StdioClientTransport } = await import("@modelcontextprotocol/sdk/client/stdio.js");
    const client = new Client({ name: "a client", version: "1.0.0" });
    await client.connect(new StdioClientTransport({ command: process.execPath, args: [script, "1"] }));
    await check(client);
    await client.close();
  });

  test("over Streamable HTTP", async () => {
    const { McpServer } = await import("@modelcontextprotocol/sdk/server/mcp.js");
    const { StreamableHTTPServerTransport } = await import("@modelcontextprotocol/sdk/server/streamableHttp.js");
    const { Client } = await import("@modelcontextprotocol/sdk/client/index.js");
    const { StreamableHTTPClientTransport } = await import("@modelcontextprotocol/sdk/client/streamableHttp.js");
    const handler = async (request, response) => {
      const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined });
      await outlineServer(McpServer).connect(transport);
      await transport.handleRequest(request, response);
    };
    await listening(handler, async (url) => {
      const client = new Client({ name: "a client", version: "1.0.0" });
      await client.connect(new StreamableHTTPClientTransport(url));
      await check(client);
      await client.close();
    });
  });
});

describe("the second generation", () => {
  test("as a process on standard input and output", async () => {
    const { Client } = await import("@modelcontextprotocol/client");
    const { StdioClientTransport } = await import("@modelcontextprotocol/client/stdio");
    const client = new Client({ name: "a client", version: "1.0.0" });
    await client.connect(new StdioClientTransport({ command: process.execPath, args: [script, "2"] }));
    await check(client);
    await client.close();
  });

  for (const revision of ["2025-11-25", "2026-07-28"]) {
    test(`with a server for each request, in revision ${revision}`, async () => {
      const { McpServer, createMcpHandler } = await import("@modelcontextprotocol/server");
      const { Client, StreamableHTTPClientTransport } = await import("@modelcontextprotocol/client");
      const replies = [];
      const { fetch } = createMcpHandler(() => outlineServer(McpServer, { host: "auto", onProjection: (reply) => replies.push(reply) }));
      // The handler speaks Request and Response, so the client can talk to it without a socket.
      const transport = new StreamableHTTPClientTransport(new URL("http://127.0.0.1/mcp"), {
        fetch: (url, init) => fetch(new Request(url, init)),
      });
      const versions = revision === "2026-07-28" ? { versionNegotiation: { mode: "auto" } } : {};
      const client = new Client({ name: "a client", version: "1.0.0" }, versions);
      await client.connect(transport);
      assert.equal(client.getNegotiatedProtocolVersion(), revision);
      await check(client);
      assert.deepEqual(replies.map(({ tool }) => tool), ["page_get", "fails"]);
      await client.close();
    });
  }

  test("an array is structuredContent as it is in revision 2026-07-28, and in an object before", async () => {
    const { McpServer, createMcpHandler } = await import("@modelcontextprotocol/server");
    const { Client, StreamableHTTPClientTransport } = await import("@modelcontextprotocol/client");
    const { projectReplies, tool } = await import("mcp-projection/server");
    const { z } = await import("zod");
    const { fetch } = createMcpHandler(() => {
      const server = new McpServer({ name: "lists", version: "1.0.0" });
      projectReplies(server, presets.structured);
      server.registerTool("list", { outputSchema: z.array(z.number()) }, tool(() => [1, 2]));
      return server;
    });
    for (const [versions, structuredContent] of [
      [{ versionNegotiation: { mode: "auto" } }, [1, 2]],
      [{}, { result: [1, 2] }],
    ]) {
      const client = new Client({ name: "a client", version: "1.0.0" }, versions);
      const send = (url, init) => fetch(new Request(url, init));
      await client.connect(new StreamableHTTPClientTransport(new URL("http://127.0.0.1/mcp"), { fetch: send }));
      await client.listTools();
      const reply = await client.callTool({ name: "list", arguments: {} });
      assert.deepEqual(reply.structuredContent, structuredContent);
      assert.deepEqual(reply.content, [{ type: "text", text: JSON.stringify(structuredContent) }]);
      await client.close();
    }
  });
});
