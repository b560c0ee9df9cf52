// @ts-check
// A workspace: its pages in a database, the Markdown files that some of them came from, and what day it is.
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { ToolFailure } from "mcp-projection";

import { render } from "../markdown/render.mjs";
import { requireNothingAhead, writeMarkdown } from "./markdown-file.mjs";
import { ast, outline } from "./outline.mjs";
import { IN_MEMORY, openDatabase } from "./sqlite.mjs";
import { Store } from "./store.mjs";

/** @import { Page } from "./store.mjs" */

const SERVER = fileURLToPath(new URL("../server.mjs", import.meta.url));

/**
 * @param {string} database its file, or `:memory:`
 * @param {{ now?: () => Date }} [options]
 */
export async function openWorkspace(database, { now = () => new Date() } = {}) {
  const file = database === IN_MEMORY ? database : resolve(database);
  try {
    return new Workspace(new Store(await openDatabase(file)), file, now);
  } catch (error) {
    throw new Error(`${file} can't be opened: ${reasonOf(error, file)}`, { cause: error });
  }
}

/**
 * @param {unknown} error
 * @param {string} file
 */
function reasonOf(error, file) {
  const message = error instanceof Error ? error.message : String(error);
  // The build in WebAssembly locks a file by a folder beside it.
  const isLeftBehind = message.includes("locked") && existsSync(`${file}.lock`);
  return isLeftBehind ? `${message}; if no other process has it open, one that was killed left ${file}.lock, which can be removed` : message;
}

export class Workspace {
  #database;

  /**
   * @param {Store} store
   * @param {string} database
   * @param {() => Date} now
   */
  constructor(store, database, now) {
    this.store = store;
    this.now = now;
    this.#database = database;
  }

  close() {
    this.store.close();
  }

  /** @param {string} slug */
  page(slug) {
    const page = this.store.page(slug);
    if (page !== undefined) return page;
    const similar = this.store.slugsLike(slug);
    throw new ToolFailure("PAGE_NOT_FOUND", `no page has the slug "${slug}"; page_list and search name the slugs`, { slug, similar });
  }

  /** @param {string} block its id */
  pageWith(block) {
    const page = this.store.pageWith(block);
    if (page !== undefined) return page;
    throw new ToolFailure("BLOCK_NOT_FOUND", `no block has the id ${block}; page_get, the journals and search name the ids`, { id: block });
  }

  /** @param {Page} page */
  outline(page) {
    return outline(this.store.blocks(page.id));
  }

  /** @param {Page} page */
  ast(page) {
    return ast(page, this.store.blocks(page.id));
  }

  /** @param {Page} page */
  markdown(page) {
    return render(this.ast(page));
  }

  /**
   * Changes a page and, where it came from one, its Markdown file; both or neither.
   *
   * @template Result
   * @param {string} slug
   * @param {(page: Page) => Result} change
   * @returns {Result}
   */
  change(slug, change) {
    return this.store.transaction(() => {
      const page = this.page(slug);
      const { path } = page;
      if (path !== null) requireNothingAhead(path, this.markdown(page), this.#recoveryCommand(path));
      const result = change(page);
      if (path !== null) writeMarkdown(path, this.markdown(this.page(slug)));
      return result;
    });
  }

  /** @param {string} path */
  #recoveryCommand(path) {
    return ["node", SERVER, "--database", this.#database, "--import", path].map(quoted).join(" ");
  }
}

/** @param {string} word for a shell */
function quoted(word) {
  return /^[\w./:@%+=-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
