// mcp-projection wrap: how it starts and ends: as the server does.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { constants, tmpdir } from "node:os";
import path from "node:path";
import { after, describe, test } from "node:test";
import { clearInterval, setInterval } from "node:timers";

import { cli, started, wrapped } from "./wrapped-server.mjs";

const LIMIT = { timeout: 60_000 };
const folder = mkdtempSync(path.join(tmpdir(), "wrap-"));
after(() => rmSync(folder, { recursive: true, force: true }));

describe("it ends as the server ends, although the client has more to say", LIMIT, () => {
  for (const code of [0, 3, 255]) {
    test(`with exit code ${code}`, async () => {
      const { code: found, signal, stderr } = await wrapped(`process.exit(${code})`).ended;
      assert.deepEqual([found, signal, stderr], [code, null, ""]);
    });
  }

  for (const signal of ["SIGTERM", "SIGINT", "SIGKILL", "SIGSEGV", "SIGUSR1", "SIGHUP"]) {
    test(`by ${signal}`, async () => {
      // A shell, since Node answers some signals in its own way.
      const { code, signal: found } = await started(["wrap", "--", "sh", "-c", `kill -${signal.slice(3)} $$`]).ended;
      assert.deepEqual([code, found], [null, signal]);
    });
  }

  test("by a signal that Node ignores: then its number says it, as in shells", async () => {
    const { code } = await started(["wrap", "--", "sh", "-c", "kill -PIPE $$"]).ended;
    assert.equal(code, 128 + constants.signals.SIGPIPE);
  });

  test("with all that it wrote, up to the middle of a line", async () => {
    const server = wrapped(`
      const text = "x".repeat(1024 * 1024);
      for (let time = 0; time < 8; time += 1) process.stdout.write(text);
      process.stdout.write("half", () => process.exit(4));`);
    const { code, stdout } = await server.ended;
    assert.deepEqual([code, stdout.length, stdout.subarray(-4).toString()], [4, 8 * 1024 * 1024 + 4, "half"]);
  });
});

describe("it hands on the ends of streams", LIMIT, () => {
  test("the client's, which is how a server learns that it may go", async () => {
    const server = wrapped(`process.stdin.resume().on("end", () => { line("bye"); process.exitCode = 6; });`);
    server.child.stdin.end("no end of line");
    const { code, stdout } = await server.ended;
    assert.deepEqual([code, stdout.toString()], [6, "bye\n"]);
  });

  test("the server's, while the server goes on", async () => {
    const server = wrapped(`
      require("node:fs").closeSync(1);
      process.stdin.resume().on("end", () => process.exit(7));`);
    await new Promise((done) => server.child.stdout.once("end", done));
    assert.equal(server.hasEnded, undefined);
    server.child.stdin.end();
    assert.equal((await server.ended).code, 7);
  });

  test("a server that reads no more: the client's writes fail, and the server goes on", async () => {
    const server = wrapped(`
      process.stdin.once("data", () => {
        process.stdin.destroy().once("close", () => require("node:fs").closeSync(0));
        require("node:fs").writeSync(2, "closed");
        process.once("SIGUSR2", () => { line("still here"); process.exit(8); });
        setInterval(() => {}, 1000);
      });`);
    server.send("first");
    await server.heard("closed", "stderr");
    const failed = new Promise((fail) => server.child.stdin.once("error", fail));
    const more = setInterval(() => server.child.stdin.write("more\n"), 10);
    assert.match((await failed).code, /^(EPIPE|ECONNRESET)$/);
    clearInterval(more);
    server.child.kill("SIGUSR2");
    const { code, stdout } = await server.ended;
    assert.deepEqual([code, stdout.toString()], [8, "still here\n"]);
  });

  test("a client that reads no more: the server's writes fail", async () => {
    const server = wrapped(`
      process.stdout.on("error", ({ code }) => { require("node:fs").writeSync(2, code); process.exit(9); });
      line("first");
      setInterval(() => line("more"), 10);`);
    await server.heard("first");
    server.child.stdout.destroy();
    const { code, stderr } = await server.ended;
    assert.equal(code, 9);
    assert.match(stderr, /^(EPIPE|ECONNRESET)$/);
  });
});

describe("so it does where streams are pipes, as shells and other languages make them", LIMIT, () => {
  // Each server here waits for a file that the other end of the pipe makes when it has ended.
  const waiting = (file, code) => `setInterval(() => require("node:fs").existsSync(${JSON.stringify(file)}) && process.exit(${code}), 20);`;
  const bash = async (script, code) => {
    writeFileSync(path.join(folder, "server.cjs"), code);
    const shell = spawn("bash", ["-c", script], {
      cwd: folder,
      env: { ...process.env, SERVER: `'${process.execPath}' server.cjs`, WRAP: `'${process.execPath}' '${cli}' wrap --` },
      stdio: ["ignore", "inherit", "inherit"],
    });
    return new Promise((done) => shell.once("close", done));
  };

  test("the server's output", async () => {
    const server = `process.stdout.write("a\\n", () => require("node:fs").closeSync(1)); ${waiting("output-ended", 7)}`;
    assert.equal(await bash(`eval "exec $WRAP $SERVER" </dev/null | { cat; touch output-ended; }; exit \${PIPESTATUS[0]}`, server), 7);
  });

  test("the server's input", async () => {
    const server = `require("node:fs").closeSync(0); ${waiting("input-ended", 8)}`;
    assert.equal(await bash(`{ yes; touch input-ended; } 2>/dev/null | eval "exec $WRAP $SERVER"`, server), 8);
  });

  test("the client's", async () => {
    const server = `process.stdout.on("error", () => process.exit(9)); setInterval(() => console.log("more"), 10);`;
    assert.equal(await bash(`eval "exec $WRAP $SERVER" </dev/null | head -n 1 >/dev/null; exit \${PIPESTATUS[0]}`, server), 9);
  });
});

describe("signals reach the server, which decides", LIMIT, () => {
  for (const signal of ["SIGHUP", "SIGINT", "SIGQUIT", "SIGTERM", "SIGUSR1", "SIGUSR2"]) {
    test(signal, async () => {
      const server = wrapped(`
        process.on("${signal}", (name) => line(name));
        process.stdin.resume().on("end", () => process.exit(5));
        line("ready");`);
      await server.heard("ready");
      server.child.kill(signal);
      await server.heard(`${signal}\n`);
      server.child.stdin.end();
      assert.equal((await server.ended).code, 5);
    });
  }
});

describe("a command that can't be started", LIMIT, () => {
  const said = async (args, status) => {
    const { code, stdout, stderr } = await started(["wrap", "--", ...args]).ended;
    assert.deepEqual([code, stdout.toString()], [status, ""]);
    assert.match(stderr, /^mcp-projection: .+\n$/);
    return stderr;
  };

  test("because there is none", async () => {
    assert.match(await said(["no-such-command", "-y"], 127), /can't start "no-such-command": there is no such command/);
  });

  test("because its interpreter is missing", async () => {
    const file = path.join(folder, "script");
    writeFileSync(file, "#!/no/such/interpreter\n");
    chmodSync(file, 0o755);
    assert.match(await said([file], 127), /the interpreter that its first line names is missing/);
  });

  test("because it may not be run", async () => {
    const file = path.join(folder, "text");
    writeFileSync(file, "");
    assert.match(await said([file], 126), /EACCES/);
  });
});

test("the server has the arguments, the folder and the environment that it would have without wrap", LIMIT, async () => {
  const args = ["a b", 'a "b" \\', "", "--", "--policy", "$HOME `x` *", "ünï\n"];
  const server = started(
    ["wrap", "--", process.execPath, "--eval", "console.log(JSON.stringify([process.argv.slice(1), process.cwd(), process.env.A_NAME]))", "--", ...args],
    { cwd: folder, env: { ...process.env, A_NAME: "a value" } },
  );
  const { stdout } = await server.ended;
  const [found, cwd, value] = JSON.parse(stdout);
  assert.deepEqual([found, value], [args, "a value"]);
  assert.equal(path.basename(cwd), path.basename(folder));
});

test("a socket that it shares as standard output is still open to the others", LIMIT, async () => {
  // What a test starts has sockets for its streams.
  const script = `'${process.execPath}' '${cli}' wrap -- echo a </dev/null; echo b`;
  const shell = spawn("sh", ["-c", script], { stdio: ["ignore", "pipe", "inherit"] });
  const chunks = await shell.stdout.toArray();
  assert.equal(Buffer.concat(chunks).toString(), "a\nb\n");
});

test("it works on files as standard input and output", LIMIT, async () => {
  const run = (file) => `'${process.execPath}' '${cli}' wrap -- cat <'${file}' >'${file}.out' && cmp '${file}' '${file}.out'`;
  const file = path.join(folder, "lines");
  writeFileSync(file, "line\n".repeat(100_000));
  const shell = spawn("sh", ["-c", run(file)], { stdio: "inherit" });
  const [code] = await new Promise((done) => shell.once("close", (...ending) => done(ending)));
  assert.equal(code, 0);
});
