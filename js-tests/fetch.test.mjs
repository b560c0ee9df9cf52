// projectFetch as a gateway: what it changes of requests and responses, and what it leaves alone.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { brotliCompressSync, gzipSync } from "node:zlib";

import { Projection } from "mcp-projection";
import { projectFetch } from "mcp-projection/fetch";

import { bytes, bytesOf, exchange, get, post, upstream } from "./http-upstream.mjs";

const projection = new Projection({});
/** Clients here know of no outputSchema. */
const options = { assumesOutputSchema: false };

const weather = exchange("everything-weather");
const projected = weather.projected(projection);
assert.notEqual(projected, weather.message);

const json = { "Content-Type": "application/json" };
const ok = (headers, body) => (outgoing) => outgoing.writeHead(200, headers).end(body);

describe("a response", () => {
  test("in a JSON body has its result projected, and the message around it byte for byte", async (t) => {
    for (const type of ["application/json", "Application/JSON; charset=utf-8"]) {
      const { url } = await upstream(t, ok({ "Content-Type": type }, weather.message));
      const response = await projectFetch(url, projection, options)(post(weather.call));
      assert.equal(response.headers.get("content-length"), String(projected.length));
      assert.equal(response.headers.get("content-type"), type);
      assert.equal(await response.text(), projected);
    }
  });

  test("that is no answer to a call is byte for byte what the upstream sent", async (t) => {
    const others = [
      [json, weather.message.replace('"id": 1', '"id": 2')],
      [json, `\ufeff${weather.message}`],
      [json, weather.message.slice(0, -1)],
      [json, Buffer.from([0xff, 0x00, 0x7b, 0x80])],
      [json, ""],
      [json, " \n"],
      [json, '{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"no such tool"}}'],
      [{ "Content-Type": "text/plain" }, weather.message],
      [{ "Content-Type": "application/json-patch+json" }, weather.message],
      [{}, weather.message],
    ];
    for (const [headers, body] of others) {
      const { url } = await upstream(t, ok(headers, body));
      const response = await projectFetch(url, projection, options)(post(weather.call));
      assert.deepEqual(Buffer.from(await response.arrayBuffer()), Buffer.from(body));
      assert.equal(response.headers.get("content-type"), headers["Content-Type"] ?? null);
    }
  });

  test("keeps its status, its challenges, its cookies and the headers of MCP", async (t) => {
    const headers = [
      ["WWW-Authenticate", 'Bearer resource_metadata="https://auth.example/.well-known/oauth-protected-resource"'],
      ["WWW-Authenticate", 'Basic realm="tools"'],
      ["Set-Cookie", "a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT"],
      ["Set-Cookie", "b=2"],
      ["Mcp-Session-Id", "s-1"],
      ["Mcp-Protocol-Version", "2025-11-25"],
      ["Retry-After", "5"],
      ["X-Unknown", "1, 2"],
      ["Content-Type", "application/json"],
      ["Content-Length", "2"],
    ];
    for (const status of [200, 400, 401, 403, 404, 429, 500, 503]) {
      const { url } = await upstream(t, (outgoing) => outgoing.writeHead(status, "As It Likes", headers.flat()).end("{}"));
      const response = await projectFetch(url, projection)(post(weather.call));
      assert.deepEqual([response.status, response.statusText], [status, "As It Likes"]);
      assert.equal(response.headers.get("www-authenticate"), `${headers[0][1]}, ${headers[1][1]}`);
      assert.deepEqual(response.headers.getSetCookie(), [headers[2][1], headers[3][1]]);
      for (const [name, value] of headers.slice(4)) assert.equal(response.headers.get(name), value);
      assert.equal(await response.text(), "{}");
    }
  });

  test("has no header that concerned the upstream's connection alone", async (t) => {
    const hops = { Connection: "x-hop", "X-Hop": "1", "Keep-Alive": "timeout=5", "Proxy-Authenticate": "Basic", Trailer: "x-end", Upgrade: "h2c" };
    const { url } = await upstream(t, (outgoing) => outgoing.writeHead(200, { ...hops, "X-End-To-End": "1" }).write("x") && outgoing.end());
    const { headers } = await projectFetch(url, projection)(post(weather.call));
    for (const name of [...Object.keys(hops), "Transfer-Encoding"]) assert.equal(headers.get(name), null, name);
    assert.equal(headers.get("x-end-to-end"), "1");
  });

  describe("that is compressed is projected, and says of itself what it is", () => {
    const event = `data: ${weather.message}\n\n`;
    const bodies = { "application/json": [weather.message, projected], "text/event-stream": [event, `data: ${projected}\n\n`], "text/plain": ["text", "text"] };
    for (const [coding, compress] of Object.entries({ gzip: gzipSync, br: brotliCompressSync })) {
      for (const [type, [sent, expected]] of Object.entries(bodies)) {
        test(`${coding}, ${type}`, async (t) => {
          const body = compress(sent);
          const headers = { "Content-Type": type, "Content-Encoding": coding, "Content-Length": body.length };
          const { url } = await upstream(t, ok(headers, body));
          const response = await projectFetch(url, projection, options)(post(weather.call));
          assert.equal(response.headers.get("content-encoding"), null);
          assert.ok([null, String(expected.length)].includes(response.headers.get("content-length")));
          assert.equal(await response.text(), expected);
        });
      }
    }
  });

  test("whose body changes has no digest of what it was, one whose body doesn't keeps it", async (t) => {
    const digests = { ETag: '"1"', "Content-MD5": "x", Digest: "md5=x", "Content-Digest": "md5=:x:", "Repr-Digest": "md5=:x:" };
    for (const [body, isKept] of [
      [weather.message, false],
      ['{"jsonrpc":"2.0","id":1,"result":{}}', true],
    ]) {
      const { url } = await upstream(t, ok({ ...json, ...digests }, body));
      const { headers } = await projectFetch(url, projection, options)(post(weather.call));
      for (const [name, value] of Object.entries(digests)) assert.equal(headers.get(name), isKept ? value : null, name);
    }
  });

  test("without a body stays without one", async (t) => {
    for (const status of [202, 204, 304]) {
      const { url } = await upstream(t, (outgoing) => outgoing.writeHead(status, { "Mcp-Session-Id": "s" }).end());
      const response = await projectFetch(url, projection)(post('{"jsonrpc":"2.0","method":"notifications/initialized"}'));
      assert.deepEqual([response.status, await response.text()], [status, ""]);
      assert.equal(response.headers.get("mcp-session-id"), "s");
    }
    const { url } = await upstream(t, ok({ "Content-Length": 1234, "Content-Encoding": "gzip" }, ""));
    const { headers } = await projectFetch(url, projection)(new Request("http://gateway.example/mcp", { method: "HEAD" }));
    assert.deepEqual([headers.get("content-length"), headers.get("content-encoding")], ["1234", "gzip"]);
  });

  test("that leads elsewhere leads the client there, and not the gateway", async (t) => {
    for (const status of [301, 302, 303, 307, 308]) {
      const { url, received } = await upstream(t, (outgoing) => outgoing.writeHead(status, { Location: "/other" }).end());
      const response = await projectFetch(url, projection)(post(weather.call, { Authorization: "Bearer secret" }));
      assert.deepEqual([response.status, response.headers.get("location"), received.length], [status, "/other", 1]);
    }
  });

  test("goes on without a reason phrase that no Response can have", async (t) => {
    for (const phrase of ["\u{1F600}", "Fine \x01"]) {
      const { url } = await upstream(t, (outgoing) => outgoing.socket.end(`HTTP/1.1 203 ${phrase}\r\nContent-Length: 2\r\n\r\n{}`));
      const response = await projectFetch(url, projection)(post(weather.call));
      assert.deepEqual([response.status, response.statusText, await response.text()], [203, "", "{}"]);
    }
  });
});

describe("a request", () => {
  const bodies = {
    "a message": weather.call,
    "a message with a byte order mark": `\ufeff${weather.call}`,
    "a batch": `[${weather.call}]`,
    "broken JSON": '{"jsonrpc":',
    "compressed JSON": gzipSync(weather.call),
    "bytes of all kinds": Buffer.from(Array.from({ length: 1024 }, (_, index) => index % 256)),
    nothing: "",
  };
  for (const [what, body] of Object.entries(bodies)) {
    test(`of ${what} reaches the upstream byte for byte, by any method`, async (t) => {
      for (const method of ["POST", "DELETE", "PUT", "PATCH"]) {
        for (const maxMessageBytes of [undefined, 10]) {
          const { url, received } = await upstream(t, ok({}, ""));
          const request = new Request("http://gateway.example/mcp", { method, body });
          await projectFetch(url, projection, { maxMessageBytes })(request);
          assert.deepEqual(received.map((each) => [each.method, each.body]), [[method, Buffer.from(body)]]);
        }
      }
    });
  }

  test("keeps its headers, but for those that concern its own connection", async (t) => {
    const { url, received } = await upstream(t, ok({}, ""));
    const kept = {
      Authorization: "Bearer secret",
      "Mcp-Session-Id": "s-1",
      "Mcp-Protocol-Version": "2026-07-28",
      "Mcp-Method": "tools/call",
      "Mcp-Name": weather.tool,
      "Last-Event-ID": "e-1",
      Origin: "https://page.example",
      "User-Agent": "a client/1.0",
      "X-Unknown": "caf\xe9",
    };
    const hops = {
      Connection: "close, X-Hop , not a name",
      "X-Hop": "1",
      "Keep-Alive": "timeout=5",
      "Proxy-Authorization": "Basic secret",
      "Proxy-Connection": "keep-alive",
      TE: "trailers",
      Upgrade: "h2c",
      Expect: "100-continue",
    };
    const request = post(weather.call, { ...kept, ...hops, Host: "gateway.example", "Accept-Encoding": "zstd", "Content-Length": "3" });
    await projectFetch(url, projection)(request);
    const [{ headers }] = received;
    for (const [name, value] of Object.entries(kept)) assert.equal(headers[name.toLowerCase()], value, name);
    for (const name of Object.keys(hops).slice(1)) assert.equal(headers[name.toLowerCase()], undefined, name);
    assert.equal(headers.connection, "keep-alive");
    assert.equal(headers.host, new URL(url).host);
    assert.equal(headers["accept-encoding"], "gzip");
    assert.equal(headers["content-length"], String(weather.call.length));
    assert.equal(headers["content-type"], "application/json");
  });

  test("goes to the upstream's URL whatever its own says", async (t) => {
    const { url, received } = await upstream(t, ok({}, ""));
    for (const own of ["http://elsewhere.example/mcp?target=http://evil.example", "https://elsewhere.example//127.0.0.1:1/%2e%2e/x#y"]) {
      await projectFetch(`${url}?key=1`, projection)(new Request(own));
    }
    assert.deepEqual(received.map((each) => each.url), ["/mcp?key=1", "/mcp?key=1"]);
  });

  test("of each other method goes by, and so does its answer", async (t) => {
    const { url, received } = await upstream(t, ok({ ...json, "Access-Control-Allow-Origin": "*" }, weather.message));
    for (const method of ["GET", "DELETE", "OPTIONS", "PUT"]) {
      const response = await projectFetch(url, projection, options)(new Request("http://gateway.example/mcp", { method }));
      assert.equal(await response.text(), weather.message);
      assert.equal(response.headers.get("access-control-allow-origin"), "*");
      assert.equal(received.at(-1).method, method);
    }
  });
});

describe("a message over the bound", () => {
  test("of the upstream streams through as it is, before its end is there", async (t) => {
    let finish;
    const end = new Promise((resolve) => (finish = resolve));
    const { url } = await upstream(t, async (outgoing) => {
      outgoing.writeHead(200, json).write(weather.message.slice(0, 120));
      await end;
      outgoing.end(weather.message.slice(120));
    });
    const response = await projectFetch(url, projection, { ...options, maxMessageBytes: 100 })(post(weather.call.slice(0, 100)));
    const reader = response.body.getReader();
    const { value } = await reader.read();
    finish();
    const parts = [value];
    for (let part = await reader.read(); !part.done; part = await reader.read()) parts.push(part.value);
    assert.equal(Buffer.concat(parts).toString(), weather.message);
  });

  test("may say anything of its length: it is read to its end all the same", async () => {
    for (const length of ["0", "1", "10", String(weather.message.length), "100000", "9".repeat(400), "-1", "x", "1, 2", "1e3", ""]) {
      // Bodies as they come by a network, which take memory that is brought along, and such as JavaScript makes.
      for (const body of [bytes(weather.message), new Response(weather.message).body]) {
        const handler = projectFetch(async () => new Response(body, { headers: { ...json, "Content-Length": length } }), projection, options);
        const request = new Request("http://gateway.example/mcp", { method: "POST", body: weather.call, headers: { "Content-Length": length } });
        assert.equal(await (await handler(request)).text(), projected, length);
      }
    }
  });

  test("of exactly the bound is projected, of one byte more isn't", async (t) => {
    const { url } = await upstream(t, ok(json, weather.message));
    for (const [maxMessageBytes, expected] of [
      [weather.message.length, projected],
      [weather.message.length - 1, weather.message],
    ]) {
      const response = await projectFetch(url, projection, { ...options, maxMessageBytes })(post(weather.call));
      assert.equal(await response.text(), expected);
    }
  });

  test("of the client streams through too, and its answer goes by", async (t) => {
    const { url, received } = await upstream(t, ok(json, weather.message));
    const parts = [weather.call.slice(0, 30), " ".repeat(1000), weather.call.slice(30)];
    const body = new ReadableStream({
      pull(controller) {
        if (this.sent === parts.length) return controller.close();
        this.sent = (this.sent ?? 0) + 1;
        controller.enqueue(bytes(parts[this.sent - 1]));
      },
    });
    const request = new Request("http://gateway.example/mcp", { method: "POST", body, duplex: "half" });
    const response = await projectFetch(url, projection, { ...options, maxMessageBytes: 1000 })(request);
    assert.equal(await response.text(), weather.message);
    assert.equal(received[0].body.toString(), parts.join(""));
  });
});

describe("what fails", () => {
  test("an upstream that can't be reached rejects with the error of fetch", async (t) => {
    const { url } = await upstream(t, () => {});
    const dead = url.replace(/:\d+/, ":1");
    const own = await fetch(dead, { method: "POST" }).catch((error) => error);
    const error = await projectFetch(dead, projection)(post(weather.call)).catch((reason) => reason);
    assert.deepEqual([error.name, error.message, error.cause?.message], [own.name, own.message, own.cause?.message]);
    const thrown = new RangeError("a fetch of one's own");
    const rejecting = projectFetch(url, projection, { fetch: () => Promise.reject(thrown) });
    await assert.rejects(rejecting(post(weather.call)), (reason) => reason === thrown);
  });

  test("an answer that isn't HTTP rejects with the error of fetch", async (t) => {
    const { url } = await upstream(t, (outgoing) => outgoing.socket.end("garbage\r\n\r\n"));
    await assert.rejects(projectFetch(url, projection)(post(weather.call)), { name: "TypeError", message: "fetch failed" });
  });

  test("a JSON body that breaks off goes on as far as it came, and then fails with the upstream's error", async (t) => {
    const { url } = await upstream(t, (outgoing) => {
      outgoing.writeHead(200, { ...json, "Content-Length": weather.message.length }).write(weather.message.slice(0, 50));
      setTimeout(() => outgoing.destroy(), 20);
    });
    const own = await bytesOf(await fetch(url, { method: "POST" }));
    const { bytes: arrived, error } = await bytesOf(await projectFetch(url, projection, options)(post(weather.call)));
    assert.equal(arrived.toString(), weather.message.slice(0, 50));
    assert.deepEqual([error.name, error.message, error.cause?.code], [own.error.name, own.error.message, own.error.cause?.code]);
  });

  test("a request whose body breaks off never reaches the upstream", async (t) => {
    const { url, received } = await upstream(t, ok(json, "{}"));
    const gone = new Error("the client is gone");
    const body = new ReadableStream({
      pull(controller) {
        if (this.hasSent) return controller.error(gone);
        this.hasSent = true;
        controller.enqueue(bytes(weather.call));
      },
    });
    const request = new Request("http://gateway.example/mcp", { method: "POST", body, duplex: "half" });
    await assert.rejects(projectFetch(url, projection)(request), (error) => error === gone);
    assert.equal(received.length, 0);
  });

  test("options that make no sense say so at once", () => {
    for (const url of ["/mcp", "", "ftp://files.example/mcp", "javascript:alert(1)"]) {
      assert.throws(() => projectFetch(url, projection), { name: "TypeError", message: /absolute http: or https: URL/ });
    }
    assert.throws(() => projectFetch("http://user:secret@upstream.example/mcp", projection), { name: "TypeError", message: /user name/ });
    for (const name of ["maxMessageBytes", "maxPending", "maxSessions"]) {
      for (const bound of [-1, 1.5, NaN, "5", Infinity]) {
        assert.throws(() => projectFetch("http://upstream.example/", projection, { [name]: bound }), { name: "TypeError", message: new RegExp(`${name} must be a whole number`) });
      }
    }
    assert.equal(typeof projectFetch(new URL("http://upstream.example/"), projection), "function");
  });
});

describe("an upstream that is a function", () => {
  test("gets the request with its own URL, and its answer is projected", async () => {
    let received;
    const handler = async (request) => {
      received = [request.url, request.headers.get("accept-encoding"), await request.text()];
      return new Response(weather.message, { headers: json });
    };
    const response = await projectFetch(handler, projection, options)(post(weather.call));
    assert.equal(await response.text(), projected);
    assert.deepEqual(received, ["http://gateway.example/mcp", "identity", weather.call]);
  });

  test("answers for what its headers say: a body that it compressed goes on as it is", async () => {
    const body = gzipSync(weather.message);
    const handler = async () => new Response(body, { headers: { ...json, "Content-Encoding": "gzip" } });
    const response = await projectFetch(handler, projection, options)(post(weather.call));
    assert.equal(response.headers.get("content-encoding"), "gzip");
    assert.deepEqual(Buffer.from(await response.arrayBuffer()), body);
  });

  test("may be a fetch of one's own for an upstream with a URL", async () => {
    let received;
    const fetch = async (request) => {
      received = [request.url, request.headers.get("accept-encoding")];
      return new Response(weather.message, { headers: json });
    };
    const response = await projectFetch("https://upstream.example/mcp", projection, { ...options, fetch })(post(weather.call));
    assert.equal(await response.text(), projected);
    assert.deepEqual(received, ["https://upstream.example/mcp", "identity"]);
  });

  test("may answer what can't be made anew, which is handed on", async () => {
    const error = Response.error();
    assert.equal(await projectFetch(async () => error, projection)(post(weather.call)), error);
  });
});

describe("options", () => {
  const handler = async () => new Response(weather.message, { headers: json });

  test("onReply hears of each reply, its bytes and what was decided", async () => {
    const reports = [];
    const answer = projectFetch(handler, projection, { ...options, onReply: (report) => reports.push(report) });
    assert.equal(await (await answer(post(weather.call))).text(), projected);
    await answer(get());
    assert.equal(reports.length, 1);
    const [{ tool, bytesBefore, bytesAfter, decisions }] = reports;
    assert.deepEqual([tool, bytesBefore - bytesAfter], [weather.tool, weather.message.length - projected.length]);
    assert.ok(decisions.length > 0);
  });

  test("dryRun reports the same and changes nothing", async () => {
    const reports = [];
    const answer = projectFetch(handler, projection, { ...options, dryRun: true, onReply: (report) => reports.push(report) });
    assert.equal(await (await answer(post(weather.call))).text(), weather.message);
    assert.deepEqual(reports.map(({ bytesBefore, bytesAfter }) => bytesBefore - bytesAfter), [weather.message.length - projected.length]);
  });
});
