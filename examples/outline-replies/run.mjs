// @ts-check
// This example's part of the demo: replay, measure, check, print.
import { Projection, presets } from "mcp-projection";

import { measure } from "./measure.mjs";
import { checkPromises } from "./promises.mjs";
import { readRecordedReplies } from "./recorded-replies.mjs";
import { replay } from "./replay.mjs";
import { excerpt, promises, readersView, table } from "./report.mjs";
import { painter } from "./terminal.mjs";

/** @import { Verdict } from "./promises.mjs" */

/**
 * @param {NodeJS.WriteStream} stream
 * @returns {Promise<Verdict[]>}
 */
export async function run(stream) {
  const replies = readRecordedReplies();
  const exchanges = await replay(replies, new Projection(presets.outline));
  const changes = exchanges.map(measure);
  const verdicts = checkPromises(exchanges, changes);

  const paint = painter(stream);
  const lines = [
    "",
    paint(
      "bold",
      `${replies.length} replies of a real MCP server, before and after mcp-projection`,
    ),
    "",
    "  before  as outl, an outliner, sent them: the payload as text and again as structuredContent",
    "  after   as an MCP client receives them from a server that returns projection.success(…)",
    "",
    ...table(replies, changes, paint),
    "",
    ...readersView(changes),
    "",
    "  Bytes are UTF-8 bytes of the whole reply (the CallToolResult) as JSON text; tokens are those",
    "  of OpenAI's o200k_base tokenizer over the same text. The replies are recordings, cut down;",
    "  the error was composed. examples/outline-replies/fixtures/README.md says what was changed.",
    "",
    ...promises(verdicts, paint),
    "",
    ...excerpt(exchanges, paint),
  ];
  stream.write(`${lines.join("\n")}\n`);
  return verdicts;
}
