import { readFileSync } from "node:fs";

import { hostProfiles, JsonError, PolicyError, Projection, type Policy } from "mcp-projection";

import { UsageError } from "./usage-error.js";

/** What is lossless whatever the server: what a reply says twice goes, and nothing is pruned. */
const LOSSLESS: Policy = { version: 1 };

/**
 * The projection of a policy's file, or without one that which loses nothing, for a host.
 *
 * @throws UsageError that names the file and the place in it
 */
export function projectionOf(file: string | undefined, host: string | undefined): Projection {
  const policy = file === undefined ? LOSSLESS : policyIn(file);
  if (host !== undefined) requireKnownHost(host);
  try {
    return new Projection(policy, { host });
  } catch (error) {
    if (error instanceof PolicyError) throw new UsageError(`${file ?? "the policy"}: ${error.message}`);
    throw error;
  }
}

function policyIn(file: string): Policy {
  const bytes = withoutMark(contentOf(file));
  try {
    // JSON.parse says differently on each Node where a text stops being JSON, and seldom by line and column.
    new Projection(LOSSLESS).pruneBytes("", bytes);
  } catch (error) {
    if (error instanceof JsonError) {
      const { line, column, expected } = error;
      throw new UsageError(`${file}:${String(line)}:${String(column)}: this is no JSON: expected ${expected} there`);
    }
    throw error;
  }
  return JSON.parse(new TextDecoder().decode(bytes)) as Policy;
}

function contentOf(file: string): Uint8Array {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new UsageError(`the policy ${file} can't be read: ${(error as Error).message}`);
  }
}

/** Without the byte order mark that some editors put before a text. */
function withoutMark(bytes: Uint8Array): Uint8Array {
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return hasMark ? bytes.subarray(3) : bytes;
}

/** A host that nobody knows would leave the policy as it is, without a word. */
function requireKnownHost(host: string): void {
  if (host === "auto") return;
  const profiles = hostProfiles();
  if (profiles.some((profile) => [profile.host, ...profile.clientNames].some((pattern) => fits(pattern, host)))) return;
  const known = profiles.map((profile) => profile.host).join(", ");
  throw new UsageError(`no host is known as "${host}"; expected auto, a client's name, or one of ${known}`);
}

/** Whether a client's name is one that a pattern with `*` stands for, in any case. */
function fits(pattern: string, name: string): boolean {
  const literals = pattern.split("*").map((literal) => literal.replace(/[.+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${literals.join(".*")}$`, "is").test(name);
}
