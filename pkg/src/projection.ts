import { EnginePolicy, EngineTrap } from "./engine.js";
import { requireFailure, type Failure } from "./failure.js";
import { parse, serialize } from "./payload.js";
import { policyMap, type Policy } from "./policy.js";
import type { Call, CallToolResult } from "./types.js";

/**
 * A compiled policy: the step from what a tool's handler computed to the reply that goes on the
 * wire. Everything is synchronous, and nothing that is passed in is changed or kept.
 *
 * Should the engine trap, it is replaced, and the call returns its input unprojected.
 */
export class Projection {
  readonly #policy: EnginePolicy;

  /** @throws PolicyError that names the place in the policy and what was expected there. */
  constructor(policy: Policy) {
    this.#policy = new EnginePolicy(policyMap(policy));
  }

  /**
   * The reply of a tool that succeeded.
   *
   * @param payload anything that JSON.stringify takes; bigints too, which become their digits
   * @throws the TypeError of JSON.stringify for a payload, or arguments, that can't be serialised;
   * JsonError for a payload nested deeper than 512 levels
   */
  success(tool: string, payload: unknown, call?: Call): CallToolResult {
    const texts = this.#texts(tool, payload, call);
    return { content: texts.map((text) => ({ type: "text", text })) };
  }

  /** The text of the first block of what `success` returns. */
  text(tool: string, payload: unknown, call?: Call): string {
    const [first = ""] = this.#texts(tool, payload, call);
    return first;
  }

  /**
   * The reply of a tool that failed: always with its code, its message and its data. A bigint beyond 2^53 in the data becomes a
   * string of its digits, because a transport's JSON.stringify refuses bigints and numbers would round it.
   */
  failure(tool: string, failure: Failure, call?: Call): CallToolResult {
    requireTool(tool);
    requireFailure(failure, "the failure");
    requireCall(call);
    const { code, message, data } = failure;
    const { json, bigints } = serialize({ code, message, data });
    return untrapped(
      () => parse(this.#policy.failure(tool, json), bigints, String) as CallToolResult,
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
   * The pruned payload as a value, without the reply around it. It is what JSON.parse would make of
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

  #texts(tool: string, payload: unknown, call: Call | undefined): string[] {
    requireTool(tool);
    requireCall(call);
    const { json } = serialize(payload);
    const callArguments = call?.arguments === undefined ? undefined : serialize(call.arguments).json;
    return untrapped(
      () => this.#policy.success(tool, json, callArguments),
      () => [json],
    );
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

function requireCall(call: unknown): asserts call is Call | undefined {
  if (call === undefined) return;
  if (!isObject(call)) {
    throw new TypeError(`the call must be an object such as { arguments }, not ${kindOf(call)}`);
  }
  const { arguments: callArguments } = call as Record<keyof Call, unknown>;
  if (callArguments !== undefined && !isObject(callArguments)) {
    throw new TypeError(`the call's arguments must be an object, not ${kindOf(callArguments)}`);
  }
}

function requireBytes(bytes: unknown, what: string): asserts bytes is Uint8Array {
  // Bytes may come from another realm, which takes a slower look to see.
  if (bytes instanceof Uint8Array || isForeignUint8Array(bytes)) return;
  throw new TypeError(`${what} must be a Uint8Array, not ${kindOf(bytes)}`);
}

function isForeignUint8Array(bytes: unknown): boolean {
  return ArrayBuffer.isView(bytes) && Object.prototype.toString.call(bytes) === "[object Uint8Array]";
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (typeof value !== "object") return `a ${typeof value}`;
  return Array.isArray(value) ? "an array" : "an object";
}
