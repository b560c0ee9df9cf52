// The same types through `require`.

import projectionPackage = require("mcp-projection");

const { Projection, presets } = projectionPackage;
const projection = new Projection(presets.outline);
export const result: projectionPackage.CallToolResult = projection.success("outl_page_get", {});
export const decisions: projectionPackage.Decision[] = projection.explain("outl_page_get", result);
export const reply: projectionPackage.CallToolResult = projection.reply("outl_page_get", result);
export const hosts: projectionPackage.HostProfile[] = projectionPackage.hostProfiles();

// @ts-expect-error a tool has a name
projection.text(1, {});
