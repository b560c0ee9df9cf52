// What the benches read: documents of an outliner's shape and hostile ones, the same on each run.

import { createRequire } from "node:module";

const PLAIN_WORDS = (
  "the a of to and in is it for on with as at by from this that block page note list draft review meeting agenda " +
  "project budget quarterly summary reference garden compile release deadline question answer example measure network " +
  "parser schema value column filter migrate rollback latency throughput observation weather translation conversation"
).split(" ");

const WORLD_WORDS = [
  ...PLAIN_WORDS.slice(0, 24),
  ..."größe façade naïve señor città übung ελληνικά λόγος память заметка страница проект 東京 会議 要約 検索 한국어 회의 😀 📌 — …".split(" "),
];

/** Numbers from 0 up to 1 that look random and are the same for the same seed (mulberry32). */
function randomNumbers(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const ID_DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const MARKUP = { plain: ["", ""], code: ["`", "`"], page_ref: ["[[", "]]"], bold: ["**", "**"], tag: ["#", ""] };
const MARKUP_KINDS = Object.keys(MARKUP);

/** Blocks as an outliner's server sends them: each says its text twice, the second time as tokens for renderers. */
class Blocks {
  #random;
  #words;

  constructor(seed, words) {
    this.#random = randomNumbers(seed);
    this.#words = words;
  }

  block(longestText) {
    const text = [];
    const tokens = [];
    const target = Math.min(longestText, 24 + this.#below(170));
    for (let length = 0; length < target; ) {
      const kind = this.#random() < 0.6 ? "plain" : this.#oneOf(MARKUP_KINDS);
      const most = kind === "plain" ? 14 : 3;
      const value = this.#phrase(1 + this.#below(most), target - length);
      const [opening, closing] = MARKUP[kind];
      text.push(opening + value + closing);
      tokens.push({ kind, value });
      length += value.length + opening.length + closing.length;
    }
    return {
      children: [],
      collapsed: this.#random() < 0.03,
      id: `01M8${Array.from({ length: 22 }, () => this.#oneOf(ID_DIGITS)).join("")}`,
      properties: this.#random() < 0.04 ? [["priority", this.#oneOf(this.#words)]] : [],
      text: text.join(""),
      todo: this.#random() < 0.15 ? this.#oneOf(["TODO", "DOING", "DONE"]) : null,
      tokens,
    };
  }

  /** How many levels further down the next block stands; negative for further up. */
  step() {
    return this.#random() < 0.3 ? 1 : -this.#below(2);
  }

  #phrase(count, longest) {
    let phrase = this.#oneOf(this.#words);
    for (let word = 1; word < count && phrase.length < longest; word += 1) phrase += ` ${this.#oneOf(this.#words)}`;
    return phrase;
  }

  #below(limit) {
    return Math.floor(this.#random() * limit);
  }

  #oneOf(list) {
    return list[this.#below(list.length)];
  }
}

const DEEPEST_BLOCK = 12;

/** A block with as many blocks below it as make about `bytes` bytes of compact JSON; outline rules drop about 57% of them. */
export function outline(bytes, { seed = 1, world = false } = {}) {
  const blocks = new Blocks(seed, world ? WORLD_WORDS : PLAIN_WORDS);
  const root = blocks.block(Math.max(8, (bytes - 150) / 2));
  const path = [root];
  for (let size = bytesIn(root); size < bytes - 100; ) {
    path.length = Math.min(DEEPEST_BLOCK, Math.max(1, path.length - 1 + blocks.step()));
    const block = blocks.block(Infinity);
    path[path.length - 1].children.push(block);
    path.push(block);
    size += bytesIn(block) + 1;
  }
  return root;
}

const bytesIn = (value) => Buffer.byteLength(JSON.stringify(value));

/** Payloads of GitHub's webhooks, in which outline rules find nothing to drop. */
export function webhooks() {
  const events = createRequire(import.meta.url)("@octokit/webhooks-examples");
  // Each eighth is as mixed as all of them.
  return events.flatMap(({ examples }) => examples).filter((_example, index) => index % 8 === 0);
}

const repeated = (unit, bytes) => Array(Math.max(1, Math.round(bytes / (unit.length + 1)))).fill(unit).join(",");

/** Arrays and objects in one another, `depth` deep, again and again. */
export function nested(depth, bytes) {
  const pairs = Math.floor((depth - 1) / 2);
  return `[${repeated(`${'{"a":['.repeat(pairs)}1${"]}".repeat(pairs)}`, bytes)}]`;
}

/** Blocks one below the other, `depth` deep, each with members to drop on both sides of its children. */
export function nestedBlocks(depth, bytes) {
  const levels = Math.floor((depth - 1) / 2);
  const before = '{"collapsed":false,"todo":null,"children":[';
  const after = '],"tokens":[{"kind":"plain"}],"text":"x","id":"01M8"}';
  return `[${repeated(before.repeat(levels) + after.repeat(levels), bytes)}]`;
}

/** Blocks whose members to drop all come before any member that says that they are blocks. */
export function lateGuards(bytes) {
  const block =
    '{"tokens":[{"kind":"plain","value":"read the review"}],"collapsed":false,"todo":null,"properties":[],' +
    '"children":[],"text":"read the review","id":"01M8PEGTX9QNEKKM739065QZEQ"}';
  return `[${repeated(block, bytes)}]`;
}

/** Objects that have all of a block but one member, so that nothing goes. */
export function lookAlikes(bytes) {
  const object =
    '{"children":[],"collapsed":false,"id":"01M8PEGTX9QNEKKM739065QZEQ","properties":[],"todo":null,' +
    '"tokens":[{"kind":"plain","value":"read the review"}]}';
  return `[${repeated(object, bytes)}]`;
}

/** Objects with `count` members to drop each, which the rest of a block follows, or nothing. */
export function candidates(count, bytes, { guarded = true } = {}) {
  const rest = guarded ? '"children":[],"text":"x","id":"01M8"' : '"id":"01M8"';
  return `[${repeated(`{${'"todo":null,'.repeat(count)}${rest}}`, bytes)}]`;
}

/** Strings of nothing but escapes. */
export function escapes(bytes) {
  return `[${repeated(`"${String.raw`\"\\\/\n\u00e9\ud83d\ude00\t`.repeat(4)}"`, bytes)}]`;
}

/** Numbers of all lengths and forms. */
export function numbers(bytes) {
  return `[${repeated("0,-1,27,3.25,-0.5e+10,9007199254740993,1E-7,123456789.123456789", bytes)}]`;
}
