// What happens when the engine traps. The traps are real: the instance is left without memory, or the
// call without stack, from outside the package.

import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import { setFlagsFromString } from "node:v8";
import vm from "node:vm";

import { calls, exhaustMemory, instances } from "./instances.mjs";

const { JsonError, PolicyError, Projection, ToolFailure, presets } = await import("mcp-projection");

const outline = new Projection(presets.outline);
const titled = new Projection({ prune: { a: { where: ["title"], dropEqual: { b: 0 } } }, defaults: { prune: ["a"] } });

const filler = "x".repeat(4_000_000);
const big = { id: 1, text: filler, children: [], tokens: [1], collapsed: false };
const bigText = JSON.stringify(big);
// Compared with ===, not by assert.equal, whose message would be megabytes long.
const small = { id: 1, text: "a", children: [], tokens: [1], collapsed: false };
const SMALL_TEXT = '{"id":1,"text":"a","children":[]}';

const live = () => instances.at(-1);

function worksAsEver() {
  assert.equal(outline.text("tool", small), SMALL_TEXT);
  assert.deepEqual(outline.success("tool", small), { content: [{ type: "text", text: SMALL_TEXT }] });
  assert.deepEqual(outline.prune("tool", small), JSON.parse(SMALL_TEXT));
  assert.equal(Buffer.from(outline.pruneBytes("tool", Buffer.from(JSON.stringify(small)))).toString(), SMALL_TEXT);
  assert.equal(outline.text("outl_page_render", { slug: "a", md: "# A" }), "# A");
  assert.equal(outline.failure("tool", new ToolFailure("A", "b")).content[0].text, "A: b");
  assert.equal(titled.text("tool", { title: "a", b: 0 }), '{"title":"a"}');
  assert.throws(() => outline.pruneBytes("tool", Buffer.from("[1,]")), JsonError);
  assert.throws(() => new Projection({ tool: {} }), PolicyError);
}

describe("after a trap the input comes back unchanged, and every later call works, policies and all", () => {
  let before;
  beforeEach(() => {
    worksAsEver();
    before = instances.length;
    exhaustMemory(live());
  });

  const replaced = () => {
    calls.length = 0;
    worksAsEver();
    assert.equal(instances.length, before + 1, "the call didn't trap, or the instance wasn't replaced once");
    assert.deepEqual([...new Set(calls.map(({ index }) => index))], [before], "a trapped instance is still in use");
  };

  test("in success", () => {
    const { content, ...rest } = outline.success("tool", big);
    assert.deepEqual(rest, {});
    assert.equal(content.length, 1);
    assert.equal(content[0].type, "text");
    assert.ok(content[0].text === bigText);
    replaced();
  });

  test("in a success with bigints", () => {
    const text = outline.text("tool", { a: 9007199254740993n, filler });
    assert.ok(text === `{"a":9007199254740993,"filler":"${filler}"}`);
    replaced();
  });

  test("in text", () => {
    assert.ok(outline.text("tool", big) === bigText);
    replaced();
  });

  test("in text for a payload that has no JSON of its own", () => {
    assert.equal(outline.text("tool".padEnd(4_000_000), undefined), "null");
    replaced();
  });

  test("in prune", () => {
    assert.ok(outline.prune("tool", big) === big);
    replaced();
  });

  test("in pruneBytes", () => {
    const bytes = Buffer.from(bigText);
    const result = outline.pruneBytes("tool", bytes);
    assert.equal(Object.getPrototypeOf(result), Uint8Array.prototype);
    assert.notEqual(result.buffer, bytes.buffer);
    assert.ok(bytes.equals(result));
    assert.ok(bytes.toString() === bigText);
    replaced();
  });

  test("in failure, which keeps its code, message and data", () => {
    assert.deepEqual(outline.failure("tool", new ToolFailure("A", "b", { filler, big: 9007199254740993n })), {
      content: [{ type: "text", text: "A: b" }],
      structuredContent: { ok: false, error: { code: "A", message: "b", data: { filler, big: "9007199254740993" } } },
      isError: true,
    });
    replaced();
  });

  test("in failure without data", () => {
    const { structuredContent } = outline.failure("tool", new ToolFailure("A", filler));
    assert.deepEqual(structuredContent, { ok: false, error: { code: "A", message: filler } });
    replaced();
  });

  test("in the constructor, which has no input to return and throws", () => {
    const policy = { prune: { a: { where: [filler, `${filler}.`] } } };
    assert.throws(() => new Projection(policy), WebAssembly.RuntimeError);
    replaced();
  });

  test("one bad call after another", () => {
    for (let time = 0; time < 5; time += 1) {
      for (const projection of [outline, titled]) {
        assert.ok(projection.text("tool", big) === bigText);
        worksAsEver();
        exhaustMemory(live());
      }
    }
    assert.equal(instances.length, before + 10);
  });
});

test("a call without stack left returns its input, or throws a RangeError, and no later call suffers", () => {
  worksAsEver();
  const before = instances.length;
  const bytes = Buffer.from(JSON.stringify(small));
  const outcomes = new Set();
  // Comes back up from the end of the stack one frame at a time, and calls at each.
  const descend = () => {
    try {
      descend();
    } catch {
      // The end of the stack.
    }
    try {
      outcomes.add(Buffer.from(outline.pruneBytes("tool", bytes)).toString());
    } catch (error) {
      outcomes.add(error.constructor);
    }
  };
  descend();
  outcomes.delete(RangeError);
  assert.ok(outcomes.has(SMALL_TEXT));
  for (const outcome of outcomes) assert.ok([SMALL_TEXT, bytes.toString()].includes(outcome), String(outcome));
  assert.ok(instances.length > before, "the stack never ended inside the engine");
  worksAsEver();
});

test("a thousand calls that fail leave the instance as it was", () => {
  worksAsEver();
  const before = { instances: instances.length, bytes: 0 };
  const fail = () => {
    for (const call of [
      () => outline.pruneBytes("tool", Buffer.from('{"a":[1,2,{"b":"unfinished')),
      () => outline.pruneBytes("tool", Uint8Array.of(0x22, 0xff)),
      () => outline.pruneBytes("tool", Buffer.alloc(100_000, "[")),
      () => outline.text("tool", JSON.parse("[".repeat(600) + "]".repeat(600))),
      () => outline.failure("tool", new ToolFailure("A", "b", JSON.parse("[".repeat(600) + "]".repeat(600)))),
    ]) {
      assert.throws(call, JsonError);
    }
    assert.throws(() => new Projection({ tools: { a: { shap: 1 } } }), PolicyError);
    assert.throws(() => new Projection({ tools: { a: { prune: ["b"] } } }), PolicyError);
    assert.throws(() => outline.success("tool", { big: 1n, a: [before, { toJSON: () => assert.fail() }] }));
  };
  for (let time = 0; time < 100; time += 1) fail();
  before.bytes = live().memory.buffer.byteLength;
  for (let time = 0; time < 1000; time += 1) fail();
  worksAsEver();
  assert.equal(instances.length, before.instances);
  assert.equal(live().memory.buffer.byteLength, before.bytes);
});

describe("a projection that nobody holds any more", () => {
  setFlagsFromString("--expose-gc");
  const collectGarbage = vm.runInNewContext("gc");
  // Finalizers run in tasks of their own.
  const collected = async () => {
    for (let time = 0; time < 5; time += 1) {
      collectGarbage();
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  const frees = () => calls.filter(({ name }) => name.endsWith("_free") && name.includes("policy"));
  const make = (count) => {
    for (let index = 0; index < count; index += 1) new Projection(presets.outline);
  };

  test("gives back its memory, once", async () => {
    await collected();
    make(1000);
    await collected();
    calls.length = 0;
    const { byteLength } = live().memory.buffer;
    for (let round = 0; round < 10; round += 1) {
      make(1000);
      await collected();
    }
    assert.ok(frees().length >= 9_000 && frees().length <= 10_000, `${frees().length} were freed`);
    assert.equal(live().memory.buffer.byteLength, byteLength);
    worksAsEver();
  });

  test("never calls into an instance that has trapped", async () => {
    await collected();
    make(1000);
    exhaustMemory(live());
    const trappedIndex = instances.length - 1;
    assert.ok(outline.text("tool", big) === bigText);
    calls.length = 0;
    await collected();
    worksAsEver();
    assert.equal(instances.length, trappedIndex + 2);
    assert.deepEqual(calls.filter(({ index }) => index === trappedIndex), []);
  });

  test("doesn't lose its policy while somebody holds it, in whichever instance", async () => {
    const held = new Projection(presets.outline);
    exhaustMemory(live());
    assert.ok(held.text("tool", big) === bigText);
    await collected();
    for (let time = 0; time < 2; time += 1) {
      assert.equal(held.text("tool", small), SMALL_TEXT);
      await collected();
    }
    assert.equal(held.text("tool", small), SMALL_TEXT);
    worksAsEver();
  });
});
