// What the adapter has to know of the insides of both SDKs, in one place.

/** A low-level `Server`. What isn't public in either SDK may be missing in a later one. */
export interface ServerInternals {
  setRequestHandler: (schemaOrMethod: unknown, ...rest: unknown[]) => unknown;
  readonly _requestHandlers?: Map<string, unknown>;
  getClientVersion?: () => { readonly name?: string } | undefined;
  getNegotiatedProtocolVersion?: () => string | undefined;
}

export type ToolHandler = (...parameters: unknown[]) => unknown;

/** What an McpServer keeps of a tool. What runs is in `callback`, `handler` or `executor`, as the version has it. */
export interface Registration {
  readonly outputSchema?: unknown;
  callback?: unknown;
  handler?: unknown;
  executor?: unknown;
}

/** The tools that are registered with an McpServer, by name; none for a low-level server. */
export function registrations(server: object): Readonly<Record<string, Registration>> {
  return (server as { _registeredTools?: Record<string, Registration> })._registeredTools ?? {};
}

/** The tool of this name. */
export function registrationOf(server: object, name: string): Registration | undefined {
  const all = registrations(server);
  return Object.hasOwn(all, name) ? all[name] : undefined;
}

const wrapped = new WeakSet();

/** Puts a function around a tool's handler, unless that was done already. */
export function wrapHandler(registration: Registration, around: (handler: ToolHandler) => ToolHandler): void {
  // A later version runs an executor that it makes of the handler.
  const slot = (["executor", "handler", "callback"] as const).find((name) => registration[name] !== undefined);
  const handler = slot === undefined ? undefined : registration[slot];
  // Tools that run as tasks have an object of handlers.
  if (slot === undefined || typeof handler !== "function" || wrapped.has(handler)) return;
  const outer = around(handler as ToolHandler);
  wrapped.add(outer);
  registration[slot] = outer;
}

/** The method that a handler is registered for: its name, or a schema that has it as a literal. */
export function methodOf(schemaOrMethod: unknown): unknown {
  if (typeof schemaOrMethod !== "object" || schemaOrMethod === null) return schemaOrMethod;
  const { shape, _def: def, _zod: zod } = schemaOrMethod as Schema;
  const members = shape ?? zod?.def?.shape ?? def?.shape;
  const method = (typeof members === "function" ? members() : members)?.method;
  return method?.value ?? method?._def?.value ?? method?._zod?.def?.values?.[0];
}

type Lazy<T> = T | (() => T);

/** As much of a zod schema, of any version, as leads to its method. */
interface Schema {
  readonly shape?: Lazy<Members>;
  readonly _def?: { readonly shape?: Lazy<Members> };
  readonly _zod?: { readonly def?: { readonly shape?: Lazy<Members> } };
}

interface Members {
  readonly method?: {
    readonly value?: unknown;
    readonly _def?: { readonly value?: unknown };
    readonly _zod?: { readonly def?: { readonly values?: readonly unknown[] } };
  };
}
