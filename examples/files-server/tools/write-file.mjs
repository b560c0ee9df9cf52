// @ts-check
import { tool } from "mcp-projection/server";
import { z } from "zod";

import { changeFile, messageOf } from "../change-file.mjs";
import { quoted } from "../failures.mjs";
import { writeFileOutput } from "../output-schemas.mjs";
import { encode } from "../text-file.mjs";
import { overwriteWarning } from "../warnings.mjs";
import { expectedHash, path } from "./arguments.mjs";

/** @import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js" */
/** @import { Context } from "../change-file.mjs" */

/** @param {McpServer} server @param {Context} context */
export function addWriteFile(server, context) {
  server.registerTool(
    "write_file",
    {
      title: "Write a file",
      description:
        "Writes a whole UTF-8 text file, new or in place of an old one, of which a backup is kept. Folders that aren't there are made.",
      inputSchema: { path, content: z.string().describe("The whole text"), expected_hash: expectedHash },
      outputSchema: writeFileOutput,
      annotations: { destructiveHint: true, idempotentHint: true, openWorldHint: false },
    },
    tool(async (args) => {
      const { path, content, expected_hash } = args;
      // Before any folder is made for it.
      encode(path, content, context.workspace.maxFileBytes);
      const request = { path, tool: "write_file", expectedHash: expected_hash, mayBeNew: true };
      const change = await changeFile(context, request, () => content);
      const { place, before, bytes, hash, diff, backup, externalChange } = change;
      const isNew = before === undefined;
      const isSame = !isNew && backup === undefined;
      const warning = isNew ? undefined : overwriteWarning(diff, before.bytes.length, bytes);
      const feedback = [warning, externalChange].filter((note) => note !== undefined).join(" ");
      const report = {
        path: place.path,
        bytes_written: isSame ? 0 : bytes,
        content_hash: hash,
        backup_id: backup?.backup_id,
        feedback: feedback === "" ? undefined : feedback,
      };
      const size = `${bytes} bytes, ${diff.totalAfter} lines`;
      const headline = isSame
        ? `Nothing to write: ${quoted(path)} has this content already, ${size}`
        : `${isNew ? "Made" : "Wrote"} ${quoted(path)}: ${size}`;
      // The caller has just sent all of it: a diff would only repeat that.
      return { ...report, message: messageOf(headline, report, { ...diff, text: "" }) };
    }),
  );
}
