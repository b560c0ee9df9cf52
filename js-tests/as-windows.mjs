// Preloaded, it lets a program believe that it runs on Windows: what it would start is written down instead.

import childProcess from "node:child_process";
import { EventEmitter } from "node:events";
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { PassThrough } from "node:stream";

Object.defineProperty(process, "platform", { value: "win32" });

const files = new Set(process.env.WINDOWS_FILES.split("|"));
fs.existsSync = (file) => files.has(file);

childProcess.spawn = (file, args, { windowsVerbatimArguments = false }) => {
  fs.writeSync(2, `${JSON.stringify({ file, args, windowsVerbatimArguments })}\n`);
  const server = Object.assign(new EventEmitter(), { pid: 1, stdin: new PassThrough(), stdout: new PassThrough() });
  server.stdout.end();
  setImmediate(() => server.emit("exit", 0, null));
  return server;
};
syncBuiltinESMExports();
