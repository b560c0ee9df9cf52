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
  resource:
    | { uri: string; text: string; mimeType?: string; _meta?: Meta }
    | { uri: string; blob: string; mimeType?: string; _meta?: Meta };
  annotations?: Annotations;
  _meta?: Meta;
}

/** One block of a reply's content. */
export type ContentBlock =
  | TextContent
  | ImageContent
  | AudioContent
  | ResourceLink
  | EmbeddedResource;

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
