// Lists as columns: beside plain JavaScript, and beside the package without columns.

import { isDeepStrictEqual } from "node:util";

import { textAsColumns } from "./contenders.mjs";
import { webhooks } from "./documents.mjs";
import { plainPolicies, replyBytesPortably } from "./reply-contender.mjs";

/** How many times as fast as JSON.parse, building columns, JSON.stringify, for payloads and for recorded replies that say them. */
const COLUMNS_GOAL = 3;

/** How fast beside the package without columns, where a payload has no list that could become any. */
const NO_LIST_GOAL = 0.8;

const MB = 1_000_000;

/** `title` says which replies these are: `{ group, tool, bytes }` each. */
export function columnRows({ Projection, expandColumns }, title, replies, { largest }) {
  const columns = new Projection({ defaults: { lists: "columns" } });
  const plain = new Projection({});
  // Generated replies say everything twice: most of the time goes into comparing the two.
  const repliesGoal = title.startsWith("recorded") ? COLUMNS_GOAL : 2;
  const same = (left, right) => isDeepStrictEqual(values(left, expandColumns), values(right, expandColumns));
  const asText = (row, inputs, baseline, call, goal) => ({
    title: row,
    baselines: { [baseline]: { goal } },
    sameOutput: same,
    contenders: () => ({
      // The text stands for the payload that it would have been made of.
      package: { call: (text) => columns.text(row, text), inputs: inputs(), during: withoutStringify },
      [baseline]: { call, inputs: inputs(), during: withoutStringify },
    }),
  });
  const hasColumns = (text) => withoutStringify(() => columns.text("", text)) !== text;
  const texts = () => replies.flatMap(payloadTexts).filter((text) => text.length <= largest);
  const others = () => webhooks().map((payload) => JSON.stringify(payload));
  const withColumns = replies.filter(({ tool, bytes }) => /\{\\"columns\\":\[/.test(Buffer.from(columns.replyBytes(tool, bytes)).toString()));
  return [
    asText("columns, 1 MB", () => [rowsOf(Math.min(MB, largest))], "JS columns", textAsColumns, COLUMNS_GOAL),
    asText(`columns, lists of ${title}`, () => texts().filter(hasColumns), "JS columns", textAsColumns, COLUMNS_GOAL),
    {
      title: `columns, ${title} with lists`,
      baselines: { "JS replies": { goal: repliesGoal } },
      sameOutput: same,
      contenders: () => ({
        package: { call: ({ tool, bytes }) => columns.replyBytes(tool, bytes), inputs: withColumns },
        "JS replies": { call: ({ tool, bytes }) => replyBytesPortably(plainPolicies.columns, tool, bytes), inputs: withColumns },
      }),
    },
    ...[
      [`no lists in ${title}`, texts],
      ["no lists in webhooks", others],
    ].map(([row, inputs]) => {
      const without = () => inputs().filter((text) => !hasColumns(text));
      return asText(`columns, ${row}`, without, "the package without columns", (text) => plain.text(row, text), NO_LIST_GOAL);
    }),
  ];
}

const stringify = JSON.stringify;

function withoutStringify(run) {
  JSON.stringify = (text) => text;
  try {
    return run();
  } finally {
    JSON.stringify = stringify;
  }
}

/** The payloads of a reply that are JSON, as compact texts: of structuredContent, or else of texts. */
function payloadTexts({ bytes }) {
  const { structuredContent, content = [] } = JSON.parse(Buffer.from(bytes).toString());
  const texts = content.filter(({ text }) => /^\s*[[{]/.test(text ?? "")).map(({ text }) => parsed(text));
  return [structuredContent, ...(structuredContent === undefined ? texts : [])].filter((value) => value).map((value) => stringify(value));
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What a text or a reply says, with lists of objects. */
function values(output, expandColumns) {
  const text = Buffer.from(output).toString();
  const { content, ...rest } = JSON.parse(text);
  if (!Array.isArray(content)) return JSON.parse(expandColumns(text));
  const said = content.map((block) => (parsed(block.text) === undefined ? block : JSON.parse(expandColumns(block.text))));
  return { ...rest, content: said };
}

/** Rows as a database answers them. */
function rowsOf(bytes) {
  const rows = [];
  for (let size = 0; size < bytes; ) {
    const at = rows.length;
    const row = {
      id: 1000 + at,
      name: `customer ${at}`,
      amount: ((at * 37) % 9973) / 100,
      currency: "EUR",
      active: at % 3 === 0,
      note: at % 5 === 0 ? "late payment" : null,
    };
    rows.push(row);
    size += stringify(row).length + 1;
  }
  return stringify({ rows, total: rows.length });
}

