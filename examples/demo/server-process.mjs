// @ts-check
// An example server as a process of its own, and the SDK's client in front of it.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

import { atEnd } from "./end.mjs";

/** @import { CallToolResult } from "@modelcontextprotocol/sdk/types.js" */

/**
 * @typedef {object} Exchange a call, and what the client received
 * @property {string} tool
 * @property {string} subject what the reply is about, in a few words
 * @property {Record<string, unknown>} args
 * @property {CallToolResult} reply
 *
 * @typedef {(tool: string, subject: string, args: Record<string, unknown>) => Promise<CallToolResult>} CallTool
 */

/**
 * @param {string[]} command the server's file and its flags
 * @param {(call: CallTool) => Promise<unknown>} talk calls the server's tools
 * @returns {Promise<Exchange[]>} in the order of the calls
 */
export async function talkTo(command, talk) {
  const transport = new StdioClientTransport({ command: process.execPath, args: command, stderr: "pipe" });
  let log = "";
  transport.stderr?.on("data", (bytes) => (log += bytes));
  const client = new Client({ name: "demo", version: "0.0.0" });
  /** @type {Exchange[]} */
  const exchanges = [];
  const kill = atEnd(() => endProcess(transport.pid));
  try {
    await client.connect(transport);
    // From here on the client refuses a reply that doesn't conform to the outputSchema that its tool listed.
    await client.listTools();
    await talk(async (tool, subject, args) => {
      const reply = /** @type {CallToolResult} */ (await client.callTool({ name: tool, arguments: args }));
      exchanges.push({ tool, subject, args, reply });
      return reply;
    });
    return exchanges;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`node ${command.join(" ")}: ${reason}${log === "" ? "" : `; the server's log:\n${log.trimEnd()}`}`, {
      cause: error,
    });
  } finally {
    await client.close();
    kill();
  }
}

/** @param {number | null} id */
function endProcess(id) {
  if (id === null) return;
  try {
    process.kill(id, "SIGKILL");
  } catch {
    // It has ended by itself in the meantime.
  }
}
