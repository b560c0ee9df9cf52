// The replies under fixtures/replies, each with its text as it came on the wire.

import { readdirSync, readFileSync } from "node:fs";

import { member, read } from "./lossless-json.mjs";

const FOLDER = new URL("./fixtures/replies/", import.meta.url);

/** The names of all recorded replies. */
export const names = readdirSync(FOLDER)
  .filter((file) => file.endsWith(".json"))
  .map((file) => file.slice(0, -".json".length));

/**
 * One reply: fixtures/README.md explains the members. `text` is the result's text, not a digit of it changed.
 *
 * @param {string} name
 */
export function recorded(name) {
  const file = readFileSync(new URL(`${name}.json`, FOLDER), "utf8");
  const { start, end } = member(read(file), "result");
  return { ...JSON.parse(file), text: file.slice(start, end) };
}
