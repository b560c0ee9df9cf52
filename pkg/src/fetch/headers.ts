// Headers on their way through: everything stays but what is said to the next hop alone, and what a changed body makes untrue.

/** Of one connection only (RFC 9110, section 7.6.1), and those that a proxy's own challenges use. */
const HOP_BY_HOP = [
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
];

/**
 * What the request says of the way to here: whose name it has, how long its body is, that it waits for leave to send it. `fetch` says anew what
 * there is to say.
 */
const TO_HERE = ["host", "content-length", "expect"];

/** What vouches for a body's bytes. */
const DIGESTS = ["etag", "content-md5", "digest", "content-digest", "repr-digest"];

/** What each runtime's `fetch` has decoded when it hands out a body, though the header still names it. */
const DECODED = new Set(["gzip", "br"]);

/**
 * The headers for the upstream.
 *
 * @param acceptsGzip that responses come by the runtime's `fetch`, which decodes them
 */
export function requestHeaders(request: Request, acceptsGzip: boolean): Headers {
  const headers = endToEnd(request.headers);
  for (const name of TO_HERE) headers.delete(name);
  // What the client can decode is of no use here.
  headers.set("accept-encoding", acceptsGzip ? "gzip" : "identity");
  return headers;
}

/** The headers for the client, with the body that the upstream sent. */
export function responseHeaders(response: Response, acceptsGzip: boolean): Headers {
  const headers = endToEnd(response.headers);
  if (response.body !== null && acceptsGzip && DECODED.has(codingOf(response))) {
    headers.delete("content-encoding");
    headers.delete("content-length");
  }
  return headers;
}

/** Whether the bytes of a response's body are what its content type says. */
export function isReadable(response: Response, acceptsGzip: boolean): boolean {
  const coding = codingOf(response);
  return coding === "identity" || (acceptsGzip && DECODED.has(coding));
}

/** Takes away what another body would make untrue. */
export function forgetBody(headers: Headers): void {
  for (const name of ["content-length", ...DIGESTS]) headers.delete(name);
}

/** How many bytes a body is said to have: before it was decoded, if it was. */
export function contentLength(headers: Headers): number | undefined {
  const length = headers.get("content-length") ?? "";
  return /^\d+$/.test(length) ? Number(length) : undefined;
}

/** What a message's body is, in lower case and without parameters. */
export function mediaType({ headers }: Response): string {
  return (headers.get("content-type") ?? "").replace(/;.*/s, "").trim().toLowerCase();
}

function codingOf({ headers }: Response): string {
  return headers.get("content-encoding")?.trim().toLowerCase() ?? "identity";
}

function endToEnd(from: Headers): Headers {
  const headers = new Headers(from);
  const named = headers.get("connection")?.split(",") ?? [];
  for (const name of [...HOP_BY_HOP, ...named.map((token) => token.trim())]) {
    if (TOKEN.test(name)) headers.delete(name);
  }
  return headers;
}

/** What can be a header's name: `Headers` throws at anything else. */
const TOKEN = /^[!#$%&'*+.^_`|~\w-]+$/;
