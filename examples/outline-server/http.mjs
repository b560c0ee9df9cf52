// @ts-check
// Streamable HTTP on this computer only, without sessions: each request has a server of its own, all of them the same workspace.
import { createServer as createHttpServer } from "node:http";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";

/** @import { IncomingMessage, ServerResponse } from "node:http" */
/** @import { AddressInfo } from "node:net" */
/** @import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js" */

const ADDRESS = "127.0.0.1";
const PATH = "/mcp";
const LOCAL = ["127.0.0.1", "localhost", "[::1]"];

/**
 * @param {() => McpServer} createServer
 * @param {number} port 0 for any that is free
 * @returns {Promise<{ url: string, close: () => Promise<void> }>}
 */
export async function serveHttp(createServer, port) {
  const http = createHttpServer((request, response) => {
    answer(createServer, request, response).catch((error) => {
      console.error(error);
      if (!response.headersSent) refuse(response, 500, "Internal server error");
    });
  });
  await new Promise((resolve, reject) => {
    http.once("error", reject);
    http.listen(port, ADDRESS, () => resolve(undefined));
  });
  const { port: open } = /** @type {AddressInfo} */ (http.address());
  return {
    url: `http://${ADDRESS}:${open}${PATH}`,
    close: () => new Promise((resolve) => http.close(() => resolve(undefined))),
  };
}

/**
 * @param {() => McpServer} createServer
 * @param {IncomingMessage} request
 * @param {ServerResponse} response
 */
async function answer(createServer, request, response) {
  const { headers, method, url = "" } = request;
  // A page of some website that the user has open must not get at their notes, under whatever name it calls this computer.
  if (!isLocal(`http://${headers.host}`)) return refuse(response, 403, "Host is not this computer");
  if (headers.origin !== undefined && !isLocal(headers.origin)) return refuse(response, 403, "Origin is not this computer");
  if (url.split("?")[0] !== PATH) return refuse(response, 404, `Nothing is here; the server is at ${PATH}`);
  if (method !== "POST") return refuse(response.setHeader("Allow", "POST"), 405, "Method not allowed; there are no sessions");

  const server = createServer();
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined });
  response.on("close", () => {
    void server.close();
  });
  await server.connect(transport);
  await transport.handleRequest(request, response);
}

/** @param {string} url */
function isLocal(url) {
  return URL.canParse(url) && LOCAL.includes(new URL(url).hostname);
}

/**
 * @param {ServerResponse} response
 * @param {number} status
 * @param {string} message
 */
function refuse(response, status, message) {
  const error = { jsonrpc: "2.0", error: { code: -32_000, message }, id: null };
  response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(error));
}
