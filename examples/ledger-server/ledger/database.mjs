// @ts-check
// One face for two builds of SQLite: the one in Node where there is one, else the same library compiled to WebAssembly.

/**
 * @typedef {string | number | null} Value
 * @typedef {Record<string, Value>} Row
 *
 * @typedef {object} Database
 * @property {(sql: string, values?: readonly Value[]) => Row[]} all the rows of a query
 * @property {(sql: string, values?: readonly Value[]) => number} run how many rows a statement changed
 * @property {(sql: string) => void} execute several statements without values
 * @property {() => void} close
 */

/**
 * As much of Node's own module as is used here. Before version 22.13, there is none or it needs a flag.
 *
 * @typedef {object} BuiltIn
 * @property {new (path: string) => BuiltInDatabase} DatabaseSync
 *
 * @typedef {object} BuiltInDatabase
 * @property {(sql: string) => { all: (...values: Value[]) => unknown[], run: (...values: Value[]) => { changes: number | bigint } }} prepare
 * @property {(sql: string) => void} exec
 * @property {() => void} close
 */
const builtIn = /** @type {BuiltIn | undefined} */ (process.getBuiltinModule?.("node:sqlite"));

/** How long a statement waits for another process that writes to the same file. */
const BUSY_TIMEOUT_MS = 500;

/**
 * @param {string} path a file, or ":memory:"
 * @returns {Promise<Database>}
 */
export async function openDatabase(path) {
  const database = builtIn === undefined ? await openCompiled(path) : openBuiltIn(path, builtIn.DatabaseSync);
  database.execute(`PRAGMA foreign_keys = ON; PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS};`);
  return database;
}

/**
 * @param {string} path
 * @param {BuiltIn["DatabaseSync"]} DatabaseSync
 * @returns {Database}
 */
function openBuiltIn(path, DatabaseSync) {
  const database = new DatabaseSync(path);
  return {
    all: (sql, values = []) => /** @type {Row[]} */ (database.prepare(sql).all(...values)),
    run: (sql, values = []) => Number(database.prepare(sql).run(...values).changes),
    execute: (sql) => database.exec(sql),
    close: () => database.close(),
  };
}

/**
 * @param {string} path
 * @returns {Promise<Database>}
 */
async function openCompiled(path) {
  const { default: sqlite } = await import("node-sqlite3-wasm");
  const database = new sqlite.Database(path);
  return {
    all: (sql, values = []) => /** @type {Row[]} */ (database.all(sql, [...values])),
    run: (sql, values = []) => database.run(sql, [...values]).changes,
    execute: (sql) => database.exec(sql),
    close: () => database.close(),
  };
}

/**
 * Everything in `work`, or nothing.
 *
 * @template T
 * @param {Database} database
 * @param {"read" | "write"} purpose a write takes its lock first, so that what it read still holds when it writes
 * @param {() => T} work
 * @returns {T}
 */
export function transaction(database, purpose, work) {
  database.execute(purpose === "write" ? "BEGIN IMMEDIATE" : "BEGIN");
  try {
    const result = work();
    database.execute("COMMIT");
    return result;
  } catch (error) {
    database.execute("ROLLBACK");
    throw error;
  }
}

/**
 * Whether another process holds the file, so that the same statement may work a moment later.
 *
 * @param {unknown} error
 */
export function isBusy(error) {
  return error instanceof Error && error.message.includes("database is locked");
}
