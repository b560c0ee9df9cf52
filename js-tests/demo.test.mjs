// The part of the demo that starts servers: its checks see a projection that is missing, and it leaves nothing behind.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";

import { run } from "../examples/demo/run.mjs";
import { talkTo } from "../examples/demo/server-process.mjs";
import { files } from "../examples/demo/servers/files.mjs";
import { ledger } from "../examples/demo/servers/ledger.mjs";
import { outline } from "../examples/demo/servers/outline.mjs";
import { runServer } from "../examples/demo/show-servers.mjs";

const DEMO = fileURLToPath(new URL("../examples/demo/demo.mjs", import.meta.url));
const UNPROJECTED = fileURLToPath(new URL("../examples/demo/unprojected.mjs", import.meta.url));

/** The same with projectReplies taken out on both sides. */
const unprojected = (demo) => ({
  ...demo,
  prepare(folder) {
    const { before } = demo.prepare(folder);
    return { before, after: [UNPROJECTED, ...before] };
  },
});

const notKept = ({ verdicts }) => verdicts.filter(({ kept }) => !kept).map(({ sentence }) => sentence);

describe("every promise is kept by the server, and one at least is broken without projectReplies", () => {
  const broken = {
    outline: [/^page_render is the Markdown itself/, /^each success carries its payload once/],
    files: [/^read_file's text is the file/, /^edit_file's text is its message/, /^the stale hash is refused/],
    ledger: [/^the page fits/, /^whichever half/, /^the summary counts/, /^asked as the cut page says/, /^the error's text names/, /^it says whether/],
  };
  for (const [name, demo] of Object.entries({ outline, files, ledger })) {
    test(name, async () => {
      assert.deepEqual(notKept(await runServer(demo)), []);
      const sentences = notKept(await runServer(unprojected(demo)));
      for (const promise of broken[name]) assert.ok(sentences.some((sentence) => promise.test(sentence)), `${promise} was kept`);
    });
  }
});

describe("the exit code says whether every promise was kept", () => {
  for (const [demo, code] of [
    [files, 0],
    [unprojected(files), 1],
  ]) {
    test(String(code), async () => {
      let output = "";
      assert.equal(await run({ isTTY: false, write: (text) => (output += text) }, [demo]), code);
      assert.equal(output.includes("✗ not kept:"), code === 1);
      assert.equal(output.includes("\u001b"), false);
    });
  }
});

describe("nothing is left behind", () => {
  const temporary = mkdtempSync(path.join(tmpdir(), "demo-test-"));
  const ours = process.env.TMPDIR;
  before(() => (process.env.TMPDIR = temporary));
  after(() => {
    if (ours === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = ours;
    rmSync(temporary, { recursive: true, force: true });
  });

  test("where a conversation with a server breaks off", async () => {
    const failing = {
      ...files,
      async talk(call) {
        await call("read_file", "no such file", { path: "none" });
        assert.equal(readdirSync(temporary).length, 1);
        assert.ok(process.getActiveResourcesInfo().includes("ProcessWrap"));
        throw new Error("the conversation broke off");
      },
    };
    await assert.rejects(runServer(failing), /the conversation broke off/);
    assert.deepEqual(readdirSync(temporary), []);
    // Node takes a moment to let go of a process that has ended.
    const hasChild = () => process.getActiveResourcesInfo().includes("ProcessWrap");
    for (let wait = 0; hasChild() && wait < 100; wait += 1) await setTimeout(20);
    assert.ok(!hasChild());
  });

  test("where the demo is ended from outside", async () => {
    const demo = spawn(process.execPath, [DEMO], { stdio: ["ignore", "pipe", "inherit"] });
    let output = "";
    let seen = [];
    demo.stdout.on("data", (bytes) => {
      output += bytes;
      // The first server's part is out, so the second server is at work.
      if (!/^outline-server: /m.test(output)) return;
      seen = readdirSync(temporary);
      demo.kill("SIGTERM");
    });
    const [code] = await once(demo, "close");
    assert.equal(code, 1);
    assert.doesNotMatch(output, /^ledger-server: /m);
    assert.deepEqual(readdirSync(temporary), [], `there were ${seen.length}`);
  });
});

test("a server that can't be started is named, with its log", async () => {
  await assert.rejects(talkTo([UNPROJECTED, "nobody"], async () => {}), /unprojected\.mjs nobody: [^]*the server's log:[^]*not a function/);
});
