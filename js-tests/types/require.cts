// The same types through `require`.

import projectionPackage = require("mcp-projection");

const { Projection, presets } = projectionPackage;
const projection = new Projection(presets.outline);
export const result: projectionPackage.CallToolResult = projection.success("outl_page_get", {});

// @ts-expect-error a tool has a name
projection.text(1, {});
