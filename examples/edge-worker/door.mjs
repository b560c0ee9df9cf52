// @ts-check
// Who may come in, and where to: decided by the method, the path and the headers, before anything is read or sent.

import { refusal } from "./refusal.mjs";

const METHODS = "GET, POST, DELETE";

/** What pages may send and read beside what browsers allow anyway. */
const REQUEST_HEADERS = "Authorization, Content-Type, Last-Event-ID, Mcp-Method, Mcp-Name, Mcp-Protocol-Version, Mcp-Session-Id";
const RESPONSE_HEADERS = "Mcp-Protocol-Version, Mcp-Session-Id, WWW-Authenticate";

/**
 * What upstreams must not hear from a client: cookies, since all upstreams share this worker's origin and one would see another's, and who else
 * the request came by, since only a proxy in front of them could vouch for it.
 */
const KEPT_BACK = ["cookie", "forwarded", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip"];

/**
 * @typedef {object} Door
 * @property {string} upstream
 * @property {Headers} headers what the upstream hears
 * @property {(response: Response) => Response} opened the response as it goes out
 */

/**
 * @param {Request} request
 * @param {import("./settings.mjs").Settings} settings
 * @returns {Door | Response} the response turns the request away
 */
export function doorOf(request, { upstreams, origins, hosts }) {
  const { method, headers } = request;
  const url = new URL(request.url);
  // A page may have a name of its own resolve to this machine, but can't hide which name that was.
  if (hosts !== undefined && !hosts.has(url.host)) return refusal(403, "this host isn't served here");
  const origin = headers.get("origin");
  if (origin !== null && !origins.has(origin)) return refusal(403, "pages of this origin may not call");
  const opened = (/** @type {Response} */ response) => withAccess(response, origin);
  // Only a name is ever taken from a request, and looked up: no part of a URL.
  const upstream = /^\/mcp\/([\w-]+)$/.exec(url.pathname)?.[1];
  if (upstream === undefined || !upstreams.has(upstream)) return opened(refusal(404, "expected /mcp/NAME with the name of a server"));
  if (method === "OPTIONS" && origin !== null) return opened(preflight());
  if (!METHODS.split(", ").includes(method)) return opened(refusal(405, `expected ${METHODS}`, { Allow: METHODS }));
  const type = headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (method === "POST" && type !== "application/json") return opened(refusal(415, "expected Content-Type: application/json"));
  const kept = new Headers(headers);
  for (const name of KEPT_BACK) kept.delete(name);
  return { upstream, headers: kept, opened };
}

function preflight() {
  const headers = { "Access-Control-Allow-Methods": METHODS, "Access-Control-Allow-Headers": REQUEST_HEADERS, "Access-Control-Max-Age": "600" };
  return new Response(null, { status: 204, headers });
}

const ACCESS_HEADERS = ["access-control-allow-origin", "access-control-allow-credentials", "access-control-expose-headers"];

/**
 * Whose pages may read a response is said here, not by an upstream that says "everybody".
 *
 * @param {Response} response
 * @param {string | null} origin
 */
function withAccess(response, origin) {
  const { headers } = response;
  for (const name of [...ACCESS_HEADERS, "set-cookie"]) headers.delete(name);
  if (origin !== null) {
    headers.set("access-control-allow-origin", origin);
    headers.set("access-control-expose-headers", RESPONSE_HEADERS);
  }
  headers.append("vary", "Origin");
  return response;
}
