// @ts-check
// A text file as bytes and as text, read whole or not at all, and written whole or not at all.
import { isUtf8 } from "node:buffer";
import { randomBytes } from "node:crypto";
import { constants } from "node:fs";
import { lstat, open, rename, unlink } from "node:fs/promises";

import { ToolFailure } from "mcp-projection";

import { contentHash } from "./content-hash.mjs";
import { binaryFile, changedMeanwhile, fileTooLarge, notAFile, quoted } from "./failures.mjs";
import { ifMissing } from "./sandbox.mjs";

/** @import { BigIntStats } from "node:fs" */
/** @import { Place } from "./sandbox.mjs" */

/**
 * @typedef {object} TextFile
 * @property {Buffer} bytes
 * @property {string} text the bytes as UTF-8; a byte order mark stays its first character
 * @property {string} hash
 * @property {number} mode permissions
 * @property {BigIntStats} stats
 */

// A pipe is opened without waiting for somebody at its other end, and then refused. Windows has neither flag.
const READ = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/**
 * @param {Place} place
 * @param {number} limit in bytes
 * @returns {Promise<TextFile>}
 */
export async function readTextFile(place, limit) {
  const handle = await open(place.at(place.name), READ);
  try {
    const stats = await handle.stat({ bigint: true });
    if (!stats.isFile()) throw notAFile(place.asked, stats.isDirectory() ? "a folder" : "a device, pipe or socket");
    if (stats.size > BigInt(limit)) throw fileTooLarge(place.asked, Number(stats.size), limit);
    const bytes = await readAtMost(handle, limit + 1);
    // It may grow while it is read.
    if (bytes.length > limit) throw fileTooLarge(place.asked, bytes.length, limit);
    return {
      bytes,
      text: decode(place.asked, bytes),
      hash: contentHash(bytes),
      mode: Number(stats.mode) & 0o7777,
      stats,
    };
  } finally {
    await handle.close();
  }
}

/**
 * The file, or undefined where there is none yet.
 *
 * @param {Place} place
 * @param {number} limit
 */
export async function readTextFileIfAny(place, limit) {
  return await readTextFile(place, limit).catch(ifMissing);
}

/** @param {import("node:fs/promises").FileHandle} handle @param {number} limit */
async function readAtMost(handle, limit) {
  const chunks = [];
  let length = 0;
  for (;;) {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(Math.min(1 << 20, limit - length)), 0, null, null);
    if (bytesRead === 0) return Buffer.concat(chunks, length);
    chunks.push(buffer.subarray(0, bytesRead));
    length += bytesRead;
  }
}

/** @param {string} path @param {Buffer} bytes */
function decode(path, bytes) {
  const nul = bytes.indexOf(0);
  if (nul !== -1) throw binaryFile(path, "a NUL byte", nul);
  if (!isUtf8(bytes)) throw binaryFile(path, "a byte that isn't UTF-8", firstInvalid(bytes));
  return bytes.toString("utf8");
}

/** @param {Buffer} bytes that are no UTF-8 */
function firstInvalid(bytes) {
  const text = bytes.toString("utf8");
  let offset = 0;
  // The decoder writes U+FFFD for what it can't read; a file may also hold one of its own.
  for (const part of text.split("\uFFFD")) {
    offset += Buffer.byteLength(part);
    if (bytes.toString("hex", offset, offset + 3) !== "efbfbd") break;
    offset += 3;
  }
  return offset;
}

/**
 * Text as the bytes of a file.
 *
 * @param {string} path
 * @param {string} text
 * @param {number} limit
 */
export function encode(path, text, limit) {
  requireText("content", text);
  const bytes = Buffer.from(text, "utf8");
  if (bytes.length > limit) throw fileTooLarge(path, bytes.length, limit);
  return bytes;
}

/**
 * Half of a surrogate pair would reach the file as U+FFFD, and a NUL would make it a file that can't be read again.
 *
 * @param {string} name of the argument
 * @param {string} text
 */
export function requireText(name, text) {
  const nul = text.indexOf("\0");
  const reason = nul !== -1 ? "a NUL character" : text.isWellFormed() ? undefined : "half of a surrogate pair";
  if (reason === undefined) return;
  throw new ToolFailure("INVALID_TEXT", `${name} has ${reason}; expected text`, { argument: name });
}

/**
 * Puts new bytes in the place of a file. A reader sees the old file or the new one, whenever it looks and whatever
 * fails.
 *
 * @param {Place} place
 * @param {Buffer} bytes
 * @param {TextFile | undefined} before the file that is replaced, as it was read
 * @param {number | undefined} mode permissions; those of the file that is replaced unless given
 */
export async function writeTextFile(place, bytes, before, mode = before?.mode) {
  if (before !== undefined && (before.mode & 0o222) === 0) {
    throw new ToolFailure("READ_ONLY", `${quoted(place.asked)} is read-only; change its permissions first`, {
      path: place.asked,
      mode: before.mode.toString(8),
    });
  }
  const temporary = place.at(`.files-server-${randomBytes(8).toString("hex")}.tmp`);
  try {
    await writeNewFile(temporary, bytes, mode);
    await requireUnchanged(place, before);
    await rename(temporary, place.at(place.name));
  } catch (error) {
    await unlink(temporary).catch(() => {});
    throw error;
  }
  await place.sync();
}

/** @param {string} path @param {Buffer} bytes @param {number | undefined} mode */
async function writeNewFile(path, bytes, mode) {
  // Nobody may read it before it has the permissions of the file that it replaces.
  const handle = await open(path, "wx", mode === undefined ? 0o666 : 0o600);
  try {
    await handle.writeFile(bytes);
    if (mode !== undefined) await handle.chmod(mode);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * An editor that knows nothing of this server may have saved the file since.
 *
 * @param {Place} place
 * @param {TextFile | undefined} before
 */
async function requireUnchanged(place, before) {
  const now = await lstat(place.at(place.name), { bigint: true }).catch(ifMissing);
  const was = before?.stats;
  const same = now?.ino === was?.ino && now?.size === was?.size && now?.mtimeNs === was?.mtimeNs;
  if (!same) throw changedMeanwhile(place.asked, before?.hash);
}
