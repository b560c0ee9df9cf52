// @ts-check

import { isDeepStrictEqual } from "node:util";

import { z } from "zod";

import { conflict, notFound } from "../failures.mjs";
import { defineTool } from "../handling.mjs";
import { chargeById, updateCharge as store } from "../ledger/charges.mjs";
import { transaction } from "../ledger/database.mjs";
import * as fields from "./fields.mjs";

const changes = z
  .strictObject({
    date: fields.date,
    counterparty: fields.counterparty,
    description: fields.description,
    amountCents: fields.cents,
    tags: fields.tags.transform((tags) => [...new Set(tags)].sort()),
    note: fields.note.nullable().describe("null takes the note away"),
  })
  .partial()
  .refine((all) => Object.keys(all).length > 0, "expected at least one member to change");

const input = z.strictObject({
  chargeId: fields.chargeId.describe("a chargeId of search_charges"),
  expectedVersion: z
    .int("expected the version that search_charges shows with the charge")
    .min(1, "expected the version that search_charges shows with the charge")
    .describe("the charge's version when you read it"),
  changes,
});

/** @param {import("../ledger/database.mjs").Database} ledger */
export function updateCharge(ledger) {
  return defineTool({
    name: "update_charge",
    title: "Update a charge",
    description:
      "Changes members of one charge, if it still is at the version that you read. The reply has its new version, and in changes what each member " +
      "was and is, unless that is too much for one reply.",
    input,
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
    answer: ({ chargeId, expectedVersion, changes: wanted }) =>
      transaction(ledger, "write", () => {
        const current = requireCharge(ledger, chargeId, expectedVersion);
        const changed = differences(current, wanted);
        const version = changed.length === 0 ? current.version : current.version + 1;
        if (changed.length > 0) store(ledger, chargeId, wanted);
        return { chargeId, version, changedCount: changed.length, changes: changed };
      }),
    summary: ({ chargeId, version, changedCount }) =>
      `Changed ${changedCount} member(s) of ${chargeId}, which is at version ${version} now.`,
  });
}

/**
 * @param {import("../ledger/database.mjs").Database} ledger
 * @param {string} chargeId
 * @param {number} expectedVersion
 */
function requireCharge(ledger, chargeId, expectedVersion) {
  const current = chargeById(ledger, chargeId);
  if (current === undefined) {
    const message = `no charge has the id ${JSON.stringify(chargeId)}; search_charges finds those that there are`;
    throw notFound([{ path: "chargeId", code: "unknown_charge", message }]);
  }
  if (current.version !== expectedVersion) {
    const message = `the charge is at version ${current.version}; look at it in data.current and decide again`;
    throw conflict([{ path: "expectedVersion", code: "stale_version", message }], current);
  }
  return current;
}

/**
 * @param {import("../ledger/charges.mjs").Charge} current
 * @param {z.output<typeof changes>} wanted
 */
function differences(current, wanted) {
  return Object.entries(wanted)
    .map(([field, after]) => ({ field, before: current[/** @type {keyof typeof current} */ (field)] ?? null, after }))
    .filter(({ before, after }) => !isDeepStrictEqual(before, after));
}
