import { createWriteStream, openSync, type WriteStream } from "node:fs";

import type { ReplyReport } from "mcp-projection";

import { UsageError } from "./usage-error.js";

/** Lines that wait beyond this many bytes, because nobody reads them, are left out: the server's messages mustn't wait, and memory is bounded. */
const MOST_WAITING = 4 * 1024 * 1024;

/** Where a line of JSON goes for each reply. */
export interface Report {
  readonly add: (reply: ReplyReport) => void;
  /** Resolves when all lines are written. */
  readonly close: () => Promise<void>;
}

/**
 * @param file empty for standard error
 * @throws UsageError for a file that can't be written
 */
export function openReport(file: string): Report {
  // Written in the background even for standard error: who starts a server and doesn't read its standard error would stop it.
  const stream = createWriteStream(file, { fd: file === "" ? 2 : descriptorOf(file), autoClose: file !== "" });
  let isBroken = false;
  let omitted = 0;
  stream.on("error", () => {
    isBroken = true;
  });
  const line = (value: object): string => `${JSON.stringify(value)}\n`;
  return {
    add({ tool, bytesBefore, bytesAfter, decisions }) {
      if (isBroken) return;
      if (stream.writableLength > MOST_WAITING) omitted += 1;
      else stream.write(line({ tool, bytesBefore, bytesAfter, decisions }));
    },
    async close() {
      if (isBroken) return;
      if (omitted > 0) stream.write(line({ omitted }));
      await ended(stream);
    },
  };
}

function descriptorOf(file: string): number {
  try {
    return openSync(file, "a");
  } catch (error) {
    throw new UsageError(`the report ${file} can't be written: ${(error as Error).message}`);
  }
}

function ended(stream: WriteStream): Promise<void> {
  return new Promise((resolve) => {
    stream.once("error", () => { resolve(); });
    stream.end(resolve);
  });
}
