// What may be a payload, and what becomes of values that JSON has no word for.

import assert from "node:assert/strict";
import { afterEach, describe, test } from "node:test";

import { Projection, ToolFailure, presets } from "mcp-projection";

const projection = new Projection(presets.outline);
const text = (payload) => projection.text("tool", payload);
const prune = (payload) => projection.prune("tool", payload);

const BIG = 9007199254740993n;

test("what has no JSON of its own counts as null", () => {
  for (const payload of [undefined, () => 1, Symbol("a"), { toJSON: () => undefined }]) {
    assert.equal(text(payload), "null");
    assert.equal(prune(payload), null);
  }
});

test("any other payload is what JSON.stringify makes of it", () => {
  class Page {
    constructor() {
      this.slug = "a";
      this.nothing = undefined;
    }
  }
  for (const payload of [
    null,
    true,
    -0,
    NaN,
    1e21,
    "a\ud83d\u2028",
    [undefined, () => 1, , Symbol("a")], // eslint-disable-line no-sparse-arrays
    new Date(0),
    new Page(),
    new Map([[1, 2]]),
    { toJSON: (name) => ({ name }) },
    Object("boxed"),
    JSON.parse('{"__proto__":{"a":1},"constructor":2}'),
  ]) {
    assert.equal(text(payload), JSON.stringify(payload));
    assert.deepEqual(prune(payload), JSON.parse(JSON.stringify(payload)));
  }
});

test("a member called __proto__ survives as a member", () => {
  for (const json of ['{"__proto__":{"a":1}}', `{"big":${BIG},"__proto__":{"a":${BIG}}}`]) {
    const payload = JSON.parse(json);
    payload.big &&= BIG;
    const value = prune(payload);
    assert.ok(Object.hasOwn(value, "__proto__"));
    assert.equal(Object.getPrototypeOf(value), Object.prototype);
    assert.deepEqual(Object.keys(value), Object.keys(payload));
  }
});

describe("a bigint becomes its digits", () => {
  test("wherever it stands", () => {
    assert.equal(text(BIG), "9007199254740993");
    assert.equal(text([0n, -1n, BIG, -BIG]), "[0,-1,9007199254740993,-9007199254740993]");
    assert.equal(text({ a: { b: [{ c: BIG }] }, d: Object(BIG) }), '{"a":{"b":[{"c":9007199254740993}]},"d":9007199254740993}');
  });

  test("also in what toJSON returns", () => {
    const counts = new Map([["a", BIG]]);
    counts.toJSON = () => Object.fromEntries(counts);
    assert.equal(text({ counts, top: { toJSON: () => BIG } }), '{"counts":{"a":9007199254740993},"top":9007199254740993}');
  });

  test("of any length", () => {
    const huge = 7n ** 5000n;
    assert.equal(text([huge]), `[${huge}]`);
    assert.deepEqual(prune([huge]), [huge]);
  });

  test("and never what a string says", () => {
    const payload = { a: "9007199254740993", b: BIG, c: '"9007199254740993"', "9007199254740993": "9007199254740993n" };
    assert.equal(
      text(payload),
      '{"a":"9007199254740993","b":9007199254740993,"c":"\\"9007199254740993\\"","9007199254740993":"9007199254740993n"}',
    );
    assert.deepEqual(prune(payload), payload);
  });

  test("in a call's arguments too", () => {
    const pages = new Projection({
      prune: { page: { where: ["id"], drop: { id: "arguments.id" } } },
      defaults: { prune: ["page"] },
    });
    assert.equal(pages.text("get", { id: BIG, a: 1 }, { arguments: { id: BIG } }), '{"a":1}');
    assert.equal(pages.text("get", { id: BIG, a: 1 }, { arguments: { id: BIG - 1n } }), '{"id":9007199254740993,"a":1}');
  });

  test("unless the program has a JSON for bigints of its own", (context) => {
    BigInt.prototype.toJSON = function () {
      return `${this}n`;
    };
    context.after(() => delete BigInt.prototype.toJSON);
    assert.equal(text({ a: BIG }), '{"a":"9007199254740993n"}');
    assert.deepEqual(prune({ a: BIG }), { a: "9007199254740993n" });
  });
});

describe("a bigint that no number can hold comes back as the same bigint", () => {
  const same = (payload) => assert.deepEqual(prune(payload), payload);

  test("with everything around it as it was", () => {
    same({ a: [BIG, -BIG, 1.5, -0.5, 1e300, "x", null, true, false, [], {}, [[]], [{}]], "": { b: -BIG } });
    same([[[BIG]], { a: { b: { c: BIG } } }]);
    same(2n ** 64n);
  });

  test("with hostile strings around it", () => {
    const strings = ['"', "\\", '\\"', "\\\\", `\\"${BIG}`, `${BIG}`, `,${BIG}]`, "[", "{", "\u0000\u2028\ud83d", "😀", "__proto__"];
    same([BIG, ...strings, BIG]);
    same(Object.fromEntries(strings.map((string) => [`${string}.`, [BIG, string]])));
  });

  test("and one that a number can hold comes back as that number", () => {
    assert.deepEqual(prune([BIG, 0n, -5n, 9007199254740991n]), [BIG, 0, -5, 9007199254740991]);
  });

  test("and a number that was none stays a number", () => {
    assert.deepEqual(prune([BIG, 9007199254740996]), [BIG, 9007199254740996]);
    assert.deepEqual(prune([9007199254740996]), [9007199254740996]);
  });

  test("but in a failure's data as its digits, since a transport could not send it", () => {
    const { structuredContent } = projection.failure("tool", new ToolFailure("A", `b ${BIG}`, { rows: [BIG, 1n] }));
    assert.deepEqual(structuredContent.error, { code: "A", message: `b ${BIG}`, data: { rows: [String(BIG), 1] } });
    assert.doesNotThrow(() => JSON.stringify(structuredContent));
  });

  test("and what the policy drops stays dropped", () => {
    assert.deepEqual(prune({ id: BIG, text: "a", children: [], tokens: [BIG] }), { id: BIG, text: "a", children: [] });
  });
});

describe("strings that look like this package's own markers for bigints", () => {
  const { random } = Math;
  afterEach(() => {
    Math.random = random;
  });

  // What the package marks bigints with is nobody's business, so the test listens: it lets a
  // payload see the strings by which JSON.stringify replaces its bigints, and then holds them.
  function markersFor(attempts) {
    const seen = [];
    const { stringify } = JSON;
    try {
      JSON.stringify = (value, replacer) => {
        if (typeof replacer !== "function") return stringify(value);
        return stringify(value, function (name, member) {
          const replaced = replacer.call(this, name, member);
          if (typeof member === "bigint" && typeof replaced === "string") seen.push(replaced);
          return replaced;
        });
      };
      for (const payload of attempts(seen)) text(payload);
    } finally {
      JSON.stringify = stringify;
    }
    return seen;
  }

  test("stay strings, as values and as names", () => {
    Math.random = () => 0.5;
    const markers = markersFor(function* (seen) {
      yield [BIG];
      yield [BIG, seen.at(-1)];
      yield [BIG, ...seen];
    });
    assert.ok(new Set(markers).size >= 3, `too few markers seen: ${markers}`);
    for (const marker of markers) {
      for (const string of [marker, `"${marker}"`, `x"${marker}`, marker.replace(/\d+$/, ""), `${marker}0`]) {
        const payload = { [string]: [BIG, string], [`${string}.`]: { [string]: BIG } };
        assert.deepEqual(JSON.parse(text(payload)), JSON.parse(JSON.stringify(payload, (_, value) => (typeof value === "bigint" ? Number(value) : value))));
        assert.deepEqual(prune(payload), payload);
      }
    }
    assert.deepEqual(prune([...markers, BIG]), [...markers, BIG]);
  });
});

describe("a payload that can't be serialised throws the very error of JSON.stringify", () => {
  const errorOf = (work) => {
    try {
      work();
    } catch (error) {
      return error;
    }
    return assert.fail("nothing was thrown");
  };
  const cyclic = { a: [] };
  cyclic.a.push(cyclic);

  test("for a cycle, with and without a bigint", () => {
    for (const payload of [cyclic, { big: 1n, cyclic }, { cyclic, big: 1n }]) {
      const expected = errorOf(() => JSON.stringify({ cyclic }));
      for (const call of [
        () => text(payload),
        () => prune(payload),
        () => projection.success("tool", payload),
        () => projection.failure("tool", new ToolFailure("A", "b", payload)),
        () => projection.success("tool", {}, { arguments: payload }),
      ]) {
        const error = errorOf(call);
        assert.equal(error.constructor, TypeError);
        assert.equal(error.message.split("\n")[0], expected.message.split("\n")[0]);
      }
    }
  });

  test("and for what toJSON or a getter throws", () => {
    for (const thrown of [new TypeError("no"), new RangeError("no"), "no", null]) {
      const toJSON = () => {
        throw thrown;
      };
      const getter = {
        get a() {
          throw thrown;
        },
      };
      for (const payload of [{ toJSON }, [1n, { toJSON }], getter, [1n, getter]]) {
        assert.equal(errorOf(() => text(payload)), thrown);
        assert.equal(errorOf(() => prune(payload)), thrown);
      }
    }
  });

  test("and the next call works", () => {
    assert.equal(text({ a: 1 }), '{"a":1}');
  });
});
