// @ts-check
// What can go wrong, each with a code for programs, a sentence that says what to do, and data to do it with.
import { ToolFailure } from "mcp-projection";

/**
 * A path as it may stand in a sentence: a name can hold line breaks, and whatever else somebody would like a reader
 * to take for a part of the sentence.
 *
 * @param {string} path
 */
export function quoted(path) {
  return /[\p{C}\p{Zl}\p{Zp}"\\]/u.test(path) ? JSON.stringify(path) : `"${path}"`;
}

/** @param {string} path @param {string} [reason] */
export function notFound(path, reason = "there is no such file") {
  return new ToolFailure("NOT_FOUND", `${quoted(path)}: ${reason}; check the path, or make the file with write_file`, {
    path,
  });
}

/** @param {string} path @param {string} reason */
export function outsideRoot(path, reason) {
  return new ToolFailure(
    "PATH_OUTSIDE_ROOT",
    `${quoted(path)} ${reason}; this server only has what lies below its root, so give a path relative to that`,
    { path },
  );
}

/** @param {string} path @param {string} kind */
export function notAFile(path, kind) {
  return new ToolFailure("NOT_A_FILE", `${quoted(path)} is ${kind}; expected a file`, { path, kind });
}

/** @param {string} path @param {string} reason @param {number} offset in bytes, from 0 */
export function binaryFile(path, reason, offset) {
  return new ToolFailure(
    "BINARY_FILE",
    `${quoted(path)} has ${reason} at byte ${offset}; this server reads and writes UTF-8 text only`,
    { path, offset },
  );
}

/** @param {string} path @param {number} bytes @param {number} limit */
export function fileTooLarge(path, bytes, limit) {
  return new ToolFailure(
    "FILE_TOO_LARGE",
    `${quoted(path)} has ${bytes} bytes, over the limit of ${limit}; raise --max-file-bytes, or use another tool for it`,
    { path, bytes, limit },
  );
}

/** @param {string} path @param {string} expected @param {string | undefined} actual absent where the file is gone */
export function staleHash(path, expected, actual) {
  const now = actual === undefined ? "it is gone" : `its hash is ${actual}`;
  return new ToolFailure(
    "STALE_HASH",
    `${quoted(path)} isn't as you saw it: you expected hash ${expected}, and ${now}; read it again and repeat the edit`,
    { path, expected_hash: expected, ...(actual === undefined ? {} : { actual_hash: actual }) },
  );
}

/** @param {string} path @param {string | undefined} hash as this server read it; absent where there was no file */
export function changedMeanwhile(path, hash) {
  return new ToolFailure(
    "STALE_HASH",
    `${quoted(path)} was changed by somebody else at this very moment; nothing was written: read it again and repeat`,
    { path, ...(hash === undefined ? {} : { expected_hash: hash }) },
  );
}

/** @type {Map<string, [code: string, reason: string]>} */
const SYSTEM_ERRORS = new Map([
  ["EACCES", ["ACCESS_DENIED", "the system doesn't let this server touch it"]],
  ["EPERM", ["ACCESS_DENIED", "the system doesn't let this server touch it"]],
  ["EROFS", ["ACCESS_DENIED", "it lies on a file system that can't be written to"]],
  ["ENOSPC", ["DISK_FULL", "there is no room left to write it"]],
  ["EDQUOT", ["DISK_FULL", "there is no room left to write it"]],
  ["ENAMETOOLONG", ["INVALID_PATH", "the name is too long"]],
  ["EMFILE", ["BUSY", "too many files are open; try again"]],
]);

/**
 * What the file system says, in this server's words. Its own message would name places outside of the root.
 *
 * @param {string} path as the caller wrote it
 * @param {unknown} error
 */
export function fileSystemFailure(path, error) {
  if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string") return error;
  if (error instanceof ToolFailure) return error;
  switch (error.code) {
    case "ENOENT":
      return notFound(path);
    case "EISDIR":
      return notAFile(path, "a folder");
    case "ENOTDIR":
      return notFound(path, "a part of the path is no folder");
    // A link where there was none when the path was resolved: it was swapped under our feet.
    case "ELOOP":
      return outsideRoot(path, "is or goes through a symbolic link that can't be followed");
    default: {
      const [code, reason] = SYSTEM_ERRORS.get(error.code) ?? ["IO_ERROR", `the file system answered ${error.code}`];
      return new ToolFailure(code, `${quoted(path)}: ${reason}`, { path, system: error.code });
    }
  }
}
