// The package's entries, and what package.json says of them.

/** The entries with code of their own, src/NAME.ts each. The main one is first. */
export const ENTRIES = ["index", "server", "fetch"];

/** The runtimes that have the module in a file, by their condition: a folder of dist each. src/supply says how each comes by it. */
export const FILE_RUNTIMES = ["workerd", "edge-light", "node"];

const WASM = "mcp_projection.wasm";

/** The members of package.json that follow from the entries. */
export function manifestMembers() {
  const others = ENTRIES.slice(1);
  return {
    exports: {
      ".": entry("index"),
      ...Object.fromEntries(others.map((name) => [`./${name}`, entry(name)])),
      "./slim": bothFormats("slim"),
      [`./${WASM}`]: {
        require: { types: `./dist/${WASM}.d.cts`, default: `./dist/${WASM}` },
        default: { types: `./dist/${WASM}.d.ts`, default: `./dist/${WASM}` },
      },
      "./policy.schema.json": "./policy.schema.json",
      "./package.json": "./package.json",
    },
    // For resolvers that know no exports.
    typesVersions: { "*": Object.fromEntries([...others, "slim", WASM].map((name) => [name, [`./dist/${name}.d.ts`]])) },
  };
}

/** The first condition that holds counts, so that a runtime which sets several finds its own first. */
function entry(name) {
  const module = { types: `./dist/${name}.d.ts`, default: `./dist/${name}.js` };
  const required = { types: `./dist/${name}.d.cts`, default: `./dist/${name}.cjs` };
  const of = (runtime) => ({ ...module, default: `./dist/${runtime}/${name}.js` });
  return {
    workerd: of("workerd"),
    "edge-light": of("edge-light"),
    // Both load ES modules by `require` too.
    deno: module,
    bun: module,
    browser: { import: module, require: required },
    // What bundlers set and Node doesn't: a bundle, of whatever kind, has the module inside.
    module,
    node: { import: of("node"), require: required },
    import: module,
    require: required,
    default: module,
  };
}

function bothFormats(name) {
  return {
    import: { types: `./dist/${name}.d.ts`, default: `./dist/${name}.js` },
    require: { types: `./dist/${name}.d.cts`, default: `./dist/${name}.cjs` },
    default: `./dist/${name}.js`,
  };
}
