// @ts-check
// Where a path of the caller leads, and a hold on the folder it lies in that no later change can move elsewhere.
import { constants, existsSync } from "node:fs";
import { lstat, mkdir, open, realpath } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";

import { ToolFailure } from "mcp-projection";

import { fileSystemFailure, notAFile, notFound, outsideRoot } from "./failures.mjs";

/**
 * A file's place: its folder is open, so that `at(name)` leads into the very folder that was found to be inside of
 * the root, whatever the path to it has become since.
 *
 * @typedef {object} Place
 * @property {string} asked the path as the caller wrote it, for messages
 * @property {string} path absolute and without links
 * @property {string} name the file's name in its folder
 * @property {(name: string) => string} at a path to a name in the folder
 * @property {() => Promise<void>} sync makes what was renamed in the folder last through a power failure
 */

// Linux names an open folder by its number, as `openat` would. Elsewhere the path is all there is: there a moment
// remains in which somebody who may write inside of the root can swap a folder for a link.
const HAS_FOLDER_NUMBERS = process.platform === "linux" && existsSync("/proc/self/fd");
// Windows has neither, and opens no folders.
const { O_DIRECTORY, O_NOFOLLOW } = constants;
const OPENS_FOLDERS = O_DIRECTORY !== undefined;

export class Sandbox {
  /** Absolute and without links. */
  root;
  /** As whoever started the server wrote it: callers know the root by this path too. */
  #given;

  /** @param {string} root */
  static async open(root) {
    const real = await realpath(root);
    if (!(await lstat(real)).isDirectory()) throw new Error(`${root} is no folder`);
    return new Sandbox(real, resolve(root));
  }

  /** @private @param {string} root @param {string} given */
  constructor(root, given) {
    this.root = root;
    this.#given = given;
  }

  /** @param {string} path absolute */
  holds(path) {
    return isInside(relative(this.root, path));
  }

  /**
   * Gives the place of a file to `use`, and lets go of it afterwards. Links are followed as long as they stay inside
   * of the root.
   *
   * @template Result
   * @param {string} path relative to the root, or absolute
   * @param {{ makeFolders?: boolean }} options whether folders that aren't there yet are made
   * @param {(place: Place) => Promise<Result>} use
   * @returns {Promise<Result>}
   * @throws {ToolFailure}
   */
  async withPlace(path, { makeFolders = false }, use) {
    try {
      const asked = this.#inside(path);
      if (makeFolders) await this.#makeFolder(path, dirname(asked));
      const target = await this.#target(path, asked);
      return await this.#withFolder(path, dirname(target), (at, sync) =>
        use({ asked: path, path: target, name: basename(target), at, sync }),
      );
    } catch (error) {
      throw fileSystemFailure(path, error);
    }
  }

  /** What the words of the path say, before any link is looked at. @param {string} path */
  #inside(path) {
    if (path.includes("\0")) throw new ToolFailure("INVALID_PATH", "a path can't have a NUL character", { path });
    const way = relative(this.#given, path);
    const absolute = isAbsolute(path) && isInside(way) ? join(this.root, way) : resolve(this.root, path);
    if (!this.holds(absolute)) throw outsideRoot(path, "lies outside of the root");
    if (absolute === this.root) throw notAFile(path, "the root folder");
    return absolute;
  }

  /** Where the path leads once its links are followed. @param {string} path @param {string} asked */
  async #target(path, asked) {
    const folder = await this.#realFolder(path, dirname(asked));
    const candidate = join(folder, basename(asked));
    const found = await lstat(candidate).catch(ifMissing);
    if (found === undefined || !found.isSymbolicLink()) return candidate;
    const target = await realpath(candidate).catch(ifMissing);
    // To write there would make a file at a place that nobody has looked at.
    if (target === undefined) throw notFound(path, "it is a symbolic link to something that isn't there");
    if (!this.holds(target)) throw outsideRoot(path, "is a symbolic link that leads out of the root");
    return target;
  }

  /**
   * The outermost folder first: of one that a link leads out to, nobody learns whether there is anything in it.
   *
   * @param {string} path
   * @param {string} folder below the root, or the root
   */
  async #realFolder(path, folder) {
    if (folder === this.root) return folder;
    await this.#realFolder(path, dirname(folder));
    const real = await realpath(folder);
    if (!this.holds(real)) throw outsideRoot(path, "leads out of the root through a symbolic link");
    return real;
  }

  /** One step at a time: `recursive` would follow a link that leads out. @param {string} path @param {string} folder */
  async #makeFolder(path, folder) {
    if (folder === this.root || (await lstat(folder).catch(ifMissing)) !== undefined) return;
    await this.#makeFolder(path, dirname(folder));
    const parent = await this.#realFolder(path, dirname(folder));
    await this.#withFolder(path, parent, async (at) => {
      await mkdir(at(basename(folder))).catch((error) => {
        if (error.code !== "EEXIST") throw error;
      });
    });
  }

  /**
   * @template Result
   * @param {string} path
   * @param {string} folder absolute and without links
   * @param {(at: Place["at"], sync: Place["sync"]) => Promise<Result>} use
   */
  async #withFolder(path, folder, use) {
    if (!OPENS_FOLDERS) {
      return await use(
        (name) => join(folder, name),
        async () => {},
      );
    }
    const handle = await open(folder, constants.O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
    try {
      const base = HAS_FOLDER_NUMBERS ? `/proc/self/fd/${handle.fd}` : folder;
      // Asked once more, now of what is open: on the way to it a folder may have become a link.
      if (!this.holds(await realpath(base))) throw outsideRoot(path, "leads out of the root through a symbolic link");
      return await use(
        (name) => join(base, name),
        () => handle.sync(),
      );
    } finally {
      await handle.close();
    }
  }
}

/** @param {string} way a relative path without "." and ".." but at its start */
function isInside(way) {
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** @param {NodeJS.ErrnoException} error @returns {undefined} */
export function ifMissing(error) {
  if (error.code !== "ENOENT") throw error;
}
