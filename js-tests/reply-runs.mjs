// Ways to project a recorded reply, and what was found wrong with what came out.

import { Projection, presets } from "mcp-projection";

import { member } from "./lossless-json.mjs";
import { differences, readReply } from "./reply-comparison.mjs";

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** What the preset `outline` says that a reader has elsewhere, written down a second time. */
function outlineAccountsFor({ tool, arguments: { slug } }) {
  const isFlattened = ["outl_page_render", "outl_export_md"].includes(tool);
  return (object, { name, value }, path) => {
    if (path === "/structuredContent") return value.token === (name === "ok" ? "true" : "null");
    if (isFlattened && path === "/structuredContent/data") return name === "slug" && value.text === slug;
    if (!["id", "text", "children"].every((each) => member(object, each) !== undefined)) return false;
    switch (name) {
      case "tokens":
        return leavesOf(value, "kind").every((leaf) => member(object, "text").text.includes(leaf));
      case "collapsed":
        return value.token === "false";
      case "todo":
        return value.token === "null";
      case "properties":
        return (value.items ?? value.members)?.length === 0;
      default:
        return false;
    }
  };
}

/** The strings and numbers of a value, but for those of members of one name. */
function leavesOf(value, except) {
  if (value.items !== undefined) return value.items.flatMap((item) => leavesOf(item, except));
  if (value.members !== undefined) {
    return value.members.filter(({ name }) => name !== except).flatMap((each) => leavesOf(each.value, except));
  }
  return value.kind === "word" ? [] : [value.text ?? value.token];
}

/** Every policy under which a reply is projected. `of` says for which server's, if not for all. */
export const RUNS = [
  { name: "nothing set", policy: {} },
  { name: "shape structured", policy: { defaults: { shape: "structured" } }, options: { shape: "structured" } },
  { name: "shape mirrored", policy: { defaults: { shape: "mirrored" } }, options: { shape: "mirrored" } },
  { name: "error mirrored", policy: { defaults: { error: "mirrored" } }, options: { error: "mirrored" } },
  { name: "error text", policy: { defaults: { error: "text" } }, options: { error: "text" } },
  { name: "compactText", policy: { defaults: { compactText: true } }, options: { compactText: true } },
  { name: "outputSchema strip", policy: { defaults: { outputSchema: "strip" } } },
  {
    name: "everything at once",
    policy: { defaults: { shape: "mirrored", error: "text", compactText: true } },
    options: { shape: "mirrored", error: "text", compactText: true },
  },
  { name: "preset structured", policy: presets.structured, options: { shape: "structured", error: "text" } },
  { name: "preset outline", policy: presets.outline, of: "outl", accounts: outlineAccountsFor },
];

/** Every way in which a call is known. */
export const CALLS = [
  { name: "nothing known", call: () => undefined },
  { name: "arguments", call: ({ arguments: callArguments }) => ({ arguments: callArguments }) },
  { name: "a schema", call: ({ arguments: callArguments }) => ({ arguments: callArguments, declaresOutputSchema: true }) },
  {
    name: "the schema itself",
    call: ({ arguments: callArguments, outputSchema }) =>
      outputSchema === undefined ? undefined : { arguments: callArguments, declaresOutputSchema: true, outputSchema },
  },
  { name: "revision 2025-06-18", call: () => ({ revision: "2025-06-18" }) },
];

/**
 * Projects a reply in every way, and once more.
 *
 * @param {{ server: string, tool: string, arguments: object, outputSchema: object | undefined, result: string }} record
 * @returns {{ found: { place: string, kind: string }[], projected: number, changed: number }} what is wrong, how often the reply was projected,
 *   and to how many other texts
 */
export function projectedInEveryWay(record) {
  const bytes = encoder.encode(record.result);
  const original = readReply(record.result);
  const found = [];
  let [projected, changed] = [0, 0];
  for (const { name, policy, of = record.server, options, accounts } of RUNS) {
    if (of !== record.server) continue;
    const projection = new Projection(policy);
    const accountsFor = accounts?.(record);
    // Most ways come to the same text, which is compared once.
    const seen = new Set([record.result]);
    for (const { name: known, call } of CALLS) {
      const place = `${name}, ${known}`;
      const sent = projection.replyBytes(record.tool, bytes, call(record));
      projected += 1;
      const again = projection.replyBytes(record.tool, sent, call(record));
      if (Buffer.compare(again, sent) !== 0) found.push({ place, kind: "twice" });
      const text = decoder.decode(sent);
      if ((text === record.result) !== (sent === bytes)) found.push({ place: `${place}: not the same array`, kind: "same" });
      if (seen.has(text)) continue;
      seen.add(text);
      changed += 1;
      const all = differences(original, readReply(text), { ...options, accountsFor });
      found.push(...all.map(({ kind, place: inside }) => ({ place: `${place}: ${inside}`, kind })));
    }
  }
  return { found, projected, changed };
}
