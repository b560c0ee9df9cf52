// mcp-projection wrap between the official client and a server of the SDK. Servers that others publish are in real-servers.

import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { expandColumns } from "mcp-projection";

import { converse } from "./real-servers/conversation.mjs";
import { differences } from "./real-servers/same-conversations.mjs";
import { cli } from "./wrapped-server.mjs";

const server = [process.execPath, fileURLToPath(new URL("./servers/chatty-stdio.mjs", import.meta.url))];
const tools = ["rows", "typed", "hidden", "fails", "throws", "steps", "asks", "none"];

const conversation = ([command, ...args]) =>
  converse({ command, args }, async (ask) => {
    await ask.lists();
    for (const tool of tools) await ask.call(tool, {}, { onprogress: () => {} });
    await Promise.all(tools.map((tool) => ask.call(tool, {}, { onprogress: () => {} })));
    await ask.request("getPrompt", { name: "greet" });
    await ask.request("readResource", { uri: "rows://all" });
    await ask.request("readResource", { uri: "rows://none" });
  });

test("the client hears the same values, and less often", { timeout: 60_000 }, async () => {
  const direct = await conversation(server);
  const wrapped = await conversation([process.execPath, cli, "wrap", "--", ...server]);
  assert.deepEqual(differences(direct, wrapped, {}), []);
  const structured = ({ outcomes }) => outcomes.filter(({ result }) => result?.structuredContent !== undefined).length;
  // Of each round: the tool with an outputSchema, and the error.
  assert.deepEqual([structured(direct), structured(wrapped)], [12, 4]);
  assert.equal(wrapped.stderr, "");
});

test("with --dry-run, every message is the server's, byte for byte", { timeout: 60_000 }, async () => {
  const direct = await conversation(server);
  const dry = await conversation([process.execPath, cli, "wrap", "--dry-run", "--", ...server]);
  assert.deepEqual([...dry.answers].sort(), [...direct.answers].sort());
  assert.deepEqual(dry.others.sort(), direct.others.sort());
});

test("two wrappers, one before the other, say what one says", { timeout: 60_000 }, async () => {
  const wrap = [process.execPath, cli, "wrap", "--"];
  const once = await conversation([...wrap, ...server]);
  const twice = await conversation([...wrap, ...wrap, ...server]);
  assert.deepEqual([...twice.answers.values()].map(({ text }) => text).sort(), [...once.answers.values()].map(({ text }) => text).sort());
});

test("a policy's lists become columns on the way, which a second wrapper leaves", { timeout: 60_000 }, async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), "wrap-"));
  t.after(() => rm(folder, { recursive: true }));
  const policy = path.join(folder, "policy.json");
  await writeFile(policy, JSON.stringify({ defaults: { lists: "columns", listsNote: true } }));
  const wrap = [process.execPath, cli, "wrap", "--policy", policy, "--"];
  const rowsOf = ([command, ...args]) =>
    converse({ command, args }, async (ask) => {
      for (const tool of ["rows", "hidden"]) await ask.call(tool, {});
    });
  const [direct, once, twice] = [await rowsOf(server), await rowsOf([...wrap, ...server]), await rowsOf([...wrap, ...wrap, ...server])];
  const results = ({ outcomes }) => outcomes.map(({ result }) => result).filter((result) => result?.content !== undefined);
  for (const [at, { content, structuredContent }] of results(once).entries()) {
    assert.equal(structuredContent, undefined);
    const [note, said] = content.slice(-2);
    assert.match(note.text, /^Lists are written as /);
    assert.ok(said.text.startsWith('{"rows":{"columns":["id","text","share","parent"],"rows":[[0,"row 0 é",0,null],'));
    assert.deepEqual(JSON.parse(expandColumns(said.text)), results(direct)[at].structuredContent);
  }
  assert.equal(results(once).length, 2);
  assert.deepEqual(results(twice), results(once));
});
