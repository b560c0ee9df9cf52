// The main entry without its module, which the caller brings. The build writes the code of this entry; the types are made from here.

export * from "./index.js";
export { ModuleError, init, initSync, type ModuleBytes, type ModuleSource } from "./module.js";
