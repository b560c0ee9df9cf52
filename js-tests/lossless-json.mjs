// JSON read without losing anything: numbers as their digits, members in order, repeated names kept, and the place of each value.
//
// It is what the tests hold the engine against, so it shares nothing with it, and is as plain as can be.

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORDS = ["null", "true", "false"];

/**
 * @typedef {object} Node
 * @property {"object" | "array" | "string" | "number" | "word"} kind
 * @property {number} start where it stands in the text
 * @property {number} end
 * @property {{ name: string, start: number, value: Node }[]} [members] of an object; a member starts at its name's quote
 * @property {Node[]} [items] of an array
 * @property {string} [text] of a string, without its escapes
 * @property {string} [token] of a number or a word, as it stands there
 */

/**
 * The value that a text is, or undefined where it is no JSON.
 *
 * @param {string} text
 * @returns {Node | undefined}
 */
export function read(text) {
  const reader = new Reader(text);
  try {
    return reader.document();
  } catch (error) {
    if (error instanceof NotJson) return undefined;
    throw error;
  }
}

/** The last member of this name, which is the one that counts. */
export function member(node, name) {
  return node?.members?.findLast((each) => each.name === name)?.value;
}

/** Whether two number tokens are the same decimal number, however they are written. */
export function sameNumber(left, right) {
  return left === right || decimal(left) === decimal(right);
}

/** A number as its sign, its digits without zeros at either end, and the power of ten behind them. */
function decimal(token) {
  const [, sign, whole, fraction = "", exponent = "0"] = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(token);
  const digits = `${whole}${fraction}`.replace(/^0+/, "");
  const significant = digits.replace(/0+$/, "");
  if (significant === "") return `${sign}0`;
  return `${sign}${significant}e${BigInt(exponent) - BigInt(fraction.length) + BigInt(digits.length - significant.length)}`;
}

class NotJson extends Error {}

class Reader {
  #text;
  #at = 0;

  constructor(text) {
    this.#text = text;
  }

  document() {
    const value = this.#value();
    this.#space();
    if (this.#at < this.#text.length) throw new NotJson();
    return value;
  }

  #value() {
    this.#space();
    const start = this.#at;
    const node = this.#node(this.#text[start], start);
    node.end = this.#at;
    return node;
  }

  #node(first, start) {
    if (first === "{") return { kind: "object", start, end: 0, members: this.#list("}", () => this.#member()) };
    if (first === "[") return { kind: "array", start, end: 0, items: this.#list("]", () => this.#value()) };
    if (first === '"') return { kind: "string", start, end: 0, text: this.#string() };
    const word = WORDS.find((each) => this.#text.startsWith(each, this.#at));
    if (word !== undefined) {
      this.#at += word.length;
      return { kind: "word", start, end: 0, token: word };
    }
    NUMBER.lastIndex = this.#at;
    const [token] = NUMBER.exec(this.#text) ?? [];
    if (token === undefined) throw new NotJson();
    this.#at += token.length;
    return { kind: "number", start, end: 0, token };
  }

  #member() {
    this.#space();
    const start = this.#at;
    if (this.#text[start] !== '"') throw new NotJson();
    const name = this.#string();
    this.#space();
    if (this.#text[this.#at] !== ":") throw new NotJson();
    this.#at += 1;
    return { name, start, value: this.#value() };
  }

  #list(closing, readItem) {
    const items = [];
    this.#at += 1;
    this.#space();
    if (this.#text[this.#at] === closing) {
      this.#at += 1;
      return items;
    }
    for (;;) {
      items.push(readItem());
      this.#space();
      const next = this.#text[this.#at];
      this.#at += 1;
      if (next === closing) return items;
      if (next !== ",") throw new NotJson();
    }
  }

  #string() {
    const start = this.#at;
    let hasEscapes = false;
    for (let at = start + 1; ; at += 1) {
      const unit = this.#text.charCodeAt(at);
      if (unit === 0x22) {
        this.#at = at + 1;
        break;
      }
      if (unit === 0x5c) {
        hasEscapes = true;
        at += 1;
      } else if (!(unit >= 0x20)) {
        throw new NotJson();
      }
    }
    const token = this.#text.slice(start, this.#at);
    if (!hasEscapes) return token.slice(1, -1);
    try {
      // Of one string nothing is lost.
      return JSON.parse(token);
    } catch {
      throw new NotJson();
    }
  }

  #space() {
    for (;;) {
      const unit = this.#text.charCodeAt(this.#at);
      if (unit !== 0x20 && unit !== 0x0a && unit !== 0x0d && unit !== 0x09) return;
      this.#at += 1;
    }
  }
}
