import { hostsJson } from "../build/hosts.js";
import type { ErrorShape, Shape } from "./policy.js";

/** What is known of an MCP host, and the forms in which a reply reaches its model whole. */
export interface HostProfile {
  /** The id by which a policy, a projection or a call names it. */
  readonly host: string;
  readonly title: string;
  /** The names by which its client introduces itself (`clientInfo.name`), in any case; `*` stands for any text. */
  readonly clientNames: readonly string[];
  /** The shape of a success. A tool with an `outputSchema` keeps its structuredContent, and the text then says all of it. */
  readonly shape: Shape;
  readonly error: ErrorShape;
  /** Why these forms. */
  readonly why: string;
  readonly facts: readonly HostFact[];
}

/** Something that was found out about a host. Hosts change: each fact has its date. */
export interface HostFact {
  readonly says: string;
  /** A year and a month, such as "2026-11". */
  readonly date: string;
  /** "source": read in the host's own source. "reported": by others, in public. */
  readonly evidence: "source" | "reported";
  /** A web address. */
  readonly source: string;
}

/** The profiles of all known hosts; each call gives new objects. */
export function hostProfiles(): HostProfile[] {
  // A test of the engine checks that they have these types.
  return (JSON.parse(hostsJson) as { readonly profiles: HostProfile[] }).profiles;
}
