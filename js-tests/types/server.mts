// What users of both generations of the SDK write, with nothing but inferred types.

import { Server as Server1 } from "@modelcontextprotocol/sdk/server/index.js";
import { McpServer as McpServer1 } from "@modelcontextprotocol/sdk/server/mcp.js";
import { CallToolRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { McpServer as McpServer2, Server as Server2 } from "@modelcontextprotocol/server";
import { Projection, ToolFailure, presets } from "mcp-projection";
import { projectReplies, tool, type ProjectedReply, type ProjectRepliesOptions } from "mcp-projection/server";
import { z } from "zod";

/* eslint-disable @typescript-eslint/no-deprecated -- servers in the field use what the SDKs have since replaced */

/** True for what users must never meet. */
type IsAny<T> = 0 extends 1 & T ? true : false;

export const options: ProjectRepliesOptions = {
  host: "auto",
  onProjection: (reply) => {
    const isAny: IsAny<ProjectedReply["decisions"]> = false;
    console.log(isAny, reply.bytesBefore.toFixed(), reply.bytesAfter.toFixed(), reply.tool.length);
  },
  onError: (error, name) => {
    console.log(error instanceof Error, name.length);
  },
};

export const first: McpServer1 = projectReplies(new McpServer1({ name: "a", version: "1" }), presets.outline, options);
first.registerTool(
  "page_get",
  { inputSchema: { slug: z.string(), depth: z.number().optional() } },
  tool(
    ({ slug, depth }) => {
      const isAny: IsAny<typeof slug | typeof depth> = false;
      if (slug === "") throw new ToolFailure("NO_SLUG", "expected a slug", { slug });
      return { slug, depth: depth?.toFixed(), isAny };
    },
    {
      summary: (payload, cut) => {
        const isAny: IsAny<typeof payload.slug> = false;
        return `${payload.slug} ${String(cut?.returnedCount.toFixed())} ${String(isAny)}`;
      },
    },
  ),
);
first.registerTool("plain", {}, tool(() => [1]));
first.registerTool("later", {}, tool(() => Promise.resolve(null)));
first.tool("legacy", { a: z.string() }, tool(({ a }) => a));
projectReplies(new Server1({ name: "a", version: "1" }), new Projection({})).setRequestHandler(
  CallToolRequestSchema,
  tool(({ params }) => params.name),
);

export const second: McpServer2 = projectReplies(
  new McpServer2({ name: "a", version: "1" }),
  new Projection(presets.mirrored),
);
second.registerTool(
  "page_get",
  { inputSchema: z.object({ slug: z.string() }) },
  tool(({ slug }) => {
    const isAny: IsAny<typeof slug> = false;
    return [slug, isAny];
  }),
);
projectReplies(new Server2({ name: "a", version: "1" }), {}).setRequestHandler(
  "tools/call",
  tool(({ params }) => params.name),
);

// @ts-expect-error -- the policy is checked
projectReplies(first, { default: {} });
// @ts-expect-error -- so are the options
projectReplies(first, {}, { expose: true });
// @ts-expect-error -- and the server
projectReplies({ name: "no server" }, {});
