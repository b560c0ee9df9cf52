// pkg/src/supply/inline.ts
import { moduleBytes } from "./inline.js";
import { supply } from "./library/index.js";
supply(moduleBytes);

// pkg/src/index.js
import { JsonError, PolicyError, Projection, Session, ToolFailure, hostProfiles, init, presets, version } from "./library/index.js";
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
