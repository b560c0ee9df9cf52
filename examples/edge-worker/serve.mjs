#!/usr/bin/env node
// @ts-check
// The worker as a server of its own: on Node, Deno or Bun, whichever runs this file, on this machine alone.

import { createServer } from "node:http";
import process from "node:process";

import { listenerOf } from "./node-listener.mjs";
import worker from "./worker.mjs";

const ADDRESS = "127.0.0.1";

const { PORT = "8787", UPSTREAMS = "{}", POLICY, ORIGINS, MAX_REQUEST_BYTES } = process.env;
const { Deno, Bun } = /** @type {any} */ (globalThis);

/** @param {number} port */
function handlerAt(port) {
  const HOSTS = [`${ADDRESS}:${port}`, `localhost:${port}`];
  const variables = { UPSTREAMS, POLICY, ORIGINS, MAX_REQUEST_BYTES, HOSTS };
  return (/** @type {Request} */ request) => worker.fetch(request, variables);
}

/** @param {number} port */
function say(port) {
  process.stderr.write(`${JSON.stringify({ event: "serving", url: `http://${ADDRESS}:${port}/mcp/` })}\n`);
}

/** @type {(request: Request) => Promise<Response>} */
let handler;
const asked = Number(PORT);
if (Deno !== undefined) {
  const server = Deno.serve({ hostname: ADDRESS, port: asked, onListen() {} }, (/** @type {Request} */ request) => handler(request));
  handler = handlerAt(server.addr.port);
  say(server.addr.port);
} else if (Bun !== undefined) {
  // A stream may be silent for longer than Bun waits without being told.
  const server = Bun.serve({ hostname: ADDRESS, port: asked, idleTimeout: 0, fetch: (/** @type {Request} */ request) => handler(request) });
  handler = handlerAt(server.port);
  say(server.port);
} else {
  const server = createServer(listenerOf((request) => handler(request)));
  server.listen(asked, ADDRESS, () => {
    const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
    handler = handlerAt(port);
    say(port);
  });
}
