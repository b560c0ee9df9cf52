import { writeSync } from "node:fs";

/**
 * Tells a person something, on standard error. Not by process.stderr: that makes the descriptor non-blocking, for the server that shares it
 * as well, whose own writes could then fail.
 */
export function say(sentence: string): void {
  try {
    writeSync(2, `mcp-projection: ${sentence}\n`);
  } catch {
    // Nobody listens.
  }
}
