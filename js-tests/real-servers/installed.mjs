// Where `npm run setup` has put the servers: a folder of the cache that is named after what is asked for.

import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const asked = ["package-lock.json", "requirements.txt"].map((name) => readFileSync(new URL(name, import.meta.url)));
const hash = createHash("sha256").update(Buffer.concat(asked)).digest("hex").slice(0, 12);
const cache = path.join(process.env.XDG_CACHE_HOME || path.join(homedir(), ".cache"), "mcp-projection");
const folder = path.join(cache, `real-servers-${hash}`);

/** The file that an npm package's command runs. */
export const commandFile = (name) => installed(path.join(folder, "node_modules/.bin", name), "npm run setup");

/** Where an npm package is. */
export const packageFolder = (name) => installed(path.join(folder, "node_modules", name), "npm run setup");

/** The Python that has the servers of PyPI. */
export const python = () => installed(path.join(folder, "python/bin/python"), "npm run setup");

/** The browser that the tests in a browser take, too. */
export function chromium() {
  const files = ["/usr/bin/chromium", "/usr/bin/google-chrome", "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"];
  const remedy = "npm run setup, or install Chromium and name its program in CHROMIUM";
  return installed(process.env.CHROMIUM ?? files.find((file) => existsSync(file)) ?? files[0], remedy);
}

/** The package as it is installed for these tests. */
export const wrapper = fileURLToPath(new URL("./dist/cli.js", import.meta.resolve("mcp-projection/package.json")));

function installed(file, remedy) {
  if (!existsSync(file)) throw new Error(`${file} is missing: run ${remedy}`);
  return file;
}
