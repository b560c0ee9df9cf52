// @ts-check
// The command line: `node server.mjs --help`.
import { parseArgs } from "node:util";

import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";

import { createFilesServer } from "./files-server.mjs";
import { serveHttp } from "./http.mjs";
import { MAX_FILE_BYTES, openWorkspace } from "./workspace.mjs";

const HELP = `An MCP server that reads and edits the text files of one folder.

node server.mjs [--root DIR] [--backups DIR] [--max-file-bytes N] [--http PORT]

  --root DIR            the folder; the tools reach nothing outside of it (default: where it is started)
  --backups DIR         where backups are kept, outside of the root (default: below $XDG_STATE_HOME or ~/.local/state)
  --max-file-bytes N    the largest file that is read or written (default: ${MAX_FILE_BYTES})
  --http PORT           Streamable HTTP on http://127.0.0.1:PORT/mcp in place of standard input and output; 0: any free port
  --help                this text
`;

const OPTIONS = /** @type {const} */ ({
  root: { type: "string", default: "." },
  backups: { type: "string" },
  "max-file-bytes": { type: "string" },
  http: { type: "string" },
  help: { type: "boolean", default: false },
});

async function main() {
  const { values } = parseArgs({ options: OPTIONS });
  if (values.help) return void process.stdout.write(HELP);
  const port = wholeNumber("--http", values.http, 65_535);
  const workspace = await openWorkspace({
    root: values.root,
    backups: values.backups,
    maxFileBytes: wholeNumber("--max-file-bytes", values["max-file-bytes"], 64 * 1024 * 1024),
  });
  const newServer = () => createFilesServer(workspace);
  if (port === undefined) return await newServer().connect(new StdioServerTransport());
  const { port: actual } = /** @type {import("node:net").AddressInfo} */ ((await serveHttp(port, newServer)).address());
  console.error(`files-server serves ${workspace.sandbox.root} on http://127.0.0.1:${actual}/mcp`);
}

/** @param {string} flag @param {string | undefined} value @param {number} most */
function wholeNumber(flag, value, most) {
  if (value === undefined) return undefined;
  const number = Number(value);
  if (/^\d+$/.test(value) && number <= most) return number;
  throw new Error(`${flag} ${value}: expected a whole number up to ${most}`);
}

main().catch((error) => {
  console.error(`${error.message}\nSee --help.`);
  process.exitCode = 1;
});
