// The README at the top of the repository and the pages in docs: each example prints what the comments below it say.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";

import { Projection, presets } from "mcp-projection";

import { blocksOf, pages } from "./pages.mjs";

// Rust's run as documentation tests of the crate, which takes the README alone.
// A browser runs those of pages for browsers, in everywhere/browser.test.mjs.
const LANGUAGES = { "README.md": ["js", "json", "rust", "sh"], "docs/runtimes.md": ["js", "html"] };

for (const [page, text] of pages()) {
  describe(page, () => {
    test("has examples in no language but those that tests run", () => {
      const languages = [...text.matchAll(/^```(\w*)\n.*?^```$/gms)].map(([, language]) => language);
      assert.ok(languages.length > 0);
      for (const language of languages) assert.ok((LANGUAGES[page] ?? ["js", "json"]).includes(language), language);
    });

    for (const [at, block] of blocksOf(text, "js").entries()) {
      test(`its JavaScript example ${at + 1} prints what it says`, () => {
        const expected = [...block.matchAll(/^\/\/ (.*)$/gm)].map(([, line]) => line);
        assert.ok(expected.length > 0, "it prints nothing");
        const printed = execFileSync(process.execPath, ["--input-type=module", "--eval", block], {
          cwd: fileURLToPath(new URL(".", import.meta.url)),
          encoding: "utf8",
        });
        assert.deepEqual(printed.trimEnd().split("\n"), expected);
      });
    }

    for (const [at, block] of blocksOf(text, "json").entries()) {
      test(`its policy ${at + 1} can be followed`, () => {
        assert.ok(new Projection(JSON.parse(block)));
      });
    }

    test("links to pages and headings that are there", () => {
      for (const [, target] of text.matchAll(/\]\(((?:docs\/)?[\w-]*(?:\.md)?(?:#[\w-]+)?)\)/g)) {
        const [file, heading] = target.split("#");
        if (/^(LICENSE|CONTRIBUTING)/.test(file)) continue;
        const linked = file === "" ? text : new Map(pages()).get(page.startsWith("docs/") ? `docs/${file}` : file);
        assert.ok(linked !== undefined, target);
        const headings = [...linked.matchAll(/^#+ (.*)$/gm)].map(([, title]) => title.toLowerCase().replaceAll(" ", "-"));
        if (heading !== undefined) assert.ok(headings.includes(heading), target);
      }
    });
  });
}

test("the README's first policy is the preset it names", () => {
  const [, readme] = pages().find(([page]) => page === "README.md");
  const [policy] = blocksOf(readme, "json");
  assert.deepEqual(JSON.parse(policy), presets.outline);
});
