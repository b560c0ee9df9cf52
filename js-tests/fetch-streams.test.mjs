// projectFetch on streams: what arrives goes on at once, in whatever pieces it comes, at the pace of the slower side, and to its last byte.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { describe, test } from "node:test";
import { gzipSync } from "node:zlib";

import { Projection } from "mcp-projection";
import { projectFetch } from "mcp-projection/fetch";

import { listenerOf } from "../examples/edge-worker/node-listener.mjs";
import { bytes, bytesOf, exchange, get, post, upstream } from "./http-upstream.mjs";

const projection = new Projection({});
const options = { assumesOutputSchema: false };
const events = { "Content-Type": "text/event-stream" };
const sse = { headers: events };

const types = exchange("motherduck-types");
const projected = types.projected(projection);
assert.notEqual(projected, types.message);

/** A stream as servers send it, with the answer in the middle; everything else must stay byte for byte. */
const streamWith = (message) =>
  [
    ": hello\n\n",
    'id: 1\nevent: message\nretry: 100\ndata: {"jsonrpc":"2.0","method":"notifications/progress","params":{"progress":1}}\n\n',
    'id: 2\r\ndata: {"jsonrpc":"2.0","id":1,"method":"sampling/createMessage","params":{"text":"größe 📌"}}\r\n\r\n',
    `event: message\nid: 3\ndata: ${message}\n\n`,
    'data: {"jsonrpc":"2.0","id":1,"result":{"content":[]}}\n\n',
    "data: no JSON\ndata\nunknown: 1\n\n",
    'data: {"jsonrpc":"2.0","id":7,"result":{}}\n\nid: 4\ndata: cut of',
  ].join("");
const sent = bytes(streamWith(types.message));
const expected = streamWith(projected);

/** A body in the given parts. */
function bodyOf(parts) {
  const left = [...parts];
  return new ReadableStream({
    pull(controller) {
      if (left.length === 0) controller.close();
      else controller.enqueue(left.shift());
    },
  });
}

/** Answers a call with these parts, from a function in the upstream's place. */
const answerIn = (parts) => projectFetch(async () => new Response(bodyOf(parts), sse), projection, options)(post(types.call));

describe("an event stream", { timeout: 60_000 }, () => {
  test("has its results projected, and all else byte for byte, whatever is wrong with it", async () => {
    const response = await answerIn([sent]);
    assert.equal(response.headers.get("content-type"), "text/event-stream");
    assert.equal(response.headers.get("content-length"), null);
    assert.equal(await response.text(), expected);
  });

  test("is the same wherever its parts are cut", async () => {
    for (let cut = 1; cut < sent.length; cut += 1) {
      const response = await answerIn([sent.subarray(0, cut), sent.subarray(cut)]);
      assert.equal(await response.text(), expected, `cut at ${cut}`);
    }
    assert.equal(await (await answerIn(Array.from(sent, (byte) => Uint8Array.of(byte)))).text(), expected);
    assert.equal(await (await answerIn(Array.from(sent, (byte) => [Uint8Array.of(byte), new Uint8Array(0)]).flat())).text(), expected);
  });

  test("of bytes that are no text goes by as it is", async () => {
    const garbage = Uint8Array.from({ length: 5000 }, (_, index) => (index * index * 31 + (index >> 3)) % 256);
    const response = await answerIn([garbage.subarray(0, 1234), garbage.subarray(1234)]);
    assert.deepEqual(new Uint8Array(await response.arrayBuffer()), garbage);
  });

  test("with an event over the bound goes on with that event as it is and the next projected", async () => {
    const long = `data: ${"x".repeat(5000)}\n\n`;
    const [head, tail] = [bytes(long), bytes(`data: ${types.message}\n\n`)];
    const answer = projectFetch(async () => new Response(bodyOf([head, tail]), sse), projection, { ...options, maxMessageBytes: 4000 });
    assert.equal(await (await answer(post(types.call))).text(), `${long}data: ${projected}\n\n`);
  });

  test("hands on its first projected event before the upstream has ended", async (t) => {
    let finish;
    const hasRead = new Promise((resolve) => (finish = resolve));
    const { url } = await upstream(t, async (outgoing) => {
      outgoing.writeHead(200, events).write(`id: 1\ndata: ${types.message}\n\n`);
      await hasRead;
      outgoing.end("id: 2\ndata: {}\n\n");
    });
    const response = await projectFetch(url, projection, options)(post(types.call));
    const reader = response.body.getReader();
    let text = "";
    while (!text.endsWith("\n\n")) text += Buffer.from((await reader.read()).value).toString();
    assert.equal(text, `id: 1\ndata: ${projected}\n\n`);
    finish();
    assert.equal(Buffer.from((await reader.read()).value).toString(), "id: 2\ndata: {}\n\n");
    assert.equal((await reader.read()).done, true);
  });

  test("of small parts, each of which goes on in memory of its own size", async (t) => {
    const { url } = await upstream(t, async (outgoing) => {
      outgoing.writeHead(200, events);
      for (let count = 0; count < 20; count += 1) {
        outgoing.write("data: {}\n\n");
        await new Promise((resolve) => setTimeout(resolve, 2));
      }
      outgoing.end();
    });
    let length = 0;
    for await (const part of (await projectFetch(url, projection, options)(post(types.call))).body) {
      assert.ok(part.buffer.byteLength < 1000, `${part.length} bytes hold ${part.buffer.byteLength}`);
      length += part.length;
    }
    assert.equal(length, 20 * 10);
  });

  test("in a coding that nobody has decoded isn't held back for the ends of events", async () => {
    const parts = [gzipSync(sent).subarray(0, 100), gzipSync(sent).subarray(100)];
    let hasRead;
    const body = new ReadableStream({
      async pull(controller) {
        if (parts.length === 1) await new Promise((resolve) => (hasRead = resolve));
        if (parts.length === 0) controller.close();
        else controller.enqueue(parts.shift());
      },
    });
    const headers = { ...events, "Content-Encoding": "gzip" };
    const response = await projectFetch(async () => new Response(body, { headers }), projection, options)(post(types.call));
    const reader = response.body.getReader();
    assert.deepEqual(Buffer.from((await reader.read()).value), gzipSync(sent).subarray(0, 100));
    const rest = reader.read();
    while (hasRead === undefined) await new Promise((resolve) => setTimeout(resolve, 1));
    hasRead();
    assert.deepEqual(Buffer.from((await rest).value), gzipSync(sent).subarray(100));
    assert.equal(response.headers.get("content-encoding"), "gzip");
  });

  test("that breaks off goes on as far as it came, and then fails with the upstream's error", async (t) => {
    const { url } = await upstream(t, (outgoing) => {
      outgoing.writeHead(200, events).write(sent);
      setTimeout(() => outgoing.destroy(), 20);
    });
    const own = await bytesOf(await fetch(url, { method: "POST" }));
    const { bytes: arrived, error } = await bytesOf(await projectFetch(url, projection, options)(post(types.call)));
    assert.equal(arrived.toString(), expected);
    assert.deepEqual([error.name, error.message, error.cause?.code], [own.error.name, own.error.message, own.error.cause?.code]);
  });

  test("fails with the very error of its source, even if that is undefined, once all parts are taken", async () => {
    for (const reason of [new RangeError("the upstream's own"), "a text", undefined]) {
      let hasSent = false;
      const body = new ReadableStream({
        pull(controller) {
          if (hasSent) return controller.error(reason);
          hasSent = true;
          controller.enqueue(sent);
        },
      });
      const response = await projectFetch(async () => new Response(body, sse), projection, options)(post(types.call));
      const reader = response.body.getReader();
      let text = "";
      let failure;
      try {
        for (;;) text += Buffer.from((await reader.read()).value).toString();
      } catch (error) {
        failure = { error };
      }
      assert.equal(text, expected);
      assert.deepEqual(failure, { error: reason });
    }
  });
});

// Without the code that is tested here they would wait for ever.
describe("a client that goes away", { timeout: 20_000 }, () => {
  test("before the upstream has answered aborts the request to it", async (t) => {
    const { url, received, cut } = await upstream(t, () => {});
    const controller = new AbortController();
    const answer = projectFetch(url, projection)(new Request(post(types.call), { signal: controller.signal }));
    while (received.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    const reason = new Error("the client is gone");
    controller.abort(reason);
    await assert.rejects(answer, (error) => error === reason);
    await cut;
  });

  for (const [what, headers] of Object.entries({ "an event stream": events, "a long JSON body": { "Content-Type": "application/json" }, "another body": {} })) {
    const open = async (t, signal) => {
      const source = await upstream(t, (outgoing) => outgoing.writeHead(200, headers).write(`data: 1\n\n${" ".repeat(100)}`));
      const answer = projectFetch(source.url, projection, { ...options, maxMessageBytes: 50 });
      return { source, response: await answer(new Request(post(types.call.slice(0, 40)), { signal })) };
    };

    test(`in the middle of ${what}, cancelling the body, ends the upstream's`, async (t) => {
      const { source, response } = await open(t);
      const reader = response.body.getReader();
      await reader.read();
      await reader.cancel();
      await source.cut;
    });

    test(`in the middle of ${what}, aborting its request, ends the upstream's`, async (t) => {
      const controller = new AbortController();
      const { source, response } = await open(t, controller.signal);
      const reader = response.body.getReader();
      await reader.read();
      controller.abort();
      await assert.rejects(async () => {
        for (;;) await reader.read();
      }, { name: "AbortError" });
      await source.cut;
    });
  }

  test("while a JSON body is being read ends the upstream's", async (t) => {
    const { url, received, cut } = await upstream(t, (outgoing) => outgoing.writeHead(200, { "Content-Type": "application/json" }).write("{"));
    const controller = new AbortController();
    const answer = projectFetch(url, projection)(new Request(post(types.call), { signal: controller.signal }));
    while (received.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    setTimeout(() => controller.abort(), 20);
    await Promise.allSettled([answer.then((response) => response.text())]);
    await cut;
  });
});

describe("a client that doesn't read", () => {
  const sources = {
    "an event stream": [sse, "data: 12345\n\n"],
    "a JSON body over the bound": [{ headers: { "Content-Type": "application/json" } }, "1".repeat(100)],
  };
  for (const [what, [init, text]] of Object.entries(sources)) {
    test(`of ${what} has nothing read ahead of it, and ends it by cancelling`, async () => {
      let pulled = 0;
      const cancelled = [];
      const body = new ReadableStream(
        {
          pull(controller) {
            pulled += 1;
            controller.enqueue(bytes(text));
          },
          cancel: (reason) => void cancelled.push(reason),
        },
        { highWaterMark: 0 },
      );
      const answer = projectFetch(async () => new Response(body, init), projection, { maxMessageBytes: 90 });
      const reader = (await answer(post("{}"))).body.getReader();
      for (let read = 0; read < 5; read += 1) {
        await reader.read();
        await new Promise((resolve) => setTimeout(resolve, 2));
        assert.equal(pulled, read + 1);
      }
      const reason = new Error("enough");
      await reader.cancel(reason);
      assert.deepEqual(cancelled, [reason]);
    });
  }

  test("holds the upstream back, over real sockets, and still gets all of it", async (t) => {
    const event = `data: ${"x".repeat(64_000)}\n\n`;
    const count = 1000;
    let written = 0;
    const { url } = await upstream(t, async (outgoing) => {
      outgoing.writeHead(200, events);
      for (; written < count; written += 1) {
        if (!outgoing.write(event)) await new Promise((resolve) => outgoing.once("drain", resolve).once("close", resolve));
      }
      outgoing.end();
    });
    const gateway = createServer(listenerOf(projectFetch(url, projection)));
    await new Promise((done) => gateway.listen(0, "127.0.0.1", done));
    t.after(() => gateway.close());
    const response = await fetch(`http://127.0.0.1:${gateway.address().port}/`, { method: "POST", body: types.call });
    // Until nothing moves any more.
    for (let before = -1; before !== written; ) {
      before = written;
      await new Promise((resolve) => setTimeout(resolve, 150));
    }
    assert.ok(written > 0 && written < count / 2, `${written} of ${count} events were written though none was read`);
    let length = 0;
    for await (const part of response.body) length += part.length;
    assert.equal(length, count * event.length);
  });
});

test("a stream without a session, which no earlier call can be answered on, goes by as it is", async () => {
  const answer = projectFetch(async () => new Response(bodyOf([sent]), sse), projection, options);
  await (await answer(post(types.call))).body.cancel();
  assert.equal(await (await answer(get())).text(), new TextDecoder().decode(sent));
});
