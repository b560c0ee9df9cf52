// @ts-check

/**
 * A response of the gateway itself, in the form that MCP clients read.
 *
 * @param {number} status
 * @param {string} message
 * @param {Record<string, string>} [headers]
 */
export function refusal(status, message, headers) {
  return Response.json({ jsonrpc: "2.0", error: { code: -32000, message }, id: null }, { status, headers });
}
