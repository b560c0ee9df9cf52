// @ts-check
// Prose that is on this computer anyway: the Markdown that npm packages ship, cut into sections. None of it is part of this example.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join } from "node:path";

import { parse } from "../markdown/parse.mjs";

/** @import { Block } from "../markdown/ast.mjs" */

/**
 * @typedef {object} Section
 * @property {string} source the package that it is from
 * @property {string} title
 * @property {Block[]} blocks
 */

const HEADING = /^#{1,6}[ \t]+(.+?)[ \t#]*$/;
const MAX_FILE_BYTES = 200_000;
const MAX_BLOCK_LENGTH = 1_200;

/** @returns {Section[]} the same for the same packages */
export function readProse() {
  const seen = new Set();
  const sections = modulesFolders().flatMap((folder) => packagesIn(folder)).flatMap(({ name, folder }) => {
    // A package may be there several times.
    if (seen.has(name)) return [];
    seen.add(name);
    return markdownIn(folder).flatMap((file) => sectionsOf(name, readFileSync(file, "utf8")));
  });
  if (sections.length > 0) return sections;
  throw new Error("no installed package ships Markdown to make a workspace of; run npm install first");
}

/** The node_modules folders that packages of this example are found in, nearest first. */
function modulesFolders() {
  return (createRequire(import.meta.url).resolve.paths("any") ?? []).filter(
    (folder) => basename(folder) === "node_modules" && existsSync(folder),
  );
}

/** @param {string} folder */
function packagesIn(folder) {
  return directories(folder).flatMap((name) =>
    name.startsWith("@")
      ? directories(join(folder, name)).map((inner) => ({ name: `${name}/${inner}`, folder: join(folder, name, inner) }))
      : [{ name, folder: join(folder, name) }],
  );
}

/** @param {string} folder */
function directories(folder) {
  return entries(folder).filter((entry) => entry.isDirectory() && !entry.name.startsWith(".")).map(({ name }) => name);
}

/** @param {string} folder of a package */
function markdownIn(folder) {
  return entries(folder)
    .filter((entry) => entry.isFile() && /\.md$/i.test(entry.name) && !/licen[cs]e|change|history/i.test(entry.name))
    .map(({ name }) => join(folder, name));
}

/** @param {string} folder */
function entries(folder) {
  return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
}

/**
 * @param {string} source
 * @param {string} markdown
 * @returns {Section[]}
 */
function sectionsOf(source, markdown) {
  if (markdown.length > MAX_FILE_BYTES) return [];
  const { blocks } = parse(markdown);
  return blocks.flatMap((block) => sectionAt(source, block));
}

/**
 * @param {string} source
 * @param {Block} block
 * @returns {Section[]}
 */
function sectionAt(source, { text, children }) {
  const title = plainTitle(HEADING.exec(text)?.[1] ?? "");
  if (title === "") return [];
  const blocks = children.flatMap(readable);
  const own = blocks.length === 0 ? [] : [{ source, title, blocks }];
  return [...own, ...children.flatMap((child) => sectionAt(source, child))];
}

/** @param {string} heading */
function plainTitle(heading) {
  const text = heading.replace(/<[^>]*>|!?\[[^\]]*\]\([^)]*\)|[`*[\]#|:]/g, "").trim();
  return text.length > 60 ? "" : text;
}

/**
 * What a person could have noted: no pictures, HTML, tables and long listings.
 *
 * @param {Block} block
 * @returns {Block[]}
 */
function readable({ text, children }) {
  const isNoise = text.length > MAX_BLOCK_LENGTH || /^[<|!]|!\[|<\/|^\[[^\]]+\]:|^[-=*_ ]*$/m.test(text);
  return isNoise ? [] : [{ text, properties: [], children: children.flatMap(readable) }];
}
