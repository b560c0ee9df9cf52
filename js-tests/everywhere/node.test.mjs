// Node, of each release that the package says it runs on, and the newest.

import assert from "node:assert/strict";
import { existsSync, readdirSync } from "node:fs";
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
