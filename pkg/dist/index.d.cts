/**
 * JSON with lists of objects in place of columns: the exact inverse of what a policy's `"lists": "columns"` makes of compact JSON, for programs that read
 * a text which was written for a model. JSON without columns comes back compact.
 *
 * Should the engine trap, it is replaced, and the call returns its input.
 *
 * @param json a text, or its bytes in UTF-8; the answer is of the same kind
 * @throws JsonError for what is no JSON, and for columns that stand for more than the engine takes
 */
export declare function expandColumns<Json extends string | Uint8Array>(json: Json): Json extends string ? string : Uint8Array;
interface JsonErrorPlace {
	readonly offset: number;
	readonly line: number;
	readonly column: number;
	readonly expected: string;
}
/**
 * A text that is no JSON value (for a reply: no object), or one that is over a limit of the engine (512 levels of nesting).
 * The message names the place and what was expected there.
 */
export declare class JsonError extends Error {
	/** The first byte that can't be part of the JSON value, counted in UTF-8 bytes from 0; the text's length where it ends too early. */
	readonly offset: number;
	/** The line of `offset`, from 1; a line ends after each line feed. */
	readonly line: number;
	/** The column of `offset` in its line, from 1, in UTF-8 bytes. */
	readonly column: number;
	/** What should have stood there, for example "`,` or `}`". */
	readonly expected: string;
	constructor(message: string, place: JsonErrorPlace);
}
/** A policy that can't be followed. The message names the place and what was expected there. */
export declare class PolicyError extends Error {
	/** The place in the policy as a JSON Pointer (RFC 6901); "" is the policy itself. */
	readonly pointer: string;
	constructor(message: string, pointer: string);
}
/** What a handler has to say about why it failed. */
export interface Failure {
	/** A name that programs can tell failures apart by, such as "PAGE_NOT_FOUND"; never empty. */
	readonly code: string;
	/** A sentence for whoever reads the reply. */
	readonly message: string;
	/** Any payload that helps the reader to recover; absent when there is none. */
	readonly data?: unknown;
}
/**
 * A tool call that failed, to be thrown by a handler and turned into its reply by
 * `Projection.failure`.
 */
export declare class ToolFailure extends Error implements Failure {
	readonly code: string;
	readonly data?: unknown;
	/** @throws TypeError where `code` is empty or `code` or `message` is no string. */
	constructor(code: string, message: string, data?: unknown);
}
/** A policy: the document that says, per tool, how a payload is projected. */
export interface Policy {
	/** The address of the schema that describes this document, for editors. */
	readonly $schema?: string | undefined;
	/** The version of this format, also where it is absent. */
	readonly version?: 1 | undefined;
	/** The pruning rules that `defaults` and `tools` refer to by name. */
	readonly prune?: Readonly<Record<string, PruneRule>> | undefined;
	/** What holds for every tool unless its own entry says otherwise. */
	readonly defaults?: ToolPolicy | undefined;
	/**
	 * What holds for single tools, by exact name or by a glob in which `*` stands for any text. The
	 * most specific entry wins, and its members override `defaults` one by one.
	 */
	readonly tools?: Readonly<Record<string, ToolPolicy>> | undefined;
}
/** A guard, and what goes from the objects that it holds for, at any depth. */
export interface PruneRule {
	/** The members that an object must all have, whatever their values. */
	readonly where: readonly string[];
	/** Members that go whatever their value, each with where the reader has it instead; one that an argument supplies only if it equals it. */
	readonly drop?: Readonly<Record<string, Elsewhere>> | undefined;
	/** Members that go when they are exactly this value. */
	readonly dropEqual?: Readonly<Record<string, Scalar>> | undefined;
	/** Members that go when they are `[]` or `{}`. */
	readonly dropEmpty?: readonly string[] | undefined;
}
/**
 * Where the reader has a dropped member instead: in a sibling that restates it (`"text"`), in an
 * argument of the call (`"arguments.slug"`) or in another tool's answer (`"tool:outl_page_get"`).
 */
export type Elsewhere = string | Restated;
/** A sibling that restates a dropped member, but for members of it that only tag its syntax. */
export interface Restated {
	/** The sibling's name. */
	readonly in: string;
	/** Names of members of the dropped value that needn't occur in the sibling. */
	readonly except?: readonly string[] | undefined;
}
/** A value to compare with. A number is an integer; one beyond 2^53 is given as a bigint of at most 64 bits. */
export type Scalar = null | boolean | string | number | bigint;
/** Which channels of a success carry the payload. */
export type Shape = "content" | "mirrored" | "structured";
/** How an error is written. */
export type ErrorShape = "envelope" | "mirrored" | "text";
/** What a policy says of one tool, or of all by default. An absent member says nothing. */
export interface ToolPolicy {
	/** Which channels of a success carry the payload; "content" where nothing says otherwise. */
	readonly shape?: Shape | undefined;
	/** How an error is written; "envelope" where nothing says otherwise. */
	readonly error?: ErrorShape | undefined;
	/** The names of the pruning rules that hold. */
	readonly prune?: readonly string[] | undefined;
	/** The string member whose raw text is sent in place of the payload, under shape "content" only. */
	readonly flatten?: Flatten | undefined;
	/** Under shape "structured" only, the string member that the text block repeats byte for byte. */
	readonly textMember?: string | undefined;
	/** The member of a finished reply's structuredContent that holds the payload; `ok: false` beside it is an error. */
	readonly unwrap?: string | undefined;
	/** How much of a list is sent. */
	readonly budget?: Budget | undefined;
	/** Whether JSON in the texts of a finished reply is data, which is pruned and compacted; without this it may be a document. */
	readonly compactText?: boolean | undefined;
	/** Members and values that, all of them at the payload's top, make a finished success an error. */
	readonly errorWhen?: Readonly<Record<string, Scalar>> | undefined;
	/** What whoever sends `tools/list` does with the tool's `outputSchema`: without it, no client insists on structuredContent. */
	readonly outputSchema?: "keep" | "strip" | undefined;
	/**
	 * How lists of objects with the same members are written in texts under shape "content"; "objects" where nothing says otherwise. "columns" has the
	 * member names once, where that is clearly shorter: `expandColumns` has the objects back.
	 */
	readonly lists?: "objects" | "columns" | undefined;
	/** Whether a reply with lists as columns says in a text block of its own, before the JSON, how to read them. */
	readonly listsNote?: boolean | undefined;
	/** The MCP host whose profile applies: its id, its client's name, or "auto" for the one that each call names. */
	readonly host?: string | undefined;
	/** How severe each rule of the contract linter is; it changes no reply. */
	readonly contract?: Readonly<Record<string, Severity>> | undefined;
}
/** Sends one string member's raw text in place of the payload. */
export interface Flatten {
	/** The string member. */
	readonly member: string;
	/** Where the reader has each other member of the payload. */
	readonly elsewhere?: Readonly<Record<string, Elsewhere>> | undefined;
	/**
	 * With "block", members that `elsewhere` doesn't name follow as compact JSON in a second text
	 * block; without it they stop the flatten.
	 */
	readonly remainder?: "block" | undefined;
}
/** How much of a list is sent, in UTF-8 bytes of the payload's compact JSON. */
export type Budget = ListBudget | EchoBudget;
/** Keeps the longest prefix of a list that fits. */
export interface ListBudget {
	/** The list member's name, or "*" for the only list there is. */
	readonly items: string;
	readonly maxBytes: number;
	/** What to do for the rest, in words for the model. */
	readonly hint?: string | undefined;
}
/** Keeps or drops a list as a whole: what a write echoes. */
export interface EchoBudget {
	/** The list member's name. */
	readonly echo: string;
	readonly maxBytes: number;
	/** How to get what was dropped, in words for the model. */
	readonly hint?: string | undefined;
}
/** How severe a finding of the contract linter is. */
export type Severity = "off" | "warn" | "error";
/** What is known of an MCP host, and the forms in which a reply reaches its model whole. */
export interface HostProfile {
	/** The id by which a policy, a projection or a call names it. */
	readonly host: string;
	readonly title: string;
	/** The names by which its client introduces itself (`clientInfo.name`), in any case; `*` stands for any text. */
	readonly clientNames: readonly string[];
	/** The shape of a success. A tool with an `outputSchema` keeps its structuredContent, and the text then says all of it. */
	readonly shape: Shape;
	readonly error: ErrorShape;
	/** Why these forms. */
	readonly why: string;
	readonly facts: readonly HostFact[];
}
/** Something that was found out about a host. Hosts change: each fact has its date. */
export interface HostFact {
	readonly says: string;
	/** A year and a month, such as "2026-11". */
	readonly date: string;
	/** "source": read in the host's own source. "reported": by others, in public. */
	readonly evidence: "source" | "reported";
	/** A web address. */
	readonly source: string;
}
/** The profiles of all known hosts; each call gives new objects. */
export declare function hostProfiles(): HostProfile[];
/** Compiles the supplied module while other work goes on, for those who would rather wait for a promise than for the first call. */
declare function compile(): Promise<void>;
/** Policies that projects in the field found right; frozen, to be spread where they need a change. */
export declare const presets: {
	/**
	 * An outliner's server (outl, RFC 0276): a success is content-only and compact, outline nodes
	 * lose what renderers alone need, two Markdown tools send their Markdown, an error keeps its
	 * envelope.
	 */
	readonly outline: Policy;
	/**
	 * A file server whose tools declare an outputSchema: a success has structuredContent, and beside it the text of its `message`, or for
	 * `read_file` of its `content`, byte for byte; an error is text alone, which no client holds against the schema.
	 */
	readonly structured: Policy;
	/**
	 * A ledger's server: a success has its rows both in structuredContent and, behind a line in words, as text, cut to 60,000 bytes; an
	 * error has its data in its text as well.
	 */
	readonly mirrored: Policy;
};
/**
 * What is known of a call besides its tool and its outcome. Everything is optional, and everything
 * that isn't given counts as unknown.
 */
export interface Call {
	/**
	 * The arguments that the caller sent. Where they are known, a member that the policy calls a
	 * restatement of an argument is only dropped if it really equals that argument.
	 */
	readonly arguments?: object | undefined;
	/** A line in words that leads a success of shape "mirrored". */
	readonly summary?: string | undefined;
	/** The client's name, as in its `clientInfo`, or the id of a host profile. A host that nobody knows leaves the policy as it is. */
	readonly host?: string | undefined;
	/** The protocol revision that both sides agreed on, such as "2025-06-18". */
	readonly revision?: string | undefined;
	/** Whether the tool declares an `outputSchema`, so that the client insists on structuredContent. */
	readonly declaresOutputSchema?: boolean | undefined;
	/**
	 * The tool's `outputSchema` itself. Where only its existence is known, nothing is pruned from structuredContent; where it is given, what it
	 * lets be absent is.
	 */
	readonly outputSchema?: object | boolean | undefined;
}
/** One thing that a projection decided. */
export interface Decision {
	/**
	 * The name of a pruning rule of the policy, or one of "compact", "flatten", "prune", "budget", "lists", "unwrap", "duplicate", "rescue", "remainder",
	 * "mirror", "error-data", "error-when", "host", "revision", "output-schema" and "untouched".
	 */
	readonly rule: string;
	/** The place in the payload or reply as a JSON Pointer (RFC 6901). */
	readonly pointer: string;
	/** How many UTF-8 bytes fewer are sent because of it; negative for what it adds. */
	readonly bytesSaved: number;
	/** Why, in words; always there where something was not done. */
	readonly reason?: string;
}
/** What became of a result of `tools/call` on its way. */
export interface ReplyReport {
	/** The tool's name. */
	readonly tool: string;
	/** How many UTF-8 bytes the result had. */
	readonly bytesBefore: number;
	/** How many it has as it goes on; under `dryRun`, how many it would have. */
	readonly bytesAfter: number;
	/** What was decided; the bytes saved add up. */
	readonly decisions: Decision[];
}
/** `_meta`: members for clients and servers, not for the model. */
export type Meta = Record<string, unknown>;
/** Hints on who a block is for, and how much it matters. */
export interface Annotations {
	audience?: ("user" | "assistant")[];
	/** From 0 (optional) to 1 (effectively required). */
	priority?: number;
	/** An ISO 8601 date and time. */
	lastModified?: string;
}
/** Text for the model. */
export interface TextContent {
	type: "text";
	text: string;
	annotations?: Annotations;
	_meta?: Meta;
}
/** A picture. */
export interface ImageContent {
	type: "image";
	/** The picture's bytes in base64. */
	data: string;
	mimeType: string;
	annotations?: Annotations;
	_meta?: Meta;
}
/** A recording. */
export interface AudioContent {
	type: "audio";
	/** The recording's bytes in base64. */
	data: string;
	mimeType: string;
	annotations?: Annotations;
	_meta?: Meta;
}
/** A picture that stands for a resource in a user interface. */
export interface Icon {
	src: string;
	mimeType?: string;
	/** Such as "48x48", or "any". */
	sizes?: string[];
	theme?: "light" | "dark";
}
/** A resource that the client can read if it wants to. */
export interface ResourceLink {
	type: "resource_link";
	uri: string;
	name: string;
	title?: string;
	description?: string;
	mimeType?: string;
	/** In bytes. */
	size?: number;
	icons?: Icon[];
	annotations?: Annotations;
	_meta?: Meta;
}
/** A resource that the reply brings with it: text, or bytes in base64. */
export interface EmbeddedResource {
	type: "resource";
	resource: {
		uri: string;
		text: string;
		mimeType?: string;
		_meta?: Meta;
	} | {
		uri: string;
		blob: string;
		mimeType?: string;
		_meta?: Meta;
	};
	annotations?: Annotations;
	_meta?: Meta;
}
/** One block of a reply's content. */
export type ContentBlock = TextContent | ImageContent | AudioContent | ResourceLink | EmbeddedResource;
/** A reply: what a server sends for `tools/call`. */
export interface CallToolResult {
	/** What every client shows its model. */
	content: ContentBlock[];
	/**
	 * The same for programs; a failure's envelope `{ok: false, error: {code, message, data?}}`. Before revision 2026-07-28 always an object;
	 * `success` sends another value only in a call that names that revision or a later one.
	 */
	structuredContent?: Record<string, unknown>;
	/** Present, and true, only where the call failed. */
	isError?: boolean;
	_meta?: Meta;
	/** Members of later revisions of the protocol. */
	[member: string]: unknown;
}
/** What holds for all replies of a projection. */
export interface ProjectionOptions {
	/**
	 * Where the replies go, unless the policy or the call says otherwise: the id of a host profile or a client's name. "auto" is the host
	 * that each call names. A host that nobody knows leaves the policy as it is.
	 */
	readonly host?: string | undefined;
}
/** How a tool's replies are written. */
export interface ToolForms {
	readonly shape: Shape;
	readonly error: ErrorShape;
	/** Whether the tool's outputSchema stays in `tools/list`. */
	readonly outputSchema: "keep" | "strip";
}
/**
 * A compiled policy: the step from what a tool's handler computed, or from a reply that somebody else built, to the reply that goes on
 * the wire. Everything is synchronous, and nothing that is passed in is changed or kept.
 *
 * Should the engine trap, it is replaced, and the call returns its input unprojected.
 */
export declare class Projection {
	#private;
	/** @throws PolicyError that names the place in the policy and what was expected there. */
	constructor(policy: Policy, options?: ProjectionOptions);
	/**
	 * The reply of a tool that succeeded.
	 *
	 * @param payload anything that JSON.stringify takes; bigints too, which become their digits. In structuredContent one beyond 2^53 is a string of
	 * its digits, because a transport's JSON.stringify refuses bigints and numbers would round it
	 * @throws the TypeError of JSON.stringify for a payload, or arguments, that can't be serialised;
	 * JsonError for a payload nested deeper than 512 levels
	 */
	success(tool: string, payload: unknown, call?: Call): CallToolResult;
	/** The text of the first block of what `success` returns. */
	text(tool: string, payload: unknown, call?: Call): string;
	/**
	 * The reply of a tool that failed: always with its code, its message and its data. A bigint beyond 2^53 in the data becomes a
	 * string of its digits, because a transport's JSON.stringify refuses bigints and numbers would round it.
	 */
	failure(tool: string, failure: Failure, call?: Call): CallToolResult;
	/**
	 * The reply as it goes on, for one that somebody else built: what it says twice is said once, what the model couldn't see is put where
	 * it can, and everything else stays as it is. Where nothing changes it is the same object.
	 *
	 * @throws JsonError for what is no object; the original is then to be sent on as it is
	 */
	reply<Result extends object>(tool: string, result: Result, call?: Call): Result | CallToolResult;
	/**
	 * The same, from JSON in UTF-8 to JSON in UTF-8: what isn't changed stays byte for byte. Where nothing is, it is the same array.
	 *
	 * @throws JsonError for bytes that are no JSON, or no object; the original is then to be sent on as it is
	 */
	replyBytes(tool: string, result: Uint8Array, call?: Call): Uint8Array;
	/** The forms that a tool's replies take, for a call: a host's profile, or a declared outputSchema, may change what the policy says. */
	forms(tool: string, call?: Call): ToolForms;
	/**
	 * What `success` does with a payload, or `reply` with a reply: a decision for each thing that goes, is added, or stays though a rule
	 * names it. The bytes saved add up. An object whose `content` is an array of objects that all have a `type` is a reply.
	 *
	 * @throws JsonError for a payload nested deeper than 512 levels
	 */
	explain(tool: string, payloadOrReply: unknown, call?: Call): Decision[];
	/**
	 * The pruned payload as a value, without the reply around it: nothing is flattened, and no budget holds. It is what JSON.parse would make of
	 * the pruned text, except that bigints beyond 2^53 are bigints again.
	 */
	prune(tool: string, payload: unknown): unknown;
	/**
	 * The pruned payload, from JSON in UTF-8 to compact JSON in UTF-8. Numbers and strings stay byte
	 * for byte as they are. The result is always a fresh array.
	 *
	 * @throws JsonError for bytes that are no JSON
	 */
	pruneBytes(tool: string, payload: Uint8Array): Uint8Array<ArrayBuffer>;
	/**
	 * The same, written to the start of `destination`, which the caller can use again for the next.
	 *
	 * @returns how many bytes were written
	 * @throws RangeError for a destination that is too small, which stays as it is; one as long as the payload never is
	 */
	pruneInto(tool: string, payload: Uint8Array, destination: Uint8Array): number;
}
/** A stream from a server on its way to the client. */
export interface Framing {
	/**
	 * Takes the next bytes, and answers what goes on now, in pieces that may be parts of the chunk: a message goes on as soon as it ends, one that
	 * is too long as it comes. The chunk isn't to be changed afterwards.
	 */
	push(chunk: Uint8Array): Uint8Array[];
	/** The stream has ended, or broken off: answers what is left of it, as it came. */
	finish(): Uint8Array[];
}
/** A stream of lines from a client, which goes on as it is. */
export interface ClientLines {
	/** Takes the next bytes; before they go on to the server, so that no answer comes before its request. The chunk isn't to be changed afterwards. */
	push(chunk: Uint8Array): void;
}
/** What a session may take, and who hears of what it does. */
export interface SessionOptions {
	/** A message with more bytes goes on as it is: 64 MiB, unless said otherwise. */
	readonly maxMessageBytes?: number | undefined;
	/** How many requests may be without an answer: 10,000. Of more, the oldest are forgotten, and their answers go on as they are. */
	readonly maxPending?: number | undefined;
	/** How many bytes what is remembered of those may have, likewise: 16 MiB. A call's arguments count only where the policy asks for them. */
	readonly maxPendingBytes?: number | undefined;
	/**
	 * Whether the client may know of outputSchemas that the session hasn't seen: a tool that no `tools/list` reply has named then counts as
	 * one that declares an outputSchema, so that its structuredContent stays. For sessions that start in the middle of a conversation.
	 */
	readonly assumesOutputSchema?: boolean | undefined;
	/** Whether everything goes on as it is, so that it is only heard what would have been done. */
	readonly dryRun?: boolean | undefined;
	/** Hears of each result of `tools/call` whose call the session saw. What it throws is thrown again outside, so that no message is held up. */
	readonly onReply?: ((report: ReplyReport) => void) | undefined;
}
/**
 * One JSON-RPC conversation seen from the middle: it remembers what a client asks for, and projects the results of `tools/call` when they
 * come. All else goes on byte for byte: other methods, notifications, batches, errors, answers to nobody, and what isn't JSON-RPC at all.
 *
 * No bytes make it throw. Should the engine trap, it is replaced, the message goes on as it is, and the session still knows what it knew.
 */
export declare class Session {
	#private;
	constructor(projection: Projection, options?: SessionOptions);
	/**
	 * A session for another exchange with the same server, such as each request of a server without sessions: the two share what is known of tools, of
	 * the client and of the protocol's revision, and each has ids of its own.
	 */
	fork(): Session;
	/** Sees a message from the client before it goes on as it is. */
	fromClient(message: Uint8Array): void;
	/** A message from the server as it goes on: the same array, unless it is the result of a tool call that the session saw. */
	fromServer(message: Uint8Array): Uint8Array;
	/** Sees the lines of a client on the stdio transport. */
	clientLines(): ClientLines;
	/** Projects the lines of a server on the stdio transport. What ends a line stays as it is. */
	serverLines(): Framing;
	/**
	 * Projects server-sent events. Of an event that is projected the `data` lines change, in the place of the first; ids, names, retry times, comments and
	 * all other events stay byte for byte.
	 */
	serverEvents(): Framing;
}
/** The version of this package, as in its package.json. */
export declare const version: string;

export {
	compile as init,
};

export {};

