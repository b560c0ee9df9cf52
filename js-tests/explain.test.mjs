// What a projection says of what it did.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { JsonError, Projection, presets } from "mcp-projection";

import { readRecordedReplies } from "../examples/outline-replies/recorded-replies.mjs";
import { names, recorded } from "./recorded-replies.mjs";

const encoder = new TextEncoder();
const bytesOf = (value) => encoder.encode(typeof value === "string" ? value : JSON.stringify(value)).length;
const sum = (decisions) => decisions.reduce((total, { bytesSaved }) => total + bytesSaved, 0);
const block = (text) => ({ type: "text", text });

/** The value that a JSON Pointer leads to (RFC 6901); undefined where it leads nowhere. */
function at(value, pointer) {
  if (pointer === "") return value;
  assert.ok(pointer.startsWith("/"), pointer);
  let found = value;
  for (const step of pointer.slice(1).split("/")) {
    const name = step.replaceAll("~1", "/").replaceAll("~0", "~");
    if (Array.isArray(found) ? !/^(0|[1-9]\d*)$/.test(name) : !Object.hasOwn(Object(found), name)) return undefined;
    found = found[name];
  }
  return found;
}

/** The names of rules that aren't a policy's own. */
const RULES = ["compact", "flatten", "prune", "budget", "unwrap", "duplicate", "rescue", "remainder", "mirror", "error-data", "error-when", "host", "revision", "output-schema", "untouched"];

/** Places that a projection may speak of though the reply has nothing there yet. */
const NEW = ["/content", "/isError", "/structuredContent"];

function holdDecisions(decisions, value, ownRules = ["outline-node"]) {
  for (const decision of decisions) {
    const { rule, pointer, bytesSaved, reason, ...others } = decision;
    assert.deepEqual(others, {});
    assert.ok([...RULES, ...ownRules].includes(rule), rule);
    assert.ok(Number.isInteger(bytesSaved));
    assert.ok(reason === undefined || (typeof reason === "string" && reason !== ""));
    // What is missing has its place in an object that is there.
    const place = /\bmissing\b/.test(reason) && bytesSaved === 0 && rule !== "prune" ? pointer.replace(/\/[^/]*$/, "") : pointer;
    assert.ok(at(value, place) !== undefined || NEW.includes(pointer), `${rule} leads to ${pointer}`);
  }
}

const policies = [
  {},
  presets.outline,
  presets.structured,
  presets.mirrored,
  { defaults: { error: "text", errorWhen: { success: false }, compactText: true } },
  { prune: presets.outline.prune, defaults: { shape: "mirrored", prune: ["outline-node"], budget: { items: "*", maxBytes: 300 } } },
  { prune: presets.outline.prune, defaults: { prune: ["outline-node"], unwrap: "data", budget: { items: "*", maxBytes: 3000 } } },
];
const replies = [
  ...names.map((name) => recorded(name)),
  ...readRecordedReplies().map((reply) => ({ ...reply, text: JSON.stringify(reply.result) })),
];
const callsOf = ({ arguments: callArguments, outputSchema }) => [
  undefined,
  { arguments: callArguments },
  { arguments: callArguments, host: "claude-code" },
  { arguments: callArguments, revision: "2025-06-18", declaresOutputSchema: true, outputSchema },
];

test("the decisions on a reply add up to what was saved, and lead to their places", () => {
  let count = 0;
  for (const policy of policies) {
    const projection = new Projection(policy);
    for (const { tool, result, ...reply } of replies) {
      for (const call of callsOf(reply)) {
        const decisions = projection.explain(tool, result, call);
        const sent = projection.reply(tool, result, call);
        assert.equal(sum(decisions), bytesOf(result) - bytesOf(sent));
        holdDecisions(decisions, result);
        count += decisions.length;
      }
    }
  }
  assert.ok(count > 1000);
});

test("the decisions on a payload add up to what was saved, and lead to their places", () => {
  let count = 0;
  for (const policy of policies) {
    const projection = new Projection(policy);
    for (const { tool, result, ...reply } of replies) {
      const { structuredContent } = result;
      if (structuredContent === undefined) continue;
      const payload = structuredContent.data ?? structuredContent;
      for (const call of callsOf(reply)) {
        const decisions = projection.explain(tool, payload, call);
        const { content, structuredContent: structured, _meta } = projection.success(tool, payload, call);
        const parts = [...content.map(({ text }) => text), ...[structured, _meta].filter((part) => part !== undefined)];
        const sent = parts.reduce((total, part) => total + bytesOf(part), 0);
        // A payload that mirrors its blocks looks like a reply.
        if (Array.isArray(payload.content) && payload.content.every((item) => item.type !== undefined)) continue;
        assert.equal(sum(decisions), bytesOf(payload) - sent);
        holdDecisions(decisions, payload);
        count += decisions.length;
      }
    }
  }
  assert.ok(count > 500);
});

test("asking changes nothing, and not asking says the same", () => {
  for (const policy of policies) {
    for (const { tool, text, result, ...reply } of replies) {
      const [asked, other] = [new Projection(policy), new Projection(policy)];
      for (const call of callsOf(reply)) {
        const copy = structuredClone(result);
        const decisions = asked.explain(tool, result, call);
        assert.deepEqual(result, copy);
        assert.deepEqual(asked.explain(tool, result, call), decisions);
        assert.deepEqual(asked.reply(tool, result, call), other.reply(tool, result, call));
        assert.deepEqual(asked.replyBytes(tool, encoder.encode(text), call), other.replyBytes(tool, encoder.encode(text), call));
        assert.deepEqual(asked.success(tool, result.structuredContent, call), other.success(tool, result.structuredContent, call));
      }
    }
  }
});

describe("pruning", () => {
  const outline = new Projection(presets.outline);

  test("each member that goes has its rule, its place and where the reader has it", () => {
    const node = { id: 1, text: "a", tokens: ["a"], todo: null, collapsed: false, properties: {}, children: [] };
    const decisions = outline.explain("tool", { "a/b~c": [node] });
    assert.deepEqual(
      decisions.map(({ rule, pointer, reason }) => [rule, pointer, reason]),
      [
        ["outline-node", "/a~1b~0c/0/tokens", "`text` restates it"],
        ["outline-node", "/a~1b~0c/0/todo", "it is the default"],
        ["outline-node", "/a~1b~0c/0/collapsed", "it is the default"],
        ["outline-node", "/a~1b~0c/0/properties", "it is empty"],
      ],
    );
    for (const { pointer, bytesSaved } of decisions) {
      const [name, value] = [pointer.split("/").at(-1), at({ "a/b~c": [node] }, pointer)];
      assert.equal(bytesSaved, `${JSON.stringify(name)}:${JSON.stringify(value)},`.length);
    }
  });

  test("a member that stays says what the rule missed: the parser's AST has no ids", () => {
    const ast = readRecordedReplies().find(({ name }) => name === "export-json");
    const decisions = outline.explain(ast.tool, ast.result.structuredContent.data);
    assert.ok(decisions.length > 0);
    for (const { rule, pointer, bytesSaved, reason } of decisions) {
      assert.deepEqual([rule, bytesSaved, reason], ["prune", 0, "rule `outline-node`: `id` is missing beside it"]);
      assert.match(pointer, /\/properties$/);
    }
  });

  test("an argument that isn't the same, and a schema that may require a member, are reasons", () => {
    const projection = new Projection({ prune: { echo: { where: ["id"], drop: { slug: "arguments.slug" } } }, defaults: { prune: ["echo"] } });
    const payload = { id: 1, slug: "a" };
    const [gone] = projection.explain("tool", payload, { arguments: { slug: "a" } });
    assert.deepEqual([gone.rule, gone.pointer, gone.reason], ["echo", "/slug", "the reader has it in `arguments.slug`"]);
    assert.deepEqual(projection.explain("tool", payload, { arguments: { slug: "b" } }), [
      { rule: "prune", pointer: "/slug", bytesSaved: 0, reason: "rule `echo`: `arguments.slug` of the call isn't the same" },
    ]);
    const reply = { content: [block(JSON.stringify(payload))], structuredContent: payload };
    const reasons = (outputSchema) =>
      projection.explain("tool", reply, { outputSchema }).filter(({ rule }) => rule === "prune").map(({ pointer, reason }) => [pointer, reason]);
    assert.deepEqual(reasons({ required: ["slug"] }), [["/structuredContent/slug", "rule `echo`: the tool's outputSchema may require it"]]);
    assert.deepEqual(reasons({ required: ["id"] }), []);
  });

  test("what is pruned from a payload that a document leaves to a second block is said as well", () => {
    const journal = readRecordedReplies().find(({ name }) => name === "daily-today");
    const decisions = outline.explain(journal.tool, journal.result);
    const remainder = decisions.find(({ rule }) => rule === "remainder");
    const pruned = decisions.filter(({ rule }) => rule === "outline-node");
    assert.ok(pruned.length > 10);
    assert.ok(pruned.every(({ pointer }) => pointer.startsWith("/structuredContent/data/outline/")));
    // What was added, had nothing been pruned.
    const sent = outline.reply(journal.tool, journal.result);
    assert.equal(remainder.bytesSaved + sum(pruned), -bytesOf(sent.content[1]));
  });

  test("it is said once, however many blocks say the payload", () => {
    const items = [1, 2].map((id) => ({ id, text: "a", children: [], tokens: ["a"] }));
    const projection = new Projection({ prune: presets.outline.prune, defaults: { prune: ["outline-node"] } });
    const reply = { content: items.map((item) => block(JSON.stringify(item))), structuredContent: { result: items } };
    const pointers = projection.explain("tool", reply).filter(({ rule }) => rule === "outline-node").map(({ pointer }) => pointer);
    assert.deepEqual(pointers, ["/structuredContent/result/0/tokens", "/structuredContent/result/1/tokens"]);
  });

  test("under unwrap it is said of what is in the payload, in every shape", () => {
    const node = { id: 1, text: "a", children: [], tokens: ["a"] };
    for (const shape of ["content", "mirrored", "structured"]) {
      const projection = new Projection({ prune: presets.outline.prune, defaults: { shape, unwrap: "data", prune: ["outline-node"] } });
      for (const said of shape === "content" ? [node] : [node, { ok: true, data: node }]) {
        const result = { content: [block(JSON.stringify(said, null, 1))], structuredContent: { ok: true, data: node } };
        const inside = projection.explain("tool", result).filter(({ pointer }) => pointer.startsWith("/structuredContent/"));
        assert.deepEqual(
          new Set(inside.map(({ rule, pointer }) => `${rule} ${pointer}`)),
          // A schema that isn't known, which the shape structured conforms to, lets nothing go.
          new Set(["unwrap /structuredContent/data", `${shape === "structured" ? "prune" : "outline-node"} /structuredContent/data/tokens`]),
        );
      }
    }
  });
});

describe("flatten", () => {
  const page = readRecordedReplies().find(({ name }) => name === "page-render");
  const { data } = page.result.structuredContent;
  const projection = new Projection(presets.outline);
  const flattened = (payload, call) => {
    const [{ pointer, bytesSaved, reason }, ...others] = projection.explain(page.tool, payload, call).filter(({ rule }) => rule === "flatten");
    assert.deepEqual(others, []);
    return { pointer, bytesSaved, reason };
  };

  test("one that happened has its bytes and no reason", () => {
    const { pointer, bytesSaved, reason } = flattened(data, { arguments: page.arguments });
    assert.deepEqual([pointer, reason], ["", undefined]);
    assert.equal(bytesSaved, bytesOf(data) - bytesOf(data.md));
  });

  test("one that was refused says why, and where", () => {
    const nowhere = "the reader has it nowhere else, as far as the policy and the call say";
    for (const [payload, call, pointer, reason] of [
      [{ ...data, revision: 7 }, undefined, "/revision", nowhere],
      [{ ...data, "a/b": 7 }, undefined, "/a~1b", nowhere],
      [data, { arguments: { slug: "another-page" } }, "/slug", nowhere],
      [{ ...data, md: null }, undefined, "/md", "it is missing, or no string"],
      [["# a"], undefined, "", "the payload is no object"],
    ]) {
      assert.deepEqual(flattened(payload, call), { pointer, bytesSaved: 0, reason });
    }
  });

  test("of a reply it leads to the member in structuredContent", () => {
    const grown = { content: [block(JSON.stringify({ ...data, revision: 7 }))], structuredContent: { ok: true, data: { ...data, revision: 7 } } };
    assert.equal(flattened(grown).pointer, "/structuredContent/data/revision");
    const whole = { content: [block(JSON.stringify(data))], structuredContent: { ok: true, data } };
    assert.deepEqual(flattened(whole), { pointer: "/structuredContent/data", bytesSaved: 0, reason: undefined });
  });

  test("a payload that was flattened wasn't pruned, and nothing says so", () => {
    const node = { id: 1, text: "a", children: [], todo: null };
    const flatten = { member: "md", elsewhere: {}, remainder: "block" };
    const both = new Projection({ prune: presets.outline.prune, defaults: { prune: ["outline-node"], flatten } });
    const payload = { md: "# a", node };
    for (const content of [[block(JSON.stringify(payload))], []]) {
      const sent = both.reply("tool", { content, structuredContent: payload });
      assert.deepEqual(sent.content.at(-1), block(JSON.stringify({ node })));
      assert.deepEqual(both.explain("tool", { content, structuredContent: payload }).filter(({ rule }) => rule === "outline-node"), []);
    }
  });
});

describe("replies", () => {
  const rulesOf = (policy, reply, call) => new Projection(policy).explain("tool", reply, call).map(({ rule }) => rule);
  const find = (policy, reply, rule, call) => new Projection(policy).explain("tool", reply, call).filter((each) => each.rule === rule);

  test("what was said twice, rescued, left over, mirrored or flagged is named", () => {
    const [status, deleted, noTable] = ["git-status", "memory-deleted", "motherduck-no-table"].map((name) => recorded(name).result);
    const { structuredContent } = status;
    assert.deepEqual(rulesOf({}, status), ["duplicate", "compact"]);
    assert.ok(rulesOf({}, { content: [block("2 files")], structuredContent }).includes("rescue"));
    assert.ok(rulesOf({}, deleted).includes("remainder"));
    assert.ok(rulesOf({ defaults: { shape: "mirrored" } }, deleted).includes("mirror"));
    assert.ok(rulesOf({ defaults: { errorWhen: { success: false } } }, noTable).includes("error-when"));
    assert.ok(rulesOf({ defaults: { unwrap: "data" } }, status).includes("unwrap"));
    assert.ok(rulesOf({}, status, { host: "codex" }).includes("host"));
    const list = { content: [], structuredContent: [1] };
    assert.ok(rulesOf({ defaults: { shape: "mirrored" } }, list, { revision: "2025-06-18" }).includes("revision"));
    const refused = readRecordedReplies().find(({ name }) => name === "page-update-refused").result;
    assert.ok(rulesOf({ defaults: { error: "mirrored" } }, refused).includes("error-data"));
  });

  test("a reply that isn't touched says why, and one with nothing to do says nothing", () => {
    const { result } = recorded("git-status");
    const [untouched, ...others] = find({}, { resultType: "input_required", ...result }, "untouched");
    assert.deepEqual(others, []);
    assert.deepEqual([untouched.pointer, untouched.bytesSaved], ["", 0]);
    assert.match(untouched.reason, /isn't complete/);
    for (const name of ["outl-page-missing", "everything-links", "sqlite-rows"]) assert.deepEqual(rulesOf({}, recorded(name).result), []);
  });

  test("a missing member of unwrap, and a budget that can't be met, have their reasons", () => {
    const { result } = recorded("git-status");
    const [unwrap] = find({ defaults: { unwrap: "data" } }, result, "unwrap");
    assert.deepEqual([unwrap.bytesSaved, unwrap.reason], [0, "it is missing"]);
    const rows = { rows: Array.from({ length: 9 }, (_, id) => ({ id })) };
    for (const shape of ["content", "mirrored"]) {
      const policy = { defaults: { shape, budget: { items: "rows", maxBytes: 10 } } };
      const [budget] = find(policy, { content: [block("9 rows")], structuredContent: rows }, "budget");
      assert.equal(budget.pointer, "/structuredContent/rows");
      assert.match(budget.reason, /larger than the budget/);
      assert.equal(find(policy, rows, "budget")[0].pointer, "/rows");
    }
    const lists = { a: [1, 2, 3], b: [4, 5, 6] };
    const [several] = find({ defaults: { budget: { items: "*", maxBytes: 10 } } }, lists, "budget");
    assert.deepEqual([several.bytesSaved, several.reason], [0, "the payload has several lists at its top"]);
  });

  test("a text that compactText compacts has its place among all blocks", () => {
    const reply = { content: [recorded("files-picture").result.content[0], block('{ "a" : 1 }')] };
    assert.deepEqual(find({ defaults: { compactText: true } }, reply, "compact"), [
      { rule: "compact", pointer: "/content/1/text", bytesSaved: 4, reason: "the policy calls the tool's text data" },
    ]);
  });

  test("what is neither reply nor payload is explained as a payload, or refused", () => {
    const projection = new Projection({});
    for (const value of [null, 1, "a", [], {}, { content: {} }, { content: [1] }]) assert.deepEqual(projection.explain("tool", value), []);
    let deep = [];
    for (let level = 0; level < 600; level += 1) deep = [deep];
    assert.throws(() => projection.explain("tool", deep), JsonError);
  });
});

test("an error whose text is all of its structuredContent isn't said twice", () => {
  const { tool, result } = recorded("motherduck-no-table");
  const projection = new Projection({ defaults: { error: "text", errorWhen: { success: false } } });
  assert.deepEqual(projection.explain(tool, result).map(({ rule }) => rule), ["error-when", "duplicate", "compact"]);
});
