// What is measured, and the figures to reach.

import { isDeepStrictEqual } from "node:util";

import * as documents from "./documents.mjs";
import { pruneBytesAsLatin1, pruneBytesPortably, pruneText, pruneValue } from "./contenders.mjs";
import { plainPolicies, replyBytesPortably } from "./reply-contender.mjs";

const KB = 1000;
const MB = 1000 * KB;

const encode = (text) => Buffer.from(text);
const stringify = JSON.stringify;

/** Several documents where they are small: a processor learns a single one by heart. */
function outlines(bytes, options) {
  const count = Math.max(1, Math.min(24, Math.floor(200_000 / bytes)));
  return Array.from({ length: count }, (_, index) => documents.outline(bytes, { seed: index + 1, ...options }));
}

const compact = (values) => values.map((value) => stringify(value));
const pretty = (values) => values.map((value) => stringify(value, null, 2));

/** Inputs are made row by row, when it is their turn: all at once would fill the memory. */
export function rowsOf(projection, { largest }) {
  const sizes = (all) => all.filter(([bytes]) => bytes <= largest);
  return [
    ...sizes([
      [210, { JS1: 7, JS2: 7 }],
      [2 * KB, { JS1: 12, JS2: 8 }],
      [50 * KB, { JS1: 12, JS2: 8 }],
      [MB, { JS1: 10, JS2: 7 }],
      [20 * MB, { JS1: 10, JS2: 7 }],
    ]).map(([bytes, goals]) => bytesRow(projection, `bytes, ${size(bytes)}`, () => compact(outlines(bytes)), goals)),
    ...sizes([[2 * KB], [50 * KB], [MB]]).map(([bytes]) =>
      bytesRow(projection, `bytes, ${size(bytes)} pretty`, () => pretty(outlines(bytes)), { JS1: 7, JS2: 5 }),
    ),
    ...sizes([[50 * KB], [MB]]).map(([bytes]) =>
      bytesRow(projection, `bytes, ${size(bytes)} beyond Latin-1`, () => compact(outlines(bytes, { world: true })), {}),
    ),
    bytesRow(projection, "bytes, nothing to prune", () => compact(documents.webhooks()), { JS2: 6 }),
    ...sizes([
      [210, 6],
      [2 * KB, 7],
      [50 * KB, 7],
      [MB, 3.5],
    ]).map(([bytes, goal]) =>
      textRow(projection, `text, ${size(bytes)}`, () => compact(outlines(bytes)), goal),
    ),
    ...sizes([[2 * KB], [50 * KB], [MB]]).map(([bytes]) =>
      textRow(projection, `text, ${size(bytes)} pretty`, () => pretty(outlines(bytes)), 2.5),
    ),
    ...sizes([[50 * KB], [MB]]).map(([bytes]) =>
      textRow(projection, `text, ${size(bytes)} beyond Latin-1`, () => compact(outlines(bytes, { world: true }))),
    ),
    ...sizes([[2 * KB], [50 * KB], [MB]]).map(([bytes]) =>
      objectRow(projection, `object, ${size(bytes)}`, () => outlines(bytes)),
    ),
  ];
}

export function size(bytes) {
  if (bytes >= MB) return `${bytes / MB} MB`;
  return bytes >= KB ? `${bytes / KB} KB` : `${bytes} B`;
}

/** `goals` say how many times as fast as each baseline the package is to be. */
export function bytesRow(projection, title, texts, goals) {
  return {
    title,
    baselines: { JS1: { goal: goals.JS1 }, JS2: { goal: goals.JS2 } },
    contenders() {
      const inputs = texts().map(encode);
      return {
        package: { call: (bytes) => projection.pruneBytes(title, bytes), inputs },
        JS1: { call: pruneBytesPortably, inputs },
        JS2: { call: pruneBytesAsLatin1, inputs },
      };
    },
  };
}

/** How many times as fast as plain JavaScript the package is to make replies right, over all of their bytes. */
const REPLIES_GOAL = 2;

/**
 * A row for all replies, whose goal counts, and one for each group of them: `{ group, tool, bytes, isOutline }` each. Outline replies go
 * through the preset for outlines, the others through a policy that says nothing.
 */
export function replyRows({ outline, nothing }, title, replies) {
  const groups = [...new Set(replies.map(({ group }) => group))].sort();
  const row = (rowTitle, inputs, goal) => ({
    title: rowTitle,
    baselines: { "JS replies": { goal } },
    // Plain JavaScript writes again what the package leaves as it came: layout, escapes and numbers.
    sameOutput: sayTheSame,
    contenders: () => ({
      package: { call: ({ tool, bytes, isOutline }) => (isOutline ? outline : nothing).replyBytes(tool, bytes), inputs },
      "JS replies": {
        call: ({ tool, bytes, isOutline }) =>
          replyBytesPortably(isOutline ? plainPolicies.outline : plainPolicies.nothing, tool, bytes),
        inputs,
      },
    }),
  });
  return [
    row(`${title}, all`, replies, REPLIES_GOAL),
    ...groups.map((group) => row(`${title}, ${group}`, replies.filter((reply) => reply.group === group))),
  ];
}

/** Whether two replies hold the same, where texts that are JSON are taken as values: `6.0` in one is `6` in the other. */
function sayTheSame(left, right) {
  const value = (bytes) =>
    JSON.parse(Buffer.from(bytes).toString(), (name, member) => (name === "text" ? valueOrText(member) : member));
  return left.equals(right) || isDeepStrictEqual(value(left), value(right));
}

function valueOrText(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/**
 * The package takes payloads and no JSON texts, so that its way of a text is the rest of `text` when JSON.stringify has
 * nothing to do: for as long as a sample lasts, the text stands for the payload that it would have been made of.
 */
function textRow(projection, title, texts, goal) {
  return {
    title,
    baselines: { "best JS": { goal } },
    contenders() {
      const inputs = texts();
      return {
        package: { call: (text) => projection.text(title, text), inputs, during: withoutStringify },
        "best JS": { call: pruneText, inputs },
      };
    },
  };
}

function withoutStringify(run) {
  JSON.stringify = (text) => text;
  try {
    return run();
  } finally {
    JSON.stringify = stringify;
  }
}

/** The price of having one implementation: JSON.stringify of all of the payload comes before anything is dropped. */
function objectRow(projection, title, payloads) {
  return {
    title,
    baselines: { "JSON.stringify": { goal: 1.35, isCost: true }, "JS prune": {} },
    contenders() {
      const inputs = payloads();
      return {
        package: { call: (payload) => projection.text(title, payload), inputs },
        "JSON.stringify": { call: (payload) => stringify(payload), inputs, isPartOfIt: true },
        "JS prune": { call: pruneValue, inputs },
      };
    },
  };
}

const DEEP = 501;

/** Texts that are made to take long: the same kind at growing sizes, and how fast the largest has to be. */
export function hostile({ largest }) {
  const kinds = {
    "deep nesting": (bytes) => documents.nested(DEEP, bytes),
    "deep blocks": (bytes) => documents.nestedBlocks(DEEP, bytes),
    "late guards": documents.lateGuards,
    "look-alikes of blocks": documents.lookAlikes,
    "all escapes": documents.escapes,
    "all numbers": documents.numbers,
  };
  const lengths = [100 * KB, MB, 8 * MB].filter((bytes) => bytes <= largest);
  return [
    ...Object.entries(kinds).map(([title, text]) => ({
      title,
      texts: lengths.map((bytes) => [size(bytes), () => text(bytes)]),
    })),
    ...[true, false].map((guarded) => ({
      title: `candidates in one object, ${guarded ? "of a block" : "of none"}`,
      texts: [6_000, 60_000, 600_000]
        .filter((count) => 12 * count <= largest)
        .map((count) => [count.toLocaleString("en"), () => documents.candidates(count, 0, { guarded })]),
    })),
  ];
}

export const HOSTILE_GOAL = 0.5;

/** Time per byte must not grow with any of these. */
export function scales({ largest }) {
  const total = Math.min(largest, 7.2 * MB);
  return [
    {
      title: "size of an outline",
      texts: [2 * KB, 50 * KB, MB, 20 * MB]
        .filter((bytes) => bytes <= largest)
        .map((bytes) => [size(bytes), () => stringify(documents.outline(bytes))]),
    },
    {
      title: `levels of nesting, ${size(total)}`,
      texts: [3, 25, 101, 251, DEEP].map((depth) => [String(depth), () => documents.nested(depth, total)]),
    },
    {
      title: `levels of blocks, ${size(total)}`,
      texts: [3, 25, 101, 251, DEEP].map((depth) => [String(depth), () => documents.nestedBlocks(depth, total)]),
    },
    {
      title: `candidates an object, ${size(total)}`,
      texts: [6, 60, 600, 6_000, 60_000, 600_000]
        .filter((count) => 12 * count <= total)
        .map((count) => [count.toLocaleString("en"), () => documents.candidates(count, total)]),
    },
  ];
}
