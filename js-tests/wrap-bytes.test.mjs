// mcp-projection wrap: what passes between a client and its server, byte by byte.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { call, listOf, listTools, saidOnce, twice, wrapped } from "./wrapped-server.mjs";

const LIMIT = { timeout: 60_000 };
const message = (id, result) => `${JSON.stringify({ jsonrpc: "2.0", id, result })}\n`;
const listed = message("list", listOf("t"));

/** A server that answers tools/list, and each call with the same reply twice said. */
const ANSWERS = (payload) => `
  onLine((text) => {
    const { id, method } = JSON.parse(text);
    if (method === "tools/list") reply(id, ${JSON.stringify(listOf("t"))});
    if (method === "tools/call") reply(id, ${JSON.stringify(twice(payload))});
  });`;

/** What comes out for what a client sends, once the server has ended because the client had no more to say. */
async function exchange(code, messages, options) {
  const server = wrapped(code, options);
  server.send(...messages);
  server.child.stdin.end();
  return server.ended;
}

describe("what goes on", LIMIT, () => {
  test("is a reply that says its payload once", async () => {
    const { stdout, stderr, code } = await exchange(ANSWERS({ n: 1 }), [listTools, call(1), call("1")]);
    assert.equal(stdout.toString(), listed + message(1, saidOnce({ n: 1 })) + message("1", saidOnce({ n: 1 })));
    assert.deepEqual([stderr, code], ["", 0]);
  });

  test("goes once where the client hasn't asked for the list of tools, too: it can know of no outputSchema", async () => {
    const { stdout } = await exchange(ANSWERS({ n: 1 }), [call(1)]);
    assert.equal(stdout.toString(), message(1, saidOnce({ n: 1 })));
  });

  test("is everything else, byte for byte: batches, notifications, answers to nobody, text, and bytes that are no text", async () => {
    const lines = [
      "Listening on standard input\n",
      "\n",
      "  \t\r\n",
      `[${message(1, twice({ n: 1 })).trim()}, {"jsonrpc": "2.0", "method": "notifications/message"}]\n`,
      '{"jsonrpc": "2.0",  "method": "notifications/progress", "params": {"progress": 1.0}}\n',
      message(99, twice({ n: 1 })),
      '{"jsonrpc":"2.0","id":3,"method":"sampling/createMessage","params":{}}\n',
      '{"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"no"}}\n',
      '{"jsonrpc":"2.0","id":4,"result":{"content":[}}\n',
    ];
    const bytes = Buffer.concat([Buffer.from(lines.join("")), Buffer.from([0, 0xff, 0xfe, 0x80, 0x0a, 0xc3, 0x0a])]);
    const code = `process.stdin.resume().on("end", () => process.stdout.write(Buffer.from("${bytes.toString("base64")}", "base64")));`;
    const { stdout } = await exchange(code, [listTools, call(2), call(4)]);
    assert.deepEqual(stdout, bytes);
  });

  test("and a server's text between its replies doesn't keep the next from being projected", async () => {
    const code = `line("a banner"); process.stdout.write(Buffer.from([0x80, 0x0a]));${ANSWERS({ n: 1 })}`;
    const { stdout } = await exchange(code, [listTools, call(1)]);
    const expected = [Buffer.from("a banner\n"), Buffer.from([0x80, 0x0a]), Buffer.from(listed + message(1, saidOnce({ n: 1 })))];
    assert.deepEqual(stdout, Buffer.concat(expected));
  });

  test("has the ends of lines that it had", async () => {
    const code = `
      onLine((text) => {
        const { id, method } = JSON.parse(text);
        const result = method === "tools/list" ? ${JSON.stringify(listOf("t"))} : ${JSON.stringify(twice({ n: 1 }))};
        process.stdout.write(JSON.stringify({ jsonrpc: "2.0", id, result }) + "\\r\\n");
      });`;
    const { stdout } = await exchange(code, [listTools, call(1)].map((each) => `${JSON.stringify(each)}\r`));
    assert.equal(stdout.toString(), (listed + message(1, saidOnce({ n: 1 }))).replaceAll("\n", "\r\n"));
  });

  for (const [what, rest] of [
    ["half a line", '{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"te'],
    ["a line without its end", JSON.stringify({ jsonrpc: "2.0", method: "notifications/message", params: { data: "é" } })],
    ["half a character", Buffer.from('{"jsonrpc":"2.0","id":1,"result":"é').subarray(0, -1)],
  ]) {
    test(`is ${what} when the server ends there`, async () => {
      const bytes = Buffer.from(rest);
      const code = `process.stdin.resume().on("end", () => process.stdout.write(Buffer.from("${bytes.toString("base64")}", "base64")));`;
      const { stdout } = await exchange(code, [listTools, call(1)]);
      assert.deepEqual(stdout, bytes);
    });
  }

  test("is a reply of 12 MiB, said once, and a notification as long", async () => {
    const server = wrapped(`
      const text = "é".repeat(6 * 1024 * 1024);
      onLine((received) => {
        const { id, method } = JSON.parse(received);
        if (method === "tools/list") return reply(id, ${JSON.stringify(listOf("t"))});
        line(JSON.stringify({ jsonrpc: "2.0", method: "notifications/message", params: { data: text } }));
        reply(id, { content: [{ type: "text", text: JSON.stringify({ text }) }], structuredContent: { text } });
      });`);
    server.send(listTools, call(1));
    server.child.stdin.end();
    const { stdout } = await server.ended;
    const text = "é".repeat(6 * 1024 * 1024);
    const notification = `${JSON.stringify({ jsonrpc: "2.0", method: "notifications/message", params: { data: text } })}\n`;
    assert.ok(stdout.equals(Buffer.from(listed + notification + message(1, saidOnce({ text })))));
  });

  test("is what the client sends, as it sends it", async () => {
    const bytes = Buffer.concat([Buffer.from(`${JSON.stringify(call(1))}\r\n{"half":`), Buffer.from([0, 0xff, 0x80])]);
    const server = wrapped(`process.stdin.on("data", (chunk) => process.stdout.write(chunk.toString("hex") + "\\n"));`);
    for (const byte of bytes) server.child.stdin.write(Buffer.from([byte]));
    server.child.stdin.end();
    const { stdout } = await server.ended;
    assert.equal(stdout.toString().replaceAll("\n", ""), bytes.toString("hex"));
  });

  test("is what the server says on standard error, and nothing else", async () => {
    const bytes = Buffer.from([0x66, 0xff, 0x00, 0xc3, 0x0a, 0x0d]);
    const server = wrapped(`process.stderr.write(Buffer.from("${bytes.toString("base64")}", "base64"));${ANSWERS({ n: 1 })}`);
    server.send(listTools, call(1));
    server.child.stdin.end();
    await server.ended;
    assert.deepEqual(Buffer.concat(server.stderr), bytes);
  });
});

describe("when it goes on", LIMIT, () => {
  test("is at once, although the next message is only half there", async () => {
    // The second half comes only when the client has the first message.
    const server = wrapped(`
      onLine((text) => {
        const { id, method } = JSON.parse(text);
        if (method === "tools/list") reply(id, ${JSON.stringify(listOf("t"))});
        else if (id === 1) process.stdout.write(${JSON.stringify(message(1, twice({ n: 1 })) + message(2, twice({ n: 2 })).slice(0, 40))});
        else if (id === 3) process.stdout.write(${JSON.stringify(message(2, twice({ n: 2 })).slice(40))});
      });`);
    server.send(listTools, call(1), call(2));
    await server.heard(message(1, saidOnce({ n: 1 })));
    server.send(call(3));
    await server.heard(message(2, saidOnce({ n: 2 })));
    server.child.stdin.end();
    await server.ended;
  });

  test("is no faster than the client reads, and memory doesn't grow meanwhile", async () => {
    const MEBIBYTES = 96;
    const server = wrapped(`
      const chunk = Buffer.alloc(65536, "x");
      chunk[65535] = 10;
      let chunks = 0;
      const write = () => {
        while (chunks < ${MEBIBYTES * 16}) {
          chunks += 1;
          require("node:fs").writeSync(2, chunks + "\\n");
          if (!process.stdout.write(chunk)) return process.stdout.once("drain", write);
        }
        process.stdin.destroy();
      };
      process.stdin.once("data", write);`);
    server.child.stdout.pause();
    server.send("start");
    await atRest(() => Buffer.concat(server.stderr).length);
    const taken = Number(Buffer.concat(server.stderr).toString().trim().split("\n").at(-1)) / 16;
    assert.ok(taken < 8, `${taken} MiB were taken from the server before the client read any`);
    server.child.stdout.resume();
    const { stdout } = await server.ended;
    assert.equal(stdout.length, MEBIBYTES * 1024 * 1024);
  });

  test("is no faster than the server reads", async () => {
    const MEBIBYTES = 96;
    const server = wrapped(`
      const waiting = setInterval(() => {}, 1000);
      let length = 0;
      process.once("SIGUSR2", () => {
        clearInterval(waiting);
        process.stdin.on("data", (chunk) => (length += chunk.length)).on("end", () => line(length));
      });
      process.stderr.write("waiting");`);
    await server.heard("waiting", "stderr");
    const bytes = Buffer.alloc(1024 * 1024, "x");
    for (let sent = 0; sent < MEBIBYTES; sent += 1) server.child.stdin.write(bytes);
    server.child.stdin.end();
    await atRest(() => server.child.stdin.writableLength);
    const taken = MEBIBYTES - server.child.stdin.writableLength / bytes.length;
    assert.ok(taken < 8, `${taken} MiB were taken from the client before the server read any`);
    server.child.kill("SIGUSR2");
    const { stdout } = await server.ended;
    assert.equal(stdout.toString(), `${MEBIBYTES * bytes.length}\n`);
  });
});

/** Resolves when a figure hasn't changed for a while. */
async function atRest(figure) {
  for (let last; last !== figure(); ) {
    last = figure();
    await new Promise((look) => setTimeout(look, 500));
  }
}
