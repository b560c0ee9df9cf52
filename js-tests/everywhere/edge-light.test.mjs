// Vercel's edge runtime: its bundlers compile the modules that are imported with `?module`, in another realm than that of the code.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";

import { EdgeVM } from "@edge-runtime/vm";
import { build } from "esbuild";

import { EXPECTED, emptyProject, startOfText } from "./project.mjs";

const project = emptyProject();

test("a bundle with the condition of edge-light", async () => {
  const compiled = {};
  const importedModules = {
    name: "imported modules",
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /\.wasm\?module$/ }, ({ path: imported, resolveDir }) => ({
        path: path.join(resolveDir, imported.replace("?module", "")),
        namespace: "compiled",
      }));
      onLoad({ filter: /.*/, namespace: "compiled" }, async ({ path: file }) => {
        compiled.wasm_module = await WebAssembly.compile(await readFile(file));
        return { contents: "export default wasm_module;" };
      });
    },
  };
  const { outputFiles } = await build({
    entryPoints: [path.join(project.folder, "program.mjs")],
    bundle: true,
    write: false,
    format: "iife",
    globalName: "program",
    conditions: ["edge-light", "worker", "browser"],
    plugins: [importedModules],
  });
  const [{ text }] = outputFiles;
  assert.deepEqual(Object.keys(compiled), ["wasm_module"]);
  assert.ok(!text.includes(await startOfText(project)), "the bundle has the module as text too");
  const edge = new EdgeVM({
    extend: (context) => Object.assign(context, compiled),
    codeGeneration: { strings: false, wasm: false },
  });
  assert.equal(await edge.evaluate(`${text}; program.results()`), EXPECTED);
});
