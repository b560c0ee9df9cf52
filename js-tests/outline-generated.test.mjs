// The workspace that the outline server makes for measuring, and what is measured on it.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { generate } from "../examples/outline-server/generate/generate.mjs";
import { parse } from "../examples/outline-server/markdown/parse.mjs";
import { measure } from "../examples/outline-server/measure.mjs";
import { tools } from "../examples/outline-server/tools.mjs";
import { openWorkspace } from "../examples/outline-server/workspace/workspace.mjs";
import { blocksIn } from "./outline-server-promises.mjs";

describe("the generated workspace", () => {
  const pagesOf = async (count) => {
    const workspace = await openWorkspace(":memory:", { now: () => new Date(2026, 10, 30, 9) });
    const made = generate(workspace, count);
    return { workspace, made };
  };

  test("has as many pages as asked for, in a few seconds, each of which reads back", async () => {
    const started = performance.now();
    const { workspace, made } = await pagesOf(2_862);
    assert.ok(performance.now() - started < 15_000);
    assert.equal(made.pages + made.journals, 2_862);
    assert.ok(made.blocks > 2_862);
    const { pages, total } = workspace.store.pages({ limit: 10_000, offset: 0 });
    assert.equal(total, 2_862);
    for (const page of pages.filter((_, index) => index % 10 === 0)) assert.deepEqual(parse(workspace.markdown(page)), workspace.ast(page));
    const nodes = pages.slice(0, 500).flatMap((page) => blocksIn(workspace.outline(page)));
    for (const { text, tokens } of nodes) {
      for (const { kind, ...said } of tokens) for (const value of Object.values(said)) assert.ok(text.includes(value), kind);
    }
    assert.ok(nodes.some(({ todo }) => todo !== null));
    assert.ok(nodes.some(({ collapsed }) => collapsed));
    assert.ok(nodes.some(({ properties }) => properties.length > 0));
    assert.ok(tools.daily_today.handler(workspace, {}).outline.length > 0);
    assert.throws(() => generate(workspace, 1), /has pages already/);
    workspace.close();
  });

  test("is the same each time", async () => {
    const [one, other] = await Promise.all([pagesOf(150), pagesOf(150)]);
    const all = ({ workspace }) => workspace.store.pages({ limit: 1_000, offset: 0 }).pages.map((page) => [page, workspace.store.blocks(page.id)]);
    assert.ok(JSON.stringify(all(one)) === JSON.stringify(all(other)));
    one.workspace.close();
    other.workspace.close();
  });
});

test("every success costs less than before, in bytes and tokens", async () => {
  const { measured } = await measure(40);
  assert.ok(measured.length >= 10);
  // An error is sent as it always was.
  for (const { tool, subject, before, twice, after } of measured.filter(({ subject }) => subject !== "no such page")) {
    assert.ok(after.bytes < twice.bytes && after.bytes < before.bytes, `${tool}, ${subject}`);
    assert.ok(after.tokens < twice.tokens && after.tokens < before.tokens, `${tool}, ${subject}`);
  }
});
