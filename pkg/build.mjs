// Builds the package from src and wasm-pack's output: node pkg/build.mjs [--wasm DIR] [--out DIR]
// Relative folders count from the top of the checkout; the one for the output is emptied first.
//
//   library/      all of the code, without the module; each entry takes its names from there
//   index.js …    the entries for ES modules; they supply the module as text, from inline.js
//   index.cjs …   the entries for CommonJS; they supply the module from its file
//   workerd/ …    the entries for runtimes that import the module's file, or in Node read it
//   slim.*        the main entry without a module
//   cli.js        the command

import { createHash } from "node:crypto";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

import { generateDtsBundle } from "dts-bundle-generator";
import { build, transform } from "esbuild";
import ts from "typescript";

import { textOf } from "./alphabet.mjs";
import { FILE_RUNTIMES, ENTRIES, manifestMembers } from "./entries.mjs";

const pkg = path.dirname(fileURLToPath(import.meta.url));
const checkout = path.dirname(pkg);
const generated = path.join(pkg, "build");
const target = "es2022";
const DIGEST_SECTION = "mcp-projection";

const { values: folders } = parseArgs({
  options: {
    wasm: { type: "string", default: "target/wasm-pack" },
    out: { type: "string", default: "pkg/dist" },
  },
});
const wasmPack = path.resolve(checkout, folders.wasm);
const out = path.resolve(checkout, folders.out);

// Every installation carries the code in both formats. It keeps the names that stack traces show; who reads comments reads the types.
// In lines, since Node shows the whole line that an uncaught error comes from.
const small = { minifyWhitespace: true, minifySyntax: true, lineLimit: 150 };
const bundle = { ...small, bundle: true, target, charset: "utf8", legalComments: "none", logLevel: "warning" };
// "neutral" knows no Node built-ins, so that importing one fails here.
const esm = { ...bundle, format: "esm", platform: "neutral", outExtension: { ".js": ".js" } };
// "node" adds the list of names that lets Node's `import` of a CommonJS file see them.
const cjs = { ...bundle, format: "cjs", platform: "node", outExtension: { ".js": ".cjs" } };

const wasm = await wasmModule();
// First, since esbuild reads it.
await writeManifest();
await writeGenerated();
await emptyFolder(out);
await Promise.all([writeWasm(), writeLibrary(), writeEntries(), writeCommand(), writeTypes()]);

async function emptyFolder(folder) {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
}

/** wasm-pack's module with a section that holds its digest, so that the code can tell the module that belongs to it. */
async function wasmModule() {
  const bytes = await readFile(path.join(wasmPack, "mcp_projection_bg.wasm")).catch((error) => {
    throw new Error(`no WebAssembly module in ${wasmPack}: run "npm run build" instead, which makes it first`, {
      cause: error,
    });
  });
  const digest = createHash("sha256").update(bytes).digest("hex").slice(0, 16);
  const content = [DIGEST_SECTION, digest].map((text) => Buffer.from(text));
  const [name] = content;
  // All lengths are below 128, and so are their own LEB128.
  const section = Buffer.concat([Buffer.of(name.length), ...content]);
  return { bytes: Buffer.concat([bytes, Buffer.of(0, section.length), section]), digest };
}

/** What the sources import: the glue as a factory, the module's bytes as text, and how to know it. */
async function writeGenerated() {
  await emptyFolder(generated);
  const write = (name, text) => writeFile(path.join(generated, name), text);
  const { bytes, digest } = wasm;
  const { text, alphabet, order } = textOf(bytes);
  await write(
    "wasm.js",
    `export const moduleText =\n  "${text}";\nexport const alphabet = "${alphabet}";\nexport const byteOrder = "${order}";\n`,
  );
  await write(
    "wasm.d.ts",
    "/** The module: alphabet.mjs says how. */\nexport declare const moduleText: string;\nexport declare const alphabet: string;\n" +
      "/** The bytes from the most frequent to the rarest, two hexadecimal digits each. */\nexport declare const byteOrder: string;\n",
  );
  await write(
    "digest.js",
    `export const moduleSection = "${DIGEST_SECTION}";\nexport const moduleDigest = "${digest}";\nexport const moduleLength = ${bytes.length};\n`,
  );
  await write(
    "digest.d.ts",
    "/** The custom section in which the module has its digest. */\nexport declare const moduleSection: string;\n" +
      "export declare const moduleDigest: string;\n" +
      "/** The length of the module's file in bytes. */\nexport declare const moduleLength: number;\n",
  );
  // As text, since as code it would be read at every start.
  const hosts = JSON.stringify(JSON.parse(await readFile(path.join(checkout, "src/projection/hosts.json"), "utf8")));
  await write("hosts.js", `export const hostsJson =\n  ${JSON.stringify(hosts)};\n`);
  await write("hosts.d.ts", "/** The JSON text of what is known of hosts. */\nexport declare const hostsJson: string;\n");
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
  const ownCheck = "!(module instanceof WebAssembly.Module)";
  const code = outputFiles[0].text.replace(ownCheck, "false");
  // Module.ts gives it a module at all times; in an edge runtime, one of another realm.
  if (code === outputFiles[0].text) throw new Error("the glue no longer asks what a module is: has wasm-bindgen changed?");
  if (/import\.meta|FinalizationRegistry/.test(code)) {
    throw new Error("the glue refers to import.meta or to a FinalizationRegistry of its own: has wasm-bindgen changed?");
  }
  // Nobody reads it, and every runtime has to before the first call.
  const minified = await transform(`export function createGlue() {\n${code}return glue;\n}\n`, { minify: true, target });
  return minified.code;
}

async function writeWasm() {
  const file = path.join(out, "mcp_projection.wasm");
  await writeFile(file, wasm.bytes);
  const types =
    "/** A `WebAssembly.Module`, in runtimes and bundlers that import WebAssembly compiled. */\n" +
    "declare const module: object;\nexport default module;\n";
  for (const extension of [".d.ts", ".d.cts"]) await writeFile(`${file}${extension}`, types);
}

/** The code of each entry, which imports that of the main one at run time: a process has each class, and the engine, once. */
async function writeLibrary() {
  for (const name of ENTRIES) {
    const isMain = name === "index";
    const entryPoints = [{ in: path.join(pkg, isMain ? "src/library.ts" : `src/${name}.ts`), out: name }];
    for (const format of [esm, cjs]) {
      const plugins = isMain ? [] : [atRunTime([entriesAt("./", format.outExtension[".js"])])];
      await build({ ...format, entryPoints, outdir: path.join(out, "library"), plugins });
    }
  }
}

/** The command is for Node alone, and finds the library as its users do. */
async function writeCommand() {
  const entryPoints = [path.join(pkg, "src/cli/main.ts")];
  await build({ ...bundle, format: "esm", platform: "node", packages: "external", entryPoints, outfile: path.join(out, "cli.js") });
}

async function writeEntries() {
  const namesOf = Object.fromEntries(await Promise.all(ENTRIES.map(async (name) => [name, await exportedNames(name)])));
  for (const name of ENTRIES) {
    await writeEntry(esm, "inline", name, namesOf[name]);
    await writeEntry(cjs, "file", name, namesOf[name]);
    for (const runtime of FILE_RUNTIMES) await writeEntry(esm, runtime, name, namesOf[name], runtime);
  }
  // The module's text in one line: broken into many, it would have a backslash at the end of each.
  await build({ ...esm, lineLimit: 0, entryPoints: [path.join(pkg, "src/inline.ts")], outdir: out });
  const slim = [...namesOf.index.filter((name) => name !== "init"), "initFrom as init", "initSync", "ModuleError"];
  for (const format of [esm, cjs]) await writeFacade(format, "slim", `export { ${slim.join(", ")} } from "./library.js";`);
}

/** An entry: all that it says is where its names come from, and what brings the module. */
async function writeEntry(format, supply, name, names, folder = "") {
  const code = name === "index" ? "./library.js" : `./${name}.js`;
  // The others leave it to the main entry, so that the module is supplied once.
  const first = name === "index" ? `import "./supply/${supply}.js";` : `import "./index.js";`;
  await writeFacade(format, name, `${first}\nexport { ${names.join(", ")} } from "${code}";`, folder);
}

async function writeFacade(format, name, contents, folder = "") {
  const up = folder === "" ? "./" : "../";
  const extension = format.outExtension[".js"];
  const { outputFiles } = await build({
    ...format,
    write: false,
    // What supplies the module is there for nothing but its effect.
    ignoreAnnotations: true,
    stdin: { contents, resolveDir: path.join(pkg, "src"), sourcefile: `${name}.js` },
    outExtension: undefined,
    plugins: [
      atRunTime([
        [/^\.\/index\.js$/, `./index${extension}`],
        entriesAt(`${up}library/`, extension),
        [/^\.\.\/(inline\.js|mcp_projection\.wasm(?:\?module)?)$/, `${up}$1`],
      ]),
    ],
  });
  const file = path.join(out, folder, `${name}${extension}`);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, outputFiles[0].text.replace("requireWhenBundled(", "require("));
}

/** What the sources call library.js, or the main entry, is the main entry's code; the others have theirs under their names. */
function entriesAt(folder, extension) {
  return [new RegExp(`^\\.\\.?/(?:(library|index)|(${ENTRIES.join("|")}))\\.js$`), (_, main, other) => `${folder}${main ? "index" : other}${extension}`];
}

/** Leaves imports to the run time: a list of patterns, each with the path that takes its place. */
function atRunTime(places) {
  return {
    name: "at run time",
    setup({ onResolve }) {
      for (const [filter, place] of places) {
        onResolve({ filter }, ({ path: imported, kind }) =>
          kind === "entry-point" ? undefined : { path: imported.replace(filter, place), external: true },
        );
      }
    },
  };
}

/** The names of the values that an entry exports. */
async function exportedNames(name) {
  const { metafile } = await build({
    ...esm,
    entryPoints: [path.join(pkg, `src/${name}.ts`)],
    outdir: out,
    write: false,
    metafile: true,
  });
  return Object.values(metafile.outputs)[0].exports.sort();
}

/** Brings package.json in line with the entries. */
async function writeManifest() {
  const file = path.join(pkg, "package.json");
  const before = await readFile(file, "utf8");
  const manifest = { ...JSON.parse(before), ...manifestMembers() };
  const after = `${JSON.stringify(manifest, null, 2)}\n`;
  if (after !== before) await writeFile(file, after);
}

async function writeTypes() {
  const output = { noBanner: true, exportReferencedTypes: false };
  const entries = [...ENTRIES, "slim"];
  const [index, ...others] = generateDtsBundle(
    entries.map((entry) => ({ filePath: path.join(pkg, `src/${entry}.ts`), output })),
    { preferredConfigPath: path.join(pkg, "tsconfig.json") },
  );
  const files = [["index", index], ...others.map((types, at) => [entries[at + 1], withoutTypesOf(index, types)])];
  for (const [entry, types] of files) {
    await writeFile(path.join(out, `${entry}.d.cts`), `${types.replaceAll(`"./index.js"`, `"./index.cjs"`)}\n`);
    // Of the two formats only CommonJS's types may be imported from the other, so that they are written down once.
    await writeFile(path.join(out, `${entry}.d.ts`), `export * from "./${entry}.cjs";\n`);
  }
}

/**
 * An entry's types without those that the main entry exports, which it takes from there: a class with private members that is declared
 * twice is two types.
 */
function withoutTypesOf(index, types) {
  const shared = new Map(declarations(index).filter(({ isExported }) => isExported).map(({ name, text }) => [name, text]));
  const isShared = ({ name, text }) => shared.get(name) === text;
  const all = declarations(types);
  const own = used(all.filter((declaration) => !isShared(declaration)));
  const names = (chosen) => chosen.map(({ name }) => name).sort().join(", ");
  const imported = all.filter((declaration) => isShared(declaration) && own.some((other) => mentions(other, declaration)));
  const passedOn = all.filter((declaration) => isShared(declaration) && declaration.isExported && declaration.name !== undefined);
  return [
    ...(imported.length > 0 ? [`import type { ${names(imported)} } from "./index.js";\n`] : []),
    ...(passedOn.length > 0 ? [`export { ${names(passedOn)} } from "./index.js";\n`] : []),
    ...own.map(({ source }) => source),
  ].join("\n");
}

/** Whether a declaration's code, comments left out, has the other's name in it. */
function mentions({ text }, { name }) {
  const code = text.replace(/\/\*.*?\*\/|\/\/.*$/gmsu, "");
  return name !== undefined && new RegExp(`\\b${name}\\b`, "u").test(code);
}

/** Those that are exported, and those that others of them name. */
function used(all) {
  const kept = new Set(all.filter(({ name, isExported }) => isExported || name === undefined));
  for (const declaration of kept) {
    for (const other of all) if (mentions(declaration, other)) kept.add(other);
  }
  return all.filter((declaration) => kept.has(declaration));
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
