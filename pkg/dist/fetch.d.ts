import type { Projection, SessionOptions } from "./index.js";

/** Answers a request, as the fetch handlers of web runtimes do. */
export type FetchHandler = (request: Request) => Promise<Response>;
/** How the replies of an upstream are projected: what a `Session` may be told, with other defaults for two of them, and what concerns HTTP. */
export interface ProjectFetchOptions extends SessionOptions {
	/**
	 * A message with more bytes streams through as it is, and no body is held in memory beyond it: 16 MiB, unless said otherwise, since a worker
	 * shares little memory among many requests.
	 */
	readonly maxMessageBytes?: number | undefined;
	/**
	 * Whether a tool that no `tools/list` reply named here counts as one that declares an outputSchema, so that its structuredContent stays. Unless
	 * said otherwise, only in a session whose start went by elsewhere: its client may have been told there, and then it insists. Say yes where several
	 * instances of a handler stand in front of a server without sessions.
	 */
	readonly assumesOutputSchema?: boolean | undefined;
	/** Of how many sessions, and of how many clients without one, something is remembered: 1,000. Of more, the longest unused are forgotten. */
	readonly maxSessions?: number | undefined;
	/** What requests to an upstream that is a URL are sent with, such as the `fetch` of a service binding. The runtime's own without it. */
	readonly fetch?: FetchHandler | undefined;
}
/**
 * A fetch handler in front of an MCP server that speaks Streamable HTTP. Replies to `tools/call` go through the projection, in JSON bodies and in
 * event streams; everything else goes by as it is, in both directions: bodies byte for byte, status codes, challenges, cookies and session ids.
 *
 * Requests go to the upstream whatever their own URL says. Where the upstream can't be reached, the handler rejects with the error of its `fetch`;
 * where a response breaks off, what arrived goes on, and then the body fails with the upstream's own error.
 *
 * @param upstream the server's endpoint, or a handler that answers in its place, with bodies that are what their headers say
 * @throws TypeError for an upstream that is no http: or https: URL, and for options that are none
 */
export declare function projectFetch(upstream: string | URL | FetchHandler, projection: Projection, options?: ProjectFetchOptions): FetchHandler;
