// The main entry without its module, which the caller brings. The build writes the code of this entry; the types are made from here.

export * from "./index.js";
export {
  ModuleError,
  init,
  initSync,
  type CompiledModule,
  type ModuleBytes,
  type ModuleResponse,
  type ModuleSource,
  type ModuleUrl,
} from "./module.js";
