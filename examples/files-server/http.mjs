// @ts-check
// Streamable HTTP on this machine alone, one session and one server for each client.
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";

import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";

const HOST = "127.0.0.1";

/** How many clients are served at once; the one that came first goes. */
const MOST_SESSIONS = 64;

/**
 * @param {number} port 0 for any that is free
 * @param {() => import("@modelcontextprotocol/sdk/server/mcp.js").McpServer} newServer
 * @returns {Promise<import("node:http").Server>} that listens
 */
export async function serveHttp(port, newServer) {
  /** @type {Map<string, StreamableHTTPServerTransport>} */
  const sessions = new Map();

  /** @param {import("node:http").IncomingMessage} request @param {import("node:http").ServerResponse} response */
  async function answer(request, response) {
    if (!isLocal(request)) return refuse(response, 403, "only pages and programs of this machine are served");
    if (new URL(request.url ?? "/", "http://localhost").pathname !== "/mcp")
      return refuse(response, 404, "the endpoint is /mcp");
    const id = request.headers["mcp-session-id"];
    const known = typeof id === "string" ? sessions.get(id) : undefined;
    if (id !== undefined && known === undefined)
      return refuse(response, 404, "there is no such session; start a new one");
    await (known ?? (await newSession())).handleRequest(request, response);
  }

  async function newSession() {
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => {
        sessions.set(id, transport);
        const [first] = sessions.keys();
        if (sessions.size > MOST_SESSIONS && first !== undefined) sessions.get(first)?.close();
      },
    });
    transport.onclose = () => {
      if (transport.sessionId !== undefined) sessions.delete(transport.sessionId);
    };
    await newServer().connect(transport);
    return transport;
  }

  const http = createServer((request, response) => {
    answer(request, response).catch((error) => {
      console.error(error);
      if (!response.headersSent) refuse(response, 500, "the server failed");
    });
  });
  await new Promise((resolve, reject) => {
    http.once("error", reject);
    http.listen(port, HOST, () => resolve(undefined));
  });
  return http;
}

const LOCAL = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/i;

/**
 * A page of the web may lead its own name to this machine, or just send a request; either way the browser says whose
 * page it is.
 *
 * @param {import("node:http").IncomingMessage} request
 */
function isLocal({ headers: { host = "", origin } }) {
  if (!LOCAL.test(host)) return false;
  return origin === undefined || (URL.canParse(origin) && LOCAL.test(new URL(origin).host));
}

/** @param {import("node:http").ServerResponse} response @param {number} status @param {string} message */
function refuse(response, status, message) {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify({ jsonrpc: "2.0", error: { code: -32000, message }, id: null }));
}
