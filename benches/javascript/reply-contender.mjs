// Plain JavaScript that makes replies right as the package's replyBytes does with shape `content`: what a careful author of a
// proxy would write, with JSON.parse and JSON.stringify. A file of its own, since those of the cold start are timed with their imports.

import { pruned, valueAsColumns } from "./contenders.mjs";

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true });

/** Policies as the contender reads them: presets.outline, one that says nothing, and one that asks for columns. */
export const plainPolicies = {
  outline: {
    prune: pruned,
    list: (value) => value,
    unwrap: "data",
    /** By the tool's name: the member that it flattens, and which members readers have elsewhere. */
    flatten: {
      outl_page_render: { member: "md", elsewhere: ["slug"] },
      outl_export_md: { member: "md", elsewhere: ["slug"] },
    },
  },
  nothing: { prune: (value) => value, list: (value) => value, unwrap: undefined, flatten: {} },
  columns: { prune: (value) => value, list: valueAsColumns, unwrap: undefined, flatten: {} },
};

/** The reply as it goes on; the same bytes where nothing changes. */
export function replyBytesPortably(policy, tool, bytes) {
  const reply = JSON.parse(decoder.decode(bytes));
  return isChanged(policy, policy.flatten[tool], reply) ? encoder.encode(JSON.stringify(reply)) : bytes;
}

/** Changes a reply where there is something to change, and answers whether there was. */
function isChanged({ prune, list, unwrap }, flatten, reply) {
  if ((reply.resultType ?? "complete") !== "complete" || reply.task?.taskId !== undefined) return false;
  const { content, structuredContent } = reply;
  if (content !== undefined && !Array.isArray(content)) return false;
  if (reply.isError === true || structuredContent === undefined || structuredContent === null) return false;
  let payload = structuredContent;
  let beside;
  if (unwrap !== undefined && isObject(payload)) {
    if (payload.ok === false) {
      reply.isError = true;
      return true;
    }
    if (payload[unwrap] !== undefined) {
      for (const name in payload) {
        const value = payload[name];
        if (name === unwrap || value === null || (name === "ok" && value === true)) continue;
        (beside ??= {})[name] = value;
      }
      payload = payload[unwrap];
    }
  }
  const added = [];
  carried(prune, list, flatten, payload, content ?? [], added);
  if (beside !== undefined) added.push(beside);
  delete reply.structuredContent;
  if (added.length > 0) reply.content = [...(content ?? []), ...added.map((value) => ({ type: "text", text: JSON.stringify(list(value)) }))];
  return true;
}

/** Makes the blocks that say the payload compact, and adds what none of them says. */
function carried(prune, list, flatten, payload, content, added) {
  const blocks = content.filter(({ type, text }) => type === "text" && typeof text === "string");
  const kept = typeof payload === "object" && payload !== null ? prune(payload) : payload;
  const only = onlyMember(kept);
  // As data.
  for (const block of blocks) {
    const value = valueOf(block.text, kept, only);
    if (value === undefined) continue;
    const said = typeof value === "object" && value !== null ? prune(value) : value;
    if (says(said, kept) || (only !== undefined && says(said, only))) {
      const isFlat =
        flatten !== undefined &&
        typeof payload[flatten.member] === "string" &&
        Object.keys(payload).every((name) => name === flatten.member || flatten.elsewhere.includes(name));
      block.text = isFlat ? payload[flatten.member] : JSON.stringify(list(said));
      return;
    }
  }
  // As documents.
  if (typeof payload === "string" && blocks.some(({ text }) => text === payload)) return;
  if (isObject(payload)) {
    const names = Object.keys(payload).filter((name) => blocks.some(({ text }) => text === payload[name]));
    if (names.length > 0) return others(kept, names, flatten, added);
  }
  // As items.
  const items = onlyMember(payload) ?? payload;
  if (Array.isArray(items) && items.length > 0 && items.length === blocks.length) {
    const texts = items.map((item, index) => itemText(prune, list, item, blocks[index].text));
    if (texts.every((text) => text !== undefined)) {
      blocks.forEach((block, index) => (block.text = texts[index]));
      return;
    }
  }
  // As the same blocks again.
  if (isObject(payload) && payload.content !== undefined && says(payload.content, content)) {
    others(kept, ["content"], flatten, added);
    return;
  }
  added.push(kept);
}

/** The members that no block carries. */
function others(payload, carriedNames, flatten, added) {
  const held = flatten !== undefined && carriedNames.includes(flatten.member) ? flatten.elsewhere : [];
  let rest;
  for (const name in payload) {
    if (!carriedNames.includes(name) && !held.includes(name)) (rest ??= {})[name] = payload[name];
  }
  if (rest !== undefined) added.push(rest);
}

/** What a text says if it is JSON. Most that aren't, or that can't be equal to the payload, show it in their first character. */
function valueOf(text, ...others) {
  const first = /\S/.exec(text)?.[0];
  const mayBe = (other) => {
    if (Array.isArray(other)) return first === "[";
    if (isObject(other)) return first === "{";
    return other !== undefined && first !== "[" && first !== "{";
  };
  if (first === undefined || !others.some(mayBe)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function itemText(prune, list, item, text) {
  if (item === text) return text;
  try {
    const value = prune(JSON.parse(text));
    return says(value, prune(item)) ? JSON.stringify(list(value)) : undefined;
  } catch {
    return undefined;
  }
}

function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function onlyMember(value) {
  if (!isObject(value)) return undefined;
  let only;
  for (const name in value) {
    if (only !== undefined) return undefined;
    only = name;
  }
  return only === undefined ? undefined : value[only];
}

/** Whether two values are equal, but for members that are null in the first and missing from the second, or were pruned from both. */
function says(value, other) {
  if (value === other) return true;
  if (typeof value !== "object" || typeof other !== "object" || value === null || other === null) return false;
  if (Array.isArray(value)) {
    if (!Array.isArray(other) || value.length !== other.length) return false;
    for (let index = 0; index < value.length; index += 1) {
      if (!says(value[index], other[index])) return false;
    }
    return true;
  }
  if (Array.isArray(other)) return false;
  for (const name in value) {
    const member = value[name];
    const met = other[name];
    if (met === undefined ? member !== null && member !== undefined : !says(member, met)) return false;
  }
  for (const name in other) {
    if (other[name] !== undefined && value[name] === undefined) return false;
  }
  return true;
}
