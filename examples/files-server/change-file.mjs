// @ts-check
// The one way in which a tool changes a file.
import { contentHash } from "./content-hash.mjs";
import { quoted, staleHash } from "./failures.mjs";
import { lineDiff } from "./line-diff.mjs";
import { encode, readTextFile, readTextFileIfAny, writeTextFile } from "./text-file.mjs";
import { riskOf, structureWarning } from "./warnings.mjs";

/** @import { Backup } from "./backups.mjs" */
/** @import { LineDiff } from "./line-diff.mjs" */
/** @import { Place } from "./sandbox.mjs" */
/** @import { Session } from "./session.mjs" */
/** @import { TextFile } from "./text-file.mjs" */
/** @import { Workspace } from "./workspace.mjs" */

/** @typedef {{ workspace: Workspace, session: Session }} Context */

/**
 * @typedef {object} Change
 * @property {Place} place
 * @property {TextFile | undefined} before
 * @property {string} after
 * @property {number} bytes of the new text
 * @property {string} hash of the new text
 * @property {LineDiff} diff
 * @property {Backup | undefined} backup of what the file was; absent where nothing was lost
 * @property {string | undefined} externalChange
 */

/**
 * Nobody else of this server writes the file meanwhile: of two edits that expect the same hash, the second finds it
 * stale.
 *
 * @param {Context} context
 * @param {object} request
 * @param {string} request.path
 * @param {string} request.tool
 * @param {string | undefined} [request.expectedHash]
 * @param {boolean} [request.mayBeNew]
 * @param {(before: TextFile | undefined, place: Place) => string} textAfter
 * @returns {Promise<Change>}
 */
export async function changeFile({ workspace, session }, { path, tool, expectedHash, mayBeNew = false }, textAfter) {
  const { sandbox, backups, maxFileBytes } = workspace;
  return await sandbox.withPlace(path, { makeFolders: mayBeNew && expectedHash === undefined }, (place) =>
    backups.withLock(place.path, async () => {
      const read = mayBeNew ? readTextFileIfAny : readTextFile;
      const before = await read(place, maxFileBytes);
      requireHash(path, before, expectedHash);
      const after = textAfter(before, place);
      const bytes = encode(path, after, maxFileBytes);
      const hash = contentHash(bytes);
      const externalChange = before === undefined ? undefined : session.externalChange(place.path, before.hash);
      let backup;
      if (before === undefined || !bytes.equals(before.bytes)) {
        backup = before === undefined ? undefined : await backups.add(place.path, before, tool);
        try {
          await writeTextFile(place, bytes, before);
        } catch (error) {
          if (backup !== undefined) await backups.discard(backup);
          throw error;
        }
      }
      session.saw(place.path, hash);
      const diff = lineDiff(before?.text ?? "", after);
      return { place, before, after, bytes: bytes.length, hash, diff, backup, externalChange };
    }),
  );
}

/** @param {string} path @param {TextFile | undefined} file @param {string | undefined} expected */
export function requireHash(path, file, expected) {
  if (expected !== undefined && expected.toLowerCase() !== file?.hash) throw staleHash(path, expected, file?.hash);
}

/**
 * The members that every edit has, in the order of the schema. Those that have nothing to say are undefined, and so aren't
 * sent: absent, not empty.
 *
 * @param {Context} context
 * @param {Change} change
 */
export async function reportOf({ workspace }, { place, before, after, bytes, hash, diff, backup }) {
  const risk = riskOf(diff);
  return {
    lines_added: diff.added,
    lines_removed: diff.removed,
    total_lines: diff.totalAfter,
    content_hash: hash,
    backup_id: backup?.backup_id,
    parent_backup_id: backup?.parent_backup_id,
    risk_warning: risk,
    structure_warning: structureWarning(before?.text ?? "", after),
    integrity: risk === "HIGH" || risk === "CRITICAL" ? await integrityOf(place, workspace, hash, bytes) : undefined,
  };
}

/**
 * What the file holds now that much of it was replaced.
 *
 * @param {Place} place
 * @param {Workspace} workspace
 * @param {string} hash as written
 * @param {number} bytes as written
 */
async function integrityOf(place, { sandbox, maxFileBytes }, hash, bytes) {
  const found = await sandbox
    .withPlace(place.path, {}, (again) => readTextFile(again, maxFileBytes))
    .catch(() => undefined);
  if (found?.hash === hash) return `verified: the file on disk has the ${bytes} bytes that were written, hash ${hash}`;
  return `FAILED: the file on disk isn't what was written with hash ${hash}; somebody else changed it since`;
}

/**
 * @param {string} headline
 * @param {Record<string, unknown>} report
 * @param {LineDiff} diff
 */
export function messageOf(headline, report, diff) {
  const { content_hash, backup_id, parent_backup_id } = report;
  const notes = [
    ["content_hash", content_hash],
    ["backup_id", backup_id],
    ["parent_backup_id", parent_backup_id],
    ["risk", report.risk_warning],
    ["structure", report.structure_warning],
    ["integrity", report.integrity],
    ["external change", report.external_change],
    ["feedback", report.feedback],
  ];
  return [
    headline,
    ...notes.flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`])),
    ...(diff.text === "" ? [] : ["", diff.text]),
  ].join("\n");
}

/** @param {string} verb @param {Change} change @param {string} what */
export function headlineOf(verb, { place, diff }, what) {
  const lines = `+${diff.added} -${diff.removed} lines, ${diff.totalAfter} in all`;
  return `${verb} ${quoted(place.asked)}: ${what}, ${lines}`;
}
