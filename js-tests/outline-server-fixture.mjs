// A workspace on the disk, made by the server's own command line, and ways to reach its server.

import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";

import { createServer } from "../examples/outline-server/create-server.mjs";
import { answer } from "../examples/outline-server/json-command.mjs";
import { openWorkspace } from "../examples/outline-server/workspace/workspace.mjs";

const SERVER = fileURLToPath(new URL("../examples/outline-server/server.mjs", import.meta.url));

export const NOTES = {
  "pages/Garden plan.md": `status:: active

- Beds #garden
  collapsed:: true
  - TODO order seeds from [[Seed list]]
    priority:: high
  - DONE dig **both** beds
- \`\`\`js
  const rows = 3;

  - not a bullet
  \`\`\`
- [ ] water
* [x] weed
`,
  "Seed list.md": "# Vegetables\n\nPeas and beans,\nin that order.\n\n1. first\n2. second\n\n## Später\n- Öl #à-relire\n",
  "Reading.md": "type:: list\n\n- to read\n  - [[Seed list]] again\n- DONE read\n",
  "journals/2026_02_08.md": "- walked to [[Garden plan]]\n",
};

/** Its folder's name has what a shell would split or end a string at. */
export function temporaryFolder() {
  return mkdtempSync(join(realpathSync(tmpdir()), "outline it's "));
}

export function remove(folder) {
  rmSync(folder, { recursive: true, force: true });
}

/** @param {Record<string, string | Buffer>} files */
export function writeFiles(folder, files) {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, ".."), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

export function runServer(...args) {
  return spawnSync(process.execPath, [SERVER, ...args], { encoding: "utf8", maxBuffer: 1e8 });
}

/** A workspace of generated pages and imported files, as `promises` want it. */
export async function makeWorkspace() {
  const folder = temporaryFolder();
  const database = join(folder, "data", "outline.sqlite");
  writeFiles(join(folder, "notes"), NOTES);
  const made = runServer("--database", database, "--generate", "60", "--import", join(folder, "notes"));
  if (made.status !== 0) throw new Error(made.stderr);
  const workspace = await openWorkspace(database);
  const computed = (tool, args = {}) => {
    const { data, error } = answer(workspace, tool, JSON.stringify(args));
    if (error !== null) throw new Error(`${error.code}: ${error.message}`);
    return data;
  };
  return {
    database,
    workspace,
    computed,
    slug: "garden-plan",
    file: { slug: "reading", path: join(folder, "notes", "Reading.md") },
    close() {
      workspace.close();
      remove(folder);
    },
  };
}

export async function connect(transport) {
  const client = new Client({ name: "outline-test", version: "0.0.0" });
  await client.connect(transport);
  await client.listTools();
  return client;
}

export function overStdio(database) {
  return connect(new StdioClientTransport({ command: process.execPath, args: [SERVER, "--database", database], stderr: "ignore" }));
}

/** The server in a process of its own, on a free port. */
export async function startHttp(database) {
  const server = spawn(process.execPath, [SERVER, "--database", database, "--http", "0"], { stdio: ["ignore", "pipe", "pipe"] });
  let [log, output] = ["", ""];
  server.stdout.on("data", (chunk) => {
    output += chunk;
  });
  const url = await new Promise((resolve, reject) => {
    server.once("exit", () => reject(new Error(log)));
    server.stderr.on("data", (chunk) => {
      log += chunk;
      const found = /serving MCP at (\S+)/.exec(log);
      if (found !== null) resolve(found[1]);
    });
  });
  return {
    url,
    connect: () => connect(new StreamableHTTPClientTransport(new URL(url))),
    async stop() {
      server.kill("SIGTERM");
      const [code] = await once(server, "exit");
      return { code, output };
    },
  };
}

/** @param {(server: object) => unknown} [project] */
export async function inMemory(workspace, project) {
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
  const server = createServer(workspace, project === undefined ? {} : { project });
  await server.connect(serverSide);
  return { server, client: await connect(clientSide) };
}
