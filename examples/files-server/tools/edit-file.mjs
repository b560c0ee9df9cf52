// @ts-check
import { tool } from "mcp-projection/server";

import { changeFile, headlineOf, messageOf, reportOf } from "../change-file.mjs";
import { editFileOutput } from "../output-schemas.mjs";
import { replaceText } from "../replace-text.mjs";
import { edit, expectedHash, path } from "./arguments.mjs";

/** @import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js" */
/** @import { Context } from "../change-file.mjs" */

/** @param {McpServer} server @param {Context} context */
export function addEditFile(server, context) {
  server.registerTool(
    "edit_file",
    {
      title: "Edit a file",
      description:
        'Replaces an exact piece of a UTF-8 text file. A backup is kept; backup(action: "undo_last") takes the edit back. Send expected_hash to be sure that nobody else changed the file since you saw it.',
      inputSchema: { path, ...edit, expected_hash: expectedHash },
      outputSchema: editFileOutput,
      annotations: { destructiveHint: true, openWorldHint: false },
    },
    tool(async (args) => {
      const { path, expected_hash } = args;
      let replacements = 0;
      const change = await changeFile(context, { path, tool: "edit_file", expectedHash: expected_hash }, (before) => {
        const replaced = replaceText(path, before?.text ?? "", args);
        replacements = replaced.replacements;
        return replaced.text;
      });
      const report = {
        path: change.place.path,
        replacements,
        ...(await reportOf(context, change)),
        external_change: change.externalChange,
      };
      const what = `${replacements} ${replacements === 1 ? "replacement" : "replacements"}`;
      return { ...report, message: messageOf(headlineOf("Edited", change, what), report, change.diff) };
    }),
  );
}
