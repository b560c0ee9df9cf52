// The entry of `npm run demo`. It imports nothing but Node at first: on a fresh clone the packages
// that the rest needs aren't there yet, and it installs them itself.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

import { installDependencies, isMissingPackage } from "./install.mjs";

// Says to the second run that the installation has been tried, so that it can't go on for ever.
const INSTALLED = "--installed";

/** @returns {Promise<number>} the exit code */
async function demo() {
  const [major] = process.versions.node.split(".");
  if (Number(major) < 20) {
    throw new Error(`The demo needs Node 20 or later, and this is Node ${process.versions.node}.`);
  }
  try {
    const { run } = await import("./run.mjs");
    return await run(process.stdout);
  } catch (error) {
    if (!isMissingPackage(error) || process.argv.includes(INSTALLED)) throw error;
  }
  installDependencies();
  // A process of its own, because this one remembers which packages it didn't find.
  const second = spawnSync(process.execPath, [fileURLToPath(import.meta.url), INSTALLED], {
    stdio: "inherit",
  });
  return second.status ?? 1;
}

try {
  process.exitCode = await demo();
} catch (error) {
  console.error(error instanceof Error ? `\n${error.message}` : error);
  process.exitCode = 1;
}
