// pkg/src/supply/edge-light.ts
import module from "../mcp_projection.wasm?module";
import { supply } from "../library/index.js";
supply(() => module);

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
