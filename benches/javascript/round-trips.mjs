// What projectReplies adds to a call: the same tool on four servers, each with its client, in one process.

import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";

import { outline } from "./documents.mjs";
import { pruneValue as plainPrune } from "./contenders.mjs";

const BYTES = 50_000;

/** The handlers that are compared; each computes its reply anew from the same payload, as handlers do. */
function handlers(payload, { tool, projection }) {
  const text = (value) => ({ type: "text", text: value });
  const projected = projection.success("page_get", payload);
  return {
    // As servers send it: the payload twice.
    unprojected: {
      handler: () => ({ content: [text(JSON.stringify(payload, null, 2))], structuredContent: payload }),
    },
    // What the projection would send, written by hand.
    "by hand": { handler: () => ({ content: [text(JSON.stringify(plainPrune(payload)))] }) },
    // What the projection sends, computed beforehand: nothing is left to do.
    "done before": { handler: () => projected },
    "tool(payload)": { handler: tool(() => payload), isProjected: true },
    "finished reply": {
      handler: () => ({ content: [text(JSON.stringify(payload, null, 2))], structuredContent: payload }),
      isProjected: true,
    },
  };
}

/** Milliseconds of each round trip, by server: [least, median, greatest] over rounds of interleaved calls. */
export async function roundTrips({ tool, projectReplies, projection, rounds, callsPerRound }) {
  const payload = outline(BYTES);
  const clients = {};
  for (const [name, { handler, isProjected }] of Object.entries(handlers(payload, { tool, projection }))) {
    const server = new McpServer({ name, version: "1.0.0" });
    if (isProjected) projectReplies(server, projection);
    server.registerTool("page_get", {}, handler);
    const [near, far] = InMemoryTransport.createLinkedPair();
    const client = new Client({ name: "bench", version: "1.0.0" });
    await Promise.all([server.connect(far), client.connect(near)]);
    clients[name] = client;
  }
  const times = Object.fromEntries(Object.keys(clients).map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, client] of Object.entries(clients)) {
      const started = performance.now();
      for (let call = 0; call < callsPerRound; call += 1) await client.callTool({ name: "page_get", arguments: {} });
      times[name].push((performance.now() - started) / callsPerRound);
    }
  }
  await Promise.all(Object.values(clients).map((client) => client.close()));
  return times;
}
