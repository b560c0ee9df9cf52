// The one file that knows instances of the WebAssembly module: how one starts, how it fails, how it is replaced.

import { createGlue } from "../build/glue.js";
import { JsonError, PolicyError, type JsonErrorPlace } from "./errors.js";
import { compiledModule } from "./module.js";
import type { Decision, ReplyReport } from "./types.js";

type Glue = ReturnType<typeof createGlue>;

/** The raw exports: text crosses through memory, everything else as numbers. Offsets and lengths are in bytes or UTF-16 units. */
interface RawExports {
  readonly memory: WebAssembly.Memory;
  /** How many bytes a text may have. */
  projection_most_bytes(): number;
  /** Where a text of so many bytes goes; 0 where there is no memory for it. */
  projection_room(length: number): number;
  /** Where a text of so many UTF-16 units goes; 0 where there is no memory for it. */
  projection_wide_room(length: number): number;
  /** Rewrites the text there; the new length, -1 for a refusal, -2 where it is to be written again and read with less trust. */
  projection_rewrite(policy: number, entry: number, length: number, form: Form, trust: number): number;
  /**
   * Makes the reply there right, behind which stands the JSON text of the call; the new length, -1 for a refusal, -2 where it stays as it is.
   */
  projection_reply(policy: number, entry: number, length: number, callLength: number): number;
  /**
   * Rewrites the text there with its lists as columns; the new length, -1 for a refusal, -2 where it is to be written again and read with less
   * trust, -3 where it stays as it came.
   */
  projection_list(policy: number, entry: number, length: number, form: ListForm, trust: number): number;
  /** Where the last text stands with its lists as columns. */
  projection_listed_start(): number;
  /** Where the last reply stands that changed. */
  projection_reply_start(): number;
}

const enum Form {
  /** Bytes that should be UTF-8. */
  Unchecked = 0,
  /** UTF-8 that is known to be valid, or Latin-1. */
  Known = 1,
  Utf16 = 2,
}

/** The forms of texts whose lists become columns. */
const enum ListForm {
  Latin1 = 1,
  Utf16 = 2,
  /** UTF-8 that is known to be valid. */
  Utf8 = 3,
}

const TRUST_BROKEN = -2;
const UNCHANGED = -2;
const AS_IT_CAME = -3;

/** What Node's Buffer, and that of runtimes which have it too, does faster than TextEncoder and TextDecoder. */
interface BufferView extends Uint8Array {
  latin1Write(text: string, offset: number, length: number): number;
  latin1Slice(start: number, end: number): string;
  ucs2Write(text: string, offset: number, length: number): number;
  ucs2Slice(start: number, end: number): string;
}

interface BufferClass {
  from(memory: ArrayBuffer): BufferView;
  readonly prototype: Partial<BufferView>;
}

const bufferClass = fastBufferClass();

function fastBufferClass(): BufferClass | undefined {
  const { Buffer: found } = globalThis as { readonly Buffer?: BufferClass };
  const methods = ["latin1Write", "latin1Slice", "ucs2Write", "ucs2Slice"] as const;
  return methods.every((method) => typeof found?.prototype[method] === "function") ? found : undefined;
}

/** What is beyond Latin-1: a JavaScript engine that keeps a string as bytes knows without a look that it has none. */
const beyondLatin1 = /[\u0100-\uffff]/;

const encoder = /* @__PURE__ */ new TextEncoder();
const decoder = /* @__PURE__ */ new TextDecoder();

/** Memory that a huge text made an instance take isn't kept beyond this; WebAssembly can't shrink it. */
const MOST_MEMORY = 128 * 1024 * 1024;

/** One instance of the module. */
class Instance {
  readonly CompiledPolicy: Glue["CompiledPolicy"];
  /** How many bytes a text may have. */
  readonly mostBytes: number;
  /** Whether it took more memory than is worth keeping. */
  isBloated = false;
  readonly #raw: RawExports;
  /** The memory as it was when last looked at: growth detaches it. */
  #bytes = new Uint8Array(0);
  #buffer: BufferView | undefined;

  constructor(module: WebAssembly.Module) {
    const glue = createGlue();
    this.#raw = glue.initSync({ module });
    this.mostBytes = this.#raw.projection_most_bytes() >>> 0;
    this.CompiledPolicy = glue.CompiledPolicy;
  }

  /** Sees how much memory a call through the glue took. */
  noticeMemory(): void {
    this.#memory();
  }

  #memory(): Uint8Array<ArrayBuffer> {
    if (this.#bytes.length > 0) return this.#bytes;
    const memory = this.#raw.memory.buffer;
    this.#bytes = new Uint8Array(memory);
    this.#buffer = bufferClass?.from(memory);
    this.isBloated = memory.byteLength > MOST_MEMORY;
    return this.#bytes;
  }

  /**
   * Prunes and compacts bytes; undefined for what is refused. What comes back lies in memory until
   * the next call.
   */
  rewriteBytes(policy: number, entry: Entry, payload: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
    const { length } = payload;
    const room = this.#raw.projection_room(length) >>> 0;
    if (room === 0) return undefined;
    // What #rewrite does for text, by hand: here the closure would be a tenth of a small call.
    for (;;) {
      this.#memory().set(payload, room);
      const written = this.#raw.projection_rewrite(policy, entry.number, length, Form.Unchecked, entry.trust);
      if (written >= 0) return this.#memory().subarray(room, room + written);
      if (written !== TRUST_BROKEN) return undefined;
      entry.trust -= 1;
    }
  }

  /**
   * Makes a reply right that somebody else built; the same array where it stays as it is, undefined for what is refused. What comes back
   * lies in memory until the next call.
   */
  replyBytes(policy: number, entry: Entry, result: Uint8Array, call = ""): Uint8Array | undefined {
    const { length } = result;
    const mostOfCall = 3 * call.length;
    const room = this.#raw.projection_room(length + mostOfCall) >>> 0;
    if (room === 0) return undefined;
    const memory = this.#memory();
    memory.set(result, room);
    const behind = room + length;
    const callLength =
      mostOfCall === 0 ? 0 : encoder.encodeInto(call, memory.subarray(behind, behind + mostOfCall)).written;
    const written = this.#raw.projection_reply(policy, entry.number, length, callLength);
    if (written === UNCHANGED) return result;
    if (written < 0) return undefined;
    const start = this.#raw.projection_reply_start() >>> 0;
    return this.#memory().subarray(start, start + written);
  }

  /** Prunes and compacts JSON text; undefined for what is refused. */
  rewriteText(policy: number, entry: Entry, payload: string): string | undefined {
    if (bufferClass === undefined) return this.#rewriteEncoded(policy, entry, payload);
    const wide = beyondLatin1.test(payload);
    const room = this.#roomFor(payload, wide);
    if (room === 0) return undefined;
    const written = this.#rewrite(policy, entry, wide ? Form.Utf16 : Form.Known, () =>
      this.#writeText(payload, room, wide),
    );
    return written < 0 ? undefined : this.#readText(room, written, wide);
  }

  /** The same, with lists as columns. */
  listText(policy: number, entry: Entry, payload: string): string | undefined {
    if (bufferClass === undefined) return this.#listEncoded(policy, entry, payload);
    const wide = beyondLatin1.test(payload);
    const room = this.#roomFor(payload, wide);
    if (room === 0) return undefined;
    const form = wide ? ListForm.Utf16 : ListForm.Latin1;
    const written = this.#list(policy, entry, form, () => this.#writeText(payload, room, wide));
    if (written === AS_IT_CAME) return payload;
    return written < 0 ? undefined : this.#readText(this.#raw.projection_listed_start() >>> 0, written, wide);
  }

  /** Where a text goes, in one of the forms of strings; 0 where there is no memory for it. */
  #roomFor({ length }: string, wide: boolean): number {
    return (wide ? this.#raw.projection_wide_room(length) : this.#raw.projection_room(length)) >>> 0;
  }

  /** Writes a text there; answers its length. */
  #writeText(payload: string, room: number, wide: boolean): number {
    const { length } = payload;
    this.#memory();
    if (wide) this.#buffer?.ucs2Write(payload, room, 2 * length);
    else this.#buffer?.latin1Write(payload, room, length);
    return length;
  }

  #readText(start: number, length: number, wide: boolean): string | undefined {
    this.#memory();
    return wide ? this.#buffer?.ucs2Slice(start, start + 2 * length) : this.#buffer?.latin1Slice(start, start + length);
  }

  /** `rewriteText` where there is no Buffer. JSON.stringify leaves no lone surrogates, so that nothing is lost on the way. */
  #rewriteEncoded(policy: number, entry: Entry, payload: string): string | undefined {
    const room = this.#raw.projection_room(3 * payload.length) >>> 0;
    if (room === 0) return undefined;
    const written = this.#rewrite(policy, entry, Form.Known, () => this.#encode(payload, room));
    return written < 0 ? undefined : decoder.decode(this.#memory().subarray(room, room + written));
  }

  /** `listText` where there is no Buffer. */
  #listEncoded(policy: number, entry: Entry, payload: string): string | undefined {
    const room = this.#raw.projection_room(3 * payload.length) >>> 0;
    if (room === 0) return undefined;
    const written = this.#list(policy, entry, ListForm.Utf8, () => this.#encode(payload, room));
    if (written === AS_IT_CAME) return payload;
    const start = this.#raw.projection_listed_start() >>> 0;
    return written < 0 ? undefined : decoder.decode(this.#memory().subarray(start, start + written));
  }

  /** Writes a text there in UTF-8; answers its length. */
  #encode(payload: string, room: number): number {
    return encoder.encodeInto(payload, this.#memory().subarray(room, room + 3 * payload.length)).written;
  }

  /**
   * Rewrites the text that `write` writes, and answers its length: again, and with less trust, each time that trust was
   * broken. The length of what became of it, negative for a refusal.
   */
  #rewrite(policy: number, entry: Entry, form: Form, write: () => number): number {
    for (;;) {
      const written = this.#raw.projection_rewrite(policy, entry.number, write(), form, entry.trust);
      if (written !== TRUST_BROKEN) return written;
      entry.trust -= 1;
    }
  }

  /** The same with lists as columns. */
  #list(policy: number, entry: Entry, form: ListForm, write: () => number): number {
    for (;;) {
      const written = this.#raw.projection_list(policy, entry.number, write(), form, entry.trust);
      if (written !== TRUST_BROKEN) return written;
      entry.trust -= 1;
    }
  }
}

/** What a policy says of a tool, as the raw exports know it. */
interface Entry {
  readonly number: number;
  /** Whether the rules are ASCII, so that texts need not be UTF-8. */
  readonly isAscii: boolean;
  /** Whether a success is its pruned payload and nothing else, with arguments known and unknown. */
  readonly isPlain: { readonly known: boolean; readonly unknown: boolean };
  /** Whether the lists of such a success become columns. */
  readonly listsAsColumns: boolean;
  /**
   * The member of structuredContent that holds the payload, empty where all of it is; undefined where a finished reply takes more than to drop
   * structuredContent and to prune the text that says the same.
   */
  readonly payloadMember: string | undefined;
  /**
   * How readily the engine drops a member before the guard of its object is complete: from 2, always, down to 0, never.
   * Each breach of trust costs a second pass, so that a tool whose payloads have look-alikes gets less.
   */
  trust: number;
}

/** A compiled policy in an instance's memory. */
interface Resident {
  readonly instance: Instance;
  readonly compiled: InstanceType<Instance["CompiledPolicy"]>;
  readonly handle: number;
  /** By the tool's name. */
  readonly entries: Map<string, Entry>;
}

/** Servers have tens of tools; names beyond this come from somewhere else, and aren't worth their memory. */
const MOST_ENTRIES = 1000;

/**
 * The engine stopped in the middle of a call, by a trap or for want of memory or stack. Nothing is
 * wrong with the caller's input as far as anyone knows, and the next call finds a new instance.
 */
export class EngineTrap extends Error {
  static {
    this.prototype.name = "EngineTrap";
  }
}

let liveInstance: Instance | undefined;

/** The instance in use. The first call compiles the module; after a trap it is a new one. */
function instance(): Instance {
  return (liveInstance ??= new Instance(compiledModule()));
}

/**
 * Gives back the memory of policies whose owners are gone. Not the glue's own registry, which would
 * also call into an instance that has trapped. Where a runtime has no registries, policies stay
 * until their instance goes.
 */
const abandoned =
  typeof FinalizationRegistry === "undefined"
    ? undefined
    : /* @__PURE__ */ new FinalizationRegistry<Resident>(release);

function release({ instance, compiled }: Resident): void {
  // In an instance that is no longer in use, nothing is ever run again.
  if (instance !== liveInstance) return;
  try {
    compiled.free();
  } catch {
    liveInstance = undefined;
  }
}

/**
 * The JSON in UTF-8 with lists of objects in place of columns.
 *
 * @throws JsonError or EngineTrap
 */
export function engineExpandColumns(json: Uint8Array): Uint8Array<ArrayBuffer> {
  try {
    const current = instance();
    // Not left to the engine: to say no it would need the bytes in its memory, where there may be no room for them.
    if (json.length > current.mostBytes) throw tooLong(json, current.mostBytes);
    const expanded = current.CompiledPolicy.expandColumns(json) as Uint8Array<ArrayBuffer>;
    current.noticeMemory();
    if (current.isBloated) liveInstance = undefined;
    return expanded;
  } catch (thrown) {
    throw reported(thrown) ?? trapped(thrown);
  }
}

/** What is known of a call, as the engine takes it. */
export interface CallText {
  /** The JSON text of an object with what is known; undefined for nothing. */
  readonly json: string | undefined;
  readonly knowsArguments: boolean;
  /** Whether it says nothing but its arguments, as far as a success without structuredContent is concerned. */
  readonly isPlain: boolean;
}

/** What a session knows and takes, and where the engine puts its reports. It lies outside the engine's memory, which a trap takes away. */
export interface SessionState {
  /** The requests that have no answer yet, by their ids; those for the list of tools apart. */
  readonly requests: Shelf;
  readonly lists: Shelf;
  /** The tools' outputSchemas. */
  readonly tools: Shelf;
  readonly facts: Shelf;
  readonly maxMessageBytes: number;
  readonly maxPending: number;
  readonly maxPendingBytes: number;
  /** Undefined where nobody asks for reports. */
  readonly reports: ReplyReport[] | undefined;
}

/** Texts by their keys, in the order in which they came. */
export interface Shelf {
  put(key: string, text: Uint8Array): void;
  get(key: string): Uint8Array | undefined;
  take(key: string): Uint8Array | undefined;
  takeOldest(): Uint8Array | undefined;
  readonly texts: number;
  readonly bytes: number;
}

/** How a message is wrapped. */
export const enum FramingKind {
  None = 0,
  Line = 1,
  Event = 2,
  /** The first of a stream, before which a byte order mark may stand. */
  FirstEvent = 3,
}

/** A policy, compiled in whichever instance is in use. */
export class EnginePolicy {
  readonly #policy: string;
  readonly #host: string | undefined;
  #resident: Resident | undefined;

  /** @throws PolicyError, or whatever kept the engine from starting. */
  constructor(policy: string, host: string | undefined) {
    this.#policy = policy;
    this.#host = host;
    try {
      this.#run(() => undefined);
    } catch (error) {
      // There is no input to hand back here, so that the cause has to be seen.
      throw error instanceof EngineTrap ? error.cause : error;
    }
  }

  /** The text of each content block, or the JSON text of the CallToolResult where there is more in it. `payload` is JSON text. */
  success(tool: string, payload: string, call: CallText): string[] | string {
    const text = call.isPlain ? this.#rewritten(tool, payload, call.knowsArguments ? "known" : "unknown") : undefined;
    if (text !== undefined) return [text];
    return this.#run(({ compiled }) => compiled.success(tool, payload, call.json) as string[] | string);
  }

  /** The JSON text of a CallToolResult for the JSON text of a failure. */
  failure(tool: string, failure: string, call: CallText): string {
    return this.#run(({ compiled }) => compiled.failure(tool, failure, call.json));
  }

  /** Where a finished reply takes no more than to drop structuredContent and to prune the text that says the same: the member that holds the payload. */
  payloadMember(tool: string, call: CallText): string | undefined {
    return this.#run((resident) => {
      const { isPlain, payloadMember } = entryOf(resident, tool);
      return call.isPlain && isPlain[call.knowsArguments ? "known" : "unknown"] ? payloadMember : undefined;
    });
  }

  /** Any text pruned, undefined for what is no JSON; also for JSON that the raw exports can't take. */
  pruneText(tool: string, text: string): string | undefined {
    return this.#rewritten(tool, text);
  }

  /** The JSON text of the reply as it goes on; undefined where it stays as it is. */
  reply(tool: string, result: string, call: CallText): string | undefined {
    return this.#run((resident) => {
      // JSON.stringify leaves no lone surrogates, so that nothing is lost on the way; the glue would take each character by itself.
      const bytes = encoder.encode(result);
      const reply = this.#replied(resident, tool, bytes, call);
      return reply === bytes ? undefined : decoder.decode(reply);
    });
  }

  /** The same in bytes of their own; the same array where it stays as it is. */
  replyBytes(tool: string, result: Uint8Array, call: CallText): Uint8Array {
    return this.#run((resident) => {
      const reply = this.#replied(resident, tool, result, call);
      return reply === result ? result : copyOf(reply);
    });
  }

  /** The reply as it goes on, in memory that the next call may overwrite; the same array where it stays as it is. */
  #replied(resident: Resident, tool: string, result: Uint8Array, call: CallText): Uint8Array {
    const { compiled, handle, instance } = resident;
    // Not left to the engine: to say no it would need the bytes in its memory, where there may be no room for them.
    if (result.length > instance.mostBytes) throw tooLong(result, instance.mostBytes);
    // What it refuses goes through the glue, which says why.
    return (
      instance.replyBytes(handle, entryOf(resident, tool), result, call.json) ??
      compiled.replyBytes(tool, result, call.json) ??
      result
    );
  }

  /** The shape, the error form, and what becomes of the outputSchema. */
  forms(tool: string, call: CallText): string[] {
    return this.#run(({ compiled }) => compiled.forms(tool, call.json) as string[]);
  }

  /** What was decided of the JSON text of a payload or reply. */
  explain(tool: string, json: string, call: CallText): Decision[] {
    return this.#run(({ compiled }) => compiled.explain(tool, json, call.json) as Decision[]);
  }

  /** Shows a session a message from the client. */
  clientSends(state: SessionState, message: Uint8Array): void {
    this.#run(({ compiled, instance }) => {
      compiled.clientSends(state, message);
      instance.noticeMemory();
    });
  }

  /** What the server sends as it goes on, in bytes of its own; undefined where it stays as it is. */
  serverSends(state: SessionState, text: Uint8Array, framing: FramingKind): Uint8Array | undefined {
    return this.#run(({ compiled, instance }) => {
      const changed = compiled.serverSends(state, text, framing);
      instance.noticeMemory();
      return changed;
    });
  }

  /** Tells a session that a message from the server went by unread. */
  missed(state: SessionState): void {
    this.#run(({ compiled }) => {
      compiled.missed(state);
    });
  }

  /** The pruned JSON text. */
  prune(tool: string, payload: string): string {
    return this.#rewritten(tool, payload) ?? this.#run(({ compiled }) => compiled.prune(tool, payload));
  }

  /** The pruned JSON in bytes of its own. */
  pruneBytes(tool: string, payload: Uint8Array): Uint8Array<ArrayBuffer> {
    return copyOf(this.#rewrittenBytes(tool, payload));
  }

  /**
   * Writes the pruned JSON to the start of `destination`; answers its length in bytes.
   *
   * @throws RangeError where it doesn't fit; nothing is written then.
   */
  pruneInto(tool: string, payload: Uint8Array, destination: Uint8Array): number {
    const pruned = this.#rewrittenBytes(tool, payload);
    if (pruned.length > destination.length) {
      throw new RangeError(
        `the result has ${String(pruned.length)} bytes, the destination holds ${String(destination.length)}`,
      );
    }
    destination.set(pruned);
    return pruned.length;
  }

  // The hot calls. What they refuse goes through the glue, which says why.

  /**
   * The pruned JSON text, undefined where the raw exports can't make it.
   *
   * @param asSuccess that only a success that is nothing but its pruned payload is asked for, and whether arguments are known
   */
  #rewritten(tool: string, payload: string, asSuccess?: keyof Entry["isPlain"]): string | undefined {
    return this.#run((resident) => {
      const entry = entryOf(resident, tool);
      if (!entry.isAscii || (asSuccess !== undefined && !entry.isPlain[asSuccess])) return undefined;
      const { instance, handle } = resident;
      const asColumns = asSuccess !== undefined && entry.listsAsColumns;
      return asColumns ? instance.listText(handle, entry, payload) : instance.rewriteText(handle, entry, payload);
    });
  }

  /** The pruned JSON, in memory that the next call may overwrite. */
  #rewrittenBytes(tool: string, payload: Uint8Array): Uint8Array<ArrayBuffer> {
    let bytes: Uint8Array<ArrayBuffer> | undefined;
    // Caught here and not by #run, for the same reason as in rewriteBytes.
    try {
      const resident = this.#resided();
      // Not left to the engine: to say no it would need the bytes in its memory, where there may be no room for them.
      if (payload.length > resident.instance.mostBytes) throw tooLong(payload, resident.instance.mostBytes);
      bytes = resident.instance.rewriteBytes(resident.handle, entryOf(resident, tool), payload);
      if (resident.instance.isBloated) liveInstance = undefined;
    } catch (thrown) {
      throw reported(thrown) ?? trapped(thrown);
    }
    return bytes ?? this.#run(({ compiled }) => compiled.pruneBytes(tool, payload) as Uint8Array<ArrayBuffer>);
  }

  /** @throws JsonError, PolicyError, TypeError or EngineTrap, and nothing else. */
  #run<T>(call: (resident: Resident) => T): T {
    try {
      const resident = this.#resided();
      const answer = call(resident);
      if (resident.instance.isBloated) liveInstance = undefined;
      return answer;
    } catch (thrown) {
      throw reported(thrown) ?? trapped(thrown);
    }
  }

  #resided(): Resident {
    const resident = this.#resident;
    if (resident !== undefined && resident.instance === liveInstance) return resident;
    return this.#newResident();
  }

  #newResident(): Resident {
    const current = instance();
    const compiled = new current.CompiledPolicy(this.#policy, this.#host);
    const resident = { instance: current, compiled, handle: compiled.handle, entries: new Map<string, Entry>() };
    this.#resident = resident;
    abandoned?.unregister(this);
    abandoned?.register(this, resident, this);
    return resident;
  }
}

function entryOf({ compiled, entries }: Resident, tool: string): Entry {
  let entry = entries.get(tool);
  if (entry === undefined) {
    const number = compiled.entry(tool);
    entry = {
      number,
      isAscii: compiled.isAscii(number),
      isPlain: { known: compiled.isPlain(number, true), unknown: compiled.isPlain(number, false) },
      listsAsColumns: compiled.listsAsColumns(number),
      payloadMember: compiled.plainPayloadMember(number),
      trust: 2,
    };
    if (entries.size >= MOST_ENTRIES) entries.clear();
    entries.set(tool, entry);
  }
  return entry;
}

// A fresh array for each result costs more than the engine does, in pages that the system has to clear.
// So small results are slices of a slab.
const SLAB_SIZE = 1024 * 1024;
const MOST_IN_SLAB = 128 * 1024;
let slab = new Uint8Array(0);
let slabUsed = 0;

/** The bytes in memory that nobody else writes to. */
function copyOf(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { length } = bytes;
  if (length > MOST_IN_SLAB) return bytes.slice();
  if (slabUsed + length > slab.length) {
    slab = new Uint8Array(SLAB_SIZE);
    slabUsed = 0;
  }
  const copy = slab.subarray(slabUsed, slabUsed + length);
  copy.set(bytes);
  slabUsed += length;
  return copy;
}

/** What the engine throws by intent: plain objects, so that it needs to know no JavaScript class. */
interface Reports {
  json: JsonErrorPlace & { readonly message: string };
  policy: { readonly message: string; readonly pointer: string };
  type: { readonly message: string };
}

/** The error for a text of more bytes than the engine takes, at the first byte that is too much. */
function tooLong(text: Uint8Array, offset: number): JsonError {
  const lineFeed = 0x0a;
  let line = 1;
  let start = 0;
  for (let at = text.indexOf(lineFeed); at !== -1 && at < offset; at = text.indexOf(lineFeed, at + 1)) {
    line += 1;
    start = at + 1;
  }
  const column = offset - start + 1;
  const expected = `at most ${String(offset)} bytes`;
  const place = `line ${String(line)} column ${String(column)} (byte ${String(offset)})`;
  return new JsonError(`not JSON: expected ${expected} at ${place}`, { expected, offset, line, column });
}

function reported(thrown: unknown): JsonError | PolicyError | TypeError | undefined {
  if (thrown instanceof JsonError) return thrown;
  if (isReport(thrown, "json")) return new JsonError(thrown.message, thrown);
  if (isReport(thrown, "policy")) return new PolicyError(thrown.message, thrown.pointer);
  if (isReport(thrown, "type")) return new TypeError(thrown.message);
  return undefined;
}

function isReport<Kind extends keyof Reports>(thrown: unknown, kind: Kind): thrown is Reports[Kind] {
  return typeof thrown === "object" && thrown !== null && "kind" in thrown && thrown.kind === kind;
}

/**
 * Takes the instance out of use: what else is thrown has left it in an unknown state. JavaScript
 * engines have different errors for a full stack or memory, so that their classes are no guide.
 */
function trapped(cause: unknown): EngineTrap {
  liveInstance = undefined;
  return new EngineTrap("the engine trapped and was replaced", { cause });
}
