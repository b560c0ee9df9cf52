// @ts-check
// The server: five tools, and one line that turns what they return into replies.
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { presets } from "mcp-projection";
import { projectReplies } from "mcp-projection/server";

import { Session } from "./session.mjs";
import { addBackup } from "./tools/backup.mjs";
import { addEditFile } from "./tools/edit-file.mjs";
import { addMultiEdit } from "./tools/multi-edit.mjs";
import { addReadFile } from "./tools/read-file.mjs";
import { addWriteFile } from "./tools/write-file.mjs";

/** @import { Workspace } from "./workspace.mjs" */

/**
 * A server for one client: it remembers what that client has seen.
 *
 * @param {Workspace} workspace
 * @param {object} [options]
 * @param {(server: McpServer) => unknown} [options.project] what is done to its replies
 */
export function createFilesServer(workspace, { project = structuredReplies } = {}) {
  const server = new McpServer({ name: "files-server", version: "0.0.0" });
  project(server);
  const context = { workspace, session: new Session() };
  for (const addTool of [addReadFile, addWriteFile, addEditFile, addMultiEdit, addBackup]) addTool(server, context);
  return server;
}

/**
 * The payload as structuredContent, which conforms to the tool's outputSchema, and beside it the text of its
 * `message`, or of its `content`; errors as text, since some clients hold even those against the schema.
 *
 * @param {McpServer} server
 */
export function structuredReplies(server) {
  return projectReplies(server, presets.structured, {
    onError: (error, name) => console.error(`${name}:`, error),
  });
}
