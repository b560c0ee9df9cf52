// @ts-check
// How replies leave: the outline preset's rules under this server's tool names.
import { Projection, presets } from "mcp-projection";

/** @import { Flatten, Policy } from "mcp-projection" */

// The payload is {slug, md}, and the caller sent the slug. A journal's is {date, meta, outline, md}, with the only copy of its blocks' ids.
/** @type {Flatten} */
const markdown = { member: "md", elsewhere: { slug: "arguments.slug" } };

/** @type {Policy} */
export const policy = {
  version: 1,
  prune: {
    "outline-node": {
      // With `id`: the AST that export_json sends has none, and can't be read back without its empty lists.
      where: ["id", "text", "children"],
      drop: { tokens: { in: "text", except: ["kind"] } },
      dropEqual: { collapsed: false, todo: null },
      dropEmpty: ["properties"],
    },
  },
  defaults: { ...presets.outline.defaults },
  tools: { page_render: { flatten: markdown }, export_md: { flatten: markdown } },
};

export const projection = new Projection(policy);
