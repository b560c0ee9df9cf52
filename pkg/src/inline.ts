// The module as text, for wherever there is no file to read and nothing that imports WebAssembly.

import { alphabet, byteOrder, moduleText } from "../build/wasm.js";

/** The bytes of the module. */
export function moduleBytes(): Uint8Array<ArrayBuffer> {
  const order = byteOrder.match(/../g)?.map((digits) => parseInt(digits, 16)) ?? [];
  // By a character's number: the bytes that it stands for alone, behind the first prefix, and behind the second.
  const [first, second] = [alphabet.charCodeAt(0), alphabet.charCodeAt(1)];
  const alone = bytesByCharacter(alphabet.slice(2), order);
  const behindFirst = bytesByCharacter(alphabet, order.slice(alphabet.length - 2));
  const behindSecond = bytesByCharacter(alphabet, order.slice(2 * alphabet.length - 2));
  // A text is never shorter than its bytes, which take its place.
  const bytes = new TextEncoder().encode(moduleText);
  let length = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const character = bytes[at] ?? 0;
    if (character === first) bytes[length] = behindFirst[bytes[(at += 1)] ?? 0] ?? 0;
    else if (character === second) bytes[length] = behindSecond[bytes[(at += 1)] ?? 0] ?? 0;
    else bytes[length] = alone[character] ?? 0;
    length += 1;
  }
  return bytes.subarray(0, length);
}

function bytesByCharacter(characters: string, bytes: readonly number[]): Uint8Array {
  const table = new Uint8Array(128);
  for (let at = 0; at < characters.length; at += 1) table[characters.charCodeAt(at)] = bytes[at] ?? 0;
  return table;
}
