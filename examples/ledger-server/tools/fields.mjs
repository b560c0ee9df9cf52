// @ts-check
// Arguments that several tools take. Each message says what would be right.

import { z } from "zod";

// Of control characters, only tabs and line ends have a place in a text; the others take six bytes each in JSON.
// eslint-disable-next-line no-control-regex
const PRINTABLE = /^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]*$/u;

const LARGEST_CENTS = 1e12;
const MOST_TAGS = 20;

/**
 * @param {number} longest in UTF-16 code units
 */
const text = (longest) =>
  z
    .string(`expected a text of 1 to ${longest} characters`)
    .trim()
    .min(1, `expected a text of 1 to ${longest} characters`)
    .max(longest, `expected at most ${longest} characters`)
    .regex(PRINTABLE, "expected no control characters other than tabs and line ends");

export const date = z.iso.date("expected a date such as 2026-03-31");

export const cents = z
  .int("expected a whole number of cents, such as -12990 for 129.90 paid")
  .min(-LARGEST_CENTS, `expected at least ${-LARGEST_CENTS} cents`)
  .max(LARGEST_CENTS, `expected at most ${LARGEST_CENTS} cents`);

export const memberBusinessId = z.string("expected a memberBusinessId of list_business_memberships").min(1).max(40);

export const chargeId = z.string("expected a chargeId of search_charges").min(1).max(40);

export const counterparty = text(200);

export const description = text(500);

/** Short enough that one charge fits into a reply, whatever its letters are. */
export const note = text(10_000);

export const reference = text(80);

export const tag = z
  .string("expected a tag such as vat-deductible")
  .regex(/^[a-z0-9][a-z0-9-]{0,39}$/, "expected a tag of small letters, digits and hyphens, such as vat-deductible");

export const tags = z.array(tag, "expected a list of tags").max(MOST_TAGS, `expected at most ${MOST_TAGS} tags`);
