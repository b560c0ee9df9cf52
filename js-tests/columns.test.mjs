// Uniform lists as columns, in each form in which a text crosses into the engine, and read back.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";

import { calls, exhaustMemory, instances } from "./instances.mjs";

const { JsonError, Projection, expandColumns, presets } = await import("mcp-projection");
const { columnsOf } = await import("./columns-by-definition.mjs");
const { everyList } = await import("./every-list.mjs");

const columns = new Projection({ defaults: { lists: "columns" } });
const rows = (count, more = {}) =>
  Array.from({ length: count }, (_, at) => ({ identifier: at, description: `row ${at}`, is_open: at % 2 === 0, ...more }));

describe("lists of every width become columns and come back", () => {
  test("with Node's Buffer", () => {
    calls.length = 0;
    everyList();
    // None of them took the long way.
    assert.ok(calls.some(({ name }) => name === "projection_list"));
    assert.deepEqual(calls.filter(({ name }) => /success/.test(name)), []);
  });

  test("without any Buffer, as in a browser", () => {
    // In a process of its own, since the package looks for Buffer once.
    const program = `
      const { Buffer } = globalThis;
      delete globalThis.Buffer;
      await import("mcp-projection");
      globalThis.Buffer = Buffer;
      const { everyList } = await import("./every-list.mjs");
      everyList();
      console.log("all came back");
    `;
    const printed = execFileSync(process.execPath, ["--input-type=module", "--eval", program], {
      cwd: fileURLToPath(new URL(".", import.meta.url)),
      encoding: "utf8",
    });
    assert.equal(printed, "all came back\n");
  });
});

test("a payload that has no list stays the text that it was", () => {
  const payload = { a: [1, { b: [{}, {}] }], "é日": "x".repeat(1000) };
  assert.equal(columns.text("tool", payload), JSON.stringify(payload));
});

test("columns keep what pruning drops from some rows, by the long way", () => {
  const projection = new Projection({ ...presets.outline, defaults: { ...presets.outline.defaults, lists: "columns" } });
  const node = (id, todo) => ({ id, text: "", children: [], todo, collapsed: false, tokens: [{ kind: "plain" }] });
  const payload = { blocks: [node("1", null), node("2", "TODO"), node("3", null)] };
  const text = projection.text("tool", payload);
  assert.deepEqual(JSON.parse(text), {
    blocks: { columns: ["id", "text", "children", "todo"], rows: [["1", "", [], null], ["2", "", [], "TODO"], ["3", "", [], null]] },
  });
  assert.deepEqual(projection.prune("tool", payload).blocks[0], { id: "1", text: "", children: [] });
});

test("structuredContent and what is pruned alone stay objects", () => {
  const payload = { rows: rows(5) };
  const { content, structuredContent } = columns.success("tool", payload, { declaresOutputSchema: true });
  assert.deepEqual(structuredContent, payload);
  assert.deepEqual(JSON.parse(content[0].text), columnsOf(payload));
  assert.deepEqual(columns.prune("tool", payload), payload);
  const bytes = columns.pruneBytes("tool", new TextEncoder().encode(JSON.stringify(payload)));
  assert.equal(new TextDecoder().decode(bytes), JSON.stringify(payload));
  for (const shape of ["mirrored", "structured"]) {
    const projection = new Projection({ defaults: { shape, lists: "columns" } });
    const reply = projection.success("tool", payload);
    assert.deepEqual(reply.structuredContent, payload);
    assert.equal(reply.content.at(-1).text, JSON.stringify(payload));
  }
  const failure = columns.failure("tool", { code: "A", message: "b", data: payload });
  assert.deepEqual(failure.structuredContent.error.data, payload);
});

test("a reply says its payload as columns, once and for good", () => {
  const payload = { rows: rows(5, { name: "日本" }) };
  const said = [{ type: "text", text: JSON.stringify(payload, null, 2) }];
  const reply = columns.reply("tool", { content: said, structuredContent: payload });
  assert.deepEqual(reply, { content: [{ type: "text", text: JSON.stringify(columnsOf(payload)) }] });
  assert.equal(columns.reply("tool", reply), reply);
  const call = { declaresOutputSchema: true };
  const kept = columns.reply("tool", { content: said, structuredContent: payload }, call);
  assert.deepEqual(kept, { ...reply, structuredContent: payload });
  assert.equal(columns.reply("tool", kept, call), kept);
  const error = { content: said, structuredContent: payload, isError: true };
  assert.equal(columns.reply("tool", error), error);
});

test("the note comes before the JSON, once, and only where there are columns", () => {
  const projection = new Projection({ defaults: { lists: "columns", listsNote: true } });
  const payload = { rows: rows(5) };
  const { content } = projection.success("tool", payload);
  assert.equal(content.length, 2);
  assert.match(content[0].text, /^Lists are written as \{"columns":/);
  assert.deepEqual(JSON.parse(content[1].text), columnsOf(payload));
  assert.equal(projection.text("tool", payload), content[0].text);
  assert.deepEqual(projection.success("tool", { rows: rows(2) }).content, [
    { type: "text", text: JSON.stringify({ rows: rows(2) }) },
  ]);
  const reply = projection.reply("tool", { content: [{ type: "text", text: JSON.stringify(payload) }], structuredContent: payload });
  assert.deepEqual(reply, { content });
  assert.equal(projection.reply("tool", reply), reply);
});

test("explain counts the bytes that each list saves, and those of the note", () => {
  const payload = { a: rows(4), b: [rows(2), rows(9)], c: { columns: 1, row: 2 } };
  const decisions = columns.explain("tool", payload);
  assert.deepEqual(
    decisions.map(({ rule, pointer, reason }) => [rule, pointer, reason]),
    [
      ["lists", "/a", "4 rows became columns"],
      ["lists", "/b/1", "9 rows became columns"],
      ["lists", "/c", "it would be taken for columns"],
    ],
  );
  const saved = decisions.reduce((sum, { bytesSaved }) => sum + bytesSaved, 0);
  assert.equal(saved, JSON.stringify(payload).length - columns.text("tool", payload).length);
  assert.equal(decisions[2].bytesSaved, -20);
  const [, note] = new Projection({ defaults: { lists: "columns", listsNote: true } }).explain("tool", rows(4));
  assert.deepEqual([note.rule, note.reason, note.bytesSaved < -50], ["lists", "it says how to read columns", true]);
});

describe("expandColumns", () => {
  test("gives a text for a text, and bytes for bytes", () => {
    const text = '{"columns":["é","日"],"rows":[["\\ud83d\\ude00",1.0]]}';
    const expanded = '[{"é":"\\ud83d\\ude00","日":1.0}]';
    assert.equal(expandColumns(` ${text}\n`), expanded);
    const bytes = expandColumns(new TextEncoder().encode(text));
    assert.ok(bytes instanceof Uint8Array);
    assert.equal(new TextDecoder().decode(bytes), expanded);
    // A text that a byte order mark or half of a pair is part of.
    assert.equal(expandColumns('["\ufeff"]'), '["\ufeff"]');
    assert.deepEqual(JSON.parse(expandColumns('["\ud83d"]')), ["\ud83d"]);
  });

  test("refuses what is no JSON with its place, and what is no text", () => {
    assert.throws(
      () => expandColumns('{"columns":["a"],"rows":[[1,]]}'),
      (error) => error instanceof JsonError && error.offset === 28 && error.expected === "a value",
    );
    assert.throws(() => expandColumns(new Uint8Array([0x22, 0xff, 0x22])), JsonError);
    for (const json of [undefined, null, 1, {}, [1]]) assert.throws(() => expandColumns(json), TypeError);
  });

  test("refuses columns that stand for more than the engine takes", () => {
    const text = `{"columns":["${"n".repeat(2 ** 20)}"],"rows":[${"[0],".repeat(1100)}[0]]}`;
    assert.throws(() => expandColumns(text), (error) => error instanceof JsonError && /at most 1073741824 bytes/.test(error.message));
    assert.equal(expandColumns('{"columns":["a"],"row":[1]}'), '{"a":1}');
  });

  test("gives its input back where the engine traps, and the next call works", () => {
    const text = `{"columns":["a"],"rows":[["${"x".repeat(8_000_000)}"]]}`;
    assert.equal(columns.text("tool", 1), "1");
    exhaustMemory(instances.at(-1));
    assert.ok(expandColumns(text) === text);
    assert.equal(expandColumns('{"columns":["a"],"row":[1]}'), '{"a":1}');
    assert.equal(columns.text("tool", rows(3)), JSON.stringify(columnsOf(rows(3))));
  });
});
