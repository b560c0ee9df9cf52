// pkg/src/slim.js
import { JsonError, PolicyError, Projection, Session, ToolFailure, hostProfiles, presets, version, initFrom, initSync, ModuleError } from "./library/index.js";
export {
  JsonError,
  ModuleError,
  PolicyError,
  Projection,
  Session,
  ToolFailure,
  hostProfiles,
  initFrom as init,
  initSync,
  presets,
  version
};
