// A client's configuration, changed in one line: the package from its tarball, and the Inspector as the client that reads the file.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";

import { readmeFile } from "./figures.mjs";
import { commandFile, packageFolder, wrapper } from "./installed.mjs";

const run = promisify(execFile);
const folder = mkdtempSync(path.join(tmpdir(), "wrap-inspector-"));
after(() => rmSync(folder, { recursive: true, force: true }));

before(async () => {
  writeFileSync(path.join(folder, "package.json"), '{ "private": true }\n');
  await run("npm", ["pack", "--silent", "--ignore-scripts", "--pack-destination", folder], { cwd: path.dirname(path.dirname(wrapper)) });
  const [tarball] = readdirSync(folder).filter((name) => name.endsWith(".tgz"));
  await run("npm", ["install", "--offline", "--no-audit", "--no-fund", path.join(folder, tarball)], { cwd: folder });
  // As if it had been installed here, so that npx finds it without a network.
  mkdirSync(path.join(folder, "node_modules/@modelcontextprotocol"));
  const server = "@modelcontextprotocol/server-memory";
  symlinkSync(packageFolder(server), path.join(folder, "node_modules", server));
  symlinkSync(commandFile("mcp-server-memory"), path.join(folder, "node_modules/.bin/mcp-server-memory"));
});

const LINES = {
  direct: { command: "npx", args: ["-y", "@modelcontextprotocol/server-memory"] },
  wrapped: { command: "npx", args: ["-y", "mcp-projection", "wrap", "--", "npx", "-y", "@modelcontextprotocol/server-memory"] },
};

/** What the Inspector prints of a request to the server that a configuration with this line names. */
async function inspected(line, ...request) {
  const env = { MEMORY_FILE_PATH: path.join(folder, `${line}.jsonl`), npm_config_offline: "true" };
  const config = path.join(folder, `${line}.json`);
  writeFileSync(config, JSON.stringify({ mcpServers: { memory: { ...LINES[line], env } } }, null, 2));
  const args = ["--cli", "--config", config, "--server", "memory", "--method", ...request];
  const { stdout } = await run(process.execPath, [commandFile("mcp-inspector"), ...args], {
    cwd: folder,
    env: { ...process.env, MCP_INSPECTOR_SECRET_STORE: "memory" },
  });
  return JSON.parse(stdout);
}

test("the README shows these lines", () => {
  const readme = readFileSync(readmeFile, "utf8");
  for (const { command, args } of Object.values(LINES)) {
    assert.ok(readme.includes(`| \`${JSON.stringify(command)}\` | \`${JSON.stringify(args).replaceAll(",", ", ")}\` |`));
  }
});

test("a client's configuration works with one line changed", { timeout: 60_000 }, async () => {
  const entities = [{ name: "Ada", entityType: "person", observations: ["wrote the first program"] }];
  const call = (tool, ...args) => ["tools/call", "--tool-name", tool, ...args];
  for (const request of [
    ["tools/list"],
    call("create_entities", "--tool-arg", `entities=${JSON.stringify(entities)}`),
    call("read_graph"),
    call("search_nodes", "--tool-arg", "query=first"),
  ]) {
    const direct = await inspected("direct", ...request);
    const wrapped = await inspected("wrapped", ...request);
    if (direct.content !== undefined) {
      const [text, textWrapped] = [direct, wrapped].map(({ content: [block] }) => block.text);
      assert.ok(text.includes("Ada") && textWrapped.length < text.length, textWrapped);
      wrapped.content[0].text = JSON.stringify(JSON.parse(textWrapped), null, 2);
    }
    assert.deepEqual(wrapped, direct);
  }
});
