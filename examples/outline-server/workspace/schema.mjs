// @ts-check
// The tables.

/** @import { Database } from "./sqlite.mjs" */

const VERSION = 1;

/**
 * @param {Database} database
 * @throws {Error} for a file that something else, or a later version of this server, has written
 */
export function prepareSchema(database) {
  const version = database.prepare("PRAGMA user_version").get()?.user_version;
  if (version === VERSION) return;
  const tables = database.prepare("SELECT count(*) AS count FROM sqlite_schema").get()?.count;
  if (version !== 0 || tables !== 0) {
    throw new Error(`the database is none of this server's (its user_version is ${version}); name another file with --database`);
  }
  database.exec(`
    BEGIN IMMEDIATE;
    CREATE TABLE pages (
      id TEXT PRIMARY KEY,
      slug TEXT NOT NULL UNIQUE,
      kind TEXT NOT NULL CHECK (kind IN ('page', 'journal')),
      title TEXT NOT NULL,
      properties TEXT NOT NULL, -- JSON: [[key, value], …]
      path TEXT UNIQUE          -- of the Markdown file that the page was imported from
    ) STRICT;
    CREATE TABLE blocks (
      id TEXT PRIMARY KEY,
      page TEXT NOT NULL REFERENCES pages ON DELETE CASCADE,
      parent TEXT REFERENCES blocks ON DELETE CASCADE,
      position INTEGER NOT NULL, -- in the page, parents before their children
      text TEXT NOT NULL,
      todo TEXT CHECK (todo IN ('TODO', 'DONE')),
      collapsed INTEGER NOT NULL,
      properties TEXT NOT NULL,  -- JSON: [[key, value], …]
      folded TEXT NOT NULL       -- the text as search compares it
    ) STRICT;
    CREATE INDEX blocks_of_page ON blocks (page, position);
    CREATE INDEX blocks_of_parent ON blocks (parent);
    CREATE TABLE links (
      block TEXT NOT NULL REFERENCES blocks ON DELETE CASCADE,
      page TEXT NOT NULL, -- that the block is on
      kind TEXT NOT NULL CHECK (kind IN ('page', 'tag')),
      target TEXT NOT NULL -- folded
    ) STRICT;
    CREATE INDEX links_to ON links (kind, target);
    CREATE INDEX links_of_block ON links (block);
    PRAGMA user_version = ${VERSION};
    COMMIT;
  `);
}
