import { PolicyError } from "./errors.js";

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

/** What the engine takes for an integer. */
const INTEGERS = { least: -(2n ** 63n), greatest: 2n ** 64n - 1n };

/** No policy is nested deeper; what is, is a mistake, and the engine stops there too. */
const DEPTH_LIMIT = 128;

/**
 * The policy as JSON text, every member of it included: what the engine doesn't know doesn't pass in silence.
 *
 * @throws PolicyError where the policy holds anything that JSON has no word for. Members that are
 * undefined count as absent; bigints are integers.
 */
export function policyText(policy: unknown): string {
  if (!isPlainObject(policy)) {
    throw refusal([], `expected a policy object, found ${nameOf(policy)}`);
  }
  return objectText(policy, [], new Set());
}

function objectText(object: object, path: readonly string[], ancestors: Set<object>): string {
  return inside(object, path, ancestors, () => {
    const members: string[] = [];
    for (const [name, value] of Object.entries(object) as [string, unknown][]) {
      if (value === undefined) continue;
      if (hasLoneSurrogate(name)) {
        throw refusal(path, "expected member names in well-formed Unicode, found half of a surrogate pair");
      }
      members.push(`${JSON.stringify(name)}:${valueText(value, [...path, name], ancestors)}`);
    }
    return `{${members.join(",")}}`;
  });
}

function valueText(value: unknown, path: readonly string[], ancestors: Set<object>): string {
  switch (typeof value) {
    case "boolean":
      return String(value);
    case "bigint":
      if (value >= INTEGERS.least && value <= INTEGERS.greatest) return String(value);
      throw refusal(path, "expected an integer of at most 64 bits");
    case "number":
      if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
        throw refusal(path, `expected an integer up to 2^53, or a bigint: ${String(value)} may have been rounded`);
      }
      if (Number.isFinite(value)) return String(value);
      break;
    case "string":
      if (!hasLoneSurrogate(value)) return JSON.stringify(value);
      throw refusal(path, "expected well-formed Unicode, found half of a surrogate pair");
    case "object":
      if (value === null) return "null";
      if (Array.isArray(value)) return listText(value, path, ancestors);
      if (isPlainObject(value)) return objectText(value, path, ancestors);
      break;
    default:
  }
  throw refusal(path, `expected a JSON value, found ${nameOf(value)}`);
}

function listText(list: readonly unknown[], path: readonly string[], ancestors: Set<object>): string {
  // Array.from, unlike map, also visits the holes.
  const items = () => Array.from(list, (item, index) => valueText(item, [...path, String(index)], ancestors));
  return `[${inside(list, path, ancestors, items).join(",")}]`;
}

function inside<T>(
  container: object,
  path: readonly string[],
  ancestors: Set<object>,
  read: () => T,
): T {
  if (ancestors.has(container)) {
    throw refusal(path, "expected a JSON value, found an object that contains itself");
  }
  if (ancestors.size === DEPTH_LIMIT) {
    throw refusal(path, `expected at most ${String(DEPTH_LIMIT)} levels of nesting`);
  }
  ancestors.add(container);
  const content = read();
  ancestors.delete(container);
  return content;
}

/** An object as a literal, JSON.parse or a module makes it, also in another realm. */
function isPlainObject(value: unknown): value is object {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Half of a surrogate pair has no UTF-8: it would reach the engine as another character. */
function hasLoneSurrogate(text: string): boolean {
  const asked = text as { isWellFormed?(): boolean };
  // The pattern takes longer to compile than a whole policy takes to look through.
  return asked.isWellFormed === undefined ? /\p{Surrogate}/u.test(text) : !asked.isWellFormed();
}

function nameOf(value: unknown): string {
  switch (typeof value) {
    case "undefined":
      return "undefined";
    case "number":
      return String(value);
    case "object": {
      if (value === null) return "null";
      if (Array.isArray(value)) return "an array";
      const { name } = (value as { constructor?: { name?: unknown } }).constructor ?? {};
      return typeof name === "string" && name !== "" ? `an instance of ${name}` : "an object";
    }
    default:
      return `a ${typeof value}`;
  }
}

function refusal(path: readonly string[], problem: string): PolicyError {
  const pointer = path.map((token) => `/${token.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
  return new PolicyError(`${pointer === "" ? "the policy" : pointer}: ${problem}`, pointer);
}
