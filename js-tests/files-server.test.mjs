// What a file server promises of its replies (seed 001), held against examples/files-server as a process of its own.

import assert from "node:assert/strict";
import { chmodSync, readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";

import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";

import { Backups } from "../examples/files-server/backups.mjs";
import { contentHash } from "../examples/files-server/content-hash.mjs";
import { createFilesServer } from "../examples/files-server/files-server.mjs";
import { lineDiff, linesOf } from "../examples/files-server/line-diff.mjs";
import { openWorkspace } from "../examples/files-server/workspace.mjs";
import {
  Coherence,
  Scratch,
  failureIn,
  listedClient,
  outputSchemasOf,
  propertiesIn,
  startServer,
} from "./files-client.mjs";

const seedSchemas = JSON.parse(readFileSync(new URL("files-server-schemas.json", import.meta.url), "utf8"));
const TEXT_MEMBER = { read_file: "content" };

const scratch = new Scratch();
let server;
let coherence;
before(async () => {
  server = await startServer(scratch);
  coherence = new Coherence(outputSchemasOf(server.tools));
});
after(async () => {
  await server.client.close();
  scratch.remove();
});

const call = (name, args) => server.client.callTool({ name, arguments: args });

/** The payload of a success, once the reply has kept what every reply promises. */
async function succeed(tool, args) {
  const result = await call(tool, args);
  assert.notEqual(result.isError, true, result.content[0]?.text);
  assert.deepEqual(Object.keys(result).sort(), ["content", "structuredContent"]);
  const payload = result.structuredContent;
  coherence.requireConforming(tool, payload);
  assert.deepEqual(result.content, [{ type: "text", text: payload[TEXT_MEMBER[tool] ?? "message"] }]);
  const { required } = outputSchemasOf(server.tools)[tool];
  for (const [name, value] of Object.entries(payload)) {
    const isEmpty = value === "" || value === null || JSON.stringify(value) === "[]" || JSON.stringify(value) === "{}";
    assert.ok(!isEmpty || required.includes(name), `${tool}: ${name} is empty, and should be absent`);
  }
  return payload;
}

const fail = async (tool, args) => failureIn(await call(tool, args));
const lines = (count, word = "line") => Array.from({ length: count }, (_, index) => `${word} ${index + 1}\n`).join("");

describe("the outputSchemas are the seed's", () => {
  for (const [tool, seed] of Object.entries(seedSchemas)) {
    test(tool, () => {
      const listed = outputSchemasOf(server.tools)[tool];
      assert.deepEqual(Object.keys(listed.properties), Object.keys(seed.properties));
      assert.deepEqual(listed.required, seed.required);
      for (const [name, { type, description }] of Object.entries(seed.properties)) {
        assert.equal(listed.properties[name].type, type, name);
        if (description !== undefined) assert.equal(listed.properties[name].description, description);
      }
    });
  }

  test("every property is described, and no other is allowed", () => {
    for (const { name, outputSchema } of server.tools) {
      for (const { properties, additionalProperties } of objectSchemasIn(outputSchema)) {
        assert.equal(additionalProperties, false, name);
        for (const [property, { description }] of Object.entries(properties)) {
          assert.ok(description?.length > 10, `${name} doesn't describe ${property}`);
        }
      }
    }
  });

  function objectSchemasIn(schema) {
    const { properties, items } = schema;
    const inner = [...Object.values(properties ?? {}), ...(items === undefined ? [] : [items])].flatMap(
      objectSchemasIn,
    );
    return properties === undefined ? inner : [schema, ...inner];
  }
});

describe("every success mode conforms to its schema, with the text of its member", () => {
  test("read_file: a whole file, and an empty one", async () => {
    const text = scratch.write("read.txt", lines(3));
    assert.deepEqual(await succeed("read_file", { path: "read.txt" }), {
      content: text,
      content_hash: contentHash(Buffer.from(text)),
    });
    scratch.write("empty.txt", "");
    assert.deepEqual(await succeed("read_file", { path: "empty.txt" }), { content: "", content_hash: "811c9dc5" });
  });

  test("read_file: a range of lines has the hash of the full file", async () => {
    const text = scratch.write("range.txt", "one\r\ntwo\nthree");
    const content_hash = contentHash(Buffer.from(text));
    const range = (start_line, end_line) => succeed("read_file", { path: "range.txt", start_line, end_line });
    assert.deepEqual(await range(1, 1), { content: "one\r\n", content_hash });
    assert.deepEqual(await range(2, 3), { content: "two\nthree", content_hash });
    assert.deepEqual(await range(3, 99), { content: "three", content_hash });
  });

  test("read_file: a cut is annotated with where to go on, and has the hash of the full file", async () => {
    const text = scratch.write("long.txt", lines(100));
    const { content, content_hash } = await succeed("read_file", { path: "long.txt", max_bytes: 100 });
    assert.equal(content_hash, contentHash(Buffer.from(text)));
    const [, cut, next] = content.match(/^([^]*)\[truncated before line \d+ of 100; read on with start_line: (\d+)\]$/);
    const rest = await succeed("read_file", { path: "long.txt", start_line: Number(next) });
    assert.equal(cut + rest.content, text);
  });

  test("read_file: a line that is too long is cut between two characters", async () => {
    scratch.write("wide.txt", `\ufeff${"😀".repeat(10)}`);
    const { content } = await succeed("read_file", { path: "wide.txt", max_bytes: 14 });
    assert.match(content, /^\ufeff😀😀\n\[truncated inside of line 1 of 1/u);
  });

  test("read_file: several files have no content_hash", async () => {
    scratch.write("a/one.txt", "1\n");
    scratch.write("a/two.txt", "2");
    const payload = await succeed("read_file", { paths: ["a/one.txt", "a/two.txt"] });
    assert.deepEqual(payload, { content: '==> "a/one.txt" (2 bytes) <==\n1\n\n==> "a/two.txt" (1 bytes) <==\n2\n' });
  });

  test("write_file: a new file, also in a new folder", async () => {
    const payload = await succeed("write_file", { path: "new/deep/file.txt", content: "é\n" });
    assert.deepEqual(Object.keys(payload), ["path", "bytes_written", "content_hash", "message"]);
    assert.equal(payload.path, scratch.path("new/deep/file.txt"));
    assert.equal(payload.bytes_written, 3);
    assert.equal(scratch.read("new/deep/file.txt"), "é\n");
  });

  test("write_file: in place of another, of which a backup is kept", async () => {
    const old = scratch.write("over.txt", "old\n");
    const { backup_id, feedback } = await succeed("write_file", { path: "over.txt", content: "new\n" });
    assert.equal(feedback, undefined);
    await succeed("backup", { action: "restore", backup_id });
    assert.equal(scratch.read("over.txt"), old);
  });

  test("write_file: the same content again writes nothing and keeps no backup", async () => {
    scratch.write("same.txt", "same\n");
    const snapshot = scratch.snapshot();
    const payload = await succeed("write_file", { path: "same.txt", content: "same\n" });
    assert.deepEqual([payload.bytes_written, payload.backup_id], [0, undefined]);
    assert.deepEqual(scratch.snapshot(), snapshot);
  });

  test("write_file: feedback on what looks like an accident", async () => {
    for (const [path, content, feedback] of [
      ["short.txt", lines(3), /^Truncation\?/],
      ["grown.txt", lines(99), /^Inflation\?/],
      ["other.txt", lines(20, "word"), /^Rewrite\?/],
    ]) {
      scratch.write(path, lines(20));
      assert.match((await succeed("write_file", { path, content })).feedback, feedback);
    }
  });

  test("write_file: feedback on a change by somebody else, and none on one's own", async () => {
    await succeed("write_file", { path: "shared.txt", content: "mine\n" });
    assert.equal((await succeed("write_file", { path: "shared.txt", content: "mine again\n" })).feedback, undefined);
    scratch.write("shared.txt", "theirs\n");
    const { feedback } = await succeed("write_file", { path: "shared.txt", content: "mine at last\n" });
    assert.match(feedback, /changed by somebody else/);
  });

  test("edit_file: one replacement, with its diff", async () => {
    scratch.write("main.go", "package main\n\nconst version = 3\n");
    const payload = await succeed("edit_file", { path: "main.go", old_text: "= 3", new_text: "= 4\nconst patch = 1" });
    const { replacements, lines_added, lines_removed, total_lines, message } = payload;
    assert.deepEqual(
      { replacements, lines_added, lines_removed, total_lines },
      { replacements: 1, lines_added: 2, lines_removed: 1, total_lines: 4 },
    );
    assert.ok(
      message.endsWith("@@ -1,3 +1,4 @@\n package main\n \n-const version = 3\n+const version = 4\n+const patch = 1"),
      message,
    );
    for (const absent of ["parent_backup_id", "risk_warning", "structure_warning", "integrity", "external_change"]) {
      assert.ok(!(absent in payload), absent);
    }
  });

  test("edit_file: every occurrence, and what a replacement string of JavaScript would expand", async () => {
    scratch.write("all.txt", "a b a\n");
    const payload = await succeed("edit_file", { path: "all.txt", old_text: "a", new_text: "$&$1", replace_all: true });
    assert.equal(payload.replacements, 2);
    assert.equal(scratch.read("all.txt"), "$&$1 b $&$1\n");
  });

  test("edit_file: how much of the file is another one now, and whether it was written", async () => {
    for (const [count, risk] of [
      [1, undefined],
      [5, "MEDIUM"],
      [10, "HIGH"],
      [19, "CRITICAL"],
    ]) {
      scratch.write("risk.txt", lines(20));
      const payload = await succeed("edit_file", { path: "risk.txt", old_text: lines(count), new_text: "changed\n" });
      assert.equal(payload.risk_warning, risk);
      const verified = risk === "HIGH" || risk === "CRITICAL";
      assert.equal(payload.integrity?.startsWith("verified: ") === true, verified, payload.integrity);
    }
  });

  test("edit_file: a bracket that this edit left open, and none that was open before", async () => {
    scratch.write("code.js", 'f("(");\nif (a) {\n  b();\n}\n(');
    const { structure_warning } = await succeed("edit_file", { path: "code.js", old_text: "{", new_text: "" });
    assert.equal(structure_warning, '1 more "}" than "{"; they were balanced before');
    const next = await succeed("edit_file", { path: "code.js", old_text: "b()", new_text: 'b("[")' });
    assert.equal(next.structure_warning, undefined);
  });

  test("edit_file: a file that somebody else changed since", async () => {
    scratch.write("watched.txt", "one\n");
    await succeed("read_file", { path: "watched.txt" });
    scratch.write("watched.txt", "one\ntwo\n");
    const { external_change } = await succeed("edit_file", { path: "watched.txt", old_text: "one", new_text: "1" });
    assert.match(external_change, /changed by somebody else/);
    const own = await succeed("edit_file", { path: "watched.txt", old_text: "two", new_text: "2" });
    assert.equal(own.external_change, undefined);
  });

  test("multi_edit: all edits, each in what the ones before left", async () => {
    scratch.write("multi.txt", lines(20));
    const edits = [
      { old_text: lines(10), new_text: "(\n" },
      { old_text: "(\n", new_text: "((\n" },
    ];
    const payload = await succeed("multi_edit", { path: "multi.txt", edits });
    assert.deepEqual([payload.successful_edits, payload.total_edits, payload.risk_warning], [2, 2, "HIGH"]);
    assert.ok(payload.structure_warning && payload.integrity);
    const again = { path: "multi.txt", edits: [{ old_text: "((", new_text: "()" }] };
    assert.equal((await succeed("multi_edit", again)).parent_backup_id, payload.backup_id);
  });

  test("multi_edit: without those that fail, if asked for", async () => {
    scratch.write("skip.txt", "a\n");
    const edits = [
      { old_text: "missing", new_text: "" },
      { old_text: "a", new_text: "b" },
    ];
    const payload = await succeed("multi_edit", { path: "skip.txt", edits, skip_failing: true });
    assert.deepEqual([payload.successful_edits, payload.total_edits], [1, 2]);
    assert.match(payload.message, /skipped edit 1: TEXT_NOT_FOUND/);
    assert.equal(scratch.read("skip.txt"), "b\n");
  });

  test("backup: none, one file's, and all", async () => {
    const none = await succeed("backup", { action: "list", file_path: "empty.txt" });
    assert.deepEqual(Object.keys(none), ["action", "total_backups", "message"]);
    const { backups } = await succeed("backup", { action: "list", file_path: "watched.txt" });
    assert.deepEqual(
      backups.map(({ before }) => before),
      ["edit_file", "edit_file"],
    );
    assert.equal(backups[0].parent_backup_id, backups[1].backup_id);
    assert.ok((await succeed("backup", { action: "list" })).total_backups > 10);
  });

  test("backup: undone step by step to the beginning, and redone by id", async () => {
    scratch.write("undo.txt", "0\n");
    const made = [];
    for (const step of [1, 2, 3]) {
      made.push(await succeed("edit_file", { path: "undo.txt", old_text: `${step - 1}`, new_text: `${step}` }));
    }
    // The chain, as a client walks it by ids alone.
    assert.deepEqual(
      made.map(({ parent_backup_id }) => parent_backup_id),
      [undefined, made[0].backup_id, made[1].backup_id],
    );
    let redo;
    for (const step of [2, 1, 0]) {
      const undone = await succeed("backup", { action: "undo_last", file_path: "undo.txt" });
      assert.equal(scratch.read("undo.txt"), `${step}\n`);
      assert.equal(undone.restored_backup_id, made[step].backup_id);
      assert.equal(undone.parent_backup_id, made[step - 1]?.backup_id);
      assert.equal(undone.content_hash, contentHash(Buffer.from(`${step}\n`)));
      redo ??= undone.backup_id;
    }
    assert.equal((await fail("backup", { action: "undo_last", file_path: "undo.txt" })).code, "NOTHING_TO_UNDO");
    await succeed("backup", { action: "restore", backup_id: redo });
    assert.equal(scratch.read("undo.txt"), "3\n");
    // A restore is a change as well, and can be undone.
    await succeed("backup", { action: "undo_last", file_path: "undo.txt" });
    assert.equal(scratch.read("undo.txt"), "0\n");
  });

  test("backup: an edit after an undo goes on from there", async () => {
    scratch.write("branch.txt", "a");
    const first = await succeed("edit_file", { path: "branch.txt", old_text: "a", new_text: "b" });
    await succeed("edit_file", { path: "branch.txt", old_text: "b", new_text: "c" });
    await succeed("backup", { action: "undo_last", file_path: "branch.txt" });
    const next = await succeed("edit_file", { path: "branch.txt", old_text: "b", new_text: "d" });
    assert.equal(next.parent_backup_id, first.backup_id);
  });

  test("backup: an undo that fails takes nothing off the chain", { skip: process.platform === "win32" }, async () => {
    scratch.write("kept.txt", "a");
    await succeed("edit_file", { path: "kept.txt", old_text: "a", new_text: "b" });
    const { backup_id } = await succeed("edit_file", { path: "kept.txt", old_text: "b", new_text: "c" });
    chmodSync(scratch.path("kept.txt"), 0o444);
    assert.equal((await fail("backup", { action: "undo_last", file_path: "kept.txt" })).code, "READ_ONLY");
    chmodSync(scratch.path("kept.txt"), 0o644);
    const undone = await succeed("backup", { action: "undo_last", file_path: "kept.txt" });
    assert.equal(undone.restored_backup_id, backup_id);
  });

  test("backup: one of a change that never came to be is passed over", async () => {
    scratch.write("passed.txt", "a");
    await succeed("edit_file", { path: "passed.txt", old_text: "a", new_text: "b" });
    // As a process leaves it that is killed between the backup and the write.
    const bytes = Buffer.from("b");
    const file = { bytes, text: "b", hash: contentHash(bytes), mode: 0o644 };
    await new Backups(scratch.backups).add(scratch.path("passed.txt"), file, "edit_file");
    await succeed("backup", { action: "undo_last", file_path: "passed.txt" });
    assert.equal(scratch.read("passed.txt"), "a");
  });

  test("backup: the newest 100 of a file are kept, and undone to the oldest of them", async () => {
    const path = scratch.path("many.txt");
    const backups = new Backups(scratch.backups);
    await backups.withLock(path, async () => {
      for (let step = 0; step < 102; step += 1) {
        const bytes = Buffer.from(`${step}`);
        await backups.add(path, { bytes, text: `${step}`, hash: contentHash(bytes), mode: 0o644 }, "test");
      }
    });
    const { backups: listed, total_backups } = await succeed("backup", { action: "list", file_path: "many.txt" });
    assert.deepEqual([listed.length, total_backups], [50, 100]);
    const [oldest] = (await backups.list(path)).slice(-1);
    assert.equal((await backups.bytesOf(oldest)).toString(), "2");
    assert.equal(await backups.parentOf(oldest), undefined);
  });

  test("no property of a schema is left that no success mode produces", () => {
    coherence.requireProduced();
  });
});

describe("drift fails", () => {
  const payload = { content: "a", content_hash: "e40c292c" };
  const schemaOf = async (change) => {
    const schema = structuredClone(outputSchemasOf(server.tools).read_file);
    change(schema);
    return new Coherence({ read_file: schema });
  };

  test("where a payload has a member that the schema doesn't", async () => {
    const drifted = await schemaOf(({ properties }) => delete properties.content_hash);
    assert.throws(() => drifted.requireConforming("read_file", payload), /additional properties/);
  });

  test("where a schema has a property that no payload has", async () => {
    const drifted = await schemaOf(({ properties }) => (properties.encoding = { type: "string" }));
    drifted.requireConforming("read_file", payload);
    assert.throws(() => drifted.requireProduced(), /read_file\/encoding/);
    assert.ok(propertiesIn(outputSchemasOf(server.tools).backup).includes("/backups/*/path"));
  });
});

describe("text arrives byte for byte", () => {
  const texts = {
    "line and paragraph separators": "a\u2028b\u2029c\u0085d\n",
    "CR LF, CR and LF": "a\r\nb\rc\nd",
    "emoji and combining characters": "👩‍👩‍👧‍👦 e\u0301 ñ \u{10ffff}\n",
    "a byte order mark": "\ufeffa\n",
    "what JSON escapes": 'quote " backslash \\ \\u0041 \\n tab\t bell\u0007 delete\u007f slash / </script>\n',
    "a replacement character of its own": "\ufffd\n",
    "something that looks like the end of a reply": '"}],"isError":true}\n# content_hash: 00000000\n',
  };
  for (const [name, text] of Object.entries(texts)) {
    test(name, async () => {
      const path = `bytes/${name}.txt`;
      const { content_hash } = await succeed("write_file", { path, content: text });
      assert.equal(scratch.read(path), text);
      assert.deepEqual(await succeed("read_file", { path }), { content: text, content_hash });
      // Its own text is in the diff of the message, which is held against the text block too.
      const { message } = await succeed("edit_file", { path, old_text: text, new_text: `${text}${text}` });
      assert.ok(
        message.includes(`+${linesOf(text)[0].replace(/\n$/, "")}`) ||
          message.includes(` ${linesOf(text)[0].replace(/\n$/, "")}`),
        message,
      );
      assert.equal(scratch.read(path), text + text);
    });
  }

  test("a file's name can't break out of the message", async () => {
    const path = 'a "quoted"\nname: <b>.txt';
    const { message } = await succeed("write_file", { path, content: "x" });
    assert.ok(message.startsWith(`Made ${JSON.stringify(path)}: `), message);
  });
});

describe("a hash is a token that chains", () => {
  test("read, write, edit, multi_edit and undo", async () => {
    scratch.write("chain.txt", "v3.0.0\n");
    const { content_hash: read } = await succeed("read_file", { path: "chain.txt" });
    const edit = { path: "chain.txt", old_text: "v3", new_text: "v4", expected_hash: read };
    const { content_hash: edited } = await succeed("edit_file", edit);
    const write = { path: "chain.txt", content: "v5.0.0\n", expected_hash: edited };
    const { content_hash: written } = await succeed("write_file", write);
    const batch = { path: "chain.txt", edits: [{ old_text: "v5", new_text: "v6" }], expected_hash: written };
    const { content_hash: last } = await succeed("multi_edit", batch);
    const undo = { action: "undo_last", file_path: "chain.txt", expected_hash: last };
    assert.equal((await succeed("backup", undo)).content_hash, written);
    for (const [tool, args] of Object.entries({
      edit_file: edit,
      write_file: { ...write, expected_hash: read },
      multi_edit: { ...batch, expected_hash: read },
      backup: undo,
    })) {
      const { code, data } = await fail(tool, args);
      assert.equal(code, "STALE_HASH");
      assert.deepEqual(data, { path: "chain.txt", expected_hash: args.expected_hash, actual_hash: written }, tool);
    }
    assert.equal(scratch.read("chain.txt"), "v5.0.0\n");
  });

  test("FNV-1a of 32 bits", () => {
    for (const [text, hash] of [
      ["", "811c9dc5"],
      ["a", "e40c292c"],
      ["foobar", "bf9cf968"],
    ]) {
      assert.equal(contentHash(Buffer.from(text)), hash);
    }
  });
});

describe("without projectReplies", () => {
  const promises = {
    "the text is the message": async (client) => {
      const { content, structuredContent } = await client.callTool({
        name: "write_file",
        arguments: { path: "p.txt", content: "a" },
      });
      assert.equal(content[0].text, structuredContent.message);
    },
    "the text of a file is its content": async (client) => {
      const { content, structuredContent } = await client.callTool({ name: "read_file", arguments: { path: "p.txt" } });
      assert.equal(content[0].text, structuredContent.content);
    },
    "an error has its code and data in its text": async (client) => {
      assert.equal(
        failureIn(await client.callTool({ name: "read_file", arguments: { path: "missing" } })).data.path,
        "missing",
      );
    },
  };
  const connect = async (options, onReply = () => {}) => {
    const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
    await createFilesServer(await openWorkspace({ root: scratch.root, backups: scratch.backups }), options).connect(
      serverSide,
    );
    const send = serverSide.send.bind(serverSide);
    serverSide.send = (message, ...rest) => {
      onReply(message.result);
      return send(message, ...rest);
    };
    return (await listedClient(clientSide)).client;
  };

  for (const [name, keep] of Object.entries(promises)) {
    test(`it isn't so that ${name}`, async () => {
      scratch.write("p.txt", "text\n");
      await keep(await connect());
      await assert.rejects(async () => keep(await connect({ project: () => {} })), assert.AssertionError);
    });
  }

  test("an error that had structuredContent would be refused by a client that has listed the tools", async () => {
    const envelope = (result) => {
      if (result?.isError === true) result.structuredContent = { ok: false, error: { code: "NOT_FOUND", message: "" } };
    };
    const missing = { name: "read_file", arguments: { path: "missing" } };
    await assert.rejects(async () => (await connect({}, envelope)).callTool(missing), /-32602/);
    assert.equal((await (await connect()).callTool(missing)).isError, true);
  });

  test("a client that has listed nothing gets the same replies", async () => {
    const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
    await createFilesServer(await openWorkspace({ root: scratch.root, backups: scratch.backups })).connect(serverSide);
    const client = new Client({ name: "files-server-tests", version: "0.0.0" });
    await client.connect(clientSide);
    for (const keep of Object.values(promises)) await keep(client);
  });
});

describe("a diff", () => {
  // Numbers that look random and are the same each time.
  let seed = 1;
  const pick = (below) => {
    seed = (Math.imul(seed, 1103515245) + 12345) | 0;
    return (seed >>> 16) % below;
  };

  test("takes away and brings the fewest lines, and leads from one text to the other", () => {
    for (let round = 0; round < 400; round += 1) {
      const make = () => Array.from({ length: pick(25) }, () => `${"abcd"[pick(4)]}\n`);
      const [old, now] = [make(), make()];
      if (pick(3) === 0) now.push("no newline");
      const { added, removed, text } = lineDiff(old.join(""), now.join(""));
      const common = longestCommon(old, now);
      assert.deepEqual([added, removed], [now.length - common, old.length - common], JSON.stringify([old, now]));
      assert.equal(patched(old, text), now.join(""), text);
    }
  });

  test("of two long texts with nothing in common ends soon", () => {
    const { added, removed, text } = lineDiff(lines(20_000, "a"), lines(20_000, "b"));
    assert.deepEqual([added, removed], [20_000, 20_000]);
    assert.match(text, /\n… and \d+ more lines of the diff$/);
  });

  function longestCommon(old, now) {
    let row = new Array(now.length + 1).fill(0);
    for (const line of old) {
      const next = [0];
      for (const [index, other] of now.entries())
        next.push(line === other ? row[index] + 1 : Math.max(row[index + 1], next[index]));
      row = next;
    }
    return row.at(-1);
  }

  function patched(old, diff) {
    const result = [];
    let at = 0;
    for (const line of diff === "" ? [] : diff.split("\n")) {
      const [, from, count] = line.match(/^@@ -(\d+),(\d+) /) ?? [];
      if (from !== undefined) {
        const start = Number(count) === 0 ? Number(from) : Number(from) - 1;
        while (at < start) result.push(old[at++]);
      } else if (line.startsWith("\\")) result.push(result.pop().replace(/\n$/, ""));
      else if (line.startsWith("+")) result.push(`${line.slice(1)}\n`);
      else {
        assert.equal(old[at], `${line.slice(1)}\n`);
        at += 1;
        if (line.startsWith(" ")) result.push(`${line.slice(1)}\n`);
      }
    }
    return [...result, ...old.slice(at)].join("");
  }
});
