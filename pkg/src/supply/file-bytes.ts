import { moduleLength } from "../../build/digest.js";

declare const process: { getBuiltinModule(id: "node:fs"): { readFileSync(path: string | URL): Uint8Array<ArrayBuffer> } };

/**
 * The bytes of the module's file; undefined where it isn't there, as beside a bundle.
 *
 * @param path asked for here, since what it is made of may be missing in a bundle of another format
 */
export function fileBytes(path: () => string | URL): Uint8Array<ArrayBuffer> | undefined {
  try {
    // Not by an import, which bundlers for browsers would stumble over.
    const bytes = process.getBuiltinModule("node:fs").readFileSync(path());
    // Beside a bundle there may lie the file of another version.
    return bytes.length === moduleLength ? bytes : undefined;
  } catch {
    return undefined;
  }
}
