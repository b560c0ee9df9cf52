// What the compiler must accept, and must refuse, of a program that brings the module itself.

import * as main from "mcp-projection";
import { ModuleError, Projection, init, initSync, type ModuleBytes, type ModuleSource, type Policy } from "mcp-projection/slim";
import module from "mcp-projection/mcp_projection.wasm";

// Its type has no members, so that any object would do; what isn't a module is refused when it runs.
initSync(module);
initSync(new Uint8Array());
await init(fetch("https://example.com/mcp_projection.wasm"));
await init(new URL("https://example.com/mcp_projection.wasm"));
await init(new ArrayBuffer(0));

export const bytes: ModuleBytes = module;
export const source: ModuleSource = new Response();
export const error: Error = new ModuleError("a");

// It has the main entry's classes, not others like them.
export const policy: Policy = main.presets.outline;
export const projection: main.Projection = new Projection(policy);

// @ts-expect-error A path is no URL.
await init("mcp_projection.wasm");
// @ts-expect-error There is nothing to start from.
await init();
// The main entry has a module already.
await main.init();
