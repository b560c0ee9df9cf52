// @ts-check
// The entry: node server.mjs --help
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";

import { HELP, UsageError, readCommandLine } from "./command-line.mjs";
import { createServer } from "./create-server.mjs";
import { generate } from "./generate/generate.mjs";
import { serveHttp } from "./http.mjs";
import { answer } from "./json-command.mjs";
import { importFiles } from "./workspace/import.mjs";
import { IN_MEMORY } from "./workspace/sqlite.mjs";
import { openWorkspace } from "./workspace/workspace.mjs";

/** @import { Workspace } from "./workspace/workspace.mjs" */

/** @typedef {ReturnType<typeof readCommandLine>} Commands */

/** @param {Commands} commands */
async function run(commands) {
  const workspace = await openWorkspace(commands.database);
  process.once("exit", () => workspace.close());
  // A signal is handled between two transactions, so that none is left half done, nor its lock behind.
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM"])) process.once(signal, () => process.exit());

  fill(workspace, commands);
  const isFilled = commands.import !== undefined || commands.generate !== undefined;
  if (commands.json !== undefined) {
    print(answer(workspace, commands.json.tool, commands.json.args));
  } else if (commands.http !== undefined) {
    const { url } = await serveHttp(() => createServer(workspace), commands.http);
    console.error(`serving MCP at ${url}`);
  } else if (!isFilled || commands.database === IN_MEMORY) {
    await createServer(workspace).connect(new StdioServerTransport());
  }
}

/**
 * @param {Workspace} workspace
 * @param {Commands} commands
 */
function fill(workspace, commands) {
  if (commands.generate !== undefined) {
    const { pages, journals, blocks } = generate(workspace, commands.generate);
    console.error(`made ${pages} pages and ${journals} journals of ${blocks} blocks in ${commands.database}`);
  }
  if (commands.import !== undefined) {
    const { imported, refused } = importFiles(workspace, commands.import);
    for (const { path, reason } of refused) console.error(`not imported: ${path}: ${reason}`);
    console.error(`imported ${imported} of ${imported + refused.length} files into ${commands.database}`);
    if (refused.length > 0) process.exitCode = 1;
  }
}

/** @param {ReturnType<typeof answer>} envelope */
function print(envelope) {
  process.stdout.write(`${JSON.stringify(envelope, null, 2)}\n`);
  if (!envelope.ok) process.exitCode = 1;
}

try {
  const commands = readCommandLine(process.argv.slice(2));
  if (commands.help) process.stdout.write(HELP);
  else await run(commands);
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  console.error(error instanceof UsageError ? `${message}\nRun with --help for what there is.` : message);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
