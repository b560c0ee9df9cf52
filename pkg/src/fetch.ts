// A fetch handler in front of an MCP server that speaks Streamable HTTP: what goes by is projected, and nothing else is touched.

import { framed, joined, readOpening, reopened, type Bytes } from "./fetch/bodies.js";
import { contentLength, forgetBody, isReadable, mediaType, requestHeaders, responseHeaders } from "./fetch/headers.js";
import { Recent } from "./fetch/recent.js";
import { Session, type Projection, type SessionOptions } from "./index.js";

/** Answers a request, as the fetch handlers of web runtimes do. */
export type FetchHandler = (request: Request) => Promise<Response>;

/** How the replies of an upstream are projected: what a `Session` may be told, with other defaults for two of them, and what concerns HTTP. */
export interface ProjectFetchOptions extends SessionOptions {
  /**
   * A message with more bytes streams through as it is, and no body is held in memory beyond it: 16 MiB, unless said otherwise, since a worker
   * shares little memory among many requests.
   */
  readonly maxMessageBytes?: number | undefined;
  /**
   * Whether a tool that no `tools/list` reply named here counts as one that declares an outputSchema, so that its structuredContent stays. Unless
   * said otherwise, only in a session whose start went by elsewhere: its client may have been told there, and then it insists. Say yes where several
   * instances of a handler stand in front of a server without sessions.
   */
  readonly assumesOutputSchema?: boolean | undefined;
  /** Of how many sessions, and of how many clients without one, something is remembered: 1,000. Of more, the longest unused are forgotten. */
  readonly maxSessions?: number | undefined;
  /** What requests to an upstream that is a URL are sent with, such as the `fetch` of a service binding. The runtime's own without it. */
  readonly fetch?: FetchHandler | undefined;
}

const MOST_MESSAGE_BYTES = 16 * 1024 * 1024;
const MOST_SESSIONS = 1000;

/**
 * A fetch handler in front of an MCP server that speaks Streamable HTTP. Replies to `tools/call` go through the projection, in JSON bodies and in
 * event streams; everything else goes by as it is, in both directions: bodies byte for byte, status codes, challenges, cookies and session ids.
 *
 * Requests go to the upstream whatever their own URL says. Where the upstream can't be reached, the handler rejects with the error of its `fetch`;
 * where a response breaks off, what arrived goes on, and then the body fails with the upstream's own error.
 *
 * @param upstream the server's endpoint, or a handler that answers in its place, with bodies that are what their headers say
 * @throws TypeError for an upstream that is no http: or https: URL, and for options that are none
 */
export function projectFetch(
  upstream: string | URL | FetchHandler,
  projection: Projection,
  options: ProjectFetchOptions = {},
): FetchHandler {
  const gateway = new Gateway(upstream, projection, options);
  return (request) => gateway.answer(request);
}

const SESSION_ID = "mcp-session-id";

class Gateway {
  /** Where requests go; undefined leaves them their own URL. */
  readonly #endpoint: string | undefined;
  readonly #send: FetchHandler;
  /** Whether bodies come by the runtime's own `fetch`. */
  readonly #decodes: boolean;
  readonly #maxMessageBytes: number;
  /** Makes what is known of a client that nobody has told anything. */
  readonly #newSession: () => Session;
  /** By the id that the server gave them. */
  readonly #sessions: Recent<Session>;
  /** What is known for clients without a session, by their credentials: each exchange of theirs is a fork. */
  readonly #clients: Recent<Session>;

  constructor(upstream: string | URL | FetchHandler, projection: Projection, options: ProjectFetchOptions) {
    const { maxSessions = MOST_SESSIONS, maxMessageBytes = MOST_MESSAGE_BYTES } = options;
    if (!Number.isSafeInteger(maxSessions) || maxSessions < 0) {
      throw new TypeError(`maxSessions must be a whole number from 0 on, not ${String(maxSessions)}`);
    }
    const known = { ...options, maxMessageBytes };
    this.#newSession = () => new Session(projection, known);
    const inTheMiddle = { ...known, assumesOutputSchema: options.assumesOutputSchema ?? true };
    if (options.fetch !== undefined && typeof options.fetch !== "function") {
      throw new TypeError(`fetch must be a function, not ${typeof options.fetch}`);
    }
    // What it refuses it refuses here already, and not when the first request comes.
    this.#newSession();
    if (typeof upstream === "function") {
      this.#send = upstream;
    } else {
      this.#endpoint = endpointOf(upstream);
      this.#send = options.fetch ?? ((request) => fetch(request));
    }
    this.#decodes = typeof upstream !== "function" && options.fetch === undefined;
    this.#maxMessageBytes = maxMessageBytes;
    this.#sessions = new Recent(maxSessions, () => new Session(projection, inTheMiddle));
    this.#clients = new Recent(maxSessions, this.#newSession);
  }

  async answer(request: Request): Promise<Response> {
    const { method, signal } = request;
    const { body, message } = await this.#read(request);
    const init: RequestInit & { duplex: "half" } = {
      method,
      headers: requestHeaders(request, this.#decodes),
      body,
      // Where to go is for the client to decide, which has to send its credentials there.
      redirect: "manual",
      signal,
      duplex: "half",
    };
    const response = await this.#send(new Request(this.#endpoint ?? request.url, init));
    const session = await this.#sessionOf(request, message, response);
    if (session === undefined) return this.#passed(response);
    if (message !== undefined) session.fromClient(message);
    return this.#projected(response, session);
  }

  /** The body to send, and the message that it is, unless that is too long to be looked at. */
  async #read({ method, headers, body }: Request): Promise<{ body: BodyInit | null; message?: Bytes }> {
    if (method !== "POST" || body === null) return { body };
    const opening = await readOpening(body, this.#maxMessageBytes, contentLength(headers));
    if (opening.failure !== undefined) throw opening.failure.reason;
    if (opening.rest !== undefined) return { body: reopened(opening) };
    const message = joined(opening.parts);
    return { body: message, message };
  }

  /**
   * The session that a response belongs to, if it may carry an answer. What a request says is taken into it only when the upstream has accepted
   * the request: so nobody whom the upstream turns away can change what is known of somebody else's session.
   */
  async #sessionOf(request: Request, message: Bytes | undefined, response: Response): Promise<Session | undefined> {
    const { method } = request;
    const asked = request.headers.get(SESSION_ID);
    const isEnded = response.status === 404 || (method === "DELETE" && response.ok);
    if (isEnded && asked !== null) this.#sessions.forget(asked);
    if (!response.ok || (method !== "POST" && method !== "GET")) return undefined;
    const given = response.headers.get(SESSION_ID);
    // A session that begins is a new one, whatever had its id before.
    if (asked === null && given !== null) this.#sessions.set(given, this.#newSession());
    const id = given ?? asked;
    if (id !== null) return this.#sessions.get(id);
    // Without a session nothing answers an earlier request, and what one client says of itself must not be taken for what all are.
    if (message === undefined || introducesClient(message)) return undefined;
    return this.#clients.get(await clientOf(request)).fork();
  }

  async #projected(response: Response, session: Session): Promise<Response> {
    const { body } = response;
    if (body === null || !isReadable(response, this.#decodes)) return this.#passed(response);
    const headers = responseHeaders(response, this.#decodes);
    switch (mediaType(response)) {
      case "text/event-stream":
        forgetBody(headers);
        return responseWith(framed(body, session.serverEvents()), response, headers);
      case "application/json": {
        const opening = await readOpening(body, this.#maxMessageBytes, contentLength(response.headers));
        const isWhole = opening.rest === undefined && opening.failure === undefined;
        if (!isWhole) return responseWith(reopened(opening), response, headers);
        const message = joined(opening.parts);
        const projected = session.fromServer(message) as Bytes;
        if (projected !== message) forgetBody(headers);
        headers.set("content-length", String(projected.length));
        return responseWith(projected, response, headers);
      }
      default:
        return this.#passed(response);
    }
  }

  #passed(response: Response): Response {
    return responseWith(response.body, response, responseHeaders(response, this.#decodes));
  }
}

function endpointOf(upstream: string | URL): string {
  const url = URL.canParse(upstream) ? new URL(upstream) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new TypeError(`the upstream must be a fetch handler or an absolute http: or https: URL, not ${String(upstream)}`);
  }
  if (url.username !== "" || url.password !== "") {
    throw new TypeError("the upstream's URL must not hold a user name or a password: clients send their own credentials");
  }
  return url.href;
}

const decoder = new TextDecoder();

/** Whether a message is, or a batch has, the request that a client introduces itself with. */
function introducesClient(message: Bytes): boolean {
  try {
    const parsed = JSON.parse(decoder.decode(message)) as unknown;
    const messages: readonly unknown[] = Array.isArray(parsed) ? parsed : [parsed];
    return messages.some((each) => (each as { method?: unknown } | null)?.method === "initialize");
  } catch {
    return false;
  }
}

/** Who sends a request, as far as it says so. A digest, so that no credentials are kept. */
async function clientOf({ headers }: Request): Promise<string> {
  const credentials = headers.get("authorization");
  if (credentials === null) return "";
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(credentials));
  return String.fromCharCode(...new Uint8Array(digest));
}

function responseWith(body: BodyInit | null, response: Response, headers: Headers): Response {
  const { status, statusText } = response;
  // What a browser hides, such as a redirection, and what switches protocols can't be made anew.
  if (status < 200) return response;
  return new Response(body, {
    status,
    headers,
    // A server may send what `Response` refuses.
    statusText: /^[\t\x20-\x7e\x80-\xff]*$/.test(statusText) ? statusText : "",
  });
}
