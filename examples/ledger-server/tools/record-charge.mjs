// @ts-check

import { randomBytes } from "node:crypto";

import { z } from "zod";

import { conflict } from "../failures.mjs";
import { defineTool } from "../handling.mjs";
import { chargeById, chargeIdOf } from "../ledger/charges.mjs";
import { transaction } from "../ledger/database.mjs";
import { insertCharge } from "../ledger/ledger.mjs";
import { requireBusinesses } from "./businesses.mjs";
import * as fields from "./fields.mjs";

const MOST_CHARGES = 200;

const charge = z.strictObject({
  memberBusinessId: fields.memberBusinessId.describe("the business; list_business_memberships has its id"),
  date: fields.date,
  counterparty: fields.counterparty,
  description: fields.description,
  amountCents: fields.cents.describe("whole cents of the business's currency; money paid is negative"),
  tags: fields.tags.default([]),
  reference: fields.reference.optional().describe("the number on the invoice or receipt; no two charges have the same"),
  note: fields.note.optional(),
});

const input = z
  .strictObject({
    charges: z
      .array(charge, "expected a list of charges")
      .min(1, "expected at least one charge")
      .max(MOST_CHARGES, `expected at most ${MOST_CHARGES} charges in one call`),
  })
  .superRefine(({ charges }, context) => {
    for (const [index, { reference }] of charges.entries()) {
      if (reference === undefined || charges.findIndex((other) => other.reference === reference) === index) continue;
      context.addIssue({
        code: "custom",
        path: ["charges", index, "reference"],
        message: "another charge of this call has the same reference; each reference is recorded once",
      });
    }
  });

/** @param {import("../ledger/database.mjs").Database} ledger */
export function recordCharge(ledger) {
  return defineTool({
    name: "record_charge",
    title: "Record charges",
    description:
      "Records new charges, all of them or, if one is wrong, none. recordedIds has their ids in the order of the call; each is at version 1. " +
      "recorded shows them as they were stored, unless that is too much for one reply.",
    input,
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
    answer: ({ charges }) =>
      transaction(ledger, "write", () => {
        const ids = charges.map(({ memberBusinessId }) => memberBusinessId);
        requireBusinesses(ledger, ids, (index) => `charges[${index}].memberBusinessId`);
        requireNewReferences(ledger, charges);
        const recordedIds = charges.map((each) => {
          const chargeId = `chg_${randomBytes(6).toString("hex")}`;
          insertCharge(ledger, { ...each, chargeId });
          return chargeId;
        });
        const recorded = recordedIds.map((chargeId) => chargeById(ledger, chargeId));
        return { recordedCount: recordedIds.length, version: 1, recordedIds, recorded };
      }),
    summary: ({ recordedCount }) => `Recorded ${recordedCount} charge(s).`,
  });
}

/**
 * @param {import("../ledger/database.mjs").Database} ledger
 * @param {readonly z.output<typeof charge>[]} charges
 */
function requireNewReferences(ledger, charges) {
  const taken = charges.flatMap(({ reference }, index) => {
    const chargeId = reference === undefined ? undefined : chargeIdOf(ledger, reference);
    return chargeId === undefined ? [] : [{ index, reference, chargeId }];
  });
  if (taken.length === 0) return;
  const issues = taken.map(({ index, reference, chargeId }) => ({
    path: `charges[${index}].reference`,
    code: "reference_taken",
    message: `${chargeId} has the reference ${JSON.stringify(reference)} already; leave this charge out, or update that one`,
  }));
  throw conflict(issues, { chargeIds: taken.map(({ chargeId }) => chargeId) });
}
