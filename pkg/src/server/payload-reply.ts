import { serialize } from "../payload.js";
import type { CallToolResult } from "../types.js";

/** A payload on its way to the projection. */
export interface Payload {
  readonly value: unknown;
  /** Makes the line in words that leads a `mirrored` reply. */
  readonly summary: ((cut: CutList | undefined) => string) | undefined;
}

/** What a budget left of a payload's list, where it cut it. */
export interface CutList {
  readonly returnedCount: number;
  readonly totalCount: number;
}

const payloads = new WeakMap<object, Payload>();

/** The payload behind a result that a handler made with `tool` gave; undefined for other results. */
export function payloadOf(result: unknown): Payload | undefined {
  return typeof result === "object" && result !== null ? payloads.get(result) : undefined;
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
export function tool<Parameters extends unknown[], Value>(
  handler: (...parameters: Parameters) => Value | Promise<Value>,
  options: ToolOptions<Value> = {},
): (...parameters: Parameters) => Promise<CallToolResult> {
  return async (...parameters) => {
    const value = await handler(...parameters);
    const reply = lazily(value);
    const { summary } = options;
    payloads.set(reply, { value, summary: summary && ((cut) => summary(value, cut)) });
    return reply;
  };
}

/**
 * The reply for a payload that nobody projects.
 *
 * @throws the TypeError of JSON.stringify for a payload that can't be serialised
 */
export function unprojected(value: unknown): CallToolResult {
  const { content, ...rest } = lazily(value);
  return { content, ...rest };
}

/** The same; the text is made only if somebody looks at it. */
function lazily(value: unknown): CallToolResult {
  const reply = {
    get content(): CallToolResult["content"] {
      return [{ type: "text", text: serialize(value).json }];
    },
  };
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject ? Object.assign(reply, { structuredContent: value as Record<string, unknown> }) : reply;
}
