import { callText, isObject, kindOf } from "./call.js";
import { EnginePolicy, EngineTrap } from "./engine.js";
import { requireFailure, type Failure } from "./failure.js";
import { parse, serialize } from "./payload.js";
import { policyText, type ErrorShape, type Policy, type Shape } from "./policy.js";
import { saidTwice } from "./said-twice.js";
import type { Call, CallToolResult, Decision } from "./types.js";

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

/** What a projection's policy was compiled to, for the other files of this package; undefined for what is no projection of this copy of it. */
export let enginePolicyOf: (projection: object) => EnginePolicy | undefined;

/**
 * A compiled policy: the step from what a tool's handler computed, or from a reply that somebody else built, to the reply that goes on
 * the wire. Everything is synchronous, and nothing that is passed in is changed or kept.
 *
 * Should the engine trap, it is replaced, and the call returns its input unprojected.
 */
export class Projection {
  readonly #policy: EnginePolicy;

  static {
    enginePolicyOf = (projection) => (#policy in projection ? projection.#policy : undefined);
  }

  /** @throws PolicyError that names the place in the policy and what was expected there. */
  constructor(policy: Policy, options: ProjectionOptions = {}) {
    const { host } = requireOptions(options);
    this.#policy = new EnginePolicy(policyText(policy), host);
  }

  /**
   * The reply of a tool that succeeded.
   *
   * @param payload anything that JSON.stringify takes; bigints too, which become their digits. In structuredContent one beyond 2^53 is a string of
   * its digits, because a transport's JSON.stringify refuses bigints and numbers would round it
   * @throws the TypeError of JSON.stringify for a payload, or arguments, that can't be serialised;
   * JsonError for a payload nested deeper than 512 levels
   */
  success(tool: string, payload: unknown, call?: Call): CallToolResult {
    const { answer, bigints } = this.#success(tool, payload, call);
    if (typeof answer === "string") return parse(answer, bigints, String) as CallToolResult;
    return { content: answer.map((text) => ({ type: "text", text })) };
  }

  /** The text of the first block of what `success` returns. */
  text(tool: string, payload: unknown, call?: Call): string {
    const { answer } = this.#success(tool, payload, call);
    if (typeof answer !== "string") return answer[0] ?? "";
    const [first] = (JSON.parse(answer) as CallToolResult).content;
    return first?.type === "text" ? first.text : "";
  }

  /**
   * The reply of a tool that failed: always with its code, its message and its data. A bigint beyond 2^53 in the data becomes a
   * string of its digits, because a transport's JSON.stringify refuses bigints and numbers would round it.
   */
  failure(tool: string, failure: Failure, call?: Call): CallToolResult {
    requireTool(tool);
    requireFailure(failure, "the failure");
    const known = callText(call);
    const { code, message, data } = failure;
    const { json, bigints } = serialize({ code, message, data });
    return untrapped(
      () => parse(this.#policy.failure(tool, json, known), bigints, String) as CallToolResult,
      () => {
        const error = parse(json, bigints, String);
        return {
          content: [{ type: "text", text: `${code}: ${message}` }],
          structuredContent: { ok: false, error },
          isError: true,
        };
      },
    );
  }

  /**
   * The reply as it goes on, for one that somebody else built: what it says twice is said once, what the model couldn't see is put where
   * it can, and everything else stays as it is. Where nothing changes it is the same object.
   *
   * @throws JsonError for what is no object; the original is then to be sent on as it is
   */
  reply<Result extends object>(tool: string, result: Result, call?: Call): Result | CallToolResult {
    requireTool(tool);
    const known = callText(call);
    return untrapped(
      () => {
        const short = isObject(result) ? saidTwice(this.#policy, tool, result, known) : undefined;
        if (short !== undefined) return short;
        const { json, bigints } = serialize(result);
        const reply = this.#policy.reply(tool, json, known);
        return reply === undefined ? result : (parse(reply, bigints) as CallToolResult);
      },
      () => result,
    );
  }

  /**
   * The same, from JSON in UTF-8 to JSON in UTF-8: what isn't changed stays byte for byte. Where nothing is, it is the same array.
   *
   * @throws JsonError for bytes that are no JSON, or no object; the original is then to be sent on as it is
   */
  replyBytes(tool: string, result: Uint8Array, call?: Call): Uint8Array {
    requireTool(tool);
    requireBytes(result, "the reply of replyBytes");
    const known = callText(call);
    return untrapped(
      () => this.#policy.replyBytes(tool, result, known),
      () => result,
    );
  }

  /** The forms that a tool's replies take, for a call: a host's profile, or a declared outputSchema, may change what the policy says. */
  forms(tool: string, call?: Call): ToolForms {
    requireTool(tool);
    const [shape, error, outputSchema] = this.#policy.forms(tool, callText(call));
    return { shape, error, outputSchema } as ToolForms;
  }

  /**
   * What `success` does with a payload, or `reply` with a reply: a decision for each thing that goes, is added, or stays though a rule
   * names it. The bytes saved add up. An object whose `content` is an array of objects that all have a `type` is a reply.
   *
   * @throws JsonError for a payload nested deeper than 512 levels
   */
  explain(tool: string, payloadOrReply: unknown, call?: Call): Decision[] {
    requireTool(tool);
    const { json } = serialize(payloadOrReply);
    const known = callText(call);
    return untrapped(
      () => this.#policy.explain(tool, json, known),
      () => [],
    );
  }

  /**
   * The pruned payload as a value, without the reply around it: nothing is flattened, and no budget holds. It is what JSON.parse would make of
   * the pruned text, except that bigints beyond 2^53 are bigints again.
   */
  prune(tool: string, payload: unknown): unknown {
    requireTool(tool);
    const { json, bigints } = serialize(payload);
    return untrapped(
      () => parse(this.#policy.prune(tool, json), bigints),
      () => payload,
    );
  }

  /**
   * The pruned payload, from JSON in UTF-8 to compact JSON in UTF-8. Numbers and strings stay byte
   * for byte as they are. The result is always a fresh array.
   *
   * @throws JsonError for bytes that are no JSON
   */
  pruneBytes(tool: string, payload: Uint8Array): Uint8Array<ArrayBuffer> {
    requireTool(tool);
    requireBytes(payload, "the payload of pruneBytes");
    return untrapped(
      () => this.#policy.pruneBytes(tool, payload),
      () => new Uint8Array(payload),
    );
  }

  /**
   * The same, written to the start of `destination`, which the caller can use again for the next.
   *
   * @returns how many bytes were written
   * @throws RangeError for a destination that is too small, which stays as it is; one as long as the payload never is
   */
  pruneInto(tool: string, payload: Uint8Array, destination: Uint8Array): number {
    requireTool(tool);
    requireBytes(payload, "the payload of pruneInto");
    requireBytes(destination, "the destination of pruneInto");
    return untrapped(
      () => this.#policy.pruneInto(tool, payload, destination),
      () => {
        destination.set(payload);
        return payload.length;
      },
    );
  }

  /** The texts of a success that has nothing else, or the JSON text of its reply, and the bigints in it that no number can hold. */
  #success(
    tool: string,
    payload: unknown,
    call: Call | undefined,
  ): { readonly answer: string[] | string; readonly bigints: ReadonlySet<string> } {
    requireTool(tool);
    const { json, bigints } = serialize(payload);
    const known = callText(call);
    const answer = untrapped(
      () => this.#policy.success(tool, json, known),
      () => [json],
    );
    return { answer, bigints };
  }
}

/** What the engine answers, or where it traps the caller's input as it is. */
function untrapped<T>(answer: () => T, unprojected: () => T): T {
  try {
    return answer();
  } catch (error) {
    if (error instanceof EngineTrap) return unprojected();
    throw error;
  }
}

// The compiler keeps TypeScript callers from these; JavaScript callers need the sentence.

function requireTool(tool: unknown): asserts tool is string {
  if (typeof tool !== "string") throw new TypeError(`the tool's name must be a string, not ${kindOf(tool)}`);
}

function requireOptions(options: unknown): ProjectionOptions {
  if (!isObject(options)) throw new TypeError(`the options must be an object such as { host }, not ${kindOf(options)}`);
  const { host } = options as Record<keyof ProjectionOptions, unknown>;
  if (host === undefined) return {};
  if (typeof host !== "string") throw new TypeError(`the host must be a string, not ${kindOf(host)}`);
  return { host };
}

export function requireBytes(bytes: unknown, what: string): asserts bytes is Uint8Array {
  // Bytes may come from another realm, which takes a slower look to see.
  if (bytes instanceof Uint8Array || isForeignUint8Array(bytes)) return;
  throw new TypeError(`${what} must be a Uint8Array, not ${kindOf(bytes)}`);
}

function isForeignUint8Array(bytes: unknown): boolean {
  return ArrayBuffer.isView(bytes) && Object.prototype.toString.call(bytes) === "[object Uint8Array]";
}
