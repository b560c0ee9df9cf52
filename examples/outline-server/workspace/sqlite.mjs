// @ts-check
// SQLite: node's own where the runtime has it (Node 22.13), else a build of it in WebAssembly. Both keep the same files, but their locks don't
// see each other: processes that share a file should run on the same one.
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";

/** @typedef {null | number | string} Value */
/** @typedef {Record<string, Value>} Row */

/**
 * @typedef {object} Statement
 * @property {(...values: Value[]) => Row[]} all
 * @property {(...values: Value[]) => Row | undefined} get the first row
 * @property {(...values: Value[]) => void} run
 */

/**
 * @typedef {object} Database
 * @property {(sql: string) => void} exec
 * @property {(sql: string) => Statement} prepare
 * @property {() => void} close
 */

export const IN_MEMORY = ":memory:";

/**
 * @param {string} file made, with its folder, if it isn't there
 * @returns {Promise<Database>}
 */
export async function openDatabase(file) {
  // Notes are private.
  if (file !== IN_MEMORY) mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const database = (await openWithNode(file)) ?? (await openWithWasm(file));
  database.exec("PRAGMA foreign_keys = ON");
  database.exec("PRAGMA busy_timeout = 5000");
  return database;
}

/**
 * @param {string} file
 * @returns {Promise<Database | undefined>} nothing where this Node has no SQLite
 */
async function openWithNode(file) {
  const name = "node:sqlite";
  /** @type {{ DatabaseSync: new (file: string) => Database }} */
  let sqlite;
  try {
    sqlite = await import(name);
  } catch {
    return undefined;
  }
  return new sqlite.DatabaseSync(file);
}

/**
 * @param {string} file
 * @returns {Promise<Database>}
 */
async function openWithWasm(file) {
  const { default: sqlite } = await import("node-sqlite3-wasm");
  const database = new sqlite.Database(file);
  /** Closing a database doesn't free them. @type {{ finalize(): void }[]} */
  const statements = [];
  return {
    exec: (sql) => database.exec(sql),
    prepare(sql) {
      const statement = database.prepare(sql);
      statements.push(statement);
      return {
        all: (...values) => /** @type {Row[]} */ (statement.all(values)),
        // Its own `get` stops before the end, and until then the statement holds the file's lock.
        get: (...values) => /** @type {Row[]} */ (statement.all(values))[0],
        run: (...values) => void statement.run(values),
      };
    },
    close() {
      for (const statement of statements) statement.finalize();
      database.close();
    },
  };
}
