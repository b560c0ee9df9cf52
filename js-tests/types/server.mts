// What users of both generations of the SDK write, with nothing but inferred types.

import { Server as Server1 } from "@modelcontextprotocol/sdk/server/index.js";
import { McpServer as McpServer1 } from "@modelcontextprotocol/sdk/server/mcp.js";
import { CallToolRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { McpServer as McpServer2, Server as Server2 } from "@modelcontextprotocol/server";
import { Projection, ToolFailure, presets } from "mcp-projection";
import { projectReplies, tool, type ProjectedReply, type ProjectRepliesOptions } from "mcp-projection/server";
import { z } from "zod";

/** Fails to compile unless both types are the same; `any` is the same as nothing else. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : never;
const same = <A, B>(_proof: Same<A, B>): void => undefined;

const log: ProjectRepliesOptions = {
  host: "auto",
  onProjection: (reply) => {
    same<typeof reply, ProjectedReply>(true);
    same<typeof reply.bytesAfter, number>(true);
  },
  onError: (error) => {
    same<typeof error, unknown>(true);
  },
};

const first: McpServer1 = projectReplies(new McpServer1({ name: "a", version: "1" }), presets.outline, log);
first.registerTool(
  "page_get",
  { inputSchema: { slug: z.string(), depth: z.number().optional() } },
  tool(
    ({ slug, depth }) => {
      same<typeof slug, string>(true);
      same<typeof depth, number | undefined>(true);
      if (slug === "") throw new ToolFailure("NO_SLUG", "expected a slug", { slug });
      return { slug, depth };
    },
    {
      summary: (payload) => {
        same<typeof payload.slug, string>(true);
        return payload.slug;
      },
    },
  ),
);
first.registerTool("plain", {}, tool(async () => [1]));
first.tool("legacy", { a: z.string() }, tool(({ a }) => a));
projectReplies(new Server1({ name: "a", version: "1" }), new Projection({})).setRequestHandler(
  CallToolRequestSchema,
  tool(({ params }) => params.name),
);

const second: McpServer2 = projectReplies(new McpServer2({ name: "a", version: "1" }), new Projection(presets.mirrored));
second.registerTool(
  "page_get",
  { inputSchema: z.object({ slug: z.string() }) },
  tool(async ({ slug }) => {
    same<typeof slug, string>(true);
    return [slug];
  }),
);
projectReplies(new Server2({ name: "a", version: "1" }), {}).setRequestHandler("tools/call", tool(({ params }) => params.name));

// @ts-expect-error -- the policy is checked
projectReplies(first, { default: {} });
// @ts-expect-error -- so are the options
projectReplies(first, {}, { expose: true });
// @ts-expect-error -- and the server
projectReplies({ name: "no server" }, {});
