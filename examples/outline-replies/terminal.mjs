// @ts-check
// Colours and columns for a terminal; plain text everywhere else.

const CODES = { bold: [1, 22], dim: [2, 22], red: [31, 39], green: [32, 39], cyan: [36, 39] };

/** @typedef {(style: keyof typeof CODES, text: string) => string} Paint */

/**
 * A stream knows whether colours are welcome: it has to be a terminal, and NO_COLOR, FORCE_COLOR and TERM count.
 *
 * @param {NodeJS.WriteStream} stream
 * @returns {Paint}
 */
export function painter(stream) {
  const colours = stream.isTTY && stream.hasColors();
  return (style, text) => {
    const [on, off] = CODES[style];
    return colours ? `\u001b[${on}m${text}\u001b[${off}m` : text;
  };
}

/** @param {number} value */
export function number(value) {
  return value.toLocaleString("en-US");
}

/**
 * @param {number} before
 * @param {number} after
 */
export function percentSaved(before, after) {
  return `${Math.round((1 - after / before) * 100)} %`.replace("-", "−");
}

/**
 * Lines of at most `width` characters, broken only between the pieces.
 *
 * @template {{ text: string }} Piece
 * @param {Piece[]} pieces
 * @param {number} width
 * @returns {Piece[][]}
 */
export function wrap(pieces, width) {
  /** @type {Piece[][]} */
  const lines = [];
  let room = 0;
  for (const piece of pieces) {
    if (lines.length === 0 || piece.text.length > room) {
      lines.push([]);
      room = width;
    }
    lines.at(-1)?.push(piece);
    room -= piece.text.length;
  }
  return lines;
}
