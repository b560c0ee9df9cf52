// A conversation seen from the middle, in JavaScript: random conversations cut into chunks everywhere, and what only this side has: its own memory
// outside the engine, reports, forks, and an engine that is replaced in the middle.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";

import { exhaustMemory, instances } from "./instances.mjs";

const { Projection, Session } = await import("mcp-projection");
const { Projection: OtherProjection } = createRequire(import.meta.url)("mcp-projection");

const utf8 = new TextEncoder();
const bytes = (text) => utf8.encode(text);
const text = (parts) => Buffer.concat(Array.isArray(parts) ? parts : [parts]).toString();

/** A tool's result as servers send it: the payload twice. */
const RESULT = '{"content":[{"type":"text","text":"{\\n  \\"a\\": 1\\n}"}],"structuredContent":{"a":1}}';
const PROJECTED = '{"content":[{"type":"text","text":"{\\"a\\":1}"}]}';
const KEPT = '{"content":[{"type":"text","text":"{\\"a\\":1}"}],"structuredContent":{"a":1}}';

const projection = new Projection({});
const request = (id, method, params) => `{"jsonrpc":"2.0","id":${id},"method":"${method}","params":${JSON.stringify(params)}}`;
const call = (id, tool = "t", args = { slug: "s" }) => request(id, "tools/call", { name: tool, arguments: args });
const answer = (id, result) => `{"jsonrpc":"2.0","id":${id},"result":${result}}`;
const listOf = (...tools) => JSON.stringify({ tools: tools.map((name) => ({ name, inputSchema: {}, outputSchema: { type: "object" } })) });

/** What goes on for a message from the server, as text. */
const goesOn = (session, message) => text(session.fromServer(bytes(message)));

/** A session that has seen calls under these ids. */
function sessionAfter(ids, options, of = projection) {
  const session = new Session(of, options);
  for (const id of ids) session.fromClient(bytes(call(id)));
  return session;
}

// Pseudo-random numbers, so that a failure can be seen again.
function randomFrom(seed) {
  let state = seed;
  const below = (most) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
  return { below, one: (list) => list[below(list.length)] };
}

const IDS = ["1", '"1"', "9007199254740993", "9007199254740992", "null", "-7", '"a\\u00e9☃"', '"a\\"b\\\\"'];
const TOOLS = ["plain", "declares", "unlisted"];
const RESULTS = [
  RESULT,
  '{ "content" : [ { "type":"text","text":"2 rows ☃" } ] , "structuredContent" : { "rows":[1,2.0,9007199254740993] } }',
  '{"content":[{"type":"text","text":"only text"}]}',
  '{"isError":true,"content":[{"type":"text","text":"no"}],"structuredContent":{"ok":false}}',
  '{"resultType":"input_required","content":[],"structuredContent":{"a":1}}',
  '{"task":{"taskId":"1"}}',
  "[1, 2]",
];
const LIST = '{"tools":[{"name":"declares","outputSchema":{"type":"object"}},{"name":"plain"}]}';
const OTHERS = [
  '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"é","progress":1}}',
  '{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"\\ud83d"}}',
  '{"jsonrpc":"2.0","id":1,"method":"sampling/createMessage","params":{"messages":[]}}',
  '{"id":1,"result":{"content":[],"structuredContent":{"a":1}}}',
  '{"jsonrpc":"2.0","id":1,"result":',
  "plain text",
  "[]",
];

/** A random conversation by a plain model of it: who sends what, and as what it goes on. */
function conversation(random) {
  const pending = new Map();
  let isListed = false;
  const sent = [];
  const client = (message) => sent.push({ byClient: true, message });
  const server = (message, expected = message) => sent.push({ byClient: false, message, expected });
  for (let left = random.below(14); left > 0; left -= 1) {
    const id = random.one(IDS);
    const kind = random.below(16);
    if (kind < 5) {
      const tool = random.one(TOOLS);
      pending.set(id, tool);
      client(call(id, tool));
    } else if (kind === 5) {
      const method = random.one(["tools/list", "resources/read", "ping"]);
      pending.set(id, method);
      client(request(id, method, {}));
    } else if (kind === 6) {
      pending.delete(id);
      client(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":${id}}}`);
    } else if (kind === 7) {
      pending.delete(id);
      server(`{"jsonrpc":"2.0","id":${id},"error":{"code":-32602,"message":"no"}}`);
    } else if (kind === 8) {
      pending.delete(id);
      server(`[${answer(id, random.one(RESULTS))}]`);
    } else if (kind === 9) {
      server(random.one(OTHERS));
    } else {
      const tool = pending.get(id);
      const result = kind === 10 ? LIST : random.one(RESULTS);
      pending.delete(id);
      server(answer(id, result), answer(id, TOOLS.includes(tool) ? projected(tool, result, isListed) : result));
      isListed ||= tool === "tools/list" && result === LIST;
    }
  }
  return sent;
}

function projected(tool, result, isListed) {
  const declares = isListed && tool === "declares";
  try {
    return text(projection.replyBytes(tool, bytes(result), declares ? { declaresOutputSchema: true, outputSchema: { type: "object" } } : {}));
  } catch {
    return result;
  }
}

/** A stream cut at a place, and from there on every few bytes. */
function* cut(stream, first, size) {
  yield stream.subarray(0, first);
  for (let at = Math.min(first, stream.length); at < stream.length; at += size) yield stream.subarray(at, at + size);
}

const FRAMES = Object.entries({
  LF: (message) => `${message}\n`,
  "CR LF": (message) => `${message}\r\n`,
}).map(([name, frame]) => ({ name: `lines that end with ${name}`, frame, framing: (session) => session.serverLines() })).concat(
  ["\n", "\r\n", "\r"].map((end) => ({
    name: `events whose lines end with ${JSON.stringify(end)}`,
    frame: (message) => [": é", "id: é7", "event: message", `data: ${message}`, "retry: 5", "", ""].join(end),
    framing: (session) => session.serverEvents(),
  })),
);

describe("random conversations go on as a plain model of them says, wherever they are cut", () => {
  test("message by message", () => {
    for (let seed = 0; seed < 3000; seed += 1) {
      const session = new Session(projection);
      for (const { byClient, message, expected } of conversation(randomFrom(seed))) {
        if (byClient) session.fromClient(bytes(message));
        else assert.equal(goesOn(session, message), expected, `seed ${seed}`);
      }
    }
  });
  for (const { name, frame, framing } of FRAMES) {
    test(name, () => {
      for (let seed = 0; seed < 1500; seed += 1) {
        const random = randomFrom(seed);
        const steps = conversation(random);
        const session = new Session(projection);
        const [fromClient, fromServer] = [session.clientLines(), framing(session)];
        const out = [];
        for (const { byClient, message } of steps) {
          const [first, size] = [random.below(200), 1 + random.below(60)];
          for (const chunk of cut(bytes(byClient ? `${message}\r\n` : frame(message)), first, size)) {
            if (byClient) fromClient.push(chunk);
            else out.push(...fromServer.push(chunk));
          }
        }
        out.push(...fromServer.finish());
        const expected = steps.filter((step) => !step.byClient).map((step) => frame(step.expected));
        assert.equal(text(out), expected.join(""), `seed ${seed}`);
      }
    });
  }
});

describe("one stream becomes the same at every cut", () => {
  const messages = [OTHERS[0], answer("1", RESULT), OTHERS[5], answer('"é"', RESULTS[1])];
  for (const { name, frame, framing } of FRAMES) {
    test(name, () => {
      const through = (chunks) => {
        const stream = framing(sessionAfter(["1", '"é"']));
        return text([...chunks].flatMap((chunk) => stream.push(chunk)).concat(stream.finish()));
      };
      const stream = bytes(messages.map(frame).join("") + "the rest");
      const expected = through([stream]);
      assert.ok(expected.includes(PROJECTED.slice(1)) && expected.endsWith("the rest") && expected.length < stream.length);
      for (let first = 0; first <= stream.length; first += 1) {
        for (const size of [1, 2, 7, stream.length]) assert.equal(through(cut(stream, first, size)), expected, `cut at ${first}, then every ${size}`);
      }
    });
  }
});

test("streams by chance, of messages and of what is nearly one, become the same wherever they are cut, and no other than they are where nothing was asked for", () => {
  const pieces = ["\n", "\r", "\r\n", "\n\n", "data: ", "data:", "data", "id: 1", ": é", "retry: 1", "\ufeff", " ", "x", answer("1", RESULT), '{"jsonrpc":"2.0","id":1,', `"result":${RESULT}}`];
  for (let seed = 0; seed < 20_000; seed += 1) {
    const random = randomFrom(seed);
    const stream = bytes(Array.from({ length: random.below(30) }, () => random.one(pieces)).join(""));
    const maxMessageBytes = random.one([2 ** 30, 200, 60, 1, 0]);
    const [first, size] = [random.below(stream.length + 1), 1 + random.below(40)];
    for (const framing of [(session) => session.serverLines(), (session) => session.serverEvents()]) {
      const through = (ids, chunks) => {
        const stream = framing(sessionAfter(ids, { maxMessageBytes }));
        return text([...chunks].flatMap((chunk) => stream.push(chunk)).concat(stream.finish()));
      };
      assert.equal(through(["1"], cut(stream, first, size)), through(["1"], [stream]), `seed ${seed}`);
      assert.equal(through([], cut(stream, first, size)), text(stream), `seed ${seed}`);
    }
  }
});

test("what isn't projected goes on in the very memory it came in, as soon as it ends", () => {
  const session = sessionAfter(["1"]);
  const message = bytes(OTHERS[0]);
  assert.equal(session.fromServer(message), message);
  for (const [framing, stream] of [
    [session.serverLines(), "{}\r\n{}\nx"],
    [session.serverEvents(), "data: 1\r\n\r\n: c\n\ndata: x"],
  ]) {
    const chunk = bytes(stream);
    const out = framing.push(chunk);
    assert.equal(text(out), stream.slice(0, stream.lastIndexOf("\n") + 1));
    assert.ok(out.every((part) => part.buffer === chunk.buffer));
  }
});

describe("memory is bounded", () => {
  test("of too many calls the oldest are forgotten, and their answers go on as they are", () => {
    const session = sessionAfter(["1", "2", "3"], { maxPending: 2 });
    assert.deepEqual(["1", "2", "3"].map((id) => goesOn(session, answer(id, RESULT))), [answer("1", RESULT), answer("2", PROJECTED), answer("3", PROJECTED)]);
  });

  test("of calls with too many bytes likewise, where the policy asks for their arguments", () => {
    const asks = new Projection({ prune: { p: { where: ["slug"], drop: { slug: "arguments.slug" } } }, defaults: { prune: ["p"] } });
    for (const [of, forgotten] of [[asks, true], [projection, false]]) {
      const session = new Session(of, { maxPendingBytes: 1000 });
      session.fromClient(bytes(call("1")));
      session.fromClient(bytes(call("2", "t", { slug: "x".repeat(950) })));
      assert.equal(goesOn(session, answer("1", RESULT)) === answer("1", RESULT), forgotten);
      assert.equal(goesOn(session, answer("2", RESULT)), answer("2", PROJECTED));
    }
  });

  test("a hundred thousand calls that nobody answers take no more than their bound", () => {
    const session = new Session(projection, { maxPending: 100 });
    for (let id = 0; id < 100_000; id += 1) session.fromClient(bytes(call(String(id))));
    assert.equal(goesOn(session, answer("99899", RESULT)), answer("99899", RESULT));
    assert.equal(goesOn(session, answer("99900", RESULT)), answer("99900", PROJECTED));
  });

  test("what is too long passes in the pieces it comes in, and what follows is projected", () => {
    const long = "x".repeat(1000);
    for (const size of [1, 7, 150, 5000]) {
      const session = sessionAfter(["1", "2"], { maxMessageBytes: 200 });
      const events = bytes(`data: ${long}\ndata: ${long}\n\ndata: ${answer("1", RESULT)}\n\n`);
      const lines = bytes(`${long}\n${answer("2", RESULT)}\n`);
      for (const [framing, stream] of [[session.serverEvents(), events], [session.serverLines(), lines]]) {
        const out = [...cut(stream, 0, size)].flatMap((chunk) => framing.push(chunk));
        assert.equal(text(out), text(stream).replace(RESULT, PROJECTED));
      }
      assert.equal(goesOn(sessionAfter(["1"], { maxMessageBytes: 100 }), answer("1", RESULT)), answer("1", RESULT));
      const fromClient = session.clientLines();
      for (const chunk of cut(bytes(`${call("3", long)}\n${call("4")}\r\n`), 0, size)) fromClient.push(chunk);
      assert.equal(goesOn(session, answer("3", RESULT)), answer("3", RESULT));
      assert.equal(goesOn(session, answer("4", RESULT)), answer("4", PROJECTED));
    }
  });
});

describe("what the client may know of outputSchemas", () => {
  const declared = (session) => {
    session.fromClient(bytes(request("0", "tools/list", {})));
    assert.equal(goesOn(session, answer("0", listOf("t"))), answer("0", listOf("t")));
  };

  test("a listed one keeps structuredContent, also in a fork, whichever of the two has seen the list", () => {
    const session = new Session(projection);
    const fork = session.fork();
    fork.fromClient(bytes(call("1")));
    assert.equal(goesOn(session, answer("1", RESULT)), answer("1", RESULT), "the ids of a fork are its own");
    assert.equal(goesOn(fork, answer("1", RESULT)), answer("1", PROJECTED));
    declared(fork);
    for (const each of [session, fork, session.fork()]) {
      each.fromClient(bytes(call("2")));
      assert.equal(goesOn(each, answer("2", RESULT)), answer("2", KEPT));
    }
  });

  test("where a session starts in the middle, tools that weren't listed may declare one", () => {
    const session = sessionAfter(["1", "2"], { assumesOutputSchema: true });
    assert.equal(goesOn(session, answer("1", RESULT)), answer("1", KEPT));
    session.fromClient(bytes(request("0", "tools/list", {})));
    goesOn(session, answer("0", '{"tools":[{"name":"t"}]}'));
    assert.equal(goesOn(session, answer("2", RESULT)), answer("2", PROJECTED));
  });

  test("so may they where a list went by unread", () => {
    for (const [limits, ids, list] of [
      [{ maxMessageBytes: 300 }, ["0"], answer("0", listOf("t", "x".repeat(300)))],
      [{ maxPending: 1 }, ["0", "5"], answer("0", listOf("t"))],
    ]) {
      for (const framing of ["none", "lines", "events"]) {
        const session = new Session(projection, limits);
        for (const id of ids) session.fromClient(bytes(request(id, "tools/list", {})));
        if (framing === "none") goesOn(session, list);
        else if (framing === "lines") session.serverLines().push(bytes(`${list}\n`));
        else session.serverEvents().push(bytes(`data: ${list}\n\n`));
        session.fromClient(bytes(call("1")));
        assert.equal(goesOn(session, answer("1", RESULT)), answer("1", KEPT));
      }
    }
  });
});

describe("reports", () => {
  test("each result of a tool call is told of, with its bytes before and after and what was decided", () => {
    const reports = [];
    const session = sessionAfter(["1", "2", "3"], { onReply: (report) => reports.push(report) });
    goesOn(session, answer("1", RESULT));
    goesOn(session, answer("2", '{"content":[]}'));
    goesOn(session, answer("3", "[1]"));
    goesOn(session, answer("4", RESULT));
    assert.deepEqual(
      reports.map(({ decisions, ...report }) => [report, decisions.map(({ rule }) => rule)]),
      [
        [{ tool: "t", bytesBefore: RESULT.length, bytesAfter: PROJECTED.length }, ["duplicate", "compact"]],
        [{ tool: "t", bytesBefore: 14, bytesAfter: 14 }, []],
        [{ tool: "t", bytesBefore: 3, bytesAfter: 3 }, ["untouched"]],
      ],
    );
    const saved = reports.map(({ decisions }) => decisions.reduce((sum, { bytesSaved }) => sum + bytesSaved, 0));
    assert.deepEqual(saved, reports.map(({ bytesBefore, bytesAfter }) => bytesBefore - bytesAfter));
  });

  test("under dryRun everything goes on as it is, the list of tools too, and the reports say what would have been", () => {
    const reports = [];
    const strips = new Projection({ defaults: { outputSchema: "strip" } });
    const session = sessionAfter(["1"], { dryRun: true, onReply: (report) => reports.push(report) }, strips);
    session.fromClient(bytes(request("0", "tools/list", {})));
    assert.equal(goesOn(session, answer("0", listOf("t"))), answer("0", listOf("t")));
    assert.equal(text(session.serverLines().push(bytes(`${answer("1", RESULT)}\n`))), `${answer("1", RESULT)}\n`);
    assert.deepEqual(reports.map(({ bytesAfter }) => bytesAfter), [PROJECTED.length]);
  });

  test("what a listener throws holds up no message, and is thrown outside", () => {
    // In a process of its own, since a test runner takes what is thrown outside for a failure.
    const program = `
      import { Projection, Session } from "mcp-projection";
      const session = new Session(new Projection({}), { onReply: () => { throw new Error("a listener's own"); } });
      session.fromClient(new TextEncoder().encode(${JSON.stringify(call("1"))}));
      process.on("uncaughtException", ({ message }) => console.log(message));
      console.log(new TextDecoder().decode(session.fromServer(new TextEncoder().encode(${JSON.stringify(answer("1", RESULT))}))));
    `;
    const cwd = fileURLToPath(new URL(".", import.meta.url));
    const output = execFileSync(process.execPath, ["--input-type=module", "--eval", program], { cwd, encoding: "utf8" });
    assert.equal(output, `${answer("1", PROJECTED)}\na listener's own\n`);
  });
});

describe("the engine is replaced in the middle", () => {
  const live = () => instances.at(-1);
  const filler = "x".repeat(4_000_000);
  const big = JSON.stringify({ content: [{ type: "text", text: JSON.stringify({ filler }, null, 1) }], structuredContent: { filler } });

  test("after a trap the message goes on as it is, and the session knows what it knew", () => {
    const session = sessionAfter(["1", "2", '"x"']);
    session.fromClient(bytes(request("0", "tools/list", {})));
    goesOn(session, answer("0", listOf("u")));
    const before = instances.length;
    exhaustMemory(live());
    const message = bytes(answer("1", big));
    assert.equal(session.fromServer(message), message);
    assert.equal(goesOn(session, answer("2", RESULT)), answer("2", KEPT), "what it may not have seen is assumed");
    assert.equal(instances.length, before + 1);
    session.fromClient(bytes(call("3", "u")));
    assert.equal(goesOn(session, answer("3", RESULT)), answer("3", KEPT));
    assert.equal(goesOn(session, answer('"x"', RESULT)), answer('"x"', KEPT));
  });

  test("a stream loses nothing to a trap, neither what it kept nor what follows", () => {
    for (const frame of [(message) => `${message}\n`, (message) => `id: 1\ndata: ${message}\n\n`]) {
      const session = sessionAfter(["1", "2"]);
      const framing = frame("") === "\n" ? session.serverLines() : session.serverEvents();
      const stream = bytes(frame(answer("1", big)) + frame(answer("2", RESULT)));
      const out = framing.push(stream.subarray(0, 1_000_000));
      assert.deepEqual(out, []);
      exhaustMemory(live());
      out.push(...framing.push(stream.subarray(1_000_000)));
      assert.equal(text(out) === frame(answer("1", big)) + frame(answer("2", KEPT)), true);
    }
  });

  test("one whose memory a huge reply made grow is replaced, and the session knows what it knew", () => {
    const huge = "y".repeat(40_000_000);
    const reply = (layout) => JSON.stringify({ content: [{ type: "text", text: JSON.stringify({ huge }, null, layout) }], structuredContent: { huge } });
    const session = sessionAfter(["1", "2"], { maxMessageBytes: 200_000_000 });
    const out = session.fromServer(bytes(answer("1", reply(1))));
    assert.equal(text(out) === answer("1", JSON.stringify({ content: [{ type: "text", text: JSON.stringify({ huge }) }] })), true);
    const bloated = instances.length;
    assert.ok(live().memory.buffer.byteLength > 128 * 1024 * 1024);
    assert.equal(goesOn(session, answer("2", RESULT)), answer("2", PROJECTED));
    assert.equal(instances.length, bloated + 1);
    assert.ok(live().memory.buffer.byteLength < 10_000_000);
  });
});

// Behind the tests of traps, since an instance that had this much memory has room for more.
test("a line of many megabytes in small chunks is put together once, and projected", () => {
  const filler = "x".repeat(12_000_000);
  const result = JSON.stringify({ content: [{ type: "text", text: JSON.stringify({ filler }, null, 1) }], structuredContent: { filler } });
  const lines = sessionAfter(["1"]).serverLines();
  const out = [...cut(bytes(`${answer("1", result)}\n`), 0, 64 * 1024)].flatMap((chunk) => lines.push(chunk));
  const expected = answer("1", JSON.stringify({ content: [{ type: "text", text: JSON.stringify({ filler }) }] }));
  assert.equal(text(out) === `${expected}\n`, true);
});

test("what is wrong with a session's makings is said", () => {
  for (const [make, message] of [
    [() => new Session({}), /the projection must be a Projection of this package, not an object/],
    [() => new Session(undefined), /not undefined/],
    [() => new Session(projection, null), /the options must be an object such as \{ maxPending \}, not null/],
    [() => new Session(projection, { maxPending: -1 }), /maxPending must be a whole number from 0 on, not -1/],
    [() => new Session(projection, { maxMessageBytes: "1" }), /maxMessageBytes must be a whole number from 0 on, not a string/],
    [() => new Session(projection, { maxPendingBytes: 0.5 }), /not 0\.5/],
    [() => new Session(projection, { dryRun: 1 }), /dryRun must be a boolean, not a number/],
    [() => new Session(projection, { onReply: {} }), /onReply must be a function, not an object/],
    [() => new Session(projection).fromClient("{}"), /the message must be a Uint8Array, not a string/],
    [() => new Session(projection).fromServer(undefined), /the message must be a Uint8Array, not undefined/],
    [() => new Session(projection).clientLines().push("{}"), /the chunk must be a Uint8Array, not a string/],
    [() => new Session(projection).serverLines().push({}), /the chunk must be a Uint8Array, not an object/],
    [() => new Session(projection).serverEvents().push("x"), /the chunk must be a Uint8Array, not a string/],
    [() => new Session(new OtherProjection({})), /the projection is of another copy of mcp-projection: load the package either by `import`/],
  ]) {
    assert.throws(make, (error) => error instanceof TypeError && message.test(error.message));
  }
});
