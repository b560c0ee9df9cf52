// The recorded messages of real servers, where they lie beside the checkout.

import { createHash } from "node:crypto";
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { member, read } from "./lossless-json.mjs";

/**
 * The folder that MCP_PROJECTION_CORPUS names, if it has recorded replies and not the payloads of a bench, or else the nearest
 * `shared/corpus` beside or above this file; undefined where there is none.
 */
export function corpusFolder() {
  const named = process.env.MCP_PROJECTION_CORPUS;
  const isRecorded = (folder) => existsSync(join(folder, "index.json"));
  if (named && isRecorded(named)) return named;
  for (let folder = dirname(realpathSync(fileURLToPath(import.meta.url))); ; folder = dirname(folder)) {
    const candidate = join(folder, "shared", "corpus");
    if (isRecorded(candidate)) return candidate;
    if (dirname(folder) === folder) return undefined;
  }
}

/**
 * @typedef {object} RecordedCall
 * @property {string} file
 * @property {string} server
 * @property {string} tool
 * @property {"success" | "error"} kind
 * @property {object} arguments
 * @property {object | undefined} outputSchema the one in the server's list of tools
 * @property {string} result the reply's text as it came on the wire
 */

/**
 * Every recorded reply to tools/call.
 *
 * @param {string} folder
 * @returns {RecordedCall[]}
 */
export function recordedCalls(folder) {
  const text = (file) => new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(readFileSync(join(folder, file)));
  const index = JSON.parse(text("index.json"));
  const schemas = new Map();
  for (const { server, file } of index.filter(({ kind }) => kind === "list")) {
    for (const { name, outputSchema } of JSON.parse(text(file)).result.tools) schemas.set(`${server} ${name}`, outputSchema);
  }
  return index
    .filter(({ kind }) => kind === "success" || kind === "error")
    .map(({ file, server, tool, kind }) => {
      const record = text(file);
      const value = (name) => member(read(record), name);
      const { start, end } = value("result");
      const result = record.slice(start, end);
      const { arguments: callArguments, wire } = JSON.parse(record);
      const line = wire.prefix + result + wire.suffix;
      if (createHash("sha256").update(line).digest("hex") !== wire.sha256) {
        throw new Error(`${file}: the reply isn't what came on the wire`);
      }
      return { file, server, tool, kind, arguments: callArguments, outputSchema: schemas.get(`${server} ${tool}`), result };
    });
}
