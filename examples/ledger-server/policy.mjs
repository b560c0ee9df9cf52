// @ts-check
// What this server's replies look like: mirrored, as the preset has it, with a budget that suits each tool.

import { Projection, presets } from "mcp-projection";

/** Of the compact JSON that a reply's text and structuredContent both hold, in UTF-8 bytes. */
export const MAX_BYTES = 60_000;

export const policy = {
  ...presets.mirrored,
  tools: {
    search_charges: {
      budget: {
        items: "charges",
        maxBytes: MAX_BYTES,
        hint:
          "this page was cut, and nextPage would skip the charges that are missing: ask again with returnedCount (or less) as pageSize; " +
          "after page 1, page 2 of that size goes on where this reply ends",
      },
    },
    list_business_memberships: {
      budget: { items: "memberships", maxBytes: MAX_BYTES, hint: "narrow the list with role" },
    },
    explain_terminology: {
      budget: { items: "terms", maxBytes: MAX_BYTES, hint: "name the terms to explain" },
    },
    // What a write did is told whatever its size; what it wrote is shown where there is room for all of it.
    record_charge: {
      budget: { echo: "recorded", maxBytes: MAX_BYTES, hint: "recordedIds has every id; search_charges shows the charges page by page" },
    },
    update_charge: {
      budget: { echo: "changes", maxBytes: MAX_BYTES, hint: "search_charges shows the charge as it is now" },
    },
  },
};

/** Compiled once, also for a server that is made anew for each request. */
export const projection = new Projection(/** @type {import("mcp-projection").Policy} */ (policy));
