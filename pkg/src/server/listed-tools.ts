/** What a server's `tools/list` replies say of outputSchemas, and what of that its clients get to see. */
export class ListedTools {
  readonly #outputSchemas = new Map<string, object>();
  readonly #strips: (tool: string) => boolean;

  constructor(strips: (tool: string) => boolean) {
    this.#strips = strips;
  }

  /** The JSON Schema that a tool was listed with last. */
  outputSchema(tool: string): object | undefined {
    return this.#outputSchemas.get(tool);
  }

  wrap<Request, Extra>(handler: (request: Request, extra: Extra) => unknown): (request: Request, extra: Extra) => unknown {
    return async (request, extra) => this.#read(await handler(request, extra));
  }

  #read(result: unknown): unknown {
    if (typeof result !== "object" || result === null || !("tools" in result) || !Array.isArray(result.tools)) return result;
    const tools = result.tools.map((tool: unknown) => this.#listed(tool));
    return tools.every((tool, index) => tool === (result.tools as unknown[])[index]) ? result : { ...result, tools };
  }

  #listed(tool: unknown): unknown {
    if (typeof tool !== "object" || tool === null) return tool;
    const { name, outputSchema, ...rest } = tool as { name?: unknown; outputSchema?: unknown };
    if (typeof name !== "string") return tool;
    if (typeof outputSchema !== "object" || outputSchema === null) {
      this.#outputSchemas.delete(name);
      return tool;
    }
    this.#outputSchemas.set(name, outputSchema);
    return this.#strips(name) ? { name, ...rest } : tool;
  }
}
