export { Annotations, AudioContent, Budget, Call, CallToolResult, ClientLines, ContentBlock, Decision, EchoBudget, Elsewhere, EmbeddedResource, ErrorShape, Failure, Flatten, Framing, HostFact, HostProfile, Icon, ImageContent, JsonError, ListBudget, Meta, Policy, PolicyError, Projection, ProjectionOptions, PruneRule, ReplyReport, ResourceLink, Restated, Scalar, Session, SessionOptions, Severity, Shape, TextContent, ToolFailure, ToolForms, ToolPolicy, expandColumns, hostProfiles, presets, version } from "./index.cjs";

/** A `WebAssembly.Module`, whose type has no members. */
export type CompiledModule = object;
/** A compiled module, or the bytes of one. */
export type ModuleBytes = CompiledModule | ArrayBuffer | ArrayBufferView;
/** What a `Response` has that matters here. */
export interface ModuleResponse {
	readonly ok: boolean;
	readonly status: number;
	readonly url: string;
	readonly headers: {
		get(name: string): string | null;
	};
	arrayBuffer(): Promise<ArrayBuffer>;
}
/** A `URL` to fetch. */
export interface ModuleUrl {
	readonly href: string;
}
/** A module, its bytes, a response with them, or where they are to be fetched. */
export type ModuleSource = ModuleBytes | ModuleResponse | ModuleUrl;
/** There is no WebAssembly module yet, or what was given for one isn't this version's. The message says what to do. */
export declare class ModuleError extends Error {
}
/**
 * Brings the module and compiles it while other work goes on. Nothing works before it is there. Where a module is there already, the call
 * does nothing.
 *
 * @param source a compiled module, its bytes, a `Response` with them or a promise of one, or a URL to fetch
 * @throws ModuleError for a response without a module in it, and for a module of another version of this package; CompileError for bytes that
 * are no module. After that it can be called again.
 */
export declare function init(source: ModuleSource | Promise<ModuleSource>): Promise<void>;
/**
 * The same at once, from a compiled module or its bytes.
 *
 * @throws ModuleError for a module of another version of this package; CompileError for bytes that are no module
 */
export declare function initSync(source: ModuleBytes): void;
