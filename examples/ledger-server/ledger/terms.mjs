// @ts-check
// The words of this ledger, as a bookkeeper would explain them.

/**
 * @typedef {object} Term
 * @property {string} term
 * @property {string} definition
 * @property {readonly string[]} usedBy the tools that take or show it
 * @property {readonly string[]} [seeAlso]
 */

/** @type {readonly Term[]} */
export const TERMS = [
  {
    term: "charge",
    definition: "One movement of money of a business: something it paid or something it was paid.",
    usedBy: ["search_charges", "record_charge", "update_charge"],
    seeAlso: ["amountCents", "counterparty"],
  },
  {
    term: "amountCents",
    definition:
      "An amount as a whole number of hundredths of the business's currency: -12990 is 129.90 paid, 12990 is 129.90 received. Cents are never rounded, since no fraction of one is stored.",
    usedBy: ["search_charges", "record_charge", "update_charge"],
    seeAlso: ["currency"],
  },
  {
    term: "currency",
    definition: "The three letters (ISO 4217) of the money that a business keeps its books in. All of its charges are in it.",
    usedBy: ["search_charges", "list_business_memberships"],
  },
  {
    term: "counterparty",
    definition: "Who stands on the other side of a charge: the supplier who was paid, or the customer who paid.",
    usedBy: ["search_charges", "record_charge", "update_charge"],
  },
  {
    term: "membership",
    definition: "A business whose books you may see. Its memberBusinessId narrows a search to it and says whose charge is recorded.",
    usedBy: ["list_business_memberships", "search_charges", "record_charge"],
    seeAlso: ["role"],
  },
  {
    term: "role",
    definition: "What you are in a business: owner, accountant or viewer.",
    usedBy: ["list_business_memberships"],
  },
  {
    term: "tag",
    definition: "A word that groups charges, such as rent or vat-deductible. A charge may have several; a search for several finds charges that have all.",
    usedBy: ["search_charges", "record_charge", "update_charge"],
  },
  {
    term: "reference",
    definition: "The number on the invoice or receipt. No two charges have the same, so that nothing is recorded twice.",
    usedBy: ["search_charges", "record_charge"],
  },
  {
    term: "version",
    definition: "Counts the changes of a charge, from 1. An update names the version that it was decided on, and is refused if there is a later one.",
    usedBy: ["search_charges", "update_charge"],
  },
];
