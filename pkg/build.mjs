// Builds the package from src and wasm-pack's output: node pkg/build.mjs [--wasm DIR] [--out DIR]
// Relative folders count from the top of the checkout; the one for the output is emptied first.

import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

import { generateDtsBundle } from "dts-bundle-generator";
import { build } from "esbuild";
import ts from "typescript";

const pkg = path.dirname(fileURLToPath(import.meta.url));
const checkout = path.dirname(pkg);
const generated = path.join(pkg, "build");
const target = "es2022";

/** The package's entries: the names of their files. */
const ENTRIES = ["index", "server"];

const { values: folders } = parseArgs({
  options: {
    wasm: { type: "string", default: "target/wasm-pack" },
    out: { type: "string", default: "pkg/dist" },
  },
});
const wasmPack = path.resolve(checkout, folders.wasm);
const out = path.resolve(checkout, folders.out);

await writeGenerated();
await emptyFolder(out);
await Promise.all([writeBundles(), writeTypes()]);

async function emptyFolder(folder) {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
}

/** What src/engine.ts imports: the glue as a factory, and the module's bytes as text. */
async function writeGenerated() {
  const bytes = await readFile(path.join(wasmPack, "mcp_projection_bg.wasm")).catch((error) => {
    throw new Error(`no WebAssembly module in ${wasmPack}: run "npm run build" instead, which makes it first`, {
      cause: error,
    });
  });
  await emptyFolder(generated);
  const write = (name, text) => writeFile(path.join(generated, name), text);
  await write("wasm.js", `export const wasmBase64 =\n  "${bytes.toString("base64")}";\n`);
  await write("wasm.d.ts", "/** The module's bytes. */\nexport declare const wasmBase64: string;\n");
  await write("glue.js", await glueFactory());
  await write("mcp_projection.d.ts", await readFile(path.join(wasmPack, "mcp_projection.d.ts"), "utf8"));
  await write(
    "glue.d.ts",
    `import type * as glue from "./mcp_projection.js";\n\n` +
      "/** The glue with state of its own: one instance of the module. */\n" +
      `export declare function createGlue(): Pick<typeof glue, "CompiledPolicy" | "initSync">;\n`,
  );
}

/**
 * wasm-bindgen's glue keeps its instance in variables of its module, for good. Inside a function,
 * each call has variables of its own, so that an instance can be thrown away after a trap.
 */
async function glueFactory() {
  const { outputFiles } = await build({
    stdin: {
      contents: `export { CompiledPolicy, initSync } from "./mcp_projection.js";`,
      resolveDir: wasmPack,
    },
    bundle: true,
    write: false,
    format: "iife",
    globalName: "glue",
    platform: "neutral",
    target,
    // engine.ts has a registry that knows which instances are still in use.
    define: { FinalizationRegistry: "undefined" },
  });
  const code = outputFiles[0].text;
  if (/import\.meta|FinalizationRegistry/.test(code)) {
    throw new Error("the glue refers to import.meta or to a FinalizationRegistry of its own: has wasm-bindgen changed?");
  }
  return `export function createGlue() {\n${code}return glue;\n}\n`;
}

async function writeBundles() {
  const bundle = {
    bundle: true,
    target,
    charset: "utf8",
    legalComments: "none",
    logLevel: "warning",
  };
  for (const entry of ENTRIES) {
    const entryPoints = [path.join(pkg, `src/${entry}.ts`)];
    // "neutral" knows no Node built-ins, so that importing one fails here.
    const esm = { format: "esm", platform: "neutral", outfile: path.join(out, `${entry}.js`) };
    // "node" adds the list of names that lets Node's `import` of a CommonJS file see them.
    const cjs = { format: "cjs", platform: "node", outfile: path.join(out, `${entry}.cjs`) };
    await build({ ...bundle, ...esm, entryPoints, plugins: entriesStayApart(".js") });
    await build({ ...bundle, ...cjs, entryPoints, plugins: entriesStayApart(".cjs") });
  }
}

/** One entry imports another at run time, so that a process has each class, and the engine, once. */
function entriesStayApart(extension) {
  const filter = new RegExp(`^\\./(${ENTRIES.join("|")})\\.js$`);
  return [
    {
      name: "entries stay apart",
      setup({ onResolve }) {
        onResolve({ filter }, ({ path: imported }) => ({ path: imported.replace(/\.js$/, extension), external: true }));
      },
    },
  ];
}

async function writeTypes() {
  const output = { noBanner: true, exportReferencedTypes: false };
  const [index, ...others] = generateDtsBundle(
    ENTRIES.map((entry) => ({ filePath: path.join(pkg, `src/${entry}.ts`), output })),
    { preferredConfigPath: path.join(pkg, "tsconfig.json") },
  );
  const files = [["index", index], ...others.map((types, at) => [ENTRIES[at + 1], withoutTypesOf(index, types)])];
  for (const [entry, types] of files) {
    await writeFile(path.join(out, `${entry}.d.ts`), `${types}\n`);
    await writeFile(path.join(out, `${entry}.d.cts`), `${types.replaceAll(`"./index.js"`, `"./index.cjs"`)}\n`);
  }
}

/**
 * An entry's types without those that the main entry exports, which it imports from there: a class with private members that is
 * declared twice is two types.
 */
function withoutTypesOf(index, types) {
  const exported = new Map();
  for (const { name, text, isExported } of declarations(index)) {
    if (isExported) exported.set(name, text);
  }
  const isShared = ({ name, text }) => exported.get(name) === text;
  const own = declarations(types).filter((declaration) => !isShared(declaration));
  const text = own.map(({ source }) => source).join("\n");
  const isUsed = (name) => name !== undefined && new RegExp(`\\b${name}\\b`, "u").test(text);
  const imported = declarations(types).filter(isShared).map(({ name }) => name).filter(isUsed).sort();
  return `import type { ${imported.join(", ")} } from "./index.js";\n\n${text}`;
}

/** The declarations of a file of types, each with its text as it is without `export`. */
function declarations(types) {
  const file = ts.createSourceFile("types.d.ts", types, ts.ScriptTarget.Latest);
  return file.statements.map((statement) => {
    const source = statement.getFullText(file).trim();
    const code = statement.getText(file);
    const [declaration] = statement.declarationList?.declarations ?? [statement];
    const name = declaration.name?.text;
    return { name, source, text: code.replace(/^export /u, ""), isExported: code.startsWith("export ") };
  });
}
