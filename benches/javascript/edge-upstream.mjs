// An HTTP server in a process of its own whose tool answers with 50 KB that say everything twice, as servers without a projection send them:
// node edge-upstream.mjs KIND, "sdk" for a server of the MCP SDK, "bytes" for one that has the answer ready. It prints its port.

import { createServer } from "node:http";

import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { CallToolRequestSchema } from "@modelcontextprotocol/sdk/types.js";

import { outline } from "./documents.mjs";

const payload = outline(17_000);
const reply = { content: [{ type: "text", text: JSON.stringify(payload, null, 2) }], structuredContent: payload };
const message = Buffer.from(JSON.stringify({ jsonrpc: "2.0", id: 1, result: reply }));

const answers = {
  async sdk(incoming, outgoing) {
    const server = new Server({ name: "bench", version: "1.0.0" }, { capabilities: { tools: {} } });
    server.setRequestHandler(CallToolRequestSchema, () => reply);
    const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined, enableJsonResponse: true });
    outgoing.on("close", () => server.close());
    await server.connect(transport);
    await transport.handleRequest(incoming, outgoing);
  },
  bytes(incoming, outgoing) {
    incoming.resume().on("end", () => {
      outgoing.writeHead(200, { "Content-Type": "application/json", "Content-Length": message.length }).end(message);
    });
  },
};

const server = createServer(answers[process.argv[2]]);
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
