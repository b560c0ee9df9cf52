// @ts-check
// The worker: at /mcp/NAME, each MCP server that its variables name. Every tool reply goes through the policy on its way.

import { doorOf } from "./door.mjs";
import { gatewaysOf } from "./gateways.mjs";
import { BodyTooLarge, limitedBody } from "./limited-body.mjs";
import { refusal } from "./refusal.mjs";

export default {
  /**
   * @param {Request} request
   * @param {import("./settings.mjs").Variables} variables
   * @returns {Promise<Response>}
   */
  async fetch(request, variables) {
    let gateways;
    try {
      gateways = gatewaysOf(variables);
    } catch (error) {
      console.error(`edge-worker: ${error instanceof Error ? error.message : String(error)}`);
      return refusal(500, "the gateway's variables are wrong; its log says where");
    }
    const { settings, handlers } = gateways;
    const door = doorOf(request, settings);
    if (door instanceof Response) return door;
    const { upstream, headers, opened } = door;
    const answer = /** @type {import("mcp-projection/fetch").FetchHandler} */ (handlers.get(upstream));
    try {
      const body = limitedBody(request, settings.maxRequestBytes);
      // Not every runtime takes the signal from the request that another is made of.
      const init = /** @type {RequestInit} */ ({ headers, body, signal: request.signal, duplex: "half" });
      return opened(await answer(new Request(request, init)));
    } catch (error) {
      if (error instanceof BodyTooLarge) return opened(refusal(413, error.message));
      console.error(`edge-worker: ${upstream}: ${String(error)}`);
      return opened(refusal(502, `the server ${upstream} can't be reached`));
    }
  },
};
