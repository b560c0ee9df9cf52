// @ts-check
// ULIDs: 26 characters, the first ten of them the time, so that ids sort by when they were made. https://github.com/ulid/spec
import { randomBytes } from "node:crypto";

const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

export const ID_PATTERN = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;

/**
 * @param {number} time in milliseconds since 1970
 * @param {Uint8Array} [random] ten bytes or more
 */
export function ulid(time, random = randomBytes(10)) {
  let head = "";
  for (let rest = time, digits = 0; digits < 10; digits += 1) {
    head = ALPHABET[rest % 32] + head;
    rest = Math.floor(rest / 32);
  }
  let tail = "";
  for (let bits = 0, held = 0, index = 0; tail.length < 16; ) {
    if (bits < 5) {
      held = (held << 8) | random[index];
      index += 1;
      bits += 8;
    }
    bits -= 5;
    tail += ALPHABET[(held >> bits) & 31];
    held &= (1 << bits) - 1;
  }
  return head + tail;
}
