// @ts-check
// Charges as the tools show them, and the queries that find them.

import { insertTags } from "./ledger.mjs";

/**
 * @typedef {import("./database.mjs").Database} Database
 *
 * A member that a charge doesn't have is absent.
 * @typedef {object} Charge
 * @property {string} chargeId
 * @property {number} version
 * @property {string} date
 * @property {string} memberBusinessId
 * @property {string} businessName
 * @property {string} counterparty
 * @property {string} description
 * @property {number} amountCents
 * @property {string} currency
 * @property {string[]} tags
 * @property {string} [reference]
 * @property {string} [note]
 *
 * @typedef {object} Filter
 * @property {string | undefined} [dateFrom]
 * @property {string | undefined} [dateTo]
 * @property {number | undefined} [minAmountCents]
 * @property {number | undefined} [maxAmountCents]
 * @property {readonly string[] | undefined} [memberBusinessIds]
 * @property {string | undefined} [counterparty]
 * @property {readonly string[] | undefined} [tags]
 */

const CHARGES = `
  SELECT charges.*, businesses.name AS business_name, businesses.currency,
    (SELECT json_group_array(tag) FROM (SELECT tag FROM charge_tags WHERE charge_id = charges.id ORDER BY tag)) AS tags
  FROM charges JOIN businesses ON businesses.id = charges.member_business_id`;

/**
 * @param {Database} database
 * @param {Filter} filter
 * @param {{ limit: number, offset: number }} window
 * @returns {{ total: number, businessCount: number, charges: Charge[] }} how many charges the filter finds, in how many businesses, and those in the
 * window, the newest first
 */
export function findCharges(database, filter, { limit, offset }) {
  const { where, values } = conditions(filter);
  const [counts] = database.all(
    `SELECT count(*) AS total, count(DISTINCT member_business_id) AS business_count FROM charges ${where}`,
    values,
  );
  const rows = database.all(`${CHARGES} ${where} ORDER BY date DESC, charges.id LIMIT ? OFFSET ?`, [
    ...values,
    limit,
    offset,
  ]);
  return {
    total: Number(counts?.["total"]),
    businessCount: Number(counts?.["business_count"]),
    charges: rows.map(chargeOf),
  };
}

/**
 * @param {Database} database
 * @param {string} chargeId
 * @returns {Charge | undefined}
 */
export function chargeById(database, chargeId) {
  return database.all(`${CHARGES} WHERE charges.id = ?`, [chargeId]).map(chargeOf)[0];
}

/**
 * The charge that was recorded with a reference.
 *
 * @param {Database} database
 * @param {string} reference
 * @returns {string | undefined}
 */
export function chargeIdOf(database, reference) {
  const [row] = database.all("SELECT id FROM charges WHERE reference = ?", [reference]);
  return row && String(row["id"]);
}

/**
 * Stores what a charge's members are to be from now on, as its next version.
 *
 * @param {Database} database
 * @param {string} chargeId
 * @param {{ date?: string | undefined, counterparty?: string | undefined, description?: string | undefined, amountCents?: number | undefined,
 * tags?: readonly string[] | undefined, note?: string | null | undefined }} members those that change
 */
export function updateCharge(database, chargeId, { tags, ...members }) {
  const columns = Object.entries(COLUMNS).flatMap(([member, column]) => {
    const value = members[/** @type {keyof typeof members} */ (member)];
    return value === undefined ? [] : [{ column, value }];
  });
  database.run(
    `UPDATE charges SET ${["version = version + 1", ...columns.map(({ column }) => `${column} = ?`)].join(", ")} WHERE id = ?`,
    [...columns.map(({ value }) => value), chargeId],
  );
  if (tags === undefined) return;
  database.run("DELETE FROM charge_tags WHERE charge_id = ?", [chargeId]);
  insertTags(database, chargeId, tags);
}

const COLUMNS = {
  date: "date",
  counterparty: "counterparty",
  description: "description",
  amountCents: "amount_cents",
  note: "note",
};

/** @param {Filter} filter */
function conditions({ dateFrom, dateTo, minAmountCents, maxAmountCents, memberBusinessIds, counterparty, tags }) {
  /** @type {[sql: string, values: readonly (string | number)[]][]} */
  const all = [];
  if (dateFrom !== undefined) all.push(["date >= ?", [dateFrom]]);
  if (dateTo !== undefined) all.push(["date <= ?", [dateTo]]);
  if (minAmountCents !== undefined) all.push(["amount_cents >= ?", [minAmountCents]]);
  if (maxAmountCents !== undefined) all.push(["amount_cents <= ?", [maxAmountCents]]);
  if (memberBusinessIds !== undefined) {
    all.push([`member_business_id IN (${memberBusinessIds.map(() => "?").join(", ")})`, memberBusinessIds]);
  }
  if (counterparty !== undefined) all.push(["counterparty LIKE ? ESCAPE '\\'", [containing(counterparty)]]);
  for (const tag of new Set(tags)) {
    all.push(["charges.id IN (SELECT charge_id FROM charge_tags WHERE tag = ?)", [tag]]);
  }
  return {
    where: all.length === 0 ? "" : `WHERE ${all.map(([sql]) => sql).join(" AND ")}`,
    values: all.flatMap(([, values]) => values),
  };
}

/**
 * A pattern for LIKE that takes the text's own % and _ literally.
 *
 * @param {string} text
 */
function containing(text) {
  return `%${text.replace(/[\\%_]/g, "\\$&")}%`;
}

/**
 * @param {import("./database.mjs").Row} row
 * @returns {Charge}
 */
function chargeOf(row) {
  const { reference, note } = row;
  return {
    chargeId: String(row["id"]),
    version: Number(row["version"]),
    date: String(row["date"]),
    memberBusinessId: String(row["member_business_id"]),
    businessName: String(row["business_name"]),
    counterparty: String(row["counterparty"]),
    description: String(row["description"]),
    amountCents: Number(row["amount_cents"]),
    currency: String(row["currency"]),
    tags: JSON.parse(String(row["tags"])),
    ...(reference === null ? {} : { reference: String(reference) }),
    ...(note === null ? {} : { note: String(note) }),
  };
}
