// What the servers work on: files, a Git repository and a web site, the same each time, so that two runs can be compared.

import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import path from "node:path";

const WHEN = new Date("2026-03-04T05:06:07Z");

/** A picture of one pixel. */
export const PICTURE = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** What an author and a date make the same each time: commits, and with them their names. */
export const GIT_ENVIRONMENT = {
  GIT_AUTHOR_NAME: "Ada",
  GIT_AUTHOR_EMAIL: "ada@example.org",
  GIT_AUTHOR_DATE: "2026-03-04T05:06:07+0000",
  GIT_COMMITTER_NAME: "Ada",
  GIT_COMMITTER_EMAIL: "ada@example.org",
  GIT_COMMITTER_DATE: "2026-03-04T05:06:07+0000",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_SYSTEM: "/dev/null",
};

/** Rows of numbers that no double holds, and texts of several scripts. */
const rows = Array.from({ length: 60 }, (_, at) => ({
  id: `row-${at}`,
  amount: `${9007199254740993n + BigInt(at)}`,
  note: ["plain", "Ünïcödé", "数据", "a \"quoted\"\nline", ""][at % 5],
  tags: at % 3 === 0 ? [] : ["a", `b${at}`],
}));
const rowsAsJson = () => JSON.stringify(rows, null, 2).replace(/"amount": "(\d+)"/g, '"amount": $1');

export function writeFiles(folder) {
  const files = {
    "read me.txt": "A line\r\nanother line\n\ttabs, and no end of line",
    "rows.json": rowsAsJson(),
    "notes/ünï.md": "# Notes\n\n- one\n- two\n",
    "notes/empty.txt": "",
    "notes/deep/er/code.mjs": 'export const text = "const text = 1;";\n'.repeat(40),
    "picture.png": PICTURE,
  };
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
  makeOld(folder);
}

function makeOld(folder) {
  for (const name of readdirSync(folder)) {
    const file = path.join(folder, name);
    if (statSync(file).isDirectory()) makeOld(file);
    utimesSync(file, WHEN, WHEN);
  }
  utimesSync(folder, WHEN, WHEN);
}

export function makeRepository(folder) {
  const git = (...args) => execFileSync("git", args, { cwd: folder, env: { ...process.env, ...GIT_ENVIRONMENT }, stdio: "pipe" });
  git("init", "--quiet", "--initial-branch=main");
  writeFiles(folder);
  git("add", "--all");
  git("commit", "--quiet", "--message", "First files");
  for (let turn = 1; turn <= 6; turn += 1) {
    writeFileSync(path.join(folder, "notes/ünï.md"), `# Notes\n\n- one\n- two\n${"- more\n".repeat(turn)}`);
    git("commit", "--quiet", "--all", "--message", `Note ${turn}\n\nWith a "body" and ünïcödé.`);
  }
  git("tag", "v1");
  git("branch", "side");
  writeFileSync(path.join(folder, "rows.json"), rowsAsJson().replace("row-7", "row-seven"));
  writeFileSync(path.join(folder, "new.txt"), "not yet known\n");
}

const PAGE = `<!doctype html><html lang="en"><head><title>Rows</title><script>console.warn("a warning", 9007199254740993n)</script></head><body>
<h1>Rows</h1><p>Sixty of them, with <a href="/rows.json">a file</a>.</p><form><label>Name <input name="name"></label>
<button type="button" onclick="document.querySelector('output').textContent = document.querySelector('input').value">Show</button><output></output></form>
<table>${rows.map(({ id, amount, note }) => `<tr><th>${id}</th><td>${amount}</td><td>${note}</td></tr>`).join("\n")}</table>
</body></html>`;

/** A web site on the loopback: its address, and what closes it. */
export async function openSite() {
  const server = createServer(({ url }, response) => {
    const files = {
      "/": ["text/html; charset=utf-8", PAGE],
      "/rows.json": ["application/json", rowsAsJson()],
      // Browsers ask for it at a time of their own, and a console has an error more where it is missing.
      "/favicon.ico": ["image/svg+xml", '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    };
    const [type, body] = files[url] ?? [];
    if (body === undefined) response.writeHead(404).end("there is no such page");
    else response.writeHead(200, { "content-type": type }).end(body);
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const close = async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  };
  return { address: `http://127.0.0.1:${server.address().port}`, close };
}
