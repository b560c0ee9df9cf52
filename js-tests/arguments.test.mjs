// What JavaScript callers, whom no compiler warns, get wrong.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Projection, ToolFailure, presets } from "mcp-projection";

const projection = new Projection(presets.outline);
const failure = new ToolFailure("A", "b");
const calls = {
  success: (tool, call) => projection.success(tool, {}, call),
  text: (tool, call) => projection.text(tool, {}, call),
  failure: (tool, call) => projection.failure(tool, failure, call),
  prune: (tool) => projection.prune(tool, {}),
  pruneBytes: (tool) => projection.pruneBytes(tool, Buffer.from("{}")),
};

test("a tool has a name", () => {
  for (const [name, call] of Object.entries(calls)) {
    for (const [tool, kind] of [
      [undefined, "undefined"],
      [null, "null"],
      [1, "a number"],
      [{ name: "a" }, "an object"],
      [["a"], "an array"],
    ]) {
      assert.throws(() => call(tool), { name: "TypeError", message: `the tool's name must be a string, not ${kind}` }, name);
    }
    call("any string at all, \ud83d even this");
  }
});

test("a call is an object, and so are its arguments", () => {
  for (const name of ["success", "text", "failure"]) {
    for (const call of [undefined, {}, { arguments: undefined }, { arguments: {} }, { arguments: Object.create(null) }]) {
      calls[name]("a", call);
    }
    for (const call of [null, "slug", 1, [{}]]) {
      assert.throws(() => calls[name]("a", call), { name: "TypeError", message: /^the call must be an object such as/ }, name);
    }
    for (const callArguments of [null, "slug", 1, ["slug"], () => 1]) {
      assert.throws(
        () => calls[name]("a", { arguments: callArguments }),
        { name: "TypeError", message: /^the call's arguments must be an object, not / },
        name,
      );
    }
  }
});

test("a failure has a non-empty code and a message", () => {
  for (const [code, message, said] of [
    ["", "b", /code .* non-empty string/],
    [undefined, "b", /code .* non-empty string/],
    [404, "b", /code .* non-empty string/],
    ["A", undefined, /message .* string/],
    ["A", new Error("b"), /message .* string/],
  ]) {
    assert.throws(() => new ToolFailure(code, message), { name: "TypeError", message: said });
    assert.throws(() => projection.failure("tool", { code, message }), { name: "TypeError", message: said });
  }
  for (const value of [undefined, null, "A", new Error("b")]) {
    assert.throws(() => projection.failure("tool", value), { name: "TypeError" });
  }
});

test("a ToolFailure is an Error with a code, a message, and data where there is any", () => {
  assert.ok(failure instanceof ToolFailure && failure instanceof Error);
  assert.equal(failure.name, "ToolFailure");
  assert.equal(String(failure), "ToolFailure: b");
  assert.match(failure.stack, /^ToolFailure: b\n/);
  assert.ok(!("data" in failure) || failure.data === undefined);
  assert.ok(!Object.hasOwn(failure, "data"));
  assert.ok(!Object.hasOwn(new ToolFailure("A", "b", undefined), "data"));
  assert.equal(new ToolFailure("A", "b", null).data, null);
  class NotFound extends ToolFailure {}
  assert.ok(new NotFound("A", "b") instanceof NotFound);
});

test("whatever has a code and a message is a failure: a subclass, a system error, another copy's", () => {
  class NotFound extends ToolFailure {}
  const systemError = Object.assign(new Error("no such file"), { code: "ENOENT", errno: -2 });
  for (const [value, expected] of [
    [new NotFound("A", "b", 1), { code: "A", message: "b", data: 1 }],
    [systemError, { code: "ENOENT", message: "no such file" }],
    [{ code: "A", message: "", data: null, more: 1 }, { code: "A", message: "", data: null }],
  ]) {
    assert.deepEqual(projection.failure("tool", value).structuredContent.error, expected);
  }
});
