// Whether a projected reply still says what the reply said: found by looking at both, never by asking the library.

import { member, read, sameNumber } from "./lossless-json.mjs";

const bytesOf = (text) => Buffer.byteLength(text);
const isNull = ({ token }) => token === "null";
const isText = (block) => member(block, "type")?.text === "text" && member(block, "text")?.kind === "string";

/** A reply's text, and what is in it. */
export function readReply(text) {
  const node = read(text);
  if (node?.kind !== "object") throw new Error("a reply is an object");
  const content = member(node, "content");
  const blocks = content?.items ?? [];
  const texts = blocks.filter(isText).map((block) => member(block, "text").text);
  const structured = member(node, "structuredContent");
  const values = new Map(texts.map((each) => [each, read(each)]).filter(([, value]) => value !== undefined));
  return {
    text,
    node,
    content,
    blocks,
    texts,
    /** What the texts are that are JSON. */
    values: [...values.values()],
    valueOf: (each) => values.get(each),
    structured: structured !== undefined && isNull(structured) ? undefined : structured,
    slice: ({ start, end }) => text.slice(start, end),
  };
}

const nothing = () => false;

/**
 * What is wrong with a projected reply, as a list of `{ kind, place }`; empty where nothing is.
 *
 * @param {ReturnType<typeof readReply>} before
 * @param {ReturnType<typeof readReply>} after
 * @param {object} options
 * @param {(object: object, member: object, path: string) => boolean} [options.accountsFor] whether the reader has a member
 *   of an object although it isn't sent, by the policy's rules
 * @param {string} [options.shape] "content", "mirrored" or "structured"
 * @param {string} [options.error] "envelope", "mirrored" or "text"
 * @param {boolean} [options.compactText] whether the policy calls texts data, whose layout is nothing to keep
 */
export function differences(before, after, options = {}) {
  const { accountsFor = nothing, shape = "content", error = "envelope", compactText = false } = options;
  const found = [];
  const note = (kind, place) => found.push({ kind, place });
  const isError = member(before.node, "isError")?.token === "true";

  if (before.structured !== undefined) {
    for (const { path, name, value } of lost(before.structured, after, accountsFor, "/structuredContent")) {
      if (compactText && isLaidOutAnew(value, after)) continue;
      note(/^(id|slug|.*_id|.*Id)$/.test(name) ? "id" : "value", path);
    }
  }
  compareMembers(before, after, note);
  compareBlocks(before, after, { accountsFor, isError, shape }, note);
  if (shape === "mirrored" && !isError && after.structured !== undefined) {
    const isMirror = (value) => equal(value, after.structured) && equal(after.structured, value);
    if (!after.values.some(isMirror)) note("mirror", "/content");
  }
  compareSizes(before, after, accountsFor, { shape, error, isError }, note);
  return found;
}

/** Members of the reply itself: all but structuredContent stay, in their order and byte for byte. */
function compareMembers(before, after, note) {
  const tokens = (reply) =>
    reply.node.members.map(({ name, start, value }) => ({ name, token: reply.text.slice(start, value.end) }));
  const others = tokens(after);
  let from = 0;
  for (const { name, token } of tokens(before)) {
    const at = others.findIndex((other, number) => number >= from && other.name === name);
    if (at < 0) {
      if (name !== "structuredContent") note("member", `/${name}`);
      continue;
    }
    from = at + 1;
    if (name === "isError" && others[at].token !== token) note("isError", "/isError");
    else if (!["content", "structuredContent"].includes(name) && others[at].token !== token) note("member", `/${name}`);
  }
  for (const { name } of others) {
    if (before.node.members.some((other) => other.name === name)) continue;
    if (name === "isError") note("isError", "/isError");
    else if (name !== "content") note("member", `/${name}`);
  }
}

/** Blocks: all stay, in their order and byte for byte, but for the text of a text block that is data. */
function compareBlocks(before, after, allowed, note) {
  if (before.content !== undefined && before.content.kind !== "array") {
    if (after.content === undefined || before.slice(before.content) !== after.slice(after.content)) note("block", "/content");
    return;
  }
  for (const [number, block] of before.blocks.entries()) {
    const place = `/content/${number}`;
    const other = after.blocks[number];
    if (other === undefined) {
      note("block", place);
    } else if (before.slice(block) !== after.slice(other)) {
      if (!isText(block) || !isText(other)) note("block", place);
      else compareTexts(before, block, after, other, { ...allowed, place }, note);
    }
  }
  for (const block of after.blocks.slice(before.blocks.length)) {
    const names = block.members?.map(({ name }) => name).join();
    if (!isText(block) || names !== "type,text") note("block", "an added block is no plain text block");
  }
}

function compareTexts(before, block, after, other, { accountsFor, isError, shape, place }, note) {
  const around = (reply, node) => {
    const text = member(node, "text");
    return [reply.text.slice(node.start, text.start), reply.text.slice(text.end, node.end)].join("…");
  };
  if (around(before, block) !== around(after, other)) note("block", place);
  const [text, changed] = [member(block, "text").text, member(other, "text").text];
  if (text === changed) return;
  if (isError) {
    if (!changed.startsWith(`${text}\n`)) note("text", `${place}/text`);
    return;
  }
  const value = before.valueOf(text);
  // What a mirrored text says is what structuredContent says, which may lack a null.
  const isHeld = (object, each, path) => (shape === "mirrored" && isNull(each.value)) || accountsFor(object, each, path);
  if (value === undefined || lost(value, after, isHeld, "").length > 0) note("text", `${place}/text`);
}

/** Whether a string is JSON that a text says in another layout. */
function isLaidOutAnew({ text }, after) {
  const value = text === undefined ? undefined : read(text);
  return value !== undefined && after.values.some((each) => equal(each, value));
}

/** What the model reads only grows where it couldn't read something before. */
function compareSizes(before, after, accountsFor, { shape, error, isError }, note) {
  const said = (reply) => reply.texts.reduce((sum, text) => sum + bytesOf(text), 0);
  const structured = before.structured;
  const hadSaid = (value) => lost(value, { ...before, structured: undefined }, accountsFor, "/structuredContent").length === 0;
  const isWhole = (value) => before.values.some((each) => equal(value, each));
  let mayGrow = false;
  if (structured !== undefined) {
    if (isError) mayGrow = error !== "envelope" && !hadSaid(structured);
    else if (shape === "content") mayGrow = !hadSaid(structured);
    else if (shape === "mirrored") mayGrow = !isWhole(structured);
  }
  const grown = said(after) - said(before);
  const structuredBytes = structured === undefined ? 0 : bytesOf(before.slice(structured));
  if (mayGrow ? grown > structuredBytes + 1 : grown > 0 || bytesOf(after.text) > bytesOf(before.text)) {
    note("growth", `${grown} bytes of text more`);
  }
}

/** Whether two values are the same, but for nulls that only the second has, and for how numbers are written. */
function equal(left, right) {
  const differ = (one, other, accountsFor) => missing(one, other, accountsFor, "").length > 0;
  return !differ(left, right, nothing) && !differ(right, left, (_, { value }) => isNull(value));
}

/** How far into a value its parts may be spread over several blocks. */
const SPREAD = 4;

/** The scalars, and empty lists and objects, of a value that a reply doesn't hold: each with its path and its member's name. */
export function lost(value, reply, accountsFor, path, name = "", depth = 0) {
  const roots = [reply.structured, ...reply.values, reply.content].filter((root) => root !== undefined);
  // A server, or a revision, may put an object around it.
  const inner = roots.filter(({ members }) => members?.length === 1).map(({ members }) => members[0].value);
  const holds = (root) => missing(value, root, accountsFor, path).length === 0;
  // A number or a word says nothing without its name.
  const isTelling = depth === 0 || !["number", "word"].includes(value.kind);
  if (isTelling && [...roots, ...inner].some(holds)) return [];
  if (value.kind === "string" && reply.texts.includes(value.text)) return [];
  if (depth === SPREAD) return [{ path, name, value }];
  switch (value.kind) {
    case "array":
      if (value.items.length === 0) return [{ path, name, value }];
      return value.items.flatMap((item, at) => lost(item, reply, accountsFor, `${path}/${at}`, name, depth + 1));
    case "object": {
      if (value.members.length === 0) return [{ path, name, value }];
      return value.members.flatMap((each) => {
        const inside = `${path}/${each.name}`;
        const named = roots.map((root) => member(root, each.name)).filter((other) => other !== undefined);
        if (named.some((other) => missing(each.value, other, accountsFor, inside).length === 0)) return [];
        if (accountsFor(value, each, path)) return [];
        return lost(each.value, reply, accountsFor, inside, each.name, depth + 1);
      });
    }
    default:
      return [{ path, name, value }];
  }
}

/** The paths inside a value at which another value, sent in its place, doesn't say the same. */
function missing(value, sent, accountsFor, path) {
  if (value.kind !== sent.kind) return [path];
  switch (value.kind) {
    case "string":
      return value.text === sent.text ? [] : [path];
    case "number":
      return sameNumber(value.token, sent.token) ? [] : [path];
    case "word":
      return value.token === sent.token ? [] : [path];
    case "array":
      if (value.items.length !== sent.items.length) return [path];
      for (const [at, item] of value.items.entries()) {
        const found = missing(item, sent.items[at], accountsFor, `${path}/${at}`);
        if (found.length > 0) return found;
      }
      return [];
    default:
      return missingMembers(value, sent, accountsFor, path);
  }
}

function missingMembers(value, sent, accountsFor, path) {
  const areNamedAlike =
    value.members.length === sent.members.length && value.members.every(({ name }, at) => name === sent.members[at].name);
  for (const [at, each] of value.members.entries()) {
    if (areNamedAlike) {
      const found = missing(each.value, sent.members[at].value, accountsFor, `${path}/${each.name}`);
      if (found.length > 0) return found;
      continue;
    }
    const same = (other) => other.name === each.name;
    const [all, others] = [value.members.filter(same), sent.members.filter(same)];
    const inside = `${path}/${each.name}`;
    if (others.length === 0) {
      if (accountsFor(value, each, path)) continue;
      return [inside];
    }
    // Of a name that occurs twice the last counts; where both sides have all of them, each does.
    const pairs = all.length === others.length ? all.map((one, number) => [one, others[number]]) : [[all.at(-1), others.at(-1)]];
    for (const [one, other] of pairs) {
      const found = missing(one.value, other.value, accountsFor, inside);
      if (found.length > 0) return found;
    }
  }
  return [];
}
