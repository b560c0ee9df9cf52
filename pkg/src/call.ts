import type { CallText } from "./engine.js";
import { serialize } from "./payload.js";
import type { Call } from "./types.js";

const NOTHING: CallText = { json: undefined, knowsArguments: false, isPlain: true };

/**
 * What is known of a call as the engine takes it.
 *
 * @throws TypeError for what is no call, and that of JSON.stringify for arguments, or a schema, that can't be serialised
 */
export function callText(call: Call | undefined): CallText {
  if (call === undefined) return NOTHING;
  if (!isObject(call)) {
    throw new TypeError(`the call must be an object such as { arguments }, not ${kindOf(call)}`);
  }
  const { arguments: callArguments, summary, host, revision, declaresOutputSchema, outputSchema } = call;
  const members: string[] = [];
  if (callArguments !== undefined) {
    requireKind("arguments", "an object", isObject(callArguments), callArguments);
    members.push(`"arguments":${serialize(callArguments).json}`);
  }
  for (const [name, text] of Object.entries({ summary, host, revision })) {
    if (text === undefined) continue;
    requireKind(name, "a string", typeof text === "string", text);
    members.push(`${JSON.stringify(name)}:${JSON.stringify(text)}`);
  }
  if (declaresOutputSchema !== undefined) {
    requireKind("declaresOutputSchema", "a boolean", typeof declaresOutputSchema === "boolean", declaresOutputSchema);
    members.push(`"declaresOutputSchema":${String(declaresOutputSchema)}`);
  }
  if (outputSchema !== undefined) {
    const isSchema = typeof outputSchema === "boolean" || isObject(outputSchema);
    requireKind("outputSchema", "a JSON Schema", isSchema, outputSchema);
    members.push(`"outputSchema":${serialize(outputSchema).json}`);
  }
  if (members.length === 0) return NOTHING;
  return {
    json: `{${members.join(",")}}`,
    knowsArguments: callArguments !== undefined,
    // The summary and the revision matter to structuredContent alone.
    isPlain: host === undefined && declaresOutputSchema !== true && outputSchema === undefined,
  };
}

function requireKind(name: string, kind: string, isKind: boolean, found: unknown): void {
  if (!isKind) throw new TypeError(`the call's ${name} must be ${kind}, not ${kindOf(found)}`);
}

/** Whether a value is an object and no array. */
export function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What kind of thing a value is, for messages. */
export function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (typeof value !== "object") return `a ${typeof value}`;
  return Array.isArray(value) ? "an array" : "an object";
}
