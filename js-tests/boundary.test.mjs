// How text crosses into the module and back: in one byte for each character, in two, or encoded, it comes to the same.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";

import { calls, instances } from "./instances.mjs";

// The package and what uses it come after the watch on instances.
const { Projection, presets } = await import("mcp-projection");
const { everyText, node } = await import("./every-text.mjs");

const projection = new Projection(presets.outline);

describe("text of every width comes back as it was", () => {
  test("with Node's Buffer", () => {
    everyText();
  });

  test("without any Buffer, as in a browser", () => {
    // In a process of its own, since the package looks for Buffer once.
    const script = `
      const { Buffer } = globalThis;
      delete globalThis.Buffer;
      const { everyText } = await import("./every-text.mjs");
      globalThis.Buffer = Buffer;
      everyText();
      process.stdout.write("every text");`;
    const output = execFileSync(process.execPath, ["--input-type=module", "--eval", script], {
      cwd: fileURLToPath(new URL(".", import.meta.url)),
      encoding: "utf8",
      timeout: 60_000,
    });
    assert.equal(output, "every text");
  });
});

test("a policy beyond ASCII applies to text of every width", () => {
  const policy = {
    prune: { r: { where: ["größe", "数"], dropEqual: { état: "né", 値: "日本" } } },
    defaults: { prune: ["r"] },
  };
  const wide = new Projection(policy);
  assert.equal(wide.text("tool", { größe: 1, 数: 2, état: "né", 値: "日本", a: "é" }), '{"größe":1,"数":2,"a":"é"}');
  assert.equal(wide.text("tool", { größe: 1, état: "né" }), '{"größe":1,"état":"né"}');
});

test("the hot calls cross by numbers, not through the glue of the others", () => {
  projection.text("tool", node("a"));
  calls.length = 0;
  projection.text("tool", node("a"));
  projection.prune("tool", node("日本"));
  projection.pruneBytes("tool", new TextEncoder().encode('{"a":1}'));
  const names = [...new Set(calls.map(({ name }) => name))].sort();
  assert.deepEqual(names, ["projection_rewrite", "projection_room", "projection_wide_room"]);
});

test("memory that a huge payload took is given back", () => {
  const memories = instances.length;
  const huge = new TextEncoder().encode(JSON.stringify({ text: "x".repeat(150_000_000) }));
  assert.equal(projection.pruneBytes("tool", huge).length, huge.length);
  everyText();
  assert.equal(instances.length, memories + 1, "the instance with the huge memory is still in use");
  assert.ok(instances.at(-1).memory.buffer.byteLength < 10_000_000);
});

test("a hundred thousand mixed calls leave memory as it was", () => {
  const mixed = () => {
    everyText();
    for (let round = 0; round < 500; round += 1) {
      projection.text("tool", node(`text ${round}`));
      projection.pruneBytes(`tool ${round}`, new TextEncoder().encode(`[${round}, {"a": "é"}]`));
      assert.throws(() => projection.pruneBytes("tool", new TextEncoder().encode(`[${round},]`)));
      projection.text("outl_page_render", { slug: "s", md: `# ${round}` }, { arguments: { slug: "s" } });
    }
  };
  mixed();
  const before = instances.at(-1).memory.buffer.byteLength;
  for (let time = 0; time < 50; time += 1) mixed();
  assert.equal(instances.at(-1).memory.buffer.byteLength, before);
});
