// Whether a client heard the same from a server in two conversations.

import { member, read } from "../lossless-json.mjs";
import { lost, same } from "../same-values.mjs";

/**
 * What differs, in words: nothing where each reply has the same values and everything else is the same.
 *
 * @param {import("./conversation.mjs").Heard} before
 * @param {import("./conversation.mjs").Heard} after
 * @param {{ volatile?: RegExp[], strips?: boolean }} options what no two runs have in common; whether outputSchemas are to be missing from tools/list
 * @returns {string[]}
 */
export function differences(before, after, { volatile = [], strips = false }) {
  const masked = (text) => volatile.reduce((masking, pattern) => masking.replace(pattern, "…"), text);
  const found = [];
  const report = (what, left, right) => found.push(`${what}\n  ${left}\n  ${right}`);
  for (const [id, { method, tool, text }] of before.answers) {
    const other = after.answers.get(id)?.text ?? "no answer";
    const [left, right] = [text, other].map((each) => masked(each));
    const what = `answer ${id} to ${tool ?? method}`;
    if (method === "tools/call") {
      const difference = lostOf(left, right);
      if (difference !== undefined) report(`${what}: ${difference}`, left, right);
    } else if (method === "tools/list" && strips) {
      if (!same(withoutSchemas(read(left)), read(right))) report(what, left, right);
    } else if (left !== right) {
      report(what, left, right);
    }
  }
  if (before.answers.size !== after.answers.size) report("how many answers", before.answers.size, after.answers.size);
  const [others, othersAfter] = [before, after].map((heard) => heard.others.map(masked).sort());
  if (others.join("\n") !== othersAfter.join("\n")) report("notifications and requests", others.join("\n"), othersAfter.join("\n"));
  const [outcomes, outcomesAfter] = [before, after].map((heard) => heard.outcomes.map((outcome) => masked(kindOf(outcome))));
  if (outcomes.join("\n") !== outcomesAfter.join("\n")) report("what the client made of it", outcomes, outcomesAfter);
  return found;
}

/** What is lost between two answers to tools/call; errors of the protocol are to be the same. */
function lostOf(before, after) {
  const [result, resultAfter] = [before, after].map((text) => textOf(text, member(read(text), "result")));
  if (result === undefined || resultAfter === undefined) return before === after ? undefined : "no result, and not the same";
  return lost(result, resultAfter);
}

const textOf = (text, node) => (node === undefined ? undefined : text.slice(node.start, node.end));

function withoutSchemas(answer) {
  const tool = (node) => ({ ...node, members: node.members.filter(({ name }) => name !== "outputSchema") });
  const inside = (node, name, change) => ({
    ...node,
    members: node.members.map((each) => (each.name === name ? { ...each, value: change(each.value) } : each)),
  });
  return inside(answer, "result", (result) => inside(result, "tools", (tools) => ({ ...tools, items: tools.items.map(tool) })));
}

/** Whether there was a result, and of a tool's whether it is an error; else the error, as the client throws it. */
function kindOf({ result, error }) {
  return error === undefined ? `a result, isError ${result.isError}` : JSON.stringify(error);
}
