// @ts-check
// The MCP server. None of its tools builds a reply: they return payloads and throw failures, and what goes on the wire is made in one place.

import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { projectReplies, tool } from "mcp-projection/server";

import { handlerOf, listedInput } from "./handling.mjs";
import { projection } from "./policy.mjs";
import { toolsOn } from "./tools.mjs";

const INSTRUCTIONS =
  "Charges of several businesses. list_business_memberships has the ids of the businesses, search_charges those of the charges. " +
  "Amounts are whole cents, negative for money paid.";

/**
 * @typedef {object} LedgerServerOptions
 * @property {import("./ledger/database.mjs").Database} ledger
 * @property {typeof McpServer} [Server] the McpServer of another generation of the SDK
 * @property {(server: McpServer) => McpServer} [project]
 * @property {(entry: object) => void} [log]
 *
 * @param {LedgerServerOptions} options
 * @returns {McpServer}
 */
export function createServer({
  ledger,
  Server = McpServer,
  project = (server) => projectReplies(server, projection),
  log = () => {},
}) {
  const server = project(new Server({ name: "ledger-server", version: "0.0.0" }, { instructions: INSTRUCTIONS }));
  for (const each of toolsOn(ledger)) {
    const { name, title, description, input, annotations, summary } = each;
    const config = { title, description, inputSchema: listedInput(input), annotations };
    server.registerTool(name, config, tool(handlerOf(each, log), { summary }));
  }
  return server;
}
