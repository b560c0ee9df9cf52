// The entry without a module: how callers bring it, and what they are told when they don't.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { browser } from "./browser.mjs";
import { emptyProject, run } from "./project.mjs";

const WORKS = 'new Projection(presets.outline).text("tool", { id: 1, text: "a", children: [], todo: null })';
const WORKED = '{"id":1,"text":"a","children":[]}';

/** A page on which the module comes by `init(SOURCE)`. */
const page = (source) => `import { Projection, init, presets } from "/node_modules/mcp-projection/dist/slim.js";

globalThis.answer = init(${source}).then(() => ${WORKS});
`;
const html = (script) => `<!doctype html><meta charset="utf-8"><title>test</title><script type="module" src="${script}"></script>\n`;
const FETCHED = 'fetch("/node_modules/mcp-projection/dist/mcp_projection.wasm")';
const IN_BROWSER = {
  "a promise of a response": FETCHED,
  "a response of another type": `${FETCHED}.then(async (response) => new Response(await response.arrayBuffer()))`,
  "a URL": 'new URL("./node_modules/mcp-projection/dist/mcp_projection.wasm", import.meta.url)',
  "bytes": `${FETCHED}.then((response) => response.arrayBuffer())`,
  "a compiled module": `WebAssembly.compileStreaming(${FETCHED})`,
};
const sources = Object.entries(IN_BROWSER);

const project = emptyProject(
  Object.fromEntries(
    sources.flatMap(([, source], at) => [
      [`slim-${at}.mjs`, page(source)],
      [`slim-${at}.html`, html(`slim-${at}.mjs`)],
    ]),
  ),
);
const chromium = browser();

const BYTES = `const { readFileSync } = await import("node:fs");
const { fileURLToPath } = await import("node:url");
const bytes = readFileSync(fileURLToPath(import.meta.resolve("mcp-projection/mcp_projection.wasm")));`;

/** The result of a call, or its error as its caller knows it. */
const TOLD = `const told = async (call) => {
  try {
    return await call();
  } catch (error) {
    return \`\${error.name} \${error instanceof Error}: \${error.message}\`;
  }
};`;

/** The lines that a program in the project prints. */
async function printed(code) {
  await project.write("slim.mjs", `${TOLD}\n${code}`);
  const { stdout } = await run(process.execPath, ["slim.mjs"], { cwd: project.folder });
  return stdout.trimEnd().split("\n");
}

describe("in a browser", () => {
  for (const [at, [title]] of sources.entries()) {
    test(`from ${title}`, async () => {
      assert.equal(await chromium.open(project.folder, `slim-${at}.html`), WORKED);
    });
  }
});

test("initSync, by import and by require", async () => {
  const lines = await printed(`import { Projection, initSync, presets } from "mcp-projection/slim";
import { createRequire } from "node:module";
${BYTES}
initSync(bytes);
console.log(${WORKS});
initSync(bytes);
const required = createRequire(import.meta.url)("mcp-projection/slim");
required.initSync(new WebAssembly.Module(bytes));
console.log(new required.Projection(required.presets.outline).text("tool", { id: 1, todo: null }));`);
  assert.deepEqual(lines, [WORKED, '{"id":1,"todo":null}']);
});

test("used before it has a module it says what to do, and works once it has one", async () => {
  const lines = await printed(`import { ModuleError, Projection, init, presets } from "mcp-projection/slim";
${BYTES}
console.log(await told(() => new Projection({})));
try { new Projection({}) } catch (error) { console.log(error instanceof ModuleError) }
await init(bytes);
console.log(${WORKS});`);
  const missing =
    "ModuleError true: the WebAssembly module isn't there yet: mcp-projection/slim needs `await init(source)` or `initSync(bytes)` before the first use";
  assert.deepEqual(lines, [missing, "true", WORKED]);
});

test("what is no module, or another version's, is refused with its cause, and the next try can succeed", async () => {
  const lines = await printed(`import { Projection, init, initSync, presets } from "mcp-projection/slim";
${BYTES}
const other = Uint8Array.from(bytes);
other[other.length - 1] ^= 1;
console.log(await told(() => init()));
console.log(await told(() => init("mcp_projection.wasm")));
console.log(await told(() => initSync(new Response(bytes))));
console.log(await told(() => init(new Response("not found", { status: 404 }))));
console.log(await told(() => init(new URL("file:///nowhere/mcp_projection.wasm"))));
console.log(await told(() => init(Uint8Array.of(1, 2, 3)).catch((error) => error instanceof WebAssembly.CompileError)));
console.log(await told(() => init(other)));
console.log(await told(() => initSync(other)));
initSync(bytes);
console.log(${WORKS});`);
  const another =
    "ModuleError true: the WebAssembly module is that of another version of mcp-projection: use mcp_projection.wasm of the package that this code is from";
  assert.deepEqual(lines, [
    "TypeError true: init of mcp-projection/slim takes a WebAssembly.Module, its bytes, a Response or a URL, not undefined",
    "TypeError true: init of mcp-projection/slim takes a WebAssembly.Module, its bytes, a Response or a URL, not a string",
    "TypeError true: initSync of mcp-projection/slim takes a WebAssembly.Module or its bytes, not an object",
    "ModuleError true: the WebAssembly module didn't come: status 404 from its source",
    "ModuleError true: the WebAssembly module can't be fetched from file:///nowhere/mcp_projection.wasm: where that is a file, read it and pass its bytes",
    "true",
    another,
    another,
    WORKED,
  ]);
});

test("beside the other entries it has the same classes and the same engine, whichever is first", async () => {
  for (const order of [
    ["slim", "main"],
    ["main", "slim"],
  ]) {
    const imports = { slim: 'const slim = await import("mcp-projection/slim");', main: 'const main = await import("mcp-projection");' };
    const lines = await printed(`${order.map((entry) => imports[entry]).join("\n")}
const { projectReplies } = await import("mcp-projection/server");
let compiled = 0;
WebAssembly.Module = new Proxy(WebAssembly.Module, { construct: (...given) => (compiled += 1, Reflect.construct(...given)) });
${BYTES}
console.log(Object.keys(main).filter((name) => name !== "init" && main[name] !== slim[name]));
const text = new slim.Projection(main.presets.outline).text("tool", { id: 1 });
slim.initSync(bytes);
await main.init();
projectReplies({ setRequestHandler() {} }, new slim.Projection({}));
try { new main.Projection({ tool: {} }) } catch (error) { console.log(error instanceof slim.PolicyError) }
console.log(text, compiled);`);
    assert.deepEqual(lines, ["[]", "true", '{"id":1} 1']);
  }
});

test("it has all that the main entry has, and how to bring the module", async () => {
  const lines = await printed(`const [main, slim] = await Promise.all([import("mcp-projection"), import("mcp-projection/slim")]);
console.log(Object.keys(main).filter((name) => !(name in slim)).join());
console.log(Object.keys(slim).filter((name) => !(name in main)).join());`);
  assert.deepEqual(lines, ["", "ModuleError,initSync"]);
});
