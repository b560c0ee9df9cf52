// @ts-check
// What the server can be told when it is started.
import { homedir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

import { IN_MEMORY } from "./workspace/sqlite.mjs";

export const HELP = `An outliner as an MCP server: pages, journals and nested blocks in SQLite.

  node server.mjs                      serve MCP on standard input and output
  node server.mjs --http PORT          serve MCP at http://127.0.0.1:PORT/mcp
  node server.mjs --import PATH        take in a Markdown file, or a folder of them
  node server.mjs --generate PAGES     fill an empty database with pages made of installed packages' documentation
  node server.mjs --json TOOL ARGUMENTS
                                       print what a tool's handler computes, as {ok, data, error};
                                       ARGUMENTS is a JSON object, {} if there is none

  --database FILE  where everything is kept; ${IN_MEMORY} for nowhere, and then --import and --generate go on to serve
                   (now ${defaultDatabase()})
  --help           print this

An imported file is written back when one of its blocks is changed. Import it again to take in what you have
written yourself; blocks whose text is still there keep their ids.
`;

const OPTIONS = /** @type {const} */ ({
  database: { type: "string" },
  generate: { type: "string" },
  help: { type: "boolean", default: false },
  http: { type: "string" },
  import: { type: "string" },
  json: { type: "string" },
});

/** Something on the command line is wrong. */
export class UsageError extends Error {}

/** @param {string[]} args */
export function readCommandLine(args) {
  const { values, positionals } = parse(args);
  if (positionals.length > (values.json === undefined ? 0 : 1)) {
    throw new UsageError(`"${positionals.at(-1)}" is one argument too many`);
  }
  const ways = [values.json === undefined ? "" : "--json", values.http === undefined ? "" : "--http"].filter((way) => way !== "");
  if (ways.length > 1) throw new UsageError(`expected one of ${ways.join(" and ")}`);
  return {
    help: values.help,
    database: values.database ?? defaultDatabase(),
    import: values.import,
    generate: values.generate === undefined ? undefined : integer("--generate", values.generate, 1, 1_000_000),
    http: values.http === undefined ? undefined : integer("--http", values.http, 0, 65_535),
    json: values.json === undefined ? undefined : { tool: values.json, args: positionals[0] ?? "{}" },
  };
}

/** @param {string[]} args */
function parse(args) {
  try {
    return parseArgs({ args, options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/**
 * @param {string} flag
 * @param {string} text
 * @param {number} least
 * @param {number} most
 */
function integer(flag, text, least, most) {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= least && value <= most) return value;
  throw new UsageError(`${flag} ${text}: expected a number from ${least} to ${most}`);
}

/** In the user's data folder, since MCP clients start servers in any folder. */
function defaultDatabase() {
  return join(dataFolder(), "outline-server", "outline.sqlite");
}

function dataFolder() {
  const { APPDATA, XDG_DATA_HOME } = process.env;
  if (process.platform === "win32" && APPDATA) return APPDATA;
  if (process.platform === "darwin") return join(homedir(), "Library", "Application Support");
  return XDG_DATA_HOME || join(homedir(), ".local", "share");
}
