// @ts-check
// A block's text as a renderer wants it: cut into tokens, so that it needs no parser of its own. They say nothing that the text doesn't.

/**
 * @typedef {{ kind: "plain" | "page_ref" | "tag" | "bold" | "italic" | "code" | "code_block", value: string }
 *   | { kind: "link", value: string, url: string }} Token
 */

const FENCED = /^(?:```|~~~)[^\n]*\n([^]*)\n(?:`{3,}|~{3,})$/;

// No alternative can look further than to the next of its own signs, so that long runs of them cost no more than their length.
const INLINE = new RegExp(
  [
    /(?<!`)(?<ticks>`+)(?!`)(?<code>[^`]+)\k<ticks>(?!`)/u,
    /\[\[(?<page>[^[\]\n]+)\]\]/u,
    /\[(?<label>[^[\]\n]+)\]\((?<url>[^()\s[\]]+)\)/u,
    /\*\*(?<bold>[^*\n]+)\*\*/u,
    /(?<![\p{L}\p{N}_])_(?<italic>[^_\n]+)_(?![\p{L}\p{N}_])/u,
    /(?<![\p{L}\p{N}_&/#[(])(?<tag>#[\p{L}\p{N}_][\p{L}\p{N}_/-]*)/u,
  ]
    .map(({ source }) => source)
    .join("|"),
  "gu",
);

/**
 * @param {string} text
 * @returns {Token[]}
 */
export function tokenize(text) {
  const fenced = FENCED.exec(text);
  if (fenced !== null) return [{ kind: "code_block", value: fenced[1] }];
  /** @type {Token[]} */
  const tokens = [];
  let end = 0;
  for (const match of text.matchAll(INLINE)) {
    if (match.index > end) tokens.push({ kind: "plain", value: text.slice(end, match.index) });
    tokens.push(token(match.groups ?? {}));
    end = match.index + match[0].length;
  }
  if (end < text.length) tokens.push({ kind: "plain", value: text.slice(end) });
  return tokens;
}

/**
 * @param {Record<string, string>} groups
 * @returns {Token}
 */
function token({ code, page, label, url, bold, italic, tag }) {
  if (code !== undefined) return { kind: "code", value: code };
  if (page !== undefined) return { kind: "page_ref", value: page };
  if (label !== undefined) return { kind: "link", value: label, url };
  if (bold !== undefined) return { kind: "bold", value: bold };
  if (italic !== undefined) return { kind: "italic", value: italic };
  return { kind: "tag", value: tag };
}

/**
 * The pages and tags that a text names.
 *
 * @param {string} text
 * @returns {{ kind: "page" | "tag", target: string }[]}
 */
export function linksIn(text) {
  /** @type {{ kind: "page" | "tag", target: string }[]} */
  const links = [];
  for (const { kind, value } of tokenize(text)) {
    if (kind === "page_ref") links.push({ kind: "page", target: value });
    if (kind === "tag") links.push({ kind: "tag", target: value.slice(1) });
  }
  return links;
}
