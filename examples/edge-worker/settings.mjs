// @ts-check
// The worker's variables, read and checked.

/**
 * What a worker is configured with: texts that hold JSON, or its values.
 *
 * @typedef {object} Variables
 * @property {unknown} [UPSTREAMS] a JSON object: the URL of each MCP server by its name, which is the last part of its path here
 * @property {unknown} [POLICY] a JSON object: the policy for the replies of all of them. Without it nothing is pruned, and what a reply says twice is said once
 * @property {unknown} [ORIGINS] a JSON array: the origins whose pages may call
 * @property {unknown} [HOSTS] a JSON array: the hosts, with their ports, under which this worker answers; any without it
 * @property {unknown} [MAX_REQUEST_BYTES] how long a request's body may be; 4 MiB without it
 *
 * @typedef {object} Settings
 * @property {Map<string, string>} upstreams
 * @property {import("mcp-projection").Policy} policy
 * @property {Set<string>} origins
 * @property {Set<string> | undefined} hosts
 * @property {number} maxRequestBytes
 */

/** The variables' names. */
export const NAMES = /** @type {const} */ (["UPSTREAMS", "POLICY", "ORIGINS", "HOSTS", "MAX_REQUEST_BYTES"]);

const MAX_REQUEST_BYTES = 4 * 1024 * 1024;

/**
 * @param {Variables} variables
 * @returns {Settings}
 * @throws Error that names the variable and what was expected
 */
export function settingsIn(variables) {
  const upstreams = Object.entries(objectIn("UPSTREAMS", variables.UPSTREAMS));
  for (const [name, url] of upstreams) {
    if (!/^[\w-]+$/.test(name)) throw new Error(`UPSTREAMS: "${name}" can't be part of a path; expected letters, digits, "-" and "_"`);
    if (typeof url !== "string" || !URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
      throw new Error(`UPSTREAMS: expected the http: or https: URL of "${name}"`);
    }
  }
  /** @type {<Value>(name: keyof Variables, read: (name: string, variable: unknown) => Value) => Value | undefined} */
  // A variable that isn't set is null in some runtimes.
  const optional = (name, read) => (variables[name] === undefined || variables[name] === null ? undefined : read(name, variables[name]));
  const hosts = optional("HOSTS", textsIn);
  return {
    upstreams: new Map(upstreams),
    policy: optional("POLICY", objectIn) ?? {},
    origins: new Set(optional("ORIGINS", textsIn)),
    hosts: hosts && new Set(hosts),
    maxRequestBytes: optional("MAX_REQUEST_BYTES", countIn) ?? MAX_REQUEST_BYTES,
  };
}

/**
 * @param {string} name
 * @param {unknown} variable
 * @returns {any}
 */
function objectIn(name, variable) {
  const value = valueIn(name, variable);
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  throw new Error(`${name}: expected a JSON object`);
}

/**
 * @param {string} name
 * @param {unknown} variable
 * @returns {string[]}
 */
function textsIn(name, variable) {
  const value = valueIn(name, variable);
  if (Array.isArray(value) && value.every((item) => typeof item === "string")) return value;
  throw new Error(`${name}: expected a JSON array of strings`);
}

/**
 * @param {string} name
 * @param {unknown} variable
 */
function countIn(name, variable) {
  const value = valueIn(name, variable);
  if (Number.isSafeInteger(value) && value > 0) return value;
  throw new Error(`${name}: expected a whole number of bytes`);
}

/**
 * @param {string} name
 * @param {unknown} variable
 * @returns {any}
 */
function valueIn(name, variable) {
  if (typeof variable !== "string") return variable;
  try {
    return JSON.parse(variable);
  } catch (error) {
    throw new Error(`${name}: not JSON: ${String(error)}`, { cause: error });
  }
}
