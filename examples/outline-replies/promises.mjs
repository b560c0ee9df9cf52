// @ts-check
// What the projection promises, checked on every exchange: it drops what can be re-derived, never the only copy.
import { isDeepStrictEqual } from "node:util";

import { sum } from "./measure.mjs";

/** @import { Change } from "./measure.mjs" */
/** @import { Exchange } from "./replay.mjs" */

/** @typedef {{ kept: boolean, sentence: string }} Verdict */

/**
 * @param {Exchange[]} exchanges
 * @param {Change[]} changes
 * @returns {Verdict[]}
 */
export function checkPromises(exchanges, changes) {
  const successes = exchanges.filter(({ recorded }) => recorded.result.structuredContent.ok);
  const failures = exchanges.filter(({ recorded }) => !recorded.result.structuredContent.ok);
  // A flattened reply is the raw text of one member, and the rest of its payload is what the caller sent.
  const flattened = successes.filter(({ recorded }) => recorded.tool === "outl_page_render");
  const data = successes.filter((exchange) => !flattened.includes(exchange));
  return [
    idsArrive(data),
    meaningfulValuesArrive(data),
    datesArrive(data),
    astIsUntouched(data),
    markdownIsRaw(flattened),
    errorsArrive(failures),
    payloadIsSentOnce(successes),
    restatementsAreGone(data),
    halfOfTheTokensAreSaved(changes),
  ];
}

/** @param {Exchange[]} data */
function idsArrive(data) {
  const sent = data.flatMap(({ recorded }) =>
    membersNamed(isId, recorded.result.structuredContent.data),
  );
  const received = data.flatMap((exchange) => membersNamed(isId, payloadReceived(exchange)));
  return {
    kept: sent.length > 0 && isDeepStrictEqual(received, sent),
    sentence: `${count(received, sent)} ids arrive, each in its place`,
  };
}

/** @param {Exchange[]} data */
function meaningfulValuesArrive(data) {
  const sent = data.flatMap(({ recorded }) =>
    meaningfulValues(recorded.result.structuredContent.data),
  );
  const received = data.flatMap((exchange) => meaningfulValues(payloadReceived(exchange)));
  return {
    kept: sent.length > 0 && isDeepStrictEqual(received, sent),
    sentence: `${count(received, sent)} task states, folded blocks and block properties arrive`,
  };
}

/** @param {Exchange[]} data */
function datesArrive(data) {
  const isDate = (/** @type {string} */ name) => name === "date";
  const sent = data.flatMap(({ recorded }) =>
    membersNamed(isDate, recorded.result.structuredContent.data),
  );
  const received = data.flatMap((exchange) => membersNamed(isDate, payloadReceived(exchange)));
  return {
    kept: sent.length > 0 && isDeepStrictEqual(received, sent),
    sentence: `each journal names its date: ${received.join(", ")}`,
  };
}

/** @param {Exchange[]} data */
function astIsUntouched(data) {
  const exports = data.filter(({ recorded }) => recorded.tool === "outl_export_json");
  return {
    kept:
      exports.length > 0 &&
      exports.every(
        ({ recorded, received }) =>
          textOf(received) === JSON.stringify(recorded.result.structuredContent.data),
      ),
    sentence: "the exported AST arrives whole: its blocks have no id, so no rule touches them",
  };
}

/** @param {Exchange[]} flattened */
function markdownIsRaw(flattened) {
  return {
    kept:
      flattened.length > 0 &&
      flattened.every(
        ({ recorded, received }) => textOf(received) === recorded.result.structuredContent.data?.md,
      ),
    sentence: "the rendered page arrives as Markdown, byte for byte",
  };
}

/** @param {Exchange[]} failures */
function errorsArrive(failures) {
  return {
    kept:
      failures.length > 0 &&
      failures.every(
        ({ recorded, received }) =>
          received.isError === true &&
          isDeepStrictEqual(
            received.structuredContent?.error,
            recorded.result.structuredContent.error,
          ),
      ),
    sentence: "the error arrives as an error, with code, message and data",
  };
}

/** @param {Exchange[]} successes */
function payloadIsSentOnce(successes) {
  return {
    kept: successes.every(
      ({ received }) =>
        received.content.length === 1 &&
        received.structuredContent === undefined &&
        received.isError !== true,
    ),
    sentence: "each success carries its payload once, in one text block",
  };
}

/** @param {Exchange[]} data */
function restatementsAreGone(data) {
  const isTokens = (/** @type {string} */ name) => name === "tokens";
  const sent = data.flatMap(({ recorded }) =>
    membersNamed(isTokens, recorded.result.structuredContent.data),
  );
  const received = data.flatMap((exchange) => membersNamed(isTokens, payloadReceived(exchange)));
  return {
    kept: sent.length > 0 && received.length === 0,
    sentence: `no block restates its text as tokens any more; ${sent.length} did`,
  };
}

/** @param {Change[]} changes */
function halfOfTheTokensAreSaved(changes) {
  const { before, after } = sum(changes);
  return {
    kept: after.tokens * 2 < before.tokens,
    sentence: "more than half of the tokens are saved",
  };
}

/** @param {string} name */
function isId(name) {
  return name === "id" || name.endsWith("_id");
}

/**
 * The values of all members with such a name, in document order.
 *
 * @param {(name: string) => boolean} wanted
 * @param {unknown} value
 * @returns {unknown[]}
 */
function membersNamed(wanted, value) {
  if (Array.isArray(value)) return value.flatMap((item) => membersNamed(wanted, item));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    wanted(name) ? [member] : membersNamed(wanted, member),
  );
}

/**
 * What a block says besides its text, with the block that says it.
 *
 * @param {unknown} value
 * @returns {unknown[]}
 */
function meaningfulValues(value) {
  if (Array.isArray(value)) return value.flatMap(meaningfulValues);
  if (typeof value !== "object" || value === null) return [];
  const { id, todo, collapsed, properties } = /** @type {Record<string, unknown>} */ (value);
  const own = [
    ...(typeof todo === "string" ? [[id, todo]] : []),
    ...(collapsed === true ? [[id, "collapsed"]] : []),
    ...(Array.isArray(properties) ? properties.map((property) => [id, property]) : []),
  ];
  return [...own, ...Object.values(value).flatMap(meaningfulValues)];
}

/** @param {Exchange} exchange */
function payloadReceived({ recorded, received }) {
  const text = textOf(received);
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(
      `${recorded.tool}: a JSON payload was expected as the reply's text, and this came: ${text.slice(0, 60)}…`,
    );
  }
}

/** @param {Exchange["received"]} reply */
function textOf({ content }) {
  const [block] = content;
  return block?.type === "text" ? block.text : "";
}

/**
 * @param {unknown[]} received
 * @param {unknown[]} sent
 */
function count(received, sent) {
  return received.length === sent.length
    ? `all ${sent.length}`
    : `${received.length} of ${sent.length}`;
}
