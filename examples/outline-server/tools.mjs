// @ts-check
// The tools: what each is for, what it takes, and its handler, which computes a payload or throws a ToolFailure. How a payload is sent is
// no business of theirs: the MCP server projects it, the command line prints it as it is.
import { ToolFailure } from "mcp-projection";
import { z } from "zod";

import { KEY_PATTERN, parse } from "./markdown/parse.mjs";
import { next } from "./markdown/task.mjs";
import { dayOf, readDay } from "./workspace/dates.mjs";
import { ID_PATTERN, ulid } from "./workspace/ids.mjs";
import { find } from "./workspace/outline.mjs";

/** @import { ToolAnnotations } from "@modelcontextprotocol/sdk/types.js" */
/** @import { Property } from "./markdown/ast.mjs" */
/** @import { Page } from "./workspace/store.mjs" */
/** @import { Workspace } from "./workspace/workspace.mjs" */

const slug = z.string().min(1).describe("The page's slug, as page_list and search name it; of a journal, its day");
const id = z
  .string()
  .regex(ID_PATTERN, "expected a block's id, 26 letters and digits")
  .describe("The block's id, as page_get, the journals and search name it");
const line = z.string().trim().regex(/^[^\r\n]*$/, "expected one line");

const reads = { readOnlyHint: true, openWorldHint: false };
const writes = { readOnlyHint: false, destructiveHint: false, openWorldHint: false };

/** @type {Record<string, Tool>} */
export const tools = {
  page_get: define({
    description: "A page or journal with its properties and blocks; each block has an id.",
    input: z.strictObject({ slug }),
    annotations: reads,
    handler(workspace, { slug }) {
      const page = workspace.page(slug);
      return { meta: metaOf(page), properties: page.properties, outline: workspace.outline(page) };
    },
  }),

  page_list: define({
    description: "The pages and journals by slug, and how many there are in all.",
    input: z.strictObject({
      kind: z.enum(["page", "journal"]).optional(),
      tag: line.transform((tag) => tag.replace(/^#/, "")).optional().describe("Only pages with a block that has this tag"),
      links_to: line.optional().describe("Only pages with a block that links to the page of this title"),
      limit: z.int().min(1).max(10_000).default(100),
      offset: z.int().min(0).default(0),
    }),
    annotations: reads,
    handler({ store }, { links_to: linksTo, ...filter }) {
      const { pages, total } = store.pages({ ...filter, linksTo });
      return { pages: pages.map(metaOf), total };
    },
  }),

  page_render: define({
    description: "A page or journal as Markdown, to read. It has no ids; page_get has.",
    input: z.strictObject({ slug }),
    annotations: reads,
    handler: markdown,
  }),

  page_update: define({
    description:
      "Changes a page: its title, its properties, and blocks to put at its end. " +
      "A page that came from a Markdown file is written back to it.",
    input: z.strictObject({
      slug,
      title: line.min(1).optional(),
      properties: z
        .record(z.string().regex(KEY_PATTERN, "expected letters, digits and any of . _ / -"), line.nullable())
        .optional()
        .describe("Values to set by key; null takes a property away"),
      append: z.string().optional().describe("Markdown; its bullets become blocks"),
    }),
    annotations: writes,
    handler: update,
  }),

  daily_today: define({
    description: "Today's journal, begun if there is none yet, with its blocks and their ids and as Markdown.",
    input: z.strictObject({}),
    annotations: { ...writes, idempotentHint: true },
    handler(workspace) {
      const date = dayOf(workspace.now());
      const { store } = workspace;
      const journal = store.page(date) ?? store.transaction(() => store.page(date) ?? beginJournal(workspace, date));
      return daily(workspace, journal);
    },
  }),

  daily_get: define({
    description: "The journal of a day, with its blocks and their ids and as Markdown.",
    input: z.strictObject({ date: z.string().describe("A day such as 2026-11-30, or yesterday, today or tomorrow") }),
    annotations: reads,
    handler(workspace, { date }) {
      const day = readDay(date, workspace.now());
      const journal = workspace.store.page(day);
      if (journal !== undefined) return daily(workspace, journal);
      const message = `there is no journal for ${day}; page_list with kind "journal" names those there are`;
      throw new ToolFailure("JOURNAL_NOT_FOUND", message, { date: day });
    },
  }),

  block_tree: define({
    description: "A block with the blocks below it.",
    input: z.strictObject({ id }),
    annotations: reads,
    handler(workspace, { id }) {
      const page = workspace.pageWith(id);
      return { page: page.slug, block: find(workspace.outline(page), id) };
    },
  }),

  block_toggle: define({
    description: "Moves a block on to its next task state: none, TODO, DONE, none.",
    input: z.strictObject({ id }),
    annotations: writes,
    handler(workspace, { id }) {
      return workspace.change(workspace.pageWith(id).slug, ({ id: pageId, slug }) => {
        const block = workspace.store.blocks(pageId).find((block) => block.id === id);
        const todo = next(block?.todo ?? null);
        workspace.store.setTodo(id, todo);
        return { id, page: slug, text: block?.text, todo };
      });
    },
  }),

  search: define({
    description: "Blocks and pages that have every one of the words, whatever their case and accents, and how many blocks there are in all.",
    input: z.strictObject({
      query: z.string().trim().min(1).max(200),
      limit: z.int().min(1).max(2_000).default(50),
    }),
    annotations: reads,
    handler: ({ store }, { query, limit }) => store.search(query, limit),
  }),

  export_md: define({
    description: "A page or journal as Markdown, as its file would be.",
    input: z.strictObject({ slug }),
    annotations: reads,
    handler: markdown,
  }),

  export_json: define({
    description: "A page or journal as the AST of its Markdown: blocks of text, properties and children, without ids. --import reads it back.",
    input: z.strictObject({ slug }),
    annotations: reads,
    handler(workspace, { slug }) {
      const page = workspace.page(slug);
      return { meta: metaOf(page), page: workspace.ast(page) };
    },
  }),
};

/**
 * @typedef {object} Tool
 * @property {string} description
 * @property {z.ZodObject} input
 * @property {ToolAnnotations} annotations
 * @property {(workspace: Workspace, args: unknown) => object} handler `args` have been checked against `input`
 */

/**
 * @template {z.ZodObject} Input
 * @param {Omit<Tool, "input" | "handler"> & { input: Input, handler: (workspace: Workspace, args: z.infer<Input>) => object }} definition
 * @returns {Tool}
 */
function define({ handler, ...definition }) {
  return { ...definition, handler: (workspace, args) => handler(workspace, /** @type {z.infer<Input>} */ (args)) };
}

/** @param {Page} page */
function metaOf({ id, kind, slug, title }) {
  return { id, kind, slug, title };
}

/**
 * @param {Workspace} workspace
 * @param {{ slug: string }} args
 */
function markdown(workspace, { slug }) {
  return { slug, md: workspace.markdown(workspace.page(slug)) };
}

/**
 * @param {Workspace} workspace
 * @param {Page} journal
 */
function daily(workspace, journal) {
  return { date: journal.slug, meta: metaOf(journal), outline: workspace.outline(journal), md: workspace.markdown(journal) };
}

/**
 * @param {Workspace} workspace
 * @param {string} date
 * @returns {Page}
 */
function beginJournal({ store, now }, date) {
  /** @type {Page} */
  const page = { id: ulid(now().getTime()), kind: "journal", slug: date, title: date, properties: [], path: null };
  store.insertPage(page);
  return page;
}

/**
 * @param {Workspace} workspace
 * @param {{ slug: string, title?: string, properties?: Record<string, string | null>, append?: string }} args
 */
function update(workspace, { slug, title, properties = {}, append = "" }) {
  const addition = parse(append);
  if (addition.properties.length > 0) {
    const [[key]] = addition.properties;
    const message = `"append" begins with the property "${key}", which is no block; set it in "properties"`;
    throw new ToolFailure("INVALID_ARGUMENT", message, { argument: "append", key });
  }
  const { store } = workspace;
  return workspace.change(slug, (page) => {
    const changes = Object.entries({ ...properties, ...(title === undefined ? {} : { title }) });
    const kept = changes.reduce(withProperty, page.properties);
    // Where the property goes, the slug is what is left of a name.
    const name = changes.some(([key]) => key === "title") ? (kept.find(([key]) => key === "title")?.[1] ?? slug) : page.title;
    const changed = { ...page, title: name, properties: kept };
    store.updatePage(changed);
    const ids = store.appendBlocks(page.id, addition.blocks, () => ulid(workspace.now().getTime()));
    return { meta: metaOf(changed), properties: kept, appended: workspace.outline(page).filter(({ id }) => ids.includes(id)) };
  });
}

/**
 * @param {Property[]} properties in which a key may occur several times, as in Markdown
 * @param {[key: string, value: string | null]} change null takes the key away
 * @returns {Property[]}
 */
function withProperty(properties, [key, value]) {
  const index = properties.findIndex(([name]) => name === key);
  const others = properties.filter(([name]) => name !== key);
  if (value === null) return others;
  // None of them is before the first, so that its place is the same among the others.
  return others.toSpliced(index < 0 ? others.length : index, 0, [key, value]);
}
