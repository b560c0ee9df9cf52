// @ts-check
// Each example server is called as it is and without its projection; what came is counted, checked and printed.
import { sizeOf } from "../outline-replies/measure.mjs";
import { promises, table } from "../outline-replies/report.mjs";
import { painter } from "../outline-replies/terminal.mjs";
import { inShort } from "./in-short.mjs";
import { talkTo } from "./server-process.mjs";
import { exampleFile } from "./servers/example-file.mjs";
import { temporaryFolder } from "./temporary-folder.mjs";

/** @import { Verdict } from "../outline-replies/promises.mjs" */
/** @import { Paint } from "../outline-replies/terminal.mjs" */
/** @import { CallTool, Exchange } from "./server-process.mjs" */

/**
 * @typedef {object} ServerDemo
 * @property {string} name
 * @property {string} about
 * @property {(folder: string) => { after: string[], before: string[] }} prepare makes two workspaces that are alike; `after` is
 *   the server's file with its flags, `before` is what unprojected.mjs is told
 * @property {(call: CallTool) => Promise<void>} talk the calls, which read in one reply what the next call needs
 * @property {(after: Exchange[], before: Exchange[], folder: string) => Verdict[]} check
 *
 * @typedef {{ after: Exchange[], before: Exchange[], verdicts: Verdict[] }} Outcome
 */

const UNPROJECTED = exampleFile("demo/unprojected.mjs");

/**
 * @param {NodeJS.WriteStream} stream
 * @param {ServerDemo[]} demos
 * @returns {Promise<Verdict[]>}
 */
export async function showServers(stream, demos) {
  const paint = painter(stream);
  write(stream, [
    "",
    paint("bold", `${demos.length} example servers, each a process that an MCP client calls over stdio`),
    "",
    "  before  as the server answers without projectReplies: the payload as text and as structuredContent;",
    "          an error as its message alone, which is shorter, and leaves the model to guess",
    "  after   as it answers with it",
    "",
  ]);
  // One at a time: each is printed when it is done.
  const all = [];
  for (const demo of demos) {
    const outcome = await runServer(demo);
    write(stream, report(demo, outcome, paint));
    all.push(...outcome.verdicts);
  }
  return all;
}

/**
 * @param {ServerDemo} demo
 * @returns {Promise<Outcome>}
 */
export async function runServer({ prepare, talk, check }) {
  const folder = temporaryFolder();
  try {
    const commands = prepare(folder.path);
    const after = await talkTo(commands.after, talk);
    // The very same calls: what a cut page says to ask for next is no subject of a page that wasn't cut.
    const before = await talkTo([UNPROJECTED, ...commands.before], async (call) => {
      for (const { tool, subject, args } of after) await call(tool, subject, args);
    });
    return { after, before, verdicts: check(after, before, folder.path) };
  } finally {
    folder.remove();
  }
}

/**
 * @param {ServerDemo} demo
 * @param {Outcome} outcome
 * @param {Paint} paint
 */
function report({ name, about }, { after, before, verdicts }, paint) {
  const changes = after.map(({ reply }, index) => ({ before: sizeOf(before[index].reply), after: sizeOf(reply) }));
  return [
    `${paint("bold", name)}: ${about}`,
    "",
    ...table(after, changes, paint),
    "",
    ...after.flatMap((exchange) => inShort(exchange, paint)),
    "",
    ...promises(verdicts, paint),
    "",
  ];
}

/**
 * @param {NodeJS.WriteStream} stream
 * @param {string[]} lines
 */
function write(stream, lines) {
  stream.write(`${lines.join("\n")}\n`);
}
