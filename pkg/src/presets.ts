import mirrored from "../../src/policy/presets/mirrored.json";
import outline from "../../src/policy/presets/outline.json";
import structured from "../../src/policy/presets/structured.json";
import type { Policy } from "./policy.js";

/** Policies that projects in the field found right; frozen, to be spread where they need a change. */
export const presets: {
  /**
   * An outliner's server (outl, RFC 0276): a success is content-only and compact, outline nodes
   * lose what renderers alone need, two Markdown tools send their Markdown, an error keeps its
   * envelope.
   */
  readonly outline: Policy;
  /**
   * A file server whose tools declare an outputSchema: a success has structuredContent, and beside it the text of its `message`, or for
   * `read_file` of its `content`, byte for byte; an error is text alone, which no client holds against the schema.
   */
  readonly structured: Policy;
  /**
   * A ledger's server: a success has its rows both in structuredContent and, behind a line in words, as text, cut to 60,000 bytes; an
   * error has its data in its text as well.
   */
  readonly mirrored: Policy;
} = /* @__PURE__ */ deepFreeze({
  // The compiler sees a JSON file's strings only as strings; that they fit is checked by the engine.
  outline: outline as Policy,
  structured: structured as Policy,
  mirrored: mirrored as Policy,
});

function deepFreeze<T extends object>(object: T): T {
  for (const member of Object.values(object) as unknown[]) {
    if (typeof member === "object" && member !== null) deepFreeze(member);
  }
  return Object.freeze(object);
}
