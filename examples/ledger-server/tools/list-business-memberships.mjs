// @ts-check

import { z } from "zod";

import { defineTool } from "../handling.mjs";
import { memberships } from "../ledger/memberships.mjs";

const input = z.strictObject({
  role: z.enum(["owner", "accountant", "viewer"], "expected owner, accountant or viewer").optional(),
});

/** @param {import("../ledger/database.mjs").Database} ledger */
export function listBusinessMemberships(ledger) {
  return defineTool({
    name: "list_business_memberships",
    title: "List business memberships",
    description:
      "Lists the businesses that you are a member of. Pass their memberBusinessId values to search_charges, to narrow a search, and to record_charge.",
    input,
    annotations: { readOnlyHint: true, openWorldHint: false },
    answer: ({ role }) => {
      const found = memberships(ledger, role);
      return { total: found.length, memberships: found };
    },
    summary: ({ total }, cut) =>
      `Found ${total} membership(s); showing ${cut?.returnedCount ?? total}. Pass their memberBusinessId values to search_charges.`,
  });
}
