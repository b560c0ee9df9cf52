// What projectReplies adds to a call: the same tool on five servers, each with its client, in one process.

import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { ReadBuffer, serializeMessage } from "@modelcontextprotocol/sdk/shared/stdio.js";

import { pruneValue as plainPrune } from "./contenders.mjs";
import { outline } from "./documents.mjs";
import { median } from "./race.mjs";

const BYTES = 50_000;
const TOOL = "page_get";

/** How long and how often; `smoke` only shows that everything runs. */
export const roundTripPace = {
  full: { rounds: 7, samples: 15, callsPerSample: 4, warmUpCalls: 300 },
  smoke: { rounds: 2, samples: 1, callsPerSample: 1, warmUpCalls: 0 },
};

/** How messages go from one side to the other. */
export const transports = {
  // The SDK's own for tests. Objects go over as they are, so that nothing is paid for a reply's size on the way.
  "in memory": () => InMemoryTransport.createLinkedPair(),
  // What real transports do to each message, without the wait for a pipe or a socket.
  "as JSON text": () => InMemoryTransport.createLinkedPair().map(overText),
};

function overText(transport) {
  const received = new ReadBuffer();
  const send = transport.send.bind(transport);
  transport.send = (message, options) => {
    received.append(Buffer.from(serializeMessage(message)));
    return send(received.readMessage(), options);
  };
  return transport;
}

/** The servers that are compared; each computes its reply anew from the same payload, as handlers do. */
function servers(payload, { tool, projectReplies, projection }) {
  const text = (value) => ({ type: "text", text: value });
  // As servers send it: the payload twice.
  const twice = () => ({ content: [text(JSON.stringify(payload, null, 2))], structuredContent: payload });
  const projected = projection.success(TOOL, payload);
  const server = (handler, project = () => {}) => {
    const made = new McpServer({ name: "bench", version: "1.0.0" });
    project(made);
    made.registerTool(TOOL, {}, handler);
    return made;
  };
  const project = (made) => projectReplies(made, projection);
  return {
    unprojected: server(twice),
    // What the projection would send, written by hand.
    "by hand": server(() => ({ content: [text(plainPrune(payload))] })),
    // What the projection sends, computed beforehand: nothing is left to do.
    "done before": server(() => projected),
    "tool(payload)": server(tool(() => payload), project),
    "finished reply": server(twice, project),
  };
}

/**
 * Milliseconds that a call and its reply take each server: `{ [server]: [median of a round, …] }`.
 *
 * @param {() => [object, object]} linkedPair one of `transports`
 */
export async function roundTrips(linkedPair, { rounds, samples, callsPerSample, warmUpCalls }, library) {
  const runners = [];
  try {
    for (const [name, server] of Object.entries(servers(outline(BYTES), library))) {
      const [near, far] = linkedPair();
      const client = new Client({ name: "bench", version: "1.0.0" });
      runners.push({ name, client });
      await Promise.all([server.connect(far), client.connect(near)]);
    }
    await requireAlike(runners);
    for (let turn = 0; turn < warmUpCalls; turn += 1) {
      for (const { client } of runners) await call(client);
    }
    const medians = Object.fromEntries(runners.map(({ name }) => [name, []]));
    for (let round = 0; round < rounds; round += 1) {
      const times = runners.map(() => []);
      for (let sample = 0; sample < samples; sample += 1) {
        // Another one starts each time, so that nobody always comes after the same.
        for (let turn = 0; turn < runners.length; turn += 1) {
          const which = (turn + sample) % runners.length;
          times[which].push(await millisecondsPerCall(runners[which].client, callsPerSample));
        }
      }
      runners.forEach(({ name }, which) => medians[name].push(median(times[which])));
    }
    return medians;
  } finally {
    await Promise.all(runners.map(({ client }) => client.close()));
  }
}

const call = (client) => client.callTool({ name: TOOL, arguments: {} });

async function millisecondsPerCall(client, calls) {
  const start = performance.now();
  for (let made = 0; made < calls; made += 1) await call(client);
  return (performance.now() - start) / calls;
}

/** Servers that differ in what they send aren't comparable; the unprojected one is meant to. */
async function requireAlike(runners) {
  const replies = {};
  for (const { name, client } of runners) replies[name] = JSON.stringify(await call(client));
  const { unprojected, "done before": expected, ...others } = replies;
  for (const [name, reply] of Object.entries(others)) {
    if (reply !== expected) throw new Error(`round trip: ${name} and done before differ`);
  }
  if (unprojected === expected) throw new Error("round trip: the unprojected server's reply is projected");
}
