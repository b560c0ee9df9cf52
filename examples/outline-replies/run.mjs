// The demo itself: replay, measure, check, print.
import { Projection, presets } from "mcp-projection";

import { measure } from "./measure.mjs";
import { checkPromises } from "./promises.mjs";
import { readRecordedReplies } from "./recorded-replies.mjs";
import { replay } from "./replay.mjs";
import { excerpt, promises, readersView, table } from "./report.mjs";
import { painter } from "./terminal.mjs";

/**
 * @param {NodeJS.WriteStream} stream
 * @returns {Promise<number>} the exit code: 1 where a promise wasn't kept
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
    ...table(exchanges, changes, paint),
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
    "",
  ];
  stream.write(`${lines.join("\n")}\n`);

  const broken = verdicts.filter(({ kept }) => !kept);
  if (broken.length === 0) return 0;
  console.error(
    `${broken.length} of ${verdicts.length} promises not kept: ${broken.map(({ sentence }) => sentence).join("; ")}.`,
  );
  return 1;
}
