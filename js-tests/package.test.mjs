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

import { build } from "esbuild";
import * as imported from "mcp-projection";
import { publint } from "publint";
import ts from "typescript";

const run = promisify(execFile);
const require = createRequire(import.meta.url);
const root = path.dirname(require.resolve("mcp-projection/package.json"));
const manifest = require("mcp-projection/package.json");
const read = (file) => readFile(path.join(root, file), "utf8");

const NAMES = ["JsonError", "PolicyError", "Projection", "Session", "ToolFailure", "expandColumns", "hostProfiles", "init", "presets", "version"];

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
  // The entries supply the module, all the other code has no effect until it is called.
  assert.deepEqual(manifest.sideEffects, ["./dist/*", "./dist/workerd/*", "./dist/edge-light/*", "./dist/node/*"]);
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

test("the ES modules load synchronously, and import nothing but one another", async () => {
  const found = new Set();
  const read = async (file) => {
    if (found.has(file)) return;
    found.add(file);
    const source = await readFile(file, "utf8");
    assert.doesNotMatch(source, /\bimport\s*\(|\bimport\.meta\b|^await\b|\bawait import\b/m, file);
    assert.doesNotMatch(source, /\brequire\s*\(|\beval\s*\(|\bnew Function\b/, file);
    for (const [, imported] of source.matchAll(/(?<=^|;)(?:import|export)\b[^;"']*["']([^"']*)["'];/gm)) {
      assert.match(imported, /^\.\.?\//, `${imported} in ${file}`);
      await read(path.join(path.dirname(file), imported));
    }
  };
  for (const entry of ["index.js", "server.js", "fetch.js", "slim.js"]) await read(path.join(root, "dist", entry));
  assert.deepEqual(
    [...found].map((file) => path.relative(path.join(root, "dist"), file)).sort(),
    ["fetch.js", "index.js", "inline.js", "library/fetch.js", "library/index.js", "library/server.js", "server.js", "slim.js"].map((file) => path.normalize(file)),
  );
});

test("the module's text stands for the module's file, and can stand in any script", async () => {
  const { moduleBytes } = await import(path.join(root, "dist/inline.js"));
  assert.ok(Buffer.from(moduleBytes()).equals(await readFile(path.join(root, "dist/mcp_projection.wasm"))));
  const [, text] = /"([^"]{10000,})"/.exec(await read("dist/inline.js"));
  assert.match(text, /^[!-~]*$/);
  assert.doesNotMatch(text, /["'`\\$<]/);
});

describe("it needs no more than what every runtime has", () => {
  const load = async (globals, prelude = "") => {
    const { outputFiles } = await build({
      entryPoints: [path.join(root, "dist/index.js")],
      bundle: true,
      write: false,
      format: "iife",
      globalName: "exported",
    });
    const context = vm.createContext({ ...globals });
    vm.runInContext(prelude, context);
    return vm.runInContext(`${outputFiles[0].text}; exported`, context);
  };
  const works = ({ Projection, PolicyError, presets }) => {
    const projection = new Projection(presets.outline);
    assert.equal(projection.text("t", { id: 1, text: "é", children: [], todo: null }), '{"id":1,"text":"é","children":[]}');
    assert.throws(() => new Projection({ tool: {} }), PolicyError);
    assert.throws(() => new Projection({ tools: { "\ud83d": {} } }), PolicyError);
  };
  const web = { TextDecoder, TextEncoder };

  test("TextDecoder and TextEncoder beside the language", async () => {
    works(await load(web));
  });

  test("none of the language's newer parts", async () => {
    works(await load(web, "delete globalThis.FinalizationRegistry; delete String.prototype.isWellFormed;"));
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

  test("holds each entry for each kind of runtime, their code, their types, the module, the command, the schema of policies, the licences and the README", () => {
    const entries = ["index", "server", "fetch"];
    const formats = (name) => [`${name}.cjs`, `${name}.js`];
    const types = (name) => [`${name}.d.cts`, `${name}.d.ts`];
    assert.deepEqual(
      tarball.files,
      [
        ...["LICENSE-APACHE", "LICENSE-MIT", "README.md", "package.json", "policy.schema.json"],
        ...[...entries, "slim"].flatMap((name) => [...formats(name), ...types(name)]).map((file) => `dist/${file}`),
        ...entries.flatMap(formats).map((file) => `dist/library/${file}`),
        ...["workerd", "edge-light", "node"].flatMap((runtime) => entries.map((name) => `dist/${runtime}/${name}.js`)),
        "dist/inline.js",
        "dist/cli.js",
        ...["", ".d.cts", ".d.ts"].map((extension) => `dist/mcp_projection.wasm${extension}`),
      ].sort(),
    );
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

  test("its types need none of a browser's or of Node's", () => {
    const files = ["index.d.ts", "server.d.ts", "slim.d.ts", "slim.d.cts", "mcp_projection.wasm.d.ts"];
    const program = ts.createProgram({
      rootNames: files.map((file) => path.join(root, "dist", file)),
      options: { lib: ["lib.es2022.d.ts"], types: [], module: ts.ModuleKind.NodeNext, strict: true, noEmit: true },
    });
    const problems = ts.getPreEmitDiagnostics(program);
    assert.deepEqual(problems.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n")), []);
  });

  test("publint finds nothing", async () => {
    const { messages } = await publint({ pkgDir: root, strict: true });
    assert.deepEqual(messages, []);
  });

  test("are the types wrong? finds nothing, for any kind of importer", async () => {
    const attw = path.join(path.dirname(require.resolve("@arethetypeswrong/cli/package.json")), "dist/index.js");
    const { stdout } = await run(process.execPath, [attw, "--format", "json", tarball.file]);
    const { analysis } = JSON.parse(stdout);
    assert.deepEqual(analysis.problems, []);
    assert.ok(Object.keys(analysis.entrypoints).includes("./slim"));
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
