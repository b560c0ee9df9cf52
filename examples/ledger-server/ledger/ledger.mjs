// @ts-check
// A ledger in a SQLite file: its tables, and where it comes from when there is none yet.

import { openDatabase, transaction } from "./database.mjs";
import { sampleLedger } from "./sample.mjs";

/** Marks a SQLite file as a ledger: the letters "ledg". */
const APPLICATION_ID = 0x6c656467;

const TABLES = `
  PRAGMA application_id = ${APPLICATION_ID};
  CREATE TABLE businesses (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    country TEXT NOT NULL,
    currency TEXT NOT NULL
  ) STRICT;
  CREATE TABLE memberships (
    member_business_id TEXT PRIMARY KEY REFERENCES businesses (id),
    role TEXT NOT NULL CHECK (role IN ('owner', 'accountant', 'viewer')),
    since TEXT NOT NULL
  ) STRICT;
  CREATE TABLE charges (
    id TEXT PRIMARY KEY,
    version INTEGER NOT NULL DEFAULT 1,
    member_business_id TEXT NOT NULL REFERENCES businesses (id),
    date TEXT NOT NULL,
    counterparty TEXT NOT NULL,
    description TEXT NOT NULL,
    amount_cents INTEGER NOT NULL,
    reference TEXT UNIQUE,
    note TEXT
  ) STRICT;
  CREATE INDEX charges_by_date ON charges (date DESC, id);
  CREATE TABLE charge_tags (
    charge_id TEXT NOT NULL REFERENCES charges (id),
    tag TEXT NOT NULL,
    PRIMARY KEY (tag, charge_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX tags_by_charge ON charge_tags (charge_id);
`;

/**
 * Opens a ledger; a file that isn't there yet becomes one, with made-up charges.
 *
 * @param {{ path?: string | undefined, seed?: number | undefined, charges?: number | undefined }} [options] where it is stored, in memory if
 * nowhere else, and what is made up for a new one: the same seed gives the same charges
 * @returns {Promise<import("./database.mjs").Database>}
 */
export async function openLedger({ path = ":memory:", seed = 3, charges = 4000 } = {}) {
  try {
    const database = await openDatabase(path);
    if (applicationId(database) !== APPLICATION_ID) create(database, sampleLedger(seed, charges));
    return database;
  } catch (error) {
    throw new Error(`${path} can't be opened as a ledger: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

/**
 * @param {import("./database.mjs").Database} database
 * @param {import("./sample.mjs").SampleLedger} sample
 */
function create(database, sample) {
  transaction(database, "write", () => {
    if (database.all("SELECT name FROM sqlite_schema LIMIT 1").length > 0) {
      throw new Error("it holds other tables; name another file");
    }
    database.execute(TABLES);
    fill(database, sample);
  });
}

/** @param {import("./database.mjs").Database} database */
function applicationId(database) {
  return database.all("PRAGMA application_id")[0]?.["application_id"];
}

/**
 * @param {import("./database.mjs").Database} database
 * @param {import("./sample.mjs").SampleLedger} sample
 */
function fill(database, { businesses, charges }) {
  for (const { id, name, country, currency, role, since } of businesses) {
    database.run("INSERT INTO businesses VALUES (?, ?, ?, ?)", [id, name, country, currency]);
    database.run("INSERT INTO memberships VALUES (?, ?, ?)", [id, role, since]);
  }
  for (const charge of charges) insertCharge(database, charge);
}

/**
 * @typedef {object} NewCharge
 * @property {string} chargeId
 * @property {string} memberBusinessId
 * @property {string} date
 * @property {string} counterparty
 * @property {string} description
 * @property {number} amountCents
 * @property {readonly string[]} tags
 * @property {string | undefined} [reference]
 * @property {string | undefined} [note]
 */

/**
 * @param {import("./database.mjs").Database} database
 * @param {NewCharge} charge
 */
export function insertCharge(database, charge) {
  const { chargeId, memberBusinessId, date, counterparty, description, amountCents, reference, note } = charge;
  database.run(
    `INSERT INTO charges (id, member_business_id, date, counterparty, description, amount_cents, reference, note)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    [chargeId, memberBusinessId, date, counterparty, description, amountCents, reference ?? null, note ?? null],
  );
  insertTags(database, chargeId, charge.tags);
}

/**
 * @param {import("./database.mjs").Database} database
 * @param {string} chargeId
 * @param {readonly string[]} tags
 */
export function insertTags(database, chargeId, tags) {
  for (const tag of new Set(tags)) database.run("INSERT INTO charge_tags (tag, charge_id) VALUES (?, ?)", [tag, chargeId]);
}
