// The generations of the MCP TypeScript SDK, each as the same few things.

import { z } from "zod";
import { z as z3 } from "zod-3";

/** Imports what a generation is made of; each is loaded on its own, as a user has only one. */
export const GENERATIONS = [
  {
    name: "the oldest 1.x with registerTool (1.11.4)",
    load: () => firstGeneration("mcp-sdk-oldest", z3),
    unknownToolIsReply: false,
    // It takes structuredContent for an error where a tool has no outputSchema.
    structuredNeedsSchema: true,
  },
  { name: "the newest 1.x", load: () => firstGeneration("@modelcontextprotocol/sdk", z), unknownToolIsReply: true },
  { name: "2.x", load: secondGeneration, unknownToolIsReply: false },
];

async function firstGeneration(sdk, zod) {
  const { McpServer } = await import(`${sdk}/server/mcp.js`);
  const { Server } = await import(`${sdk}/server/index.js`);
  const { Client } = await import(`${sdk}/client/index.js`);
  const { InMemoryTransport } = await import(`${sdk}/inMemory.js`);
  const { CallToolRequestSchema, ListToolsRequestSchema } = await import(`${sdk}/types.js`);
  return {
    zod,
    McpServer,
    Server,
    Client,
    InMemoryTransport,
    // Old ones take the shape of an object, new ones the object too.
    input: (shape) => shape,
    callTool: [CallToolRequestSchema],
    listTools: [ListToolsRequestSchema],
  };
}

async function secondGeneration() {
  const { McpServer, Server, InMemoryTransport } = await import("@modelcontextprotocol/server");
  const { Client } = await import("@modelcontextprotocol/client");
  return {
    zod: z,
    McpServer,
    Server,
    Client,
    InMemoryTransport,
    input: (shape) => z.object(shape),
    callTool: ["tools/call"],
    listTools: ["tools/list"],
  };
}

/** A client that is connected to a server. */
export async function connect({ Client, InMemoryTransport }, server, clientInfo = { name: "a client", version: "1.0.0" }) {
  const [near, far] = InMemoryTransport.createLinkedPair();
  const client = new Client(clientInfo);
  await Promise.all([server.connect(far), client.connect(near)]);
  return client;
}
