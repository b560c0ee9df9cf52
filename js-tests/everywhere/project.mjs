// An empty project with the package installed from its tarball, as a user has it.

import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before } from "node:test";
import { promisify } from "node:util";

import { commonJsProgram, expectedResults, moduleProgram } from "./program.mjs";

export const run = promisify(execFile);

const require = createRequire(import.meta.url);
const manifest = require("mcp-projection/package.json");

/** What the program answers. */
export const EXPECTED = expectedResults(manifest.version);

/**
 * A project that is there for the tests of the file that asks for it. `folder` is set before they run; in it lie the program as
 * program.mjs and program.cjs, and main.mjs and main.cjs, which print its results, beside further files by their names.
 */
export function emptyProject(files = {}) {
  const project = { folder: undefined, write: (name, text) => writeFile(path.join(project.folder, name), text) };
  before(async () => {
    project.folder = await mkdtemp(path.join(tmpdir(), "mcp-projection-everywhere-"));
    await project.write("package.json", '{ "private": true }\n');
    await install(project.folder);
    await project.write("program.mjs", moduleProgram());
    await project.write("program.cjs", commonJsProgram);
    await project.write("main.mjs", 'import { results } from "./program.mjs";\n\nresults().then(console.log);\n');
    await project.write("main.cjs", 'require("./program.cjs").results().then(console.log);\n');
    for (const [name, text] of Object.entries(files)) await project.write(name, text);
  });
  after(() => rm(project.folder, { recursive: true, force: true }));
  return project;
}

async function install(folder) {
  const root = path.dirname(require.resolve("mcp-projection/package.json"));
  await run("npm", ["pack", "--silent", "--ignore-scripts", "--pack-destination", folder], { cwd: root });
  const [tarball] = (await readdir(folder)).filter((name) => name.endsWith(".tgz"));
  await run("npm", ["install", "--offline", "--no-audit", "--no-fund", path.join(folder, tarball)], { cwd: folder });
  await rm(path.join(folder, tarball));
}

/** The start of the module as the package's text has it: whatever holds the text holds this, and nothing else does. */
export async function startOfText(project) {
  const code = await readFile(path.join(project.folder, "node_modules/mcp-projection/dist/inline.js"), "utf8");
  return /"([^"]{10000,})"/.exec(code)[1].slice(0, 200);
}

/** What a bundler wrote to a folder of the project, in a folder of its own: nothing of the package lies beside or above it. */
export async function movedOut(project, bundle) {
  const folder = await mkdtemp(path.join(tmpdir(), "mcp-projection-bundle-"));
  after(() => rm(folder, { recursive: true, force: true }));
  await cp(path.join(project.folder, bundle), folder, { recursive: true });
  return folder;
}
