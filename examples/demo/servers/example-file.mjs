// @ts-check
import { fileURLToPath } from "node:url";

/** @param {string} name a path below the folder of all examples */
export function exampleFile(name) {
  return fileURLToPath(new URL(`../../${name}`, import.meta.url));
}
