// @ts-check
// An MCP server as a user of mcp-projection would write it: handlers compute payloads or throw,
// and one place turns what they computed into the reply. The handlers here answer what was recorded.
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { ToolFailure } from "mcp-projection";
import { z } from "zod";

/** @import { Projection } from "mcp-projection" */
/** @import { RecordedReply } from "./recorded-replies.mjs" */

/**
 * @param {RecordedReply[]} recorded one reply per tool
 * @param {Projection} projection
 */
export function createOutlineServer(recorded, projection) {
  const server = new McpServer({ name: "outline-replies", version: "0.0.0" });
  for (const { tool, result } of recorded) {
    const handler = recordedHandler(result.structuredContent);
    server.registerTool(
      tool,
      { description: `${tool}, as it was recorded`, inputSchema: z.looseObject({}) },
      async (args) => {
        try {
          return projection.success(tool, await handler(), { arguments: args });
        } catch (error) {
          if (error instanceof ToolFailure)
            return projection.failure(tool, error, { arguments: args });
          throw error;
        }
      },
    );
  }
  return server;
}

/** @param {import("./recorded-replies.mjs").Envelope} envelope */
function recordedHandler(envelope) {
  return async () => {
    if (!envelope.ok)
      throw new ToolFailure(envelope.error.code, envelope.error.message, envelope.error.data);
    return envelope.data;
  };
}
