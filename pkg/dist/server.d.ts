import type { CallToolResult, Decision, Policy, Projection } from "./index.js";

/** What a budget left of a payload's list, where it cut it. */
export interface CutList {
	readonly returnedCount: number;
	readonly totalCount: number;
}
/** What else `tool` can be told. */
export interface ToolOptions<Value> {
	/**
	 * A line in words that leads the reply under shape `mirrored`, made from the payload and, where a budget cut its list, from what is left of
	 * it: a line that counted the payload's own rows would promise more than the reply holds.
	 */
	readonly summary?: ((payload: Value, cut: CutList | undefined) => string) | undefined;
}
/**
 * A handler for a tool that returns its payload, any value that JSON.stringify takes, in place of a `CallToolResult`. To fail it throws a
 * `ToolFailure`.
 *
 * On a server whose replies aren't projected, the reply says the payload twice, as servers do.
 */
export declare function tool<Parameters extends unknown[], Value>(handler: (...parameters: Parameters) => Value | Promise<Value>, options?: ToolOptions<Value>): (...parameters: Parameters) => Promise<CallToolResult>;
interface RequestHandlers {
	setRequestHandler(...parameters: never[]): unknown;
}
/** An `McpServer` or a `Server` of `@modelcontextprotocol/sdk` 1.x or `@modelcontextprotocol/server` 2.x. */
export type ProjectableServer = RequestHandlers | {
	readonly server: RequestHandlers;
};
/** What a projection did with one reply. */
export interface ProjectedReply {
	readonly tool: string;
	/** The bytes of the reply, as JSON in UTF-8, that the handler returned; of a plain payload, its own. */
	readonly bytesBefore: number;
	/** The bytes of the reply that was sent. */
	readonly bytesAfter: number;
	readonly decisions: readonly Decision[];
}
/** How a server's replies are projected. */
export interface ProjectRepliesOptions {
	/**
	 * The host that the replies go to. "auto" is the connected client, by the name that it gave in its `clientInfo`. Without it the policy
	 * decides.
	 */
	readonly host?: string | undefined;
	/**
	 * Whether a thrown error that is no `ToolFailure` is answered with its own message. Without it the caller learns that the tool failed, and
	 * not from which file, query or address.
	 */
	readonly exposeMessages?: boolean | undefined;
	/** Called with each reply that was projected, for logs and metrics. */
	readonly onProjection?: ((reply: ProjectedReply) => void) | undefined;
	/**
	 * Called with what went wrong without the caller being told: what a handler threw that is no `ToolFailure`, and what a projection, a summary or
	 * `onProjection` threw. The reply of a projection that fails is sent as it was.
	 */
	readonly onError?: ((error: unknown, tool: string) => void) | undefined;
}
/**
 * Sends every `tools/call` reply of a server through a projection: successes, thrown errors, validation failures and unknown tools. It may be called
 * before tools are registered or after, once for each server.
 *
 * Under shape `content`, a tool with an outputSchema is refused, since its clients insist on structuredContent, unless the policy says
 * `"outputSchema": "strip"`; under shape `structured`, a tool without one.
 *
 * @param policy a projection, or a policy to make one from
 * @returns the server
 * @throws PolicyError for a policy that is wrong; Error for a tool that breaks the contract of its shape, and for a server that has replies projected
 * already or isn't one of the SDKs'
 */
export declare function projectReplies<Server extends ProjectableServer>(server: Server, policy: Projection | Policy, options?: ProjectRepliesOptions): Server;
