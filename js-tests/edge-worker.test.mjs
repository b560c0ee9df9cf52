// The edge worker's door: who gets in, where to, and what is said to those who don't. Its handler runs here as a worker's does.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { Projection } from "mcp-projection";

import worker from "../examples/edge-worker/worker.mjs";
import { exchange, upstream } from "./http-upstream.mjs";

const weather = exchange("everything-weather");
const PAGE = "https://inspector.example";

/** A worker in front of one upstream that answers calls, named `tools`. */
async function gateway(t, variables = {}) {
  const source = await upstream(t, (outgoing, { method }) => {
    const headers = { "Access-Control-Allow-Origin": "*", "Set-Cookie": "a=1", "Mcp-Session-Id": "s" };
    if (method !== "POST") return outgoing.writeHead(200, headers).end();
    return outgoing.writeHead(200, { ...headers, "Content-Type": "application/json" }).end(weather.message);
  });
  const all = { UPSTREAMS: JSON.stringify({ tools: source.url }), POLICY: "{}", ORIGINS: JSON.stringify([PAGE]), ...variables };
  const send = (path, init) => worker.fetch(new Request(new URL(path, "http://127.0.0.1:8787"), init), all);
  return { ...source, send };
}

const message = (headers = {}, body = weather.call) => ({
  method: "POST",
  headers: { "Content-Type": "application/json", ...headers },
  body,
});

/** A refusal in the form that clients read, which tells nothing that isn't the client's to know. */
async function refused(response, status, text) {
  assert.equal(response.status, status);
  assert.match(response.headers.get("content-type"), /^application\/json/);
  const { jsonrpc, id, error } = await response.json();
  assert.deepEqual([jsonrpc, id, error.code], ["2.0", null, -32000]);
  assert.match(error.message, text);
  assert.doesNotMatch(error.message, /127\.0\.0\.1:(?!8787)|ECONN|at .*\.mjs/);
}

describe("an upstream", () => {
  test("is reached by its name alone, and its replies are projected by the policy", async (t) => {
    const { send, received } = await gateway(t);
    const careful = weather.projected(new Projection({}), true);
    assert.equal(await (await send("/mcp/tools?session=1", message())).text(), careful);
    assert.deepEqual(received.map(({ method, url, body }) => [method, url, body.toString()]), [["POST", "/mcp", weather.call]]);
    const named = await gateway(t, { POLICY: { tools: { [weather.tool]: { outputSchema: "strip" } } } });
    assert.equal(await (await named.send("/mcp/tools", message())).text(), weather.projected(new Projection({})));
  });

  test("that nobody has listed is reached by no path, query or header", async (t) => {
    const { send, received, url } = await gateway(t);
    const target = encodeURIComponent(url);
    for (const path of [
      "/",
      "/mcp",
      "/mcp/",
      "/mcp/other",
      "/mcp/tools/",
      "/mcp/tools/more",
      "/mcp/TOOLS",
      "/mcp/to%6fls",
      "/mcp/__proto__",
      "/mcp/constructor",
      "/mcp/toString",
      `/mcp/${target}`,
      `/mcp/?url=${target}`,
      `/mcp/other?upstream=${target}`,
      `//${new URL(url).host}/mcp`,
      "/mcp/../other",
      "/MCP/tools",
    ]) {
      const headers = { "X-Forwarded-Host": new URL(url).host, "X-Original-URL": url, Forwarded: `host=${new URL(url).host}` };
      await refused(await send(path, message(headers)), 404, /\/mcp\/NAME/);
    }
    assert.equal(received.length, 0);
  });

  test("hears nothing of cookies, and of nobody that vouches for itself", async (t) => {
    const { send, received } = await gateway(t);
    const kept = { Authorization: "Bearer a", "Mcp-Session-Id": "s", "Mcp-Protocol-Version": "2025-11-25", "Last-Event-ID": "e" };
    const hidden = { Cookie: "a=1", "X-Forwarded-For": "127.0.0.1", "X-Forwarded-Host": "a", "X-Forwarded-Proto": "https", "X-Real-IP": "::1", Forwarded: "for=1" };
    const response = await send("/mcp/tools", message({ ...kept, ...hidden }));
    assert.deepEqual([response.status, response.headers.get("set-cookie"), response.headers.get("mcp-session-id")], [200, null, "s"]);
    const [{ headers }] = received;
    for (const [name, value] of Object.entries(kept)) assert.equal(headers[name.toLowerCase()], value);
    for (const name of Object.keys(hidden)) assert.equal(headers[name.toLowerCase()], undefined, name);
  });

  test("that is down is answered for with 502, one that refuses with its own refusal", async (t) => {
    const { send } = await gateway(t, { UPSTREAMS: { tools: "http://127.0.0.1:1/mcp" } });
    const log = t.mock.method(console, "error", () => {});
    await refused(await send("/mcp/tools", message()), 502, /^the server tools can't be reached$/);
    assert.equal(log.mock.callCount(), 1);
    const challenge = 'Bearer resource_metadata="https://auth.example/"';
    const { url } = await upstream(t, (outgoing) => outgoing.writeHead(401, { "WWW-Authenticate": challenge }).end("no"));
    const response = await (await gateway(t, { UPSTREAMS: { tools: url } })).send("/mcp/tools", message());
    assert.deepEqual([response.status, response.headers.get("www-authenticate"), await response.text()], [401, challenge, "no"]);
  });
});

describe("a page", () => {
  test("gets in from an origin that is listed, and may read the answer", async (t) => {
    const { send } = await gateway(t);
    for (const init of [message({ Origin: PAGE }), { headers: { Origin: PAGE } }, { method: "DELETE", headers: { Origin: PAGE } }]) {
      const { status, headers } = await send("/mcp/tools", init);
      assert.deepEqual([status, headers.get("access-control-allow-origin"), headers.get("vary")], [200, PAGE, "Origin"]);
      assert.match(headers.get("access-control-expose-headers"), /Mcp-Session-Id/);
    }
    const { status, headers } = await send("/mcp/tools", { method: "OPTIONS", headers: { Origin: PAGE, "Access-Control-Request-Method": "POST" } });
    assert.deepEqual([status, headers.get("access-control-allow-origin"), headers.get("access-control-allow-methods")], [204, PAGE, "GET, POST, DELETE"]);
    assert.match(headers.get("access-control-allow-headers"), /Mcp-Session-Id/);
  });

  test("doesn't get in from any other, not even to ask", async (t) => {
    const { send, received } = await gateway(t);
    for (const origin of ["https://evil.example", "null", `${PAGE}.evil.example`, "http://inspector.example", "http://127.0.0.1:8787", `${PAGE}:8443`, ""]) {
      for (const init of [message({ Origin: origin }), { headers: { Origin: origin } }, { method: "OPTIONS", headers: { Origin: origin } }]) {
        const response = await send("/mcp/tools", init);
        assert.equal(response.headers.get("access-control-allow-origin"), null);
        await refused(response, 403, /origin/);
      }
    }
    assert.equal(received.length, 0);
  });

  test("is told what is wrong too", async (t) => {
    const { send } = await gateway(t);
    const response = await send("/mcp/other", message({ Origin: PAGE }));
    assert.equal(response.headers.get("access-control-allow-origin"), PAGE);
    await refused(response, 404, /NAME/);
  });

  test("doesn't get in under a name that it had resolve to this machine", async (t) => {
    const { send, received } = await gateway(t, { HOSTS: ["127.0.0.1:8787", "localhost:8787"] });
    for (const host of ["evil.example:8787", "127.0.0.1:8788", "127.0.0.1", "localhost.evil.example:8787"]) {
      await refused(await send(`http://${host}/mcp/tools`, {}), 403, /host/);
    }
    assert.equal(received.length, 0);
    for (const host of ["127.0.0.1:8787", "localhost:8787"]) assert.equal((await send(`http://${host}/mcp/tools`, message())).status, 200);
  });
});

describe("a request", () => {
  test("of another method or of another type is refused", async (t) => {
    const { send, received } = await gateway(t);
    for (const method of ["PUT", "PATCH", "HEAD", "OPTIONS", "PROPFIND"]) {
      const response = await send("/mcp/tools", { method });
      assert.deepEqual([response.status, response.headers.get("allow")], [405, "GET, POST, DELETE"]);
    }
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=application/json", "application/jsonx"]) {
      await refused(await send("/mcp/tools", message({ "Content-Type": type })), 415, /application\/json/);
    }
    assert.equal(received.length, 0);
    assert.equal((await send("/mcp/tools", message({ "Content-Type": "Application/JSON; charset=utf-8" }))).status, 200);
  });

  test("with a longer body than is allowed is refused, whatever it says of its length", async (t) => {
    const { send, received } = await gateway(t, { MAX_REQUEST_BYTES: "1000" });
    const stream = (bytes) => new Response("x".repeat(bytes)).body;
    for (const [headers, body] of [
      [{}, stream(1001)],
      [{ "Content-Length": "10" }, stream(1001)],
      [{ "Content-Length": "1001" }, stream(1)],
      [{ "Content-Length": "1001" }, "x".repeat(1001)],
    ]) {
      const response = await send("/mcp/tools", { ...message({ Origin: PAGE, ...headers }, body), duplex: "half" });
      assert.equal(response.headers.get("access-control-allow-origin"), PAGE);
      await refused(response, 413, /1000 bytes/);
    }
    assert.equal(received.length, 0);
    assert.equal((await send("/mcp/tools", { ...message({}, stream(1000)), duplex: "half" })).status, 200);
    assert.equal(received[0].body.length, 1000);
  });
});

describe("variables", () => {
  const wrong = {
    "no JSON": [{ UPSTREAMS: "{" }, /UPSTREAMS: not JSON/],
    "a list of upstreams": [{ UPSTREAMS: "[]" }, /UPSTREAMS: expected a JSON object/],
    "no upstreams": [{ UPSTREAMS: undefined }, /UPSTREAMS: expected a JSON object/],
    "a path for an upstream": [{ UPSTREAMS: { tools: "/mcp" } }, /UPSTREAMS: .* URL of "tools"/],
    "a file for an upstream": [{ UPSTREAMS: { tools: "file:///etc/passwd" } }, /UPSTREAMS: .* URL of "tools"/],
    "a name that is no path": [{ UPSTREAMS: { "a/b": "http://127.0.0.1/" } }, /UPSTREAMS: "a\/b"/],
    "credentials in a URL": [{ UPSTREAMS: { tools: "http://user:secret@127.0.0.1/" } }, /user name/],
    "a policy that is wrong": [{ POLICY: '{"defaults":{"shap":"content"}}' }, /POLICY: .*\/defaults\/shap/],
    "an origin that is no list": [{ ORIGINS: '"*"' }, /ORIGINS: expected a JSON array/],
    "hosts that are numbers": [{ HOSTS: [1] }, /HOSTS: expected a JSON array of strings/],
    "a bound of nothing": [{ MAX_REQUEST_BYTES: "0" }, /MAX_REQUEST_BYTES: expected a whole number/],
  };
  for (const [what, [variables, text]] of Object.entries(wrong)) {
    test(`with ${what} let nobody in, and the log says why`, async (t) => {
      const log = t.mock.method(console, "error", () => {});
      const { send, received } = await gateway(t, variables);
      await refused(await send("/mcp/tools", message()), 500, /its log says where/);
      assert.match(log.mock.calls[0].arguments[0], text);
      assert.equal(received.length, 0);
    });
  }

  test("that a runtime leaves out or sets to null have defaults", async (t) => {
    for (const unset of [undefined, null]) {
      const { send } = await gateway(t, { POLICY: unset, ORIGINS: unset, HOSTS: unset, MAX_REQUEST_BYTES: unset });
      assert.equal((await send("/mcp/tools", message())).status, 200);
      assert.equal((await send("/mcp/tools", message({ Origin: PAGE }))).status, 403);
    }
  });

  test("that are the same as before keep what is known of sessions", async (t) => {
    const { send } = await gateway(t);
    const plain = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
    const { url } = await upstream(t, (outgoing, { body }) => {
      const isList = body.toString() === plain;
      const list = `{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"${weather.tool}","inputSchema":{}}]}}`;
      outgoing.writeHead(200, { "Content-Type": "application/json" }).end(isList ? list : weather.message);
    });
    const variables = () => ({ UPSTREAMS: `{"tools":"${url}"}`, POLICY: "{}" });
    const ask = async (body) => (await worker.fetch(new Request("http://127.0.0.1/mcp/tools", message({}, body)), variables())).text();
    await ask(plain);
    assert.equal(await ask(weather.call), weather.projected(new Projection({})));
    assert.equal((await send("/mcp/tools", message())).status, 200);
  });
});
