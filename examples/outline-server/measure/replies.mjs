// @ts-check
// The same calls answered in three ways, and what the replies cost.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";

import { createServer } from "../create-server.mjs";
import { answer } from "../json-command.mjs";

/** @import { Workspace } from "../workspace/workspace.mjs" */
/** @import { Calls } from "./calls.mjs" */

/** @typedef {{ content: { type: string, text?: string }[], structuredContent?: object, isError?: boolean }} Reply */

/**
 * @typedef {object} Size of one reply, or of an average one
 * @property {number} bytes UTF-8 bytes of the reply as JSON text
 * @property {number} tokens o200k_base tokens of the same text
 * @property {number} contentTokens o200k_base tokens of its text blocks alone
 */

/**
 * @typedef {object} Measured
 * @property {string} tool
 * @property {string} subject
 * @property {number} calls
 * @property {Size} before as the RFC's server sent it: pretty-printed, and again in an envelope
 * @property {Size} twice as this server sends it without its projection: compact, and again as structuredContent
 * @property {Size} after
 */

// These sent their Markdown as text; what else they had was in structuredContent only.
const MARKDOWN_FIRST = ["page_render", "export_md", "daily_today", "daily_get"];

/**
 * @param {Workspace} workspace
 * @param {Calls[]} calls
 * @returns {Promise<Measured[]>}
 */
export async function measureReplies(workspace, calls) {
  const projected = await connect(workspace);
  const unprojected = await connect(workspace, () => {});
  const measured = [];
  for (const { tool, subject, args } of calls) {
    /** @type {{ before: Size[], twice: Size[], after: Size[] }} */
    const sizes = { before: [], twice: [], after: [] };
    for (const each of args) {
      sizes.before.push(sizeOf(replyBefore(workspace, tool, each)));
      sizes.twice.push(sizeOf(await unprojected.call(tool, each)));
      sizes.after.push(sizeOf(await projected.call(tool, each)));
    }
    measured.push({
      tool,
      subject,
      calls: args.length,
      before: average(sizes.before),
      twice: average(sizes.twice),
      after: average(sizes.after),
    });
  }
  await Promise.all([projected.close(), unprojected.close()]);
  return measured;
}

/**
 * @param {Workspace} workspace
 * @param {() => void} [project]
 */
async function connect(workspace, project) {
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
  await createServer(workspace, project === undefined ? {} : { project }).connect(serverSide);
  const client = new Client({ name: "outline-measure", version: "0.0.0" });
  await client.connect(clientSide);
  return {
    call: async (/** @type {string} */ name, /** @type {Record<string, unknown>} */ args) =>
      /** @type {Reply} */ (await client.callTool({ name, arguments: args })),
    close: () => client.close(),
  };
}

/**
 * @param {Workspace} workspace
 * @param {string} tool
 * @param {object} args
 * @returns {Reply}
 */
function replyBefore(workspace, tool, args) {
  const structuredContent = answer(workspace, tool, JSON.stringify(args));
  const { ok, data, error } = structuredContent;
  if (!ok) return { content: [{ type: "text", text: `${error.code}: ${error.message}` }], structuredContent, isError: true };
  const { md } = /** @type {{ md?: string }} */ (data);
  const text = md !== undefined && MARKDOWN_FIRST.includes(tool) ? md : JSON.stringify(data, null, 2);
  return { content: [{ type: "text", text }], structuredContent };
}

/** @param {Reply} reply */
function sizeOf(reply) {
  const json = JSON.stringify(reply);
  const text = reply.content.map((block) => block.text ?? "").join("\n");
  return { bytes: Buffer.byteLength(json), tokens: countTokens(json), contentTokens: countTokens(text) };
}

/**
 * @param {Size[]} sizes
 * @returns {Size}
 */
function average(sizes) {
  const mean = (/** @type {keyof Size} */ name) => Math.round(sizes.reduce((sum, size) => sum + size[name], 0) / sizes.length);
  return { bytes: mean("bytes"), tokens: mean("tokens"), contentTokens: mean("contentTokens") };
}
