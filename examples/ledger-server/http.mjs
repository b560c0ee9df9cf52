// @ts-check
// Streamable HTTP on this machine alone, without sessions: each request has a server of its own.

import { createServer as createHttpServer } from "node:http";

import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";

const ADDRESS = "127.0.0.1";
const PATH = "/mcp";

/**
 * @typedef {import("node:http").IncomingMessage} Request
 * @typedef {import("node:http").ServerResponse} Response
 */

/**
 * @param {number} port 0 for one that is free
 * @param {() => import("@modelcontextprotocol/sdk/server/mcp.js").McpServer} createServer
 * @param {(entry: object) => void} log
 * @returns {Promise<{ url: string, close: () => void }>}
 */
export async function serveHttp(port, createServer, log) {
  const http = createHttpServer((request, response) => {
    const refusal = refusalOf(request, portOf(http));
    if (refusal !== undefined) return refuse(response, refusal);
    answer(request, response, createServer()).catch((error) => {
      log({ event: "request failed", cause: String(error) });
      if (!response.headersSent) refuse(response, { status: 500, message: "the server failed; its log says why" });
    });
  });
  await new Promise((resolve, reject) => {
    http.once("error", reject).listen(port, ADDRESS, () => resolve(undefined));
  });
  const close = () => {
    http.close();
    http.closeAllConnections();
  };
  return { url: `http://${ADDRESS}:${portOf(http)}${PATH}`, close };
}

/** @param {import("node:http").Server} http */
function portOf(http) {
  return /** @type {import("node:net").AddressInfo} */ (http.address()).port;
}

/**
 * @typedef {{ status: number, message: string, allow?: string }} Refusal
 *
 * @param {Request} request
 * @param {number} port
 * @returns {Refusal | undefined}
 */
function refusalOf({ method, url = "/", headers: { host, origin } }, port) {
  const hosts = [`${ADDRESS}:${port}`, `localhost:${port}`];
  // A page in a browser may resolve a name of its own to this machine, but it can't hide which name that was.
  if (host === undefined || !hosts.includes(host)) {
    return { status: 403, message: `expected Host ${hosts.join(" or ")}` };
  }
  if (origin !== undefined && !hosts.some((each) => origin === `http://${each}`)) {
    return { status: 403, message: "pages of another origin may not call this server" };
  }
  if (url.split("?")[0] !== PATH) return { status: 404, message: `expected ${PATH}` };
  if (method !== "POST") return { status: 405, message: "expected POST: this server has no sessions", allow: "POST" };
  return undefined;
}

/**
 * @param {Response} response
 * @param {Refusal} refusal
 */
function refuse(response, { status, message, allow }) {
  response.writeHead(status, { "Content-Type": "application/json", ...(allow && { Allow: allow }) });
  response.end(JSON.stringify({ jsonrpc: "2.0", error: { code: -32000, message }, id: null }));
}

/**
 * @param {Request} request
 * @param {Response} response
 * @param {import("@modelcontextprotocol/sdk/server/mcp.js").McpServer} server
 */
async function answer(request, response, server) {
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined });
  response.on("close", () => {
    transport.close();
    server.close();
  });
  await server.connect(/** @type {import("@modelcontextprotocol/sdk/shared/transport.js").Transport} */ (transport));
  await transport.handleRequest(request, response);
}
