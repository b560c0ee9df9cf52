// One call for a whole server: every tools/call reply passes through a projection.

import {
  Projection,
  ToolFailure,
  type Call,
  type CallToolResult,
  type Decision,
  type Failure,
  type Policy,
} from "./index.js";
import { serialize } from "./payload.js";
import { methodOf, registrationOf, registrations, wrapHandler, type ServerInternals } from "./server/internals.js";
import { ListedTools } from "./server/listed-tools.js";
import { payloadOf, unprojected, type CutList, type Payload } from "./server/payload-reply.js";

export { tool, type CutList, type ToolOptions } from "./server/payload-reply.js";

/** What the handlers of a low-level `Server` are registered with. */
interface RequestHandlers {
  setRequestHandler(...parameters: never[]): unknown;
}

/** An `McpServer` or a `Server` of `@modelcontextprotocol/sdk` 1.x or `@modelcontextprotocol/server` 2.x. */
export type ProjectableServer = RequestHandlers | { readonly server: RequestHandlers };

/** What a projection did with one reply. */
export interface ProjectedReply {
  readonly tool: string;
  /** The bytes of the reply, as JSON in UTF-8, that the handler returned; of a plain payload, its own. */
  readonly bytesBefore: number;
  /** The bytes of the reply that was sent. */
  readonly bytesAfter: number;
  readonly decisions: readonly Decision[];
}

/** How a server's replies are projected. */
export interface ProjectRepliesOptions {
  /**
   * The host that the replies go to. "auto" is the connected client, by the name that it gave in its `clientInfo`. Without it the policy
   * decides.
   */
  readonly host?: string | undefined;
  /**
   * Whether a thrown error that is no `ToolFailure` is answered with its own message. Without it the caller learns that the tool failed, and
   * not from which file, query or address.
   */
  readonly exposeMessages?: boolean | undefined;
  /** Called with each reply that was projected, for logs and metrics. */
  readonly onProjection?: ((reply: ProjectedReply) => void) | undefined;
  /**
   * Called with what went wrong without the caller being told: what a handler threw that is no `ToolFailure`, and what a projection, a summary or
   * `onProjection` threw. The reply of a projection that fails is sent as it was.
   */
  readonly onError?: ((error: unknown, tool: string) => void) | undefined;
}

/**
 * Sends every `tools/call` reply of a server through a projection: successes, thrown errors, validation failures and unknown tools. It may be called
 * before tools are registered or after, once for each server.
 *
 * Under shape `content`, a tool with an outputSchema is refused, since its clients insist on structuredContent, unless the policy says
 * `"outputSchema": "strip"`; under shape `structured`, a tool without one.
 *
 * @param policy a projection, or a policy to make one from
 * @returns the server
 * @throws PolicyError for a policy that is wrong; Error for a tool that breaks the contract of its shape, and for a server that has replies projected
 * already or isn't one of the SDKs'
 */
export function projectReplies<Server extends ProjectableServer>(
  server: Server,
  policy: Projection | Policy,
  options: ProjectRepliesOptions = {},
): Server {
  if (typeof (server as unknown) !== "object" || (server as unknown) === null) throw new TypeError(NO_SERVER);
  const { host } = options;
  const projection = isProjection(policy) ? policy : new Projection(policy, { host });
  new ServerProjection(server, projection, options).install();
  return server;
}

const NO_SERVER = "expected an McpServer or a Server of the MCP TypeScript SDK";

/** By structure: a process may hold this package twice. */
function isProjection(policy: Projection | Policy): policy is Projection {
  return "success" in policy && typeof policy.success === "function";
}

type Handler = (request: ToolRequest, extra: unknown) => unknown;

interface ToolRequest {
  readonly params: { readonly name: string; readonly arguments?: object };
}

const installed = new WeakSet();

class ServerProjection {
  /** The McpServer, or the low-level server itself. */
  readonly #server: ProjectableServer;
  readonly #internals: ServerInternals;
  readonly #projection: Projection;
  readonly #options: ProjectRepliesOptions;
  readonly #listed: ListedTools;
  /** The calls that are being answered, each by the last parameter of its handlers. */
  readonly #calls = new WeakMap<object, OpenCall>();

  constructor(server: ProjectableServer, projection: Projection, options: ProjectRepliesOptions) {
    this.#server = server;
    this.#internals = ("server" in server ? server.server : server) as ServerInternals;
    this.#projection = projection;
    this.#options = options;
    this.#listed = new ListedTools((name) => projection.forms(name).outputSchema === "strip");
  }

  install(): void {
    const internals = this.#internals;
    if (typeof internals.setRequestHandler !== "function") throw new TypeError(NO_SERVER);
    if (installed.has(internals)) throw new Error("the replies of this server are projected already");
    const registered = Object.entries(registrations(this.#server));
    for (const [name, { outputSchema }] of registered) this.#requireContract(name, outputSchema);
    installed.add(internals);
    for (const [name, registration] of registered) this.#overrideUpdate(name, registration);
    this.#replaceInstalled("tools/call", (handler) => this.#wrapCall(handler));
    this.#replaceInstalled("tools/list", (handler) => this.#listed.wrap(handler));
    this.#overrideSetRequestHandler();
    this.#overrideRegistration();
  }

  /** Handlers that are there already, because the server's constructor or its author registered them. */
  #replaceInstalled(method: string, wrap: (handler: Handler) => Handler): void {
    const handlers = this.#internals._requestHandlers;
    const handler = handlers?.get(method);
    if (handler !== undefined) handlers?.set(method, wrap(handler as Handler));
  }

  /** Handlers to come. */
  #overrideSetRequestHandler(): void {
    const internals = this.#internals;
    const original = internals.setRequestHandler.bind(internals);
    internals.setRequestHandler = (schemaOrMethod, ...rest) => {
      const method = methodOf(schemaOrMethod);
      const handler = rest.at(-1);
      if (typeof handler === "function") {
        if (method === "tools/call") rest[rest.length - 1] = this.#wrapCall(handler as Handler);
        if (method === "tools/list") rest[rest.length - 1] = this.#listed.wrap(handler as Handler);
      }
      return original(schemaOrMethod, ...rest);
    };
  }

  /** A tool that breaks the contract of its shape is refused before it is registered. */
  #overrideRegistration(): void {
    const server = this.#server as Registrar;
    const { registerTool, tool } = server;
    if (typeof registerTool === "function") {
      server.registerTool = (name, config, ...rest) => {
        this.#requireContract(name, config.outputSchema);
        const registered = registerTool.call(server, name, config, ...rest);
        this.#overrideUpdate(name, registered);
        return registered;
      };
    }
    if (typeof tool === "function") {
      server.tool = (name, ...rest) => {
        this.#requireContract(name, undefined);
        const registered = tool.call(server, name, ...rest);
        this.#overrideUpdate(name, registered);
        return registered;
      };
    }
  }

  /** A tool may get another outputSchema, or another name, later. */
  #overrideUpdate(registeredName: string, registered: unknown): void {
    const tool = registered as Updatable;
    const { update } = tool;
    if (typeof update !== "function") return;
    let name = registeredName;
    tool.update = (updates) => {
      const newName = typeof updates.name === "string" ? updates.name : name;
      this.#requireContract(newName, updates.outputSchema ?? tool.outputSchema);
      update.call(tool, updates);
      name = newName;
    };
  }

  #requireContract(name: string, outputSchema: unknown): void {
    const { shape, outputSchema: fate } = this.#projection.forms(name);
    if (shape === "content" && outputSchema !== undefined && fate === "keep") {
      throw new Error(
        `tool "${name}" has an outputSchema, so that its clients insist on structuredContent, but its replies have shape "content"; ` +
          `expected no outputSchema, another shape, or "outputSchema": "strip" in the policy`,
      );
    }
    if (shape === "structured" && outputSchema === undefined) {
      throw new Error(
        `tool "${name}" has no outputSchema, but its replies have shape "structured"; expected an outputSchema or another shape`,
      );
    }
  }

  #wrapCall(handler: Handler): Handler {
    return async (request, extra) => {
      const { name } = request.params;
      const open: OpenCall = { call: this.#callOf(request), payload: undefined, failure: undefined };
      if (typeof extra === "object" && extra !== null) this.#calls.set(extra, open);
      this.#wrapRegistered(name);
      let result: unknown;
      try {
        result = await handler(request, extra);
      } catch (error) {
        return open.failure ?? this.#failed(name, error, open.call);
      }
      if (open.failure !== undefined) return open.failure;
      // What an McpServer says of a payload that doesn't conform to the tool's outputSchema goes before the payload.
      const payload = isFailure(result) ? undefined : (open.payload ?? payloadOf(result));
      return payload === undefined
        ? this.#projected(name, result, open.call)
        : this.#projectedPayload(name, payload, open.call);
    };
  }

  /**
   * An McpServer turns what a handler throws into its message alone, and knows no payloads. So its handlers are wrapped as well, each when
   * it is called, however and whenever it was registered.
   */
  #wrapRegistered(name: string): void {
    const registration = registrationOf(this.#server, name);
    if (registration === undefined) return;
    wrapHandler(registration, (handler) => async (...parameters) => {
      const extra = parameters.at(-1);
      const open = typeof extra === "object" && extra !== null ? this.#calls.get(extra) : undefined;
      let result: unknown;
      try {
        result = await handler(...parameters);
      } catch (error) {
        if (open === undefined) throw error;
        open.failure = this.#failed(name, error, open.call);
        return open.failure;
      }
      if (open === undefined) return result;
      if (isFailure(result)) {
        open.failure = this.#projected(name, result, open.call);
        return open.failure;
      }
      const payload = payloadOf(result);
      if (payload === undefined) return result;
      open.payload = payload;
      // In its place goes no more than the server validates.
      const { outputSchema } = registration;
      return outputSchema === undefined ? { content: [] } : { content: [], structuredContent: payload.value };
    });
  }

  #callOf({ params }: ToolRequest): Call {
    const internals = this.#internals;
    const { host } = this.#options;
    const outputSchema = this.#listed.outputSchema(params.name);
    return {
      arguments: params.arguments,
      host: host === "auto" ? internals.getClientVersion?.()?.name : host,
      // The first generation of the SDK ends with this revision, and doesn't say which one was agreed on.
      revision: internals.getNegotiatedProtocolVersion?.() ?? "2025-11-25",
      declaresOutputSchema:
        outputSchema !== undefined || registrationOf(this.#server, params.name)?.outputSchema !== undefined,
      outputSchema,
    };
  }

  #failed(name: string, error: unknown, call: Call): unknown {
    if (isProtocolError(error)) throw error;
    const { code, message, data } = isToolFailure(error) ? error : this.#internalError(name, error);
    const failure = { code, message, data };
    try {
      // A failure has no rules that would drop anything of it.
      return this.#finished(name, failure, this.#projection.failure(name, failure, call), () => []);
    } catch (problem) {
      this.#options.onError?.(problem, name);
      return { content: [{ type: "text", text: `${code}: ${message}` }], isError: true };
    }
  }

  #internalError(name: string, error: unknown): Failure {
    // The caller isn't told, so that somebody has to be.
    this.#options.onError?.(error, name);
    const message = error instanceof Error ? error.message : String(error);
    return new ToolFailure("INTERNAL_ERROR", this.#options.exposeMessages === true ? message : "the tool failed");
  }

  #projected(name: string, result: unknown, call: Call): unknown {
    if (typeof result !== "object" || result === null) return result;
    try {
      const reply = this.#projection.reply(name, result, call);
      return this.#finished(name, result, reply, () => this.#projection.explain(name, result, call));
    } catch (error) {
      this.#options.onError?.(error, name);
      return result;
    }
  }

  #projectedPayload(name: string, payload: Payload, call: Call): unknown {
    const { value } = payload;
    try {
      const known = { ...call, summary: this.#summaryOf(name, payload, undefined) };
      const reply = this.#projection.success(name, value, known);
      const cut = payload.summary === undefined ? undefined : cutListOf(reply);
      if (cut === undefined) return this.#finished(name, value, reply, () => this.#projection.explain(name, value, known));
      const knowing = { ...call, summary: this.#summaryOf(name, payload, cut) };
      const explain = (): Decision[] => this.#projection.explain(name, value, knowing);
      return this.#finished(name, value, this.#projection.success(name, value, knowing), explain);
    } catch (error) {
      this.#options.onError?.(error, name);
      try {
        return unprojected(value);
      } catch (unserialisable) {
        return this.#failed(name, unserialisable, call);
      }
    }
  }

  /** A tool has done its work when its summary is made, so a summary that fails is left out: the reply must not say that the tool failed. */
  #summaryOf(name: string, { summary }: Payload, cut: CutList | undefined): string | undefined {
    try {
      return summary?.(cut);
    } catch (error) {
      this.#options.onError?.(error, name);
      return undefined;
    }
  }

  #finished(tool: string, source: unknown, reply: object, explain: () => Decision[]): object {
    const { onProjection } = this.#options;
    if (onProjection !== undefined) {
      try {
        onProjection({ tool, bytesBefore: bytesIn(source), bytesAfter: bytesIn(reply), decisions: explain() });
      } catch (error) {
        this.#options.onError?.(error, tool);
      }
    }
    return reply;
  }
}

/** What a budget says that it left of a list, if it cut one. */
function cutListOf({ structuredContent, _meta }: CallToolResult): CutList | undefined {
  const counts = _meta?.["mcp-projection/budget"] ?? structuredContent;
  if (typeof counts !== "object") return undefined;
  const { truncated, returnedCount, totalCount } = counts as Readonly<Record<string, unknown>>;
  const isCut = truncated === true && typeof returnedCount === "number" && typeof totalCount === "number";
  return isCut ? { returnedCount, totalCount } : undefined;
}

/** A call that is being answered. */
interface OpenCall {
  readonly call: Call;
  /** What the handler of an McpServer's tool computed. */
  payload: Payload | undefined;
  /** The reply of a tool that failed, whatever an McpServer makes of it: early ones ask errors for structuredContent, too. */
  failure: unknown;
}

/** A tool as an McpServer hands it back to whoever registered it. */
interface Updatable {
  readonly outputSchema?: unknown;
  update?: (updates: { readonly name?: string | null; readonly outputSchema?: unknown }) => void;
}

/** An McpServer's ways to register a tool. */
interface Registrar {
  registerTool?: (name: string, config: { readonly outputSchema?: unknown }, ...rest: unknown[]) => unknown;
  tool?: (name: string, ...rest: unknown[]) => unknown;
}

/** Errors of the protocol have a number for their code; they are no replies of a tool. */
function isProtocolError(error: unknown): boolean {
  return error instanceof Error && typeof (error as { readonly code?: unknown }).code === "number";
}

function isFailure(result: unknown): boolean {
  return typeof result === "object" && result !== null && (result as { readonly isError?: unknown }).isError === true;
}

/** By structure: a process may hold this package twice. */
function isToolFailure(error: unknown): error is ToolFailure {
  return error instanceof Error && error.name === "ToolFailure" && typeof (error as Partial<Failure>).code === "string";
}

const encoder = /* @__PURE__ */ new TextEncoder();

function bytesIn(value: unknown): number {
  return encoder.encode(serialize(value).json).length;
}
