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

// pkg/src/library.ts
var library_exports = {};
__export(library_exports, {
  JsonError: () => JsonError,
  ModuleError: () => ModuleError,
  PolicyError: () => PolicyError,
  Projection: () => Projection,
  Session: () => Session,
  ToolFailure: () => ToolFailure,
  hostProfiles: () => hostProfiles,
  init: () => compile,
  initFrom: () => init,
  initSync: () => initSync,
  presets: () => presets,
  supply: () => supply,
  version: () => version2
});
module.exports = __toCommonJS(library_exports);

// pkg/src/errors.ts
var JsonError = class extends Error {
  static {
    this.prototype.name = "JsonError";
  }
  /** The first byte that can't be part of the JSON value, counted in UTF-8 bytes from 0; the text's length where it ends too early. */
  offset;
  /** The line of `offset`, from 1; a line ends after each line feed. */
  line;
  /** The column of `offset` in its line, from 1, in UTF-8 bytes. */
  column;
  /** What should have stood there, for example "`,` or `}`". */
  expected;
  constructor(message, place) {
    super(message);
    this.offset = place.offset;
    this.line = place.line;
    this.column = place.column;
    this.expected = place.expected;
  }
};
var PolicyError = class extends Error {
  static {
    this.prototype.name = "PolicyError";
  }
  /** The place in the policy as a JSON Pointer (RFC 6901); "" is the policy itself. */
  pointer;
  constructor(message, pointer) {
    super(message);
    this.pointer = pointer;
  }
};

// pkg/src/failure.ts
var ToolFailure = class extends Error {
  static {
    this.prototype.name = "ToolFailure";
  }
  code;
  /** @throws TypeError where `code` is empty or `code` or `message` is no string. */
  constructor(code, message, data) {
    requireFailure({ code, message }, "a ToolFailure");
    super(message);
    this.code = code;
    if (data !== void 0) this.data = data;
  }
};
function requireFailure(value, what) {
  if (typeof value !== "object" || value === null) {
    throw new TypeError(`${what} must be a ToolFailure, or an object with a code and a message`);
  }
  const { code, message } = value;
  if (typeof code !== "string" || code === "") {
    throw new TypeError(`the code of ${what} must be a non-empty string, such as "PAGE_NOT_FOUND"`);
  }
  if (typeof message !== "string") {
    throw new TypeError(`the message of ${what} must be a string`);
  }
}

// pkg/build/glue.js
function createGlue() {
  var U = (() => {
    var P = Object.defineProperty, F = Object.getOwnPropertyDescriptor, C = Object.getOwnPropertyNames, W = Object.prototype.hasOwnProperty, $ = (n, e) => {
      for (var t in e) P(n, t, { get: e[t], enumerable: true });
    }, q = (n, e, t, _) => {
      if (e && typeof e == "object" || typeof e == "function") for (let o of C(e)) !W.call(n, o) && o !== t && P(n, o, { get: () => e[o], enumerable: !(_ = F(e, o)) || _.enumerable });
      return n;
    }, J = (n) => q(P({}, "__esModule", { value: true }), n), T = {};
    $(T, { CompiledPolicy: () => B, initSync: () => Y });
    var B = class {
      __destroy_into_raw() {
        const n = this.__wbg_ptr;
        return this.__wbg_ptr = 0, D.unregister(this), n;
      }
      free() {
        const n = this.__destroy_into_raw();
        r.__wbg_compiledpolicy_free(n, 0);
      }
      clientSends(n, e) {
        const t = h(e, r.__wbindgen_malloc), _ = b;
        r.compiledpolicy_clientSends(this.__wbg_ptr, n, t, _);
      }
      entry(n) {
        const e = f(n, r.__wbindgen_malloc, r.__wbindgen_realloc), t = b;
        return r.compiledpolicy_entry(this.__wbg_ptr, e, t);
      }
      explain(n, e, t) {
        let _, o, c, i, s, l;
        try {
          _ = f(n, r.__wbindgen_malloc, r.__wbindgen_realloc), o = b, c = f(e, r.__wbindgen_malloc, r.__wbindgen_realloc), i = b, s = d(t) ? 0 : f(t, r.__wbindgen_malloc, r.__wbindgen_realloc), l = b;
        } catch (g) {
          throw s && r.__wbindgen_free(s, l * 1, 1), c && r.__wbindgen_free(c, i * 1, 1), _ && r.__wbindgen_free(_, o * 1, 1), g;
        }
        const a = r.compiledpolicy_explain(this.__wbg_ptr, _, o, c, i, s, l);
        if (a[2]) throw p(a[1]);
        return p(a[0]);
      }
      failure(n, e, t) {
        let _, o;
        try {
          let s, l, a, g, y, E;
          try {
            s = f(n, r.__wbindgen_malloc, r.__wbindgen_realloc), l = b, a = f(e, r.__wbindgen_malloc, r.__wbindgen_realloc), g = b, y = d(t) ? 0 : f(t, r.__wbindgen_malloc, r.__wbindgen_realloc), E = b;
          } catch (H) {
            throw y && r.__wbindgen_free(y, E * 1, 1), a && r.__wbindgen_free(a, g * 1, 1), s && r.__wbindgen_free(s, l * 1, 1), H;
          }
          const j = r.compiledpolicy_failure(this.__wbg_ptr, s, l, a, g, y, E);
          var c = j[0], i = j[1];
          if (j[3]) throw c = 0, i = 0, p(j[2]);
          return _ = c, o = i, w(c, i);
        } finally {
          r.__wbindgen_free(_, o, 1);
        }
      }
      forms(n, e) {
        let t, _, o, c;
        try {
          t = f(n, r.__wbindgen_malloc, r.__wbindgen_realloc), _ = b, o = d(e) ? 0 : f(e, r.__wbindgen_malloc, r.__wbindgen_realloc), c = b;
        } catch (s) {
          throw o && r.__wbindgen_free(o, c * 1, 1), t && r.__wbindgen_free(t, _ * 1, 1), s;
        }
        const i = r.compiledpolicy_forms(this.__wbg_ptr, t, _, o, c);
        if (i[2]) throw p(i[1]);
        return p(i[0]);
      }
      get handle() {
        return r.compiledpolicy_handle(this.__wbg_ptr) >>> 0;
      }
      static hostProfiles() {
        let n, e;
        try {
          const t = r.compiledpolicy_hostProfiles();
          return n = t[0], e = t[1], w(t[0], t[1]);
        } finally {
          r.__wbindgen_free(n, e, 1);
        }
      }
      isAscii(n) {
        return r.compiledpolicy_isAscii(this.__wbg_ptr, n) !== 0;
      }
      isPlain(n, e) {
        return r.compiledpolicy_isPlain(this.__wbg_ptr, n, e) !== 0;
      }
      missed(n) {
        r.compiledpolicy_missed(this.__wbg_ptr, n);
      }
      constructor(n, e) {
        var t = d(e) ? 0 : f(e, r.__wbindgen_malloc, r.__wbindgen_realloc), _ = b;
        const o = r.compiledpolicy_new(n, t, _);
        if (o[2]) throw p(o[1]);
        return this.__wbg_ptr = o[0], D.register(this, this.__wbg_ptr, this), this;
      }
      plainPayloadMember(n) {
        const e = r.compiledpolicy_plainPayloadMember(this.__wbg_ptr, n);
        let t;
        return e[0] !== 0 && (t = w(e[0], e[1]), r.__wbindgen_free(e[0], e[1] * 1, 1)), t;
      }
      pruneBytes(n, e) {
        let t, _, o, c;
        try {
          t = f(n, r.__wbindgen_malloc, r.__wbindgen_realloc), _ = b, o = h(e, r.__wbindgen_malloc), c = b;
        } catch (l) {
          throw o && r.__wbindgen_free(o, c * 1, 1), t && r.__wbindgen_free(t, _ * 1, 1), l;
        }
        const i = r.compiledpolicy_pruneBytes(this.__wbg_ptr, t, _, o, c);
        if (i[3]) throw p(i[2]);
        var s = x(i[0], i[1]).slice();
        return r.__wbindgen_free(i[0], i[1] * 1, 1), s;
      }
      prune(n, e) {
        let t, _;
        try {
          let i, s, l, a;
          try {
            i = f(n, r.__wbindgen_malloc, r.__wbindgen_realloc), s = b, l = f(e, r.__wbindgen_malloc, r.__wbindgen_realloc), a = b;
          } catch (y) {
            throw l && r.__wbindgen_free(l, a * 1, 1), i && r.__wbindgen_free(i, s * 1, 1), y;
          }
          const g = r.compiledpolicy_prune(this.__wbg_ptr, i, s, l, a);
          var o = g[0], c = g[1];
          if (g[3]) throw o = 0, c = 0, p(g[2]);
          return t = o, _ = c, w(o, c);
        } finally {
          r.__wbindgen_free(t, _, 1);
        }
      }
      replyBytes(n, e, t) {
        let _, o, c, i, s, l;
        try {
          _ = f(n, r.__wbindgen_malloc, r.__wbindgen_realloc), o = b, c = h(e, r.__wbindgen_malloc), i = b, s = d(t) ? 0 : f(t, r.__wbindgen_malloc, r.__wbindgen_realloc), l = b;
        } catch (y) {
          throw s && r.__wbindgen_free(s, l * 1, 1), c && r.__wbindgen_free(c, i * 1, 1), _ && r.__wbindgen_free(_, o * 1, 1), y;
        }
        const a = r.compiledpolicy_replyBytes(this.__wbg_ptr, _, o, c, i, s, l);
        if (a[3]) throw p(a[2]);
        let g;
        return a[0] !== 0 && (g = x(a[0], a[1]).slice(), r.__wbindgen_free(a[0], a[1] * 1, 1)), g;
      }
      serverSends(n, e, t) {
        const _ = +t, o = h(e, r.__wbindgen_malloc), c = b, i = r.compiledpolicy_serverSends(this.__wbg_ptr, n, o, c, _);
        let s;
        return i[0] !== 0 && (s = x(i[0], i[1]).slice(), r.__wbindgen_free(i[0], i[1] * 1, 1)), s;
      }
      success(n, e, t) {
        let _, o, c, i, s, l;
        try {
          _ = f(n, r.__wbindgen_malloc, r.__wbindgen_realloc), o = b, c = f(e, r.__wbindgen_malloc, r.__wbindgen_realloc), i = b, s = d(t) ? 0 : f(t, r.__wbindgen_malloc, r.__wbindgen_realloc), l = b;
        } catch (g) {
          throw s && r.__wbindgen_free(s, l * 1, 1), c && r.__wbindgen_free(c, i * 1, 1), _ && r.__wbindgen_free(_, o * 1, 1), g;
        }
        const a = r.compiledpolicy_success(this.__wbg_ptr, _, o, c, i, s, l);
        if (a[2]) throw p(a[1]);
        return p(a[0]);
      }
    };
    Symbol.dispose && (B.prototype[Symbol.dispose] = B.prototype.free);
    function R() {
      return { __proto__: null, "./mcp_projection_bg.js": { __proto__: null, __wbg_Error_208446807d0d1e30: function(e, t) {
        return Error(w(e, t));
      }, __wbg_String_8564e559799eccda: function(e, t) {
        const _ = String(t), o = f(_, r.__wbindgen_malloc, r.__wbindgen_realloc), c = b;
        u().setInt32((e >>> 0) + 4, c, true), u().setInt32((e >>> 0) + 0, o, true);
      }, __wbg___wbindgen_bigint_get_as_i64_11da4b52cd0aedef: function(e, t) {
        const _ = t, o = typeof _ == "bigint" ? _ : void 0;
        u().setBigInt64((e >>> 0) + 8, d(o) ? BigInt(0) : o, true), u().setInt32((e >>> 0) + 0, !d(o), true);
      }, __wbg___wbindgen_boolean_get_4f1baf9a00be3c74: function(e) {
        const t = e, _ = typeof t == "boolean" ? t : void 0;
        return d(_) ? 16777215 : _ ? 1 : 0;
      }, __wbg___wbindgen_debug_string_f249a2a76caa9a55: function(e, t) {
        const _ = N(t), o = f(_, r.__wbindgen_malloc, r.__wbindgen_realloc), c = b;
        u().setInt32((e >>> 0) + 4, c, true), u().setInt32((e >>> 0) + 0, o, true);
      }, __wbg___wbindgen_in_3f58a9d3b3a7eed2: function(e, t) {
        return e in t;
      }, __wbg___wbindgen_is_bigint_5fa10641e039d3ef: function(e) {
        return typeof e == "bigint";
      }, __wbg___wbindgen_is_function_741ff2bb612836f5: function(e) {
        return typeof e == "function";
      }, __wbg___wbindgen_is_object_8b968c3ab8e96595: function(e) {
        const t = e;
        return typeof t == "object" && t !== null;
      }, __wbg___wbindgen_jsval_eq_38d7bfbe4cc84039: function(e, t) {
        return e === t;
      }, __wbg___wbindgen_jsval_loose_eq_b2f214e2e4b30e36: function(e, t) {
        return e == t;
      }, __wbg___wbindgen_number_get_934b640d0889af78: function(e, t) {
        const _ = t, o = typeof _ == "number" ? _ : void 0;
        u().setFloat64((e >>> 0) + 8, d(o) ? 0 : o, true), u().setInt32((e >>> 0) + 0, !d(o), true);
      }, __wbg___wbindgen_string_get_7ce8eee7fd327545: function(e, t) {
        const _ = t, o = typeof _ == "string" ? _ : void 0;
        var c = d(o) ? 0 : f(o, r.__wbindgen_malloc, r.__wbindgen_realloc), i = b;
        u().setInt32((e >>> 0) + 4, i, true), u().setInt32((e >>> 0) + 0, c, true);
      }, __wbg___wbindgen_throw_4c88d8bf264fd984: function(e, t) {
        throw new Error(w(e, t));
      }, __wbg_bytes_7218a76e20d5a0c3: function(e) {
        return e.bytes;
      }, __wbg_call_40b008ba32f73991: function() {
        return O(function(e, t) {
          return e.call(t);
        }, arguments);
      }, __wbg_done_57e08d0be6e30c02: function(e) {
        return e.done;
      }, __wbg_entries_7bb1459bd9b5c2b9: function(e) {
        return Object.entries(e);
      }, __wbg_facts_2525b76a5aba1c7e: function(e) {
        return e.facts;
      }, __wbg_get_44523dea510ecd60: function(e, t, _, o) {
        const c = t.get(w(_, o));
        var i = d(c) ? 0 : h(c, r.__wbindgen_malloc), s = b;
        u().setInt32((e >>> 0) + 4, s, true), u().setInt32((e >>> 0) + 0, i, true);
      }, __wbg_get_635eea311fa1a291: function() {
        return O(function(e, t) {
          return Reflect.get(e, t);
        }, arguments);
      }, __wbg_get_d7176cfb76d71114: function(e, t) {
        return e[t >>> 0];
      }, __wbg_get_unchecked_e6325ad374eff861: function(e, t) {
        return e[t >>> 0];
      }, __wbg_instanceof_ArrayBuffer_12cdaa4161423e6b: function(e) {
        let t;
        try {
          t = e instanceof ArrayBuffer;
        } catch {
          t = false;
        }
        return t;
      }, __wbg_instanceof_Map_0b4fc8b62e73f163: function(e) {
        let t;
        try {
          t = e instanceof Map;
        } catch {
          t = false;
        }
        return t;
      }, __wbg_instanceof_Uint8Array_d7aeb0dcb3108fea: function(e) {
        let t;
        try {
          t = e instanceof Uint8Array;
        } catch {
          t = false;
        }
        return t;
      }, __wbg_isArray_bcf1376d0d732d08: function(e) {
        return Array.isArray(e);
      }, __wbg_isSafeInteger_1a35ba4d31e71d38: function(e) {
        return Number.isSafeInteger(e);
      }, __wbg_iterator_e4c5e8f68ada7b58: function() {
        return Symbol.iterator;
      }, __wbg_length_186163212ffe79c3: function(e) {
        return e.length;
      }, __wbg_length_b03a0fabb109b1e9: function(e) {
        return e.length;
      }, __wbg_lists_ddbd5795b728d496: function(e) {
        return e.lists;
      }, __wbg_maxMessageBytes_9a7b51b735685cf2: function(e) {
        return e.maxMessageBytes;
      }, __wbg_maxPendingBytes_049ed2c001837679: function(e) {
        return e.maxPendingBytes;
      }, __wbg_maxPending_411c7393133bd9a6: function(e) {
        return e.maxPending;
      }, __wbg_new_13de428334042d26: function(e) {
        return new Uint8Array(e);
      }, __wbg_new_37eb45aaf5eeb820: function() {
        return new Array();
      }, __wbg_new_cd4348290afae586: function() {
        return new Object();
      }, __wbg_new_typed_896d9c1f13fac510: function() {
        return new Array();
      }, __wbg_next_178c1651c11432b3: function(e) {
        return e.next;
      }, __wbg_next_af5ac6a08bb0a717: function() {
        return O(function(e) {
          return e.next();
        }, arguments);
      }, __wbg_parse_c3f72b5a24f83c01: function() {
        return O(function(e, t) {
          return JSON.parse(w(e, t));
        }, arguments);
      }, __wbg_prototypesetcall_13162965d1fe7aa3: function(e, t, _) {
        Uint8Array.prototype.set.call(x(e, t), _);
      }, __wbg_push_c9f4893fc209f768: function(e, t) {
        return e.push(t);
      }, __wbg_put_980e9bddf2f01157: function(e, t, _, o, c) {
        e.put(w(t, _), x(o, c));
      }, __wbg_reports_103693ec57a74dc3: function(e) {
        const t = e.reports;
        return d(t) ? 0 : k(t);
      }, __wbg_requests_9e5ee3d2c6d47336: function(e) {
        return e.requests;
      }, __wbg_set_2793479888329cb6: function() {
        return O(function(e, t, _) {
          return Reflect.set(e, t, _);
        }, arguments);
      }, __wbg_set_d2d33b52458e984a: function(e, t, _) {
        e[t >>> 0] = _;
      }, __wbg_set_e4b9a833d288759a: function(e, t, _) {
        e[t] = _;
      }, __wbg_takeOldest_0ab56796a5b351b0: function(e, t) {
        const _ = t.takeOldest();
        var o = d(_) ? 0 : h(_, r.__wbindgen_malloc), c = b;
        u().setInt32((e >>> 0) + 4, c, true), u().setInt32((e >>> 0) + 0, o, true);
      }, __wbg_take_706e951762786e6f: function(e, t, _, o) {
        const c = t.take(w(_, o));
        var i = d(c) ? 0 : h(c, r.__wbindgen_malloc), s = b;
        u().setInt32((e >>> 0) + 4, s, true), u().setInt32((e >>> 0) + 0, i, true);
      }, __wbg_texts_0d4681eb0dd3e4ab: function(e) {
        return e.texts;
      }, __wbg_tools_491943d8ea83d7af: function(e) {
        return e.tools;
      }, __wbg_value_e0f328965e184931: function(e) {
        return e.value;
      }, __wbindgen_generic_0000000000000001: function(e) {
        return e;
      }, __wbindgen_generic_0000000000000002: function(e) {
        return e;
      }, __wbindgen_generic_0000000000000003: function(e, t) {
        return w(e, t);
      }, __wbindgen_generic_0000000000000004: function(e) {
        return BigInt.asUintN(64, e);
      }, __wbindgen_init_externref_table: function() {
        const e = r.__wbindgen_externrefs;
        e.set(0, void 0), e.set(1024, void 0), e.set(1025, null), e.set(1026, true), e.set(1027, false);
      } } };
    }
    var D = { register: () => {
    }, unregister: () => {
    } };
    function k(n) {
      const e = r.__externref_table_alloc();
      return r.__wbindgen_externrefs.set(e, n), e;
    }
    function N(n) {
      switch (typeof n) {
        case "number":
        case "boolean":
        case "undefined":
          return `${n}`;
        case "string":
          return JSON.stringify(n);
        case "bigint":
          return `${n}n`;
        case "symbol":
          return n.description !== void 0 ? `Symbol(${n.description})` : "Symbol";
        case "function":
          return typeof n.name == "string" && n.name !== "" ? `Function(${n.name})` : "Function";
        case "object": {
          if (n === null) return "null";
          if (Array.isArray(n)) return "[" + Array.from(n, N).join(", ") + "]";
          if (n instanceof Error) return `${n.name}: ${n.message}
${n.stack}`;
          const e = toString.call(n), t = /\[object ([^\]]+)\]/.exec(e)?.[1];
          if (t === void 0) return e;
          if (t === "Object") try {
            return "Object(" + JSON.stringify(n) + ")";
          } catch {
            return "Object";
          }
          return t;
        }
      }
    }
    function x(n, e) {
      return n = n >>> 0, v().subarray(n / 1, n / 1 + e);
    }
    var m = null;
    function u() {
      return (m === null || m.buffer.detached === true || m.buffer.detached === void 0 && m.buffer !== r.memory.buffer) && (m = new DataView(r.memory.buffer)), m;
    }
    function w(n, e) {
      return n = n >>> 0, L(v().subarray(n, n + e));
    }
    var A = null;
    function v() {
      return (A === null || A.byteLength === 0) && (A = new Uint8Array(r.memory.buffer)), A;
    }
    function O(n, e) {
      try {
        return n.apply(this, e);
      } catch (t) {
        const _ = k(t);
        r.__wbindgen_exn_store(_);
      }
    }
    function d(n) {
      return n == null;
    }
    function h(n, e) {
      const t = e(n.length * 1, 1) >>> 0;
      return v().set(n, t / 1), b = n.length, t;
    }
    function f(n, e, t) {
      if (t === void 0) {
        const s = S.encode(n), l = e(s.length, 1) >>> 0;
        return v().subarray(l, l + s.length).set(s), b = s.length, l;
      }
      let _ = n.length, o = e(_, 1) >>> 0;
      const c = v();
      let i = 0;
      for (; i < _; i++) {
        const s = n.charCodeAt(i);
        if (s > 127) break;
        c[o + i] = s;
      }
      if (i !== _) {
        i !== 0 && (n = n.slice(i)), o = t(o, _, _ = i + n.length * 3, 1) >>> 0;
        const s = v().subarray(o + i, o + _), l = S.encodeInto(n, s);
        i += l.written, o = t(o, _, i, 1) >>> 0;
      }
      return b = i, o;
    }
    function p(n) {
      const e = r.__wbindgen_externrefs.get(n);
      return r.__externref_table_dealloc(n), e;
    }
    var I = new TextDecoder("utf-8", { ignoreBOM: true });
    I.decode();
    var V = 2146435072, M = 0;
    function L(n) {
      return M += n.length, M >= V && (I = new TextDecoder("utf-8", { ignoreBOM: true }), I.decode(), M = n.length), I.decode(n);
    }
    var S = new TextEncoder();
    "encodeInto" in S || (S.encodeInto = function(n, e) {
      const t = S.encode(n);
      return e.set(t), { read: n.length, written: t.length };
    });
    var b = 0, z, G, r;
    function X(n, e) {
      return G = n, r = n.exports, z = e, m = null, A = null, r.__wbindgen_start(), r;
    }
    function Y(n) {
      if (r !== void 0) return r;
      n !== void 0 && (Object.getPrototypeOf(n) === Object.prototype ? { module: n } = n : console.warn("using deprecated parameters for `initSync()`; pass a single object instead"));
      const e = R(), t = new WebAssembly.Instance(n, e);
      return X(t, n);
    }
    return J(T);
  })();
  return U;
}

// pkg/build/digest.js
var moduleSection = "mcp-projection";
var moduleDigest = "1ab41b087028a6ba";

// pkg/src/payload.ts
var NO_BIGINTS = /* @__PURE__ */ new Set();
function serialize(payload) {
  try {
    return { json: stringify(payload) ?? "null", bigints: NO_BIGINTS };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return serializeBigints(payload, error);
  }
}
function parse(json, bigints, read = BigInt) {
  return bigints.size === 0 ? JSON.parse(json) : new ExactReader(json, bigints, read).value();
}
function stringify(payload, replacer) {
  return JSON.stringify(payload, replacer);
}
function serializeBigints(payload, refusal2) {
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
      throw written === 0 ? refusal2 : error;
    }
    if (written === 0 || json === void 0) throw refusal2;
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
var ExactReader = class {
  #json;
  #bigints;
  #read;
  #at = 0;
  constructor(json, bigints, read) {
    this.#json = json;
    this.#bigints = bigints;
    this.#read = read;
  }
  value() {
    switch (this.#json[this.#at]) {
      case "{":
        return this.#object();
      case "[":
        return this.#array();
      case '"':
        return this.#string();
      default:
        return this.#scalar();
    }
  }
  #object() {
    const object = {};
    this.#items("}", () => {
      const name = this.#string();
      this.#at += 1;
      Object.defineProperty(object, name, {
        value: this.value(),
        configurable: true,
        enumerable: true,
        writable: true
      });
    });
    return object;
  }
  #array() {
    const array = [];
    this.#items("]", () => {
      array.push(this.value());
    });
    return array;
  }
  /** Reads from the opening bracket to behind the closing one. */
  #items(closing, readItem) {
    do {
      this.#at += 1;
      if (this.#json[this.#at] === closing) break;
      readItem();
    } while (this.#json[this.#at] === ",");
    this.#at += 1;
  }
  #string() {
    const start = this.#at;
    this.#at += 1;
    while (this.#at < this.#json.length && this.#json[this.#at] !== '"') {
      this.#at += this.#json[this.#at] === "\\" ? 2 : 1;
    }
    this.#at += 1;
    return JSON.parse(this.#json.slice(start, this.#at));
  }
  #scalar() {
    const start = this.#at;
    while (this.#at < this.#json.length && !",]}".includes(this.#json.charAt(this.#at))) this.#at += 1;
    const token = this.#json.slice(start, this.#at);
    return this.#bigints.has(token) ? this.#read(token) : JSON.parse(token);
  }
};

// pkg/src/call.ts
var NOTHING = { json: void 0, knowsArguments: false, isPlain: true };
function callText(call) {
  if (call === void 0) return NOTHING;
  if (!isObject(call)) {
    throw new TypeError(`the call must be an object such as { arguments }, not ${kindOf(call)}`);
  }
  const { arguments: callArguments, summary, host, revision, declaresOutputSchema, outputSchema } = call;
  const members = [];
  if (callArguments !== void 0) {
    requireKind("arguments", "an object", isObject(callArguments), callArguments);
    members.push(`"arguments":${serialize(callArguments).json}`);
  }
  for (const [name, text] of Object.entries({ summary, host, revision })) {
    if (text === void 0) continue;
    requireKind(name, "a string", typeof text === "string", text);
    members.push(`${JSON.stringify(name)}:${JSON.stringify(text)}`);
  }
  if (declaresOutputSchema !== void 0) {
    requireKind("declaresOutputSchema", "a boolean", typeof declaresOutputSchema === "boolean", declaresOutputSchema);
    members.push(`"declaresOutputSchema":${String(declaresOutputSchema)}`);
  }
  if (outputSchema !== void 0) {
    const isSchema = typeof outputSchema === "boolean" || isObject(outputSchema);
    requireKind("outputSchema", "a JSON Schema", isSchema, outputSchema);
    members.push(`"outputSchema":${serialize(outputSchema).json}`);
  }
  if (members.length === 0) return NOTHING;
  return {
    json: `{${members.join(",")}}`,
    knowsArguments: callArguments !== void 0,
    // The summary and the revision matter to structuredContent alone.
    isPlain: host === void 0 && declaresOutputSchema !== true && outputSchema === void 0
  };
}
function requireKind(name, kind, isKind, found) {
  if (!isKind) throw new TypeError(`the call's ${name} must be ${kind}, not ${kindOf(found)}`);
}
function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
function kindOf(value) {
  if (value === null || value === void 0) return String(value);
  if (typeof value !== "object") return `a ${typeof value}`;
  return Array.isArray(value) ? "an array" : "an object";
}

// pkg/src/module.ts
var ModuleError = class extends Error {
  static {
    this.prototype.name = "ModuleError";
  }
};
var compiled;
var supplied;
function supply(source) {
  supplied ??= source;
}
function compiledModule() {
  return compiled ??= compiledNow(suppliedModule());
}
async function compile() {
  if (compiled !== void 0) return;
  const module2 = await compiledLater(suppliedModule());
  compiled ??= module2;
}
async function init(source) {
  if (compiled !== void 0) return;
  const found = await source;
  requireSource(found, "init");
  const module2 = isUrl(found) || isResponse(found) ? await received(found) : await compiledLater(found);
  requireThisVersion(module2);
  compiled ??= module2;
}
function initSync(source) {
  if (compiled !== void 0) return;
  requireSource(source, "initSync");
  const module2 = compiledNow(source);
  requireThisVersion(module2);
  compiled = module2;
}
function suppliedModule() {
  if (supplied === void 0) {
    throw new ModuleError(
      "the WebAssembly module isn't there yet: mcp-projection/slim needs `await init(source)` or `initSync(bytes)` before the first use"
    );
  }
  return supplied();
}
function compiledNow(source) {
  return isModule(source) ? source : new WebAssembly.Module(source);
}
function compiledLater(source) {
  return isModule(source) ? Promise.resolve(source) : WebAssembly.compile(source);
}
async function received(source) {
  const response = isUrl(source) ? await fetched(source) : source;
  const { ok, status, url } = response;
  if (!ok) throw new ModuleError(`the WebAssembly module didn't come: status ${String(status)} from ${url === "" ? "its source" : url}`);
  const isStreamable = response.headers.get("content-type")?.toLowerCase() === "application/wasm";
  const { compileStreaming } = WebAssembly;
  if (isStreamable && compileStreaming !== void 0) return compileStreaming.call(WebAssembly, response);
  return WebAssembly.compile(await response.arrayBuffer());
}
async function fetched(url) {
  try {
    return await fetch(url);
  } catch (cause) {
    throw new ModuleError(`the WebAssembly module can't be fetched from ${url.href}: where that is a file, read it and pass its bytes`, { cause });
  }
}
function requireThisVersion(module2) {
  const [section] = WebAssembly.Module.customSections(module2, moduleSection);
  if (section === void 0 || new TextDecoder().decode(section) === moduleDigest) return;
  throw new ModuleError(
    "the WebAssembly module is that of another version of mcp-projection: use mcp_projection.wasm of the package that this code is from"
  );
}
function requireSource(source, name) {
  if (name === "init" && (isUrl(source) || isResponse(source))) return;
  if (isModule(source) || isBytes(source)) return;
  const sources = name === "init" ? "a WebAssembly.Module, its bytes, a Response or a URL" : "a WebAssembly.Module or its bytes";
  throw new TypeError(`${name} of mcp-projection/slim takes ${sources}, not ${kindOf(source)}`);
}
function isModule(source) {
  return tagOf(source) === "[object WebAssembly.Module]";
}
function isBytes(source) {
  return ArrayBuffer.isView(source) || tagOf(source) === "[object ArrayBuffer]";
}
function isResponse(source) {
  return tagOf(source) === "[object Response]";
}
function isUrl(source) {
  return tagOf(source) === "[object URL]";
}
function tagOf(value) {
  return Object.prototype.toString.call(value);
}

// pkg/src/engine.ts
var TRUST_BROKEN = -2;
var UNCHANGED = -2;
var bufferClass = fastBufferClass();
function fastBufferClass() {
  const { Buffer: found } = globalThis;
  const methods = ["latin1Write", "latin1Slice", "ucs2Write", "ucs2Slice"];
  return methods.every((method) => typeof found?.prototype[method] === "function") ? found : void 0;
}
var beyondLatin1 = /[\u0100-\uffff]/;
var encoder = /* @__PURE__ */ new TextEncoder();
var decoder = /* @__PURE__ */ new TextDecoder();
var MOST_MEMORY = 128 * 1024 * 1024;
var Instance = class {
  CompiledPolicy;
  /** How many bytes a text may have. */
  mostBytes;
  /** Whether it took more memory than is worth keeping. */
  isBloated = false;
  #raw;
  /** The memory as it was when last looked at: growth detaches it. */
  #bytes = new Uint8Array(0);
  #buffer;
  constructor(module2) {
    const glue = createGlue();
    this.#raw = glue.initSync({ module: module2 });
    this.mostBytes = this.#raw.projection_most_bytes() >>> 0;
    this.CompiledPolicy = glue.CompiledPolicy;
  }
  /** Sees how much memory a call through the glue took. */
  noticeMemory() {
    this.#memory();
  }
  #memory() {
    if (this.#bytes.length > 0) return this.#bytes;
    const memory = this.#raw.memory.buffer;
    this.#bytes = new Uint8Array(memory);
    this.#buffer = bufferClass?.from(memory);
    this.isBloated = memory.byteLength > MOST_MEMORY;
    return this.#bytes;
  }
  /**
   * Prunes and compacts bytes; undefined for what is refused. What comes back lies in memory until
   * the next call.
   */
  rewriteBytes(policy, entry, payload) {
    const { length } = payload;
    const room = this.#raw.projection_room(length) >>> 0;
    if (room === 0) return void 0;
    for (; ; ) {
      this.#memory().set(payload, room);
      const written = this.#raw.projection_rewrite(policy, entry.number, length, 0 /* Unchecked */, entry.trust);
      if (written >= 0) return this.#memory().subarray(room, room + written);
      if (written !== TRUST_BROKEN) return void 0;
      entry.trust -= 1;
    }
  }
  /**
   * Makes a reply right that somebody else built; the same array where it stays as it is, undefined for what is refused. What comes back
   * lies in memory until the next call.
   */
  replyBytes(policy, entry, result, call = "") {
    const { length } = result;
    const mostOfCall = 3 * call.length;
    const room = this.#raw.projection_room(length + mostOfCall) >>> 0;
    if (room === 0) return void 0;
    const memory = this.#memory();
    memory.set(result, room);
    const behind = room + length;
    const callLength = mostOfCall === 0 ? 0 : encoder.encodeInto(call, memory.subarray(behind, behind + mostOfCall)).written;
    const written = this.#raw.projection_reply(policy, entry.number, length, callLength);
    if (written === UNCHANGED) return result;
    if (written < 0) return void 0;
    const start = this.#raw.projection_reply_start() >>> 0;
    return this.#memory().subarray(start, start + written);
  }
  /** Prunes and compacts JSON text; undefined for what is refused. */
  rewriteText(policy, entry, payload) {
    if (bufferClass === void 0) return this.#rewriteEncoded(policy, entry, payload);
    const wide = beyondLatin1.test(payload);
    const { length } = payload;
    const room = (wide ? this.#raw.projection_wide_room(length) : this.#raw.projection_room(length)) >>> 0;
    if (room === 0) return void 0;
    const written = this.#rewrite(policy, entry, wide ? 2 /* Utf16 */ : 1 /* Known */, () => {
      this.#memory();
      if (wide) this.#buffer?.ucs2Write(payload, room, 2 * length);
      else this.#buffer?.latin1Write(payload, room, length);
      return length;
    });
    if (written < 0) return void 0;
    this.#memory();
    return wide ? this.#buffer?.ucs2Slice(room, room + 2 * written) : this.#buffer?.latin1Slice(room, room + written);
  }
  /** The same where there is no Buffer. JSON.stringify leaves no lone surrogates, so that nothing is lost on the way. */
  #rewriteEncoded(policy, entry, payload) {
    const most = 3 * payload.length;
    const room = this.#raw.projection_room(most) >>> 0;
    if (room === 0) return void 0;
    const written = this.#rewrite(
      policy,
      entry,
      1 /* Known */,
      () => encoder.encodeInto(payload, this.#memory().subarray(room, room + most)).written
    );
    return written < 0 ? void 0 : decoder.decode(this.#memory().subarray(room, room + written));
  }
  /**
   * Rewrites the text that `write` writes, and answers its length: again, and with less trust, each time that trust was
   * broken. The length of what became of it, negative for a refusal.
   */
  #rewrite(policy, entry, form, write) {
    for (; ; ) {
      const written = this.#raw.projection_rewrite(policy, entry.number, write(), form, entry.trust);
      if (written !== TRUST_BROKEN) return written;
      entry.trust -= 1;
    }
  }
};
var MOST_ENTRIES = 1e3;
var EngineTrap = class extends Error {
  static {
    this.prototype.name = "EngineTrap";
  }
};
var liveInstance;
function instance() {
  return liveInstance ??= new Instance(compiledModule());
}
var abandoned = typeof FinalizationRegistry === "undefined" ? void 0 : /* @__PURE__ */ new FinalizationRegistry(release);
function release({ instance: instance2, compiled: compiled2 }) {
  if (instance2 !== liveInstance) return;
  try {
    compiled2.free();
  } catch {
    liveInstance = void 0;
  }
}
function engineHostProfiles() {
  return instance().CompiledPolicy.hostProfiles();
}
var EnginePolicy = class {
  #policy;
  #host;
  #resident;
  /** @throws PolicyError, or whatever kept the engine from starting. */
  constructor(policy, host) {
    this.#policy = policy;
    this.#host = host;
    try {
      this.#run(() => void 0);
    } catch (error) {
      throw error instanceof EngineTrap ? error.cause : error;
    }
  }
  /** The text of each content block, or the JSON text of the CallToolResult where there is more in it. `payload` is JSON text. */
  success(tool, payload, call) {
    const text = call.isPlain ? this.#rewritten(tool, payload, call.knowsArguments ? "known" : "unknown") : void 0;
    if (text !== void 0) return [text];
    return this.#run(({ compiled: compiled2 }) => compiled2.success(tool, payload, call.json));
  }
  /** The JSON text of a CallToolResult for the JSON text of a failure. */
  failure(tool, failure, call) {
    return this.#run(({ compiled: compiled2 }) => compiled2.failure(tool, failure, call.json));
  }
  /** Where a finished reply takes no more than to drop structuredContent and to prune the text that says the same: the member that holds the payload. */
  payloadMember(tool, call) {
    return this.#run((resident) => {
      const { isPlain, payloadMember } = entryOf(resident, tool);
      return call.isPlain && isPlain[call.knowsArguments ? "known" : "unknown"] ? payloadMember : void 0;
    });
  }
  /** Any text pruned, undefined for what is no JSON; also for JSON that the raw exports can't take. */
  pruneText(tool, text) {
    return this.#rewritten(tool, text);
  }
  /** The JSON text of the reply as it goes on; undefined where it stays as it is. */
  reply(tool, result, call) {
    return this.#run((resident) => {
      const bytes = encoder.encode(result);
      const reply = this.#replied(resident, tool, bytes, call);
      return reply === bytes ? void 0 : decoder.decode(reply);
    });
  }
  /** The same in bytes of their own; the same array where it stays as it is. */
  replyBytes(tool, result, call) {
    return this.#run((resident) => {
      const reply = this.#replied(resident, tool, result, call);
      return reply === result ? result : copyOf(reply);
    });
  }
  /** The reply as it goes on, in memory that the next call may overwrite; the same array where it stays as it is. */
  #replied(resident, tool, result, call) {
    const { compiled: compiled2, handle, instance: instance2 } = resident;
    if (result.length > instance2.mostBytes) throw tooLong(result, instance2.mostBytes);
    return instance2.replyBytes(handle, entryOf(resident, tool), result, call.json) ?? compiled2.replyBytes(tool, result, call.json) ?? result;
  }
  /** The shape, the error form, and what becomes of the outputSchema. */
  forms(tool, call) {
    return this.#run(({ compiled: compiled2 }) => compiled2.forms(tool, call.json));
  }
  /** What was decided of the JSON text of a payload or reply. */
  explain(tool, json, call) {
    return this.#run(({ compiled: compiled2 }) => compiled2.explain(tool, json, call.json));
  }
  /** Shows a session a message from the client. */
  clientSends(state, message) {
    this.#run(({ compiled: compiled2, instance: instance2 }) => {
      compiled2.clientSends(state, message);
      instance2.noticeMemory();
    });
  }
  /** What the server sends as it goes on, in bytes of its own; undefined where it stays as it is. */
  serverSends(state, text, framing) {
    return this.#run(({ compiled: compiled2, instance: instance2 }) => {
      const changed = compiled2.serverSends(state, text, framing);
      instance2.noticeMemory();
      return changed;
    });
  }
  /** Tells a session that a message from the server went by unread. */
  missed(state) {
    this.#run(({ compiled: compiled2 }) => {
      compiled2.missed(state);
    });
  }
  /** The pruned JSON text. */
  prune(tool, payload) {
    return this.#rewritten(tool, payload) ?? this.#run(({ compiled: compiled2 }) => compiled2.prune(tool, payload));
  }
  /** The pruned JSON in bytes of its own. */
  pruneBytes(tool, payload) {
    return copyOf(this.#rewrittenBytes(tool, payload));
  }
  /**
   * Writes the pruned JSON to the start of `destination`; answers its length in bytes.
   *
   * @throws RangeError where it doesn't fit; nothing is written then.
   */
  pruneInto(tool, payload, destination) {
    const pruned = this.#rewrittenBytes(tool, payload);
    if (pruned.length > destination.length) {
      throw new RangeError(
        `the result has ${String(pruned.length)} bytes, the destination holds ${String(destination.length)}`
      );
    }
    destination.set(pruned);
    return pruned.length;
  }
  // The hot calls. What they refuse goes through the glue, which says why.
  /**
   * The pruned JSON text, undefined where the raw exports can't make it.
   *
   * @param asSuccess that only a success that is nothing but its pruned payload is asked for, and whether arguments are known
   */
  #rewritten(tool, payload, asSuccess) {
    return this.#run((resident) => {
      const entry = entryOf(resident, tool);
      if (!entry.isAscii || asSuccess !== void 0 && !entry.isPlain[asSuccess]) return void 0;
      return resident.instance.rewriteText(resident.handle, entry, payload);
    });
  }
  /** The pruned JSON, in memory that the next call may overwrite. */
  #rewrittenBytes(tool, payload) {
    let bytes;
    try {
      const resident = this.#resided();
      if (payload.length > resident.instance.mostBytes) throw tooLong(payload, resident.instance.mostBytes);
      bytes = resident.instance.rewriteBytes(resident.handle, entryOf(resident, tool), payload);
      if (resident.instance.isBloated) liveInstance = void 0;
    } catch (thrown) {
      throw reported(thrown) ?? trapped(thrown);
    }
    return bytes ?? this.#run(({ compiled: compiled2 }) => compiled2.pruneBytes(tool, payload));
  }
  /** @throws JsonError, PolicyError, TypeError or EngineTrap, and nothing else. */
  #run(call) {
    try {
      const resident = this.#resided();
      const answer = call(resident);
      if (resident.instance.isBloated) liveInstance = void 0;
      return answer;
    } catch (thrown) {
      throw reported(thrown) ?? trapped(thrown);
    }
  }
  #resided() {
    const resident = this.#resident;
    if (resident !== void 0 && resident.instance === liveInstance) return resident;
    return this.#newResident();
  }
  #newResident() {
    const current = instance();
    const compiled2 = new current.CompiledPolicy(this.#policy, this.#host);
    const resident = { instance: current, compiled: compiled2, handle: compiled2.handle, entries: /* @__PURE__ */ new Map() };
    this.#resident = resident;
    abandoned?.unregister(this);
    abandoned?.register(this, resident, this);
    return resident;
  }
};
function entryOf({ compiled: compiled2, entries }, tool) {
  let entry = entries.get(tool);
  if (entry === void 0) {
    const number = compiled2.entry(tool);
    entry = {
      number,
      isAscii: compiled2.isAscii(number),
      isPlain: { known: compiled2.isPlain(number, true), unknown: compiled2.isPlain(number, false) },
      payloadMember: compiled2.plainPayloadMember(number),
      trust: 2
    };
    if (entries.size >= MOST_ENTRIES) entries.clear();
    entries.set(tool, entry);
  }
  return entry;
}
var SLAB_SIZE = 1024 * 1024;
var MOST_IN_SLAB = 128 * 1024;
var slab = new Uint8Array(0);
var slabUsed = 0;
function copyOf(bytes) {
  const { length } = bytes;
  if (length > MOST_IN_SLAB) return bytes.slice();
  if (slabUsed + length > slab.length) {
    slab = new Uint8Array(SLAB_SIZE);
    slabUsed = 0;
  }
  const copy = slab.subarray(slabUsed, slabUsed + length);
  copy.set(bytes);
  slabUsed += length;
  return copy;
}
function tooLong(text, offset) {
  const lineFeed = 10;
  let line = 1;
  let start = 0;
  for (let at = text.indexOf(lineFeed); at !== -1 && at < offset; at = text.indexOf(lineFeed, at + 1)) {
    line += 1;
    start = at + 1;
  }
  const column = offset - start + 1;
  const expected = `at most ${String(offset)} bytes`;
  const place = `line ${String(line)} column ${String(column)} (byte ${String(offset)})`;
  return new JsonError(`not JSON: expected ${expected} at ${place}`, { expected, offset, line, column });
}
function reported(thrown) {
  if (thrown instanceof JsonError) return thrown;
  if (isReport(thrown, "json")) return new JsonError(thrown.message, thrown);
  if (isReport(thrown, "policy")) return new PolicyError(thrown.message, thrown.pointer);
  if (isReport(thrown, "type")) return new TypeError(thrown.message);
  return void 0;
}
function isReport(thrown, kind) {
  return typeof thrown === "object" && thrown !== null && "kind" in thrown && thrown.kind === kind;
}
function trapped(cause) {
  liveInstance = void 0;
  return new EngineTrap("the engine trapped and was replaced", { cause });
}

// pkg/src/hosts.ts
function hostProfiles() {
  return JSON.parse(engineHostProfiles()).profiles;
}

// src/policy/presets/mirrored.json
var mirrored_default = {
  version: 1,
  defaults: {
    shape: "mirrored",
    error: "mirrored",
    budget: { items: "*", maxBytes: 6e4, hint: "ask for the next page or narrow the filter" }
  }
};

// src/policy/presets/outline.json
var outline_default = {
  version: 1,
  prune: {
    "outline-node": {
      where: ["id", "text", "children"],
      drop: { tokens: { in: "text", except: ["kind"] } },
      dropEqual: { collapsed: false, todo: null },
      dropEmpty: ["properties"]
    }
  },
  defaults: { shape: "content", error: "envelope", prune: ["outline-node"], unwrap: "data" },
  tools: {
    outl_page_render: { flatten: { member: "md", elsewhere: { slug: "arguments.slug" } } },
    outl_export_md: { flatten: { member: "md", elsewhere: { slug: "arguments.slug" } } }
  }
};

// src/policy/presets/structured.json
var structured_default = {
  version: 1,
  defaults: { shape: "structured", error: "text", textMember: "message" },
  tools: {
    read_file: { textMember: "content" }
  }
};

// pkg/src/presets.ts
var presets = /* @__PURE__ */ deepFreeze({
  // The compiler sees a JSON file's strings only as strings; that they fit is checked by the engine.
  outline: outline_default,
  structured: structured_default,
  mirrored: mirrored_default
});
function deepFreeze(object) {
  for (const member of Object.values(object)) {
    if (typeof member === "object" && member !== null) deepFreeze(member);
  }
  return Object.freeze(object);
}

// pkg/src/policy.ts
var INTEGERS = { least: -(2n ** 63n), greatest: 2n ** 64n - 1n };
var DEPTH_LIMIT = 128;
function policyMap(policy) {
  if (!isPlainObject(policy)) {
    throw refusal([], `expected a policy object, found ${nameOf(policy)}`);
  }
  return mapOf(policy, [], /* @__PURE__ */ new Set());
}
function mapOf(object, path, ancestors) {
  return inside(object, path, ancestors, () => {
    const map = /* @__PURE__ */ new Map();
    for (const [name, value] of Object.entries(object)) {
      if (value === void 0) continue;
      if (hasLoneSurrogate(name)) {
        throw refusal(path, "expected member names in well-formed Unicode, found half of a surrogate pair");
      }
      map.set(name, valueOf(value, [...path, name], ancestors));
    }
    return map;
  });
}
function valueOf(value, path, ancestors) {
  switch (typeof value) {
    case "boolean":
      return value;
    case "bigint":
      if (value >= INTEGERS.least && value <= INTEGERS.greatest) return value;
      throw refusal(path, "expected an integer of at most 64 bits");
    case "number":
      if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
        throw refusal(path, `expected an integer up to 2^53, or a bigint: ${String(value)} may have been rounded`);
      }
      if (Number.isFinite(value)) return value;
      break;
    case "string":
      if (!hasLoneSurrogate(value)) return value;
      throw refusal(path, "expected well-formed Unicode, found half of a surrogate pair");
    case "object":
      if (value === null) return null;
      if (Array.isArray(value)) return listOf(value, path, ancestors);
      if (isPlainObject(value)) return mapOf(value, path, ancestors);
      break;
    default:
  }
  throw refusal(path, `expected a JSON value, found ${nameOf(value)}`);
}
function listOf(list, path, ancestors) {
  return inside(
    list,
    path,
    ancestors,
    () => Array.from(list, (item, index) => valueOf(item, [...path, String(index)], ancestors))
  );
}
function inside(container, path, ancestors, read) {
  if (ancestors.has(container)) {
    throw refusal(path, "expected a JSON value, found an object that contains itself");
  }
  if (ancestors.size === DEPTH_LIMIT) {
    throw refusal(path, `expected at most ${String(DEPTH_LIMIT)} levels of nesting`);
  }
  ancestors.add(container);
  const content = read();
  ancestors.delete(container);
  return content;
}
function isPlainObject(value) {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
function hasLoneSurrogate(text) {
  return /\p{Surrogate}/u.test(text);
}
function nameOf(value) {
  switch (typeof value) {
    case "undefined":
      return "undefined";
    case "number":
      return String(value);
    case "object": {
      if (value === null) return "null";
      if (Array.isArray(value)) return "an array";
      const { name } = value.constructor ?? {};
      return typeof name === "string" && name !== "" ? `an instance of ${name}` : "an object";
    }
    default:
      return `a ${typeof value}`;
  }
}
function refusal(path, problem) {
  const pointer = path.map((token) => `/${token.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
  return new PolicyError(`${pointer === "" ? "the policy" : pointer}: ${problem}`, pointer);
}

// pkg/src/said-twice.ts
function saidTwice(policy, tool, result, call) {
  const { content, structuredContent, isError, resultType, task } = result;
  if (isError === true || task !== void 0 || resultType !== void 0 && resultType !== "complete") return void 0;
  if (!Array.isArray(content) || content.length !== 1 || !isPlainObject2(structuredContent)) return void 0;
  const [block] = content;
  if (!isPlainObject2(block) || block["type"] !== "text" || typeof block["text"] !== "string") return void 0;
  const { text } = block;
  if (!/^\s*[[{]/.test(text)) return void 0;
  const member = policy.payloadMember(tool, call);
  if (member === void 0) return void 0;
  const { json, bigints } = serialize(payloadIn(structuredContent, member));
  if (bigints.size > 0) return void 0;
  const said = policy.pruneText(tool, text);
  if (said === void 0 || said !== policy.pruneText(tool, json)) return void 0;
  const members = Object.entries(result).filter(
    ([name, value]) => name !== "structuredContent" && value !== void 0
  );
  const blocks = [said === text ? block : { ...block, text: said }];
  return { ...Object.fromEntries(members), content: blocks };
}
function payloadIn(structuredContent, member) {
  if (member === "" || !Object.hasOwn(structuredContent, member)) {
    return member !== "" && structuredContent["ok"] === false ? void 0 : structuredContent;
  }
  const saysNothing = ([name, value]) => name === member || value === null || value === void 0 || name === "ok" && value === true;
  return Object.entries(structuredContent).every(saysNothing) ? structuredContent[member] : void 0;
}
function isPlainObject2(value) {
  if (typeof value !== "object" || value === null || "toJSON" in value) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

// pkg/src/projection.ts
var enginePolicyOf;
var Projection = class {
  #policy;
  static {
    enginePolicyOf = (projection) => #policy in projection ? projection.#policy : void 0;
  }
  /** @throws PolicyError that names the place in the policy and what was expected there. */
  constructor(policy, options = {}) {
    const { host } = requireOptions(options);
    this.#policy = new EnginePolicy(policyMap(policy), host);
  }
  /**
   * The reply of a tool that succeeded.
   *
   * @param payload anything that JSON.stringify takes; bigints too, which become their digits. In structuredContent one beyond 2^53 is a string of
   * its digits, because a transport's JSON.stringify refuses bigints and numbers would round it
   * @throws the TypeError of JSON.stringify for a payload, or arguments, that can't be serialised;
   * JsonError for a payload nested deeper than 512 levels
   */
  success(tool, payload, call) {
    const { answer, bigints } = this.#success(tool, payload, call);
    if (typeof answer === "string") return parse(answer, bigints, String);
    return { content: answer.map((text) => ({ type: "text", text })) };
  }
  /** The text of the first block of what `success` returns. */
  text(tool, payload, call) {
    const { answer } = this.#success(tool, payload, call);
    if (typeof answer !== "string") return answer[0] ?? "";
    const [first] = JSON.parse(answer).content;
    return first?.type === "text" ? first.text : "";
  }
  /**
   * The reply of a tool that failed: always with its code, its message and its data. A bigint beyond 2^53 in the data becomes a
   * string of its digits, because a transport's JSON.stringify refuses bigints and numbers would round it.
   */
  failure(tool, failure, call) {
    requireTool(tool);
    requireFailure(failure, "the failure");
    const known = callText(call);
    const { code, message, data } = failure;
    const { json, bigints } = serialize({ code, message, data });
    return untrapped(
      () => parse(this.#policy.failure(tool, json, known), bigints, String),
      () => {
        const error = parse(json, bigints, String);
        return {
          content: [{ type: "text", text: `${code}: ${message}` }],
          structuredContent: { ok: false, error },
          isError: true
        };
      }
    );
  }
  /**
   * The reply as it goes on, for one that somebody else built: what it says twice is said once, what the model couldn't see is put where
   * it can, and everything else stays as it is. Where nothing changes it is the same object.
   *
   * @throws JsonError for what is no object; the original is then to be sent on as it is
   */
  reply(tool, result, call) {
    requireTool(tool);
    const known = callText(call);
    return untrapped(
      () => {
        const short = isObject(result) ? saidTwice(this.#policy, tool, result, known) : void 0;
        if (short !== void 0) return short;
        const { json, bigints } = serialize(result);
        const reply = this.#policy.reply(tool, json, known);
        return reply === void 0 ? result : parse(reply, bigints);
      },
      () => result
    );
  }
  /**
   * The same, from JSON in UTF-8 to JSON in UTF-8: what isn't changed stays byte for byte. Where nothing is, it is the same array.
   *
   * @throws JsonError for bytes that are no JSON, or no object; the original is then to be sent on as it is
   */
  replyBytes(tool, result, call) {
    requireTool(tool);
    requireBytes(result, "the reply of replyBytes");
    const known = callText(call);
    return untrapped(
      () => this.#policy.replyBytes(tool, result, known),
      () => result
    );
  }
  /** The forms that a tool's replies take, for a call: a host's profile, or a declared outputSchema, may change what the policy says. */
  forms(tool, call) {
    requireTool(tool);
    const [shape, error, outputSchema] = this.#policy.forms(tool, callText(call));
    return { shape, error, outputSchema };
  }
  /**
   * What `success` does with a payload, or `reply` with a reply: a decision for each thing that goes, is added, or stays though a rule
   * names it. The bytes saved add up. An object whose `content` is an array of objects that all have a `type` is a reply.
   *
   * @throws JsonError for a payload nested deeper than 512 levels
   */
  explain(tool, payloadOrReply, call) {
    requireTool(tool);
    const { json } = serialize(payloadOrReply);
    const known = callText(call);
    return untrapped(
      () => this.#policy.explain(tool, json, known),
      () => []
    );
  }
  /**
   * The pruned payload as a value, without the reply around it: nothing is flattened, and no budget holds. It is what JSON.parse would make of
   * the pruned text, except that bigints beyond 2^53 are bigints again.
   */
  prune(tool, payload) {
    requireTool(tool);
    const { json, bigints } = serialize(payload);
    return untrapped(
      () => parse(this.#policy.prune(tool, json), bigints),
      () => payload
    );
  }
  /**
   * The pruned payload, from JSON in UTF-8 to compact JSON in UTF-8. Numbers and strings stay byte
   * for byte as they are. The result is always a fresh array.
   *
   * @throws JsonError for bytes that are no JSON
   */
  pruneBytes(tool, payload) {
    requireTool(tool);
    requireBytes(payload, "the payload of pruneBytes");
    return untrapped(
      () => this.#policy.pruneBytes(tool, payload),
      () => new Uint8Array(payload)
    );
  }
  /**
   * The same, written to the start of `destination`, which the caller can use again for the next.
   *
   * @returns how many bytes were written
   * @throws RangeError for a destination that is too small, which stays as it is; one as long as the payload never is
   */
  pruneInto(tool, payload, destination) {
    requireTool(tool);
    requireBytes(payload, "the payload of pruneInto");
    requireBytes(destination, "the destination of pruneInto");
    return untrapped(
      () => this.#policy.pruneInto(tool, payload, destination),
      () => {
        destination.set(payload);
        return payload.length;
      }
    );
  }
  /** The texts of a success that has nothing else, or the JSON text of its reply, and the bigints in it that no number can hold. */
  #success(tool, payload, call) {
    requireTool(tool);
    const { json, bigints } = serialize(payload);
    const known = callText(call);
    const answer = untrapped(
      () => this.#policy.success(tool, json, known),
      () => [json]
    );
    return { answer, bigints };
  }
};
function untrapped(answer, unprojected) {
  try {
    return answer();
  } catch (error) {
    if (error instanceof EngineTrap) return unprojected();
    throw error;
  }
}
function requireTool(tool) {
  if (typeof tool !== "string") throw new TypeError(`the tool's name must be a string, not ${kindOf(tool)}`);
}
function requireOptions(options) {
  if (!isObject(options)) throw new TypeError(`the options must be an object such as { host }, not ${kindOf(options)}`);
  const { host } = options;
  if (host === void 0) return {};
  if (typeof host !== "string") throw new TypeError(`the host must be a string, not ${kindOf(host)}`);
  return { host };
}
function requireBytes(bytes, what) {
  if (bytes instanceof Uint8Array || isForeignUint8Array(bytes)) return;
  throw new TypeError(`${what} must be a Uint8Array, not ${kindOf(bytes)}`);
}
function isForeignUint8Array(bytes) {
  return ArrayBuffer.isView(bytes) && Object.prototype.toString.call(bytes) === "[object Uint8Array]";
}

// pkg/src/framing.ts
var LF = 10;
var CR = 13;
var OpenText = class {
  #parts = [];
  length = 0;
  add(part) {
    if (part.length === 0) return;
    this.#parts.push(part);
    this.length += part.length;
  }
  /** The parts, and nothing is left. */
  take() {
    const parts = this.#parts;
    this.#parts = [];
    this.length = 0;
    return parts;
  }
  /** All of it with a last part behind, in one piece, and nothing is left. */
  takeWith(last) {
    if (this.length === 0) return last;
    const whole = new Uint8Array(this.length + last.length);
    let at = 0;
    for (const part of [...this.take(), last]) {
      whole.set(part, at);
      at += part.length;
    }
    return whole;
  }
};
function clientLines(maxBytes, sees) {
  const open = new OpenText();
  let isTooLong = false;
  return {
    push(chunk) {
      let start = 0;
      for (let end = chunk.indexOf(LF); end !== -1; end = chunk.indexOf(LF, start)) {
        const text = chunk.subarray(start, end);
        start = end + 1;
        if (!isTooLong) sees(open.takeWith(text));
        isTooLong = false;
      }
      if (!isTooLong) open.add(chunk.subarray(start));
      if (open.length <= maxBytes + 1) return;
      open.take();
      isTooLong = true;
    }
  };
}
function serverLines({ maxBytes, goesOn, missed }) {
  const open = new OpenText();
  let isPassing = false;
  return {
    push(chunk) {
      const out = [];
      let start = 0;
      for (let end = chunk.indexOf(LF); end !== -1; end = chunk.indexOf(LF, start)) {
        const text = chunk.subarray(start, end + 1);
        start = end + 1;
        out.push(isPassing ? text : goesOn(open.takeWith(text), 1 /* Line */));
        isPassing = false;
      }
      open.add(chunk.subarray(start));
      if (!isPassing && open.length > maxBytes + 1) {
        isPassing = true;
        missed();
      }
      return isPassing ? [...out, ...open.take()] : out;
    },
    finish() {
      isPassing = false;
      return open.take();
    }
  };
}
function serverEvents({ maxBytes, goesOn, missed }) {
  const open = new OpenText();
  let isPassing = false;
  let isFirst = true;
  let hasText = false;
  let textEnd = 0;
  let isBehindReturn = false;
  const isTooLong = () => {
    if (isPassing || textEnd <= maxBytes) return isPassing;
    missed();
    return true;
  };
  const ended = (event) => {
    const kind = isFirst ? 3 /* FirstEvent */ : 2 /* Event */;
    const out = isTooLong() ? event : goesOn(event, kind);
    isPassing = false;
    isFirst = false;
    textEnd = 0;
    return out;
  };
  return {
    push(chunk) {
      const out = [];
      let start = 0;
      const lineEnds = endsOfLines(chunk);
      for (let at = 0; at < chunk.length; ) {
        const end = lineEnds(at);
        if (end > at) {
          hasText = true;
          textEnd = open.length + end - start;
          isBehindReturn = false;
        }
        if (end === chunk.length) break;
        at = end + 1;
        const belongsToReturn = isBehindReturn && chunk[end] === LF;
        isBehindReturn = chunk[end] === CR;
        if (belongsToReturn) {
          if (open.length === 0 && start === end) {
            out.push(chunk.subarray(start, at));
            start = at;
          }
          continue;
        }
        if (!hasText) {
          out.push(ended(open.takeWith(chunk.subarray(start, at))));
          start = at;
        }
        hasText = false;
      }
      open.add(chunk.subarray(start));
      if (!isTooLong()) return out;
      isPassing = true;
      isFirst = false;
      return [...out, ...open.take()];
    },
    finish() {
      const rest = open.take();
      isPassing = hasText = isBehindReturn = false;
      isFirst = true;
      textEnd = 0;
      return rest;
    }
  };
}
function endsOfLines(chunk) {
  const next = (byte, at) => {
    const found = chunk.indexOf(byte, at);
    return found === -1 ? chunk.length : found;
  };
  let lineFeed = -1;
  let carriageReturn = -1;
  return (at) => {
    if (lineFeed < at) lineFeed = next(LF, at);
    if (carriageReturn < at) carriageReturn = next(CR, at);
    return Math.min(lineFeed, carriageReturn);
  };
}

// pkg/src/session.ts
var MEBIBYTE = 1024 * 1024;
var MOST = 2 ** 31 - 1;
var Session = class _Session {
  #projection;
  #policy;
  #options;
  #state;
  constructor(projection, options = {}) {
    const policy = isObject(projection) ? enginePolicyOf(projection) : void 0;
    if (policy === void 0) {
      throw new TypeError(`the projection must be a Projection of this package, not ${kindOf(projection)}`);
    }
    this.#projection = projection;
    this.#policy = policy;
    this.#options = requireOptions2(options);
    this.#state = newState(this.#options);
    if (options.assumesOutputSchema === true) this.#assumeOutputSchemas();
  }
  /**
   * A session for another exchange with the same server, such as each request of a server without sessions: the two share what is known of tools, of
   * the client and of the protocol's revision, and each has ids of its own.
   */
  fork() {
    const fork = new _Session(this.#projection, { ...this.#options, assumesOutputSchema: false });
    const { tools, facts } = this.#state;
    Object.assign(fork.#state, { tools, facts });
    return fork;
  }
  /** Sees a message from the client before it goes on as it is. */
  fromClient(message) {
    requireBytes(message, "the message");
    if (message.length > this.#state.maxMessageBytes) return;
    this.#untrapped(() => {
      this.#policy.clientSends(this.#state, message);
    });
  }
  /** A message from the server as it goes on: the same array, unless it is the result of a tool call that the session saw. */
  fromServer(message) {
    requireBytes(message, "the message");
    return this.#fromServer(message, 0 /* None */);
  }
  /** Sees the lines of a client on the stdio transport. */
  clientLines() {
    return clientLines(this.#state.maxMessageBytes, (message) => {
      this.fromClient(message);
    });
  }
  /** Projects the lines of a server on the stdio transport. What ends a line stays as it is. */
  serverLines() {
    return serverLines(this.#serverMessages());
  }
  /**
   * Projects server-sent events. Of an event that is projected the `data` lines change, in the place of the first; ids, names, retry times, comments and
   * all other events stay byte for byte.
   */
  serverEvents() {
    return serverEvents(this.#serverMessages());
  }
  #serverMessages() {
    return {
      maxBytes: this.#state.maxMessageBytes,
      goesOn: (text, kind) => this.#fromServer(text, kind),
      missed: () => {
        this.#untrapped(() => {
          this.#policy.missed(this.#state);
        });
      }
    };
  }
  #fromServer(text, kind) {
    const { requests, lists, maxMessageBytes, reports } = this.#state;
    if (requests.texts + lists.texts === 0) return text;
    if (kind === 0 /* None */ && text.length > maxMessageBytes) {
      this.#serverMessages().missed();
      return text;
    }
    const changed = this.#untrapped(() => this.#policy.serverSends(this.#state, text, kind));
    for (const report of reports?.splice(0) ?? []) this.#report(report);
    return changed === void 0 || this.#options.dryRun === true ? text : changed;
  }
  #report(report) {
    try {
      this.#options.onReply?.(report);
    } catch (error) {
      queueMicrotask(() => {
        throw error;
      });
    }
  }
  /** What the engine answers; undefined where it traps. What it would have learned is then unknown. */
  #untrapped(answer) {
    try {
      return answer();
    } catch (error) {
      if (!(error instanceof EngineTrap)) throw error;
      this.#assumeOutputSchemas();
      return void 0;
    }
  }
  /** By the name under which the engine looks for it. */
  #assumeOutputSchemas() {
    this.#state.facts.put("assumesOutputSchema", new Uint8Array());
  }
};
function newState(options) {
  const { maxMessageBytes = 64 * MEBIBYTE, maxPending = 1e4, maxPendingBytes = 16 * MEBIBYTE, onReply } = options;
  return {
    requests: new OwnShelf(),
    lists: new OwnShelf(),
    tools: new OwnShelf(),
    facts: new OwnShelf(),
    maxMessageBytes: Math.min(maxMessageBytes, MOST),
    maxPending: Math.min(maxPending, MOST),
    maxPendingBytes: Math.min(maxPendingBytes, MOST),
    reports: onReply === void 0 ? void 0 : []
  };
}
var OwnShelf = class {
  #texts = /* @__PURE__ */ new Map();
  #bytes = 0;
  put(key, text) {
    this.take(key);
    this.#texts.set(key, text.slice());
    this.#bytes += key.length + text.length;
  }
  get(key) {
    return this.#texts.get(key);
  }
  take(key) {
    const text = this.#texts.get(key);
    if (text === void 0) return void 0;
    this.#texts.delete(key);
    this.#bytes -= key.length + text.length;
    return text;
  }
  takeOldest() {
    const [oldest] = this.#texts.keys();
    return oldest === void 0 ? void 0 : this.take(oldest);
  }
  get texts() {
    return this.#texts.size;
  }
  get bytes() {
    return this.#bytes;
  }
};
function requireOptions2(options) {
  if (!isObject(options)) throw new TypeError(`the options must be an object such as { maxPending }, not ${kindOf(options)}`);
  const known = options;
  for (const name of ["maxMessageBytes", "maxPending", "maxPendingBytes"]) {
    const most = known[name];
    if (most !== void 0 && !(Number.isSafeInteger(most) && most >= 0)) {
      throw new TypeError(`${name} must be a whole number from 0 on, not ${typeof most === "number" ? String(most) : kindOf(most)}`);
    }
  }
  for (const name of ["assumesOutputSchema", "dryRun"]) {
    const flag = known[name];
    if (flag !== void 0 && typeof flag !== "boolean") {
      throw new TypeError(`${name} must be a boolean, not ${kindOf(flag)}`);
    }
  }
  const { onReply } = known;
  if (onReply !== void 0 && typeof onReply !== "function") {
    throw new TypeError(`onReply must be a function, not ${kindOf(onReply)}`);
  }
  return options;
}

// pkg/package.json
var version = "0.1.0";

// pkg/src/version.ts
var version2 = version;
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  JsonError,
  ModuleError,
  PolicyError,
  Projection,
  Session,
  ToolFailure,
  hostProfiles,
  init,
  initFrom,
  initSync,
  presets,
  supply,
  version
});
