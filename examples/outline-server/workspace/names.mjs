// @ts-check
// Slugs, and text as search compares it.

/**
 * A name as a slug: lower case, without accents, words joined by hyphens. Letters of every script stay.
 *
 * @param {string} name
 */
export function slugify(name) {
  const words = fold(name).match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.join("-") || "untitled";
}

/**
 * Text without case and accents.
 *
 * @param {string} text
 */
export function fold(text) {
  return text.normalize("NFKD").replace(/[\u0300-\u036f]/g, "").normalize("NFC").toLowerCase();
}
