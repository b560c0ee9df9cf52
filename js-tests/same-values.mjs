// Whether a reply says what another said: every value of the one is in the other, whatever the layout and the channel. Like lossless-json.mjs, by
// which it reads, it shares nothing with the library.

import { member, read } from "./lossless-json.mjs";

/** @typedef {import("./lossless-json.mjs").Node} Node */

/**
 * What a reply lacks that another says, or says that the other doesn't; undefined where nothing is lost.
 *
 * @param {string} before the JSON text of a CallToolResult
 * @param {string} after that of another
 * @returns {string | undefined}
 */
export function lost(before, after) {
  const [from, to] = [read(before), read(after)];
  if (from?.kind !== "object" || to?.kind !== "object") return same(from, to) ? undefined : "it is no object";
  const channels = ["content", "structuredContent"];
  const isOther = ({ name }) => !channels.includes(name);
  const [others, othersAfter] = [from, to].map((reply) => ({ kind: "object", members: reply.members.filter(isOther) }));
  if (!same(others, othersAfter)) return "a member beside content and structuredContent differs";
  const blocks = member(from, "content")?.items ?? [];
  const blocksAfter = member(to, "content")?.items ?? [];
  const block = blocks.findIndex((each) => !blocksAfter.some((other) => saysBlock(other, each)));
  if (block !== -1) return `content block ${block}`;
  const payload = member(from, "structuredContent");
  const payloadAfter = member(to, "structuredContent");
  if (payload === undefined) return payloadAfter === undefined ? undefined : "structuredContent from nowhere";
  if (payloadAfter !== undefined) return same(payload, payloadAfter) ? undefined : "structuredContent differs";
  return saidBy(blocksAfter, payload) ? undefined : "structuredContent, which no text says";
}

/**
 * Whether two nodes are one value: numbers and strings as they are written and read, members in any order.
 *
 * @param {Node | undefined} left
 * @param {Node | undefined} right
 */
export function same(left, right) {
  return covers(left, right) && covers(right, left);
}

/** Whether a node says all that another says; it may have members of objects besides, if they are null. */
function covers(node, said, mayAdd = false) {
  if (node?.kind !== said?.kind) return false;
  if (node === undefined) return true;
  if (node.kind === "object") {
    const isThere = ({ name }) => covers(member(node, name), member(said, name), mayAdd);
    const isMore = ({ name, value }) => member(said, name) === undefined && !(mayAdd && value.token === "null");
    return said.members.every(isThere) && !node.members.some(isMore);
  }
  if (node.kind === "array") {
    return node.items.length === said.items.length && node.items.every((item, at) => covers(item, said.items[at], mayAdd));
  }
  return node.kind === "string" ? node.text === said.text : node.token === said.token;
}

/** A block stays as it is, but for the layout of a text that is JSON. */
function saysBlock(block, said) {
  if (same(block, said)) return true;
  const [text, textSaid] = [block, said].map((each) => member(each, "text")?.text);
  if (text === undefined || textSaid === undefined) return false;
  const withoutText = (each) => ({ kind: "object", members: each.members.filter(({ name }) => name !== "text") });
  const [value, valueSaid] = [text, textSaid].map(read);
  return value !== undefined && same(value, valueSaid) && same(withoutText(block), withoutText(said));
}

/** Whether texts say a payload: as JSON, alone in its wrapper, item by item, as raw text with the other members beside it, or as the blocks themselves. */
function saidBy(blocks, payload) {
  const texts = blocks.flatMap((block) => member(block, "text")?.text ?? []);
  const values = texts.map(read);
  if (values.some((value) => value !== undefined && covers(value, payload, true))) return true;
  if (payload.kind === "string") return texts.includes(payload.text);
  if (payload.kind === "array") {
    const says = (item, at) => (item.kind === "string" && texts[at] === item.text) || same(values[at], item);
    return payload.items.length === texts.length && payload.items.every(says);
  }
  if (payload.kind !== "object") return false;
  const { members } = payload;
  const isSaid = ({ name, value }) =>
    (value.kind === "string" && texts.includes(value.text)) || (name === "content" && same(value, { kind: "array", items: blocks }));
  if (members.length === 1) return isSaid(members[0]) || saidBy(blocks, members[0].value);
  const rest = { kind: "object", members: members.filter((each) => !isSaid(each)) };
  if (rest.members.length === members.length) return false;
  return rest.members.length === 0 || values.some((value) => value !== undefined && same(value, rest));
}
