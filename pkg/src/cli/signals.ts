import type { ChildProcess } from "node:child_process";

/** Those that a process can hear of and that ask something of it. */
const SIGNALS: readonly NodeJS.Signals[] =
  process.platform === "win32" ? ["SIGINT", "SIGBREAK", "SIGHUP"] : ["SIGHUP", "SIGINT", "SIGQUIT", "SIGTERM", "SIGUSR1", "SIGUSR2"];

/**
 * Lets the server have the signals that come here, rather than end because of them: the server decides.
 *
 * @returns undoes it
 */
export function forwardSignals(server: ChildProcess): () => void {
  const forward = (signal: NodeJS.Signals): void => {
    // On Windows, every process of a console hears of its keys by itself, and a forwarded signal ends a process without asking it.
    if (process.platform !== "win32") server.kill(signal);
  };
  for (const signal of SIGNALS) process.on(signal, forward);
  return () => {
    for (const signal of SIGNALS) process.off(signal, forward);
  };
}
