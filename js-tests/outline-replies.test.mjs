// Replies that an outliner's server really sent, under the preset made for it.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { Projection, ToolFailure, presets } from "mcp-projection";

import { readRecordedReplies } from "../examples/outline-replies/recorded-replies.mjs";
import { idsIn, prunedOutline } from "./outline-reference.mjs";

const projection = new Projection(presets.outline);

const recorded = readRecordedReplies().map(({ name, tool, arguments: callArguments, result }) => {
  const { ok, data, error } = result.structuredContent;
  return { name, tool, call: { arguments: callArguments }, ok, payload: data, error };
});
const successes = recorded.filter(({ ok }) => ok);
const failures = recorded.filter(({ ok }) => !ok);
const reply = (name) => {
  const found = recorded.find((each) => each.name === name);
  assert.ok(found, `there is no recorded reply ${name}`);
  return found;
};

const onlyText = (result) => {
  assert.equal(result.content.length, 1);
  assert.equal(result.content[0].type, "text");
  return result.content[0].text;
};

describe("a success is content-only and compact", () => {
  assert.ok(successes.length > 5);
  for (const { name, tool, call, payload } of successes.filter(({ tool }) => tool !== "outl_page_render")) {
    test(name, () => {
      const result = projection.success(tool, payload, call);
      assert.deepEqual(Object.keys(result), ["content"]);
      assert.deepEqual(Object.keys(result.content[0]), ["type", "text"]);
      assert.equal(onlyText(result), JSON.stringify(prunedOutline(payload)));
    });
  }
});

describe("no id is lost", () => {
  for (const { name, tool, payload } of successes) {
    test(name, () => {
      assert.deepEqual(idsIn(projection.prune(tool, payload)), idsIn(payload));
    });
  }
});

test("an error keeps its envelope and data", () => {
  assert.ok(failures.length > 0);
  for (const { tool, call, error } of failures) {
    const { code, message, data } = error;
    assert.ok(data);
    assert.deepEqual(projection.failure(tool, new ToolFailure(code, message, data), call), {
      content: [{ type: "text", text: `${code}: ${message}` }],
      structuredContent: { ok: false, error: { code, message, data } },
      isError: true,
    });
  }
});

test("an error's data is neither pruned nor flattened", () => {
  const { payload } = reply("page-get");
  for (const tool of ["outl_page_get", "outl_page_render"]) {
    const { structuredContent } = projection.failure(tool, new ToolFailure("A", "b", { ...payload, md: "c" }));
    assert.deepEqual(structuredContent.error.data, { ...payload, md: "c" });
  }
});

test("an error without data has no member for it", () => {
  const { structuredContent } = projection.failure("outl_page_get", new ToolFailure("PAGE_NOT_FOUND", "no such page"));
  assert.deepEqual(Object.keys(structuredContent.error), ["code", "message"]);
});

test("journal reads keep their ids and date", () => {
  for (const name of ["daily-today", "daily-get"]) {
    const { tool, call, payload } = reply(name);
    const sent = JSON.parse(onlyText(projection.success(tool, payload, call)));
    assert.equal(sent.date, payload.date);
    assert.ok(idsIn(payload.outline).length > 0);
    assert.deepEqual(idsIn(sent.outline), idsIn(payload.outline));
    assert.equal(sent.md, payload.md);
  }
});

test("pruning leaves the parser AST alone: the exported AST round-trips", () => {
  const { tool, call, payload } = reply("export-json");
  const text = onlyText(projection.success(tool, payload, call));
  assert.ok(text.includes('"properties":[]') && text.includes('"children":'));
  assert.equal(text, JSON.stringify(payload));
  assert.deepEqual(JSON.parse(text), payload);
});

test("a rendered page is its Markdown, byte for byte", () => {
  const { tool, call, payload } = reply("page-render");
  assert.equal(onlyText(projection.success(tool, payload, call)), payload.md);
  assert.equal(onlyText(projection.success(tool, payload)), payload.md);
  assert.equal(projection.text(tool, payload, call), payload.md);
});

test("an argument that isn't what was dropped stops the flatten", () => {
  const { tool, payload } = reply("page-render");
  for (const callArguments of [{ slug: "another-page" }, {}]) {
    assert.equal(onlyText(projection.success(tool, payload, { arguments: callArguments })), JSON.stringify(payload));
  }
});

test("an unnamed sibling stops a flatten", () => {
  const { tool, call, payload } = reply("page-render");
  const grown = { ...payload, revision: 7 };
  assert.equal(onlyText(projection.success(tool, grown, call)), JSON.stringify(grown));
});

test("a Markdown member that is missing or no string stops a flatten", () => {
  const { tool, call, payload } = reply("page-render");
  for (const md of [undefined, null, 1, ["# a"]]) {
    const changed = { ...payload, md };
    assert.equal(onlyText(projection.success(tool, changed, call)), JSON.stringify(changed));
  }
});

test("a flatten with a remainder sends the unnamed siblings in a second block", () => {
  const remainder = new Projection({
    tools: { render: { flatten: { member: "md", elsewhere: { slug: "arguments.slug" }, remainder: "block" } } },
  });
  assert.deepEqual(remainder.success("render", { slug: "a", md: "# A\n", revision: 7 }).content, [
    { type: "text", text: "# A\n" },
    { type: "text", text: '{"revision":7}' },
  ]);
});

test("each reply is the caller's own", () => {
  const { tool, payload } = reply("block-tree");
  const before = structuredClone(payload);
  const first = projection.success(tool, payload);
  const second = projection.success(tool, payload);
  assert.notEqual(first.content[0], second.content[0]);
  first.content[0].text = "changed";
  first.content.push("changed");
  assert.equal(second.content.length, 1);
  assert.equal(onlyText(second), projection.text(tool, payload));
  assert.deepEqual(payload, before);
});
