// Cloudflare's runtime, which compiles no bytes: bundled as wrangler does it, in Miniflare, and file by file in the bare `workerd`.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFile, readdir } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { test } from "node:test";

import { build } from "esbuild";
import { Miniflare } from "miniflare";

import { moduleProgram } from "./program.mjs";
import { EXPECTED, emptyProject, startOfText } from "./project.mjs";

const require = createRequire(import.meta.url);
const COMPATIBILITY_DATE = "2026-01-01";

const WORKER = `
import { results } from "./program.mjs";

export default {
  async fetch() {
    return new Response(await results());
  },
};
`;

const project = emptyProject();

/** What a worker answers that is bundled as wrangler does it. */
async function answerOf(worker, folder) {
  await project.write("worker.mjs", worker);
  const outdir = path.join(project.folder, folder);
  await build({
    entryPoints: [path.join(project.folder, "worker.mjs")],
    bundle: true,
    format: "esm",
    conditions: ["workerd", "worker", "browser"],
    loader: { ".wasm": "copy" },
    outdir,
  });
  const files = await readdir(outdir);
  assert.equal(files.length, 2, `the bundle is more than a script and the module: ${files.join(", ")}`);
  const script = path.join(outdir, "worker.js");
  assert.ok(!(await readFile(script, "utf8")).includes(await startOfText(project)), "the bundle has the module as text too");
  const wasm = path.join(outdir, files.find((file) => file.endsWith(".wasm")));
  const miniflare = new Miniflare({
    modulesRoot: outdir,
    modules: [
      { type: "ESModule", path: script },
      { type: "CompiledWasm", path: wasm },
    ],
    compatibilityDate: COMPATIBILITY_DATE,
  });
  try {
    return await (await miniflare.dispatchFetch("http://localhost/")).text();
  } finally {
    await miniflare.dispose();
  }
}

test("a bundle with wrangler's conditions works in Miniflare", async () => {
  assert.equal(await answerOf(WORKER, "worker"), EXPECTED);
});

test("so does slim, with the imported module", async () => {
  const worker = `
import module from "mcp-projection/mcp_projection.wasm";
import { Projection, initSync } from "mcp-projection/slim";

initSync(module);
const text = new Projection({}).text("tool", { a: 1 });

export default { fetch: () => new Response(text) };
`;
  assert.equal(await answerOf(worker, "slim"), '{"a":1}');
});

test("so do the package's own files, in workerd without anything around it", async () => {
  const dist = "node_modules/mcp-projection/dist";
  await project.write("worker.mjs", WORKER);
  await project.write("program.mjs", moduleProgram((name) => `./${dist}/workerd/${name || "index"}.js`));
  const code = ["workerd", "library"].flatMap((folder) => ["index", "server", "fetch"].map((name) => `${dist}/${folder}/${name}.js`));
  const modules = ["worker.mjs", "program.mjs", ...code];
  const lines = modules.map((name) => `(name = "${name}", esModule = embed "${name}"),`);
  await project.write(
    "worker.capnp",
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .worker)],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
const worker :Workerd.Worker = (
  modules = [
    ${lines.join("\n    ")}
    (name = "${dist}/mcp_projection.wasm", wasm = embed "${dist}/mcp_projection.wasm"),
  ],
  compatibilityDate = "${COMPATIBILITY_DATE}",
);
`,
  );
  const workerd = spawn(workerdBinary(), ["serve", "--control-fd=3", "worker.capnp"], {
    cwd: project.folder,
    stdio: ["ignore", "inherit", "inherit", "pipe"],
  });
  try {
    const { port } = await firstLine(workerd);
    const response = await fetch(`http://127.0.0.1:${port}/`);
    assert.equal(await response.text(), EXPECTED);
  } finally {
    workerd.kill();
  }
});

function workerdBinary() {
  const { bin } = require("workerd/package.json");
  return path.join(path.dirname(require.resolve("workerd/package.json")), bin.workerd);
}

/** What it says first of where it listens. */
async function firstLine(workerd) {
  let said = "";
  for await (const chunk of workerd.stdio[3]) {
    said += chunk;
    if (said.includes("\n")) return JSON.parse(said.slice(0, said.indexOf("\n")));
  }
  throw new Error(`workerd ended before it listened: ${said}`);
}
