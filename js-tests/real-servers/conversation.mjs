// A conversation of the official client with a server on standard input and output, with every message as it came.

import { StringDecoder } from "node:string_decoder";

import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { CreateMessageRequestSchema, ElicitRequestSchema, ListRootsRequestSchema } from "@modelcontextprotocol/sdk/types.js";

/**
 * @typedef {object} Heard what a client heard from a server
 * @property {Map<string, { method: string, tool?: string, text: string }>} answers by the id of the request; its text as it came
 * @property {string[]} others what no request asked for, as it came: notifications, and requests of the server's
 * @property {object[]} outcomes what the client made of each request: its result, or the error's code and message
 * @property {string} stderr
 */

/**
 * @param {{ command: string, args: string[], env?: object, cwd?: string }} launch
 * @param {(ask: Asker) => Promise<void>} script
 * @returns {Promise<Heard>}
 */
export async function converse(launch, script) {
  const client = new Client({ name: "a client", version: "1.0.0" }, { capabilities: { sampling: {}, elicitation: {}, roots: {} } });
  const roots = [{ uri: "file:///somewhere", name: "somewhere" }];
  if (launch.hasNoRoots !== true) client.setRequestHandler(ListRootsRequestSchema, () => ({ roots }));
  client.setRequestHandler(ElicitRequestSchema, () => ({ action: "accept", content: { name: "Ada", check: true } }));
  client.setRequestHandler(CreateMessageRequestSchema, () => ({
    model: "a model",
    role: "assistant",
    content: { type: "text", text: "4503599627370497.5 é" },
  }));
  const transport = new StdioClientTransport({ ...launch, stderr: "pipe" });
  const stderr = [];
  transport.stderr.on("data", (chunk) => stderr.push(chunk));
  const lines = linesOf(transport);
  const asked = askedThrough(transport);
  const asker = new Asker(client);
  try {
    await client.connect(transport);
    await script(asker);
  } finally {
    await client.close();
  }
  return { ...sorted(lines, asked), outcomes: asker.outcomes, stderr: Buffer.concat(stderr).toString() };
}

/** The requests of a script. Whatever comes back is an outcome; the script goes on. */
class Asker {
  outcomes = [];
  #client;

  constructor(client) {
    this.#client = client;
  }

  get capabilities() {
    return this.#client.getServerCapabilities();
  }

  /** All that a server says of itself. */
  async lists() {
    await this.#ask((client) => client.listTools());
    if (this.capabilities.resources !== undefined) {
      await this.#ask((client) => client.listResources());
      await this.#ask((client) => client.listResourceTemplates());
    }
    if (this.capabilities.prompts !== undefined) await this.#ask((client) => client.listPrompts());
  }

  call(name, args = {}, options = {}) {
    return this.#ask((client) => client.callTool({ name, arguments: args }, undefined, options));
  }

  /** Any other request, by the client's name for it. */
  request(method, ...parameters) {
    return this.#ask((client) => client[method](...parameters));
  }

  /** Outcomes are in the order of the requests, whichever is answered first. */
  async #ask(ask) {
    const outcome = {};
    this.outcomes.push(outcome);
    try {
      outcome.result = await ask(this.#client);
    } catch ({ name, code, message }) {
      outcome.error = { name, code, message };
    }
  }
}

/** The server's lines, filled as they come. The transport keeps its process to itself, but only there are the bytes. */
function linesOf(transport) {
  const lines = [];
  const start = transport.start.bind(transport);
  transport.start = async () => {
    await start();
    const decoder = new StringDecoder("utf8");
    let rest = "";
    transport._process.stdout.on("data", (chunk) => {
      const parts = (rest + decoder.write(chunk)).split("\n");
      rest = parts.pop();
      lines.push(...parts);
    });
  };
  return lines;
}

/** The client's requests by id. */
function askedThrough(transport) {
  const asked = new Map();
  const send = transport.send.bind(transport);
  transport.send = (message, ...rest) => {
    if (message.id !== undefined && message.method !== undefined) asked.set(message.id, message);
    return send(message, ...rest);
  };
  return asked;
}

function sorted(lines, asked) {
  const answers = new Map();
  const others = [];
  for (const text of lines) {
    const message = JSON.parse(text);
    const request = message.method === undefined ? asked.get(message.id) : undefined;
    if (request === undefined) others.push(text);
    else answers.set(String(message.id), { method: request.method, tool: request.params?.name, text });
  }
  return { answers, others };
}
