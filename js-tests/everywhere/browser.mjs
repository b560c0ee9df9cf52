// A headless browser, and a server of a folder for it.

import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import path from "node:path";
import { after, before } from "node:test";

import { chromium } from "playwright-core";

const BINARIES = ["/usr/bin/chromium", "/usr/bin/google-chrome", "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"];
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm" };

/**
 * A browser for the tests of the file that asks for it. `open(folder, page, { headers, answer })` answers what an expression is worth on a page of the
 * folder once its scripts ran, and what a promise is worth then: unless said otherwise, the page's variable `answer`.
 */
export function browser() {
  let started;
  before(async () => {
    const executablePath = process.env.CHROMIUM ?? BINARIES.find((file) => existsSync(file));
    if (executablePath === undefined) {
      throw new Error("no Chromium here: 'npm run setup' installs it on Debian; elsewhere install it and name its program in CHROMIUM");
    }
    started = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
  });
  after(() => started?.close());

  return {
    async open(folder, page, { headers = {}, answer: expression = "globalThis.answer" } = {}) {
      const server = await serve(folder, headers);
      const tab = await started.newPage();
      const errors = [];
      tab.on("pageerror", (error) => errors.push(error.message));
      tab.on("console", (message) => errors.push(message.text()));
      try {
        await tab.goto(`http://127.0.0.1:${server.address().port}/${page}`, { waitUntil: "load" });
        const answer = await tab.evaluate(expression);
        if (answer === undefined) throw new Error(`the page has no answer: ${errors.join("; ") || "and said nothing"}`);
        return answer;
      } finally {
        await tab.close();
        server.closeAllConnections();
        server.close();
      }
    },
  };
}

function serve(folder, headers) {
  const server = createServer(async (request, response) => {
    const file = path.join(folder, new URL(request.url, "http://localhost").pathname);
    try {
      const content = await readFile(file);
      response.writeHead(200, { "content-type": TYPES[path.extname(file)] ?? "application/octet-stream", ...headers });
      response.end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}
