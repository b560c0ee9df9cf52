// What a model pays for the replies of a conversation.

import { countTokens } from "gpt-tokenizer/encoding/o200k_base";

import { member, read } from "../lossless-json.mjs";

/**
 * The tokens (o200k_base) of all results of tools/call: of their texts alone, and of their texts and structuredContent. Pictures aren't counted, nor what
 * stands around the texts.
 *
 * @param {import("./conversation.mjs").Heard} heard
 * @param {Record<string, string>} places what differs from run to run, and what is counted in its place
 */
export function tokensOf({ answers }, places) {
  const tokens = { calls: 0, content: 0, both: 0 };
  for (const { method, text } of answers.values()) {
    if (method !== "tools/call") continue;
    tokens.calls += 1;
    const answer = Object.entries(places).reduce((changed, [from, to]) => changed.replaceAll(from, to), text);
    const result = member(read(answer), "result");
    const texts = (member(result, "content")?.items ?? []).flatMap((block) => member(block, "text")?.text ?? []);
    const structured = member(result, "structuredContent");
    const content = texts.reduce((sum, each) => sum + count(each), 0);
    tokens.content += content;
    tokens.both += content + (structured === undefined ? 0 : count(answer.slice(structured.start, structured.end)));
  }
  return tokens;
}

// A text may say what the tokenizer has a meaning of its own for.
const count = (text) => countTokens(text, { disallowedSpecial: new Set() });
