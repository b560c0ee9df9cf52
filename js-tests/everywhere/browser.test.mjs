// A browser that loads the package's own files: on a page, in a worker, and under a strict policy for content.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { blocksOf, pages } from "../pages.mjs";
import { browser } from "./browser.mjs";
import { moduleProgram } from "./program.mjs";
import { EXPECTED, emptyProject } from "./project.mjs";

const DIST = "/node_modules/mcp-projection/dist";
const entries = ["fetch", "server"].map((name) => [`mcp-projection/${name}`, `${DIST}/${name}.js`]);
const IMPORT_MAP = { imports: { "mcp-projection": `${DIST}/index.js`, ...Object.fromEntries(entries) } };

const STRICT = "default-src 'none'; script-src 'self'";

const html = (script, head = "") =>
  `<!doctype html><meta charset="utf-8"><title>test</title>${head}<script type="module" src="${script}"></script>\n`;

const project = emptyProject({
  "page.mjs": 'import { results } from "./program.mjs";\n\nglobalThis.answer = results();\n',
  "mapped.html": html("page.mjs", `<script type="importmap">${JSON.stringify(IMPORT_MAP)}</script>`),
  "program-by-path.mjs": moduleProgram((name) => `${DIST}/${name || "index"}.js`),
  "page-by-path.mjs": 'import { results } from "./program-by-path.mjs";\n\nglobalThis.answer = results();\n',
  "by-path.html": html("page-by-path.mjs"),
  "worker.mjs": 'import { results } from "./program-by-path.mjs";\n\nresults().then((answer) => postMessage(answer));\n',
  "start-worker.mjs": `globalThis.answer = new Promise((resolve, reject) => {
  const worker = new Worker("worker.mjs", { type: "module" });
  worker.onmessage = ({ data }) => resolve(data);
  worker.onerror = ({ message }) => reject(new Error(message));
});
`,
  "worker.html": html("start-worker.mjs"),
});
const chromium = browser();

test("a page with an import map", async () => {
  assert.equal(await chromium.open(project.folder, "mapped.html"), EXPECTED);
});

test("a page that imports the files by their paths", async () => {
  assert.equal(await chromium.open(project.folder, "by-path.html"), EXPECTED);
});

test("a worker", async () => {
  assert.equal(await chromium.open(project.folder, "worker.html"), EXPECTED);
});

describe("under a policy that allows the page's own scripts alone", () => {
  test("it works with 'wasm-unsafe-eval', without 'unsafe-eval'", async () => {
    const headers = { "content-security-policy": `${STRICT} 'wasm-unsafe-eval'` };
    assert.equal(await chromium.open(project.folder, "by-path.html", { headers }), EXPECTED);
  });

  test("so does a worker", async () => {
    const headers = { "content-security-policy": `${STRICT} 'wasm-unsafe-eval'; worker-src 'self'` };
    assert.equal(await chromium.open(project.folder, "worker.html", { headers }), EXPECTED);
  });

  test("without it the browser's own error says what is missing", async () => {
    const headers = { "content-security-policy": STRICT };
    await assert.rejects(() => chromium.open(project.folder, "by-path.html", { headers }), /Content Security Policy/);
  });
});

/** What a script of the page appends to it, which it may still be waiting for when the page has loaded. */
const SHOWN = `new Promise((resolve) => {
  const last = () => document.body.lastChild;
  const look = () => last().nodeName === "#text" && last().textContent.trim() !== "" && resolve(last().textContent);
  new MutationObserver(look).observe(document.body, { childList: true });
  look();
  setTimeout(() => resolve("nothing"), 10000);
})`;

describe("the examples of docs/runtimes.md", () => {
  const [, text] = pages().find(([name]) => name === "docs/runtimes.md");
  const examples = blocksOf(text, "html");

  test("there are some", () => {
    assert.equal(examples.length, 2);
  });

  for (const [at, example] of examples.entries()) {
    test(`example ${at + 1} shows what it says`, async () => {
      await project.write("example.html", `<!doctype html><meta charset="utf-8"><title>test</title><body>${example}`);
      const [, expected] = /^ *\/\/ (.*)$/m.exec(example);
      const shown = await chromium.open(project.folder, "example.html", { answer: SHOWN });
      assert.equal(shown, expected);
    });
  }
});
