// The package's policy.schema.json, held against what `new Projection` takes: an editor must not complain of a policy
// that works, and has to complain of each that a schema can know to be wrong.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { describe, test } from "node:test";

import Ajv2020 from "ajv/dist/2020.js";
import { PolicyError, Projection, presets } from "mcp-projection";

import { blocksOf, pages } from "./pages.mjs";

const require = createRequire(import.meta.url);
const schema = require("mcp-projection/policy.schema.json");
const manifest = require("mcp-projection/package.json");
const { vectors } = JSON.parse(readFileSync(new URL("../vectors/vectors.json", import.meta.url), "utf8"));

const complain = (message) => assert.fail(message);
const validate = new Ajv2020({ allErrors: true, logger: { log: complain, warn: complain, error: complain } }).compile(schema);

/** What only the compiler can find: a part of what it says, and a policy that it says it of and that the schema takes. */
const guarded = (rule) => ({ prune: { r: { where: ["a", "b"], ...rule } }, defaults: { prune: ["r"] } });
const flattened = (elsewhere) => ({ tools: { t: { flatten: { member: "md", elsewhere } } } });
const COMPILER_ALONE = [
  ["a rule that isn't defined", /is no rule of `\/prune`/, { defaults: { prune: ["r"] } }],
  ["globs that tie", /is as specific and fits the same tools/, { tools: { "a*": {}, "*a": {} } }],
  ["a name that is too long in bytes", /of more than 1024 bytes/, { tools: { ["é".repeat(600)]: {} } }],
  ["a sibling outside the guard", /is not in `where`/, guarded({ drop: { c: "d" } })],
  ["a member that restates itself", /can't restate itself/, guarded({ drop: { a: "a" } })],
  ["a sibling that may go", /may go too, so it can't restate/, guarded({ drop: { c: "a" }, dropEqual: { a: null } })],
  ["a member that two kinds of drop take", /`drop` takes/, guarded({ drop: { c: "a" }, dropEmpty: ["c"] })],
  [
    "rules that don't go together",
    /expected only one of the two$/,
    { prune: { r: { where: ["a"], drop: { c: "a" } }, s: { where: ["b"], drop: { a: "tool:t" } } }, defaults: { prune: ["r", "s"] } },
  ],
  ["a guard that may become empty", /may be dropped beside a `dropEmpty`/, guarded({ dropEmpty: ["a", "b"] })],
  ["a flatten that finds its own member elsewhere", /is what is sent/, flattened({ md: "tool:t" })],
  ["a flatten that relies on what goes too", /goes too when/, flattened({ a: "b" })],
  // What is lost before a schema sees the value, or is said of JavaScript's values.
  ["an integer that may have been rounded", /may have been rounded/, guarded({ dropEqual: { c: 2 ** 60 } })],
  ["half of a surrogate pair", /well-formed Unicode/, { tools: { "\ud83d": {} } }],
];

function refusal(policy) {
  try {
    new Projection(policy);
    return undefined;
  } catch (error) {
    assert.ok(error instanceof PolicyError, String(error));
    return error.message;
  }
}

const isForCompilerAlone = (message) => COMPILER_ALONE.some(([, said]) => said.test(message));
const complaints = () => validate.errors.map(({ instancePath, message }) => `${instancePath} ${message}`).join("\n");

/** Whether the two agree on a policy; answers what the compiler says. */
function compare(policy, shown = JSON.stringify(policy)) {
  const message = refusal(policy);
  const isValid = validate(policy);
  if (message === undefined) assert.ok(isValid, `the schema refuses what the compiler takes: ${shown}\n${isValid || complaints()}`);
  else if (isValid) assert.ok(isForCompilerAlone(message), `the schema takes what the compiler refuses: ${shown}\n${message}`);
  return message;
}

describe("the schema", () => {
  test("is a valid one of JSON Schema 2020-12, and no part of it is unknown to a strict reader", () => {
    assert.equal(schema.$schema, "https://json-schema.org/draft/2020-12/schema");
    const ajv = new Ajv2020({ strict: false });
    assert.ok(ajv.validateSchema(schema), JSON.stringify(ajv.errors));
  });

  test("has the address under which its version of the package is published", () => {
    const [major, minor] = manifest.version.split(".");
    assert.equal(schema.$id, `https://unpkg.com/mcp-projection@${major}.${minor}/policy.schema.json`);
  });
});

test("the page on the policy names every member and every word that the schema has", () => {
  const [, page] = pages().find(([name]) => name === "docs/policy.md");
  const outsideExamples = page.replaceAll(/^```.*?^```$/gms, "");
  const { toolPolicy, pruneRule, flatten, budget, elsewhere } = schema.$defs;
  const objects = [schema, toolPolicy, pruneRule, flatten, budget, elsewhere.anyOf.at(-1)];
  const properties = objects.flatMap((object) => Object.entries(object.properties));
  const words = properties.flatMap(([, { oneOf }]) => (oneOf ?? []).map((word) => `"${word.const}"`));
  assert.ok(properties.length > 25 && words.length > 5);
  for (const name of [...properties.map(([property]) => property), ...words]) {
    assert.match(outsideExamples, new RegExp(`[\`"{ ]${name.replace("$", "\\$")}[\`" :]`), name);
  }
});

describe("what works is valid", () => {
  for (const [name, preset] of Object.entries(presets)) {
    test(`the preset ${name}`, () => assert.equal(compare(preset), undefined));
  }

  for (const [page, text] of pages()) {
    for (const [at, block] of blocksOf(text, "json").entries()) {
      test(`the policy ${at + 1} of ${page}`, () => assert.equal(compare(JSON.parse(block)), undefined));
    }
  }
});

test("each policy of the vectors is valid, unless the compiler refuses it", () => {
  let refused = 0;
  for (const { policy } of vectors) {
    if (typeof policy === "object" && compare(policy) !== undefined) refused += 1;
  }
  assert.ok(refused > 0);
});

describe("what only the compiler can find", () => {
  for (const [name, said, policy] of COMPILER_ALONE) {
    test(name, () => {
      assert.match(refusal(policy) ?? "", said);
      assert.ok(validate(policy), `the schema can say it: ${validate.errors === null || complaints()}`);
    });
  }
});

/** The rules of the contract, as the compiler names them. */
function contractRules() {
  const [, known] = refusal({ defaults: { contract: { "not a rule": "off" } } }).split("expected one of ");
  return [...known.matchAll(/`([^`]+)`/g)].map(([, rule]) => rule);
}

test("what is too long or too large by any count, the schema refuses too", () => {
  for (const policy of [
    { tools: { ["a".repeat(1025)]: {} } },
    guarded({ dropEqual: { c: 1e20 } }),
    guarded({ dropEqual: { c: -1e20 } }),
    { tools: { t: { budget: { items: "a", maxBytes: 1e20 } } } },
  ]) {
    assert.notEqual(refusal(policy), undefined);
    assert.ok(!validate(policy), JSON.stringify(policy));
  }
  assert.equal(compare({ tools: { ["a".repeat(1024)]: {} } }), undefined);
});

/** A policy with every member of the format, in entries that go together. */
const FULL = {
  $schema: schema.$id,
  version: 1,
  prune: {
    "outline-node": {
      where: ["id", "text", "children"],
      drop: {
        tokens: { in: "text", except: ["kind"] },
        plain: { in: "text" },
        title: "text",
        slug: "arguments.page.slug",
        backlinks: "tool:outl_backlinks",
      },
      dropEqual: { collapsed: false, todo: null, depth: 0, icon: "" },
      dropEmpty: ["properties"],
    },
  },
  defaults: { shape: "content", error: "envelope", prune: ["outline-node"], unwrap: "data", host: "auto", lists: "objects", listsNote: true },
  tools: {
    outl_page_render: {
      flatten: { member: "md", elsewhere: { slug: "arguments.slug", title: "md", id: { in: "md" } }, remainder: "block" },
    },
    "outl_*": { compactText: true, errorWhen: { success: false, code: 1 }, outputSchema: "strip", prune: [], lists: "columns" },
    "ledger_*": {
      shape: "mirrored",
      error: "mirrored",
      budget: { items: "*", maxBytes: 60000, hint: "ask for the next page" },
      contract: Object.fromEntries(contractRules().map((rule, at) => [rule, ["off", "warn", "error"][at % 3]])),
    },
    ledger_import: { budget: { echo: "rows", maxBytes: 0 } },
    edit_file: { shape: "structured", error: "text", textMember: "message", outputSchema: "keep" },
  },
};

/** Every place of a value, as the names and numbers that lead there. */
function* placesOf(value, path = []) {
  yield path;
  if (typeof value !== "object" || value === null) return;
  for (const [name, inner] of Object.entries(value)) yield* placesOf(inner, [...path, name]);
}

/** A copy of a policy in which `change` was called with the owner of a place and its name there. */
function changed(policy, path, change) {
  const copy = { top: structuredClone(policy) };
  const owner = ["top", ...path].slice(0, -1).reduce((value, name) => value[name], copy);
  change(owner, path.at(-1) ?? "top");
  return copy.top;
}

const VALUES = [
  null,
  true,
  false,
  0,
  -1,
  3,
  1.5,
  1e20,
  "",
  "*",
  "**",
  "id",
  "word",
  "arguments",
  "arguments.",
  "arguments.a.b",
  "arguments.a..b",
  "tool:",
  "tool:\n",
  "content",
  "structured",
  "envelope",
  "columns",
  "auto",
  [],
  {},
  ["word"],
  ["id", "id"],
  [1],
  { word: "word" },
  { in: "id" },
  { in: "arguments.a" },
  { in: "id", except: "kind" },
  { member: "md" },
  { where: ["id"] },
  { items: "a", echo: "a", maxBytes: 1 },
  { echo: "*", maxBytes: 1 },
  { items: "", maxBytes: 1 },
  { maxBytes: 1 },
];

const NAMES = ["", "word", "Shape", "where", "drop", "a*", "a**", "a?", "[a]", "{a}", "a\nb", "a\u0085b", "a".repeat(1025), "__proto__"];

describe("of policies with one mistake, the schema refuses each whose mistake it can know", () => {
  test("none, to start with", () => assert.equal(compare(FULL), undefined));

  const cases = {
    "another value": (path) => VALUES.map((value) => changed(FULL, path, (owner, name) => (owner[name] = structuredClone(value)))),
    "a member or an item that is gone": (path) =>
      path.length === 0 ? [] : [changed(FULL, path, (owner, name) => (Array.isArray(owner) ? owner.splice(name, 1) : delete owner[name]))],
    "a member with another name": (path) =>
      path.length === 0
        ? []
        : NAMES.map((other) =>
            changed(FULL, path, (owner, name) => {
              const value = owner[name];
              if (Array.isArray(owner)) return;
              delete owner[name];
              Object.defineProperty(owner, other, { value, enumerable: true, configurable: true, writable: true });
            }),
          ),
    "one more member": (path) =>
      NAMES.map((other) =>
        changed(FULL, path, (owner, name) => {
          const object = owner[name];
          if (typeof object !== "object" || object === null || Array.isArray(object)) return;
          Object.defineProperty(object, other, { value: {}, enumerable: true, configurable: true, writable: true });
        }),
      ),
  };
  for (const [name, policies] of Object.entries(cases)) {
    test(name, () => {
      let [refused, taken] = [0, 0];
      for (const path of placesOf(FULL)) {
        for (const policy of policies(path)) {
          if (compare(policy) === undefined) taken += 1;
          else refused += 1;
        }
      }
      assert.ok(refused > 10 && taken > 10, `${refused} refused, ${taken} taken`);
    });
  }

  test("forms that don't go together, in an entry or with the defaults", () => {
    const choices = {
      shape: [undefined, "content", "mirrored", "structured"],
      flatten: [undefined, { member: "md" }],
      textMember: [undefined, "message"],
      compactText: [undefined, true, false],
    };
    const entries = Object.entries(choices).reduce(
      (all, [name, values]) => all.flatMap((entry) => values.map((value) => (value === undefined ? entry : { ...entry, [name]: value }))),
      [{}],
    );
    const counts = { refused: 0, taken: 0 };
    for (const defaults of [undefined, ...entries]) {
      for (const entry of entries) {
        const policy = defaults === undefined ? { tools: { t: entry } } : { defaults, tools: { t: entry } };
        counts[compare(policy) === undefined ? "taken" : "refused"] += 1;
      }
    }
    assert.ok(counts.refused > 100 && counts.taken > 100, JSON.stringify(counts));
  });
});
