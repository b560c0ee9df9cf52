// @ts-check
// Markdown -> AST. Nothing that isn't blank is left out: what is no bullet becomes a block of its own.

/** @import { Block, Page, Property } from "./ast.mjs" */

const BULLET = /^[-*+](?:[ \t]+|$)/;
const NUMBER = /^\d{1,9}[.)][ \t]+/;
const HEADING = /^(#{1,6})[ \t]+\S/;
const KEY = /[\p{L}\p{N}_][\p{L}\p{N}_./-]*/u;
const PROPERTY = new RegExp(`^(${KEY.source})::(?:[ \\t]+(.*))?$`, "u");
const CHECKBOX = /^\[([ xX])\][ \t]+/;
const FENCE = /^(`{3,}(?=[^`]*$)|~{3,})/;

/** What the key of a property is. */
export const KEY_PATTERN = new RegExp(`^${KEY.source}$`, "u");

/**
 * A block that lines can still be added to.
 *
 * @typedef {object} Open
 * @property {Block} block
 * @property {number} indent the column where it begins; before 0 for a heading, so that what follows is below it
 * @property {number} content the column where its further lines begin
 */

/**
 * @param {string} markdown
 * @returns {Page}
 */
export function parse(markdown) {
  const reader = new Reader();
  for (const line of markdown.replace(/^\uFEFF/, "").split(/\r?\n/)) reader.read(line.trimEnd());
  return reader.finish();
}

class Reader {
  /** @type {Page} */
  #page = { properties: [], blocks: [] };
  /** The last block and those that it is in. @type {Open[]} */
  #open = [];
  /** The fence of the code block that the lines are in. @type {string | undefined} */
  #fence;
  /** Whether the next line may go on with the last block's text, however far it is indented. */
  #goesOn = false;

  /** @param {string} line */
  read(line) {
    const text = line.trimStart();
    const indent = columns(line.slice(0, line.length - text.length));
    if (this.#fence !== undefined) return this.#readCode(line, text);
    if (text === "") {
      this.#goesOn = false;
      return;
    }
    const bullet = BULLET.exec(text)?.[0];
    if (bullet !== undefined) return this.#begin(text.slice(bullet.length), indent, indent + Math.max(bullet.length, 2));
    const number = NUMBER.exec(text)?.[0];
    if (number !== undefined) return this.#begin(text, indent, indent + number.length);
    const heading = indent === 0 ? HEADING.exec(text) : null;
    if (heading !== null) {
      this.#begin(text, heading[1].length - 7, Infinity);
      this.#goesOn = false;
      return;
    }
    if (this.#page.blocks.length === 0 && this.#readProperty(text, this.#page.properties)) return;
    this.#readText(line, text, indent);
  }

  finish() {
    // Without its end, the code would swallow whatever is put behind it.
    const last = this.#open.at(-1);
    if (this.#fence !== undefined && last !== undefined) last.block.text += `\n${this.#fence}`;
    return this.#page;
  }

  /**
   * @param {string} line
   * @param {string} text
   * @param {number} indent
   */
  #readText(line, text, indent) {
    const last = this.#open.at(-1);
    const fitting = this.#open.findLast(({ content }) => content <= indent);
    const isCode = last?.content === Infinity && FENCE.test(text);
    if (last === undefined || isCode || (!this.#goesOn && fitting !== last)) {
      // A paragraph, or code outside of bullets. Further lines of it follow at once or not at all.
      return this.#begin(text, fitting === undefined ? 0 : Math.max(indent, fitting.content), Infinity);
    }
    if (this.#readProperty(text, last.block.properties)) return;
    last.block.text += `\n${withoutIndent(line, Math.min(indent, last.content))}`;
    this.#goesOn = true;
    this.#fence = FENCE.exec(text)?.[0];
  }

  /**
   * @param {string} line
   * @param {string} text
   */
  #readCode(line, text) {
    const last = /** @type {Open} */ (this.#open.at(-1));
    const column = last.content === Infinity ? last.indent : last.content;
    last.block.text += `\n${withoutIndent(line, column)}`;
    const fence = /** @type {string} */ (this.#fence);
    if (text.length >= fence.length && text === fence[0].repeat(text.length)) this.#fence = undefined;
    this.#goesOn = this.#fence !== undefined || last.content !== Infinity;
  }

  /**
   * @param {string} text
   * @param {number} indent
   * @param {number} content
   */
  #begin(text, indent, content) {
    /** @type {Block} */
    const block = { text: task(text), properties: [], children: [] };
    const parent = this.#open.findLastIndex((open) => open.indent < indent);
    this.#open.length = parent + 1;
    (this.#open.at(-1)?.block.children ?? this.#page.blocks).push(block);
    this.#open.push({ block, indent, content });
    this.#fence = FENCE.exec(text)?.[0];
    this.#goesOn = true;
  }

  /**
   * @param {string} text
   * @param {Property[]} properties
   */
  #readProperty(text, properties) {
    const match = PROPERTY.exec(text);
    if (match === null) return false;
    properties.push([match[1], match[2] ?? ""]);
    return true;
  }
}

/**
 * How other programs mark tasks, and more spaces behind the mark than one, are no differences that a block keeps.
 *
 * @param {string} text
 */
function task(text) {
  const checkbox = CHECKBOX.exec(text);
  const marked = checkbox === null ? text : `${checkbox[1] === " " ? "TODO" : "DONE"} ${text.slice(checkbox[0].length)}`;
  return marked.replace(/^(TODO|DONE) +/, "$1 ");
}

/** @param {string} indent spaces, and tabs of two columns: outliners indent by one tab a level */
function columns(indent) {
  return indent.replaceAll("\t", "  ").length;
}

/**
 * @param {string} line
 * @param {number} count columns to take away, as far as they are blank
 */
function withoutIndent(line, count) {
  let column = 0;
  let index = 0;
  while (column < count && (line[index] === " " || line[index] === "\t")) {
    column += line[index] === "\t" ? 2 : 1;
    index += 1;
  }
  return line.slice(index);
}
