// Policies that are refused: a PolicyError that names the place and what was expected there.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import vm from "node:vm";

import { PolicyError, Projection, presets } from "mcp-projection";

function refusalOf(policy) {
  let error;
  try {
    new Projection(policy);
  } catch (thrown) {
    error = thrown;
  }
  assert.ok(error instanceof PolicyError, `expected a PolicyError, got ${error}`);
  assert.ok(error instanceof Error);
  assert.equal(error.name, "PolicyError");
  assert.ok(error.message.startsWith(`${error.pointer || "the policy"}: `), error.message);
  return error;
}

const rule = { where: ["id", "text"] };

describe("nothing in a policy is silently ignored", () => {
  for (const [name, policy, pointer, said] of [
    ["an unknown member at the top", { tool: {} }, "/tool", /`tools`/],
    ["an unknown member of an entry", { tools: { a: { shap: "content" } } }, "/tools/a/shap", /`shape`/],
    ["an unknown member of a rule", { prune: { a: { ...rule, drops: {} } } }, "/prune/a/drops", /`drop`/],
    ["an unknown version", { version: 2 }, "/version", /1/],
    ["an unknown shape", { defaults: { shape: "text" } }, "/defaults/shape", /`content`/],
    ["a string for a list", { defaults: { prune: "outline-node" } }, "/defaults/prune", /expected an array/],
    ["an object for a list", { defaults: { prune: {} } }, "/defaults/prune", /expected an array/],
    ["a list for an object", { tools: [] }, "/tools", /expected an object/],
    ["a string for an object", { tools: { a: { flatten: "md" } } }, "/tools/a/flatten", /expected an object/],
    ["a number for a string", { tools: { a: { flatten: { member: 1 } } } }, "/tools/a/flatten/member", /expected a string/],
    ["a number for a boolean", { defaults: { compactText: 1 } }, "/defaults/compactText", /expected a boolean/],
    ["null for a member", { defaults: { shape: null } }, "/defaults/shape", /./],
    ["null for an object", { defaults: null }, "/defaults", /expected an object/],
    ["a rule without a guard", { prune: { a: { dropEmpty: ["b"] } } }, "/prune/a", /where/],
    ["a drop that names no elsewhere", { prune: { a: { ...rule, drop: { b: true } } } }, "/prune/a/drop/b", /instead/],
    ["a sibling that isn't in the guard", { prune: { a: { ...rule, drop: { b: "c" } } } }, "/prune/a/drop/b", /where/],
    ["a value that can't be noise", { prune: { a: { ...rule, dropEqual: { b: 1.5 } } } }, "/prune/a/dropEqual/b", /integer/],
    ["a list for noise", { prune: { a: { ...rule, dropEqual: { b: [] } } } }, "/prune/a/dropEqual/b", /integer/],
    ["a rule name that isn't defined", { defaults: { prune: ["outline-node"] } }, "/defaults/prune/0", /outline-node/],
    ["an empty glob", { tools: { "": {} } }, "/tools/", /./],
    ["globs that tie", { tools: { "a*c": {}, "ac*": {} } }, null, /./],
    ["a name that a pointer escapes", { tools: { "a/b~c": { shap: 1 } } }, "/tools/a~1b~0c/shap", /./],
  ]) {
    test(name, () => {
      const error = refusalOf(policy);
      if (pointer !== null) assert.equal(error.pointer, pointer);
      assert.match(error.message, said);
      assert.doesNotMatch(error.message, /Error:|Reflect/, "the message is for people");
    });
  }
});

describe("what JSON has no word for is refused where it stands", () => {
  class Rules {}
  for (const [name, value, found] of [
    ["NaN", NaN, "NaN"],
    ["Infinity", -Infinity, "-Infinity"],
    ["a function", () => 1, "a function"],
    ["a symbol", Symbol("a"), "a symbol"],
    ["a Date", new Date(0), "an instance of Date"],
    ["a Map", new Map(), "an instance of Map"],
    ["an instance of a class", new Rules(), "an instance of Rules"],
    ["a boxed string", Object("a"), "an instance of String"],
    ["an object without a nameable class", Object.create({ constructor: 1, __proto__: { a: 1 } }), "an object"],
  ]) {
    test(name, () => {
      for (const [policy, pointer] of [
        [{ tools: { "a/b": { shape: value } } }, "/tools/a~1b/shape"],
        [{ prune: { "~": { where: ["id", value] } } }, "/prune/~0/where/1"],
        [{ prune: { a: { ...rule, dropEqual: { b: value } } } }, "/prune/a/dropEqual/b"],
      ]) {
        const error = refusalOf(policy);
        assert.equal(error.pointer, pointer);
        assert.equal(error.message, `${pointer}: expected a JSON value, found ${found}`);
      }
    });
  }

  test("an integer that no number can hold, or that no engine of 64 bits can", () => {
    for (const [value, said] of [
      [2 ** 53, "expected an integer up to 2^53, or a bigint: 9007199254740992 may have been rounded"],
      [-(2 ** 60), "expected an integer up to 2^53, or a bigint: -1152921504606847000 may have been rounded"],
      [2n ** 64n, "expected an integer of at most 64 bits"],
      [-(2n ** 63n) - 1n, "expected an integer of at most 64 bits"],
    ]) {
      const error = refusalOf({ prune: { a: { ...rule, dropEqual: { b: value } } } });
      assert.equal(error.message, `/prune/a/dropEqual/b: ${said}`);
    }
    for (const value of [2 ** 53 - 1, 2n ** 64n - 1n, -(2n ** 63n)]) {
      const projection = new Projection({ prune: { a: { ...rule, dropEqual: { b: value } } }, defaults: { prune: ["a"] } });
      const row = { id: 1, text: "a", b: value };
      assert.equal(projection.text("t", row), '{"id":1,"text":"a"}');
      assert.notEqual(projection.text("t", { ...row, b: BigInt(value) + 1n }), '{"id":1,"text":"a"}');
    }
  });

  test("a hole in a list", () => {
    // eslint-disable-next-line no-sparse-arrays
    for (const where of [["id", , "text"], ["id", undefined, "text"]]) {
      const { message } = refusalOf({ prune: { a: { where } } });
      assert.equal(message, "/prune/a/where/1: expected a JSON value, found undefined");
    }
  });

  test("half of a surrogate pair, which would reach the engine as another character", () => {
    assert.equal(refusalOf({ prune: { a: { ...rule, dropEqual: { b: "\ud83d" } } } }).pointer, "/prune/a/dropEqual/b");
    assert.equal(refusalOf({ tools: { "\ude00": {} } }).pointer, "/tools");
    new Projection({ tools: { "😀": {} } });
  });
});

test("a policy is an object, not its text", () => {
  for (const [policy, found] of [
    [JSON.stringify(presets.outline), "a string"],
    [undefined, "undefined"],
    [null, "null"],
    [[], "an array"],
    [1, "1"],
    [new Map(), "an instance of Map"],
    [() => 1, "a function"],
  ]) {
    const error = refusalOf(policy);
    assert.equal(error.pointer, "");
    assert.equal(error.message, `the policy: expected a policy object, found ${found}`);
  }
});

test("a policy that contains itself, or is absurdly deep, is refused without overflowing the stack", () => {
  const cyclic = { tools: { a: {} } };
  cyclic.tools.a.flatten = { member: "md", elsewhere: cyclic };
  assert.equal(refusalOf(cyclic).pointer, "/tools/a/flatten/elsewhere");

  const list = [];
  list.push(list);
  assert.equal(refusalOf({ defaults: { prune: list } }).pointer, "/defaults/prune/0");

  let deep = {};
  for (let level = 0; level < 100_000; level += 1) deep = { a: deep };
  assert.match(refusalOf(deep).message, /expected at most 128 levels of nesting$/);
  let deepList = [];
  for (let level = 0; level < 100_000; level += 1) deepList = [deepList];
  assert.match(refusalOf({ a: deepList }).message, /expected at most 128 levels of nesting$/);
});

test("an object that occurs twice is no cycle", () => {
  new Projection({ prune: { a: rule, b: rule }, defaults: { prune: ["a"] }, tools: { x: { prune: ["b"] } } });
});

test("a member that is undefined is absent", () => {
  const projection = new Projection({
    $schema: undefined,
    version: undefined,
    tools: undefined,
    defaults: { shape: undefined, prune: undefined, flatten: { member: "md", elsewhere: undefined } },
  });
  assert.equal(projection.text("a", { md: "b" }), "b");
});

test("an object is plain in whichever realm or way it was made", () => {
  new Projection(vm.runInNewContext('({ tools: { a: { prune: [] } } })'));
  new Projection(Object.assign(Object.create(null), { tools: Object.create(null) }));
  new Projection(JSON.parse(JSON.stringify(presets.outline)));
});

test("a policy may name a member __proto__", () => {
  const projection = new Projection(
    JSON.parse('{"prune":{"a":{"where":["id"],"dropEqual":{"__proto__":1}}},"defaults":{"prune":["a"]}}'),
  );
  assert.equal(projection.text("t", JSON.parse('{"id":1,"__proto__":1}')), '{"id":1}');
});

test("a policy is read once: what becomes of the object later changes nothing", () => {
  const policy = { prune: { a: { where: ["id"], dropEqual: { b: null } } }, defaults: { prune: ["a"] } };
  const projection = new Projection(policy);
  policy.defaults.prune.length = 0;
  policy.prune.a.where[0] = "another";
  assert.equal(projection.text("t", { id: 1, b: null }), '{"id":1}');
});

test("presets are deeply frozen, and may be spread", () => {
  const frozen = (value) =>
    typeof value !== "object" || value === null || (Object.isFrozen(value) && Object.values(value).every(frozen));
  assert.ok(frozen(presets));
  const projection = new Projection({ ...presets.outline, tools: { ...presets.outline.tools, daily: { prune: [] } } });
  const node = { id: 1, text: "a", children: [], todo: null };
  assert.equal(projection.text("daily", node), JSON.stringify(node));
  assert.equal(projection.text("another", node), '{"id":1,"text":"a","children":[]}');
});

test("a refused policy leaves others at work", () => {
  const projection = new Projection(presets.outline);
  for (let time = 0; time < 100; time += 1) refusalOf({ tools: { a: { shap: time } } });
  assert.equal(projection.text("a", { a: 1 }), '{"a":1}');
});
