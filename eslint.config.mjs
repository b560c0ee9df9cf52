import js from "@eslint/js";
import { defineConfig, globalIgnores } from "eslint/config";
import tseslint from "typescript-eslint";

// What both Node and the scripts here take for granted.
const globals = Object.fromEntries(
  [
    "AbortController",
    "Buffer",
    "Headers",
    "ReadableStream",
    "Request",
    "Response",
    "TextDecoder",
    "TextEncoder",
    "TransformStream",
    "URL",
    "WebAssembly",
    "atob",
    "clearTimeout",
    "console",
    "fetch",
    "performance",
    "process",
    "setImmediate",
    "setTimeout",
    "structuredClone",
  ].map((name) => [name, "readonly"]),
);
const commonJsGlobals = { ...globals, __dirname: "readonly", module: "writable", require: "readonly" };

export default defineConfig(
  globalIgnores(["target/", "pkg/dist/", "pkg/build/", "examples/edge-worker/build/"]),
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
  {
    files: ["**/*.mjs", "**/*.cjs", "**/*.js"],
    extends: [js.configs.recommended],
    rules: {
      eqeqeq: "error",
      "no-unused-vars": ["error", { ignoreRestSiblings: true }],
      "no-var": "error",
      "prefer-const": "error",
    },
  },
  { files: ["**/*.mjs", "**/*.js"], languageOptions: { globals } },
  { files: ["**/*.cjs"], languageOptions: { sourceType: "commonjs", globals: commonJsGlobals } },
  {
    files: ["**/*.ts", "**/*.mts", "**/*.cts"],
    extends: [js.configs.recommended, tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      eqeqeq: "error",
      "@typescript-eslint/consistent-type-exports": "error",
      "@typescript-eslint/consistent-type-imports": ["error", { fixStyle: "inline-type-imports" }],
      "@typescript-eslint/explicit-module-boundary-types": "error",
      "@typescript-eslint/no-require-imports": ["error", { allowAsImport: true }],
      "@typescript-eslint/strict-boolean-expressions": "error",
      "@typescript-eslint/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
    },
  },
);
