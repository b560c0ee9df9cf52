// The pages for people whose examples are run: the README at the top of the repository, and docs.

import { readFileSync, readdirSync } from "node:fs";

const top = new URL("../", import.meta.url);

/** Each page's name and text. */
export function pages() {
  const inDocs = readdirSync(new URL("docs/", top)).filter((name) => name.endsWith(".md"));
  const names = ["README.md", ...inDocs.map((name) => `docs/${name}`)];
  return names.map((name) => [name, readFileSync(new URL(name, top), "utf8")]);
}

/** The examples in a language, in their order. */
export function blocksOf(text, language) {
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, "gms"))].map(([, block]) => block);
}
