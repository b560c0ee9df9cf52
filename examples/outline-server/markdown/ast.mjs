// @ts-check
// What the parser makes of a page, and what export_json sends: blocks of {text, properties, children}, without ids.
import { z } from "zod";

/** @typedef {[key: string, value: string]} Property */

/**
 * @typedef {object} Block
 * @property {string} text Markdown, without the bullet and the property lines; `TODO ` and `DONE ` are part of it
 * @property {Property[]} properties
 * @property {Block[]} children
 */

/**
 * @typedef {object} Page
 * @property {Property[]} properties
 * @property {Block[]} blocks
 */

const property = z.tuple([z.string(), z.string()]);

/** @type {z.ZodType<Block>} */
const block = z.lazy(() =>
  z.strictObject({ text: z.string(), properties: z.array(property), children: z.array(block) }),
);

const page = z.strictObject({ properties: z.array(property), blocks: z.array(block) });

/**
 * A page from JSON that export_json sent. Every member is required, an empty list as well: a file from which a projection dropped some isn't
 * read as if they had never been there.
 *
 * @param {unknown} json
 * @returns {Page}
 */
export function readPage(json) {
  const { success, data, error } = page.safeParse(json);
  if (success) return data;
  const [{ path, message }] = error.issues;
  throw new Error(`no page as export_json writes it: /${path.join("/")}: ${message}`);
}
