import { constants } from "node:os";

import { say } from "./sentence.js";

/** How a server ended. */
export type Ending =
  | { readonly kind: "exited"; readonly code: number }
  | { readonly kind: "killed"; readonly signal: NodeJS.Signals }
  | { readonly kind: "unstarted"; readonly command: string; readonly error: Error };

/** Ends this process as the server ended. */
export function endLike(ending: Ending): void {
  switch (ending.kind) {
    case "exited":
      process.exit(ending.code);
      break;
    case "killed":
      dieBy(ending.signal);
      break;
    case "unstarted":
      say(`can't start ${JSON.stringify(ending.command)}: ${reasonOf(ending.error)}`);
      // As shells have it.
      process.exit(isMissing(ending.error) ? 127 : 126);
  }
}

function dieBy(signal: NodeJS.Signals): void {
  // Some signals are ignored by Node, or can't be sent on this platform; then the number says it, as shells do.
  setTimeout(() => process.exit(128 + constants.signals[signal]), 100);
  try {
    process.kill(process.pid, signal);
  } catch {
    process.exit(128 + constants.signals[signal]);
  }
}

function reasonOf(error: Error): string {
  if (isMissing(error)) return "there is no such command, or the interpreter that its first line names is missing";
  return error.message;
}

function isMissing(error: Error): boolean {
  return (error as NodeJS.ErrnoException).code === "ENOENT";
}
