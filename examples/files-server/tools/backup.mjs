// @ts-check
import { ToolFailure } from "mcp-projection";
import { tool } from "mcp-projection/server";
import { z } from "zod";

import { messageOf, requireHash } from "../change-file.mjs";
import { quoted } from "../failures.mjs";
import { backupOutput } from "../output-schemas.mjs";
import { readTextFileIfAny, writeTextFile } from "../text-file.mjs";
import { expectedHash } from "./arguments.mjs";

/** @import { Backup } from "../backups.mjs" */
/** @import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js" */
/** @import { Context } from "../change-file.mjs" */

const MOST_LISTED = 50;

/** @param {McpServer} server @param {Context} context */
export function addBackup(server, context) {
  server.registerTool(
    "backup",
    {
      title: "List backups, or put one back",
      description:
        "list: the backups of a file, or of all. restore: puts one back. undo_last: puts back the newest backup of a file that wasn't undone yet; again goes one step further back. What the file was before is kept as a backup too.",
      inputSchema: {
        action: z.enum(["list", "restore", "undo_last"]),
        file_path: z.string().min(1).optional().describe("The file, relative to the root; undo_last needs it"),
        backup_id: z.string().min(1).optional().describe("The backup to put back; restore needs it"),
        expected_hash: expectedHash,
      },
      outputSchema: backupOutput,
      annotations: { destructiveHint: true, openWorldHint: false },
    },
    tool(async ({ action, file_path, backup_id, expected_hash }) => {
      switch (action) {
        case "list":
          return await list(context, file_path);
        case "restore": {
          if (backup_id === undefined) throw new ToolFailure("INVALID_ARGUMENTS", "restore needs a backup_id");
          const { path } = await context.workspace.backups.get(backup_id);
          return await putBack(context, { action, path, expected_hash }, () =>
            context.workspace.backups.get(backup_id),
          );
        }
        case "undo_last": {
          if (file_path === undefined) throw new ToolFailure("INVALID_ARGUMENTS", "undo_last needs a file_path");
          return await putBack(context, { action, path: file_path, expected_hash }, (path, hash) =>
            lastChange(context, path, hash),
          );
        }
      }
    }),
  );
}

/** @param {Context} context @param {string | undefined} path */
async function list({ workspace: { sandbox, backups } }, path) {
  const of = path === undefined ? undefined : await sandbox.withPlace(path, {}, async (place) => place.path);
  const all = await backups.list(of);
  const listed = all.slice(0, MOST_LISTED).map(({ mode: _mode, ...backup }) => backup);
  const what = path === undefined ? "" : ` of ${quoted(path)}`;
  const headline =
    all.length === 0 ? `There are no backups${what}` : `${listed.length} of ${all.length} backups${what}, newest first`;
  const lines = listed.map(
    ({ backup_id, made_at, before, bytes, content_hash, path }) =>
      `${backup_id}  ${quoted(path)}  ${made_at}, before ${before}  ${bytes} bytes, hash ${content_hash}`,
  );
  return {
    action: "list",
    backups: listed.length === 0 ? undefined : listed,
    total_backups: all.length,
    message: [headline, ...lines].join("\n"),
  };
}

/**
 * @param {Context} context
 * @param {{ action: "restore" | "undo_last", path: string, expected_hash: string | undefined }} request
 * @param {(path: string, hash: string | undefined) => Promise<Backup>} choose which one, given the file as it is
 */
async function putBack({ workspace, session }, { action, path, expected_hash }, choose) {
  const { sandbox, backups, maxFileBytes } = workspace;
  // A backup that was named is there, and its folder may not be; of a path nothing is known yet.
  return await sandbox.withPlace(path, { makeFolders: action === "restore" }, (place) =>
    backups.withLock(place.path, async () => {
      const current = await readTextFileIfAny(place, maxFileBytes);
      requireHash(path, current, expected_hash);
      const chosen = await choose(place.path, current?.hash);
      const bytes = await backups.bytesOf(chosen);
      const isSame = current?.bytes.equals(bytes) === true;
      // What is undone can be redone by its id; a restore is itself a change that can be undone.
      const onChain = action === "restore";
      const kept =
        current === undefined || isSame ? undefined : await backups.add(place.path, current, action, { onChain });
      try {
        if (!isSame) await writeTextFile(place, bytes, current, chosen.mode);
      } catch (error) {
        if (kept !== undefined) await backups.discard(kept);
        throw error;
      }
      if (action === "undo_last") await backups.setHead(place.path, await backups.parentOf(chosen));
      session.saw(place.path, chosen.content_hash);
      const report = {
        action,
        path: place.path,
        restored_backup_id: chosen.backup_id,
        content_hash: chosen.content_hash,
        backup_id: kept?.backup_id,
        parent_backup_id: (await backups.head(place.path))?.backup_id,
      };
      const headline = `${action === "restore" ? "Restored" : "Undid the last change of"} ${quoted(path)} from ${chosen.backup_id}`;
      return { ...report, message: messageOf(headline, report, { ...NO_DIFF }) };
    }),
  );
}

const NO_DIFF = { added: 0, removed: 0, totalBefore: 0, totalAfter: 0, text: "" };

/**
 * The newest backup that isn't what the file is already: a change that was prepared and then failed leaves one.
 *
 * @param {Context} context
 * @param {string} path
 * @param {string | undefined} hash
 */
async function lastChange({ workspace: { backups } }, path, hash) {
  let head = await backups.head(path);
  while (head !== undefined && head.content_hash === hash) head = await backups.parentOf(head);
  if (head !== undefined) return head;
  throw new ToolFailure(
    "NOTHING_TO_UNDO",
    `${quoted(path)}: no change is left to undo; backup(action: "list") has every backup`,
    {
      path,
    },
  );
}
