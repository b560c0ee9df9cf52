// @ts-check
// Markdown files -> pages. A file that was imported before brings its page up to date; blocks whose text is still there keep their ids.
import { lstatSync, readFileSync, readdirSync, realpathSync } from "node:fs";
import { basename, dirname, extname, join, relative, sep } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { z } from "zod";

import { readPage } from "../markdown/ast.mjs";
import { parse } from "../markdown/parse.mjs";
import { render } from "../markdown/render.mjs";
import { isDay } from "./dates.mjs";
import { ulid } from "./ids.mjs";
import { slugify } from "./names.mjs";

/** @import { Page as Ast } from "../markdown/ast.mjs" */
/** @import { Page, Store } from "./store.mjs" */
/** @import { Workspace } from "./workspace.mjs" */

const MAX_BYTES = 5_000_000;

const exported = z.object({
  meta: z.object({ slug: z.string().min(1), title: z.string(), kind: z.enum(["page", "journal"]) }),
  page: z.unknown(),
});

/** @typedef {Pick<Page, "slug" | "kind" | "title" | "path"> & { ast: Ast }} Source */

/**
 * @param {Workspace} workspace
 * @param {string} path of a file, or of a folder whose files are taken, and those in its folders; symbolic links in it are not followed
 * @returns {{ imported: number, refused: { path: string, reason: string }[] }}
 */
export function importFiles({ store, now }, path) {
  const root = realpathSync(path);
  const isFile = lstatSync(root).isFile();
  const base = isFile ? dirname(root) : root;
  let imported = 0;
  /** @type {{ path: string, reason: string }[]} */
  const refused = [];
  store.transaction(() => {
    for (const file of isFile ? [root] : filesIn(root)) {
      try {
        importOne(store, readSource(file, base), now().getTime());
        imported += 1;
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        refused.push({ path: file, reason: error.message });
      }
    }
  });
  return { imported, refused };
}

/** Says why a file isn't imported; the others are. */
class Refusal extends Error {}

/**
 * @param {string} folder
 * @returns {string[]}
 */
function filesIn(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !name.startsWith(".") && name !== "node_modules")
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return filesIn(path);
      return entry.isFile() && [".md", ".json"].includes(extname(entry.name).toLowerCase()) ? [path] : [];
    });
}

/**
 * @param {string} file
 * @param {string} base
 * @returns {Source}
 */
function readSource(file, base) {
  const bytes = readFileSync(file);
  if (bytes.length > MAX_BYTES) throw new Refusal(`it has ${bytes.length} bytes; the most is ${MAX_BYTES}`);
  let text;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Refusal("it isn't UTF-8");
  }
  return extname(file).toLowerCase() === ".json" ? readExport(text) : readMarkdown(text, file, base);
}

/**
 * @param {string} text
 * @param {string} file
 * @param {string} base
 * @returns {Source}
 */
function readMarkdown(text, file, base) {
  const ast = parse(text);
  const stem = basename(file, extname(file));
  const day = stem.replaceAll("_", "-");
  const title = ast.properties.find(([key]) => key === "title")?.[1];
  if (isDay(day)) return { slug: day, kind: "journal", title: title ?? day, path: file, ast };
  // The two folders that outliners keep their files in are no part of a page's name.
  const name = relative(base, join(dirname(file), stem)).split(sep).join("/").replace(/^(pages|journals)\//, "");
  return { slug: slugify(name), kind: "page", title: title ?? stem, path: file, ast };
}

/**
 * @param {string} text what export_json sent, or its envelope from the command line
 * @returns {Source}
 */
function readExport(text) {
  try {
    const json = JSON.parse(text);
    const { meta, page } = exported.parse(json?.data ?? json);
    const ast = readPage(page);
    if (!isDeepStrictEqual(parse(render(ast)), ast)) throw new Error("its blocks can't be written as Markdown");
    return { ...meta, path: null, ast };
  } catch (error) {
    throw new Refusal(`it isn't what export_json sends: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/**
 * @param {Store} store
 * @param {Source} source
 * @param {number} time
 */
function importOne(store, { ast, ...source }, time) {
  const { properties } = ast;
  const known = (source.path === null ? undefined : store.pageAt(source.path)) ?? store.page(source.slug);
  if (known === undefined) {
    const page = { ...source, id: ulid(time), properties };
    store.insertPage(page);
    store.appendBlocks(page.id, ast.blocks, () => ulid(time));
    return;
  }
  const before = store.blocks(known.id);
  if (known.path !== source.path && before.length > 0) {
    const origin = known.path === null ? "in the database only" : `from ${known.path}`;
    throw new Refusal(`the slug "${known.slug}" is taken by a page that is ${origin}`);
  }
  /** @type {Map<string, string[]>} */
  const ids = new Map();
  for (const { id, text } of before) ids.set(text, [...(ids.get(text) ?? []), id]);
  store.deleteBlocks(known.id);
  store.updatePage({ ...known, title: source.title, properties, path: source.path });
  store.appendBlocks(known.id, ast.blocks, ({ text }) => ids.get(text)?.shift() ?? ulid(time));
}
