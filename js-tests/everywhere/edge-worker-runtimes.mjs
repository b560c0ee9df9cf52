// The edge worker as a process of each runtime that it is for.

import { execFile, spawn } from "node:child_process";
import { cp, mkdtemp, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { Miniflare } from "miniflare";

const run = promisify(execFile);
const require = createRequire(import.meta.url);
const EXAMPLE = fileURLToPath(new URL("../../examples/edge-worker/", import.meta.url));
const SERVE = path.join(EXAMPLE, "serve.mjs");

/** How a gateway with these variables, each a JSON text, is started: `start(variables)` answers its URL, to which a server's name is added, and `stop`. */
export const RUNTIMES = {
  Node: (variables) => serving(process.execPath, [SERVE], variables),
  Deno: (variables) =>
    serving(process.execPath, [binary("deno"), "run", "--allow-net", "--allow-env", "--allow-read", "--unstable-no-legacy-abort", SERVE], variables),
  Bun: (variables) => serving(binary("bun"), [SERVE], variables),
  workerd,
  Miniflare: inMiniflare,
};

/** The program that a package of npm brings. */
function binary(name) {
  const { bin } = require(`${name}/package.json`);
  return path.join(path.dirname(require.resolve(`${name}/package.json`)), typeof bin === "string" ? bin : bin[name]);
}

async function serving(program, parameters, variables) {
  const child = spawn(program, parameters, {
    env: { ...process.env, DENO_NO_UPDATE_CHECK: "1", PORT: "0", ...variables },
    stdio: ["ignore", "ignore", "pipe"],
    detached: true,
  });
  const { url } = await firstLine(child.stderr);
  return { url, stop: () => stopped(child) };
}

async function workerd(variables) {
  const folder = await built();
  await cp(path.join(EXAMPLE, "workerd.capnp"), path.join(folder, "workerd.capnp"));
  const child = spawn(binary("workerd"), ["serve", "workerd.capnp", "--socket-addr=http=127.0.0.1:0", "--control-fd=3"], {
    cwd: folder,
    env: { ...process.env, ...variables },
    stdio: ["ignore", "ignore", "ignore", "pipe"],
    detached: true,
  });
  const { port } = await firstLine(child.stdio[3]);
  return {
    url: `http://127.0.0.1:${port}/mcp/`,
    stop: async () => {
      await stopped(child);
      await rm(folder, { recursive: true });
    },
  };
}

/** As wrangler runs it on the developer's machine, by wrangler's own configuration, with values for its variables. */
async function inMiniflare(variables) {
  const folder = await built();
  const wrangler = JSON.parse((await readFile(path.join(EXAMPLE, "wrangler.jsonc"), "utf8")).replace(/^\s*\/\/.*$/gm, ""));
  const values = Object.fromEntries(Object.entries(variables).map(([name, text]) => [name, JSON.parse(text)]));
  const miniflare = new Miniflare({
    host: "127.0.0.1",
    modulesRoot: path.join(folder, "build"),
    modules: [
      { type: "ESModule", path: path.join(folder, "build/worker.js") },
      { type: "CompiledWasm", path: path.join(folder, "build/mcp_projection.wasm") },
    ],
    compatibilityDate: wrangler.compatibility_date,
    bindings: { ...wrangler.vars, HOSTS: null, ...values },
    handleRuntimeStdio() {},
  });
  const url = new URL("/mcp/", await miniflare.ready).href;
  return {
    url,
    stop: async () => {
      await miniflare.dispose();
      await rm(folder, { recursive: true });
    },
  };
}

/** What the example's own script builds, in a folder that is removed with its gateway. */
async function built() {
  const folder = await mkdtemp(path.join(tmpdir(), "edge-worker-"));
  await run("npm", ["run", "build", "--silent", "--", `--outdir=${path.join(folder, "build")}`, "--log-level=error"], { cwd: EXAMPLE });
  return folder;
}

/** The first line, as JSON. The stream flows on behind it, so that nobody waits for a reader. */
function firstLine(stream) {
  return new Promise((resolve, reject) => {
    let said = "";
    let isThere = false;
    stream.on("data", (bytes) => {
      if (isThere) return;
      said += bytes;
      if (!said.includes("\n")) return;
      isThere = true;
      try {
        resolve(JSON.parse(said.slice(0, said.indexOf("\n"))));
      } catch {
        reject(new Error(`expected where it listens, not: ${said}`));
      }
    });
    stream.on("end", () => reject(new Error(`it ended before it listened: ${said}`)));
  });
}

/** With what it has started: Deno's package starts Deno from a script. */
function stopped(child) {
  const exited = new Promise((resolve) => child.once("exit", resolve));
  process.kill(-child.pid, "SIGKILL");
  return exited;
}
