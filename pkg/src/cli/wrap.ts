import { parseArgs } from "node:util";

import { Session } from "mcp-projection";

import { endLike } from "./ending.js";
import { projectionOf } from "./policy-file.js";
import { relay } from "./relay.js";
import { openReport } from "./report.js";
import { UsageError } from "./usage-error.js";

export const wrapHelp = `Starts an MCP server and stands between it and its client: replies of tools are projected, everything else goes on byte for byte.

Usage: mcp-projection wrap [OPTIONS] -- COMMAND [ARGUMENTS]

  --policy FILE    a policy, in JSON; without one nothing is pruned, and only what a reply says twice goes
  --host NAME      whose model reads the replies: a host's id such as claude-code, a client's name, or auto for the one that connects
  --report[=FILE]  a line of JSON for each reply: {"tool","bytesBefore","bytesAfter","decisions"}, added to FILE, else on standard error
  --dry-run        changes nothing; with --report it says what would change
  --help           this text

In a client's configuration, "command": "npx", "args": ["-y", "SERVER"] becomes
"command": "npx", "args": ["-y", "mcp-projection", "wrap", "--", "npx", "-y", "SERVER"].

Standard input and output are the server's; so are standard error, signals and the exit code. 127 says that there is no such command,
126 that it can't be started, 2 that the options or the policy are wrong.
`;

interface WrapOptions {
  readonly policy: string | undefined;
  readonly host: string | undefined;
  /** A file's name, empty for standard error; undefined for no report. */
  readonly report: string | undefined;
  readonly dryRun: boolean;
  readonly command: string;
  readonly args: readonly string[];
}

/** @throws UsageError for arguments that it can't follow, a policy among them */
export async function wrap(args: readonly string[]): Promise<void> {
  const options = optionsOf(args);
  const projection = projectionOf(options.policy, options.host);
  const report = options.report === undefined ? undefined : openReport(options.report);
  const session = new Session(projection, {
    dryRun: options.dryRun,
    onReply: report?.add,
  });
  const ending = await relay(options.command, options.args, session);
  await report?.close();
  endLike(ending);
}

function optionsOf(args: readonly string[]): WrapOptions {
  const separator = args.indexOf("--");
  const [command, ...rest] = separator === -1 ? [] : args.slice(separator + 1);
  const { policy, host, report, "dry-run": dryRun } = parsed(args.slice(0, separator === -1 ? undefined : separator));
  if (command === undefined || command === "") {
    throw new UsageError(
      `no server is named; expected its command behind "--": mcp-projection wrap -- npx -y @modelcontextprotocol/server-memory`,
    );
  }
  return { policy, host, report, dryRun: dryRun ?? false, command, args: rest };
}

function parsed(args: readonly string[]): { policy?: string; host?: string; report?: string; "dry-run"?: boolean } {
  try {
    const { values } = parseArgs({
      args: args.map((arg, at) => (arg === "--report" && isOption(args[at + 1]) ? "--report=" : arg)),
      options: {
        policy: { type: "string" },
        host: { type: "string" },
        report: { type: "string" },
        "dry-run": { type: "boolean" },
      },
    });
    return values;
  } catch (error) {
    throw new UsageError(`${(error as Error).message}; see mcp-projection wrap --help`);
  }
}

/** Whether what follows --report is no file's name. */
function isOption(next: string | undefined): boolean {
  return next === undefined || next.startsWith("-");
}
