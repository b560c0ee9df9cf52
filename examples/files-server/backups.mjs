// @ts-check
// What files were before they were changed, and the chain in which that is undone step by step.
import { createHash, randomBytes } from "node:crypto";
import { mkdir, readFile, readdir, rename, rm, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { ToolFailure } from "mcp-projection";

import { withLock } from "./file-lock.mjs";
import { ifMissing } from "./sandbox.mjs";

/** @import { TextFile } from "./text-file.mjs" */

/**
 * @typedef {object} Backup
 * @property {string} backup_id
 * @property {string} [parent_backup_id] the one that `undo_last` comes to after this one
 * @property {string} path of the file, absolute
 * @property {string} made_at
 * @property {string} before the tool that was about to change the file
 * @property {number} bytes
 * @property {string} content_hash
 * @property {number} mode
 */

const ID = /^([0-9a-f]{12})-\d{8}T\d{9}Z-[0-9a-f]{8}$/;

/** How many backups of one file are kept. */
const KEPT = 100;

/**
 * Each file has a folder of its own, in which each backup is two files: its bytes, and what is known of them. `head`
 * names the backup that `undo_last` comes to next. Whoever changes anything holds the lock of the file.
 */
export class Backups {
  #folder;
  #newest = 0;

  /** @param {string} folder outside of the root, so that no tool reaches it */
  constructor(folder) {
    this.#folder = folder;
  }

  /**
   * @template Result
   * @param {string} path of the file, absolute
   * @param {() => Promise<Result>} use
   */
  async withLock(path, use) {
    const folder = this.#folderOf(keyOf(path));
    // Backups hold what files held: nobody else on the machine is to read them.
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return await withLock(folder, path, use);
  }

  /**
   * Keeps a file as it is now.
   *
   * @param {string} path
   * @param {TextFile} file
   * @param {string} before the tool that is about to change it
   * @param {{ onChain?: boolean }} [options] whether `undo_last` comes to it
   * @returns {Promise<Backup>}
   */
  async add(path, file, before, { onChain = true } = {}) {
    const key = keyOf(path);
    // IDs sort by time, also those of one millisecond.
    this.#newest = Math.max(Date.now(), this.#newest + 1);
    const made_at = new Date(this.#newest).toISOString();
    const backup_id = `${key}-${made_at.replaceAll(/[-:.]/g, "")}-${randomBytes(4).toString("hex")}`;
    const parent = onChain ? await this.head(path) : undefined;
    const backup = {
      backup_id,
      ...(parent === undefined ? {} : { parent_backup_id: parent.backup_id }),
      path,
      made_at,
      before,
      bytes: file.bytes.length,
      content_hash: file.hash,
      mode: file.mode,
    };
    await this.#write(`${this.#place(backup_id)}.bytes`, file.bytes);
    // A backup exists once this is there, and by then its bytes are.
    await this.#write(`${this.#place(backup_id)}.json`, JSON.stringify(backup));
    if (onChain) await this.setHead(path, backup);
    await this.#forgetOldest(path);
    return backup;
  }

  /** Takes back `add`, where the file wasn't changed after all. @param {Backup} backup */
  async discard(backup) {
    const head = await this.head(backup.path);
    if (head?.backup_id === backup.backup_id) await this.setHead(backup.path, await this.parentOf(backup));
    await this.#remove(backup.backup_id);
  }

  /** The backup that `undo_last` comes to next. @param {string} path */
  async head(path) {
    const id = await readFile(join(this.#folderOf(keyOf(path)), "head"), "utf8").catch(ifMissing);
    return id === undefined || id === "" ? undefined : await this.#find(id);
  }

  /** @param {string} path @param {Backup | undefined} backup */
  async setHead(path, backup) {
    await this.#write(join(this.#folderOf(keyOf(path)), "head"), backup?.backup_id ?? "");
  }

  /** @param {Backup} backup */
  async parentOf({ parent_backup_id: parent }) {
    return parent === undefined ? undefined : await this.#find(parent);
  }

  /** @param {string} id @throws {ToolFailure} where there is none */
  async get(id) {
    const backup = await this.#find(id);
    if (backup !== undefined) return backup;
    throw new ToolFailure(
      "BACKUP_NOT_FOUND",
      `there is no backup "${id}"; backup(action: "list") has those there are`,
      {
        backup_id: id,
      },
    );
  }

  /** @param {Backup} backup */
  async bytesOf({ backup_id: id }) {
    return await readFile(`${this.#place(id)}.bytes`);
  }

  /** Newest first. @param {string | undefined} path of the only file to look at; all without it */
  async list(path) {
    const keys = path === undefined ? ((await readdir(this.#folder).catch(ifMissing)) ?? []) : [keyOf(path)];
    const lists = await Promise.all(keys.map((key) => this.#ids(key)));
    const backups = await Promise.all(lists.flat().map((id) => this.#find(id)));
    return backups.filter((backup) => backup !== undefined).sort((a, b) => (timeOf(a) < timeOf(b) ? 1 : -1));
  }

  /** @param {string} path */
  async #forgetOldest(path) {
    const ids = await this.#ids(keyOf(path));
    for (const id of ids.sort().slice(0, -KEPT)) await this.#remove(id);
  }

  /** @param {string} key */
  async #ids(key) {
    const names = (await readdir(this.#folderOf(key)).catch(ifMissing)) ?? [];
    return names.filter((name) => name.endsWith(".json")).map((name) => name.slice(0, -".json".length));
  }

  /** @param {string} id @returns {Promise<Backup | undefined>} */
  async #find(id) {
    if (!ID.test(id)) return undefined;
    const text = await readFile(`${this.#place(id)}.json`, "utf8").catch(ifMissing);
    return text === undefined ? undefined : JSON.parse(text);
  }

  /** @param {string} id */
  async #remove(id) {
    await unlink(`${this.#place(id)}.json`).catch(ifMissing);
    await rm(`${this.#place(id)}.bytes`, { force: true });
  }

  /** Whole or not at all. @param {string} path @param {Uint8Array | string} data */
  async #write(path, data) {
    await writeFile(`${path}.tmp`, data, { mode: 0o600, flush: true });
    await rename(`${path}.tmp`, path);
  }

  /** @param {string} id that ID holds for */
  #place(id) {
    return join(this.#folderOf(id.slice(0, id.indexOf("-"))), id);
  }

  /** @param {string} key */
  #folderOf(key) {
    return join(this.#folder, key);
  }
}

/** A name for a file's folder, whatever is in the file's own. @param {string} path */
function keyOf(path) {
  return createHash("sha256").update(path).digest("hex").slice(0, 12);
}

/** @param {Backup} backup */
function timeOf({ backup_id: id }) {
  return id.slice(id.indexOf("-") + 1);
}
