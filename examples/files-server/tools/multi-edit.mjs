// @ts-check
import { ToolFailure } from "mcp-projection";
import { tool } from "mcp-projection/server";
import { z } from "zod";

import { changeFile, headlineOf, messageOf, reportOf } from "../change-file.mjs";
import { multiEditOutput } from "../output-schemas.mjs";
import { replaceText } from "../replace-text.mjs";
import { edit, expectedHash, path } from "./arguments.mjs";

/** @import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js" */
/** @import { Context } from "../change-file.mjs" */
/** @import { Edit } from "../replace-text.mjs" */

/** @param {McpServer} server @param {Context} context */
export function addMultiEdit(server, context) {
  server.registerTool(
    "multi_edit",
    {
      title: "Make several edits of a file",
      description:
        "Replaces several exact pieces of a UTF-8 text file, one after another, each in what the ones before left. All of them or none, unless skip_failing is set; one backup is kept for the whole batch.",
      inputSchema: {
        path,
        edits: z.array(z.object(edit)).min(1).max(200).describe("The edits, in their order"),
        skip_failing: z.boolean().optional().describe("Leave out edits whose text isn't found or isn't unique"),
        expected_hash: expectedHash,
      },
      outputSchema: multiEditOutput,
      annotations: { destructiveHint: true, openWorldHint: false },
    },
    tool(async ({ path, edits, skip_failing = false, expected_hash }) => {
      /** @type {string[]} */
      let skipped = [];
      const change = await changeFile(context, { path, tool: "multi_edit", expectedHash: expected_hash }, (before) => {
        const applied = applyAll(path, before?.text ?? "", edits, skip_failing);
        skipped = applied.skipped;
        return applied.text;
      });
      const successful = edits.length - skipped.length;
      const report = {
        path: change.place.path,
        successful_edits: successful,
        total_edits: edits.length,
        ...(await reportOf(context, change)),
      };
      const headline = headlineOf("Edited", change, `${successful} of ${edits.length} edits`);
      const notes = { ...report, external_change: change.externalChange };
      return { ...report, message: messageOf([headline, ...skipped].join("\n"), notes, change.diff) };
    }),
  );
}

/**
 * @param {string} path
 * @param {string} text
 * @param {Edit[]} edits
 * @param {boolean} skipFailing
 */
function applyAll(path, text, edits, skipFailing) {
  const skipped = [];
  for (const [index, edit] of edits.entries()) {
    try {
      text = replaceText(path, text, edit).text;
    } catch (error) {
      if (!(error instanceof ToolFailure)) throw error;
      const { code, message, data } = error;
      if (!skipFailing || skipped.length + 1 === edits.length) {
        const nth = `edit ${index + 1} of ${edits.length}: ${message}; nothing was written`;
        throw new ToolFailure(code, nth, {
          .../** @type {object} */ (data),
          edit: index + 1,
          total_edits: edits.length,
        });
      }
      skipped.push(`skipped edit ${index + 1}: ${code}: ${message}`);
    }
  }
  return { text, skipped };
}
