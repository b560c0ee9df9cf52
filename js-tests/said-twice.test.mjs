// The short way for replies that say their payload twice: it makes what the engine makes, or leaves the reply to it.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { Projection, presets } from "mcp-projection";

import { names, recorded } from "./recorded-replies.mjs";

const block = (text, more = {}) => ({ type: "text", text, ...more });
const pretty = (value) => JSON.stringify(value, null, 2);

const node = { id: "01M8", text: "read", children: [], todo: null, tokens: [{ kind: "plain", value: "read" }] };

/** Replies near the short way, on both of its sides. */
const replies = [
  { content: [block(pretty(node))], structuredContent: node },
  { structuredContent: node, content: [block(JSON.stringify(node))], _meta: { a: 1 }, isError: false, resultType: "complete" },
  { content: [block(pretty({ b: 2, a: 1 }), { annotations: { priority: 1 } })], structuredContent: { a: 1, b: 2 }, odd: [1] },
  { content: [block(pretty(node))], structuredContent: { ok: true, data: node, error: null } },
  { content: [block(pretty(node))], structuredContent: { ok: true, data: node, warnings: ["w"] } },
  { content: [block(pretty(node))], structuredContent: { ok: false, data: node } },
  { content: [block(pretty(node))], structuredContent: { ok: false, rows: node } },
  { content: [block(pretty([node]))], structuredContent: { data: [node] } },
  { content: [block(pretty([node]))], structuredContent: { result: [node] } },
  { content: [block(pretty({ a: 1, b: null }))], structuredContent: { a: 1 } },
  { content: [block('{"a":1.0}')], structuredContent: { a: 1 } },
  { content: [block("{}")], structuredContent: {} },
  { content: [block("null")], structuredContent: { data: null } },
  { content: [block("Found it.")], structuredContent: node },
  { content: [block("# {")], structuredContent: { md: "# {", slug: "a" } },
  { content: [block("{ not JSON")], structuredContent: { a: 1 } },
  { content: [block('{"a":"\ud800"}')], structuredContent: { a: "\ud800" } },
  { content: [block('{"é":"日本"}')], structuredContent: { é: "日本" } },
  { content: [block(pretty(node)), block("more")], structuredContent: node },
  { content: [{ type: "image", data: "", mimeType: "image/png" }], structuredContent: node },
  { content: [block(pretty(node))], structuredContent: node, isError: true },
  { content: [block(pretty(node))], structuredContent: node, resultType: "input_required" },
  { content: [block(pretty(node))], structuredContent: node, task: { taskId: "t" } },
  { content: [block(pretty(node))], structuredContent: null },
  { content: [block(pretty([node]))], structuredContent: [node] },
  { content: [block(pretty(node))], structuredContent: node, _meta: undefined },
  { content: [], structuredContent: node },
  { structuredContent: node },
];

const policies = {
  nothing: {},
  outline: presets.outline,
  mirrored: presets.mirrored,
  structured: presets.structured,
  "compact text": { defaults: { compactText: true } },
  "error when": { defaults: { errorWhen: { ok: false } } },
  budget: { defaults: { budget: { items: "*", maxBytes: 10 } } },
  flatten: { defaults: { flatten: { member: "md", elsewhere: { slug: "arguments.slug" } } } },
  "non-ASCII": { prune: { r: { where: ["é"], dropEqual: { x: 1 } } }, defaults: { prune: ["r"] } },
  argument: { prune: { r: { where: ["id"], drop: { text: "arguments.text" } } }, defaults: { prune: ["r"] } },
};

const calls = [
  undefined,
  { arguments: { text: "read" } },
  { declaresOutputSchema: true },
  { host: "claude-code" },
  { revision: "2025-06-18" },
  { revision: "2026-07-28" },
];

const bytesOf = (value) => new TextEncoder().encode(JSON.stringify(value));

function hold(projection, tool, reply, call) {
  const sent = projection.reply(tool, reply, call);
  const expected = JSON.parse(new TextDecoder().decode(projection.replyBytes(tool, bytesOf(reply), call)));
  // What is undefined isn't there in JSON.
  assert.deepEqual(JSON.parse(JSON.stringify(sent)), expected);
  assert.deepEqual(Object.keys(sent).filter((name) => sent[name] !== undefined), Object.keys(expected));
}

describe("a reply that says its payload twice becomes what the engine makes of its bytes", () => {
  for (const [name, policy] of Object.entries(policies)) {
    test(`under the policy ${name}`, () => {
      for (const options of [{}, { host: "codex" }, { host: "auto" }]) {
        const projection = new Projection(policy, options);
        for (const reply of replies) for (const call of calls) hold(projection, "outl_page_get", reply, call);
      }
    });
  }

  test("also for replies of real servers", () => {
    for (const { tool, text } of names.map(recorded)) {
      for (const policy of [{}, presets.outline]) hold(new Projection(policy), tool, JSON.parse(text));
    }
  });
});

test("what was passed in is neither changed nor handed out to be changed", () => {
  const projection = new Projection(presets.outline);
  const reply = { content: [block(pretty(node))], structuredContent: structuredClone(node) };
  const before = structuredClone(reply);
  const sent = projection.reply("t", reply);
  assert.deepEqual(reply, before);
  assert.notEqual(sent.content, reply.content);
});
