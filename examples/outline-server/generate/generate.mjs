// @ts-check
// A workspace of any size for measuring: real sentences in the structure of somebody's notes. The same seed, day and packages give the same one.
import { dayOf } from "../workspace/dates.mjs";
import { ulid } from "../workspace/ids.mjs";
import { slugify } from "../workspace/names.mjs";
import { readProse } from "./prose.mjs";
import { Random } from "./random.mjs";

/** @import { Block, Property } from "../markdown/ast.mjs" */
/** @import { Page } from "../workspace/store.mjs" */
/** @import { Workspace } from "../workspace/workspace.mjs" */
/** @import { Section } from "./prose.mjs" */

const SEED = 276;
const JOURNALS = 1 / 7;
const DAY = 86_400_000;
const TAGS = ["idea", "reading", "project/docs", "question", "à-relire", "release"];
const STATUSES = ["active", "draft", "archived"];
const LEADS = ["Idea", "Note", "Question", "Meeting notes", "メモ", "Вопрос", "À faire"];

/** @typedef {{ title: string, section: Section }} Topic */

/**
 * @param {Workspace} workspace an empty one
 * @param {number} count of its pages, journals among them; the last one is today's
 */
export function generate({ store, now }, count) {
  if (store.pages({ limit: 1, offset: 0 }).total > 0) {
    throw new Error("the database has pages already; name another file with --database, or remove it first");
  }
  const random = new Random(SEED);
  const today = now();
  const journals = Math.ceil(count * JOURNALS);
  const topics = topicsFrom(random.shuffled(readProse()), count - journals, random);
  let blocks = 0;
  store.transaction(() => {
    const add = (/** @type {Omit<Page, "id" | "path">} */ page, /** @type {Block[]} */ outline, /** @type {number} */ time) => {
      const id = ulid(time, random.bytes(10));
      store.insertPage({ ...page, id, path: null });
      store.appendBlocks(id, outline, () => {
        blocks += 1;
        return ulid(time + blocks, random.bytes(10));
      });
    };
    const slugs = new Set();
    topics.forEach(({ title, section }, index) => {
      const slug = unused(slugify(title), slugs);
      const properties = pageProperties(title, section, random);
      add({ slug, kind: "page", title, properties }, pageBlocks(section, topics, random), daysBefore(today, index % 365));
    });
    for (let age = journals - 1; age >= 0; age -= 1) {
      const time = daysBefore(today, age);
      const day = dayOf(new Date(time));
      add({ slug: day, kind: "journal", title: day, properties: [] }, journalBlocks(topics, random), time);
    }
  });
  return { pages: topics.length, journals, blocks };
}

/**
 * Noon of a day, which is on that day wherever clocks are changed.
 *
 * @param {Date} today
 * @param {number} age
 */
function daysBefore(today, age) {
  return Date.UTC(today.getFullYear(), today.getMonth(), today.getDate(), 12) + today.getTimezoneOffset() * 60_000 - age * DAY;
}

/**
 * @param {Section[]} sections
 * @param {number} count
 * @param {Random} random
 * @returns {Topic[]}
 */
function topicsFrom(sections, count, random) {
  const titles = new Set();
  return Array.from({ length: count }, (_, index) => {
    // All of them before any a second time.
    const section = index < sections.length ? sections[index] : random.pick(sections);
    return { title: unused(`${section.source} — ${section.title}`, titles), section };
  });
}

/**
 * @param {string} name
 * @param {Set<string>} used
 */
function unused(name, used) {
  let candidate = name;
  for (let number = 2; used.has(candidate); number += 1) candidate = `${name} ${number}`;
  used.add(candidate);
  return candidate;
}

/**
 * @param {string} title
 * @param {Section} section
 * @param {Random} random
 * @returns {Property[]}
 */
function pageProperties(title, { source }, random) {
  /** @type {Property[]} */
  const properties = [["title", title]];
  if (random.happens(0.5)) properties.push(["source", source]);
  if (random.happens(0.3)) properties.push(["status", random.pick(STATUSES)]);
  return properties;
}

/**
 * @param {Section} section
 * @param {Topic[]} topics
 * @param {Random} random
 * @returns {Block[]}
 */
function pageBlocks(section, topics, random) {
  const blocks = section.blocks.slice(0, 40).map((block) => noted(block, topics, random));
  // Notes have more levels than documentation: some blocks are put below the one before.
  /** @type {Block[]} */
  const outline = [];
  for (const block of blocks) {
    const last = outline.at(-1);
    if (last !== undefined && random.happens(0.6)) last.children.push(block);
    else outline.push(block);
  }
  return outline;
}

/**
 * A block with what a person adds to it.
 *
 * @param {Block} block
 * @param {Topic[]} topics
 * @param {Random} random
 * @returns {Block}
 */
function noted({ text, children }, topics, random) {
  // Words before or behind a listing would make it something else.
  const isOneLine = !text.includes("\n");
  const task = isOneLine && !text.startsWith("#") && random.happens(0.15) ? random.pick(["TODO ", "DONE "]) : "";
  const link = isOneLine && random.happens(0.25) ? ` [[${random.pick(topics).title}]]` : "";
  const tag = isOneLine && random.happens(0.15) ? ` #${random.pick(TAGS)}` : "";
  /** @type {Property[]} */
  const properties = [];
  if (random.happens(0.03)) properties.push(["priority", random.pick(["high", "low"])]);
  if (children.length > 0 && random.happens(0.1)) properties.push(["collapsed", "true"]);
  return {
    text: `${task}${text}${link}${tag}`,
    properties,
    children: children.map((child) => noted(child, topics, random)),
  };
}

/**
 * @param {Topic[]} topics
 * @param {Random} random
 * @returns {Block[]}
 */
function journalBlocks(topics, random) {
  return Array.from({ length: 3 + random.below(8) }, () => {
    const { title, section } = random.pick(topics);
    if (random.happens(0.3)) return { text: `${random.pick(["TODO", "DONE"])} read [[${title}]]`, properties: [], children: [] };
    const [first] = random.pick(section.blocks).text.split("\n");
    const see = { text: `see [[${title}]]`, properties: [], children: [] };
    return { text: `${random.pick(LEADS)}: ${first}`, properties: [], children: [see] };
  });
}
