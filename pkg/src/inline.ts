// The module as text, for wherever there is no file to read and nothing that imports WebAssembly.

import { wasmBase64 } from "../build/wasm.js";

/** The bytes of the module. */
export function moduleBytes(): Uint8Array<ArrayBuffer> {
  const { Buffer } = globalThis as { Buffer?: { from(text: string, encoding: "base64"): Uint8Array<ArrayBuffer> } };
  // Where there is a Buffer it is used: the loop, which no compiler has seen yet, takes longer than all the rest.
  if (Buffer !== undefined) return Buffer.from(wasmBase64, "base64");
  const binary = atob(wasmBase64);
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < binary.length; index += 1) bytes[index] = binary.charCodeAt(index);
  return bytes;
}
