export { expandColumns } from "./columns.js";
export { JsonError, PolicyError } from "./errors.js";
export { ToolFailure } from "./failure.js";
export { hostProfiles } from "./hosts.js";
export { compile as init } from "./module.js";
export { presets } from "./presets.js";
export { Projection } from "./projection.js";
export { Session } from "./session.js";
export { version } from "./version.js";

export type { Failure } from "./failure.js";
export type { HostFact, HostProfile } from "./hosts.js";
export type {
  Budget,
  EchoBudget,
  Elsewhere,
  ErrorShape,
  Flatten,
  ListBudget,
  Policy,
  PruneRule,
  Restated,
  Scalar,
  Severity,
  Shape,
  ToolPolicy,
} from "./policy.js";
export type { ProjectionOptions, ToolForms } from "./projection.js";
export type { ClientLines, Framing } from "./framing.js";
export type { SessionOptions } from "./session.js";
export type {
  Annotations,
  AudioContent,
  Call,
  CallToolResult,
  ContentBlock,
  Decision,
  EmbeddedResource,
  Icon,
  ImageContent,
  Meta,
  ReplyReport,
  ResourceLink,
  TextContent,
} from "./types.js";
