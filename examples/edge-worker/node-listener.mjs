// @ts-check
// Node's HTTP server speaks messages of its own: this turns them into a Request, and a Response into them.

import { Readable } from "node:stream";

/**
 * A listener for `http.createServer` that answers by a fetch handler. A client that goes away aborts the request's signal and cancels the
 * response's body; a client that reads slowly holds the body back; a body that fails cuts the connection, so that nobody takes a part for the whole.
 *
 * @param {(request: Request) => Promise<Response>} handler
 * @returns {import("node:http").RequestListener}
 */
export function listenerOf(handler) {
  return (incoming, outgoing) => {
    answer(incoming, outgoing, handler).catch(() => {
      if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(500).end();
    });
  };
}

/**
 * @param {import("node:http").IncomingMessage} incoming
 * @param {import("node:http").ServerResponse} outgoing
 * @param {(request: Request) => Promise<Response>} handler
 */
async function answer(incoming, outgoing, handler) {
  const gone = new AbortController();
  outgoing.once("close", () => gone.abort());
  const response = await handler(requestOf(incoming, gone.signal));
  outgoing.statusCode = response.status;
  outgoing.statusMessage = response.statusText;
  outgoing.setHeaders(response.headers);
  // A client may wait for the headers of a stream whose first event comes much later.
  outgoing.flushHeaders();
  if (response.body !== null) await write(response.body, outgoing, gone.signal);
  outgoing.end();
}

/**
 * @param {import("node:http").IncomingMessage} incoming
 * @param {AbortSignal} signal
 */
function requestOf(incoming, signal) {
  const { method = "GET", url = "/", headersDistinct } = incoming;
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(headersDistinct)) {
    for (const value of values) headers.append(name, value);
  }
  const hasBody = method !== "GET" && method !== "HEAD";
  // As text, because new URL would take a path with two slashes for a host.
  return new Request(`http://${incoming.headers.host ?? "localhost"}${url.startsWith("/") ? url : "/"}`, {
    method,
    headers,
    signal,
    ...(hasBody && { body: /** @type {ReadableStream} */ (Readable.toWeb(incoming)), duplex: "half" }),
  });
}

/**
 * @param {ReadableStream<Uint8Array>} body
 * @param {import("node:http").ServerResponse} outgoing
 * @param {AbortSignal} gone
 */
async function write(body, outgoing, gone) {
  const reader = body.getReader();
  const cancel = () => void reader.cancel(gone.reason).catch(() => {});
  if (gone.aborted) return cancel();
  gone.addEventListener("abort", cancel, { once: true });
  let written;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      let isRoom = true;
      written = new Promise((resolve) => (isRoom = outgoing.write(value, resolve)));
      if (!isRoom) await drained(outgoing);
    }
  } catch (error) {
    // A connection that is cut takes with it what hasn't left yet.
    await written;
    throw error;
  }
}

/** @param {import("node:http").ServerResponse} outgoing */
function drained(outgoing) {
  return new Promise((resolve) => {
    const done = () => {
      outgoing.off("drain", done).off("close", done);
      resolve(undefined);
    };
    if (outgoing.destroyed) return resolve(undefined);
    outgoing.on("drain", done).on("close", done);
  });
}
