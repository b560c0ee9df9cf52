// The edge worker in each runtime that it is for: official clients through it to real servers, and connections that break, stall and end.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { request as httpRequest, createServer } from "node:http";
import { createRequire } from "node:module";
import path from "node:path";
import { createInterface } from "node:readline";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

import * as second from "@modelcontextprotocol/client";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { Projection } from "mcp-projection";

import { bytes, bytesOf, exchange } from "../http-upstream.mjs";
import { RUNTIMES } from "./edge-worker-runtimes.mjs";

const GENERATIONS = {
  "1.x": { Client, Transport: StreamableHTTPClientTransport },
  "2.x": { Client: second.Client, Transport: second.StreamableHTTPClientTransport },
};
const projection = new Projection({ version: 1 });
const weather = exchange("everything-weather");
const careful = weather.projected(projection, true);
const stripped = weather.projected(projection);
const list = '{"jsonrpc":"2.0","id":0,"method":"tools/list"}';
const listed = `{"jsonrpc":"2.0","id":0,"result":{"tools":[{"name":"${weather.tool}","inputSchema":{"type":"object"}}]}}`;
const events = { "Content-Type": "text/event-stream" };

/** Real servers, and one whose answers each test writes itself. */
const servers = {};
let answer;
let raw;

before(async () => {
  servers.ledger = await listening(
    [fileURLToPath(new URL("../../examples/ledger-server/server.mjs", import.meta.url)), "--http", "0", "--charges", "300"],
    /"url":"([^"]+)"/,
  );
  const port = await freePort();
  const root = path.dirname(createRequire(import.meta.url).resolve("@modelcontextprotocol/server-everything/package.json"));
  servers.everything = await listening([path.join(root, "dist/index.js"), "streamableHttp"], /listening on port/, { PORT: String(port) });
  servers.everything.url = `http://127.0.0.1:${port}/mcp`;
  raw = createServer(async (incoming, outgoing) => {
    const parts = [];
    for await (const part of incoming) parts.push(part);
    const body = Buffer.concat(parts).toString();
    if (body === list) outgoing.writeHead(200, { "Content-Type": "application/json" }).end(listed);
    else await answer(outgoing, { headers: incoming.headers, body });
  });
  await new Promise((done) => raw.listen(0, "127.0.0.1", done));
});

after(() => {
  for (const { child } of Object.values(servers)) child.kill("SIGKILL");
  raw.closeAllConnections();
  raw.close();
});

async function listening(parameters, line, environment = {}) {
  const child = spawn(process.execPath, parameters, { env: { ...process.env, ...environment }, stdio: ["ignore", "ignore", "pipe"] });
  for await (const said of createInterface({ input: child.stderr })) {
    const found = line.exec(said);
    if (found === null) continue;
    child.stderr.resume();
    return { child, url: found[1] };
  }
  throw new Error(`${parameters[0]} ended before it listened`);
}

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  await new Promise((done) => server.close(done));
  return port;
}

for (const [runtime, start] of Object.entries(RUNTIMES)) {
  describe(runtime, { timeout: 60_000 }, () => {
    let gateway;
    before(async () => {
      const upstreams = { ledger: servers.ledger.url, everything: servers.everything.url, raw: `http://127.0.0.1:${raw.address().port}/`, down: "http://127.0.0.1:1/" };
      gateway = await start({ UPSTREAMS: JSON.stringify(upstreams), POLICY: '{"version":1}', ORIGINS: '["https://page.example"]', MAX_REQUEST_BYTES: "100000" });
    });
    after(() => gateway.stop());

    const at = (name) => new URL(name, gateway.url);
    const post = (body, init = {}) =>
      fetch(at("raw"), { method: "POST", body, ...init, headers: { "Content-Type": "application/json", ...init.headers } });

    for (const [generation, { Client, Transport }] of Object.entries(GENERATIONS)) {
      const connected = async (url) => {
        const client = new Client({ name: "a client", version: "1.0.0" });
        const transport = new Transport(new URL(url));
        await client.connect(transport);
        return { client, transport };
      };

      test(`a client of generation ${generation} gets each reply of the ledger projected, and nothing else changed`, async () => {
        const { client } = await connected(at("ledger"));
        const { client: direct } = await connected(servers.ledger.url);
        assert.deepEqual(await client.listTools(), await direct.listTools());
        for (const call of [
          { name: "search_charges", arguments: { pageSize: 40 } },
          { name: "list_business_memberships", arguments: {} },
          { name: "explain_terminology", arguments: {} },
          { name: "search_charges", arguments: { pageSize: "many" } },
        ]) {
          const reply = await direct.callTool(call);
          const expected = projection.reply(call.name, reply, { arguments: call.arguments, revision: "2025-11-25" });
          assert.deepEqual(withoutIds(await client.callTool(call)), withoutIds(expected));
          if (reply.isError !== true) assert.notDeepEqual(expected, reply);
        }
        await client.close();
        await direct.close();
      });

      test(`a client of generation ${generation} has a session with server-everything, its notifications and its events`, async () => {
        const { client, transport } = await connected(at("everything"));
        const { tools } = await client.listTools();
        assert.ok(tools.some(({ outputSchema }) => outputSchema !== undefined));
        // Its client holds it against the schema that was listed.
        const reply = await client.callTool({ name: "get-structured-content", arguments: { location: "Chicago" } });
        assert.deepEqual(reply.structuredContent, JSON.parse(reply.content[0].text));
        const progress = [];
        const long = { name: "trigger-long-running-operation", arguments: { duration: 0.3, steps: 3 } };
        const onprogress = ({ progress: step }) => progress.push(step);
        const done = generation === "1.x" ? await client.callTool(long, undefined, { onprogress }) : await client.callTool(long, { onprogress });
        assert.match(done.content[0].text, /3/);
        assert.deepEqual(progress, [1, 2, 3]);
        const { content } = await client.callTool({ name: "get-tiny-image", arguments: {} });
        assert.ok(content.some(({ type, data }) => type === "image" && data.length > 100));
        await transport.terminateSession();
        await client.close();
      });
    }

    test("replies are projected in JSON and in events, those of a tool that nobody has listed with care", async () => {
      const bodies = { "application/json": [weather.message, (text) => text], "text/event-stream": [`id: 7\r\ndata: ${weather.message}\r\n\r\n`, (text) => `id: 7\r\ndata: ${text}\r\n\r\n`] };
      for (const [type, [body, around]] of Object.entries(bodies)) {
        for (const coding of [undefined, "gzip"]) {
          const session = { "Mcp-Session-Id": `${type} ${coding}` };
          answer = (outgoing) => {
            outgoing.writeHead(200, { "Content-Type": type, ...(coding && { "Content-Encoding": coding }) });
            outgoing.end(coding ? gzipSync(body) : body);
          };
          const first = await post(weather.call, { headers: session });
          assert.equal(await first.text(), around(careful));
          await (await post(list, { headers: session })).text();
          assert.equal(await (await post(weather.call, { headers: session })).text(), around(stripped));
        }
      }
    });

    test("a request reaches the upstream byte for byte, with its own headers and the upstream's host", async () => {
      const body = Buffer.from(`\ufeff ${weather.call}\n\u0000\xff`);
      let heard;
      answer = (outgoing, request) => {
        heard = request;
        outgoing.writeHead(202, { "Mcp-Session-Id": "s-1" }).end();
      };
      const { status, headers } = await post(body, { headers: { Authorization: "Bearer a", "Mcp-Protocol-Version": "2025-11-25" } });
      assert.deepEqual([status, headers.get("mcp-session-id")], [202, "s-1"]);
      assert.equal(heard.body, body.toString());
      assert.equal(heard.headers.host, `127.0.0.1:${raw.address().port}`);
      assert.deepEqual([heard.headers.authorization, heard.headers["mcp-protocol-version"]], ["Bearer a", "2025-11-25"]);
      assert.equal(heard.headers["content-length"], String(body.length));
    });

    test("the first event is there before the upstream has ended", async () => {
      let finish;
      const hasRead = new Promise((resolve) => (finish = resolve));
      answer = async (outgoing) => {
        outgoing.writeHead(200, events).write(`data: ${weather.message}\n\n`);
        await hasRead;
        outgoing.end("data: {}\n\n");
      };
      const reader = (await post(weather.call)).body.getReader();
      let text = "";
      while (!text.endsWith("\n\n")) text += Buffer.from((await reader.read()).value).toString();
      assert.equal(text, `data: ${careful}\n\n`);
      finish();
      assert.equal(Buffer.from((await reader.read()).value).toString(), "data: {}\n\n");
      assert.equal((await reader.read()).done, true);
    });

    test("a stream that breaks off goes on as far as it came, and then breaks off", async () => {
      answer = (outgoing) => {
        outgoing.writeHead(200, events).write(`data: ${weather.message}\n\ndata: cut of`);
        setTimeout(() => outgoing.destroy(), 100);
      };
      const { bytes: arrived, error } = await bytesOf(await post(weather.call));
      assert.equal(arrived.toString(), `data: ${careful}\n\ndata: cut of`);
      // workerd ends every body as if it were whole, also one that a worker passes on untouched.
      assert.equal(error instanceof Error, !["workerd", "Miniflare"].includes(runtime));
    });

    for (const [when, begin] of Object.entries({
      "before the answer has begun": () => {},
      "in the middle of an event stream": (outgoing) => outgoing.writeHead(200, events).write("data: {}\n\n"),
      "in the middle of another body": (outgoing) => outgoing.writeHead(200, { "Content-Type": "text/plain" }).write("text"),
    })) {
      test(`a client that goes away ${when} ends the request to the upstream`, async () => {
        const cut = new Promise((resolve) => {
          answer = (outgoing) => {
            outgoing.once("close", () => resolve(outgoing.writableFinished));
            begin(outgoing);
            setTimeout(() => client.socket.resetAndDestroy(), 100);
          };
        });
        const client = httpRequest(at("raw"), { method: "POST", headers: { "Content-Type": "application/json" } }).on("error", () => {});
        client.on("response", (response) => response.on("error", () => {}).resume());
        client.end(weather.call);
        assert.equal(await cut, false);
      });
    }

    test("a client that doesn't read holds the upstream back, and still gets all of it", async () => {
      const event = bytes(`data: ${"x".repeat(64_000)}\n\n`);
      const count = 1000;
      let written = 0;
      answer = async (outgoing) => {
        outgoing.writeHead(200, events);
        for (; written < count; written += 1) {
          if (!outgoing.write(event)) await new Promise((resolve) => outgoing.once("drain", resolve).once("close", resolve));
        }
        outgoing.end();
      };
      const client = httpRequest(at("raw"), { method: "POST", headers: { "Content-Type": "application/json" } });
      client.end(weather.call);
      const [response] = await once(client, "response");
      // Until nothing moves any more.
      for (let before = -1; before !== written; ) {
        before = written;
        await new Promise((resolve) => setTimeout(resolve, 250));
      }
      assert.ok(written > 0 && written < count / 2, `${written} of ${count} events were written though none was read`);
      let length = 0;
      for await (const part of response) length += part.length;
      assert.equal(length, count * event.length);
    });

    test("nobody gets in where they don't belong", async () => {
      let count = 0;
      answer = (outgoing) => {
        count += 1;
        outgoing.writeHead(200).end();
      };
      const json = { "Content-Type": "application/json" };
      const long = "x".repeat(100_001);
      const elsewhere = encodeURIComponent(servers.ledger.url);
      for (const [status, path, method, headers, body] of [
        [403, "raw", "POST", { ...json, Origin: "https://evil.example" }, "{}"],
        [403, "raw", "GET", { Origin: "null" }],
        [404, "other", "POST", json, "{}"],
        [404, elsewhere, "POST", json, "{}"],
        [404, `../../raw?url=${elsewhere}`, "POST", json, "{}"],
        [405, "raw", "PUT", json, "{}"],
        [413, "raw", "POST", { ...json, "Content-Length": String(long.length) }, long],
        [413, "raw", "POST", { ...json, "Transfer-Encoding": "chunked" }, long],
        [415, "raw", "POST", { "Content-Type": "text/plain" }, "{}"],
        [502, "down", "POST", json, "{}"],
      ]) {
        const refused = await alone(at(path), method, headers, body);
        assert.equal(refused.status, status, path);
        assert.equal(JSON.parse(refused.text).error.code, -32000);
      }
      assert.equal(count, 0);
      const { status, headers } = await alone(at("raw"), "POST", { ...json, Origin: "https://page.example" }, "{}");
      assert.deepEqual([status, headers["access-control-allow-origin"], count], [200, "https://page.example", 1]);
    });
  });
}

/** A request on a connection of its own: where one is refused before its body is read, the connection may end with it. */
async function alone(url, method, headers, body) {
  const sent = httpRequest(url, { method, headers, agent: false }).end(body);
  const [response] = await once(sent, "response");
  let text = "";
  for await (const part of response) text += part;
  return { status: response.statusCode, headers: response.headers, text };
}

/** A failure's correlationId is another one each time. */
function withoutIds(reply) {
  return JSON.parse(JSON.stringify(reply).replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "an id"));
}
