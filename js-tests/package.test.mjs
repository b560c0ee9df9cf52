// The package as npm carries it.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import vm from "node:vm";

import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import * as imported from "mcp-projection";
import { publint } from "publint";

const run = promisify(execFile);
const require = createRequire(import.meta.url);
const root = path.dirname(require.resolve("mcp-projection/package.json"));
const manifest = require("mcp-projection/package.json");
const read = (file) => readFile(path.join(root, file), "utf8");

const NAMES = ["JsonError", "PolicyError", "Projection", "ToolFailure", "hostProfiles", "init", "presets", "version"];

test("import and require show the same names, and no more", () => {
  assert.deepEqual(Object.keys(imported).sort(), NAMES);
  assert.deepEqual(Object.keys(require("mcp-projection")).sort(), NAMES);
  assert.equal(imported.version, manifest.version);
});

test("the names of the CommonJS file are visible to an import", async () => {
  const names = Object.keys(await import(path.join(root, "dist/index.cjs")));
  for (const name of NAMES) assert.ok(names.includes(name), name);
});

test("it depends on nothing and runs nothing when it is installed", () => {
  for (const member of ["dependencies", "peerDependencies", "optionalDependencies", "bundledDependencies"]) {
    assert.equal(manifest[member], undefined, member);
  }
  for (const script of ["preinstall", "install", "postinstall", "prepare"]) {
    assert.equal(manifest.scripts?.[script], undefined, script);
  }
  assert.equal(manifest.sideEffects, false);
  assert.equal(manifest.license, "MIT OR Apache-2.0");
});

describe("loading it does no work: the first projection starts the engine, once", () => {
  for (const [name, type, load] of [
    ["import", "module", 'const { Projection } = await import("mcp-projection");'],
    ["require", "commonjs", 'const { Projection } = require("mcp-projection");'],
  ]) {
    test(name, async () => {
      const script = `
        let compiled = 0;
        WebAssembly.Module = new Proxy(WebAssembly.Module, { construct: (...args) => (compiled += 1, Reflect.construct(...args)) });
        ${load}
        const counts = [compiled];
        for (let time = 0; time < 3; time += 1) { new Projection({}).text("t", 1); counts.push(compiled); }
        console.log(JSON.stringify(counts));`;
      const { stdout } = await run(process.execPath, [`--input-type=${type}`, "--eval", script], {
        cwd: path.dirname(fileURLToPath(import.meta.url)),
      });
      assert.equal(stdout.trim(), "[0,1,1,1]");
    });
  }
});

test("init compiles the module while other work goes on, and again never", async () => {
  const script = `
    let compiled = 0;
    const { Module } = WebAssembly;
    WebAssembly.Module = new Proxy(Module, { construct: (...args) => (compiled += 1, Reflect.construct(...args)) });
    const { compile } = WebAssembly;
    let asynchronously = 0;
    WebAssembly.compile = (bytes) => (asynchronously += 1, compile(bytes));
    const { Projection, init } = await import("mcp-projection");
    await Promise.all([init(), init()]);
    const text = new Projection({}).text("t", [1]);
    await init();
    console.log(text, compiled, asynchronously <= 2);
    delete WebAssembly.compile;`;
  const { stdout } = await run(process.execPath, ["--input-type=module", "--eval", script], {
    cwd: path.dirname(fileURLToPath(import.meta.url)),
  });
  assert.equal(stdout.trim(), "[1] 0 true");
});

test("the ES module loads synchronously and imports nothing", async () => {
  const source = await read("dist/index.js");
  assert.doesNotMatch(source, /^\s*import\b|\bimport\s*\(|\bimport\.meta\b|^await\b|\bawait\b/m);
  assert.doesNotMatch(source, /\brequire\s*\(|\beval\s*\(|\bnew Function\b/);
});

describe("it needs no more than what every runtime has", () => {
  const load = async (globals, prelude = "") => {
    const module = { exports: {} };
    const context = vm.createContext({ module, exports: module.exports, ...globals });
    vm.runInContext(prelude, context);
    vm.runInContext(await read("dist/index.cjs"), context);
    return module.exports;
  };
  const works = ({ Projection, PolicyError, presets }) => {
    const projection = new Projection(presets.outline);
    assert.equal(projection.text("t", { id: 1, text: "é", children: [], todo: null }), '{"id":1,"text":"é","children":[]}');
    assert.throws(() => new Projection({ tool: {} }), PolicyError);
  };
  const web = { TextDecoder, TextEncoder, atob };

  test("TextDecoder, TextEncoder and atob beside the language", async () => {
    works(await load(web));
  });

  test("not even a FinalizationRegistry", async () => {
    works(await load(web, "delete globalThis.FinalizationRegistry;"));
  });

  test("and where WebAssembly is forbidden, loading still works and the first use says so", async () => {
    const { Projection, ToolFailure } = await load(web, "delete globalThis.WebAssembly;");
    assert.equal(new ToolFailure("A", "b").code, "A");
    assert.throws(() => new Projection({}), { name: "ReferenceError", message: /WebAssembly/ });
  });
});

describe("the tarball", () => {
  let folder;
  let tarball;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "mcp-projection-"));
    const { stdout } = await run("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", folder], { cwd: root });
    const [packed] = Object.values(JSON.parse(stdout));
    tarball = { file: path.join(folder, packed.filename), files: packed.files.map((file) => file.path).sort() };
  });
  after(() => rm(folder, { recursive: true, force: true }));

  test("holds the two builds of each entry, their types, the schema of policies, the licences and the README, and nothing else", () => {
    assert.deepEqual(tarball.files, [
      "LICENSE-APACHE",
      "LICENSE-MIT",
      "README.md",
      "dist/index.cjs",
      "dist/index.d.cts",
      "dist/index.d.ts",
      "dist/index.js",
      "dist/server.cjs",
      "dist/server.d.cts",
      "dist/server.d.ts",
      "dist/server.js",
      "package.json",
      "policy.schema.json",
    ]);
  });

  test("installs without a network and works, imported and required", async () => {
    await writeFile(path.join(folder, "package.json"), '{"private":true}');
    await run("npm", ["install", "--offline", "--no-audit", "--no-fund", tarball.file], { cwd: folder });
    assert.deepEqual((await readdir(path.join(folder, "node_modules"))).filter((name) => !name.startsWith(".")), ["mcp-projection"]);
    const use = `console.log(new Projection(presets.outline).text("t", { a: [1, 2n] }));`;
    for (const [type, load] of [
      ["module", `import { Projection, presets } from "mcp-projection";`],
      ["commonjs", `const { Projection, presets } = require("mcp-projection");`],
    ]) {
      const { stdout } = await run(process.execPath, [`--input-type=${type}`, "--eval", load + use], { cwd: folder });
      assert.equal(stdout, '{"a":[1,2]}\n');
    }
  });

  test("publint finds nothing", async () => {
    const { messages } = await publint({ pkgDir: root, strict: true });
    assert.deepEqual(messages, []);
  });

  test("its types resolve for every kind of importer", async () => {
    const { types, problems } = await checkPackage(createPackageFromTarballData(await readFile(tarball.file)));
    assert.ok(types);
    assert.deepEqual(problems, []);
  });
});

test("the README's example prints what the README says", async () => {
  const readme = await read("README.md");
  const blocks = [...readme.matchAll(/```js\n(.*?)```/gs)].map(([, block]) => block);
  assert.ok(blocks.length > 0);
  for (const block of blocks) {
    const expected = [...block.matchAll(/^\/\/ (.*)$/gm)].map(([, line]) => line);
    const { stdout } = await run(process.execPath, ["--input-type=module", "--eval", block], {
      cwd: path.dirname(fileURLToPath(import.meta.url)),
    });
    assert.deepEqual(stdout.trimEnd().split("\n"), expected);
  }
});
