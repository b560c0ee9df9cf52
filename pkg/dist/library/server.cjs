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

var server_exports = {};
__export(server_exports, {
  projectReplies: () => projectReplies,
  tool: () => tool
});
module.exports = __toCommonJS(server_exports);
var import_index = require("./index.cjs");

var NO_BIGINTS = /* @__PURE__ */ new Set();
function serialize(payload) {
  try {
    return { json: stringify(payload) ?? "null", bigints: NO_BIGINTS };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return serializeBigints(payload, error);
  }
}
function stringify(payload, replacer) {
  return JSON.stringify(payload, replacer);
}
function serializeBigints(payload, refusal) {
  for (let attempt = 0; ; attempt += 1) {
    const marker = `bigint ${String(attempt)} ${String(Math.random())} `;
    const bigints = /* @__PURE__ */ new Set();
    let written = 0;
    let json;
    try {
      json = stringify(payload, (_name, value) => {
        const bigint = bigintOf(value);
        if (bigint === void 0) return value;
        written += 1;
        const digits = String(bigint);
        if (!Number.isSafeInteger(Number(bigint))) bigints.add(digits);
        return marker + digits;
      });
    } catch (error) {
      throw written === 0 ? refusal : error;
    }
    if (written === 0 || json === void 0) throw refusal;
    const [head = "", ...marked] = json.split(`"${marker}`);
    if (marked.length === written) {
      return { json: head + marked.map((text) => text.replace('"', "")).join(""), bigints };
    }
  }
}
function bigintOf(value) {
  if (typeof value === "bigint") return value;
  if (!(value instanceof BigInt)) return void 0;
  try {
    return BigInt.prototype.valueOf.call(value);
  } catch {
    return void 0;
  }
}

function registrations(server) {
  return server._registeredTools ?? {};
}
function registrationOf(server, name) {
  const all = registrations(server);
  return Object.hasOwn(all, name) ? all[name] : void 0;
}
var wrapped = /* @__PURE__ */ new WeakSet();
function wrapHandler(registration, around) {
  const slot = ["executor", "handler", "callback"].find((name) => registration[name] !== void 0);
  const handler = slot === void 0 ? void 0 : registration[slot];
  if (slot === void 0 || typeof handler !== "function" || wrapped.has(handler)) return;
  const outer = around(handler);
  wrapped.add(outer);
  registration[slot] = outer;
}
function methodOf(schemaOrMethod) {
  if (typeof schemaOrMethod !== "object" || schemaOrMethod === null) return schemaOrMethod;
  const { shape, _def: def, _zod: zod } = schemaOrMethod;
  const members = shape ?? zod?.def?.shape ?? def?.shape;
  const method = (typeof members === "function" ? members() : members)?.method;
  return method?.value ?? method?._def?.value ?? method?._zod?.def?.values?.[0];
}

var ListedTools = class {
  #outputSchemas = /* @__PURE__ */ new Map();
  #strips;
  constructor(strips) {
    this.#strips = strips;
  }
  outputSchema(tool2) {
    return this.#outputSchemas.get(tool2);
  }
  wrap(handler) {
    return async (request, extra) => this.#read(await handler(request, extra));
  }
  #read(result) {
    if (typeof result !== "object" || result === null || !("tools" in result) || !Array.isArray(result.tools)) return result;
    const tools = result.tools.map((tool2) => this.#listed(tool2));
    return tools.every((tool2, index) => tool2 === result.tools[index]) ? result : { ...result, tools };
  }
  #listed(tool2) {
    if (typeof tool2 !== "object" || tool2 === null) return tool2;
    const { name, outputSchema, ...rest } = tool2;
    if (typeof name !== "string") return tool2;
    if (typeof outputSchema !== "object" || outputSchema === null) {
      this.#outputSchemas.delete(name);
      return tool2;
    }
    this.#outputSchemas.set(name, outputSchema);
    return this.#strips(name) ? { name, ...rest } : tool2;
  }
};

var payloads = /* @__PURE__ */ new WeakMap();
function payloadOf(result) {
  return typeof result === "object" && result !== null ? payloads.get(result) : void 0;
}
function tool(handler, options = {}) {
  return async (...parameters) => {
    const value = await handler(...parameters);
    const reply = lazily(value);
    const { summary } = options;
    payloads.set(reply, { value, summary: summary && ((cut) => summary(value, cut)) });
    return reply;
  };
}
function unprojected(value) {
  const { content, ...rest } = lazily(value);
  return { content, ...rest };
}
function lazily(value) {
  const reply = {
    get content() {
      return [{ type: "text", text: serialize(value).json }];
    }
  };
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject ? Object.assign(reply, { structuredContent: value }) : reply;
}

function projectReplies(server, policy, options = {}) {
  if (typeof server !== "object" || server === null) throw new TypeError(NO_SERVER);
  const { host } = options;
  const projection = isProjection(policy) ? policy : new import_index.Projection(policy, { host });
  new ServerProjection(server, projection, options).install();
  return server;
}
var NO_SERVER = "expected an McpServer or a Server of the MCP TypeScript SDK";
function isProjection(policy) {
  return "success" in policy && typeof policy.success === "function";
}
var installed = /* @__PURE__ */ new WeakSet();
var ServerProjection = class {
  #server;
  #internals;
  #projection;
  #options;
  #listed;
  #calls = /* @__PURE__ */ new WeakMap();
  constructor(server, projection, options) {
    this.#server = server;
    this.#internals = "server" in server ? server.server : server;
    this.#projection = projection;
    this.#options = options;
    this.#listed = new ListedTools((name) => projection.forms(name).outputSchema === "strip");
  }
  install() {
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
  #replaceInstalled(method, wrap) {
    const handlers = this.#internals._requestHandlers;
    const handler = handlers?.get(method);
    if (handler !== void 0) handlers?.set(method, wrap(handler));
  }
  #overrideSetRequestHandler() {
    const internals = this.#internals;
    const original = internals.setRequestHandler.bind(internals);
    internals.setRequestHandler = (schemaOrMethod, ...rest) => {
      const method = methodOf(schemaOrMethod);
      const handler = rest.at(-1);
      if (typeof handler === "function") {
        if (method === "tools/call") rest[rest.length - 1] = this.#wrapCall(handler);
        if (method === "tools/list") rest[rest.length - 1] = this.#listed.wrap(handler);
      }
      return original(schemaOrMethod, ...rest);
    };
  }
  #overrideRegistration() {
    const server = this.#server;
    const { registerTool, tool: tool2 } = server;
    if (typeof registerTool === "function") {
      server.registerTool = (name, config, ...rest) => {
        this.#requireContract(name, config.outputSchema);
        const registered = registerTool.call(server, name, config, ...rest);
        this.#overrideUpdate(name, registered);
        return registered;
      };
    }
    if (typeof tool2 === "function") {
      server.tool = (name, ...rest) => {
        this.#requireContract(name, void 0);
        const registered = tool2.call(server, name, ...rest);
        this.#overrideUpdate(name, registered);
        return registered;
      };
    }
  }
  #overrideUpdate(registeredName, registered) {
    const tool2 = registered;
    const { update } = tool2;
    if (typeof update !== "function") return;
    let name = registeredName;
    tool2.update = (updates) => {
      const newName = typeof updates.name === "string" ? updates.name : name;
      this.#requireContract(newName, updates.outputSchema ?? tool2.outputSchema);
      update.call(tool2, updates);
      name = newName;
    };
  }
  #requireContract(name, outputSchema) {
    const { shape, outputSchema: fate } = this.#projection.forms(name);
    if (shape === "content" && outputSchema !== void 0 && fate === "keep") {
      throw new Error(
        `tool "${name}" has an outputSchema, so that its clients insist on structuredContent, but its replies have shape "content"; expected no outputSchema, another shape, or "outputSchema": "strip" in the policy`
      );
    }
    if (shape === "structured" && outputSchema === void 0) {
      throw new Error(
        `tool "${name}" has no outputSchema, but its replies have shape "structured"; expected an outputSchema or another shape`
      );
    }
  }
  #wrapCall(handler) {
    return async (request, extra) => {
      const { name } = request.params;
      const open = { call: this.#callOf(request), payload: void 0, failure: void 0 };
      if (typeof extra === "object" && extra !== null) this.#calls.set(extra, open);
      this.#wrapRegistered(name);
      let result;
      try {
        result = await handler(request, extra);
      } catch (error) {
        return open.failure ?? this.#failed(name, error, open.call);
      }
      if (open.failure !== void 0) return open.failure;
      const payload = isFailure(result) ? void 0 : open.payload ?? payloadOf(result);
      return payload === void 0 ? this.#projected(name, result, open.call) : this.#projectedPayload(name, payload, open.call);
    };
  }
  #wrapRegistered(name) {
    const registration = registrationOf(this.#server, name);
    if (registration === void 0) return;
    wrapHandler(registration, (handler) => async (...parameters) => {
      const extra = parameters.at(-1);
      const open = typeof extra === "object" && extra !== null ? this.#calls.get(extra) : void 0;
      let result;
      try {
        result = await handler(...parameters);
      } catch (error) {
        if (open === void 0) throw error;
        open.failure = this.#failed(name, error, open.call);
        return open.failure;
      }
      if (open === void 0) return result;
      if (isFailure(result)) {
        open.failure = this.#projected(name, result, open.call);
        return open.failure;
      }
      const payload = payloadOf(result);
      if (payload === void 0) return result;
      open.payload = payload;
      const { outputSchema } = registration;
      return outputSchema === void 0 ? { content: [] } : { content: [], structuredContent: payload.value };
    });
  }
  #callOf({ params }) {
    const internals = this.#internals;
    const { host } = this.#options;
    const outputSchema = this.#listed.outputSchema(params.name);
    return {
      arguments: params.arguments,
      host: host === "auto" ? internals.getClientVersion?.()?.name : host,
      revision: internals.getNegotiatedProtocolVersion?.() ?? "2025-11-25",
      declaresOutputSchema: outputSchema !== void 0 || registrationOf(this.#server, params.name)?.outputSchema !== void 0,
      outputSchema
    };
  }
  #failed(name, error, call) {
    if (isProtocolError(error)) throw error;
    const { code, message, data } = isToolFailure(error) ? error : this.#internalError(name, error);
    const failure = { code, message, data };
    try {
      return this.#finished(name, failure, this.#projection.failure(name, failure, call), () => []);
    } catch (problem) {
      this.#options.onError?.(problem, name);
      return { content: [{ type: "text", text: `${code}: ${message}` }], isError: true };
    }
  }
  #internalError(name, error) {
    this.#options.onError?.(error, name);
    const message = error instanceof Error ? error.message : String(error);
    return new import_index.ToolFailure("INTERNAL_ERROR", this.#options.exposeMessages === true ? message : "the tool failed");
  }
  #projected(name, result, call) {
    if (typeof result !== "object" || result === null) return result;
    try {
      const reply = this.#projection.reply(name, result, call);
      return this.#finished(name, result, reply, () => this.#projection.explain(name, result, call));
    } catch (error) {
      this.#options.onError?.(error, name);
      return result;
    }
  }
  #projectedPayload(name, payload, call) {
    const { value } = payload;
    try {
      const known = { ...call, summary: this.#summaryOf(name, payload, void 0) };
      const reply = this.#projection.success(name, value, known);
      const cut = payload.summary === void 0 ? void 0 : cutListOf(reply);
      if (cut === void 0) return this.#finished(name, value, reply, () => this.#projection.explain(name, value, known));
      const knowing = { ...call, summary: this.#summaryOf(name, payload, cut) };
      const explain = () => this.#projection.explain(name, value, knowing);
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
  #summaryOf(name, { summary }, cut) {
    try {
      return summary?.(cut);
    } catch (error) {
      this.#options.onError?.(error, name);
      return void 0;
    }
  }
  #finished(tool2, source, reply, explain) {
    const { onProjection } = this.#options;
    if (onProjection !== void 0) {
      try {
        onProjection({ tool: tool2, bytesBefore: bytesIn(source), bytesAfter: bytesIn(reply), decisions: explain() });
      } catch (error) {
        this.#options.onError?.(error, tool2);
      }
    }
    return reply;
  }
};
function cutListOf({ structuredContent, _meta }) {
  const counts = _meta?.["mcp-projection/budget"] ?? structuredContent;
  if (typeof counts !== "object") return void 0;
  const { truncated, returnedCount, totalCount } = counts;
  const isCut = truncated === true && typeof returnedCount === "number" && typeof totalCount === "number";
  return isCut ? { returnedCount, totalCount } : void 0;
}
function isProtocolError(error) {
  return error instanceof Error && typeof error.code === "number";
}
function isFailure(result) {
  return typeof result === "object" && result !== null && result.isError === true;
}
function isToolFailure(error) {
  return error instanceof Error && error.name === "ToolFailure" && typeof error.code === "string";
}
var encoder = /* @__PURE__ */ new TextEncoder();
function bytesIn(value) {
  return encoder.encode(serialize(value).json).length;
}
0 && (module.exports = {
  projectReplies,
  tool
});
