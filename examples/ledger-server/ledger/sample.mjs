// @ts-check
// Made-up businesses and charges. The same seed gives the same ledger, whatever the machine.

/**
 * @typedef {object} SampleBusiness
 * @property {string} id
 * @property {string} name
 * @property {string} country
 * @property {string} currency
 * @property {string} role
 * @property {string} since
 *
 * @typedef {object} SampleLedger
 * @property {readonly SampleBusiness[]} businesses
 * @property {import("./ledger.mjs").NewCharge[]} charges
 */

/** @type {readonly SampleBusiness[]} */
const BUSINESSES = [
  { id: "biz_5f0c21a9", name: "Harbour Street Bakery", country: "IE", currency: "EUR", role: "owner", since: "2021-04-12" },
  { id: "biz_93be07d4", name: "Linden & Voss Architects", country: "DE", currency: "EUR", role: "accountant", since: "2022-01-03" },
  { id: "biz_1ad8e6f2", name: "Northlight Studio", country: "GB", currency: "GBP", role: "owner", since: "2020-09-21" },
  { id: "biz_c47702be", name: "Café Olé", country: "ES", currency: "EUR", role: "accountant", since: "2023-06-30" },
  { id: "biz_08e9d35c", name: "Maple Ridge Cycles", country: "CA", currency: "CAD", role: "viewer", since: "2024-02-14" },
  { id: "biz_7b62f1e0", name: "צלילים מוזיקה", country: "IL", currency: "ILS", role: "accountant", since: "2022-11-08" },
];

/**
 * Who is paid for what, or pays. Cents are positive for money that comes in.
 *
 * @type {readonly { tag: string, counterparty: string, descriptions: readonly string[], cents: readonly [least: number, most: number] }[]}
 */
const SOURCES = [
  { tag: "rent", counterparty: "Quayside Properties Ltd", descriptions: ["Monthly rent", "Service charge for the building"], cents: [-480000, -65000] },
  { tag: "rent", counterparty: "Haus & Hof Verwaltung GmbH", descriptions: ["Monthly rent", "Storage unit"], cents: [-390000, -18000] },
  { tag: "rent", counterparty: "Inmobiliaria del Sol SL", descriptions: ["Monthly rent"], cents: [-260000, -90000] },
  { tag: "payroll", counterparty: "Brightpay Payroll", descriptions: ["Salaries", "Holiday pay"], cents: [-1850000, -92000] },
  { tag: "payroll", counterparty: "Lohnbüro Keller", descriptions: ["Salaries", "Social insurance contributions"], cents: [-1400000, -60000] },
  { tag: "payroll", counterparty: "Gestoría Ramos", descriptions: ["Salaries", "Overtime for the season"], cents: [-900000, -45000] },
  { tag: "software", counterparty: "Cloudwright Hosting", descriptions: ["Servers of the month", "Additional storage"], cents: [-68000, -900] },
  { tag: "software", counterparty: "Typeset Fonts Inc.", descriptions: ["Annual licence"], cents: [-42000, -12000] },
  { tag: "software", counterparty: "Paperless Office Suite", descriptions: ["Monthly subscription, 5 seats"], cents: [-9900, -4900] },
  { tag: "software", counterparty: "100%_Backup Co.", descriptions: ["Monthly subscription", "Additional storage"], cents: [-3900, -900] },
  { tag: "travel", counterparty: "National Railways", descriptions: ["Return ticket to a client", "Season ticket"], cents: [-38000, -1800] },
  { tag: "travel", counterparty: "Skyline Airways", descriptions: ["Return flight to a client", "One piece of luggage"], cents: [-94000, -3500] },
  { tag: "travel", counterparty: "Hotel Zum Löwen", descriptions: ["Two nights, breakfast included", "One night"], cents: [-52000, -9000] },
  { tag: "travel", counterparty: "City Taxi Cooperative", descriptions: ["Ride from the station", "Ride to the airport"], cents: [-7800, -900] },
  { tag: "supplies", counterparty: "Miller's Flour & Grain", descriptions: ["Monthly delivery"], cents: [-130000, -24000] },
  { tag: "supplies", counterparty: "Office Depot 24", descriptions: ["Paper, ink and envelopes", "Two chairs"], cents: [-48000, -750] },
  { tag: "supplies", counterparty: "O'Connor Hardware", descriptions: ["Replacement parts", "Tools"], cents: [-65000, -1100] },
  { tag: "supplies", counterparty: "Papelería \"La Pluma\"", descriptions: ["Notebooks and pens"], cents: [-9000, -750] },
  { tag: "utilities", counterparty: "Green Valley Energy", descriptions: ["Electricity", "Gas"], cents: [-74000, -8000] },
  { tag: "utilities", counterparty: "Stadtwerke", descriptions: ["Electricity", "Water and sewage"], cents: [-61000, -3100] },
  { tag: "utilities", counterparty: "Aqua Municipal", descriptions: ["Water and sewage"], cents: [-22000, -3100] },
  { tag: "sales", counterparty: "Card terminal settlement", descriptions: ["Settlement of the week"], cents: [60000, 960000] },
  { tag: "sales", counterparty: "Marketplace payout", descriptions: ["Orders of the month"], cents: [24000, 410000] },
  { tag: "sales", counterparty: "Tanaka Trading 株式会社", descriptions: ["Invoice paid", "Deposit for an order"], cents: [90000, 880000] },
  { tag: "sales", counterparty: "Evergreen Events", descriptions: ["Invoice paid", "Deposit for an order"], cents: [4500, 230000] },
];

/** Beside the tag of its source, one charge in a few has one of these. */
const MARKS = ["vat-deductible", "recurring", "reimbursable", "needs-receipt", "disputed"];

const FIRST_DAY = Date.UTC(2024, 0, 1);
const DAYS = 1000;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * @param {number} seed
 * @param {number} count
 * @returns {SampleLedger}
 */
export function sampleLedger(seed, count) {
  const random = randomNumbers(seed);
  const below = (/** @type {number} */ limit) => Math.floor(random() * limit);
  /** @type {<T>(items: readonly T[]) => T} */
  const oneOf = (items) => /** @type {never} */ (items[below(items.length)]);
  const charges = Array.from({ length: count }, (_, index) => {
    const { tag, counterparty, descriptions, cents } = oneOf(SOURCES);
    const [least, most] = cents;
    return {
      // The number keeps ids apart, the rest makes them look like what they are: nothing that could be guessed.
      chargeId: `chg_${hex(below(2 ** 32), 8)}${hex(index, 4)}`,
      memberBusinessId: oneOf(BUSINESSES).id,
      date: new Date(FIRST_DAY + below(DAYS) * DAY_MS).toISOString().slice(0, 10),
      counterparty,
      description: oneOf(descriptions),
      amountCents: least + below(most - least + 1),
      tags: [tag, ...MARKS.filter(() => below(6) === 0)],
      reference: below(4) === 0 ? `INV-${String(index).padStart(6, "0")}` : undefined,
      note: below(20) === 0 ? `Checked against the bank statement on line ${below(400) + 1}.` : undefined,
    };
  });
  return { businesses: BUSINESSES, charges };
}

/**
 * @param {number} value
 * @param {number} digits
 */
function hex(value, digits) {
  return value.toString(16).padStart(digits, "0");
}

/**
 * The generator called mulberry32: numbers from 0 to 1 that depend on nothing but the seed.
 *
 * @param {number} seed
 * @returns {() => number}
 */
function randomNumbers(seed) {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
