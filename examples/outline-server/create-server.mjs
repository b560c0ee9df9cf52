// @ts-check
// The MCP server: the tools registered, and one line through which all of their replies go.
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { projectReplies, tool } from "mcp-projection/server";

import { projection } from "./policy.mjs";
import { tools } from "./tools.mjs";

/** @import { Workspace } from "./workspace/workspace.mjs" */

const INSTRUCTIONS =
  "An outliner: pages and journals of nested blocks. Blocks are named by id, pages by slug. " +
  "A block's member that is absent has its default: todo null, collapsed false, properties [].";

/**
 * @param {Workspace} workspace
 * @param {{ project?: (server: McpServer) => unknown }} [options] `project`: what is done to the server's replies
 */
export function createServer(workspace, { project = projectAll } = {}) {
  const server = new McpServer({ name: "outline-server", version: "0.0.0" }, { instructions: INSTRUCTIONS });
  project(server);
  for (const [name, { description, input, annotations, handler }] of Object.entries(tools)) {
    server.registerTool(name, { description, inputSchema: input, annotations }, tool((args) => handler(workspace, args)));
  }
  return server;
}

/** @param {McpServer} server */
function projectAll(server) {
  projectReplies(server, projection, {
    // What a client isn't told of a fault, the log is.
    onError: (error, name) => console.error(`${name} failed:`, error),
  });
}
