// @ts-check
// One writer at a time for each file, also among the several processes that clients start on one folder.
import { randomBytes } from "node:crypto";
import { link, readFile, rename, stat, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

import { ToolFailure } from "mcp-projection";

import { quoted } from "./failures.mjs";
import { ifMissing } from "./sandbox.mjs";

const PATIENCE_IN_MS = 10_000;
/** What is done under a lock takes milliseconds. */
const LONGEST_USE_IN_MS = 60_000;

/**
 * @template Result
 * @param {string} folder where the lock lies
 * @param {string} path of the file that it stands for, for messages
 * @param {() => Promise<Result>} use
 */
export async function withLock(folder, path, use) {
  const lock = join(folder, "lock");
  const owner = `${process.pid} ${randomBytes(8).toString("hex")}`;
  const deadline = Date.now() + PATIENCE_IN_MS;
  while (!(await isMine(lock, owner))) {
    if (Date.now() > deadline) {
      const message = `${quoted(path)}: somebody else has been writing it for 10 seconds; try again`;
      throw new ToolFailure("FILE_BUSY", message, { path });
    }
    await removeAbandoned(lock);
    await delay(2 + Math.random() * 8);
  }
  try {
    return await use();
  } finally {
    await unlink(lock).catch(ifMissing);
  }
}

/** @param {string} lock @param {string} owner */
async function isMine(lock, owner) {
  // The lock appears with its owner in it, for a file that is created first and written then has a moment without.
  const own = `${lock}.${owner.replace(" ", ".")}`;
  await writeFile(own, owner, { mode: 0o600 });
  try {
    await link(own, lock);
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== "EEXIST") throw error;
    return false;
  } finally {
    await unlink(own);
  }
}

/** A process that was killed leaves its lock behind, and its number to some other process. @param {string} lock */
async function removeAbandoned(lock) {
  const owner = await readFile(lock, "utf8").catch(ifMissing);
  const stats = await stat(lock).catch(ifMissing);
  if (owner === undefined || stats === undefined) return;
  if (isAlive(Number.parseInt(owner, 10)) && Date.now() - stats.mtimeMs < LONGEST_USE_IN_MS) return;
  const taken = `${lock}.abandoned.${randomBytes(8).toString("hex")}`;
  try {
    await rename(lock, taken);
  } catch (error) {
    return ifMissing(/** @type {NodeJS.ErrnoException} */ (error));
  }
  // Somebody else may have removed it and taken the lock in between: that one goes back to its place.
  if ((await readFile(taken, "utf8")) !== owner) await link(taken, lock).catch(() => {});
  await unlink(taken);
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === "EPERM";
  }
}
