// A server's script, run with it alone and with the wrapper before it, always in the same place.

import { mkdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { converse } from "./conversation.mjs";
import { wrapper } from "./installed.mjs";
import { tokensOf } from "./tokens.mjs";

if (parseInt(process.versions.node) < 22) {
  throw new Error(`this is Node ${process.versions.node}, and some of the servers need 22 or later: 'npm run setup' brings such releases`);
}

/** What is lossless for any server whose clients needn't have structuredContent. */
const STRIPPING = { version: 1, defaults: { outputSchema: "strip" } };

/**
 * What the client heard and what the replies cost: without the wrapper, with it as it is, and with a policy.
 *
 * @param {import("./servers.mjs").RealServer} server
 * @param {string} site the address of the web site of folders.mjs
 */
export async function runsOf({ name, launch, prepare, script, policy: tuned = STRIPPING }, site) {
  // A name of this process's own, so that two runs of the tests don't meet; the same for its ways, which are compared.
  const top = path.join(realpathSync(tmpdir()), `wrap-${process.pid}-${name.replace(/\W+/g, "-")}`);
  const folder = path.join(top, "files");
  const runs = {};
  for (const [way, policy] of Object.entries({ direct: undefined, wrapped: null, tuned })) {
    rmSync(top, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    try {
      prepare?.(folder);
      const launched = launch({ folder, site });
      const heard = await converse(policy === undefined ? launched : wrapped(launched, policy, top), (ask) => script(ask, { folder, site }));
      runs[way] = { heard, tokens: tokensOf(heard, { [folder]: "/srv/files", [site]: "http://localhost:8080" }) };
    } finally {
      rmSync(top, { recursive: true, force: true });
    }
  }
  return runs;
}

function wrapped({ command, args, ...rest }, policy, folder) {
  const options = [];
  if (policy !== null) {
    const file = path.join(folder, "policy.json");
    writeFileSync(file, JSON.stringify(policy));
    options.push("--policy", file);
  }
  return { ...rest, command: process.execPath, args: [wrapper, "wrap", ...options, "--", command, ...args] };
}
