import { kindOf } from "./call.js";
import { EngineTrap, engineExpandColumns } from "./engine.js";

const encoder = /* @__PURE__ */ new TextEncoder();
const decoder = /* @__PURE__ */ new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * JSON with lists of objects in place of columns: the exact inverse of what a policy's `"lists": "columns"` makes of compact JSON, for programs that read
 * a text which was written for a model. JSON without columns comes back compact.
 *
 * Should the engine trap, it is replaced, and the call returns its input.
 *
 * @param json a text, or its bytes in UTF-8; the answer is of the same kind
 * @throws JsonError for what is no JSON, and for columns that stand for more than the engine takes
 */
export function expandColumns<Json extends string | Uint8Array>(json: Json): Json extends string ? string : Uint8Array;
export function expandColumns(json: string | Uint8Array): string | Uint8Array {
  // The compiler keeps TypeScript callers from this; JavaScript callers need the sentence.
  if (typeof json !== "string" && !(json instanceof Uint8Array)) {
    throw new TypeError(`the JSON of expandColumns must be a string or a Uint8Array, not ${kindOf(json)}`);
  }
  try {
    if (typeof json !== "string") return engineExpandColumns(json);
    // Half of a surrogate pair has no UTF-8, but an escape that means it.
    const wellFormed = json.replace(/\p{Surrogate}/gu, (half) => `\\u${half.charCodeAt(0).toString(16)}`);
    return decoder.decode(engineExpandColumns(encoder.encode(wellFormed)));
  } catch (error) {
    if (error instanceof EngineTrap) return json;
    throw error;
  }
}
