import outline from "../../src/policy/presets/outline.json";
import type { Policy } from "./policy.js";

/** Policies that projects in the field found right; frozen, to be spread where they need a change. */
export const presets: {
  /**
   * An outliner's server (outl, RFC 0276): a success is content-only and compact, outline nodes
   * lose what renderers alone need, two Markdown tools send their Markdown, an error keeps its
   * envelope.
   */
  readonly outline: Policy;
} = /* @__PURE__ */ deepFreeze({
  // The compiler sees a JSON file's strings only as strings; that they fit is checked by the engine.
  outline: outline as Policy,
});

function deepFreeze<T extends object>(object: T): T {
  for (const member of Object.values(object) as unknown[]) {
    if (typeof member === "object" && member !== null) deepFreeze(member);
  }
  return Object.freeze(object);
}
