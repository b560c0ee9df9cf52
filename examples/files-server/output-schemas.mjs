// @ts-check
// What each tool's structuredContent holds. The descriptions are the contract for whoever writes a client; a member
// that a handler adds has to be added here, and the other way round.
import { z } from "zod";

const count = (/** @type {string} */ description) => z.int().nonnegative().describe(description);
const text = (/** @type {string} */ description) => z.string().describe(description);

export const readFileOutput = z.object({
  content: text("File body (possibly truncated; truncation is annotated inline)"),
  content_hash: text(
    "FNV-1a 8-hex hash of the FULL file on disk. Pass as expected_hash on a subsequent edit_file/multi_edit to detect concurrent external changes (OCC). Absent on multi-file reads.",
  ).optional(),
});

export const writeFileOutput = z.object({
  path: text("Absolute normalized path the file was written to"),
  bytes_written: count("Bytes written as UTF-8; 0 where the file had this content already"),
  content_hash: text(
    "FNV-1a 8-hex hash of the file as written. Pass as expected_hash on a subsequent edit_file/multi_edit to chain operations without re-reading.",
  ).optional(),
  backup_id: text(
    "Present when a safety backup was auto-created (adaptive guard). Full ID for backup(action:'restore') or backup(action:'undo_last').",
  ).optional(),
  feedback: text("Non-blocking warning (truncation/inflation/rewrite heuristics)").optional(),
  message: text("Human-readable summary, identical to the text content block"),
});

export const editFileOutput = z.object({
  path: text("Absolute normalized path of the edited file"),
  replacements: count("Number of replacements applied"),
  lines_added: count("Lines of the new file that the old one didn't have"),
  lines_removed: count("Lines of the old file that the new one doesn't have"),
  total_lines: count("Total lines in the file after the edit"),
  content_hash: text(
    "Post-edit FNV-1a 8-hex hash. Pass as expected_hash on the NEXT edit to chain edits without re-reading.",
  ).optional(),
  backup_id: text("Full backup ID for backup(action:'restore') / undo").optional(),
  parent_backup_id: text("Previous backup in the undo chain (step-through undo)").optional(),
  risk_warning: text(
    "MEDIUM, HIGH or CRITICAL: how much of the file this edit replaced (a quarter, a half, nine tenths of its lines)",
  ).optional(),
  structure_warning: text("Delimiter/balance warning introduced by this edit").optional(),
  integrity: text("Post-edit integrity verification result (HIGH/CRITICAL ops)").optional(),
  external_change: text("Auto-OCC notice: file changed on disk since last session read/write").optional(),
  message: text("Human-readable summary incl. diff, identical to the text content block"),
});

export const multiEditOutput = z.object({
  path: text("Absolute normalized path of the edited file"),
  successful_edits: count("Edits of the batch that were applied"),
  total_edits: count("Edits of the batch"),
  lines_added: count("Lines of the new file that the old one didn't have").optional(),
  lines_removed: count("Lines of the old file that the new one doesn't have").optional(),
  total_lines: count("Total lines in the file after the edit").optional(),
  content_hash: text("Post-edit FNV-1a 8-hex hash (OCC token for the next edit)").optional(),
  backup_id: text("Full backup ID for backup(action:'restore') / undo").optional(),
  parent_backup_id: text("Previous backup in the undo chain (step-through undo)").optional(),
  risk_warning: text(
    "MEDIUM, HIGH or CRITICAL: how much of the file this batch replaced (a quarter, a half, nine tenths of its lines)",
  ).optional(),
  structure_warning: text("Delimiter/balance warning introduced by this batch").optional(),
  integrity: text("Post-edit integrity verification result (HIGH/CRITICAL ops)").optional(),
  message: text("Human-readable summary incl. diff, identical to the text content block"),
});

const listedBackup = z.object({
  backup_id: text("Full ID for backup(action:'restore')"),
  parent_backup_id: text("Previous backup in the undo chain; absent for its first").optional(),
  path: text("Absolute path of the file"),
  made_at: text("When it was made, in ISO 8601 (UTC)"),
  before: text("The tool that was about to change the file"),
  bytes: count("Size of the file as it was kept"),
  content_hash: text("FNV-1a 8-hex hash of the file as it was kept"),
});

export const backupOutput = z.object({
  action: text("The action that was asked for: list, restore or undo_last"),
  backups: z.array(listedBackup).describe("Newest first (list); absent where there are none").optional(),
  total_backups: count("How many there are, also where fewer are listed (list)").optional(),
  path: text("Absolute normalized path of the file that was put back (restore, undo_last)").optional(),
  restored_backup_id: text("The backup whose content the file has now (restore, undo_last)").optional(),
  content_hash: text("FNV-1a 8-hex hash of the file as put back (OCC token for the next edit)").optional(),
  backup_id: text(
    "Backup of what the file was before it was put back: backup(action:'restore') with it is a redo. Absent where nothing was lost.",
  ).optional(),
  parent_backup_id: text(
    "What backup(action:'undo_last') comes to next; absent at the end of the undo chain",
  ).optional(),
  message: text("Human-readable summary, identical to the text content block"),
});
