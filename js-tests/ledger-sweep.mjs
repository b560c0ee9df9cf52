// A sweep over the tools of a ledger server, whatever it is made of: what is wrong with the replies to a table of calls. It reads replies as a
// client gets them and compares values on its own.

import { isDeepStrictEqual } from "node:util";

export const MAX_BYTES = 60_000;

/** What a charge of a valid record_charge call looks like. */
export const newCharge = {
  memberBusinessId: "biz_5f0c21a9",
  date: "2026-11-02",
  counterparty: "Corner Shop",
  description: "Tea",
  amountCents: -450,
};

/**
 * Calls of every tool, by name: those that succeed, and those that fail with a code, at these arguments. An update changes what it is given.
 *
 * @param {{ chargeId: string, version: number }} charge one that the ledger has
 */
export function callsFor({ chargeId, version }) {
  const taken = { ...newCharge, reference: `sweep-${chargeId}` };
  return {
    search_charges: {
      successes: [
        {},
        { pageSize: 500 },
        { pageSize: 500, page: 3 },
        { page: 1000 },
        { counterparty: "nobody at all" },
        { tags: ["travel"], dateFrom: "2025-01-01", dateTo: "2025-12-31", maxAmountCents: -20000, pageSize: 500 },
      ],
      failures: [
        { call: { page: 0, zap: true }, code: "VALIDATION_ERROR", paths: ["page", "zap"] },
        { call: { dateFrom: "2026-02-30", tags: ["Travel"] }, code: "VALIDATION_ERROR", paths: ["dateFrom", "tags[0]"] },
        { call: { dateFrom: "2026-02-03", dateTo: "2026-02-01" }, code: "VALIDATION_ERROR", paths: ["dateTo"] },
        { call: { minAmountCents: 1.5 }, code: "VALIDATION_ERROR", paths: ["minAmountCents"] },
        { call: { memberBusinessIds: ["biz_5f0c21a9", "biz_0"] }, code: "NOT_FOUND", paths: ["memberBusinessIds[1]"] },
      ],
    },
    list_business_memberships: {
      successes: [undefined, { role: "owner" }],
      failures: [{ call: { role: "king" }, code: "VALIDATION_ERROR", paths: ["role"] }],
    },
    explain_terminology: {
      successes: [{}, { terms: ["Charge", "role"] }],
      failures: [
        { call: { terms: [] }, code: "VALIDATION_ERROR", paths: ["terms"] },
        { call: { terms: ["charge", "blorp"] }, code: "NOT_FOUND", paths: ["terms[1]"] },
      ],
    },
    record_charge: {
      successes: [{ charges: [taken] }, { charges: Array(200).fill({ ...newCharge, note: "n".repeat(1000) }) }],
      failures: [
        { call: { charges: [newCharge, { ...newCharge, date: 5 }] }, code: "VALIDATION_ERROR", paths: ["charges[1].date"] },
        {
          call: { charges: [{ ...newCharge, reference: "r" }, { ...newCharge, reference: "r" }] },
          code: "VALIDATION_ERROR",
          paths: ["charges[1].reference"],
        },
        {
          call: { charges: [{ ...newCharge, memberBusinessId: "biz_0" }] },
          code: "NOT_FOUND",
          paths: ["charges[0].memberBusinessId"],
        },
        { call: { charges: [newCharge, taken] }, code: "CONFLICT", paths: ["charges[1].reference"] },
      ],
    },
    update_charge: {
      successes: [{ chargeId, expectedVersion: version, changes: { note: "字".repeat(10_000), tags: ["disputed"] } }],
      failures: [
        { call: { chargeId, expectedVersion: version, changes: {} }, code: "VALIDATION_ERROR", paths: ["changes"] },
        { call: { chargeId, expectedVersion: version, changes: { date: "soon" } }, code: "VALIDATION_ERROR", paths: ["changes.date"] },
        { call: { chargeId: "chg_0", expectedVersion: 1, changes: { note: null } }, code: "NOT_FOUND", paths: ["chargeId"] },
        { call: { chargeId, expectedVersion: version + 7, changes: { note: null } }, code: "CONFLICT", paths: ["expectedVersion"] },
      ],
    },
  };
}

/**
 * What is wrong with a server's replies, each finding a sentence that starts with the tool's name; [] for a server that keeps its promises.
 *
 * @param client a connected client of the SDK
 */
export async function sweep(client) {
  const { tools } = await client.listTools();
  const charge = await someCharge(client);
  const calls = callsFor(charge);
  const findings = [];
  for (const { name } of tools) {
    const { successes = [], failures = [] } = calls[name] ?? {};
    if (successes.length === 0 || failures.length === 0) findings.push(`${name} isn't called in both modes`);
    for (const call of successes) {
      const reply = await client.callTool({ name, arguments: call });
      findings.push(...[...carrying(reply), ...success(reply)].map((finding) => `${name} ${finding}`));
    }
    for (const { call, code, paths } of failures) {
      const reply = await client.callTool({ name, arguments: call });
      findings.push(...[...carrying(reply), ...failure(reply, code, paths)].map((finding) => `${name} ${finding}`));
    }
  }
  const registered = tools.map(({ name }) => name);
  findings.push(...Object.keys(calls).filter((name) => !registered.includes(name)).map((name) => `${name} isn't registered`));
  return findings;
}

/** The newest charge, read from whichever block has it, so that the sweep can judge servers that keep no promise. */
async function someCharge(client) {
  const { content, structuredContent } = await client.callTool({ name: "search_charges", arguments: { pageSize: 1 } });
  const { charges } = structuredContent ?? content.map(({ text }) => jsonIn(text)).find((value) => value?.charges);
  return charges[0];
}

function carrying({ content, structuredContent, isError }) {
  if (structuredContent === undefined) return [];
  const carried = isError === true ? structuredContent.error : structuredContent;
  const blocks = content.filter(({ type }) => type === "text").map(({ text }) => text);
  // An error has its data behind a line in words, in one block.
  const isCarried = blocks.some((text) => [text, text.slice(text.indexOf("\n") + 1)].some((json) => isDeepStrictEqual(jsonIn(json), carried)));
  return isCarried ? [] : ["returned structuredContent that no content block carries"];
}

function success({ content, structuredContent, isError }) {
  const findings = [];
  if (isError !== undefined) findings.push("flagged a success as an error");
  if (structuredContent === undefined) return [...findings, "returned no structuredContent"];
  const texts = content.map(({ text }) => text);
  if (texts.length !== 2 || jsonIn(texts[0]) !== undefined) findings.push("leads with no summary");
  if (bytesIn(JSON.stringify(structuredContent)) > MAX_BYTES) findings.push(`returned more than ${MAX_BYTES} bytes`);
  if (texts.some((text) => bytesIn(text) > MAX_BYTES)) findings.push(`returned a text of more than ${MAX_BYTES} bytes`);
  return findings;
}

function failure({ content, structuredContent, isError }, code, paths) {
  if (isError !== true) return ["flagged no error"];
  const { text } = content[0];
  const findings = [];
  if (structuredContent?.ok !== false) findings.push("returned an error without its envelope");
  const told = jsonIn(text.slice(text.indexOf("\n") + 1)) ?? {};
  if (!text.startsWith(`${code}: `) || told.code !== code) findings.push(`failed with something else than ${code}: ${text.slice(0, 80)}`);
  const { issues = [], correlationId, retryable } = told.data ?? {};
  if (!isDeepStrictEqual(issues.map(({ path }) => path), paths)) findings.push("doesn't say which arguments are wrong");
  if (!issues.every(({ code, message }) => code.length > 0 && message.length > 10)) findings.push("doesn't say what would be right");
  if (typeof correlationId !== "string" || typeof retryable !== "boolean") findings.push("hides how to go on from an error");
  if (bytesIn(text) > MAX_BYTES) findings.push(`returned an error of more than ${MAX_BYTES} bytes`);
  return findings;
}

export function jsonIn(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function bytesIn(text) {
  return Buffer.byteLength(text, "utf8");
}
