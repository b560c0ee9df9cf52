// Deno and Bun, whose binaries come as packages of npm.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { describe, test } from "node:test";

import { EXPECTED, emptyProject, movedOut, run } from "./project.mjs";

const require = createRequire(import.meta.url);

/** The program that a package of npm brings. */
function binary(name) {
  const file = require.resolve(`${name}/package.json`);
  const { bin } = JSON.parse(readFileSync(file, "utf8"));
  return path.join(path.dirname(file), typeof bin === "string" ? bin : bin[name]);
}

/** A program that brings the module itself. */
const SLIM = `import { readFileSync } from "node:fs";
import { Projection, init } from "mcp-projection/slim";

await init(readFileSync(new URL(import.meta.resolve("mcp-projection/mcp_projection.wasm"))));
console.log(new Projection({}).text("tool", { a: 1 }));
`;

const project = emptyProject({ "slim.mjs": SLIM });

describe("Deno, without any permission", () => {
  const deno = (...parameters) =>
    run(process.execPath, [binary("deno"), "run", "--no-prompt", "--cached-only", ...parameters], {
      cwd: project.folder,
      env: { ...process.env, DENO_NO_UPDATE_CHECK: "1" },
    });

  for (const main of ["main.mjs", "main.cjs"]) {
    test(main.endsWith("mjs") ? "import" : "require, which has to read files", async () => {
      const { stdout } = await deno(...(main.endsWith("mjs") ? [] : ["--allow-read"]), main);
      assert.equal(stdout, `${EXPECTED}\n`);
    });
  }

  test("slim, whose module has to be read", async () => {
    const { stdout } = await deno("--allow-read", "slim.mjs");
    assert.equal(stdout, '{"a":1}\n');
  });
});

describe("Bun", () => {
  const bun = (...parameters) => run(binary("bun"), parameters, { cwd: project.folder });

  for (const main of ["main.mjs", "main.cjs"]) {
    test(main.endsWith("mjs") ? "import" : "require", async () => {
      const { stdout } = await bun("run", main);
      assert.equal(stdout, `${EXPECTED}\n`);
    });
  }

  test("slim", async () => {
    const { stdout } = await bun("run", "slim.mjs");
    assert.equal(stdout, '{"a":1}\n');
  });

  for (const [target, runtime] of [
    ["bun", [binary("bun"), "run"]],
    ["node", [process.execPath]],
  ]) {
    test(`a bundle of its own for ${target}, far from the package`, async () => {
      await bun("build", "main.mjs", `--target=${target}`, `--outfile=${target}/bundle.mjs`);
      const folder = await movedOut(project, target);
      const [program, ...parameters] = runtime;
      const { stdout } = await run(program, [...parameters, path.join(folder, "bundle.mjs")]);
      assert.equal(stdout, `${EXPECTED}\n`);
    });
  }
});
