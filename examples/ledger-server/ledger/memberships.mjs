// @ts-check
// The businesses that the ledger's user is a member of.

/**
 * @typedef {"owner" | "accountant" | "viewer"} Role
 *
 * @typedef {object} Membership
 * @property {string} memberBusinessId
 * @property {string} name
 * @property {string} role
 * @property {string} country
 * @property {string} currency
 * @property {string} since
 * @property {number} chargeCount
 */

/**
 * @param {import("./database.mjs").Database} database
 * @param {Role | undefined} [role]
 * @returns {Membership[]}
 */
export function memberships(database, role) {
  const rows = database.all(
    `SELECT memberships.*, businesses.*,
       (SELECT count(*) FROM charges WHERE charges.member_business_id = businesses.id) AS charge_count
     FROM memberships JOIN businesses ON businesses.id = memberships.member_business_id
     WHERE ? IS NULL OR role = ? ORDER BY businesses.name`,
    [role ?? null, role ?? null],
  );
  return rows.map((row) => ({
    memberBusinessId: String(row["member_business_id"]),
    name: String(row["name"]),
    role: String(row["role"]),
    country: String(row["country"]),
    currency: String(row["currency"]),
    since: String(row["since"]),
    chargeCount: Number(row["charge_count"]),
  }));
}
