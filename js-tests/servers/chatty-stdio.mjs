// A server of the SDK that does all that a server may: tools with and without an outputSchema, progress, logging, requests to its client.

import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";

const server = new McpServer({ name: "chatty", version: "1.0.0" }, { capabilities: { logging: {} } });
const rows = Array.from({ length: 30 }, (_, at) => ({ id: at, text: `row ${at} é`, share: at / 8, parent: null }));
const twice = (payload) => ({ content: [{ type: "text", text: JSON.stringify(payload, null, 2) }], structuredContent: payload });

server.registerTool("rows", {}, () => twice({ rows }));
server.registerTool("typed", { outputSchema: { n: z.number() } }, () => twice({ n: 1 }));
server.registerTool("hidden", {}, () => ({ content: [{ type: "text", text: "30 rows" }], structuredContent: { rows } }));
server.registerTool("fails", {}, () => ({ ...twice({ code: "GONE", data: { path: "a.md" } }), isError: true }));
server.registerTool("throws", {}, () => {
  throw new Error("it is gone");
});
server.registerTool("steps", {}, async ({ sendNotification, _meta }) => {
  for (let progress = 1; progress <= 3; progress += 1) {
    await sendNotification({ method: "notifications/progress", params: { progressToken: _meta.progressToken, progress, total: 3 } });
    await server.sendLoggingMessage({ level: "info", data: { progress } });
  }
  return twice({ done: true });
});
server.registerTool("asks", {}, async () => {
  const { content } = await server.server.createMessage({ messages: [], maxTokens: 10 });
  const { action } = await server.server.elicitInput({ message: "who?", requestedSchema: { type: "object", properties: {} } });
  const { roots } = await server.server.listRoots();
  return twice({ content, action, roots });
});
server.registerPrompt("greet", {}, () => ({ messages: [{ role: "user", content: { type: "text", text: '{ "a": 1.0 }' } }] }));
server.registerResource("rows", "rows://all", {}, ({ href }) => ({ contents: [{ uri: href, text: JSON.stringify(rows, null, 2) }] }));

await server.connect(new StdioServerTransport());
