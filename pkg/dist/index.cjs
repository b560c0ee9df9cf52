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

// pkg/src/index.js
var src_exports = {};
__export(src_exports, {
  JsonError: () => import_library2.JsonError,
  PolicyError: () => import_library2.PolicyError,
  Projection: () => import_library2.Projection,
  Session: () => import_library2.Session,
  ToolFailure: () => import_library2.ToolFailure,
  hostProfiles: () => import_library2.hostProfiles,
  init: () => import_library2.init,
  presets: () => import_library2.presets,
  version: () => import_library2.version
});
module.exports = __toCommonJS(src_exports);

// pkg/src/supply/file.ts
var import_library = require("./library/index.cjs");

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

// pkg/src/supply/file.ts
(0, import_library.supply)(() => fileBytes(() => `${__dirname}/mcp_projection.wasm`) ?? require("./inline.js").moduleBytes());

// pkg/src/index.js
var import_library2 = require("./library/index.cjs");
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  JsonError,
  PolicyError,
  Projection,
  Session,
  ToolFailure,
  hostProfiles,
  init,
  presets,
  version
});
