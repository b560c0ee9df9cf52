// What a file server refuses, with a failure that helps and without touching a file; and who wins where several write.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  statSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { after, afterEach, before, beforeEach, describe, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";

import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

import { changeFile } from "../examples/files-server/change-file.mjs";
import { contentHash } from "../examples/files-server/content-hash.mjs";
import { Session } from "../examples/files-server/session.mjs";
import { readTextFile, writeTextFile } from "../examples/files-server/text-file.mjs";
import { openWorkspace } from "../examples/files-server/workspace.mjs";
import { SERVER, Scratch, failureIn, listedClient, startServer } from "./files-client.mjs";

const LIMIT = 5000;
const onUnix = { skip: process.platform === "win32" && "links and permissions as Unix has them" };
const onLinux = { skip: process.platform !== "linux" && "needs folders that are opened by number" };

const scratch = new Scratch();
let client;
before(async () => {
  ({ client } = await startServer(scratch, "--max-file-bytes", String(LIMIT)));
});
after(async () => {
  await client.close();
  scratch.remove();
});

const call = (name, args) => client.callTool({ name, arguments: args });

/** Every tool that writes, on one file. */
const writes = (path, more = {}) => [
  ["write_file", { path, content: "new\n", ...more }],
  ["edit_file", { path, old_text: "secret", new_text: "public", ...more }],
  ["multi_edit", { path, edits: [{ old_text: "secret", new_text: "public" }], ...more }],
];
const all = (path) => [["read_file", { path }], ["read_file", { paths: [path] }], ...writes(path)];

/** Each call is refused with this code, and nothing on disk is another than before. */
async function refused(code, calls, check = () => {}) {
  const snapshot = scratch.snapshot();
  for (const [tool, args] of calls) {
    const failure = failureIn(await call(tool, args));
    assert.equal(failure.code, code, `${tool} ${JSON.stringify(args)}: ${failure.message}`);
    // Where a caller wrote a path inside of the root, no place outside of it is told.
    if (!JSON.stringify(args).includes(scratch.folder))
      assert.ok(!JSON.stringify(failure).includes(scratch.folder), failure.message);
    check(failure, tool, args);
    assert.deepEqual(scratch.snapshot(), snapshot, `${tool} ${JSON.stringify(args)}`);
  }
}

describe("what lies outside of the root", () => {
  before(() => writeFileSync(join(scratch.outside, "secret.txt"), "secret\n"));

  test("by its path", async () => {
    mkdirSync(scratch.path("folder"), { recursive: true });
    const paths = [
      "../outside/secret.txt",
      "folder/../../outside/secret.txt",
      join(scratch.outside, "secret.txt"),
      "../root-2/x",
      "..",
    ];
    for (const path of paths) {
      await refused("PATH_OUTSIDE_ROOT", all(path), ({ data }) => assert.equal(data.path, path));
      await refused("PATH_OUTSIDE_ROOT", [
        ["backup", { action: "undo_last", file_path: path }],
        ["backup", { action: "list", file_path: path }],
      ]);
    }
  });

  test("but the root has whatever path it was given by", onUnix, async () => {
    symlinkSync(scratch.root, join(scratch.folder, "known-as"));
    const { sandbox } = await openWorkspace({ root: join(scratch.folder, "known-as"), backups: scratch.backups });
    for (const known of [scratch.root, join(scratch.folder, "known-as")]) {
      const place = await sandbox.withPlace(join(known, "a.txt"), {}, async ({ path }) => path);
      assert.equal(place, scratch.path("a.txt"));
    }
  });

  test("by a link to a file or to a folder", onUnix, async () => {
    symlinkSync(join(scratch.outside, "secret.txt"), scratch.path("link.txt"));
    symlinkSync("../outside", scratch.path("link"));
    symlinkSync("link", scratch.path("link-2"));
    await refused("PATH_OUTSIDE_ROOT", all("link.txt"), ({ message }) => assert.match(message, /is a symbolic link/));
    for (const path of ["link/secret.txt", "link-2/secret.txt", "link/new.txt", "link/new/folder.txt"]) {
      await refused("PATH_OUTSIDE_ROOT", [...all(path), ["backup", { action: "list", file_path: path }]]);
    }
  });

  test("by a link to something that isn't there yet", onUnix, async () => {
    symlinkSync(join(scratch.outside, "new.txt"), scratch.path("dangling.txt"));
    await refused("NOT_FOUND", all("dangling.txt"));
  });

  test("but a link inside of the root is followed, and stays one", onUnix, async () => {
    scratch.write("real/file.txt", "secret\n");
    symlinkSync("real/file.txt", scratch.path("inside.txt"));
    const { structuredContent } = await call("edit_file", {
      path: "inside.txt",
      old_text: "secret",
      new_text: "public",
    });
    assert.equal(structuredContent.path, scratch.path("real/file.txt"));
    assert.equal(scratch.read("real/file.txt"), "public\n");
  });

  test("by a hard link: it is replaced in the root alone", onUnix, async () => {
    linkSync(join(scratch.outside, "secret.txt"), scratch.path("hard.txt"));
    await call("write_file", { path: "hard.txt", content: "mine\n" });
    assert.equal(readFileSync(join(scratch.outside, "secret.txt"), "utf8"), "secret\n");
  });

  test("by the place of the backups, which no tool reaches", async () => {
    await refused("PATH_OUTSIDE_ROOT", all("../backups/x"));
    // Where an ID that is a path would lead.
    mkdirSync(join(scratch.outside, "outside"));
    const planted = { backup_id: "x", path: scratch.path("planted.txt"), content_hash: "e40c292c", mode: 0o644 };
    writeFileSync(join(scratch.outside, "outside", "planted-1.json"), JSON.stringify(planted));
    writeFileSync(join(scratch.outside, "outside", "planted-1.bytes"), "a");
    for (const backup_id of ["../outside/planted-1", "x", "0123456789ab-20260101T000000000Z-00000000"]) {
      await refused("BACKUP_NOT_FOUND", [["backup", { action: "restore", backup_id }]]);
    }
    await assert.rejects(openWorkspace({ root: scratch.root, backups: scratch.path("backups") }), /inside of the root/);
  });

  test("by somebody else on the machine: backups are for their owner alone", onUnix, async () => {
    scratch.write("private.txt", "secret\n");
    await call("write_file", { path: "private.txt", content: "new\n" });
    for (const name of ["", ...readdirSync(scratch.backups, { recursive: true })]) {
      assert.equal(statSync(join(scratch.backups, name)).mode & 0o077, 0, name);
    }
  });
});

describe("a path that changes while it is used", () => {
  let workspace;
  before(async () => {
    workspace = await openWorkspace({ root: scratch.root, backups: scratch.backups });
    writeFileSync(join(scratch.outside, "raced.txt"), "secret\n");
  });
  beforeEach(() => scratch.write("raced/raced.txt", "inside\n"));
  afterEach(() => unlinkSync(join(scratch.root, "raced")));

  const swap = () => {
    renameSync(scratch.path("raced"), scratch.path(`raced-${Math.random()}`));
    symlinkSync(scratch.outside, scratch.path("raced"));
  };

  test("its folder became a link that leads out: what is read is what was inside", onLinux, async () => {
    const { text } = await workspace.sandbox.withPlace("raced/raced.txt", {}, (place) => {
      swap();
      return readTextFile(place, LIMIT);
    });
    assert.equal(text, "inside\n");
  });

  test("its folder became a link that leads out: nothing is written there", onLinux, async () => {
    const context = { workspace, session: new Session() };
    const change = await changeFile(context, { path: "raced/raced.txt", tool: "test" }, () => {
      swap();
      return "written\n";
    });
    assert.equal(change.before.text, "inside\n");
    assert.equal(readFileSync(join(scratch.outside, "raced.txt"), "utf8"), "secret\n");
    assert.deepEqual(
      readdirSync(scratch.outside).filter((name) => name.endsWith(".tmp")),
      [],
    );
  });
});

describe("a file that becomes a link while it is used", () => {
  test("isn't followed", onUnix, async () => {
    const workspace = await openWorkspace({ root: scratch.root, backups: scratch.backups });
    writeFileSync(join(scratch.outside, "raced.txt"), "secret\n");
    scratch.write("becomes.txt", "inside\n");
    const swap = () => {
      unlinkSync(scratch.path("becomes.txt"));
      symlinkSync(join(scratch.outside, "raced.txt"), scratch.path("becomes.txt"));
    };
    const reading = workspace.sandbox.withPlace("becomes.txt", {}, (place) => {
      swap();
      return readTextFile(place, LIMIT);
    });
    await assert.rejects(reading, { code: "PATH_OUTSIDE_ROOT" });
    unlinkSync(scratch.path("becomes.txt"));
    scratch.write("becomes.txt", "inside\n");
    const writing = changeFile({ workspace, session: new Session() }, { path: "becomes.txt", tool: "test" }, () => {
      swap();
      return "written\n";
    });
    await assert.rejects(writing, { code: "STALE_HASH" });
    assert.equal(readFileSync(join(scratch.outside, "raced.txt"), "utf8"), "secret\n");
  });
});

describe("what is no text of a sensible size", () => {
  test("a binary file: a NUL, and bytes that aren't UTF-8, each with its place", async () => {
    const files = {
      "nul.bin": [Buffer.from("secret\0"), 6],
      "latin-1.txt": [Buffer.from("secr\xe9t", "latin1"), 4],
      "own-replacement.txt": [Buffer.from([0xef, 0xbf, 0xbd, 0x61, 0xff]), 4],
      "half.txt": [Buffer.from("é😀").subarray(0, 4), 2],
      "surrogate.txt": [Buffer.from([0xed, 0xa0, 0x80]), 0],
    };
    for (const [path, [bytes, offset]] of Object.entries(files)) {
      scratch.write(path, bytes);
      await refused("BINARY_FILE", all(path), ({ data }) => assert.deepEqual(data, { path, offset }));
    }
  });

  test("a huge file, read or to be written", async () => {
    scratch.write("huge.txt", "secret\n".repeat(1000));
    await refused("FILE_TOO_LARGE", all("huge.txt"), ({ data }) =>
      assert.deepEqual(data, { path: "huge.txt", bytes: 7000, limit: LIMIT }),
    );
    scratch.write("small.txt", "secret\n");
    await refused("FILE_TOO_LARGE", [
      ["write_file", { path: "small.txt", content: "é".repeat(LIMIT / 2 + 1) }],
      ["edit_file", { path: "small.txt", old_text: "secret", new_text: "x".repeat(LIMIT) }],
    ]);
    scratch.write("just.txt", "x".repeat(LIMIT));
    assert.equal((await call("read_file", { path: "just.txt" })).structuredContent.content.length, LIMIT);
  });

  test("text that couldn't be read again", async () => {
    scratch.write("text.txt", "secret 😀\n");
    await refused("INVALID_TEXT", [
      ["write_file", { path: "text.txt", content: "a\0b" }],
      ["write_file", { path: "no/folder/yet.txt", content: "a\0b" }],
      ["edit_file", { path: "text.txt", old_text: "secret", new_text: "\0" }],
    ]);
    // Half of a character would be found in it, and leave the other half. It can't be sent over UTF-8 but as an escape.
    const half = JSON.parse('"\\ude00"');
    await refused("INVALID_TEXT", [["edit_file", { path: "text.txt", old_text: half, new_text: "x" }]]);
  });

  test("a folder, and what isn't there", async () => {
    mkdirSync(scratch.path("folder/inner"), { recursive: true });
    scratch.write("file.txt", "secret\n");
    await refused("NOT_A_FILE", [...all("folder/inner"), ...all("."), ...all("folder/..")]);
    const [, edit, batch] = writes("missing.txt");
    await refused("NOT_FOUND", [
      ["read_file", { path: "missing.txt" }],
      ["read_file", { path: "no/missing.txt" }],
      ["backup", { action: "undo_last", file_path: "no/missing.txt" }],
      edit,
      batch,
    ]);
    await refused("NOT_FOUND", all("file.txt/below"));
    await refused("INVALID_PATH", all("a\0b"));
  });

  test("a pipe, without waiting for somebody at its other end", onUnix, async () => {
    await new Promise((resolve) => spawn("mkfifo", [scratch.path("pipe")]).once("close", resolve));
    await refused("NOT_A_FILE", all("pipe"));
  });

  test("a file that is read-only", onUnix, async () => {
    scratch.write("locked.txt", "secret\n");
    chmodSync(scratch.path("locked.txt"), 0o444);
    await refused("READ_ONLY", writes("locked.txt"));
  });
});

describe("an edit that isn't clear", () => {
  test("of a file that is another one by now", async () => {
    const actual_hash = contentHash(Buffer.from(scratch.write("stale.txt", "secret\n")));
    const expected_hash = "00000000";
    await refused("STALE_HASH", writes("stale.txt", { expected_hash }), ({ data, message }) => {
      assert.deepEqual(data, { path: "stale.txt", expected_hash, actual_hash });
      assert.match(message, /read it again/);
    });
    const [write] = writes("gone/stale.txt", { expected_hash });
    await refused("NOT_FOUND", [write]);
    await refused("STALE_HASH", [writes("gone.txt", { expected_hash })[0]]);
  });

  test("of text that occurs nowhere, with where it nearly does", async () => {
    scratch.write("near.txt", "one\n\tsecret word\n");
    const edit = { path: "near.txt", old_text: "    secret word\n", new_text: "" };
    await refused("TEXT_NOT_FOUND", [["edit_file", edit]], ({ data }) =>
      assert.deepEqual(data.nearest, { line: 2, text: "\tsecret word\n" }),
    );
    scratch.write("crlf.txt", "one\r\ntwo\r\n");
    await refused(
      "TEXT_NOT_FOUND",
      [["edit_file", { path: "crlf.txt", old_text: "one\ntwo", new_text: "" }]],
      ({ data }) => assert.match(data.hint, /CR LF/),
    );
  });

  test("of text that occurs more than once, with its lines", async () => {
    scratch.write("twice.txt", "a\nb\na a\n");
    await refused("TEXT_NOT_UNIQUE", [["edit_file", { path: "twice.txt", old_text: "a", new_text: "c" }]], ({ data }) =>
      assert.deepEqual(data, { path: "twice.txt", occurrences: 3, lines: [1, 3, 3] }),
    );
  });

  test("that changes nothing", async () => {
    scratch.write("same.txt", "secret\n");
    await refused("NOTHING_TO_CHANGE", [["edit_file", { path: "same.txt", old_text: "secret", new_text: "secret" }]]);
  });

  test("in a batch: none of it is written, and the failure names it", async () => {
    scratch.write("batch.txt", "secret\n");
    const edits = [
      { old_text: "secret", new_text: "public" },
      { old_text: "secret", new_text: "" },
    ];
    await refused("TEXT_NOT_FOUND", [["multi_edit", { path: "batch.txt", edits }]], ({ data }) =>
      assert.deepEqual([data.edit, data.total_edits], [2, 2]),
    );
    const failing = edits.slice(1).map((edit) => ({ ...edit, old_text: "missing" }));
    await refused("TEXT_NOT_FOUND", [["multi_edit", { path: "batch.txt", edits: failing, skip_failing: true }]]);
  });

  test("by arguments that don't go together", async () => {
    scratch.write("same.txt", "secret\n");
    await refused("INVALID_ARGUMENTS", [
      ["read_file", {}],
      ["read_file", { path: "same.txt", paths: ["same.txt"] }],
      ["read_file", { paths: ["same.txt"], start_line: 1 }],
      ["backup", { action: "restore" }],
      ["backup", { action: "undo_last" }],
    ]);
    await refused("LINES_OUTSIDE_FILE", [
      ["read_file", { path: "same.txt", start_line: 3 }],
      ["read_file", { path: "same.txt", start_line: 2, end_line: 1 }],
    ]);
  });

  test("by arguments of another type, as the SDK says it", async () => {
    const { content, isError, structuredContent } = await call("write_file", { path: "x.txt" });
    assert.deepEqual([isError, structuredContent], [true, undefined]);
    assert.match(content[0].text, /content/);
    assert.equal((await call("no_such_tool", {})).isError, true);
    assert.ok(!existsSync(scratch.path("x.txt")));
  });
});

describe("a write is whole or not there", () => {
  test("permissions stay", onUnix, async () => {
    scratch.write("script.sh", "secret\n");
    chmodSync(scratch.path("script.sh"), 0o750);
    for (const [tool, args] of writes("script.sh").reverse()) {
      scratch.write("script.sh", "secret\n");
      assert.notEqual((await call(tool, args)).isError, true, tool);
      assert.equal(statSync(scratch.path("script.sh")).mode & 0o7777, 0o750);
    }
    unlinkSync(scratch.path("script.sh"));
    await call("backup", { action: "undo_last", file_path: "script.sh" });
    assert.equal(statSync(scratch.path("script.sh")).mode & 0o7777, 0o750);
  });

  test("whoever reads meanwhile sees one version or the other", async () => {
    const versions = ["a", "b"].map((letter) => `${letter.repeat(LIMIT - 1)}\n`);
    scratch.write("atomic.txt", versions[0]);
    let writing = true;
    const reader = (async () => {
      let seen = 0;
      for (; writing; seen += 1) {
        assert.ok(versions.includes(scratch.read("atomic.txt")));
        await delay(0);
      }
      return seen;
    })();
    for (let round = 0; round < 40; round += 1) {
      await call("write_file", { path: "atomic.txt", content: versions[(round + 1) % 2] });
    }
    writing = false;
    assert.ok((await reader) > 40);
  });

  test("where it fails, the file stays, and nothing is left behind", async () => {
    const workspace = await openWorkspace({ root: scratch.root, backups: scratch.backups });
    scratch.write("fails.txt", "one\n");
    // So that times differ also where a file system counts them coarsely.
    await delay(20);
    const writing = changeFile({ workspace, session: new Session() }, { path: "fails.txt", tool: "test" }, () => {
      // Of the same size, and in place.
      scratch.write("fails.txt", "uno\n");
      return "two\n";
    });
    await assert.rejects(writing, { code: "STALE_HASH" });
    assert.equal(scratch.read("fails.txt"), "uno\n");
    assert.deepEqual(
      readdirSync(scratch.root).filter((name) => name.endsWith(".tmp")),
      [],
    );
    assert.deepEqual(await workspace.backups.list(scratch.path("fails.txt")), []);
    assert.equal(await workspace.backups.head(scratch.path("fails.txt")), undefined);
  });

  test("a file that somebody else makes meanwhile isn't overwritten", async () => {
    const workspace = await openWorkspace({ root: scratch.root, backups: scratch.backups });
    const writing = workspace.sandbox.withPlace("made.txt", {}, async (place) => {
      scratch.write("made.txt", "theirs\n");
      await writeTextFile(place, Buffer.from("mine\n"), undefined);
    });
    await assert.rejects(writing, { code: "STALE_HASH" });
    assert.equal(scratch.read("made.txt"), "theirs\n");
  });
});

describe("several at once", () => {
  /** @returns the failures' codes and the successes' payloads */
  const outcomes = async (calls) => {
    const results = await Promise.all(calls);
    const [failed, done] = [results.filter(({ isError }) => isError), results.filter(({ isError }) => !isError)];
    return {
      codes: failed.map((result) => failureIn(result).code),
      done: done.map(({ structuredContent }) => structuredContent),
    };
  };

  test("edits with the same hash: one wins, the others find it stale", async () => {
    const expected_hash = contentHash(Buffer.from(scratch.write("race.txt", "value = 0\n")));
    const edit = (value) => call("edit_file", { path: "race.txt", old_text: "0", new_text: `${value}`, expected_hash });
    const { codes, done } = await outcomes([1, 2, 3, 4, 5].map(edit));
    assert.deepEqual(codes, Array(4).fill("STALE_HASH"));
    assert.equal(done[0].content_hash, contentHash(Buffer.from(scratch.read("race.txt"))));
    assert.match(scratch.read("race.txt"), /^value = [1-5]\n$/);
  });

  test("edits with the same hash from two processes: one wins", async () => {
    const other = await startServer(scratch);
    try {
      for (let round = 0; round < 10; round += 1) {
        const expected_hash = contentHash(Buffer.from(scratch.write("race-2.txt", `value = ${round}\n`)));
        const edits = [client, other.client, client, other.client].map((each, index) =>
          each.callTool({
            name: "write_file",
            arguments: { path: "race-2.txt", content: `${round}.${index}`, expected_hash },
          }),
        );
        const { codes, done } = await outcomes(edits);
        assert.deepEqual([done.length, ...codes], [1, "STALE_HASH", "STALE_HASH", "STALE_HASH"]);
        assert.equal(done[0].content_hash, contentHash(Buffer.from(scratch.read("race-2.txt"))));
      }
    } finally {
      await other.client.close();
    }
  });

  test("edits of different lines from two processes: none is lost, and all can be undone", async () => {
    const other = await startServer(scratch);
    try {
      const names = Array.from({ length: 20 }, (_, index) => `<${index}>`);
      const text = scratch.write("lines.txt", names.join("\n"));
      const edits = names.map((name, index) =>
        (index % 2 === 0 ? client : other.client).callTool({
          name: "edit_file",
          arguments: { path: "lines.txt", old_text: name, new_text: name.toUpperCase().replace("<", "done ") },
        }),
      );
      const { codes } = await outcomes(edits);
      assert.deepEqual(codes, []);
      assert.equal(scratch.read("lines.txt").match(/done/g).length, names.length);
      for (let left = names.length; left > 0; left -= 1)
        await call("backup", { action: "undo_last", file_path: "lines.txt" });
      assert.equal(scratch.read("lines.txt"), text);
    } finally {
      await other.client.close();
    }
  });

  describe("a lock", () => {
    let lock;
    before(async () => {
      scratch.write("locked.md", "a\n");
      await call("edit_file", { path: "locked.md", old_text: "a", new_text: "b" });
      const { backups } = (await call("backup", { action: "list", file_path: "locked.md" })).structuredContent;
      lock = join(scratch.backups, backups[0].backup_id.split("-")[0], "lock");
    });

    const edit = async () => {
      const started = performance.now();
      const { isError } = await call("write_file", { path: "locked.md", content: `${started}` });
      assert.notEqual(isError, true);
      assert.deepEqual(
        readdirSync(join(lock, "..")).filter((name) => name.startsWith("lock")),
        [],
      );
      return performance.now() - started;
    };

    test("is waited for", async () => {
      writeFileSync(lock, `${process.pid} 0123456789abcdef`);
      setTimeout(() => unlinkSync(lock), 400);
      assert.ok((await edit()) > 300);
    });

    test("of a process that was killed holds nobody up", async () => {
      const dead = spawn(process.execPath, ["-e", ""]);
      await new Promise((resolve) => dead.once("close", resolve));
      writeFileSync(lock, `${dead.pid} 0123456789abcdef`);
      assert.ok((await edit()) < 5000);
    });

    test("of a process that was killed, and whose number another one has by now, holds nobody up", async () => {
      writeFileSync(lock, `${process.pid} 0123456789abcdef`);
      const longAgo = new Date(Date.now() - 100_000);
      utimesSync(lock, longAgo, longAgo);
      assert.ok((await edit()) < 5000);
    });
  });
});

describe("the command line", () => {
  const run = async (...args) => {
    const child = spawn(process.execPath, [SERVER, ...args], { stdio: ["ignore", "pipe", "pipe"] });
    const output = { stdout: "", stderr: "" };
    for (const name of ["stdout", "stderr"])
      child[name].setEncoding("utf8").on("data", (data) => (output[name] += data));
    const code = await new Promise((resolve) => child.once("close", resolve));
    return { code, ...output };
  };

  test("says all of it with --help, and refuses what it doesn't know", async () => {
    const { code, stdout } = await run("--help");
    assert.equal(code, 0);
    for (const flag of ["--root", "--backups", "--max-file-bytes", "--http"]) assert.ok(stdout.includes(flag));
    for (const args of [
      ["--rot", "."],
      ["x"],
      ["--http", "x"],
      ["--http", "70000"],
      ["--root", scratch.path("missing")],
    ]) {
      const { code, stdout, stderr } = await run(...args);
      assert.deepEqual([code, stdout], [1, ""], args.join(" "));
      assert.match(stderr, /See --help/);
    }
  });

  test("serves Streamable HTTP to this machine, each client with what it has seen, and to no page of the web", async () => {
    const child = spawn(process.execPath, [SERVER, ...scratch.flags, "--http", "0"], {
      stdio: ["ignore", "ignore", "pipe"],
    });
    try {
      const [line] = await new Promise((resolve) =>
        child.stderr.setEncoding("utf8").once("data", (...data) => resolve(data)),
      );
      const url = new URL(line.match(/http:\S+/)[0]);
      const expected_hash = contentHash(Buffer.from(scratch.write("http.txt", "0\n")));
      const clients = await Promise.all(
        [1, 2].map(async () => (await listedClient(new StreamableHTTPClientTransport(url))).client),
      );
      const edits = await Promise.all(
        clients.map((each, index) =>
          each.callTool({
            name: "edit_file",
            arguments: { path: "http.txt", old_text: "0", new_text: `${index + 1}`, expected_hash },
          }),
        ),
      );
      assert.deepEqual(edits.map(({ isError }) => isError === true).sort(), [false, true]);
      const { structuredContent } = edits.find(({ isError }) => isError !== true);
      assert.equal(structuredContent.content_hash, contentHash(Buffer.from(scratch.read("http.txt"))));
      assert.equal(failureIn(edits.find(({ isError }) => isError === true)).code, "STALE_HASH");
      await Promise.all(clients.map((each) => each.close()));
      assert.equal(await statusOf(url, { origin: "https://evil.example" }), 403);
      assert.equal(await statusOf(url, { origin: "null" }), 403);
      assert.equal(await statusOf(url, { host: "evil.example" }), 403);
      assert.equal(await statusOf(url, { "mcp-session-id": "unknown" }), 404);
      assert.notEqual(await statusOf(url, { origin: "http://localhost:3000" }), 403);
    } finally {
      child.kill();
    }
  });

  const statusOf = (url, headers) =>
    new Promise((resolve, reject) => {
      const sent = request(
        url,
        { method: "POST", headers: { "content-type": "application/json", ...headers } },
        (response) => {
          response.resume();
          resolve(response.statusCode);
        },
      );
      sent.once("error", reject).end("{}");
    });
});
