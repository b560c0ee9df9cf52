// All of the code and no module: what the entries, each of which brings the module in its own way, have in common.

export * from "./index.js";
export { ModuleError, init as initFrom, initSync, supply } from "./module.js";
