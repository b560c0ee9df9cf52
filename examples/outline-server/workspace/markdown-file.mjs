// @ts-check
// A page that came from a Markdown file is written back to it. Two things write that file, a person and this server, and only the database knows
// what the server has seen of it: lines that are in no block would be lost, so a file that has some is never written.
import { closeSync, fsyncSync, openSync, readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ToolFailure } from "mcp-projection";

import { parse } from "../markdown/parse.mjs";
import { render } from "../markdown/render.mjs";

/**
 * @param {string} path
 * @param {string} markdown what the database would write now
 * @param {string} recoveryCommand
 * @throws {ToolFailure} where the file says more than that
 */
export function requireNothingAhead(path, markdown, recoveryCommand) {
  const text = readIfThere(path);
  if (text === undefined) return;
  const ahead = linesAhead(render(parse(text)), markdown);
  if (ahead.length === 0) return;
  const [sample] = ahead;
  throw new ToolFailure(
    "PAGE_MARKDOWN_AHEAD_OF_LOG",
    `refusing to rewrite ${path}: it holds ${ahead.length} line(s) that are in no block (the first is ${JSON.stringify(sample)}); ` +
      `run the recovery_command, so that they become blocks, and call again`,
    { path, lines: ahead.length, sample, recovery_command: recoveryCommand },
  );
}

/**
 * The lines of one text that another doesn't have, however they are indented.
 *
 * @param {string} text
 * @param {string} other
 */
function linesAhead(text, other) {
  /** @type {Map<string, number>} */
  const known = new Map();
  for (const line of contentLines(other)) known.set(line, (known.get(line) ?? 0) + 1);
  return contentLines(text).filter((line) => {
    const left = known.get(line) ?? 0;
    known.set(line, left - 1);
    return left <= 0;
  });
}

/** @param {string} text */
function contentLines(text) {
  return text.split("\n").map((line) => line.trim()).filter((line) => line !== "");
}

/** @param {string} path */
function readIfThere(path) {
  try {
    // Somebody may have put a link in the file's place since it was imported.
    const real = realpathSync(path);
    if (real !== path) throw unwritable(path, `it leads to ${real} now`);
    return readFileSync(path, "utf8");
  } catch (error) {
    if (isNodeError(error) && error.code === "ENOENT") return undefined;
    throw isNodeError(error) ? unwritable(path, error.message) : error;
  }
}

/**
 * Replaces a file whole: whoever reads it meets the old text or the new one.
 *
 * @param {string} path
 * @param {string} markdown
 */
export function writeMarkdown(path, markdown) {
  const temporary = join(dirname(path), `.outline-${process.pid}.tmp`);
  try {
    // Whoever couldn't read the old one can't read the new one.
    const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0o600;
    const file = openSync(temporary, "wx", mode);
    try {
      writeFileSync(file, markdown);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw unwritable(path, error instanceof Error ? error.message : String(error));
  }
}

/**
 * @param {string} path
 * @param {string} reason
 */
function unwritable(path, reason) {
  return new ToolFailure("PAGE_MARKDOWN_UNWRITABLE", `${path} can't be written, and nothing was changed: ${reason}`, { path, reason });
}

/**
 * @param {unknown} error
 * @returns {error is NodeJS.ErrnoException}
 */
function isNodeError(error) {
  return error instanceof Error && "code" in error && "syscall" in error;
}
