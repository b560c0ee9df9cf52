// Lists of every width through a projection and back.

import assert from "node:assert/strict";

import { Projection, expandColumns } from "mcp-projection";

import { columnsOf } from "./columns-by-definition.mjs";
import { seeded } from "./documents.mjs";

const projection = new Projection({ defaults: { lists: "columns" } });

/** ASCII, Latin-1, one unit of UTF-16 of two and of three bytes, two units. */
const WIDTHS = ["abc xyz_", "é ÿ\u0080x", "šāžx", "日本語—", "😀x\u8000\uffff"];
const NAMES = ["id", "a", "columns", "rows", "row", "a name of more than sixteen characters", "__proto__", "name"];

/** Values by chance: lists of objects with the same names, or almost. */
function valueOf(below, characters, depth) {
  const pick = (from) => from[below(from.length)];
  const text = (most) => Array.from({ length: below(most) }, () => pick([...characters])).join("");
  const name = () => (below(3) === 0 ? `${text(12)}.` : pick(NAMES));
  const value = (left) => {
    switch (below(left === 0 ? 4 : 7)) {
      case 0:
        return below(1000) - 500;
      case 1:
        return pick([null, true, false, 1.5, [], {}]);
      case 2:
      case 3:
        return text(40);
      case 4:
        return Array.from({ length: below(4) }, () => value(left - 1));
      case 5:
        return object(Array.from({ length: below(4) }, name), left);
      default: {
        const names = Array.from({ length: 1 + below(5) }, name);
        const list = Array.from({ length: below(9) }, () => object(names, left));
        if (below(6) === 0) list.push(object(names.slice(1), left));
        return list;
      }
    }
  };
  const object = (names, left) => {
    const made = {};
    // Not by assignment: a member may be called `__proto__`.
    for (const each of names) Object.defineProperty(made, each, { value: value(left - 1), enumerable: true, writable: true, configurable: true });
    return made;
  };
  return value(depth);
}

export function everyList() {
  let changed = 0;
  for (let seed = 0; seed < 4000; seed += 1) {
    const below = seeded(seed);
    const payload = valueOf(below, WIDTHS[seed % WIDTHS.length] + WIDTHS[0], 4);
    const text = projection.text("tool", payload);
    assert.equal(text, JSON.stringify(columnsOf(payload)), `seed ${seed}`);
    assert.equal(expandColumns(text), JSON.stringify(payload), `seed ${seed}`);
    if (text !== JSON.stringify(payload)) changed += 1;
  }
  assert.ok(changed > 500, `${changed} changed`);
}
