// @ts-check

import { z } from "zod";

import { notFound } from "../failures.mjs";
import { defineTool } from "../handling.mjs";
import { TERMS } from "../ledger/terms.mjs";

const input = z.strictObject({
  terms: z
    .array(z.string("expected a word such as charge").trim().min(1, "expected a word such as charge").max(80), "expected a list of words")
    .min(1, "expected at least one word, or no terms for all of them")
    .max(20, "expected at most 20 words")
    .optional()
    .describe("the words to explain; all of them without it"),
});

export function explainTerminology() {
  return defineTool({
    name: "explain_terminology",
    title: "Explain terminology",
    description: "Explains the words that this ledger uses: charge, counterparty, amountCents and so on.",
    input,
    annotations: { readOnlyHint: true, openWorldHint: false },
    answer: ({ terms }) => ({ terms: terms === undefined ? TERMS : explained(terms) }),
    summary: ({ terms }) => `Explained ${terms.length} term(s).`,
  });
}

/** @param {readonly string[]} words */
function explained(words) {
  const found = words.map((word) => TERMS.find(({ term }) => term.toLowerCase() === word.toLowerCase()));
  const unknown = words.flatMap((word, index) => (found[index] === undefined ? [{ word, index }] : []));
  if (unknown.length > 0) {
    const known = TERMS.map(({ term }) => term).join(", ");
    throw notFound(
      unknown.map(({ word, index }) => ({
        path: `terms[${index}]`,
        code: "unknown_term",
        message: `${JSON.stringify(word)} isn't explained here; these are: ${known}`,
      })),
    );
  }
  return found.filter((term) => term !== undefined);
}
