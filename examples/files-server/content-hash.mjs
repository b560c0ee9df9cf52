// @ts-check
// The token of optimistic concurrency: whoever sends it back says "I mean the file as I saw it".

const OFFSET_BASIS = 0x811c9dc5;
const PRIME = 0x01000193;

/**
 * FNV-1a of 32 bits over a file's bytes, as 8 hexadecimal digits. It tells apart versions of one file; it is no
 * protection against somebody who makes two texts with the same hash on purpose.
 *
 * @param {Uint8Array} bytes
 */
export function contentHash(bytes) {
  let hash = OFFSET_BASIS;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, PRIME);
  return (hash >>> 0).toString(16).padStart(8, "0");
}
