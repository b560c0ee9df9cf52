// @ts-check

import { z } from "zod";

import { defineTool } from "../handling.mjs";
import { findCharges } from "../ledger/charges.mjs";
import { transaction } from "../ledger/database.mjs";
import { requireBusinesses } from "./businesses.mjs";
import * as fields from "./fields.mjs";

const LARGEST_PAGE = 500;

const input = z
  .strictObject({
    dateFrom: fields.date.optional().describe("the first day, such as 2026-01-01"),
    dateTo: fields.date.optional().describe("the last day, itself included"),
    minAmountCents: fields.cents.optional().describe("the smallest amount; money paid is negative"),
    maxAmountCents: fields.cents.optional().describe("the largest amount"),
    memberBusinessIds: z
      .array(fields.memberBusinessId, "expected a list of memberBusinessId values")
      .min(1, "expected at least one memberBusinessId, or no memberBusinessIds for all businesses")
      .max(50, "expected at most 50 businesses")
      .optional()
      .describe("only these businesses; list_business_memberships has their ids"),
    counterparty: fields.counterparty.optional().describe("a part of the counterparty's name, its letters A to Z in either case"),
    tags: fields.tags.optional().describe("charges that have all of these tags"),
    page: z
      .int("expected a whole number")
      .min(1, "expected 1 or more: pages count from 1")
      .max(1_000_000, "expected at most 1000000")
      .default(1),
    pageSize: z
      .int("expected a whole number")
      .min(1, "expected 1 or more")
      .max(LARGEST_PAGE, `expected at most ${LARGEST_PAGE}`)
      .default(50)
      .describe("charges on a page"),
  })
  .refine(({ dateFrom, dateTo }) => dateFrom === undefined || dateTo === undefined || dateFrom <= dateTo, {
    path: ["dateTo"],
    error: "expected a day on or after dateFrom",
  })
  .refine(
    ({ minAmountCents: least, maxAmountCents: most }) => least === undefined || most === undefined || least <= most,
    { path: ["maxAmountCents"], error: "expected at least minAmountCents" },
  );

/** @param {import("../ledger/database.mjs").Database} ledger */
export function searchCharges(ledger) {
  return defineTool({
    name: "search_charges",
    title: "Search charges",
    description:
      "Finds charges by date, amount, business, counterparty and tags, the newest first, a page at a time. total counts all charges found and " +
      "nextPage is the page that follows, if there is one. A page too large for one reply is cut: then truncated is true, returnedCount of its " +
      "totalCount charges are there, and continuation says how to go on. update_charge takes a charge's chargeId and version.",
    input,
    annotations: { readOnlyHint: true, openWorldHint: false },
    answer({ page, pageSize, ...filter }) {
      requireBusinesses(ledger, filter.memberBusinessIds ?? [], (index) => `memberBusinessIds[${index}]`);
      // In one transaction, so that the count and the rows are of the same moment.
      const { total, businessCount, charges } = transaction(ledger, "read", () =>
        findCharges(ledger, filter, { limit: pageSize, offset: (page - 1) * pageSize }),
      );
      const pageCount = Math.max(1, Math.ceil(total / pageSize));
      return { total, businessCount, page, pageSize, pageCount, ...(page < pageCount && { nextPage: page + 1 }), charges };
    },
    summary({ total, businessCount, page, pageCount, charges }, cut) {
      const businesses = businessCount === 1 ? "1 business" : `${businessCount} businesses`;
      const shown = cut?.returnedCount ?? charges.length;
      return `Found ${total} charge(s) across ${businesses}; showing ${shown} on page ${page} of ${pageCount}.`;
    },
  });
}
