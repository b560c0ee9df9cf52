// @ts-check
// The folder that the tools work in, and what goes with it.
import { createHash } from "node:crypto";
import { homedir } from "node:os";
import { basename, join, resolve } from "node:path";

import { Backups } from "./backups.mjs";
import { Sandbox } from "./sandbox.mjs";

/**
 * @typedef {object} Workspace
 * @property {Sandbox} sandbox
 * @property {Backups} backups
 * @property {number} maxFileBytes the largest file that is read or written
 */

export const MAX_FILE_BYTES = 4 * 1024 * 1024;

/**
 * @param {object} options
 * @param {string} options.root
 * @param {string | undefined} [options.backups] a folder outside of the root; one in the user's own state by default
 * @param {number | undefined} [options.maxFileBytes]
 * @returns {Promise<Workspace>}
 */
export async function openWorkspace({ root, backups, maxFileBytes = MAX_FILE_BYTES }) {
  const sandbox = await Sandbox.open(root);
  const folder = resolve(backups ?? defaultBackups(sandbox.root));
  if (sandbox.holds(folder)) {
    throw new Error(
      `the backups would lie inside of the root, where the tools could change them; give another folder than ${folder}`,
    );
  }
  return { sandbox, backups: new Backups(folder), maxFileBytes };
}

/** The same for every process that serves this root. @param {string} root */
function defaultBackups(root) {
  const state = process.env.XDG_STATE_HOME ?? join(homedir(), ".local", "state");
  const key = createHash("sha256").update(root).digest("hex").slice(0, 12);
  return join(state, "files-server", `${basename(root) || "root"}-${key}`);
}
