// @ts-check
import { ToolFailure } from "mcp-projection";
import { tool } from "mcp-projection/server";
import { z } from "zod";

import { quoted } from "../failures.mjs";
import { linesOf } from "../line-diff.mjs";
import { readFileOutput } from "../output-schemas.mjs";
import { readTextFile } from "../text-file.mjs";

/** @import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js" */
/** @import { Context } from "../change-file.mjs" */

// The reply says the text twice, as text and as a member, and JSON writes a control character in six bytes: so
// this much keeps below the 10 MiB at which the SDK's client gives up on a line.
const MOST_BYTES = 512 * 1024;
const DEFAULT_BYTES = 128 * 1024;

/** @param {McpServer} server @param {Context} context */
export function addReadFile(server, context) {
  server.registerTool(
    "read_file",
    {
      title: "Read a file",
      description:
        "Reads a UTF-8 text file, or a range of its lines, exactly as it is; or several files at once, each behind a line with its name. The content_hash of a single file can be sent as expected_hash with an edit.",
      inputSchema: {
        path: z.string().min(1).optional().describe("The file, relative to the root"),
        paths: z.array(z.string().min(1)).min(1).max(20).optional().describe("Several files, in place of path"),
        start_line: z.int().min(1).optional().describe("The first line to read, from 1; needs path"),
        end_line: z.int().min(1).optional().describe("The last line to read; needs path"),
        max_bytes: z
          .int()
          .min(1)
          .max(MOST_BYTES)
          .default(DEFAULT_BYTES)
          .describe("Where to cut, at the end of a line; the cut is annotated with the line to go on with"),
      },
      outputSchema: readFileOutput,
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    tool(async ({ path, paths, start_line, end_line, max_bytes }) => {
      if (path !== undefined && paths === undefined) {
        const { text, hash } = await read(context, path);
        return { content: cut(rangeOf(path, text, start_line, end_line), max_bytes), content_hash: hash };
      }
      if (path !== undefined || paths === undefined || start_line !== undefined || end_line !== undefined) {
        throw new ToolFailure("INVALID_ARGUMENTS", "expected path, with or without lines, or paths alone");
      }
      return { content: await readSeveral(context, paths, max_bytes) };
    }),
  );
}

/** @param {Context} context @param {string} path */
async function read({ workspace: { sandbox, maxFileBytes }, session }, path) {
  return await sandbox.withPlace(path, {}, async (place) => {
    const file = await readTextFile(place, maxFileBytes);
    session.saw(place.path, file.hash);
    return file;
  });
}

/** @param {Context} context @param {string[]} paths @param {number} maxBytes */
async function readSeveral(context, paths, maxBytes) {
  const parts = [];
  let room = maxBytes;
  for (const path of paths) {
    const { text, bytes } = await read(context, path);
    // Its size tells a reader where the file ends, also where it holds a line like this one.
    const body = cut({ lines: linesOf(text), first: 1, total: linesOf(text).length }, room);
    parts.push(`==> ${quoted(path)} (${bytes.length} bytes) <==\n${body}${body.endsWith("\n") ? "" : "\n"}`);
    room = Math.max(0, room - bytes.length);
  }
  return parts.join("\n");
}

/** @typedef {{ lines: string[], first: number, total: number }} Range */

/**
 * @param {string} path
 * @param {string} text
 * @param {number} [start]
 * @param {number} [end]
 * @returns {Range}
 */
function rangeOf(path, text, start = 1, end = Number.POSITIVE_INFINITY) {
  const lines = linesOf(text);
  if (end < start || (start > lines.length && start > 1)) {
    throw new ToolFailure("LINES_OUTSIDE_FILE", `${quoted(path)} has ${lines.length} lines; expected a range of them`, {
      path,
      total_lines: lines.length,
    });
  }
  return { lines: lines.slice(start - 1, end), first: start, total: lines.length };
}

/** As many whole lines as there is room for, then a note. @param {Range} range @param {number} room in bytes */
function cut({ lines, first, total }, room) {
  let bytes = 0;
  const index = lines.findIndex((line) => (bytes += Buffer.byteLength(line)) > room);
  if (index === -1) return lines.join("");
  const next = first + index;
  if (index > 0 || room === 0) {
    return `${lines.slice(0, index).join("")}[truncated before line ${next} of ${total}; read on with start_line: ${next}]`;
  }
  // Not even one line: as many of its characters as there is room for.
  const part = new TextDecoder("utf-8", { ignoreBOM: true }).decode(Buffer.from(lines[0] ?? "").subarray(0, room), {
    stream: true,
  });
  return `${part}\n[truncated inside of line ${next} of ${total}, which is longer than max_bytes]`;
}
