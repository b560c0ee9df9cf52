// @ts-check
// What the demo prints.
import { sum } from "./measure.mjs";
import { number, percentSaved, wrap } from "./terminal.mjs";

/** @import { Change, Size } from "./measure.mjs" */
/** @import { Verdict } from "./promises.mjs" */
/** @import { Exchange } from "./replay.mjs" */
/** @import { Paint } from "./terminal.mjs" */

/** Columns that an excerpt may fill. */
const WIDTH = 92;

/** Columns of a row of the table behind its indent. */
const ROW = labels("", "").length + figures("", "", "", "", "").length - 2;

/**
 * @param {{ tool: string, subject: string }[]} replies
 * @param {Change[]} changes one for each reply
 * @param {Paint} paint
 */
export function table(replies, changes, paint) {
  const head = [
    `${labels("", "")}${"bytes".padStart(18)}${"tokens".padStart(18)}`,
    `${labels("tool", "the reply")}${figures("before", "after", "before", "after", "saved")}`,
  ];
  const row = (/** @type {Change} */ { before, after }) =>
    figures(
      number(before.bytes),
      number(after.bytes),
      number(before.tokens),
      number(after.tokens),
      percentSaved(before.tokens, after.tokens),
    );
  return [
    ...head.map((line) => paint("dim", line)),
    ...replies.map(({ tool, subject }, index) => `${labels(tool, subject)}${row(changes[index])}`),
    paint("bold", `${labels("all of them", "")}${row(sum(changes))}`),
  ];
}

/**
 * What the models behind two kinds of hosts read: few hosts show both halves of a reply.
 *
 * @param {Change[]} changes
 */
export function readersView(changes) {
  const { before, after } = sum(changes);
  const row = (/** @type {string} */ host, /** @type {keyof Size} */ size) => {
    const saved = percentSaved(before[size], after[size]);
    const tokens = figures("", "", number(before[size]), number(after[size]), saved).trimStart();
    return `  ${host}${tokens.padStart(ROW - host.length)}`;
  };
  return [
    row("tokens where a host shows its model only content", "contentTokens"),
    row("tokens where it shows structuredContent instead, if any", "structuredTokens"),
  ];
}

/**
 * @param {Verdict[]} verdicts
 * @param {Paint} paint
 */
export function promises(verdicts, paint) {
  return verdicts.map(({ kept, sentence }) =>
    kept ? `  ${paint("green", "✓")} ${sentence}` : `  ${paint("red", "✗ not kept:")} ${sentence}`,
  );
}

/**
 * One block of a page as both sides of the projection have it.
 *
 * @param {Exchange[]} exchanges
 * @param {Paint} paint
 */
export function excerpt(exchanges, paint) {
  const page = exchanges.find(({ recorded }) => recorded.tool === "outl_page_get");
  if (page === undefined) return [];
  const before = secondBlock(page.recorded.result.structuredContent.data);
  const [text] = page.received.content;
  const after = secondBlock(text?.type === "text" ? JSON.parse(text.text) : undefined);
  const prettyLines = JSON.stringify(before, null, 2).split("\n").length;
  const dropped = new Set(Object.keys(before).filter((name) => !(name in after)));
  return [
    `One block of ${page.recorded.tool}, before: compact in structuredContent, as here, and again in`,
    `content, pretty-printed over ${prettyLines} lines`,
    ...jsonLines(before).map(
      (line) =>
        `  ${line.map(({ name, text }) => (dropped.has(name) ? paint("red", text) : text)).join("")}`,
    ),
    "after: once",
    ...jsonLines(after).map((line) => `  ${line.map(({ text }) => text).join("")}`),
  ];
}

/**
 * The second block below the first one of a page: a short one with code in its text.
 *
 * @param {unknown} payload
 * @returns {Record<string, unknown>}
 */
function secondBlock(payload) {
  const { outline } = /** @type {{ outline: { children: Record<string, unknown>[] }[] }} */ (
    payload
  );
  return outline[0].children[1];
}

/**
 * Compact JSON, broken after commas only, each piece with the member that it belongs to.
 *
 * @param {Record<string, unknown>} object
 */
function jsonLines(object) {
  const pieces = Object.entries(object).flatMap(([name, value], index, members) => {
    const opening = index === 0 ? "{" : "";
    const closing = index === members.length - 1 ? "}" : ",";
    const text = `${opening}${JSON.stringify(name)}:${JSON.stringify(value)}${closing}`;
    return text.split(/(?<=,)(?=["{])/).map((piece) => ({ name, text: piece }));
  });
  return wrap(pieces, WIDTH - 2);
}

/**
 * @param {string} tool
 * @param {string} subject
 */
function labels(tool, subject) {
  return `  ${tool.padEnd(24)}${subject.padEnd(27)}`;
}

/**
 * @param {string} bytesBefore
 * @param {string} bytesAfter
 * @param {string} tokensBefore
 * @param {string} tokensAfter
 * @param {string} saved
 */
function figures(bytesBefore, bytesAfter, tokensBefore, tokensAfter, saved) {
  const bytes = `${bytesBefore.padStart(10)}${bytesAfter.padStart(8)}`;
  const tokens = `${tokensBefore.padStart(10)}${tokensAfter.padStart(8)}`;
  return `${bytes}${tokens}${saved.padStart(7)}`;
}
