// @ts-check
// Asks a client for every recorded call and keeps what it receives.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";

import { createOutlineServer } from "./outline-server.mjs";

/** @import { Projection } from "mcp-projection" */
/** @import { RecordedReply } from "./recorded-replies.mjs" */

/**
 * @typedef {object} Exchange
 * @property {RecordedReply} recorded
 * @property {import("@modelcontextprotocol/sdk/types.js").CallToolResult} received
 */

/**
 * @param {RecordedReply[]} replies
 * @param {Projection} projection
 * @returns {Promise<Exchange[]>} in the order of `replies`
 */
export async function replay(replies, projection) {
  const server = createOutlineServer(replies, projection);
  const client = new Client({ name: "outline-replies-client", version: "0.0.0" });
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(serverSide), client.connect(clientSide)]);
  try {
    const exchanges = [];
    for (const recorded of replies) {
      const received = await client.callTool({
        name: recorded.tool,
        arguments: recorded.arguments,
      });
      exchanges.push({ recorded, received: /** @type {Exchange["received"]} */ (received) });
    }
    return exchanges;
  } finally {
    await client.close();
  }
}
