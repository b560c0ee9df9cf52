#!/usr/bin/env node
// The command `mcp-projection`: which of its commands is meant, and how a mistake in using it is told.

import { version } from "mcp-projection";

import { say } from "./sentence.js";
import { UsageError } from "./usage-error.js";
import { wrap, wrapHelp } from "./wrap.js";

interface Command {
  /** What it is for, in a line. */
  readonly about: string;
  readonly help: string;
  /** @throws UsageError for arguments that it can't follow */
  readonly run: (args: readonly string[]) => Promise<void>;
}

const commands: ReadonlyMap<string, Command> = new Map([
  ["wrap", { about: "a proxy in front of a server on standard input and output", help: wrapHelp, run: wrap }],
]);

const help = `mcp-projection ${version}: what an MCP tool reply looks like on the wire

Usage: mcp-projection COMMAND [OPTIONS]

${[...commands].map(([name, { about }]) => `  ${name.padEnd(10)}${about}`).join("\n")}

  --help     what a command takes: mcp-projection COMMAND --help
  --version  the version of this package
`;

async function main([name, ...args]: readonly string[]): Promise<void> {
  if (name === "--version") {
    process.stdout.write(`${version}\n`);
    return;
  }
  if (name === "--help" || name === "-h" || name === "help") {
    process.stdout.write(help);
    return;
  }
  const command = name === undefined ? undefined : commands.get(name);
  if (name === undefined || command === undefined) {
    const mistake = name === undefined ? "no command is given" : `there is no command "${name}"`;
    throw new UsageError(`${mistake}; expected ${[...commands.keys()].join(", ")}, --help or --version`);
  }
  // What stands behind "--" is somebody else's.
  const own = args.slice(0, args.includes("--") ? args.indexOf("--") : undefined);
  if (own.includes("--help") || own.includes("-h")) {
    process.stdout.write(command.help);
    return;
  }
  await command.run(args);
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  say(error.message);
  process.exitCode = 2;
}
