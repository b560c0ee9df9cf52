// The measured figures: the file that is committed, and the README's table, which says the same.

import { readFileSync } from "node:fs";

export const figuresFile = new URL("figures.json", import.meta.url);
export const readmeFile = new URL("../../README.md", import.meta.url);

export const figures = () => JSON.parse(readFileSync(figuresFile, "utf8"));

/** What a snapshot keeps of the runs of a server. */
export function figuresOf({ direct, wrapped, tuned }) {
  const { calls } = direct.tokens;
  const tokens = ({ tokens: { content, both } }) => ({ content, both });
  return { calls, direct: tokens(direct), wrapped: tokens(wrapped), tuned: tokens(tuned) };
}

const HEAD = "| server | calls | tokens | with `wrap` | with a policy |\n|---|---:|---:|---:|---:|\n";

/** The table of the README. */
export function tableOf({ servers }) {
  const saved = (before, after) => (after === before ? `${after}` : `${after} (−${Math.round((100 * (before - after)) / before)} %)`);
  const row = (name, calls, before, wrapped, tuned) =>
    `| ${name} | ${calls} | ${before} | ${saved(before, wrapped)} | ${saved(before, tuned)} |\n`;
  const rows = Object.entries(servers).map(([name, { calls, direct, wrapped, tuned }]) =>
    row(name, calls, direct.both, wrapped.both, tuned.both),
  );
  return HEAD + rows.join("");
}

export const tablePattern = /\| server \| calls \|.*?\n(?=\n)/s;
