// The server as a child: what goes in, what comes out, and how it ends.

import { spawn, type ChildProcessByStdio } from "node:child_process";
import { closeSync } from "node:fs";
import { Socket } from "node:net";
import type { Readable, Writable } from "node:stream";

import type { Session } from "mcp-projection";

import type { Ending } from "./ending.js";
import { forwardSignals } from "./signals.js";
import { spawnable } from "./windows-command.js";

type Server = ChildProcessByStdio<Writable, Readable, null>;

/** Runs a server whose replies pass through a session, until it has ended and what it wrote is on its way. */
export async function relay(command: string, args: readonly string[], session: Session): Promise<Ending> {
  let server: Server;
  try {
    const { file, args: argumentsOfFile, options } = spawnable(command, args);
    server = spawn(file, [...argumentsOfFile], { ...options, stdio: ["pipe", "pipe", "inherit"] });
  } catch (error) {
    return { kind: "unstarted", command, error: error as Error };
  }
  const stopForwarding = forwardSignals(server);
  const written = pass(server, session);
  const ending = await endingOf(server, command);
  // Whoever stops the wrapper now, while it waits for what the server's own children still write, stops it at once.
  stopForwarding();
  process.stdin.destroy();
  if (ending.kind !== "unstarted") await written;
  return ending;
}

/** Resolves when the server is gone, or couldn't be started. What it wrote may still be on its way. */
function endingOf(server: Server, command: string): Promise<Ending> {
  return new Promise((resolve) => {
    server.once("exit", (code, signal) => {
      resolve(signal === null ? { kind: "exited", code: code ?? 0 } : { kind: "killed", signal });
    });
    server.on("error", (error) => {
      // Else it is a signal that couldn't be delivered, to a server that is just gone.
      if (server.pid === undefined) resolve({ kind: "unstarted", command, error });
    });
  });
}

/** Lets messages pass both ways. Resolves when the server's output has ended and is written. */
function pass(server: Server, session: Session): Promise<void> {
  const fromClient = session.clientLines();
  const fromServer = session.serverLines();
  const stdout = standardOutput();
  void pump(process.stdin, server.stdin, {
    passed: (chunk) => {
      // Before the server can have them: its answer mustn't come before its question.
      fromClient.push(chunk);
      return [chunk];
    },
    rest: () => [],
  }).then(() => {
    server.stdin.end();
  });
  process.stdin.once("close", () => {
    close(0);
  });
  return pump(server.stdout, stdout, { passed: (chunk) => fromServer.push(chunk), rest: () => fromServer.finish() }).then(() => {
    // Its end() would shut a socket down for all who have it.
    stdout.destroy();
    close(1);
  });
}

interface Passage {
  readonly passed: (chunk: Uint8Array) => Uint8Array[];
  /** What is left when the source has ended. */
  readonly rest: () => Uint8Array[];
}

const NOTHING = new Uint8Array();

/** Sends on what a source has, at once but no faster than it is taken. Resolves when all is written, or nobody reads any more. */
function pump(source: Readable, sink: Writable, { passed, rest }: Passage): Promise<void> {
  const send = (parts: readonly Uint8Array[]): boolean => {
    let hasRoom = true;
    // Parts of one chunk are one write.
    sink.cork();
    for (const part of parts) hasRoom = sink.write(part);
    sink.uncork();
    return hasRoom;
  };
  return new Promise((resolve) => {
    source.on("data", (chunk: Uint8Array) => {
      if (send(passed(chunk))) return;
      source.pause();
      sink.once("drain", () => source.resume());
    });
    const finish = (): void => {
      send(rest());
      sink.write(NOTHING, () => {
        resolve();
      });
    };
    source.once("end", finish);
    // What breaks has ended; what it sent goes on.
    source.once("error", finish);
    // Where nobody reads any more, whoever writes to the source is to hear of that, as without the wrapper.
    const abandon = (): void => {
      source.destroy();
      resolve();
    };
    sink.on("error", abandon);
    sink.once("close", abandon);
  });
}

/** Of a pipe a stream that can be closed, which process.stdout never is; else process.stdout. */
function standardOutput(): Writable {
  try {
    return new Socket({ fd: 1, readable: false, writable: true });
  } catch {
    return process.stdout;
  }
}

/** Streams of descriptors 0 to 2 leave them open at their end; but a client waits for its server's, and writes until nobody reads. */
function close(descriptor: number): void {
  try {
    closeSync(descriptor);
  } catch {
    // It is closed.
  }
}
