// @ts-check
// files-server: a file is read, edited with the hash of what was read, and guarded against an edit with a stale one.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { errorInText, textsOf } from "../replies.mjs";
import { exampleFile } from "./example-file.mjs";

/** @import { ServerDemo } from "../show-servers.mjs" */

const SERVER = exampleFile("files-server/server.mjs");
const PATH = "main.go";
const FILE = `package main

import "fmt"

const version = "v3.0.0"

func main() {
\tfmt.Println("version", version)
}
`;
const EDITED = FILE.replace("v3.0.0", "v4.0.0");

/** @type {ServerDemo} */
export const files = {
  name: "files-server",
  about: "reads and edits the text files of one folder, its replies typed by output schemas",

  prepare(folder) {
    // Names of the same length, since replies name the path.
    const [after, before] = ["1", "2"].map((side) => ({ root: join(folder, side), backups: join(folder, `${side}-backups`) }));
    for (const { root } of [after, before]) {
      mkdirSync(root);
      writeFileSync(join(root, PATH), FILE);
    }
    return {
      after: [SERVER, "--root", after.root, "--backups", after.backups],
      before: ["files", before.root, before.backups],
    };
  },

  async talk(call) {
    const { structuredContent } = await call("read_file", "a file and its hash", { path: PATH });
    const edit = { path: PATH, old_text: "v3.0.0", new_text: "v4.0.0", expected_hash: structuredContent?.content_hash };
    await call("edit_file", "an edit with that hash", edit);
    await call("edit_file", "again: a stale hash", { ...edit, old_text: "v4.0.0", new_text: "v5.0.0" });
  },

  check([read, edit, refused], _before, folder) {
    const [hash, newHash] = [read, edit].map(({ reply }) => reply.structuredContent?.content_hash);
    const failure = errorInText(refused.reply);
    return [
      {
        kept: textsOf(read.reply).join() === FILE && read.reply.structuredContent?.content === FILE,
        sentence: "read_file's text is the file, byte for byte",
      },
      {
        kept: textsOf(edit.reply).join() === edit.reply.structuredContent?.message && edit.reply.structuredContent?.replacements === 1,
        sentence: "edit_file's text is its message, byte for byte; the client checked its types by the tool's schema",
      },
      {
        kept: failure?.code === "STALE_HASH" && failure.data?.expected_hash === hash && failure.data.actual_hash === newHash,
        sentence: `the stale hash is refused, and the model reads which one would do: ${hash} → ${newHash}`,
      },
      {
        kept: readFileSync(join(folder, "1", PATH), "utf8") === EDITED,
        sentence: "the file is as the first edit left it",
      },
      {
        kept: refused.reply.structuredContent === undefined,
        sentence: "the error is text alone: clients hold an error's structuredContent, too, against that schema",
      },
    ];
  },
};
