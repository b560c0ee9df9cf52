// Plain JavaScript that does what the package does with the preset for outlines, as fast as we know how.
// A file of its own without imports of the package, since the cold start of each is measured, too.

import { isUtf8 } from "node:buffer";

// Taken at the start: the benches put another function in place of JSON.stringify for a while.
const { parse, stringify } = JSON;
const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true });

/**
 * The value without what the rules drop. Setting members of a copy to undefined is faster than leaving them out or
 * deleting them, and JSON.stringify skips them; what has nothing to drop below it is handed back as it is.
 */
export function pruned(value) {
  if (Array.isArray(value)) {
    let copy;
    for (let index = 0; index < value.length; index += 1) {
      const item = value[index];
      if (typeof item !== "object" || item === null) continue;
      const kept = pruned(item);
      if (kept !== item) (copy ??= value.slice())[index] = kept;
    }
    return copy ?? value;
  }
  let copy;
  const isBlock = value.id !== undefined && value.text !== undefined && value.children !== undefined;
  if (isBlock) {
    if (value.tokens !== undefined) (copy ??= { ...value }).tokens = undefined;
    if (value.collapsed === false) (copy ??= { ...value }).collapsed = undefined;
    if (value.todo === null) (copy ??= { ...value }).todo = undefined;
    if (isEmpty(value.properties)) (copy ??= { ...value }).properties = undefined;
  }
  for (const name in value) {
    const member = value[name];
    if (typeof member !== "object" || member === null || (isBlock && name === "tokens")) continue;
    const kept = pruned(member);
    if (kept !== member) (copy ??= { ...value })[name] = kept;
  }
  return copy ?? value;
}

function isEmpty(value) {
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(value)) return value.length === 0;
  for (const _name in value) return false;
  return true;
}

/** JS1: bytes to bytes with what every runtime has. */
export function pruneBytesPortably(bytes) {
  return encoder.encode(stringify(pruned(parse(decoder.decode(bytes)))));
}

/** JS2: bytes to bytes with Node's Buffer; the bytes of UTF-8 pass through as Latin-1 characters. */
export function pruneBytesAsLatin1(bytes) {
  if (!isUtf8(bytes)) throw new TypeError("the bytes are no UTF-8");
  return Buffer.from(stringify(pruned(parse(bytes.latin1Slice(0, bytes.length)))), "latin1");
}

/** JSON text to JSON text. */
export function pruneText(text) {
  return stringify(pruned(parse(text)));
}

/** JSON text to JSON text with the lists of objects that all have the same members as columns, however little that saves. */
export function textAsColumns(text) {
  return stringify(valueAsColumns(parse(text)));
}

/** The value with its lists as columns; parts that have none are returned as they are. */
export function valueAsColumns(value) {
  if (typeof value !== "object" || value === null) return value;
  if (!Array.isArray(value)) {
    let copy = value;
    for (const name in value) {
      const member = valueAsColumns(value[name]);
      if (member === value[name]) continue;
      if (copy === value) copy = { ...value };
      copy[name] = member;
    }
    return copy;
  }
  let items = value;
  for (let at = 0; at < value.length; at += 1) {
    const item = valueAsColumns(value[at]);
    if (item === value[at]) continue;
    if (items === value) items = [...value];
    items[at] = item;
  }
  const names = value.length < 3 ? [] : namesOf(value[0]);
  if (names.length === 0 || !value.every((row) => isRow(row, names))) return items;
  return { columns: names, rows: items.map((row) => Object.values(row)) };
}

function namesOf(row) {
  return typeof row === "object" && row !== null && !Array.isArray(row) ? Object.keys(row) : [];
}

function isRow(row, names) {
  if (typeof row !== "object" || row === null || Array.isArray(row)) return false;
  let at = 0;
  for (const name in row) {
    if (name !== names[at]) return false;
    at += 1;
  }
  return at === names.length;
}

/** A value that is there already to JSON text. */
export function pruneValue(value) {
  return stringify(pruned(value));
}
