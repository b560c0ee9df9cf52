// @ts-check
// What the database holds, in rows; outline.mjs makes trees of them.
import { linksIn } from "../markdown/inline.mjs";
import { stateOf } from "../markdown/task.mjs";
import { ulid } from "./ids.mjs";
import { fold } from "./names.mjs";
import { prepareSchema } from "./schema.mjs";

/** @import { Block, Property } from "../markdown/ast.mjs" */
/** @import { BlockState, Todo } from "../markdown/task.mjs" */
/** @import { Database, Row, Statement, Value } from "./sqlite.mjs" */

/**
 * @typedef {object} Page
 * @property {string} id
 * @property {"page" | "journal"} kind
 * @property {string} slug of a journal, its day
 * @property {string} title
 * @property {Property[]} properties
 * @property {string | null} path of the Markdown file that the page was imported from
 */

/** @typedef {BlockState & { id: string, page: string, parent: string | null }} StoredBlock */

/**
 * @typedef {object} PageFilter
 * @property {"page" | "journal"} [kind]
 * @property {string} [tag] without `#`
 * @property {string} [linksTo] a page's title
 * @property {number} limit
 * @property {number} offset
 */

const PAGE = "pages.id, pages.kind, pages.slug, pages.title, pages.properties, pages.path";
const BLOCK = "id, page, parent, text, todo, collapsed, properties";

export class Store {
  #database;
  /** @type {Map<string, Statement>} */
  #statements = new Map();

  /** @param {Database} database */
  constructor(database) {
    prepareSchema(database);
    this.#database = database;
  }

  close() {
    this.#database.close();
  }

  /**
   * @template Result
   * @param {() => Result} change all of it is kept, or nothing
   * @returns {Result}
   */
  transaction(change) {
    this.#database.exec("BEGIN IMMEDIATE");
    try {
      const result = change();
      this.#database.exec("COMMIT");
      return result;
    } catch (error) {
      this.#database.exec("ROLLBACK");
      throw error;
    }
  }

  /** @param {string} slug */
  page(slug) {
    return pageOf(this.#get(`SELECT ${PAGE} FROM pages WHERE slug = ?`, slug));
  }

  /** @param {string} path */
  pageAt(path) {
    return pageOf(this.#get(`SELECT ${PAGE} FROM pages WHERE path = ?`, path));
  }

  /** @param {string} block */
  pageWith(block) {
    return pageOf(this.#get(`SELECT ${PAGE} FROM pages JOIN blocks ON blocks.page = pages.id WHERE blocks.id = ?`, block));
  }

  /**
   * Pages by slug, and how many there are in all.
   *
   * @param {PageFilter} filter
   */
  pages({ kind, tag, linksTo, limit, offset }) {
    const linked = "id IN (SELECT page FROM links WHERE kind = ? AND target = ?)";
    const conditions = [
      ...(kind === undefined ? [] : [{ sql: "kind = ?", values: [kind] }]),
      ...(tag === undefined ? [] : [{ sql: linked, values: ["tag", fold(tag)] }]),
      ...(linksTo === undefined ? [] : [{ sql: linked, values: ["page", fold(linksTo)] }]),
    ];
    const where = ["true", ...conditions.map(({ sql }) => sql)].join(" AND ");
    const values = conditions.flatMap(({ values }) => values);
    const rows = this.#all(`SELECT ${PAGE} FROM pages WHERE ${where} ORDER BY slug LIMIT ? OFFSET ?`, ...values, limit, offset);
    return { pages: rows.map(readPage), total: this.#count(`SELECT count(*) AS count FROM pages WHERE ${where}`, ...values) };
  }

  /**
   * Slugs that a caller may have meant.
   *
   * @param {string} slug
   */
  slugsLike(slug) {
    const [longest = ""] = fold(slug).split(/[^\p{L}\p{N}]+/u).sort((a, b) => b.length - a.length);
    if (longest === "") return [];
    return this.#all("SELECT slug FROM pages WHERE instr(slug, ?) > 0 ORDER BY length(slug), slug LIMIT 5", longest).map(({ slug }) => String(slug));
  }

  /**
   * Blocks and pages whose text has every one of the words.
   *
   * @param {string} query
   * @param {number} limit
   */
  search(query, limit) {
    const words = fold(query).split(/\s+/).filter((word) => word !== "");
    const where = words.map(() => "instr(folded, ?) > 0").join(" AND ");
    const blocks = this.#all(
      `SELECT blocks.id, pages.slug, blocks.text FROM blocks JOIN pages ON pages.id = blocks.page WHERE ${where}
       ORDER BY pages.slug, blocks.position LIMIT ?`,
      ...words,
      limit,
    );
    const pages = this.#all("SELECT slug, title FROM pages ORDER BY slug");
    return {
      blocks: blocks.map(({ id, slug, text }) => ({ id, page: slug, text })),
      pages: pages
        .filter(({ title }) => words.every((word) => fold(String(title)).includes(word)))
        .slice(0, limit)
        .map(({ slug, title }) => ({ slug, title })),
      total: this.#count(`SELECT count(*) AS count FROM blocks WHERE ${where}`, ...words),
    };
  }

  /**
   * The blocks of a page, parents before their children.
   *
   * @param {string} page its id
   */
  blocks(page) {
    return this.#all(`SELECT ${BLOCK} FROM blocks WHERE page = ? ORDER BY position`, page).map(readBlock);
  }

  /** @param {Page} page */
  insertPage({ id, kind, slug, title, properties, path }) {
    this.#run("INSERT INTO pages VALUES (?, ?, ?, ?, ?, ?)", id, slug, kind, title, JSON.stringify(properties), path);
  }

  /** @param {Page} page */
  updatePage({ id, title, properties, path }) {
    this.#run("UPDATE pages SET title = ?, properties = ?, path = ? WHERE id = ?", title, JSON.stringify(properties), path, id);
  }

  /**
   * Puts blocks behind those that a page has.
   *
   * @param {string} page its id
   * @param {readonly Block[]} blocks
   * @param {(state: BlockState) => string} idFor
   * @returns {string[]} the ids of the outermost ones
   */
  appendBlocks(page, blocks, idFor = () => ulid(Date.now())) {
    let position = this.#count("SELECT coalesce(max(position), 0) AS count FROM blocks WHERE page = ?", page);
    const insert = (/** @type {Block} */ block, /** @type {string | null} */ parent) => {
      const state = stateOf(block);
      const { text, todo, collapsed, properties } = state;
      const id = idFor(state);
      position += 1;
      this.#run(
        "INSERT INTO blocks VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        ...[id, page, parent, position, text, todo, Number(collapsed), JSON.stringify(properties), fold(text)],
      );
      for (const { kind, target } of linksIn(text)) this.#run("INSERT INTO links VALUES (?, ?, ?, ?)", id, page, kind, fold(target));
      for (const child of block.children) insert(child, id);
      return id;
    };
    return blocks.map((block) => insert(block, null));
  }

  /** @param {string} page its id */
  deleteBlocks(page) {
    this.#run("DELETE FROM blocks WHERE page = ?", page);
  }

  /**
   * @param {string} block its id
   * @param {Todo | null} todo
   */
  setTodo(block, todo) {
    this.#run("UPDATE blocks SET todo = ? WHERE id = ?", todo, block);
  }

  /**
   * @param {string} sql
   * @param {Value[]} values
   */
  #all(sql, ...values) {
    return this.#statement(sql).all(...values);
  }

  /**
   * @param {string} sql
   * @param {Value[]} values
   */
  #get(sql, ...values) {
    return this.#statement(sql).get(...values);
  }

  /**
   * @param {string} sql
   * @param {Value[]} values
   */
  #count(sql, ...values) {
    return Number(this.#get(sql, ...values)?.count);
  }

  /**
   * @param {string} sql
   * @param {Value[]} values
   */
  #run(sql, ...values) {
    this.#statement(sql).run(...values);
  }

  /** @param {string} sql of which there are few, so that each is compiled once */
  #statement(sql) {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.#database.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }
}

/** @param {Row | undefined} row */
function pageOf(row) {
  return row === undefined ? undefined : readPage(row);
}

/**
 * @param {Row} row
 * @returns {Page}
 */
function readPage({ id, kind, slug, title, properties, path }) {
  return /** @type {Page} */ ({ id, kind, slug, title, properties: JSON.parse(String(properties)), path });
}

/**
 * @param {Row} row
 * @returns {StoredBlock}
 */
function readBlock({ id, page, parent, text, todo, collapsed, properties }) {
  return /** @type {StoredBlock} */ (
    /** @type {unknown} */ ({ id, page, parent, text, todo, collapsed: collapsed === 1, properties: JSON.parse(String(properties)) })
  );
}
