// mcp-projection wrap on Windows, as far as another system can tell: what it starts for a command, and that arguments come out of cmd.exe as they
// went in. cmd.exe, and how programs read their command line, are modelled here by what Microsoft documents of them.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { started } from "./wrapped-server.mjs";

const LIMIT = { timeout: 60_000 };
const NPX = "C:\\Program Files\\nodejs\\npx.cmd";
const preload = ["--import", new URL("./as-windows.mjs", import.meta.url).href];

/** What would be started. */
async function spawned(command, args = [], environment = {}) {
  const server = started(["wrap", "--", command, ...args], {
    args: preload,
    env: {
      WINDOWS_FILES: [NPX, "C:\\Windows\\node.exe", "C:\\tools\\batch.BAT", ".\\own.cmd"].join("|"),
      PATH: "C:\\Windows;C:\\Program Files\\nodejs;;C:\\tools",
      PATHEXT: ".COM;.EXE;.BAT;.CMD",
      ComSpec: "C:\\Windows\\system32\\cmd.exe",
      ...environment,
    },
  });
  const { stderr, code } = await server.ended;
  return code === 0 ? JSON.parse(stderr) : { code, stderr };
}

describe("what is started", LIMIT, () => {
  test("is the program itself where a command means one", async () => {
    for (const command of ["node", "node.exe", "C:\\Windows\\node.exe", "no-such-command"]) {
      const args = ["a b", "%PATH%", '"'];
      assert.deepEqual(await spawned(command, args), { file: command, args, windowsVerbatimArguments: false });
    }
  });

  for (const [command, file] of [
    ["npx", `"C:\\Program Files\\nodejs\\npx.CMD"`],
    ["npx.cmd", `"${NPX}"`],
    [NPX, `"${NPX}"`],
    ["batch", `"C:\\tools\\batch.BAT"`],
    [".\\own", `".\\own.CMD"`],
  ]) {
    test(`is cmd.exe for the batch file ${command}`, async () => {
      const environment = command === "npx" ? { WINDOWS_FILES: NPX.replace("cmd", "CMD") } : { WINDOWS_FILES: `${NPX}|C:\\tools\\batch.BAT|.\\own.CMD` };
      const { file: shell, args, windowsVerbatimArguments } = await spawned(command, ["-y", "@scope/server"], environment);
      assert.deepEqual([shell, windowsVerbatimArguments], ["C:\\Windows\\system32\\cmd.exe", true]);
      assert.deepEqual(args, ["/d", "/e:on", "/v:off", "/s", "/c", `"${file} -y @scope/server"`]);
    });
  }

  test("is nothing where a batch file can't be given an argument", async () => {
    const { code, stderr } = await spawned("npx.cmd", ["two\nlines"]);
    assert.equal(code, 126);
    assert.match(stderr, /^mcp-projection: can't start "npx.cmd": .*line break in "two\\nlines"\n$/);
  });
});

describe("an argument comes out as it went in", LIMIT, () => {
  for (const text of [
    "",
    "plain",
    "with space",
    "tab\there",
    'a "quoted" word',
    '"',
    '""',
    "back\\slash",
    "ends in a backslash \\",
    'backslashes \\\\" before a quote',
    "%PATH%",
    "100%",
    "%%",
    "!PATH!",
    "a & calc.exe",
    '" & calc.exe & "',
    "a | b > c < d ^ e (f)",
    '^" & calc',
    '"%PATH%"',
    "{\"a\": [1.0, \"b c\"], \"d\": \"e\\\\f\"}",
    "*?[a-z]",
    "a,b;c=d",
    "ünïcödé 数据",
  ]) {
    test(JSON.stringify(text), async () => {
      const { args } = await spawned("npx.cmd", ["before", text, "after"]);
      // The line of cmd.exe, then that of the batch file: "program" %*
      const [, ...parts] = argumentsOf(commandsOf(args.at(-1).slice(1, -1), { PATH: "C:\\Windows" }));
      const rest = args.at(-1).slice(1, -1).slice(`"${NPX}" `.length);
      assert.deepEqual(parts, ["before", text, "after"]);
      const handedOn = commandsOf(`"program" ${percentOf(rest)}`, {}, false);
      assert.deepEqual(argumentsOf(handedOn).slice(1), ["before", text, "after"]);
    });
  }
});

/** What cmd.exe puts in the place of names between percent signs, on a command line: an unknown name stays, and `%cd:~,%` is empty. */
function percentOf(line, environment = {}) {
  return line.replace(/%([^%:]+)(:~,)?%/g, (whole, name, isPiece) => {
    if (name === "cd" && isPiece !== undefined) return "";
    return isPiece === undefined ? (environment[name] ?? whole) : whole;
  });
}

/**
 * The single command that cmd.exe makes of a line: outside quotes a caret escapes, and these end a command; inside, nothing means anything but a quote.
 */
function commandsOf(line, environment, isTyped = true) {
  let command = "";
  let isQuoted = false;
  const text = isTyped ? percentOf(line, environment) : line;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') isQuoted = !isQuoted;
    if (!isQuoted && character === "^") at += 1;
    else if (!isQuoted && /[&|<>()\n]/.test(character)) throw new Error(`cmd.exe would end the command at ${at} of ${text}`);
    command += text[at];
  }
  return command;
}

/** A command line as a program in C reads it: 2n backslashes before a quote are n, one more and the quote is literal, and so are two in quotes. */
function argumentsOf(line) {
  const found = [];
  let at = 0;
  while (at < line.length) {
    if (/\s/.test(line[at])) {
      at += 1;
      continue;
    }
    let argument = "";
    let isQuoted = false;
    for (; at < line.length && (isQuoted || !/\s/.test(line[at])); at += 1) {
      const [backslashes] = /^\\*/.exec(line.slice(at));
      const next = line[at + backslashes.length];
      if (backslashes !== "" && next === '"') {
        argument += "\\".repeat(backslashes.length >> 1);
        at += backslashes.length;
        if (backslashes.length % 2 === 1) {
          argument += '"';
          continue;
        }
      }
      if (line[at] !== '"') argument += line[at];
      else if (isQuoted && line[at + 1] === '"') {
        argument += '"';
        at += 1;
      } else isQuoted = !isQuoted;
    }
    found.push(argument);
  }
  return found;
}
