// @ts-check
// The demo itself: the recorded replies, then the servers, then whether every promise was kept.
import { run as showReplies } from "../outline-replies/run.mjs";
import { runAtEnd } from "./end.mjs";
import { files } from "./servers/files.mjs";
import { ledger } from "./servers/ledger.mjs";
import { outline } from "./servers/outline.mjs";
import { showServers } from "./show-servers.mjs";

/** @import { ServerDemo } from "./show-servers.mjs" */

/**
 * @param {NodeJS.WriteStream} stream
 * @param {ServerDemo[]} [demos]
 * @returns {Promise<number>} the exit code: 1 where a promise wasn't kept
 */
export async function run(stream, demos = [outline, files, ledger]) {
  // Ended from outside, too, the demo leaves no folder and no process behind.
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM"])) process.once(signal, () => process.exit(1));
  process.once("exit", runAtEnd);

  const verdicts = [...(await showReplies(stream)), ...(await showServers(stream, demos))];
  const broken = verdicts.filter(({ kept }) => !kept);
  if (broken.length === 0) return 0;
  console.error(
    `${broken.length} of ${verdicts.length} promises not kept: ${broken.map(({ sentence }) => sentence).join("; ")}.`,
  );
  return 1;
}
