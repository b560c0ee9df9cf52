// mcp-projection wrap: its options, and what it says of those that it can't follow.

import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, describe, test } from "node:test";

import { hostProfiles } from "mcp-projection";

import { call, listOf, listTools, saidOnce, started, twice, wrapped } from "./wrapped-server.mjs";

const LIMIT = { timeout: 60_000 };
const { version } = createRequire(import.meta.url)("mcp-projection/package.json");
const folder = mkdtempSync(path.join(tmpdir(), "wrap-"));
after(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;
function fileOf(content) {
  const file = path.join(folder, `${(files += 1)}.json`);
  writeFileSync(file, typeof content === "string" || Buffer.isBuffer(content) ? content : JSON.stringify(content));
  return file;
}

const payload = { id: "a", text: "b", children: [], todo: null };
const listed = `${JSON.stringify({ jsonrpc: "2.0", id: "list", result: listOf("t") })}\n`;

/** What a client gets that says who it is, lists the tools and calls `t`. */
async function replyUnder(options, clientInfo = { name: "a client", version: "1" }) {
  const server = wrapped(
    `onLine((text) => {
      const { id, method } = JSON.parse(text);
      const results = { "tools/list": ${JSON.stringify(listOf("t"))}, "tools/call": ${JSON.stringify(twice(payload))} };
      reply(id, results[method] ?? { protocolVersion: "2025-11-25", capabilities: {}, serverInfo: { name: "s", version: "1" } });
    });`,
    options,
  );
  const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo };
  server.send({ jsonrpc: "2.0", id: "init", method: "initialize", params }, listTools, call(1));
  server.child.stdin.end();
  const ending = await server.ended;
  assert.equal(ending.code, 0, ending.stderr);
  const lines = ending.stdout.toString().split("\n");
  return { ...ending, result: JSON.parse(lines[2]).result };
}

describe("--policy", LIMIT, () => {
  const policy = { version: 1, prune: { node: { where: ["id"], dropEqual: { todo: null } } }, defaults: { prune: ["node"] } };

  test("says how to project", async () => {
    const { result } = await replyUnder(["--policy", fileOf(policy)]);
    assert.deepEqual(result, { content: [{ type: "text", text: '{"id":"a","text":"b","children":[]}' }] });
  });

  test("may start with the mark that some editors put before a text", async () => {
    const { result } = await replyUnder([`--policy=${fileOf(`\ufeff${JSON.stringify(policy)}`)}`]);
    assert.equal(result.content[0].text, '{"id":"a","text":"b","children":[]}');
  });

  test("may be left out: then nothing is pruned", async () => {
    assert.deepEqual((await replyUnder([])).result, saidOnce(payload));
  });
});

describe("--host", LIMIT, () => {
  const mirrored = fileOf({ version: 1, defaults: { shape: "mirrored" } });

  for (const [how, options, client] of [
    ["by its id", ["--host", "claude-code"], "anybody"],
    ["by its client's name, in any case", ["--host", "Claude-Code"], "anybody"],
    ["as the client that connects, with auto", ["--host", "auto"], "claude-code"],
  ]) {
    test(`names the host ${how}`, async () => {
      assert.deepEqual((await replyUnder(["--policy", mirrored, ...options], { name: client, version: "1" })).result, saidOnce(payload));
    });
  }

  test("without it, and without a host in the policy, who connects doesn't matter", async () => {
    const { result } = await replyUnder(["--policy", mirrored], { name: "claude-code", version: "1" });
    assert.deepEqual(result, twice(payload));
  });

  test("the policy's own host may be auto, too", async () => {
    const policy = fileOf({ version: 1, defaults: { shape: "mirrored", host: "auto" } });
    assert.deepEqual((await replyUnder(["--policy", policy], { name: "claude-code", version: "1" })).result, saidOnce(payload));
  });
});

describe("--report and --dry-run", LIMIT, () => {
  const bytes = (result) => Buffer.byteLength(JSON.stringify(result));
  const saved = bytes(twice(payload)) - bytes(saidOnce(payload));
  const entry = {
    tool: "t",
    bytesBefore: bytes(twice(payload)),
    bytesAfter: bytes(saidOnce(payload)),
    decisions: [{ rule: "duplicate", pointer: "/structuredContent", bytesSaved: saved, reason: "the content says it" }],
  };
  const line = `${JSON.stringify(entry)}\n`;

  for (const options of [["--report"], ["--report", "--dry-run"], ["--dry-run", "--report="]]) {
    test(`${options.join(" ")} writes a line for each reply to standard error`, async () => {
      assert.equal((await replyUnder(options)).stderr, line);
    });
  }

  test("--report FILE, or --report=FILE, adds it to a file, which is whole when the command ends", async () => {
    const file = path.join(folder, "report.jsonl");
    assert.equal((await replyUnder(["--report", file])).stderr, "");
    await replyUnder([`--report=${file}`, "--dry-run"]);
    assert.equal(readFileSync(file, "utf8"), line + line);
  });

  test("--dry-run changes nothing", async () => {
    const { stdout } = await replyUnder(["--dry-run", "--policy", fileOf({ version: 1, defaults: { outputSchema: "strip" } })]);
    assert.ok(stdout.toString().endsWith(`${listed}${JSON.stringify({ jsonrpc: "2.0", id: 1, result: twice(payload) })}\n`));
  });

  for (const [how, calls, name] of [
    ["", 3000, "t".repeat(100)],
    [", and what is too much to keep is counted", 3000, "t".repeat(4000)],
  ]) {
    test(`a report that nobody reads holds up no message${how}`, async () => {
      const server = wrapped(
        `onLine((text) => { const { id } = JSON.parse(text); reply(id, { content: [{ type: "text", text: "a" }] }); });`,
        ["--report"],
      );
      server.child.stderr.pause();
      for (let id = 0; id < calls; id += 1) server.send(call(id, name));
      await server.heard(`"id":${calls - 1},`);
      server.child.stdin.end();
      server.child.stderr.resume();
      const { stderr, code } = await server.ended;
      const lines = stderr.trim().split("\n").map((line) => JSON.parse(line));
      const { omitted = 0 } = lines.at(-1);
      assert.deepEqual([code, lines.filter(({ tool }) => tool === name).length + omitted], [0, calls]);
      assert.equal(omitted > 0, how !== "");
    });
  }

  test("a report that nobody can read ends nothing", async () => {
    const server = wrapped(`onLine((text) => reply(JSON.parse(text).id, { content: [] }));`, ["--report"]);
    server.child.stderr.destroy();
    server.send(call(1), call(2), call(3));
    await server.heard(`"id":3,`);
    server.child.stdin.end();
    assert.equal((await server.ended).code, 0);
  });
});

describe("what can't be followed is said on standard error, with exit code 2, and no server is started", LIMIT, () => {
  const missing = path.join(folder, "missing.json");
  const broken = fileOf('{\n  "version": 1,\n  "tools": { "a": }\n}');
  const wrong = fileOf({ version: 1, tools: { "a/b": { shape: "round" } } });
  const list = fileOf("[]");
  const binary = fileOf(Buffer.from([0xff, 0xfe, 0]));
  const hosts = hostProfiles().map(({ host }) => host);

  for (const [what, args, ...said] of [
    ["no command", [], "no command is given", "wrap", "--help"],
    ["a command that isn't there", ["rap", "--", "true"], 'there is no command "rap"', "wrap"],
    ["no server", ["wrap"], 'behind "--"'],
    ["no server behind the dashes", ["wrap", "--"], 'behind "--"'],
    ["a server without dashes", ["wrap", "true"], "wrap --help"],
    ["an unknown option", ["wrap", "--polcy", "a", "--", "true"], "--polcy", "wrap --help"],
    ["an option without its value", ["wrap", "--policy", "--", "true"], "--policy", "wrap --help"],
    ["a host that nobody knows", ["wrap", "--host", "claude", "--", "true"], '"claude"', ...hosts],
    ["a policy that isn't there", ["wrap", "--policy", missing, "--", "true"], missing, "ENOENT"],
    ["a policy that is a folder", ["wrap", "--policy", folder, "--", "true"], folder, "EISDIR"],
    ["a policy that is no JSON", ["wrap", "--policy", broken, "--", "true"], `${broken}:3:19: `, "expected a value"],
    ["a policy that is no text", ["wrap", "--policy", binary, "--", "true"], `${binary}:1:1: `],
    ["a policy with a mistake", ["wrap", "--policy", wrong, "--", "true"], wrong, "/tools/a~1b/shape", '`mirrored`'],
    ["a policy that is a list", ["wrap", "--policy", list, "--", "true"], list],
    ["a report that can't be written", ["wrap", "--report", path.join(missing, "a"), "--", "true"], path.join(missing, "a"), "ENOENT"],
  ]) {
    test(what, async () => {
      const marked = path.join(folder, "started");
      const { code, stdout, stderr } = await started(args.flatMap((arg) => (arg === "true" ? ["touch", marked] : arg))).ended;
      assert.deepEqual([code, stdout.toString(), existsSync(marked)], [2, "", false]);
      assert.match(stderr, /^mcp-projection: [^\n]+\n$/);
      for (const each of said) assert.ok(stderr.includes(each), `${each} isn't in: ${stderr}`);
    });
  }
});

describe("what it says of itself goes to standard output", LIMIT, () => {
  for (const [args, ...said] of [
    [["--version"], /^\d+\.\d+\.\d+\n$/, version],
    [["--help"], /^mcp-projection [^]*wrap/, "--version"],
    [["wrap", "--help"], /^Starts an MCP server/, "--policy FILE", "--host NAME", "--report[=FILE]", "--dry-run"],
    [["wrap", "--dry-run", "-h", "--", "true"], /^Starts an MCP server/],
  ]) {
    test(args.join(" "), async () => {
      const { code, stdout, stderr } = await started(args).ended;
      assert.deepEqual([code, stderr], [0, ""]);
      for (const each of said) assert.ok(each instanceof RegExp ? each.test(stdout) : stdout.includes(each), `${each} isn't in: ${stdout}`);
    });
  }

  test("--help behind the dashes is the server's", async () => {
    const { stdout } = await started(["wrap", "--", process.execPath, "--eval", "console.log(process.argv[1])", "--", "--help"]).ended;
    assert.equal(stdout.toString(), "--help\n");
  });
});
