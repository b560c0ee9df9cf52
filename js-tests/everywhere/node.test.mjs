// Node, of each release that the package says it runs on, and the newest.

import assert from "node:assert/strict";
import { existsSync, readdirSync } from "node:fs";
import { cp } from "node:fs/promises";
import { homedir } from "node:os";
import path from "node:path";
import { describe, test } from "node:test";

import { EXPECTED, emptyProject, run } from "./project.mjs";

const cache = path.join(process.env.XDG_CACHE_HOME || path.join(homedir(), ".cache"), "mcp-projection");
const releases = new Map(
  (existsSync(cache) ? readdirSync(cache) : [])
    .filter((name) => /^node-[\d.]+$/.test(name))
    .map((name) => [name.split(/[-.]/)[1], path.join(cache, name, "bin/node")]),
);

const project = emptyProject();

for (const major of ["20", "22", "24", "26"]) {
  describe(`Node ${major}`, () => {
    for (const main of ["main.mjs", "main.cjs"]) {
      test(main.endsWith("mjs") ? "import" : "require", async () => {
        const node = releases.get(major);
        assert.ok(node, `no Node ${major} in ${cache}: 'npm run setup' brings the releases of scripts/tools.env`);
        const { stdout, stderr } = await run(node, [main], { cwd: project.folder });
        assert.equal(stdout, `${EXPECTED}\n`);
        assert.equal(stderr, "");
      });
    }
  });
}

test("code that was taken away from the module's file says what to do about it", async () => {
  const dist = path.join(project.folder, "node_modules/mcp-projection/dist");
  for (const folder of ["node", "library"]) await cp(path.join(dist, folder), path.join(project.folder, "taken", folder), { recursive: true });
  await project.write(
    "taken/main.mjs",
    'import { Projection } from "./node/index.js";\n\ntry { new Projection({}) } catch (error) { console.log(error.name, error.message) }\n',
  );
  const { stdout } = await run(process.execPath, ["taken/main.mjs"], { cwd: project.folder });
  assert.match(stdout, /^ModuleError .*resolve with the condition `module`/);
});
