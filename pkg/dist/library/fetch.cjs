"use strict";
var __defProp = Object.defineProperty;
var __getOwnPropDesc = Object.getOwnPropertyDescriptor;
var __getOwnPropNames = Object.getOwnPropertyNames;
var __hasOwnProp = Object.prototype.hasOwnProperty;
var __export = (target, all) => {
  for (var name in all)
    __defProp(target, name, { get: all[name], enumerable: true });
};
var __copyProps = (to, from, except, desc) => {
  if (from && typeof from === "object" || typeof from === "function") {
    for (let key of __getOwnPropNames(from))
      if (!__hasOwnProp.call(to, key) && key !== except)
        __defProp(to, key, { get: () => from[key], enumerable: !(desc = __getOwnPropDesc(from, key)) || desc.enumerable });
  }
  return to;
};
var __toCommonJS = (mod) => __copyProps(__defProp({}, "__esModule", { value: true }), mod);

var fetch_exports = {};
__export(fetch_exports, {
  projectFetch: () => projectFetch
});
module.exports = __toCommonJS(fetch_exports);

var Failure = class {
  reason;
  constructor(reason) {
    this.reason = reason;
  }
};
async function readOpening(body, most) {
  const rest = new Source(body);
  const parts = [];
  for (let length = 0; length <= most; ) {
    const part = await rest.next();
    if (part === void 0) return { parts };
    if (part instanceof Failure) return { parts, failure: part };
    parts.push(part);
    length += part.length;
  }
  return { parts, rest };
}
function joined(parts) {
  const [first] = parts;
  if (first !== void 0 && parts.length === 1) return first;
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
function reopened({ parts, rest, failure }) {
  const ready = [...parts];
  const next = async () => ready.shift() ?? (rest === void 0 ? failure : rest.next());
  return streamOf(next, rest);
}
function framed(body, framing) {
  const source = new Source(body);
  let end;
  let hasEnded = false;
  const next = async () => {
    while (!hasEnded) {
      const part = await source.next();
      hasEnded = part === void 0 || part instanceof Failure;
      if (part instanceof Failure) end = part;
      const through = part === void 0 || part instanceof Failure ? framing.finish() : framing.push(part);
      const whole = joined(through);
      if (whole.length > 0) return whole;
    }
    return end;
  };
  return streamOf(next, source);
}
var [READ_BYTES, DRAINED_READ_BYTES] = [64 * 1024, 8 * 1024];
var Source = class {
  #read;
  cancel;
  #readBytes = READ_BYTES;
  constructor(body) {
    const bringing = readerThatTakesMemory(body);
    if (bringing === void 0) {
      const reader = body.getReader();
      this.#read = () => reader.read();
      this.cancel = (reason) => reader.cancel(reason);
    } else {
      this.#read = () => bringing.read(new Uint8Array(this.#readBytes));
      this.cancel = (reason) => bringing.cancel(reason);
    }
  }
  async next() {
    try {
      const { done, value } = await this.#read();
      if (done) return void 0;
      this.#readBytes = value.length < value.buffer.byteLength ? DRAINED_READ_BYTES : READ_BYTES;
      return value.length < value.buffer.byteLength / 2 ? value.slice() : value;
    } catch (reason) {
      return new Failure(reason);
    }
  }
};
function readerThatTakesMemory(body) {
  try {
    return body.getReader({ mode: "byob" });
  } catch {
    return void 0;
  }
}
function streamOf(next, source) {
  return new ReadableStream(
    {
      async pull(controller) {
        const part = await next();
        if (part instanceof Failure) {
          await new Promise((resolve) => setTimeout(resolve));
          controller.error(part.reason);
        } else if (part === void 0) controller.close();
        else controller.enqueue(part);
      },
      cancel: (reason) => source?.cancel(reason)
    },
    { highWaterMark: 0 }
  );
}

var HOP_BY_HOP = [
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade"
];
var TO_HERE = ["host", "content-length", "expect"];
var DIGESTS = ["etag", "content-md5", "digest", "content-digest", "repr-digest"];
var DECODED = /* @__PURE__ */ new Set(["gzip", "br"]);
function requestHeaders(request, acceptsGzip) {
  const headers = endToEnd(request.headers);
  for (const name of TO_HERE) headers.delete(name);
  headers.set("accept-encoding", acceptsGzip ? "gzip" : "identity");
  return headers;
}
function responseHeaders(response, acceptsGzip) {
  const headers = endToEnd(response.headers);
  if (response.body !== null && acceptsGzip && DECODED.has(codingOf(response))) {
    headers.delete("content-encoding");
    headers.delete("content-length");
  }
  return headers;
}
function isReadable(response, acceptsGzip) {
  const coding = codingOf(response);
  return coding === "identity" || acceptsGzip && DECODED.has(coding);
}
function forgetBody(headers) {
  for (const name of ["content-length", ...DIGESTS]) headers.delete(name);
}
function mediaType({ headers }) {
  return (headers.get("content-type") ?? "").replace(/;.*/s, "").trim().toLowerCase();
}
function codingOf({ headers }) {
  return headers.get("content-encoding")?.trim().toLowerCase() ?? "identity";
}
function endToEnd(from) {
  const headers = new Headers(from);
  const named = headers.get("connection")?.split(",") ?? [];
  for (const name of [...HOP_BY_HOP, ...named.map((token) => token.trim())]) {
    if (TOKEN.test(name)) headers.delete(name);
  }
  return headers;
}
var TOKEN = /^[!#$%&'*+.^_`|~\w-]+$/;

var Recent = class {
  #values = /* @__PURE__ */ new Map();
  #most;
  #make;
  constructor(most, make) {
    this.#most = most;
    this.#make = make;
  }
  get(key) {
    const value = this.#values.get(key) ?? this.#make();
    this.set(key, value);
    return value;
  }
  set(key, value) {
    this.#values.delete(key);
    this.#values.set(key, value);
    const [oldest] = this.#values.keys();
    if (this.#values.size > this.#most && oldest !== void 0) this.#values.delete(oldest);
  }
  forget(key) {
    this.#values.delete(key);
  }
};

var import_index = require("./index.cjs");
var MOST_MESSAGE_BYTES = 16 * 1024 * 1024;
var MOST_SESSIONS = 1e3;
function projectFetch(upstream, projection, options = {}) {
  const gateway = new Gateway(upstream, projection, options);
  return (request) => gateway.answer(request);
}
var SESSION_ID = "mcp-session-id";
var Gateway = class {
  #endpoint;
  #send;
  #decodes;
  #maxMessageBytes;
  #newSession;
  #sessions;
  #clients;
  constructor(upstream, projection, options) {
    const { maxSessions = MOST_SESSIONS, maxMessageBytes = MOST_MESSAGE_BYTES } = options;
    if (!Number.isSafeInteger(maxSessions) || maxSessions < 0) {
      throw new TypeError(`maxSessions must be a whole number from 0 on, not ${String(maxSessions)}`);
    }
    const known = { ...options, maxMessageBytes };
    this.#newSession = () => new import_index.Session(projection, known);
    const inTheMiddle = { ...known, assumesOutputSchema: options.assumesOutputSchema ?? true };
    this.#newSession();
    if (typeof upstream === "function") {
      this.#send = upstream;
    } else {
      this.#endpoint = endpointOf(upstream);
      this.#send = options.fetch ?? ((request) => fetch(request));
    }
    this.#decodes = typeof upstream !== "function" && options.fetch === void 0;
    this.#maxMessageBytes = maxMessageBytes;
    this.#sessions = new Recent(maxSessions, () => new import_index.Session(projection, inTheMiddle));
    this.#clients = new Recent(maxSessions, this.#newSession);
  }
  async answer(request) {
    const { method, signal } = request;
    const { body, message } = await this.#read(request);
    const init = {
      method,
      headers: requestHeaders(request, this.#decodes),
      body,
      redirect: "manual",
      signal,
      duplex: "half"
    };
    const response = await this.#send(new Request(this.#endpoint ?? request.url, init));
    const session = await this.#sessionOf(request, message, response);
    if (session === void 0) return this.#passed(response);
    if (message !== void 0) session.fromClient(message);
    return this.#projected(response, session);
  }
  async #read({ method, body }) {
    if (method !== "POST" || body === null) return { body };
    const opening = await readOpening(body, this.#maxMessageBytes);
    if (opening.failure !== void 0) throw opening.failure.reason;
    if (opening.rest !== void 0) return { body: reopened(opening) };
    const message = joined(opening.parts);
    return { body: message, message };
  }
  async #sessionOf(request, message, response) {
    const { method } = request;
    const asked = request.headers.get(SESSION_ID);
    const isEnded = response.status === 404 || method === "DELETE" && response.ok;
    if (isEnded && asked !== null) this.#sessions.forget(asked);
    if (!response.ok || method !== "POST" && method !== "GET") return void 0;
    const given = response.headers.get(SESSION_ID);
    if (asked === null && given !== null) this.#sessions.set(given, this.#newSession());
    const id = given ?? asked;
    if (id !== null) return this.#sessions.get(id);
    if (message === void 0 || introducesClient(message)) return void 0;
    return this.#clients.get(await clientOf(request)).fork();
  }
  async #projected(response, session) {
    const { body } = response;
    if (body === null || !isReadable(response, this.#decodes)) return this.#passed(response);
    const headers = responseHeaders(response, this.#decodes);
    switch (mediaType(response)) {
      case "text/event-stream":
        forgetBody(headers);
        return responseWith(framed(body, session.serverEvents()), response, headers);
      case "application/json": {
        const opening = await readOpening(body, this.#maxMessageBytes);
        const isWhole = opening.rest === void 0 && opening.failure === void 0;
        if (!isWhole) return responseWith(reopened(opening), response, headers);
        const message = joined(opening.parts);
        const projected = session.fromServer(message);
        if (projected !== message) forgetBody(headers);
        headers.set("content-length", String(projected.length));
        return responseWith(projected, response, headers);
      }
      default:
        return this.#passed(response);
    }
  }
  #passed(response) {
    return responseWith(response.body, response, responseHeaders(response, this.#decodes));
  }
};
function endpointOf(upstream) {
  const url = URL.canParse(upstream) ? new URL(upstream) : void 0;
  if (url === void 0 || !/^https?:$/.test(url.protocol)) {
    throw new TypeError(`the upstream must be a fetch handler or an absolute http: or https: URL, not ${String(upstream)}`);
  }
  if (url.username !== "" || url.password !== "") {
    throw new TypeError("the upstream's URL must not hold a user name or a password: clients send their own credentials");
  }
  return url.href;
}
var decoder = new TextDecoder();
function introducesClient(message) {
  try {
    const parsed = JSON.parse(decoder.decode(message));
    const messages = Array.isArray(parsed) ? parsed : [parsed];
    return messages.some((each) => each?.method === "initialize");
  } catch {
    return false;
  }
}
async function clientOf({ headers }) {
  const credentials = headers.get("authorization");
  if (credentials === null) return "";
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(credentials));
  return String.fromCharCode(...new Uint8Array(digest));
}
function responseWith(body, response, headers) {
  const { status, statusText } = response;
  if (status < 200) return response;
  return new Response(body, {
    status,
    headers,
    statusText: /^[\t\x20-\x7e\x80-\xff]*$/.test(statusText) ? statusText : ""
  });
}
0 && (module.exports = {
  projectFetch
});
