// ES modules in Node: it reads the file, because parsing the module's text takes as long as compiling the module. Bundlers don't come here, but
// for esbuild with conditions of the user's own, which follows `require` in an ES module too.

import type * as inline from "../inline.js";
import { ModuleError, supply } from "../library.js";
import { fileBytes } from "./file-bytes.js";

/** The build writes `require` for it: as such esbuild would make it a function of its own, which a second esbuild wouldn't follow. */
declare function requireWhenBundled(path: "../inline.js"): typeof inline;

supply(() => fileBytes(() => new URL("../mcp_projection.wasm", import.meta.url)) ?? bundledBytes());

function bundledBytes(): Uint8Array<ArrayBuffer> {
  try {
    return requireWhenBundled("../inline.js").moduleBytes();
  } catch (cause) {
    throw new ModuleError(
      "mcp_projection.wasm isn't beside the code of mcp-projection: have the bundler resolve with the condition `module`, or leave the package out of the bundle",
      { cause },
    );
  }
}
