// An MCP server as far as HTTP shows it, written out by each test, with recorded replies for it to send.

import { createServer } from "node:http";

import { recorded } from "./recorded-replies.mjs";

/**
 * Listens on a free port of the loopback until the test is over.
 *
 * @param {import("node:test").TestContext} t
 * @param {(outgoing: import("node:http").ServerResponse, request: { method: string, headers: object, body: Buffer }) => unknown} answer
 * @returns the URL, what was received, and a promise of the moment when the first connection whose response has begun is gone
 */
export async function upstream(t, answer) {
  const received = [];
  let gone;
  const cut = new Promise((resolve) => (gone = resolve));
  const server = createServer(async (incoming, outgoing) => {
    outgoing.on("close", () => !outgoing.writableFinished && gone());
    const parts = [];
    try {
      for await (const part of incoming) parts.push(part);
    } catch {
      // A client that went away while it sent is in nobody's list.
      return;
    }
    const { method, headers, rawHeaders } = incoming;
    const request = { method, url: incoming.url, headers, rawHeaders, body: Buffer.concat(parts) };
    received.push(request);
    await answer(outgoing, request);
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${server.address().port}/mcp`, received, cut };
}

/** A POST of a message, as clients send it. */
export function post(message, headers = {}) {
  return new Request("http://gateway.example/mcp", {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "application/json, text/event-stream", ...headers },
    body: message,
  });
}

/** A GET of the stream that a server's own messages, and resumed ones, come on. */
export function get(headers = {}) {
  return new Request("http://gateway.example/mcp", { headers: { Accept: "text/event-stream", ...headers } });
}

export const bytes = (text) => new TextEncoder().encode(text);

/** All bytes of a body up to its end, or to what it fails with. */
export async function bytesOf({ body }) {
  const parts = [];
  try {
    for await (const part of body) parts.push(part);
  } catch (error) {
    return { bytes: Buffer.concat(parts), error };
  }
  return { bytes: Buffer.concat(parts), error: undefined };
}

/** A recorded reply in the messages around it, laid out as no serialiser would, so that a message that was built anew shows. */
export function exchange(name, id = 1) {
  const { tool, arguments: callArguments, text, outputSchema } = recorded(name);
  const idText = JSON.stringify(id);
  const around = (result) => `{ "id": ${idText},\t"result":${result} , "jsonrpc":"2.0" }`;
  return {
    tool,
    call: JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params: { name: tool, arguments: callArguments } }),
    message: around(text),
    /** The same with the result as a projection has it. */
    projected: (projection, declaresOutputSchema = false) => {
      const call = { arguments: callArguments, declaresOutputSchema, ...(declaresOutputSchema && { outputSchema }) };
      return around(Buffer.from(projection.replyBytes(tool, bytes(text), call)).toString());
    },
  };
}
