// @ts-check
// The calls that are measured: what an agent asks of its notes in a day.

/** @import { Workspace } from "../workspace/workspace.mjs" */

/** @typedef {{ tool: string, subject: string, args: Record<string, unknown>[] }} Calls */

const SAMPLE = 25;

/**
 * @param {Workspace} workspace
 * @returns {Calls[]}
 */
export function typicalCalls(workspace) {
  const pages = sample(workspace, "page");
  const slugs = pages.map(({ slug }) => ({ slug }));
  const outlines = pages.flatMap((page) => workspace.outline(page).slice(0, 1));
  const days = sample(workspace, "journal").map(({ slug }) => ({ date: slug }));
  return [
    { tool: "page_get", subject: "a page", args: slugs },
    { tool: "page_render", subject: "a page", args: slugs },
    { tool: "export_json", subject: "a page", args: slugs },
    { tool: "block_tree", subject: "a block", args: outlines.map(({ id }) => ({ id })) },
    { tool: "daily_today", subject: "today", args: [{}] },
    { tool: "daily_get", subject: "a day", args: days },
    { tool: "search", subject: "50 hits", args: [{ query: "the" }] },
    { tool: "page_list", subject: "100 pages", args: [{ kind: "page" }] },
    { tool: "block_toggle", subject: "a block", args: outlines.slice(0, 1).map(({ id }) => ({ id })) },
    { tool: "page_get", subject: "no such page", args: [{ slug: "no-such-page" }] },
  ];
}

/**
 * Pages from all over the workspace.
 *
 * @param {Workspace} workspace
 * @param {"page" | "journal"} kind
 */
function sample({ store }, kind) {
  const { pages } = store.pages({ kind, limit: 1_000_000, offset: 0 });
  const step = Math.max(1, pages.length / SAMPLE);
  return Array.from({ length: Math.min(SAMPLE, pages.length) }, (_, index) => pages[Math.floor(index * step)]);
}
