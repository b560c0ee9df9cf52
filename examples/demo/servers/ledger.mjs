// @ts-check
// ledger-server: a page too large for its budget, the next one as the cut page says to ask for it, and arguments that are wrong.
import { isDeepStrictEqual } from "node:util";

import { errorInText, jsonIn, textsOf } from "../replies.mjs";
import { exampleFile } from "./example-file.mjs";

/** @import { CallToolResult } from "@modelcontextprotocol/sdk/types.js" */
/** @import { ServerDemo } from "../show-servers.mjs" */

const SERVER = exampleFile("ledger-server/server.mjs");
const PAGE_SIZE = 500;
const MAX_BYTES = 60_000;
const WRONG = { dateFrom: "soon", from: "bakery" };

/** @type {ServerDemo} */
export const ledger = {
  name: "ledger-server",
  about: "4,000 made-up charges in SQLite, replies mirrored within 60,000 bytes",

  // Without a file its ledger is in memory, and the same each time.
  prepare: () => ({ after: [SERVER], before: ["ledger"] }),

  async talk(call) {
    const page = await call("search_charges", "500 charges, cut to fit", { pageSize: PAGE_SIZE });
    // continuation.hint, in a model's hands. A page that isn't cut has no such member.
    const pageSize = page.structuredContent?.returnedCount ?? PAGE_SIZE;
    await call("search_charges", "the charges that follow", { pageSize, page: 2 });
    await call("search_charges", "an error with issues", WRONG);
  },

  check([page, rest, refused], before) {
    const { returnedCount = 0, totalCount = 0, continuation } = /** @type {any} */ (page.reply.structuredContent);
    const [summary = "", rows] = textsOf(page.reply);
    const all = idsIn(before[0].reply);
    const received = [...idsIn(page.reply), ...idsIn(rest.reply)];
    const failure = errorInText(refused.reply);
    const issues = failure?.data?.issues?.map((/** @type {{ path: string }} */ { path }) => path) ?? [];
    return [
      {
        kept: rows !== undefined && Buffer.byteLength(rows) <= MAX_BYTES && continuation?.returnedCount === idsIn(page.reply).length,
        sentence: `the page fits, and says that it was cut: ${returnedCount} of ${totalCount} charges`,
      },
      {
        kept: [page, rest].every(({ reply }) => isDeepStrictEqual(jsonIn(textsOf(reply)[1]), reply.structuredContent)),
        sentence: "whichever half a host shows, the model reads the same rows",
      },
      {
        kept: summary.includes(`showing ${idsIn(page.reply).length} on page 1 of `),
        sentence: "the summary counts the charges that are there, not those that were cut off",
      },
      {
        kept: returnedCount > 0 && returnedCount < PAGE_SIZE && isDeepStrictEqual(received.slice(0, all.length), all.slice(0, received.length)),
        sentence: "asked as the cut page says, the next one goes on with the next charge: none lost, none twice",
      },
      {
        kept: isDeepStrictEqual(issues.sort(), Object.keys(WRONG).sort()),
        sentence: `the error's text names each wrong argument: ${issues.join(", ")}`,
      },
      {
        kept: failure?.data?.retryable === false && isDeepStrictEqual(failure, refused.reply.structuredContent?.error),
        sentence: "it says whether to retry, and carries the correlationId of the server's log",
      },
    ];
  },
};

/** @param {CallToolResult} reply */
function idsIn({ structuredContent }) {
  const { charges = [] } = /** @type {{ charges?: { chargeId: string }[] }} */ (structuredContent);
  return charges.map(({ chargeId }) => chargeId);
}
