// What a fresh process takes until its first pruned bytes: beside plain JavaScript, each in processes of its own.
// As a program it is that process: node cold.mjs FILE [index.js of the package]

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";

import { spread } from "./race.mjs";

const self = fileURLToPath(import.meta.url);

/** Milliseconds from before the import to behind the first call, and the part of it behind the import. */
export function coldStarts(file, packageFile, processes) {
  const starts = { package: [], JS1: [] };
  for (let turn = 0; turn < processes; turn += 1) {
    starts.package.push(freshProcess([file, packageFile]));
    starts.JS1.push(freshProcess([file]));
  }
  const all = (name, part) => starts[name].map((start) => start[part]);
  return {
    package: { total: spread(all("package", "total")), behindImport: spread(all("package", "behindImport")) },
    JS1: { total: spread(all("JS1", "total")), behindImport: spread(all("JS1", "behindImport")) },
  };
}

function freshProcess(parameters) {
  const { stdout, stderr, status } = spawnSync(process.execPath, [self, ...parameters], { encoding: "utf8" });
  if (status !== 0) throw new Error(`the fresh process failed: ${stderr}`);
  return JSON.parse(stdout);
}

async function firstCall(file, packageFile) {
  const bytes = readFileSync(file);
  const start = performance.now();
  const imported = await import(packageFile === undefined ? "./contenders.mjs" : pathToFileURL(packageFile).href);
  const behindImport = performance.now();
  if (packageFile === undefined) {
    imported.pruneBytesPortably(bytes);
  } else {
    const { Projection, presets } = imported;
    new Projection(presets.outline).pruneBytes("outl_page_get", bytes);
  }
  const end = performance.now();
  return { total: end - start, behindImport: end - behindImport };
}

if (process.argv[1] === self) {
  const [file, packageFile] = process.argv.slice(2);
  console.log(JSON.stringify(await firstCall(file, packageFile)));
}
