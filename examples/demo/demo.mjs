// @ts-check
// The entry of `npm run demo`. It imports nothing but Node at first: on a fresh clone the packages
// that the rest needs aren't there yet, and it installs them itself.
import { installDependencies, isPackageMissing, requireBuiltPackage } from "./install.mjs";

/** @returns {Promise<number>} the exit code */
async function demo() {
  const [major] = process.versions.node.split(".");
  if (Number(major) < 20) {
    throw new Error(`The demo needs Node 20 or later, and this is Node ${process.versions.node}.`);
  }
  requireBuiltPackage();
  if (isPackageMissing()) installDependencies();
  const { run } = await import("./run.mjs");
  return await run(process.stdout);
}

try {
  process.exitCode = await demo();
} catch (error) {
  console.error(error instanceof Error ? `\n${error.message}` : error);
  process.exitCode = 1;
}
