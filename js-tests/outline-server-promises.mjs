// What the outline server promises its clients, each a check on a client that is connected to it.

import assert from "node:assert/strict";
import { execSync } from "node:child_process";
import { appendFileSync, readFileSync } from "node:fs";
import { delimiter, dirname } from "node:path";

import { readPage } from "../examples/outline-server/markdown/ast.mjs";
import { parse } from "../examples/outline-server/markdown/parse.mjs";
import { render } from "../examples/outline-server/markdown/render.mjs";
import { idsIn, prunedOutline } from "./outline-reference.mjs";

/**
 * @typedef {object} Fixture
 * @property {(tool: string, args?: object) => any} computed what a handler computes, before any projection
 * @property {string} slug of a page with nested blocks, tasks, folded ones and properties
 * @property {{ slug: string, path: string }} file a page that came from a Markdown file
 */

/** @type {Record<string, (client: any, fixture: Fixture) => Promise<void>>} */
export const promises = {
  async success_payload_is_content_only_and_compact(client, { computed, slug }) {
    const outline = computed("page_get", { slug }).outline;
    const calls = [
      ["page_get", { slug }],
      ["page_list", { kind: "journal", limit: 20 }],
      ["block_tree", { id: outline[0].id }],
      ["search", { query: "the" }],
      ["daily_today", {}],
      ["daily_get", { date: "today" }],
      ["export_json", { slug }],
    ];
    for (const [tool, args] of calls) {
      const reply = await client.callTool({ name: tool, arguments: args });
      assert.deepEqual(Object.keys(reply), ["content"], tool);
      assert.equal(onlyText(reply), JSON.stringify(prunedOutline(computed(tool, args))), tool);
    }
    for (const tool of ["page_render", "export_md"]) {
      const reply = await client.callTool({ name: tool, arguments: { slug } });
      assert.deepEqual(Object.keys(reply), ["content"], tool);
      assert.equal(onlyText(reply), computed(tool, { slug }).md, tool);
    }
  },

  async error_payload_keeps_structured_content(client) {
    const reply = await client.callTool({ name: "page_get", arguments: { slug: "no-such-page" } });
    const message = 'no page has the slug "no-such-page"; page_list and search name the slugs';
    assert.equal(reply.isError, true);
    assert.equal(onlyText(reply), `PAGE_NOT_FOUND: ${message}`);
    const { data, ...error } = reply.structuredContent?.error ?? {};
    assert.equal(reply.structuredContent?.ok, false);
    assert.deepEqual(error, { code: "PAGE_NOT_FOUND", message });
    assert.equal(data.slug, "no-such-page");
    assert.ok(Array.isArray(data.similar));
  },

  async journal_reads_keep_their_ids_and_date(client, { computed }) {
    for (const [tool, args] of [
      ["daily_today", {}],
      ["daily_get", { date: computed("daily_today").date }],
    ]) {
      const journal = await payload(client, tool, args);
      const whole = computed(tool, args);
      assert.match(journal.date, /^\d{4}-\d{2}-\d{2}$/);
      assert.equal(journal.date, whole.date);
      assert.ok(idsIn(whole.outline).length > 3);
      assert.deepEqual(idsIn(journal), idsIn(whole));
    }
  },

  async pruning_leaves_the_parser_ast_alone(client, { computed, slug }) {
    const sent = await payload(client, "export_json", { slug });
    assert.deepEqual(sent, computed("export_json", { slug }));
    assert.ok(blocksIn(sent.page.blocks).some(({ properties }) => properties.length === 0));
  },

  async no_tool_declares_an_output_schema(client) {
    const { tools } = await client.listTools();
    assert.ok(tools.length >= 11);
    assert.deepEqual(tools.filter((tool) => "outputSchema" in tool).map(({ name }) => name), []);
  },

  async daily_today_over_mcp_returns_ids_a_write_tool_can_use(client) {
    const { outline } = await payload(client, "daily_today");
    const { id, todo = null } = outline[0];
    const toggled = await payload(client, "block_toggle", { id });
    assert.equal(toggled.todo, { null: "TODO", TODO: "DONE", DONE: null }[todo]);
    const { outline: after } = await payload(client, "daily_today");
    assert.equal(after[0].id, id);
    assert.equal(after[0].todo ?? null, toggled.todo);
  },

  async export_json_over_mcp_round_trips_into_the_parser_ast(client, { slug }) {
    const { page } = await payload(client, "export_json", { slug });
    const ast = readPage(page);
    assert.ok(blocksIn(ast.blocks).length > 5);
    const { content } = await client.callTool({ name: "export_md", arguments: { slug } });
    assert.equal(render(ast), content[0].text);
    assert.deepEqual(parse(content[0].text), ast);
  },

  async frozen_page_update_returns_structured_refusal_not_a_generic_error(client, { computed, file: { slug, path } }) {
    appendFileSync(path, "- Written by hand\n  on two lines\n");
    const [before, text] = [computed("page_get", { slug }), readFileSync(path, "utf8")];
    const id = before.outline[0].id;

    const reply = await client.callTool({ name: "page_update", arguments: { slug, title: "Another" } });
    assert.equal(reply.isError, true);
    const { ok, error } = reply.structuredContent ?? {};
    assert.equal(ok, false);
    assert.equal(error.code, "PAGE_MARKDOWN_AHEAD_OF_LOG");
    assert.deepEqual(Object.keys(error.data).sort(), ["lines", "path", "recovery_command", "sample"]);
    assert.equal(error.data.path, path);
    assert.equal(error.data.lines, 2);
    assert.equal(error.data.sample, "- Written by hand");
    // No write tool gets past it, and none changes a thing.
    const toggle = await client.callTool({ name: "block_toggle", arguments: { id } });
    assert.equal(toggle.structuredContent.error.code, "PAGE_MARKDOWN_AHEAD_OF_LOG");
    assert.deepEqual(computed("page_get", { slug }), before);
    assert.equal(readFileSync(path, "utf8"), text);

    // The caller can do something about it: what the error says.
    const PATH = `${dirname(process.execPath)}${delimiter}${process.env.PATH}`;
    execSync(error.data.recovery_command, { stdio: "pipe", env: { ...process.env, PATH } });
    const { meta, appended } = await payload(client, "page_update", { slug, title: "Another", append: "- and *then*\n  - this" });
    assert.equal(meta.title, "Another");
    assert.equal(appended[0].children[0].text, "this");
    const after = computed("page_get", { slug });
    assert.deepEqual(after.outline.slice(0, before.outline.length).map(({ id }) => id), before.outline.map(({ id }) => id));
    assert.equal(after.outline.at(-2).text, "Written by hand\non two lines");
    assert.ok(readFileSync(path, "utf8").endsWith("- Written by hand\n  on two lines\n- and *then*\n  - this\n"));
  },
};

/** A success's payload, which is in one text block as compact JSON and nowhere else. */
export async function payload(client, name, args = {}) {
  const reply = await client.callTool({ name, arguments: args });
  assert.deepEqual(Object.keys(reply), ["content"], `${name}: ${JSON.stringify(reply).slice(0, 200)}`);
  const text = onlyText(reply);
  const value = JSON.parse(text);
  assert.equal(JSON.stringify(value), text);
  return value;
}

export function onlyText({ content }) {
  assert.deepEqual(content.map(({ type }) => type), ["text"]);
  return content[0].text;
}

export function blocksIn(blocks) {
  return blocks.flatMap((block) => [block, ...blocksIn(block.children)]);
}
