// The module as text, for wherever there is no file to read and nothing that imports WebAssembly.

import { wasmHex } from "../build/wasm.js";

/** What reads the digits at once, where a runtime has it. */
interface HexReaders {
  readonly Buffer?: { from(text: string, encoding: "hex"): Uint8Array<ArrayBuffer> };
  readonly Uint8Array: { fromHex?(text: string): Uint8Array<ArrayBuffer> };
}

/** The bytes of the module. */
export function moduleBytes(): Uint8Array<ArrayBuffer> {
  const { Buffer, Uint8Array: bytes } = globalThis as HexReaders;
  if (Buffer !== undefined) return Buffer.from(wasmHex, "hex");
  return bytes.fromHex?.(wasmHex) ?? bytesOfHex(wasmHex);
}

function bytesOfHex(hex: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(hex.length / 2);
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = 16 * digit(hex.charCodeAt(2 * at)) + digit(hex.charCodeAt(2 * at + 1));
  return bytes;
}

/** The value of a digit in lower case, from its character's number. */
function digit(character: number): number {
  return character < 0x3a ? character - 0x30 : character - 0x57;
}
