// JSON texts by chance: made, then broken in places. The same seed makes the same text.

/** A generator of numbers below a bound (mulberry32). */
export function seeded(seed) {
  let state = Math.imul(seed + 1, 0x9e3779b1);
  return (bound) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % bound;
  };
}

/** Those of the outline policy first, then ones that JavaScript or an engine might take for something else. */
const NAMES = ["id", "text", "children", "tokens", "todo", "collapsed", "properties", "a", "", "__proto__", "constructor", "toJSON", "0", "12", "01", "-1", "4294967295", "é", "ÿ\x80", "š", "日本", "😀", 'q"\\/\n', "a name of more than sixteen characters"];
const COMMON = 7;

/** Tokens that come out of JSON.stringify as they went into JSON.parse. */
const CANONICAL = ["null", "true", "false", "0", "1", "-1", "1.5", "1e+21", "1e-7", "9007199254740991", '""', '"a"', '"é ÿ"', '"š"', '"日本"', '"😀"', '"\\ud83d"', '"\\b\\f\\n\\r\\t\\"\\\\"', '"\\u0000\x7f\u2028"', "[]", "{}"];

/** Tokens that don't. */
const OTHER = ["-0", "1.0", "1e400", "1E2", "1e21", "9007199254740993", "123456789012345678901234567890", "0.1e1", '"\\u0061"', '"\\/"', '"\\ud83d\\ude00"', '"\\uD83D"', '"\\u00e9"', '"\\u007f"'];

export function document(below) {
  const pick = (from) => from[below(from.length)];
  // Whether the text is laid out with whitespace, whether tokens may be written in another way than JavaScript's, and how wide it is.
  const [spaced, odd, widest] = [below(2) === 0, below(3) === 0, pick(["\xff", "\u01ff", "\uffff"])];
  const fits = (text) => [...text].every((character) => character[0] <= widest);
  const names = NAMES.filter(fits);
  const tokens = (odd ? [...CANONICAL, ...OTHER] : CANONICAL).filter(fits);
  const ends = ["", "é", "\\n", "š", "日", "😀"].filter(fits);

  const gap = () => {
    if (!spaced || below(3) > 0) return "";
    const length = below(30) === 0 ? below(80) : below(4);
    return Array.from({ length }, () => pick("  \n\t\r")).join("");
  };
  const name = () => {
    const text = below(2) === 0 ? NAMES[below(COMMON)] : pick(names);
    return odd && text !== "" && below(4) === 0
      ? `"\\u${text.charCodeAt(0).toString(16).padStart(4, "0")}${JSON.stringify(text.slice(1)).slice(1)}`
      : JSON.stringify(text);
  };
  const list = (length, item) => gap() + Array.from({ length }, () => item() + gap()).join(`,${gap()}`);
  const object = (depth) => `{${list(below(8), () => `${name()}${gap()}:${gap()}${value(depth)}`)}}`;
  // All that a rule asks for, in any order, and some of what it drops.
  const node = (depth) => {
    const members = ["id", "text", "children", ...["tokens", "todo", "collapsed", "properties", "a"].filter(() => below(2) === 0)];
    if (below(6) === 0) members.splice(below(members.length), 1);
    for (let last = members.length - 1; last > 0 && below(4) > 0; last -= 1) {
      const other = below(last + 1);
      [members[last], members[other]] = [members[other], members[last]];
    }
    let at = 0;
    return `{${list(members.length, () => `"${members[at++]}":${gap()}${value(depth)}`)}}`;
  };
  const value = (depth) => {
    switch (below(depth > 0 ? 14 : 9)) {
      case 8:
        return `"${"s".repeat(below(below(20) === 0 ? 600 : 70))}${pick(ends)}"`;
      case 9:
        return `[${list(below(4), () => value(depth - 1))}]`;
      case 10:
        return object(depth - 1);
      case 11:
      case 12:
      case 13:
        return node(depth - 1);
      default:
        return pick(tokens);
    }
  };
  return gap() + pick([value, object, node, node])(2) + gap();
}

const TELLING_BYTES = Buffer.from('{}[]:,"\\/bfnrtuaeE+-.019 \n\r\t\0\x0b\x1f\x7f\x80\xbf\xc0\xc3\xe0\xed\xef\xf0\xf4\xf5\xff', "latin1");

/** A text with a byte replaced, put in or left out, its end cut off or a part doubled. */
export function wounded(text, below) {
  let bytes = Buffer.from(text);
  for (let wounds = 1 + below(3); wounds > 0; wounds -= 1) {
    const at = below(bytes.length + 1);
    const byte = TELLING_BYTES.subarray(below(TELLING_BYTES.length)).subarray(0, 1);
    const kind = below(6);
    if (kind === 0) bytes = Buffer.concat([bytes.subarray(0, at), byte, bytes.subarray(at)]);
    else if (kind === 1) bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1)]);
    else if (kind === 2) bytes = bytes.subarray(0, at);
    else if (kind === 3) bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(Math.max(0, at - below(20)))]);
    else bytes = Buffer.concat([bytes.subarray(0, at), byte, bytes.subarray(at + 1)]);
  }
  return bytes;
}
