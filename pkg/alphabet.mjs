// The module as text. Base64 moves the bounds of bytes, so that what repeats no longer does, and hexadecimal text is twice as long; here each byte is a
// character, or for the rarer ones two, so that the text is hardly longer than the module, and packs as well.

/** Printable ASCII without what means something in strings, templates and HTML: the text can stand anywhere that a script can. */
const ALPHABET = Array.from({ length: 94 }, (_, at) => String.fromCharCode(33 + at)).filter((character) => !`"'\`\\$<`.includes(character));

/** How many characters of the alphabet are the first of two. */
const PREFIXES = 2;

/** `{ text, alphabet, order }`: the last are the bytes from the most frequent to the rarest, in hexadecimal. src/inline.ts reads it. */
export function textOf(bytes) {
  const counts = new Array(256).fill(0);
  for (const byte of bytes) counts[byte] += 1;
  const order = counts.map((_, byte) => byte).sort((a, b) => counts[b] - counts[a] || a - b);
  const codes = [...ALPHABET.slice(PREFIXES), ...ALPHABET.slice(0, PREFIXES).flatMap((first) => ALPHABET.map((second) => first + second))];
  const codeOf = new Map(order.map((byte, at) => [byte, codes[at]]));
  return {
    text: Array.from(bytes, (byte) => codeOf.get(byte)).join(""),
    alphabet: ALPHABET.join(""),
    order: Buffer.from(order).toString("hex"),
  };
}
