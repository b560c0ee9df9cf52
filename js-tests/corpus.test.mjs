// What real servers sent, projected, and compared with what they sent by code that shares nothing with the library.
// The recordings aren't part of the repository: without them these tests are skipped.

import assert from "node:assert/strict";
import { before, describe, test } from "node:test";

import { AjvJsonSchemaValidator } from "@modelcontextprotocol/sdk/validation/ajv";
import { Projection, hostProfiles, presets } from "mcp-projection";

import { member, read } from "./lossless-json.mjs";
import { corpusFolder, recordedCalls } from "./recorded-corpus.mjs";
import { differences, readReply } from "./reply-comparison.mjs";
import { CALLS, RUNS, projectedInEveryWay } from "./reply-runs.mjs";

const folder = corpusFolder();
const skip = folder === undefined && "there is no shared/corpus beside the checkout, and MCP_PROJECTION_CORPUS names none";

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

describe("replies of real servers", { skip }, () => {
  /** @type {import("./recorded-corpus.mjs").RecordedCall[]} */
  let recorded;
  const found = [];
  let [projected, changed] = [0, 0];
  const kinds = (...wanted) => found.filter(({ kind }) => wanted.includes(kind));

  before(() => {
    recorded = recordedCalls(folder);
    for (const record of recorded) {
      const one = projectedInEveryWay(record);
      found.push(...one.found.map(({ place, kind }) => ({ place: `${record.file}, ${place}`, kind })));
      projected += one.projected;
      changed += one.changed;
    }
  });

  test("there are 264 of them, and most are changed by something", () => {
    assert.equal(recorded.length, 264);
    assert.ok(projected > 264 * (RUNS.length - 1) * CALLS.length);
    assert.ok(changed > 500, `${changed} changed`);
  });

  test("no value of structuredContent becomes unreachable", () => {
    assert.deepEqual(kinds("value"), []);
  });

  test("no id becomes unreachable", () => {
    assert.deepEqual(kinds("id"), []);
  });

  test("no image, audio, resource or resource_link block is lost or changed, and none moves", () => {
    const types = recorded.flatMap(({ result }) => readReply(result).blocks.map((block) => member(block, "type").text));
    for (const type of ["image", "resource", "resource_link"]) assert.ok(types.includes(type), `no ${type} was recorded`);
    assert.deepEqual(kinds("block"), []);
  });

  test("no text changes but one that is data, and then it says the same", () => {
    assert.deepEqual(kinds("text"), []);
  });

  test("under mirrored some text block equals structuredContent", () => {
    assert.deepEqual(kinds("mirror"), []);
  });

  test("no isError changes without errorWhen", () => {
    assert.deepEqual(kinds("isError"), []);
  });

  test("members, their order, _meta and annotations survive", () => {
    const has = (text) => recorded.some(({ result }) => result.includes(text));
    assert.ok(has('"_meta":') && has('"annotations":'));
    assert.deepEqual(kinds("member"), []);
  });

  test("what isn't changed is the same array", () => {
    assert.deepEqual(kinds("same"), []);
  });

  test("projecting twice equals projecting once", () => {
    assert.deepEqual(kinds("twice"), []);
  });

  test("what the model reads never grows except by what it couldn't read before", () => {
    assert.deepEqual(kinds("growth"), []);
  });

  test("outl's successes take at most 45 % of their bytes under the preset made for them", (t) => {
    const projection = new Projection(presets.outline);
    const successes = recorded.filter(({ server, kind }) => server === "outl" && kind === "success");
    assert.ok(successes.length > 30);
    const sizes = successes.map(({ tool, result, arguments: callArguments }) => {
      const bytes = encoder.encode(result);
      return [bytes.length, projection.replyBytes(tool, bytes, { arguments: callArguments }).length];
    });
    const [came, left] = [0, 1].map((side) => sizes.reduce((sum, size) => sum + size[side], 0));
    t.diagnostic(`${left} of ${came} bytes are left: ${((100 * left) / came).toFixed(1)} %`);
    assert.ok(left <= 0.45 * came, `${left} of ${came}`);
  });

  test("errorWhen flags what says of itself that it failed, and nothing else", () => {
    const projection = new Projection({ defaults: { errorWhen: { success: false } } });
    const flagged = recorded.filter(({ result }) => {
      const { values, structured, node } = readReply(result);
      const failed = [structured, ...values].some((value) => member(value, "success")?.token === "false");
      return failed && member(node, "isError")?.token !== "true";
    });
    assert.ok(flagged.length > 0);
    for (const record of recorded) {
      const text = decoder.decode(projection.replyBytes(record.tool, encoder.encode(record.result)));
      const isError = (each) => member(read(each), "isError")?.token ?? "false";
      assert.equal(isError(text), flagged.includes(record) ? "true" : isError(record.result), record.file);
    }
  });

  test("under an outputSchema a success still conforms, as the SDK's client checks it", () => {
    const validator = new AjvJsonSchemaValidator();
    let checked = 0;
    for (const { file, tool, kind, arguments: callArguments, outputSchema, result } of recorded) {
      if (outputSchema === undefined || kind === "error") continue;
      const conforms = validator.getValidator(outputSchema);
      assert.ok(conforms(JSON.parse(result).structuredContent).valid, `${file} did not conform when it came`);
      for (const { name, policy } of RUNS.filter(({ policy }) => policy.defaults?.outputSchema !== "strip")) {
        const sent = new Projection(policy).replyBytes(tool, encoder.encode(result), { arguments: callArguments, outputSchema });
        const { structuredContent } = JSON.parse(decoder.decode(sent));
        assert.ok(conforms(structuredContent).valid, `${file}, ${name}`);
        checked += 1;
      }
    }
    assert.ok(checked > 500, `${checked} checked`);
  });

  test("on every host that is known nothing is lost, and what the host doesn't show is said where it does", () => {
    const hosts = hostProfiles();
    assert.ok(hosts.length >= 10);
    const problems = [];
    // Of replies that look alike one is enough: the smallest of each server's tool.
    const smallest = new Map();
    for (const record of recorded) {
      const known = smallest.get(`${record.server} ${record.tool} ${record.kind}`);
      if (known === undefined || known.result.length > record.result.length) {
        smallest.set(`${record.server} ${record.tool} ${record.kind}`, record);
      }
    }
    for (const { host, shape, error } of hosts) {
      const projection = new Projection({}, { host });
      for (const { file, tool, result } of smallest.values()) {
        const sent = decoder.decode(projection.replyBytes(tool, encoder.encode(result)));
        const original = readReply(result);
        const all = differences(original, readReply(sent), { shape, error });
        problems.push(...all.map(({ kind, place }) => `${host}: ${file}: ${kind} ${place}`));
      }
    }
    assert.deepEqual(problems, []);
  });

  test("reply says of values what replyBytes says of bytes, wherever JavaScript's numbers allow", () => {
    const projections = [new Projection({}), new Projection(presets.outline), new Projection({ defaults: { shape: "mirrored" } })];
    let exact = 0;
    for (const { file, tool, arguments: callArguments, result } of recorded) {
      const value = JSON.parse(result);
      const copy = structuredClone(value);
      const isExact = JSON.stringify(value) === result;
      // Otherwise what JavaScript makes of it is held against itself.
      const bytes = encoder.encode(JSON.stringify(value));
      if (isExact) exact += 1;
      for (const projection of projections) {
        const sent = projection.replyBytes(tool, bytes, { arguments: callArguments });
        const reply = projection.reply(tool, value, { arguments: callArguments });
        assert.deepEqual(reply, JSON.parse(decoder.decode(sent)), file);
        // What isn't changed is the same object.
        assert.equal(reply === value, sent === bytes, file);
      }
      assert.deepEqual(value, copy, file);
    }
    assert.ok(exact > 200, `${exact} of ${recorded.length} are exact`);
  });
});

describe("the comparison itself", () => {
  const original =
    '{"content":[{"type":"text","text":"{\\n  \\"id\\": 9007199254740993,\\n  \\"page\\": {\\"slug\\": \\"a\\", \\"n\\": null}\\n}",' +
    '"annotations":{"priority":0.5}},' +
    '{"type":"image","data":"iVBORw0KGgo=","mimeType":"image/png"}],' +
    '"structuredContent":{"id":9007199254740993,"page":{"slug":"a","n":null}},"_meta":{"a/b":1.0},"isError":false}';
  const projected = decoder.decode(new Projection({}).replyBytes("tool", encoder.encode(original)));
  const kindsAfter = (text) => differences(readReply(original), readReply(text)).map(({ kind }) => kind);

  test("what the library makes of it is without a fault", () => {
    assert.notEqual(projected, original);
    assert.equal(read(projected) === undefined, false);
    assert.deepEqual(kindsAfter(projected), []);
  });

  for (const [what, kind, from, to] of [
    ["a digit that changed", "id", "9007199254740993", "9007199254740992"],
    ["an id that is gone", "id", '\\"slug\\":\\"a\\",', ""],
    ["a value that is gone", "value", ',\\"n\\":null', ""],
    ["a value under another name", "value", '\\"n\\"', '\\"m\\"'],
    ["a text that is no JSON any more", "text", '{\\"id\\"', '[{\\"id\\"'],
    ["an image that changed", "block", "iVBORw0KGgo=", "iVBORw0KGgp="],
    ["an image that is gone", "block", ',{"type":"image","data":"iVBORw0KGgo=","mimeType":"image/png"}', ""],
    ["annotations that are gone", "block", ',"annotations":{"priority":0.5}', ""],
    ["a number of _meta that is written in another way", "member", '"a/b":1.0', '"a/b":1'],
    ["a _meta that is gone", "member", ',"_meta":{"a/b":1.0}', ""],
    ["members in another order", "member", '"_meta":{"a/b":1.0},"isError":false', '"isError":false,"_meta":{"a/b":1.0}'],
    ["an isError that changed", "isError", '"isError":false', '"isError":true'],
    ["a member that is new", "member", '"isError":false', '"isError":false,"x":1'],
    ["a text that grew", "growth", "]", ',{"type":"text","text":"and a line of more than thirty characters"}]'],
  ]) {
    test(`${what} is noticed`, () => {
      assert.equal(projected.split(from).length, 2, `${from} occurs once`);
      assert.ok(kindsAfter(projected.replace(from, to)).includes(kind), kindsAfter(projected.replace(from, to)).join());
    });
  }
});
