// Texts of every width through a projection and back.

import assert from "node:assert/strict";

import { Projection, presets } from "mcp-projection";

const projection = new Projection(presets.outline);

export const node = (text, more = {}) => ({ id: text, text, children: [], todo: null, ...more, tokens: [{ kind: "plain", value: text }] });
const pruned = (text, more = {}) => ({ id: text, text, children: [], ...more });

/** Texts of every width, alone and mixed: ASCII, Latin-1, one wide character, beyond the BMP, a lone surrogate, separators. */
const TEXTS = ["plain", "é ÿ \u0080", "— dash", "日本語", "😀", "half \ud83d", "\u2028", "\u0000\u001f\u007f", "", '"\\/', "x".repeat(5000) + "ÿ", "x".repeat(5000) + "š"];

/** A look-alike that has most of a guard and then not the rest: what went on trust has to come back. */
const lookAlike = { id: "1", text: "t", todo: null, tokens: [1], properties: [], note: "no children" };

export function everyText() {
  for (const text of TEXTS) {
    const payload = { rows: [node(text), lookAlike, node(text, { [text || "member"]: text })] };
    const expected = { rows: [pruned(text), lookAlike, pruned(text, { [text || "member"]: text })] };
    assert.equal(projection.text("tool", payload), JSON.stringify(expected));
    assert.deepEqual(projection.prune("tool", payload), expected);
    assert.deepEqual(projection.success("tool", payload).content, [{ type: "text", text: JSON.stringify(expected) }]);
    const bytes = projection.pruneBytes("tool", new TextEncoder().encode(JSON.stringify(payload)));
    assert.equal(new TextDecoder().decode(bytes), JSON.stringify(expected));
  }
}
