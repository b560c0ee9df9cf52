// The README at the top of the repository: each example prints what the comments below it say.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { presets } from "mcp-projection";

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
const blocksOf = (language) =>
  [...readme.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, "gs"))].map(([, block]) => block);

test("each JavaScript example prints what it says", () => {
  const blocks = blocksOf("js");
  assert.ok(blocks.length >= 2);
  for (const block of blocks) {
    const expected = [...block.matchAll(/^\/\/ (.*)$/gm)].map(([, line]) => line);
    const printed = execFileSync(process.execPath, ["--input-type=module", "--eval", block], {
      cwd: fileURLToPath(new URL(".", import.meta.url)),
      encoding: "utf8",
    });
    assert.deepEqual(printed.trimEnd().split("\n"), expected);
  }
});

test("the policy it shows is the preset it names", () => {
  const [policy] = blocksOf("json");
  assert.deepEqual(JSON.parse(policy), presets.outline);
});
