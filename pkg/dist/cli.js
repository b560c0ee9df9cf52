#!/usr/bin/env node

// pkg/src/cli/main.ts
import { version } from "mcp-projection";

// pkg/src/cli/sentence.ts
import { writeSync } from "node:fs";
function say(sentence) {
  try {
    writeSync(2, `mcp-projection: ${sentence}
`);
  } catch {
  }
}

// pkg/src/cli/usage-error.ts
var UsageError = class extends Error {
  static {
    this.prototype.name = "UsageError";
  }
};

// pkg/src/cli/wrap.ts
import { parseArgs } from "node:util";
import { Session } from "mcp-projection";

// pkg/src/cli/ending.ts
import { constants } from "node:os";
function endLike(ending) {
  switch (ending.kind) {
    case "exited":
      process.exit(ending.code);
      break;
    case "killed":
      dieBy(ending.signal);
      break;
    case "unstarted":
      say(`can't start ${JSON.stringify(ending.command)}: ${reasonOf(ending.error)}`);
      process.exit(isMissing(ending.error) ? 127 : 126);
  }
}
function dieBy(signal) {
  setTimeout(() => process.exit(128 + constants.signals[signal]), 100);
  try {
    process.kill(process.pid, signal);
  } catch {
    process.exit(128 + constants.signals[signal]);
  }
}
function reasonOf(error) {
  if (isMissing(error)) return "there is no such command, or the interpreter that its first line names is missing";
  return error.message;
}
function isMissing(error) {
  return error.code === "ENOENT";
}

// pkg/src/cli/policy-file.ts
import { readFileSync } from "node:fs";
import { hostProfiles, JsonError, PolicyError, Projection } from "mcp-projection";
var LOSSLESS = { version: 1 };
function projectionOf(file, host) {
  const policy = file === void 0 ? LOSSLESS : policyIn(file);
  if (host !== void 0) requireKnownHost(host);
  try {
    return new Projection(policy, { host });
  } catch (error) {
    if (error instanceof PolicyError) throw new UsageError(`${file ?? "the policy"}: ${error.message}`);
    throw error;
  }
}
function policyIn(file) {
  const bytes = withoutMark(contentOf(file));
  try {
    new Projection(LOSSLESS).pruneBytes("", bytes);
  } catch (error) {
    if (error instanceof JsonError) {
      const { line, column, expected } = error;
      throw new UsageError(`${file}:${String(line)}:${String(column)}: this is no JSON: expected ${expected} there`);
    }
    throw error;
  }
  return JSON.parse(new TextDecoder().decode(bytes));
}
function contentOf(file) {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new UsageError(`the policy ${file} can't be read: ${error.message}`);
  }
}
function withoutMark(bytes) {
  const hasMark = bytes[0] === 239 && bytes[1] === 187 && bytes[2] === 191;
  return hasMark ? bytes.subarray(3) : bytes;
}
function requireKnownHost(host) {
  if (host === "auto") return;
  const profiles = hostProfiles();
  if (profiles.some((profile) => [profile.host, ...profile.clientNames].some((pattern) => fits(pattern, host)))) return;
  const known = profiles.map((profile) => profile.host).join(", ");
  throw new UsageError(`no host is known as "${host}"; expected auto, a client's name, or one of ${known}`);
}
function fits(pattern, name) {
  const literals = pattern.split("*").map((literal) => literal.replace(/[.+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${literals.join(".*")}$`, "is").test(name);
}

// pkg/src/cli/relay.ts
import { spawn } from "node:child_process";
import { closeSync } from "node:fs";
import { Socket } from "node:net";

// pkg/src/cli/signals.ts
var SIGNALS = process.platform === "win32" ? ["SIGINT", "SIGBREAK", "SIGHUP"] : ["SIGHUP", "SIGINT", "SIGQUIT", "SIGTERM", "SIGUSR1", "SIGUSR2"];
function forwardSignals(server) {
  const forward = (signal) => {
    if (process.platform !== "win32") server.kill(signal);
  };
  for (const signal of SIGNALS) process.on(signal, forward);
  return () => {
    for (const signal of SIGNALS) process.off(signal, forward);
  };
}

// pkg/src/cli/windows-command.ts
import { existsSync } from "node:fs";
import path from "node:path";
function spawnable(command, args) {
  const batchFile = process.platform === "win32" ? batchFileOf(command) : void 0;
  if (batchFile === void 0) return { file: command, args, options: {} };
  const line = [quoted(batchFile), ...args.map(argument)].join(" ");
  return {
    file: process.env["ComSpec"] ?? "cmd.exe",
    // No AutoRun; with the extensions that `%cd:~,%` needs, and without delayed expansion, which would read `!`.
    args: ["/d", "/e:on", "/v:off", "/s", "/c", `"${line}"`],
    options: { windowsVerbatimArguments: true }
  };
}
function batchFileOf(command) {
  const { win32 } = path;
  const folders = /[\\/:]/.test(command) ? [""] : (process.env["PATH"] ?? "").split(";").filter((folder) => folder !== "");
  const endings = (process.env["PATHEXT"] ?? ".COM;.EXE;.BAT;.CMD").split(";");
  const names = win32.extname(command) === "" ? endings.map((ending) => command + ending) : [command];
  const files = folders.flatMap((folder) => names.map((name) => folder === "" ? name : win32.join(folder, name)));
  const found = files.find((file) => existsSync(file));
  return found !== void 0 && /\.(?:bat|cmd)$/i.test(found) ? found : void 0;
}
function argument(text) {
  return /^[\w+\-./:@\\]+$/.test(text) ? text : quoted(text);
}
function quoted(text) {
  if (/[\0\r\n]/.test(text)) throw new Error(`a batch file can't be given the line break in ${JSON.stringify(text)}`);
  const withBackslashes = text.replace(/(\\+)(?="|$)/g, "$1$1");
  return `"${withBackslashes.replaceAll('"', '""').replaceAll("%", "%%cd:~,%")}"`;
}

// pkg/src/cli/relay.ts
async function relay(command, args, session) {
  let server;
  try {
    const { file, args: argumentsOfFile, options } = spawnable(command, args);
    server = spawn(file, [...argumentsOfFile], { ...options, stdio: ["pipe", "pipe", "inherit"] });
  } catch (error) {
    return { kind: "unstarted", command, error };
  }
  const stopForwarding = forwardSignals(server);
  const written = pass(server, session);
  const ending = await endingOf(server, command);
  stopForwarding();
  process.stdin.destroy();
  if (ending.kind !== "unstarted") await written;
  return ending;
}
function endingOf(server, command) {
  return new Promise((resolve) => {
    server.once("exit", (code, signal) => {
      resolve(signal === null ? { kind: "exited", code: code ?? 0 } : { kind: "killed", signal });
    });
    server.on("error", (error) => {
      if (server.pid === void 0) resolve({ kind: "unstarted", command, error });
    });
  });
}
function pass(server, session) {
  const fromClient = session.clientLines();
  const fromServer = session.serverLines();
  const stdout = standardOutput();
  void pump(process.stdin, server.stdin, {
    passed: (chunk) => {
      fromClient.push(chunk);
      return [chunk];
    },
    rest: () => []
  }).then(() => {
    server.stdin.end();
  });
  process.stdin.once("close", () => {
    close(0);
  });
  return pump(server.stdout, stdout, { passed: (chunk) => fromServer.push(chunk), rest: () => fromServer.finish() }).then(() => {
    stdout.destroy();
    close(1);
  });
}
var NOTHING = new Uint8Array();
function pump(source, sink, { passed, rest }) {
  const send = (parts) => {
    let hasRoom = true;
    sink.cork();
    for (const part of parts) hasRoom = sink.write(part);
    sink.uncork();
    return hasRoom;
  };
  return new Promise((resolve) => {
    source.on("data", (chunk) => {
      if (send(passed(chunk))) return;
      source.pause();
      sink.once("drain", () => source.resume());
    });
    const finish = () => {
      send(rest());
      sink.write(NOTHING, () => {
        resolve();
      });
    };
    source.once("end", finish);
    source.once("error", finish);
    const abandon = () => {
      source.destroy();
      resolve();
    };
    sink.on("error", abandon);
    sink.once("close", abandon);
  });
}
function standardOutput() {
  try {
    return new Socket({ fd: 1, readable: false, writable: true });
  } catch {
    return process.stdout;
  }
}
function close(descriptor) {
  try {
    closeSync(descriptor);
  } catch {
  }
}

// pkg/src/cli/report.ts
import { createWriteStream, openSync } from "node:fs";
var MOST_WAITING = 4 * 1024 * 1024;
function openReport(file) {
  const stream = createWriteStream(file, { fd: file === "" ? 2 : descriptorOf(file), autoClose: file !== "" });
  let isBroken = false;
  let omitted = 0;
  stream.on("error", () => {
    isBroken = true;
  });
  const line = (value) => `${JSON.stringify(value)}
`;
  return {
    add({ tool, bytesBefore, bytesAfter, decisions }) {
      if (isBroken) return;
      if (stream.writableLength > MOST_WAITING) omitted += 1;
      else stream.write(line({ tool, bytesBefore, bytesAfter, decisions }));
    },
    async close() {
      if (isBroken) return;
      if (omitted > 0) stream.write(line({ omitted }));
      await ended(stream);
    }
  };
}
function descriptorOf(file) {
  try {
    return openSync(file, "a");
  } catch (error) {
    throw new UsageError(`the report ${file} can't be written: ${error.message}`);
  }
}
function ended(stream) {
  return new Promise((resolve) => {
    stream.once("error", () => {
      resolve();
    });
    stream.end(resolve);
  });
}

// pkg/src/cli/wrap.ts
var wrapHelp = `Starts an MCP server and stands between it and its client: replies of tools are projected, everything else goes on byte for byte.

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
async function wrap(args) {
  const options = optionsOf(args);
  const projection = projectionOf(options.policy, options.host);
  const report = options.report === void 0 ? void 0 : openReport(options.report);
  const session = new Session(projection, {
    dryRun: options.dryRun,
    onReply: report?.add
  });
  const ending = await relay(options.command, options.args, session);
  await report?.close();
  endLike(ending);
}
function optionsOf(args) {
  const separator = args.indexOf("--");
  const [command, ...rest] = separator === -1 ? [] : args.slice(separator + 1);
  const { policy, host, report, "dry-run": dryRun } = parsed(args.slice(0, separator === -1 ? void 0 : separator));
  if (command === void 0 || command === "") {
    throw new UsageError(
      `no server is named; expected its command behind "--": mcp-projection wrap -- npx -y @modelcontextprotocol/server-memory`
    );
  }
  return { policy, host, report, dryRun: dryRun ?? false, command, args: rest };
}
function parsed(args) {
  try {
    const { values } = parseArgs({
      args: args.map((arg, at) => arg === "--report" && isOption(args[at + 1]) ? "--report=" : arg),
      options: {
        policy: { type: "string" },
        host: { type: "string" },
        report: { type: "string" },
        "dry-run": { type: "boolean" }
      }
    });
    return values;
  } catch (error) {
    throw new UsageError(`${error.message}; see mcp-projection wrap --help`);
  }
}
function isOption(next) {
  return next === void 0 || next.startsWith("-");
}

// pkg/src/cli/main.ts
var commands = /* @__PURE__ */ new Map([
  ["wrap", { about: "a proxy in front of a server on standard input and output", help: wrapHelp, run: wrap }]
]);
var help = `mcp-projection ${version}: what an MCP tool reply looks like on the wire

Usage: mcp-projection COMMAND [OPTIONS]

${[...commands].map(([name, { about }]) => `  ${name.padEnd(10)}${about}`).join("\n")}

  --help     what a command takes: mcp-projection COMMAND --help
  --version  the version of this package
`;
async function main([name, ...args]) {
  if (name === "--version") {
    process.stdout.write(`${version}
`);
    return;
  }
  if (name === "--help" || name === "-h" || name === "help") {
    process.stdout.write(help);
    return;
  }
  const command = name === void 0 ? void 0 : commands.get(name);
  if (name === void 0 || command === void 0) {
    const mistake = name === void 0 ? "no command is given" : `there is no command "${name}"`;
    throw new UsageError(`${mistake}; expected ${[...commands.keys()].join(", ")}, --help or --version`);
  }
  const own = args.slice(0, args.includes("--") ? args.indexOf("--") : void 0);
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
