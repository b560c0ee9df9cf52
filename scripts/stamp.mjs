// The stamp of the committed package files: what pkg/dist was built from, and what the build wrote.
//   node scripts/stamp.mjs --write    after a build
//   node scripts/stamp.mjs --check    fails when a source has changed since, or pkg/dist has
// Inputs come from the file system, so that it also works where there is no git.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const dist = "pkg/dist";
const stampFile = `${dist}/stamp.json`;
const inputs = [
  "Cargo.toml", "Cargo.lock", ".cargo", "rust-toolchain.toml", "src",
  "pkg/package.json", "pkg/build.mjs", "pkg/entries.mjs", "pkg/alphabet.mjs", "pkg/src",
  "scripts/build.sh", "scripts/toolchain.sh",
];
const inputPattern = /^tsconfig.*\.json$/;
/** npm packages whose version shows in what the build writes. */
const buildTools = ["binaryen", "esbuild", "typescript", "dts-bundle-generator"];

/** What editors, merges and desktops leave behind; dot files of a folder aren't sources here either. */
const junk = /^\.|~$|^#.*#$|\.(bak|orig|rej|swp|tmp)$/;

function filesUnder(path) {
  const found = statSync(join(root, path), { throwIfNoEntry: false });
  if (found === undefined) return [];
  if (!found.isDirectory()) return [path];
  return readdirSync(join(root, path))
    .filter((name) => !junk.test(name))
    .flatMap((name) => filesUnder(`${path}/${name}`));
}

/** Length before content, so that no two different sets of files give the same bytes. */
function digest(entries) {
  const hash = createHash("sha256");
  for (const [name, content] of entries.sort(([a], [b]) => (a < b ? -1 : 1))) {
    hash.update(`${name}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex");
}

const fromFiles = (paths) => paths.map((path) => [path, readFileSync(join(root, path))]);

function toolVersions() {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  const installed = buildTools.flatMap((tool) =>
    Object.entries(packages)
      .filter(([path]) => path.endsWith(`node_modules/${tool}`))
      .map(([path, { version }]) => [path, version]));
  const wasmPack = /^WASM_PACK_VERSION=(.*)$/m.exec(readFileSync(join(root, "scripts/tools.env"), "utf8"));
  return [...installed, ["wasm-pack", wasmPack[1]]];
}

function currentStamp() {
  const configurations = readdirSync(join(root, "pkg")).filter((name) => inputPattern.test(name));
  const sources = [...inputs.flatMap(filesUnder), ...configurations.map((name) => `pkg/${name}`)];
  return {
    sources: digest([...fromFiles(sources), ...toolVersions()]),
    dist: digest(fromFiles(filesUnder(dist).filter((path) => path !== stampFile))),
  };
}

function readStamp() {
  try {
    return JSON.parse(readFileSync(join(root, stampFile), "utf8"));
  } catch {
    return {};
  }
}

function check() {
  const now = currentStamp();
  const committed = readStamp();
  if (committed.sources !== now.sources) {
    return `${dist} wasn't built from these sources: run 'npm run build' and commit ${dist}.`;
  }
  if (committed.dist !== now.dist) {
    return `the files of ${dist} aren't those that the build wrote: run 'npm run build' and commit all of ${dist}.`;
  }
  return undefined;
}

const [action] = process.argv.slice(2);
if (action === "--write") {
  writeFileSync(join(root, stampFile), `${JSON.stringify(currentStamp(), null, 2)}\n`);
} else if (action === "--check") {
  const problem = check();
  console.log(problem === undefined ? `stamp: ${dist} is up to date` : `stamp: ${problem}`);
  process.exitCode = problem === undefined ? 0 : 1;
} else {
  console.error("usage: node scripts/stamp.mjs --write | --check");
  process.exitCode = 2;
}
