// pkg/src/supply/node.ts
import { ModuleError, supply } from "../library/index.js";

// pkg/build/digest.js
var moduleLength = 249211;

// pkg/src/supply/file-bytes.ts
function fileBytes(path) {
  try {
    const bytes = process.getBuiltinModule("node:fs").readFileSync(path());
    return bytes.length === moduleLength ? bytes : void 0;
  } catch {
    return void 0;
  }
}

// pkg/src/supply/node.ts
supply(() => fileBytes(() => new URL("../mcp_projection.wasm", import.meta.url)) ?? bundledBytes());
function bundledBytes() {
  try {
    return require("../inline.js").moduleBytes();
  } catch (cause) {
    throw new ModuleError(
      "mcp_projection.wasm isn't beside the code of mcp-projection: have the bundler resolve with the condition `module`, or leave the package out of the bundle",
      { cause }
    );
  }
}

// pkg/src/index.js
import { JsonError, PolicyError, Projection, Session, ToolFailure, hostProfiles, init, presets, version } from "../library/index.js";
export {
  JsonError,
  PolicyError,
  Projection,
  Session,
  ToolFailure,
  hostProfiles,
  init,
  presets,
  version
};
