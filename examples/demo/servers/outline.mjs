// @ts-check
// outline-server: a task in today's journal is found, ticked and read again.
import { spawnSync } from "node:child_process";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";

import { getDefaultEnvironment } from "@modelcontextprotocol/sdk/client/stdio.js";

import { jsonIn, textsOf } from "../replies.mjs";
import { exampleFile } from "./example-file.mjs";

/** @import { ServerDemo } from "../show-servers.mjs" */

/** @typedef {{ id: string, text: string, todo?: string | null, children: Block[] }} Block */

const SERVER = exampleFile("outline-server/server.mjs");
const PAGES = 60;

/** @type {ServerDemo} */
export const outline = {
  name: "outline-server",
  about: `an outliner on SQLite, with ${PAGES} pages made of the documentation of installed packages`,

  prepare(folder) {
    const [database, copy] = ["after", "before"].map((name) => join(folder, name, "outline.sqlite"));
    // In the environment that the client will give the server: its time zone says which day today is.
    const made = spawnSync(process.execPath, [SERVER, "--database", database, "--generate", String(PAGES)], {
      encoding: "utf8",
      env: getDefaultEnvironment(),
    });
    if (made.status !== 0) throw made.error ?? new Error(`${SERVER} made no workspace: ${made.stderr}`);
    cpSync(join(folder, "after"), join(folder, "before"), { recursive: true });
    return { after: [SERVER, "--database", database], before: ["outline", copy] };
  },

  async talk(call) {
    const { date, outline } = jsonIn(textsOf(await call("daily_today", "today's journal", {}))[0]);
    await call("block_toggle", "a block by its id", { id: taskIn(outline).id });
    await call("page_render", "the journal, to read", { slug: date });
  },

  check(after, before) {
    const [journal, toggled, rendered] = after.map(({ reply }) => jsonIn(textsOf(reply)[0]) ?? textsOf(reply)[0]);
    const [computedJournal, , computedPage] = before.map(({ reply }) => jsonIn(textsOf(reply)[0]));
    const ids = idsIn(computedJournal.outline);
    const task = taskIn(journal.outline);
    return [
      {
        kept: journal.date === computedJournal.date && isDeepStrictEqual(idsIn(journal.outline), ids),
        sentence: `daily_today brings its date and all ${ids.length} ids, which Markdown alone wouldn't have`,
      },
      {
        kept: toggled.id === task.id && toggled.todo === nextState(task) && lineOf(computedPage.md, toggled) !== undefined,
        sentence: `an id from that reply ticks its block: ${task.todo ?? "no task"} → ${toggled.todo}; the page says so`,
      },
      {
        kept: rendered === computedPage.md && lineOf(rendered, toggled) !== undefined,
        sentence: "page_render is the Markdown itself, byte for byte",
      },
      {
        kept: after.every(({ reply }) => reply.content.length === 1 && reply.structuredContent === undefined && !reply.isError),
        sentence: "each success carries its payload once, in one text block",
      },
    ];
  },
};

/**
 * A block that is a task to do, or will be one; every block is toggled by its id.
 *
 * @param {Block[]} outline
 */
function taskIn(outline) {
  return outline.find(({ todo }) => todo === "TODO") ?? outline.find(({ todo }) => todo !== "DONE") ?? outline[0];
}

/** @param {Block} block */
function nextState({ todo }) {
  if (todo === "DONE") return null;
  return todo === "TODO" ? "DONE" : "TODO";
}

/**
 * @param {string} markdown
 * @param {Block} block
 */
function lineOf(markdown, { text, todo }) {
  const [firstLine] = text.split("\n");
  const wanted = `- ${todo === null ? "" : `${todo} `}${firstLine}`;
  return markdown.split("\n").find((line) => line.trim() === wanted.trim());
}

/**
 * @param {Block[]} blocks
 * @returns {string[]} in document order
 */
function idsIn(blocks) {
  return blocks.flatMap(({ id, children }) => [id, ...idsIn(children)]);
}
