// @ts-check
// Arguments that several tools take.
import { z } from "zod";

export const path = z.string().min(1).describe("The file, relative to the root");

export const expectedHash = z
  .string()
  .regex(/^[0-9a-fA-F]{8}$/, "expected 8 hexadecimal digits, as content_hash has them")
  .optional()
  .describe("The content_hash that you last saw of the file: where it has another by now, nothing is written");

export const edit = {
  old_text: z.string().min(1).describe("What to replace, to the last space; has to occur exactly once"),
  new_text: z.string().describe("What to put there"),
  replace_all: z.boolean().optional().describe("Replace every occurrence, however many there are"),
};
