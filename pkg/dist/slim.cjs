var __defProp = Object.defineProperty;
var __getOwnPropDesc = Object.getOwnPropertyDescriptor;
var __getOwnPropNames = Object.getOwnPropertyNames;
var __hasOwnProp = Object.prototype.hasOwnProperty;
var __export = (target, all) => {
  for (var name in all)
    __defProp(target, name, { get: all[name], enumerable: true });
};
var __copyProps = (to, from, except, desc) => {
  if (from && typeof from === "object" || typeof from === "function") {
    for (let key of __getOwnPropNames(from))
      if (!__hasOwnProp.call(to, key) && key !== except)
        __defProp(to, key, { get: () => from[key], enumerable: !(desc = __getOwnPropDesc(from, key)) || desc.enumerable });
  }
  return to;
};
var __toCommonJS = (mod) => __copyProps(__defProp({}, "__esModule", { value: true }), mod);

// pkg/src/slim.js
var slim_exports = {};
__export(slim_exports, {
  JsonError: () => import_library.JsonError,
  ModuleError: () => import_library.ModuleError,
  PolicyError: () => import_library.PolicyError,
  Projection: () => import_library.Projection,
  Session: () => import_library.Session,
  ToolFailure: () => import_library.ToolFailure,
  hostProfiles: () => import_library.hostProfiles,
  init: () => import_library.initFrom,
  initSync: () => import_library.initSync,
  presets: () => import_library.presets,
  version: () => import_library.version
});
module.exports = __toCommonJS(slim_exports);
var import_library = require("./library/index.cjs");
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  JsonError,
  ModuleError,
  PolicyError,
  Projection,
  Session,
  ToolFailure,
  hostProfiles,
  init,
  initSync,
  presets,
  version
});
