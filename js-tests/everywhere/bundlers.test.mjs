// What bundlers make of the package: for browsers, and for servers whose bundle lies far from it.

import assert from "node:assert/strict";
import { readFile, readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { describe, test } from "node:test";
import { promisify } from "node:util";

import { nodeResolve } from "@rollup/plugin-node-resolve";
import { build as esbuild } from "esbuild";
import { rollup } from "rollup";
import { build as vite } from "vite";
import webpack from "webpack";

import { browser } from "./browser.mjs";
import { EXPECTED, emptyProject, movedOut, run, startOfText } from "./project.mjs";

const PAGE = '<!doctype html><meta charset="utf-8"><title>test</title><script type="module" src="./page.mjs"></script>\n';

const project = emptyProject({
  "page.mjs": 'import { results } from "./program.mjs";\n\nglobalThis.answer = results();\n',
  "page.cjs": 'globalThis.answer = require("./program.cjs").results();\n',
  "index.html": PAGE,
});
const chromium = browser();

const inProject = (...names) => path.join(project.folder, ...names);

/** Builds with each bundler: an entry of the project to a folder of the project. `target` is "web" or "node", `format` "esm" or "cjs". */
const BUNDLERS = {
  esbuild: ({ entry, folder, target, format, conditions }) =>
    esbuild({
      entryPoints: [inProject(entry)],
      bundle: true,
      minify: true,
      format,
      platform: target === "web" ? "browser" : "node",
      conditions,
      outfile: inProject(folder, fileName(format)),
      logLevel: "error",
    }),

  async rollup({ entry, folder, target, format }) {
    const exportConditions = target === "node" ? ["node"] : [];
    const bundle = await rollup({
      input: inProject(entry),
      plugins: [nodeResolve({ browser: target === "web", exportConditions })],
      onwarn: refuse,
    });
    await bundle.write({ file: inProject(folder, fileName(format)), format, inlineDynamicImports: true });
  },

  async webpack({ entry, folder, target, format }) {
    const isModule = format === "esm";
    const compiler = webpack({
      mode: "production",
      target,
      context: project.folder,
      entry: `./${entry}`,
      performance: { hints: false },
      experiments: { outputModule: isModule },
      output: {
        path: inProject(folder),
        filename: fileName(format),
        module: isModule,
        library: { type: isModule ? "module" : "commonjs2" },
      },
    });
    const stats = await promisify(compiler.run.bind(compiler))();
    const { errors, warnings } = stats.toJson({ all: false, errors: true, warnings: true });
    assert.deepEqual([...errors, ...warnings].map(({ message }) => message), []);
  },

  vite: ({ entry, folder, target, format }) =>
    vite({
      root: project.folder,
      configFile: false,
      logLevel: "error",
      ...(target === "node" ? { ssr: { noExternal: true } } : {}),
      build: {
        outDir: folder,
        ssr: target === "node" ? entry : false,
        rollupOptions: { output: { format: format === "esm" ? "es" : "cjs", entryFileNames: fileName(format) } },
      },
    }),
};

const fileName = (format) => (format === "esm" ? "bundle.mjs" : "bundle.cjs");

function refuse({ message }) {
  throw new Error(message);
}

/** How often the module is in a folder, as text or as a file. */
async function copiesIn(folder) {
  const files = (await readdir(inProject(folder), { recursive: true, withFileTypes: true })).filter((file) => file.isFile());
  const contents = await Promise.all(files.map(({ parentPath, name }) => readFile(path.join(parentPath, name), "latin1")));
  const start = await startOfText(project);
  return contents.reduce((sum, content) => sum + content.split(start).length - 1 + (content.startsWith("\0asm") ? 1 : 0), 0);
}

for (const [name, bundle] of Object.entries(BUNDLERS)) {
  describe(name, () => {
    const takesCommonJs = name === "esbuild" || name === "webpack"; // The others do so by plugins of theirs alone.

    for (const entry of takesCommonJs ? ["page.mjs", "page.cjs"] : ["page.mjs"]) {
      test(`a page of ${entry}, with the module in it once`, async () => {
        const folder = `${name}-web-of-${entry}`;
        await bundle({ entry, folder, target: "web", format: "esm" });
        assert.equal(await copiesIn(folder), 1);
        const served = await movedOut(project, folder);
        const hasPage = (await readdir(served)).includes("index.html");
        if (!hasPage) await writeFile(path.join(served, "index.html"), PAGE.replace("page.mjs", "bundle.mjs"));
        assert.equal(await chromium.open(served, "index.html"), EXPECTED);
      });
    }

    for (const [format, entry] of [
      ["esm", "main.mjs"],
      ["cjs", "main.mjs"],
      ["cjs", "main.cjs"],
    ]) {
      if (entry === "main.cjs" && !takesCommonJs) continue;
      test(`a program for Node in ${format} of ${entry}, with the module in it once`, async () => {
        const folder = `${name}-node-${format}-of-${entry}`;
        await bundle({ entry, folder, target: "node", format });
        assert.equal(await copiesIn(folder), 1);
        const far = await movedOut(project, folder);
        const { stdout } = await run(process.execPath, [path.join(far, fileName(format))]);
        assert.equal(stdout, `${EXPECTED}\n`);
      });
    }
  });
}

for (const [format, entry] of [
  ["esm", "main.mjs"],
  ["cjs", "main.mjs"],
  ["cjs", "main.cjs"],
]) {
  test(`esbuild with conditions of the user's own, which turn off that for bundlers, in ${format} of ${entry}`, async () => {
    const folder = `esbuild-conditions-${format}-of-${entry}`;
    await BUNDLERS.esbuild({ entry, folder, target: "node", format, conditions: ["source"] });
    assert.equal(await copiesIn(folder), 1);
    const far = await movedOut(project, folder);
    const { stdout } = await run(process.execPath, [path.join(far, fileName(format))]);
    assert.equal(stdout, `${EXPECTED}\n`);
  });
}

test("a bundle beside which another version's file lies doesn't take it", async () => {
  const folder = "beside-another-version";
  await BUNDLERS.esbuild({ entry: "main.cjs", folder, target: "node", format: "cjs", conditions: ["source"] });
  const far = await movedOut(project, folder);
  await writeFile(path.join(far, "mcp_projection.wasm"), Uint8Array.of(0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00));
  const { stdout } = await run(process.execPath, [path.join(far, "bundle.cjs")]);
  assert.equal(stdout, `${EXPECTED}\n`);
});
