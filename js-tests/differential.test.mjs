// The engine against JSON.parse and JSON.stringify, on tens of thousands of texts by chance.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { Projection } from "mcp-projection";

import { holdSeeds } from "./against-json.mjs";

/** Enough of each kind, so that a check that never ran is seen. */
function assertEnough({ exact, accepted, refused, latin1, wide }, count) {
  for (const kind of [exact, accepted, refused, latin1, wide]) {
    assert.ok(kind > count / 20, JSON.stringify({ exact, accepted, refused, latin1, wide }));
  }
}

test("made and broken texts come to what JSON.parse and JSON.stringify say", () => {
  assertEnough(holdSeeds(0, 40_000), 40_000);
});

test("without any Buffer, as in a browser, they do too", () => {
  // In a process of its own, since the package looks for Buffer once.
  const script = `
    const { Buffer } = globalThis;
    delete globalThis.Buffer;
    await import("mcp-projection");
    globalThis.Buffer = Buffer;
    const { holdSeeds } = await import("./against-json.mjs");
    process.stdout.write(JSON.stringify(holdSeeds(40_000, 20_000)));`;
  const output = execFileSync(process.execPath, ["--input-type=module", "--eval", script], {
    cwd: fileURLToPath(new URL(".", import.meta.url)),
    encoding: "utf8",
    timeout: 120_000,
  });
  assertEnough(JSON.parse(output), 20_000);
});

test("where the engine and JSON.parse differ is known: levels of nesting, and nothing else", () => {
  const projection = new Projection({});
  const nested = (levels) => "[".repeat(levels) + "]".repeat(levels);
  assert.equal(projection.pruneBytes("tool", Buffer.from(nested(512))).length, 1024);
  assert.throws(() => projection.pruneBytes("tool", Buffer.from(nested(513))), { name: "JsonError", offset: 512 });
  assert.ok(JSON.parse(nested(513)));
});

test("what JSON.stringify would change stays: numbers, escapes, repeated names and index names in their order", () => {
  const projection = new Projection({});
  const pruned = (json) => new TextDecoder().decode(projection.pruneBytes("tool", new TextEncoder().encode(json)));
  for (const json of [
    "[1.0,-0,1e400,1E2,9007199254740993]",
    '["\\u0061","\\/","\\ud83d\\ude00","\\uD83D"]',
    '{"a":1,"a":2}',
    '{"b":0,"2":0,"1":0}',
  ]) {
    assert.notEqual(JSON.stringify(JSON.parse(json)), json);
    assert.equal(pruned(json), json);
  }
  // A member of this name is one like any other to JSON.parse.
  for (const json of ['{"__proto__":1,"constructor":2}', '{"a":{"__proto__":null}}', '{"toJSON":1}']) {
    assert.equal(JSON.stringify(JSON.parse(json)), json);
    assert.equal(pruned(json), json);
  }
});
