import type { CallText, EnginePolicy } from "./engine.js";
import { serialize } from "./payload.js";
import type { CallToolResult } from "./types.js";

/**
 * The reply that most servers send, its payload once as the only text and once as structuredContent, as it goes on; undefined for all others,
 * and for those that take a closer look.
 *
 * The engine would make the same of it (a test holds the two against each other). But to write a text that is JSON as a string of JSON, and to read it
 * again, takes several times what is to be done.
 */
export function saidTwice(policy: EnginePolicy, tool: string, result: object, call: CallText): CallToolResult | undefined {
  const { content, structuredContent, isError, resultType, task } = result as Partial<CallToolResult>;
  if (isError === true || task !== undefined || (resultType !== undefined && resultType !== "complete")) return undefined;
  if (!Array.isArray(content) || content.length !== 1 || !isPlainObject(structuredContent)) return undefined;
  const [block] = content as readonly unknown[];
  if (!isPlainObject(block) || block["type"] !== "text" || typeof block["text"] !== "string") return undefined;
  const { text } = block as { text: string };
  if (!/^\s*[[{]/.test(text)) return undefined;
  const member = policy.payloadMember(tool, call);
  if (member === undefined) return undefined;
  const { json, bigints } = serialize(payloadIn(structuredContent, member));
  if (bigints.size > 0) return undefined;
  const said = policy.pruneText(tool, text);
  if (said === undefined || said !== policy.pruneText(tool, json)) return undefined;
  // As JSON has it: what is undefined isn't there.
  const members = Object.entries(result).filter(
    ([name, value]) => name !== "structuredContent" && value !== undefined,
  );
  const blocks = [said === text ? block : { ...block, text: said }] as unknown as CallToolResult["content"];
  return { ...Object.fromEntries(members), content: blocks };
}

/** What the policy takes for the payload. What stands beside it must say nothing, or the engine is to look at it. */
function payloadIn(structuredContent: Readonly<Record<string, unknown>>, member: string): unknown {
  if (member === "" || !Object.hasOwn(structuredContent, member)) {
    return member !== "" && structuredContent["ok"] === false ? undefined : structuredContent;
  }
  const saysNothing = ([name, value]: [string, unknown]): boolean =>
    name === member || value === null || value === undefined || (name === "ok" && value === true);
  return Object.entries(structuredContent).every(saysNothing) ? structuredContent[member] : undefined;
}

function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null || "toJSON" in value) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
