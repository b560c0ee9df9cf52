// A server behind `mcp-projection wrap`, as its client sees it: a process with standard streams.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** The command as it is installed. */
export const cli = fileURLToPath(new URL("./dist/cli.js", import.meta.resolve("mcp-projection/package.json")));

/**
 * Starts the command with a server that is written in a test.
 *
 * @param {string} code what the server does; `line(text)` and `reply(id, result)` write, `onLine(heard)` reads
 * @param {string[]} [options] of wrap
 */
export function wrapped(code, options = []) {
  return started(["wrap", ...options, "--", process.execPath, "--eval", `${SERVER}\n${code}`]);
}

/**
 * Starts the command with these arguments.
 *
 * @param {string[]} args
 * @param {{ args?: string[], env?: object, stdio?: object[] }} [node] for the Node that runs it
 */
export function started(args, { args: ofNode = [], ...options } = {}) {
  return new Wrapped(spawn(process.execPath, [...ofNode, cli, ...args], options));
}

const SERVER = `
const line = (text) => process.stdout.write(text + "\\n");
const reply = (id, result) => line(JSON.stringify({ jsonrpc: "2.0", id, result }));
const onLine = (heard) => require("node:readline").createInterface({ input: process.stdin }).on("line", heard);
`;

class Wrapped {
  /** What it has written so far. */
  stdout = [];
  stderr = [];
  #waiting = [];

  constructor(child) {
    this.child = child;
    child.stdout?.on("data", (chunk) => {
      this.stdout.push(chunk);
      this.#look();
    });
    child.stderr?.on("data", (chunk) => {
      this.stderr.push(chunk);
      this.#look();
    });
    // Who ends before it has read everything is what some tests are about.
    child.stdin?.on("error", () => {});
    this.ended = once(child, "close").then(([code, signal]) => {
      this.hasEnded = true;
      this.#look();
      return { code, signal, stdout: Buffer.concat(this.stdout), stderr: Buffer.concat(this.stderr).toString() };
    });
  }

  /** Sends lines; a message that is no string is written as JSON. */
  send(...messages) {
    for (const message of messages) this.child.stdin.write(`${typeof message === "string" ? message : JSON.stringify(message)}\n`);
  }

  /** Waits for a text on a stream. Where it never comes, the test runner ends the wait. */
  async heard(text, stream = "stdout") {
    const isThere = () => Buffer.concat(this[stream]).includes(text);
    while (!isThere()) {
      if (this.hasEnded) throw new Error(`it ended without ${JSON.stringify(text)} on ${stream}:\n${Buffer.concat(this.stderr)}`);
      await new Promise((look) => this.#waiting.push(look));
    }
  }

  #look() {
    for (const look of this.#waiting.splice(0)) look();
  }
}

/** A request that calls a tool. */
export const call = (id, name = "t", args = {}) => ({ jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: args } });

/** The reply of a tool that says its payload twice, and what goes on of it. */
export const twice = (payload) => ({ content: [{ type: "text", text: JSON.stringify(payload) }], structuredContent: payload });
export const saidOnce = (payload) => ({ content: twice(payload).content });

/** What a client has to do before a session takes a tool for one without an outputSchema. */
export const listTools = { jsonrpc: "2.0", id: "list", method: "tools/list" };
export const listOf = (...names) => ({ tools: names.map((name) => ({ name, inputSchema: { type: "object" } })) });
