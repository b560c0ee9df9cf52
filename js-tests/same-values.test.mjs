// The comparison that tests hold replies by: it takes each form that a reply may be said in, and misses no loss.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { lost } from "./same-values.mjs";

const text = (value) => ({ type: "text", text: value });
const payload = '{"id":"a","n":9007199254740993,"list":[1.0,null,{"b":""}]}';
const pretty = '{\n  "list": [1.0, null, {"b": ""}],\n  "id": "a",\n  "n": 9007199254740993\n}';
const reply = (blocks, structured = undefined, more = "") =>
  `{"content":${JSON.stringify(blocks)}${structured === undefined ? "" : `,"structuredContent":${structured}`}${more}}`;

describe("nothing is lost", () => {
  const image = { type: "image", data: "AAAA", mimeType: "image/png" };
  for (const [how, before, after] of [
    ["when everything stays", reply([text(pretty)], payload), reply([text(pretty)], payload)],
    ["when the text says the payload in another layout and order", reply([text(pretty)], payload), reply([text(payload)])],
    ["when the text has nulls besides", reply([text('{"a":1,"b":null}')], '{"a":1}'), reply([text('{"a":1,"b":null}')])],
    ["when the payload was in a wrapper", reply([text("[1]")], '{"result":[1]}'), reply([text("[1]")])],
    ["when each item is a text", reply([text("a"), text("2")], '{"result":["a",2]}'), reply([text("a"), text("2")])],
    ["when a member is the text, and the others follow", reply([text("# A\n")], '{"md":"# A\\n","n":1}'), reply([text("# A\n"), text('{"n":1}')])],
    ["when the payload was the blocks", reply([image], `{"content":[${JSON.stringify(image)}]}`), reply([image])],
    ["when a text takes in the payload", reply([text("2 rows")], payload), reply([text("2 rows"), text(payload)])],
  ]) {
    test(how, () => assert.equal(lost(before, after), undefined));
  }
});

describe("a loss is seen", () => {
  const before = reply([text("2 rows"), text(payload)], payload, ',"isError":false,"_meta":{"a":1}');
  const rest = ',"isError":false,"_meta":{"a":1}';
  for (const [how, after] of [
    ["of a digit", reply([text("2 rows"), text(payload.replace("993", "992"))], undefined, rest)],
    ["of a number's digits behind the point", reply([text("2 rows"), text(payload.replace("1.0", "1"))], undefined, rest)],
    ["of a member", reply([text("2 rows"), text(payload.replace('"id":"a",', ""))], undefined, rest)],
    ["of an empty string", reply([text("2 rows"), text(payload.replace('"b":""', ""))], undefined, rest)],
    ["of a null in a list", reply([text("2 rows"), text(payload.replace("null,", ""))], undefined, rest)],
    ["of a block", reply([text(payload)], undefined, rest)],
    ["of a space in a text that is no JSON", reply([text("2  rows"), text(payload)], undefined, rest)],
    ["of the payload", reply([text("2 rows"), text("1 row")], undefined, rest)],
    ["of isError", reply([text("2 rows"), text(payload)], undefined, ',"_meta":{"a":1}')],
    ["in _meta", reply([text("2 rows"), text(payload)], undefined, rest.replace('"a":1', '"a":2'))],
    ["in structuredContent that stays", reply([text("2 rows"), text(payload)], payload.replace("993", "992"), rest)],
  ]) {
    test(how, () => assert.notEqual(lost(before, after), undefined));
  }
});
