// @ts-check
// The server's registry: every tool that it has.

import { explainTerminology } from "./tools/explain-terminology.mjs";
import { listBusinessMemberships } from "./tools/list-business-memberships.mjs";
import { recordCharge } from "./tools/record-charge.mjs";
import { searchCharges } from "./tools/search-charges.mjs";
import { updateCharge } from "./tools/update-charge.mjs";

/** @param {import("./ledger/database.mjs").Database} ledger */
export function toolsOn(ledger) {
  return [
    searchCharges(ledger),
    listBusinessMemberships(ledger),
    explainTerminology(),
    recordCharge(ledger),
    updateCharge(ledger),
  ];
}
