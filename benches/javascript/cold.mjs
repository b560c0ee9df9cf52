// What a fresh process takes until its first pruned bytes: beside plain JavaScript and an empty WebAssembly module, each in processes of its own.
// As a program it is that process: node cold.mjs CONTENDER FILE PACKAGE, where the last is the file that Node imports of the package.

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";

import { spread } from "./race.mjs";

const self = fileURLToPath(import.meta.url);

/** The module of each contender, and its first call. */
const CONTENDERS = {
  package: {
    module: (packageFile) => pathToFileURL(packageFile).href,
    call: ({ Projection, presets }, bytes) => new Projection(presets.outline).pruneBytes("outl_page_get", bytes),
  },
  JS1: { module: () => "./contenders.mjs", call: ({ pruneBytesPortably }, bytes) => pruneBytesPortably(bytes) },
  "empty module": { module: () => "./empty-wasm.mjs", call: ({ callOnce }) => callOnce() },
};

/** Of each contender, milliseconds from before the import to behind the first call, and the part of them behind the import. */
export function coldStarts(file, packageFile, processes) {
  const starts = Object.fromEntries(Object.keys(CONTENDERS).map((name) => [name, []]));
  for (let turn = 0; turn < processes; turn += 1) {
    for (const name of Object.keys(CONTENDERS)) starts[name].push(freshProcess([name, file, packageFile]));
  }
  const all = (name, part) => spread(starts[name].map((start) => start[part]));
  return Object.fromEntries(
    Object.keys(CONTENDERS).map((name) => [name, { total: all(name, "total"), behindImport: all(name, "behindImport") }]),
  );
}

function freshProcess(parameters) {
  const { stdout, stderr, status } = spawnSync(process.execPath, [self, ...parameters], { encoding: "utf8" });
  if (status !== 0) throw new Error(`the fresh process failed: ${stderr}`);
  return JSON.parse(stdout);
}

async function firstCall(name, file, packageFile) {
  const bytes = readFileSync(file);
  const { module, call } = CONTENDERS[name];
  const start = performance.now();
  const imported = await import(module(packageFile));
  const behindImport = performance.now();
  call(imported, bytes);
  const end = performance.now();
  return { total: end - start, behindImport: end - behindImport };
}

if (process.argv[1] === self) {
  console.log(JSON.stringify(await firstCall(...process.argv.slice(2))));
}
