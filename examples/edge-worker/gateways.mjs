// @ts-check
// A handler for each upstream, made once for a configuration: it remembers the sessions of its clients.

import { Projection } from "mcp-projection";
import { projectFetch } from "mcp-projection/fetch";

import { NAMES, settingsIn } from "./settings.mjs";

/**
 * @typedef {object} Gateways
 * @property {import("./settings.mjs").Settings} settings
 * @property {Map<string, import("mcp-projection/fetch").FetchHandler>} handlers by the upstream's name
 */

/** @type {{ values: unknown[], gateways: Gateways } | undefined} */
let latest;

/**
 * @param {import("./settings.mjs").Variables} variables
 * @returns {Gateways}
 * @throws Error for what is wrong in them
 */
export function gatewaysOf(variables) {
  // A runtime may hand out the same variables in another object each time.
  const values = NAMES.map((name) => variables[name]);
  if (latest === undefined || values.some((value, index) => value !== latest?.values[index])) {
    latest = { values, gateways: newGateways(variables) };
  }
  return latest.gateways;
}

/** @param {import("./settings.mjs").Variables} variables */
function newGateways(variables) {
  const settings = settingsIn(variables);
  let projection;
  try {
    projection = new Projection(settings.policy);
  } catch (error) {
    throw new Error(`POLICY: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
  // An edge has many instances, any of which may have told a client of an outputSchema.
  const options = { assumesOutputSchema: true };
  const handlers = [...settings.upstreams].map(([name, url]) => /** @type {const} */ ([name, projectFetch(url, projection, options)]));
  return { settings, handlers: new Map(handlers) };
}
