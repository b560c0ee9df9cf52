// A server process of the generation that its argument names, on standard input and output.

import { readFileSync } from "node:fs";

import { ToolFailure, presets } from "mcp-projection";
import { projectReplies, tool } from "mcp-projection/server";

const file = new URL("../../examples/outline-replies/fixtures/page-get.json", import.meta.url);
export const payload = JSON.parse(readFileSync(file, "utf8")).result.structuredContent.data;

/** An McpServer with two tools, its replies projected. */
export function outlineServer(McpServer, options) {
  const server = new McpServer({ name: "outline", version: "1.0.0" });
  projectReplies(server, presets.outline, options);
  server.registerTool("page_get", {}, tool(() => payload));
  server.registerTool("fails", {}, () => {
    throw new ToolFailure("GONE", "it is gone", { path: "a.md" });
  });
  return server;
}

if (process.argv[2] === "1") {
  const { McpServer } = await import("@modelcontextprotocol/sdk/server/mcp.js");
  const { StdioServerTransport } = await import("@modelcontextprotocol/sdk/server/stdio.js");
  await outlineServer(McpServer).connect(new StdioServerTransport());
}
if (process.argv[2] === "2") {
  const { McpServer } = await import("@modelcontextprotocol/server");
  const { serveStdio } = await import("@modelcontextprotocol/server/stdio");
  serveStdio(() => outlineServer(McpServer));
}
