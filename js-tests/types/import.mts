// What the compiler must accept, and must refuse, of a program that imports the package.

import { McpServer as McpServerV1 } from "@modelcontextprotocol/sdk/server/mcp.js";
import type { CallToolResult as CallToolResultV1 } from "@modelcontextprotocol/sdk/types.js";
import { McpServer as McpServerV2, type CallToolResult as CallToolResultV2 } from "@modelcontextprotocol/server";
import {
  Projection,
  ToolFailure,
  expandColumns,
  hostProfiles,
  presets,
  version,
  type Call,
  type CallToolResult,
  type ContentBlock,
  type Decision,
  type HostProfile,
  type JsonError,
  type Policy,
  type PolicyError,
  type ProjectionOptions,
} from "mcp-projection";
import { z } from "zod";

const projection = new Projection(presets.outline);
const result: CallToolResult = projection.success("outl_page_get", { id: 1n });

// Our reply is each SDK's reply.
export const v1: CallToolResultV1 = result;
export const v2: CallToolResultV2 = result;
export const blockV1: CallToolResultV1["content"][number] = null as unknown as ContentBlock;
export const blockV2: CallToolResultV2["content"][number] = null as unknown as ContentBlock;

// A text for a text, bytes for bytes.
export const expandedText: string = expandColumns('{"columns":["a"],"row":[1]}');
export const expandedBytes: Uint8Array = expandColumns(new Uint8Array());
// @ts-expect-error what isn't JSON text
expandColumns({ columns: ["a"], row: [1] });
export const listed = new Projection({ defaults: { lists: "columns", listsNote: true } });
// @ts-expect-error no such word
new Projection({ defaults: { lists: "rows" } });

interface PageArguments {
  slug: string;
}

// An interface has no index signature; it must be good for arguments all the same.
export function pageGet(callArguments: PageArguments): CallToolResult {
  return projection.success("outl_page_get", { slug: callArguments.slug }, { arguments: callArguments });
}

new McpServerV1({ name: "outline", version }).registerTool(
  "outl_page_get",
  { inputSchema: { slug: z.string() } },
  (callArguments) => {
    try {
      return pageGet(callArguments);
    } catch (error) {
      if (!(error instanceof ToolFailure)) throw error;
      return projection.failure("outl_page_get", error, { arguments: callArguments });
    }
  },
);

new McpServerV2({ name: "outline", version }).registerTool(
  "outl_page_get",
  { inputSchema: z.object({ slug: z.string() }) },
  (callArguments) => pageGet(callArguments),
);

export const policy: Policy = {
  ...presets.outline,
  tools: {
    ...presets.outline.tools,
    "accounter_*": {
      shape: "mirrored",
      error: "mirrored",
      budget: { items: "charges", maxBytes: 60_000, hint: "ask for the next page" },
      unwrap: undefined,
    },
    edit_file: { shape: "structured", textMember: "message", errorWhen: { success: false, size: 2n ** 60n } },
    write_file: { budget: { echo: "lines", maxBytes: 1000 }, contract: { "pretty-text": "off" } },
    outl_page_render: { flatten: { member: "md", elsewhere: { slug: "arguments.slug" }, remainder: "block" } },
  },
};

// A reply that either SDK knows goes in, and comes out as what it was or as a reply.
declare const replyV1: CallToolResultV1;
declare const replyV2: CallToolResultV2;
export const projectedV1: CallToolResultV1 = projection.reply("t", replyV1, { arguments: {} });
export const projectedV2: CallToolResultV2 = projection.reply("t", replyV2, { host: "codex", revision: "2025-11-25" });
export const projectedOwn: CallToolResult = projection.reply("t", result);
export const sent: Uint8Array = projection.replyBytes("t", new Uint8Array(), { outputSchema: { type: "object" } });

const options: ProjectionOptions = { host: "auto" };
const call: Call = { arguments: {}, summary: "2 files", host: undefined, declaresOutputSchema: true, outputSchema: false };
export const decisions: Decision[] = new Projection(presets.mirrored, options).explain("t", replyV1, call);
export const saved: number | undefined = decisions[0]?.bytesSaved;
export const reason: string | undefined = decisions[0]?.reason;
export const profiles: HostProfile[] = hostProfiles();
export const shapes: ("content" | "mirrored" | "structured")[] = profiles.map(({ shape }) => shape);
export const sources: (string | undefined)[] = profiles.flatMap(({ facts }) => facts.map(({ source }) => source));

export const texts: string[] = [projection.text("t", undefined), version, new ToolFailure("A", "b").code];
export const bytes: Uint8Array<ArrayBuffer> = projection.pruneBytes("t", new Uint8Array());
export const pruned: unknown = projection.prune("t", {});
export const data: unknown = new ToolFailure("A", "b", { c: 1 }).data;
export const offset: number = (null as unknown as JsonError).offset;
export const pointer: string = (null as unknown as PolicyError).pointer;
projection.failure("t", { code: "ENOENT", message: "no such file" });

// @ts-expect-error an unknown shape
export const wrongShape: Policy = { defaults: { shape: "text" } };
// @ts-expect-error an unknown member
export const unknownMember: Policy = { tools: { a: { prunes: [] } } };
// @ts-expect-error a drop that names no elsewhere
export const noElsewhere: Policy = { prune: { a: { where: ["id"], drop: { tokens: true } } } };
// @ts-expect-error neither items nor echo
export const emptyBudget: Policy = { defaults: { budget: { maxBytes: 1 } } };
// @ts-expect-error presets are shared by all who import them
presets.outline.defaults.shape = "mirrored";
// @ts-expect-error a value, not bytes
projection.pruneBytes("t", "{}");
// @ts-expect-error a failure needs its message
projection.failure("t", { code: "ENOENT" });
// @ts-expect-error a call is no list of arguments
projection.success("t", {}, { arguments: "slug" });
// @ts-expect-error a reply is an object
projection.reply("t", "{}");
// @ts-expect-error bytes, not text
projection.replyBytes("t", "{}");
// @ts-expect-error a revision is a text
projection.reply("t", result, { revision: 20251125 });
// @ts-expect-error a schema, not its text
projection.reply("t", result, { outputSchema: "{}" });
// @ts-expect-error an unknown option
new Projection({}, { hosts: "codex" });
// @ts-expect-error what was decided stays so
projection.explain("t", {})[0].rule = "prune";
// @ts-expect-error a schema is stripped or kept
export const wrongSchema: Policy = { defaults: { outputSchema: "drop" } };
