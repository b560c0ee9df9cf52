// Where the WebAssembly module comes from: an entry that holds it supplies it, or a caller brings it.

import { moduleDigest, moduleSection } from "../build/digest.js";
import { kindOf } from "./call.js";

// Types of our own, since not every project that uses the package has types for what browsers have.

/** A `WebAssembly.Module`, whose type has no members. */
export type CompiledModule = object;

/** A compiled module, or the bytes of one. */
export type ModuleBytes = CompiledModule | ArrayBuffer | ArrayBufferView;

/** What a `Response` has that matters here. */
export interface ModuleResponse {
  readonly ok: boolean;
  readonly status: number;
  readonly url: string;
  readonly headers: { get(name: string): string | null };
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** A `URL` to fetch. */
export interface ModuleUrl {
  readonly href: string;
}

/** A module, its bytes, a response with them, or where they are to be fetched. */
export type ModuleSource = ModuleBytes | ModuleResponse | ModuleUrl;

/** There is no WebAssembly module yet, or what was given for one isn't this version's. The message says what to do. */
export class ModuleError extends Error {
  static {
    this.prototype.name = "ModuleError";
  }
}

let compiled: WebAssembly.Module | undefined;
let supplied: (() => ModuleBytes) | undefined;

/** Says where the module comes from unless a caller brings one. It is asked at the first use, once. */
export function supply(source: () => ModuleBytes): void {
  supplied ??= source;
}

/**
 * The module; the first call compiles it.
 *
 * @throws ModuleError where nobody brought one; whatever keeps the runtime from compiling it
 */
export function compiledModule(): WebAssembly.Module {
  return (compiled ??= compiledNow(suppliedModule()));
}

/** Compiles the supplied module while other work goes on, for those who would rather wait for a promise than for the first call. */
export async function compile(): Promise<void> {
  if (compiled !== undefined) return;
  const module = await compiledLater(suppliedModule());
  compiled ??= module;
}

/**
 * Brings the module and compiles it while other work goes on. Nothing works before it is there. Where a module is there already, the call
 * does nothing.
 *
 * @param source a compiled module, its bytes, a `Response` with them or a promise of one, or a URL to fetch
 * @throws ModuleError for a response without a module in it, and for a module of another version of this package; CompileError for bytes that
 * are no module. After that it can be called again.
 */
export async function init(source: ModuleSource | Promise<ModuleSource>): Promise<void> {
  if (compiled !== undefined) return;
  const found = await source;
  requireSource(found, "init");
  const module = isUrl(found) || isResponse(found) ? await received(found) : await compiledLater(found);
  requireThisVersion(module);
  compiled ??= module;
}

/**
 * The same at once, from a compiled module or its bytes.
 *
 * @throws ModuleError for a module of another version of this package; CompileError for bytes that are no module
 */
export function initSync(source: ModuleBytes): void {
  if (compiled !== undefined) return;
  requireSource(source, "initSync");
  const module = compiledNow(source);
  requireThisVersion(module);
  compiled = module;
}

function suppliedModule(): ModuleBytes {
  if (supplied === undefined) {
    throw new ModuleError(
      "the WebAssembly module isn't there yet: mcp-projection/slim needs `await init(source)` or `initSync(bytes)` before the first use",
    );
  }
  return supplied();
}

function compiledNow(source: ModuleBytes): WebAssembly.Module {
  return isModule(source) ? source : new WebAssembly.Module(source);
}

function compiledLater(source: ModuleBytes): Promise<WebAssembly.Module> {
  return isModule(source) ? Promise.resolve(source) : WebAssembly.compile(source);
}

/** The module in a response, compiled while it arrives where the runtime can do that. */
async function received(source: ModuleResponse | URL): Promise<WebAssembly.Module> {
  const response = isUrl(source) ? await fetched(source) : source;
  const { ok, status, url } = response;
  if (!ok) throw new ModuleError(`the WebAssembly module didn't come: status ${String(status)} from ${url === "" ? "its source" : url}`);
  // Nothing else is compiled as it arrives, so that a server which doesn't know the type costs time and no more.
  const isStreamable = response.headers.get("content-type")?.toLowerCase() === "application/wasm";
  const { compileStreaming } = WebAssembly as Partial<typeof WebAssembly>;
  if (isStreamable && compileStreaming !== undefined) return compileStreaming.call(WebAssembly, response as Response);
  return WebAssembly.compile(await response.arrayBuffer());
}

async function fetched(url: URL): Promise<ModuleResponse> {
  try {
    return await fetch(url);
  } catch (cause) {
    throw new ModuleError(`the WebAssembly module can't be fetched from ${url.href}: where that is a file, read it and pass its bytes`, { cause });
  }
}

/** Code and module call each other by numbers and offsets, so that those of two versions would compute nonsense together. */
function requireThisVersion(module: WebAssembly.Module): void {
  const [section] = WebAssembly.Module.customSections(module, moduleSection);
  // A bundler may have stripped the section: that is no reason to refuse the module.
  if (section === undefined || new TextDecoder().decode(section) === moduleDigest) return;
  throw new ModuleError(
    "the WebAssembly module is that of another version of mcp-projection: use mcp_projection.wasm of the package that this code is from",
  );
}

// The compiler keeps TypeScript callers from these; JavaScript callers need the sentence.

function requireSource(source: unknown, name: "init" | "initSync"): void {
  if (name === "init" && (isUrl(source) || isResponse(source))) return;
  if (isModule(source) || isBytes(source)) return;
  const sources = name === "init" ? "a WebAssembly.Module, its bytes, a Response or a URL" : "a WebAssembly.Module or its bytes";
  throw new TypeError(`${name} of mcp-projection/slim takes ${sources}, not ${kindOf(source)}`);
}

// Edge runtimes compile modules, and read bytes, in another realm than that of the code, where `instanceof` finds nothing.

function isModule(source: unknown): source is WebAssembly.Module {
  return tagOf(source) === "[object WebAssembly.Module]";
}

function isBytes(source: unknown): source is BufferSource {
  return ArrayBuffer.isView(source) || tagOf(source) === "[object ArrayBuffer]";
}

function isResponse(source: unknown): source is ModuleResponse {
  return tagOf(source) === "[object Response]";
}

function isUrl(source: unknown): source is URL {
  return tagOf(source) === "[object URL]";
}

function tagOf(value: unknown): string {
  return Object.prototype.toString.call(value);
}
