import assert from "node:assert/strict";
import { test } from "node:test";

import { Projection, presets } from "mcp-projection";

const outline = new Projection(presets.outline);
const pruned = (value) => outline.prune("outl_block_tree", value);
const prunedText = (json) =>
  new TextDecoder().decode(outline.pruneBytes("outl_block_tree", new TextEncoder().encode(json)));

const node = (members) => ({ id: "b1", text: "a", children: [], ...members });

test("a renderer's fields go from an outline node, at any depth", () => {
  const noise = { tokens: [{ kind: "plain", value: "a" }], collapsed: false, todo: null, properties: [] };
  const tree = node({ ...noise, children: [node({ ...noise, children: [node(noise)], properties: {} })] });
  assert.deepEqual(pruned({ deep: [[tree]] }), {
    deep: [[node({ children: [node({ children: [node({})] })] })]],
  });
});

test("meaningful values survive", () => {
  const meaningful = node({
    collapsed: true,
    todo: "TODO",
    properties: [{ key: "k", value: "v" }],
    zero: 0,
    empty: "",
    no: false,
    nothing: null,
    list: [],
    object: {},
  });
  assert.deepEqual(pruned(meaningful), meaningful);
});

test("only the exact value is noise", () => {
  for (const members of [{ collapsed: null }, { collapsed: 0 }, { collapsed: "false" }, { todo: false }, { todo: "" }, { properties: null }]) {
    assert.deepEqual(pruned(node(members)), node(members));
  }
});

test("a look-alike without id is untouched", () => {
  const { id, ...lookAlike } = node({ tokens: [1], collapsed: false, todo: null, properties: [] });
  assert.deepEqual(pruned(lookAlike), lookAlike);
  assert.deepEqual(pruned({ ID: 1, ...lookAlike }), { ID: 1, ...lookAlike });
});

test("members may come in any order", () => {
  assert.equal(
    prunedText('{"tokens":[1],"todo":null,"children":[],"collapsed":false,"text":"a","properties":[],"id":"b1"}'),
    '{"children":[],"text":"a","id":"b1"}',
  );
});

test("the guard holds whatever the values are", () => {
  assert.equal(prunedText('{"id":null,"text":0,"children":"","tokens":[]}'), '{"id":null,"text":0,"children":""}');
});

test("of a name that occurs twice all occurrences go, or none", () => {
  const twice = (first, last) => `{"id":1,"text":"a","children":[],"todo":${first},"todo":${last}}`;
  assert.equal(prunedText(twice('"TODO"', "null")), '{"id":1,"text":"a","children":[]}');
  assert.equal(prunedText(twice("null", '"TODO"')), twice("null", '"TODO"'));
});

test("numbers and strings stay byte for byte", () => {
  for (const token of [
    "9007199254740993",
    "1.0",
    "-0",
    "1e400",
    "0.1e-0",
    '"\\ud83d\\ude00"',
    '"\\ud83d"',
    '"\\u0000\\/\\b"',
    '"\u2028\u2029"',
    '"\ufeff"',
    '"😀"',
  ]) {
    const json = `{"a":[${token}],"__proto__":${token}}`;
    assert.equal(prunedText(json), json);
    assert.equal(prunedText(` ${json.replace("[", "[\r\n\t")} `), json);
    assert.equal(prunedText(token), token);
  }
});

test("a policy of one's own prunes as it says, and tools differ", () => {
  const projection = new Projection({
    prune: { row: { where: ["id"], dropEqual: { kind: "plain", count: 0, big: 2n ** 60n }, dropEmpty: ["tags"] } },
    tools: { list: { prune: ["row"] } },
  });
  const row = { id: 1, kind: "plain", count: 0, big: 2n ** 60n, tags: [] };
  assert.deepEqual(projection.prune("list", row), { id: 1 });
  assert.deepEqual(projection.prune("another", row), row);
});

test("what another argument of the call supplies is only dropped if it does", () => {
  const projection = new Projection({
    prune: { page: { where: ["slug"], drop: { slug: "arguments.slug" } } },
    defaults: { prune: ["page"] },
  });
  const page = { slug: "a", title: "A" };
  const text = (callArguments) => projection.text("get", page, { arguments: callArguments });
  assert.equal(text({ slug: "a" }), '{"title":"A"}');
  assert.equal(text({ slug: "b" }), JSON.stringify(page));
});
