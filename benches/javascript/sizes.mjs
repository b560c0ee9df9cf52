// Bytes of what users download.

import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";

/** `{ [what]: { bytes, gzipped } }` for the module and each of the package's other built files. */
export function sizesIn(dist) {
  const files = readdirSync(dist, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const names = files.map(({ parentPath, name }) => path.relative(dist, path.join(parentPath, name)).replaceAll(path.sep, "/"));
  return Object.fromEntries(
    names
      .filter((name) => name !== "stamp.json")
      .sort()
      .map((name) => [name === "mcp_projection.wasm" ? "wasm module" : name, sizeOf(readFileSync(path.join(dist, name)))]),
  );
}

const sizeOf = (content) => ({ bytes: content.length, gzipped: gzipSync(content, { level: 9 }).length });
