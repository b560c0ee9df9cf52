#!/usr/bin/env node
// @ts-check
// The command line. Standard output belongs to the protocol; everything else goes to standard error.

import { parseArgs } from "node:util";

import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";

import { serveHttp } from "./http.mjs";
import { createServer } from "./ledger-server.mjs";
import { openLedger } from "./ledger/ledger.mjs";

const HELP = `An MCP server on a ledger of charges.

  node server.mjs [--database FILE] [--charges COUNT] [--seed NUMBER] [--http PORT]

  --database FILE   where the ledger is stored; made there if the file isn't there yet. In memory without it.
  --charges COUNT   how many charges are made up for a new ledger (4000)
  --seed NUMBER     the same seed makes up the same charges (3)
  --http PORT       serve Streamable HTTP on 127.0.0.1 instead of standard input and output; 0 picks a free port
  --help            say this
`;

/** @param {object} entry */
function log(entry) {
  process.stderr.write(`${JSON.stringify(entry)}\n`);
}

/** @param {string[]} words */
function optionsIn(words) {
  const { values } = parseArgs({
    args: words,
    options: {
      database: { type: "string" },
      charges: { type: "string" },
      seed: { type: "string" },
      http: { type: "string" },
      help: { type: "boolean" },
    },
  });
  return {
    help: values.help === true,
    path: values.database,
    charges: numberIn("charges", values.charges, 1_000_000),
    seed: numberIn("seed", values.seed, 2 ** 31 - 1),
    port: numberIn("http", values.http, 65_535),
  };
}

/**
 * @param {string} flag
 * @param {string | undefined} word
 * @param {number} largest
 */
function numberIn(flag, word, largest) {
  if (word === undefined) return undefined;
  if (!/^\d+$/.test(word) || Number(word) > largest) {
    throw new Error(`--${flag} ${word}: expected a whole number from 0 to ${largest}`);
  }
  return Number(word);
}

async function main() {
  const { help, port, ...options } = optionsIn(process.argv.slice(2));
  if (help) {
    process.stdout.write(HELP);
    return;
  }
  const ledger = await openLedger(options);
  const create = () => createServer({ ledger, log });
  if (port === undefined) {
    await create().connect(new StdioServerTransport());
    log({ event: "serving", transport: "stdio" });
  } else {
    const { url } = await serveHttp(port, create, log);
    log({ event: "serving", transport: "http", url });
  }
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\nSee node server.mjs --help\n`);
  process.exitCode = 1;
}
