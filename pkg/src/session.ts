import { isObject, kindOf } from "./call.js";
import { EngineTrap, FramingKind, type EnginePolicy, type SessionState, type Shelf } from "./engine.js";
import { clientLines, serverEvents, serverLines, type ClientLines, type Framing, type ServerMessages } from "./framing.js";
import { enginePolicyOf, requireBytes, type Projection } from "./projection.js";
import type { ReplyReport } from "./types.js";

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

const MEBIBYTE = 1024 * 1024;
/** What the module can count to. */
const MOST = 2 ** 31 - 1;

/**
 * One JSON-RPC conversation seen from the middle: it remembers what a client asks for, and projects the results of `tools/call` when they
 * come. All else goes on byte for byte: other methods, notifications, batches, errors, answers to nobody, and what isn't JSON-RPC at all.
 *
 * No bytes make it throw. Should the engine trap, it is replaced, the message goes on as it is, and the session still knows what it knew.
 */
export class Session {
  readonly #projection: Projection;
  readonly #policy: EnginePolicy;
  readonly #options: SessionOptions;
  readonly #state: SessionState;

  constructor(projection: Projection, options: SessionOptions = {}) {
    const policy = isObject(projection) ? enginePolicyOf(projection) : undefined;
    if (policy === undefined) throw new TypeError(notAProjection(projection));
    this.#projection = projection;
    this.#policy = policy;
    this.#options = requireOptions(options);
    this.#state = newState(this.#options);
    if (options.assumesOutputSchema === true) this.#assumeOutputSchemas();
  }

  /**
   * A session for another exchange with the same server, such as each request of a server without sessions: the two share what is known of tools, of
   * the client and of the protocol's revision, and each has ids of its own.
   */
  fork(): Session {
    const fork = new Session(this.#projection, { ...this.#options, assumesOutputSchema: false });
    const { tools, facts } = this.#state;
    Object.assign(fork.#state, { tools, facts });
    return fork;
  }

  /** Sees a message from the client before it goes on as it is. */
  fromClient(message: Uint8Array): void {
    requireBytes(message, "the message");
    if (message.length > this.#state.maxMessageBytes) return;
    this.#untrapped(() => {
      this.#policy.clientSends(this.#state, message);
    });
  }

  /** A message from the server as it goes on: the same array, unless it is the result of a tool call that the session saw. */
  fromServer(message: Uint8Array): Uint8Array {
    requireBytes(message, "the message");
    return this.#fromServer(message, FramingKind.None);
  }

  /** Sees the lines of a client on the stdio transport. */
  clientLines(): ClientLines {
    return clientLines(this.#state.maxMessageBytes, (message) => {
      this.fromClient(message);
    });
  }

  /** Projects the lines of a server on the stdio transport. What ends a line stays as it is. */
  serverLines(): Framing {
    return serverLines(this.#serverMessages());
  }

  /**
   * Projects server-sent events. Of an event that is projected the `data` lines change, in the place of the first; ids, names, retry times, comments and
   * all other events stay byte for byte.
   */
  serverEvents(): Framing {
    return serverEvents(this.#serverMessages());
  }

  #serverMessages(): ServerMessages {
    return {
      maxBytes: this.#state.maxMessageBytes,
      goesOn: (text, kind) => this.#fromServer(text, kind),
      missed: () => {
        this.#missed();
      },
    };
  }

  #missed(): void {
    this.#untrapped(() => {
      this.#policy.missed(this.#state);
    });
  }

  #fromServer(text: Uint8Array, kind: FramingKind): Uint8Array {
    const { requests, lists, maxMessageBytes, reports } = this.#state;
    // Nothing that the client waits for can be in it.
    if (requests.texts + lists.texts === 0) return text;
    // What is in a frame may be just short enough: the engine looks at that.
    if (kind === FramingKind.None && text.length > maxMessageBytes) {
      this.#missed();
      return text;
    }
    const changed = this.#untrapped(() => this.#policy.serverSends(this.#state, text, kind));
    for (const report of reports?.splice(0) ?? []) this.#report(report);
    return changed === undefined || this.#options.dryRun === true ? text : changed;
  }

  #report(report: ReplyReport): void {
    try {
      this.#options.onReply?.(report);
    } catch (error) {
      queueMicrotask(() => {
        throw error;
      });
    }
  }

  /** What the engine answers; undefined where it traps. What it would have learned is then unknown. */
  #untrapped<T>(answer: () => T): T | undefined {
    try {
      return answer();
    } catch (error) {
      if (!(error instanceof EngineTrap)) throw error;
      this.#assumeOutputSchemas();
      return undefined;
    }
  }

  /** By the name under which the engine looks for it. */
  #assumeOutputSchemas(): void {
    this.#state.facts.put("assumesOutputSchema", new Uint8Array());
  }
}

function newState(options: SessionOptions): SessionState {
  const { maxMessageBytes = 64 * MEBIBYTE, maxPending = 10_000, maxPendingBytes = 16 * MEBIBYTE, onReply } = options;
  return {
    requests: new OwnShelf(),
    lists: new OwnShelf(),
    tools: new OwnShelf(),
    facts: new OwnShelf(),
    maxMessageBytes: Math.min(maxMessageBytes, MOST),
    maxPending: Math.min(maxPending, MOST),
    maxPendingBytes: Math.min(maxPendingBytes, MOST),
    reports: onReply === undefined ? undefined : [],
  };
}

class OwnShelf implements Shelf {
  readonly #texts = new Map<string, Uint8Array>();
  #bytes = 0;

  put(key: string, text: Uint8Array): void {
    this.take(key);
    // The engine shows its memory, which changes.
    this.#texts.set(key, text.slice());
    this.#bytes += key.length + text.length;
  }

  get(key: string): Uint8Array | undefined {
    return this.#texts.get(key);
  }

  take(key: string): Uint8Array | undefined {
    const text = this.#texts.get(key);
    if (text === undefined) return undefined;
    this.#texts.delete(key);
    this.#bytes -= key.length + text.length;
    return text;
  }

  takeOldest(): Uint8Array | undefined {
    const [oldest] = this.#texts.keys();
    return oldest === undefined ? undefined : this.take(oldest);
  }

  get texts(): number {
    return this.#texts.size;
  }

  get bytes(): number {
    return this.#bytes;
  }
}

// The compiler keeps TypeScript callers from these; JavaScript callers need the sentence.

function notAProjection(projection: unknown): string {
  // A process holds the package twice where some of its code imports it and some requires it.
  const isOfAnotherCopy = isObject(projection) && typeof (projection as Partial<Projection>).replyBytes === "function";
  if (!isOfAnotherCopy) return `the projection must be a Projection of this package, not ${kindOf(projection)}`;
  return "the projection is of another copy of mcp-projection: load the package either by `import` everywhere or by `require` everywhere";
}

function requireOptions(options: unknown): SessionOptions {
  if (!isObject(options)) throw new TypeError(`the options must be an object such as { maxPending }, not ${kindOf(options)}`);
  const known = options as Record<keyof SessionOptions, unknown>;
  for (const name of ["maxMessageBytes", "maxPending", "maxPendingBytes"] as const) {
    const most = known[name];
    if (most !== undefined && !(Number.isSafeInteger(most) && (most as number) >= 0)) {
      throw new TypeError(`${name} must be a whole number from 0 on, not ${typeof most === "number" ? String(most) : kindOf(most)}`);
    }
  }
  for (const name of ["assumesOutputSchema", "dryRun"] as const) {
    const flag = known[name];
    if (flag !== undefined && typeof flag !== "boolean") {
      throw new TypeError(`${name} must be a boolean, not ${kindOf(flag)}`);
    }
  }
  const { onReply } = known;
  if (onReply !== undefined && typeof onReply !== "function") {
    throw new TypeError(`onReply must be a function, not ${kindOf(onReply)}`);
  }
  return options;
}
