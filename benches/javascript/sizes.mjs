// Bytes of what users download.

import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";

/** `{ [what]: { bytes, gzipped } }` for the module inside the package and each of the package's built files. */
export function sizesIn(dist) {
  const files = readdirSync(dist).filter((name) => name.startsWith("index."));
  return {
    "wasm module": sizeOf(wasmModule(dist)),
    ...Object.fromEntries(files.map((name) => [name, sizeOf(readFileSync(path.join(dist, name)))])),
  };
}

/** The module lies in the package as base64, in which every module starts alike. */
function wasmModule(dist) {
  const found = /"(AGFzb[A-Za-z0-9+/=]+)"/.exec(readFileSync(path.join(dist, "index.js"), "utf8"));
  if (found === null) throw new Error(`no WebAssembly module in ${path.join(dist, "index.js")}`);
  return Buffer.from(found[1], "base64");
}

const sizeOf = (content) => ({ bytes: content.length, gzipped: gzipSync(content, { level: 9 }).length });
