// @ts-check

import { notFound } from "../failures.mjs";
import { memberships } from "../ledger/memberships.mjs";

/**
 * Refuses ids that no membership has.
 *
 * @param {import("../ledger/database.mjs").Database} ledger
 * @param {readonly string[]} memberBusinessIds
 * @param {(index: number) => string} pathOf where in the call's arguments the id at an index came from
 */
export function requireBusinesses(ledger, memberBusinessIds, pathOf) {
  const known = new Set(memberships(ledger).map(({ memberBusinessId }) => memberBusinessId));
  const issues = memberBusinessIds.flatMap((id, index) => {
    const message = `no membership has the id ${JSON.stringify(id)}; list_business_memberships has them all`;
    return known.has(id) ? [] : [{ path: pathOf(index), code: "unknown_business", message }];
  });
  if (issues.length > 0) throw notFound(issues);
}
