// The official client for Python, which gives its servers pipes, and ends them in a way of its own.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { lost } from "../same-values.mjs";
import { python, wrapper } from "./installed.mjs";

const run = promisify(execFile);
const client = fileURLToPath(new URL("client.py", import.meta.url));

async function results(...command) {
  const { stdout } = await run(python(), [client, ...command]);
  // The day may change between two runs.
  const lines = stdout.replace(/\d{4}-\d\d-\d\d|[A-Z][a-z]+day/g, "…");
  return lines.trimEnd().split("\n");
}

test("the client for Python hears the same values", { timeout: 60_000 }, async () => {
  const server = [python(), "-m", "mcp_server_time"];
  const direct = await results(...server);
  const wrapped = await results(process.execPath, wrapper, "wrap", "--", ...server);
  assert.equal(direct.length, 2);
  assert.deepEqual(wrapped.map((result, at) => lost(direct[at], result)), [undefined, undefined]);
  // It was the wrapper that answered: it leaves no white space in a text that structuredContent says again.
  assert.ok(wrapped[0].length < direct[0].length);
});
