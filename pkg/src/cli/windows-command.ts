// What to start for a command. Everywhere but on Windows that is the command itself; there, npx and what npm installs are batch files,
// which only cmd.exe can run, and its rules for arguments differ from everybody else's.

import { existsSync } from "node:fs";
import path from "node:path";

export interface Spawnable {
  readonly file: string;
  readonly args: readonly string[];
  readonly options: { readonly windowsVerbatimArguments?: boolean };
}

/** @throws Error for an argument that no batch file can be given */
export function spawnable(command: string, args: readonly string[]): Spawnable {
  const batchFile = process.platform === "win32" ? batchFileOf(command) : undefined;
  if (batchFile === undefined) return { file: command, args, options: {} };
  const line = [quoted(batchFile), ...args.map(argument)].join(" ");
  return {
    file: process.env["ComSpec"] ?? "cmd.exe",
    // No AutoRun; with the extensions that `%cd:~,%` needs, and without delayed expansion, which would read `!`.
    args: ["/d", "/e:on", "/v:off", "/s", "/c", `"${line}"`],
    options: { windowsVerbatimArguments: true },
  };
}

/** The batch file that a command means, by the folders and endings of the environment; undefined where it is a program, or isn't there. */
function batchFileOf(command: string): string | undefined {
  const { win32 } = path;
  const folders = /[\\/:]/.test(command) ? [""] : (process.env["PATH"] ?? "").split(";").filter((folder) => folder !== "");
  const endings = (process.env["PATHEXT"] ?? ".COM;.EXE;.BAT;.CMD").split(";");
  const names = win32.extname(command) === "" ? endings.map((ending) => command + ending) : [command];
  const files = folders.flatMap((folder) => names.map((name) => (folder === "" ? name : win32.join(folder, name))));
  const found = files.find((file) => existsSync(file));
  return found !== undefined && /\.(?:bat|cmd)$/i.test(found) ? found : undefined;
}

/** An argument as a batch file hands it on: bare where nothing in it means anything to anybody, else in quotes. */
function argument(text: string): string {
  return /^[\w+\-./:@\\]+$/.test(text) ? text : quoted(text);
}

/**
 * A text that is one argument, itself, to cmd.exe, to the batch file's line that has it again, and to the program at the end. In quotes cmd.exe
 * reads nothing but quotes and percent signs; a doubled quote leaves them open for cmd.exe and is a quote for the program; and a
 * percent sign can't be escaped, but an empty piece of a variable behind it keeps it from starting a name.
 */
function quoted(text: string): string {
  if (/[\0\r\n]/.test(text)) throw new Error(`a batch file can't be given the line break in ${JSON.stringify(text)}`);
  const withBackslashes = text.replace(/(\\+)(?="|$)/g, "$1$1");
  return `"${withBackslashes.replaceAll('"', '""').replaceAll("%", "%%cd:~,%")}"`;
}
