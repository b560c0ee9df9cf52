// The ledger example as its users run it: a process that is called over stdio, over loopback HTTP, and under both generations of the SDK.


import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";

import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import * as secondGeneration from "@modelcontextprotocol/server";
import { presets } from "mcp-projection";
import { projectReplies } from "mcp-projection/server";

import { listedInput } from "../examples/ledger-server/handling.mjs";
import { createServer } from "../examples/ledger-server/ledger-server.mjs";
import { openDatabase, transaction } from "../examples/ledger-server/ledger/database.mjs";
import { openLedger } from "../examples/ledger-server/ledger/ledger.mjs";
import { toolsOn } from "../examples/ledger-server/tools.mjs";
import { handmadeContent } from "./handmade-content.mjs";
import { MAX_BYTES, bytesIn, jsonIn, newCharge, sweep } from "./ledger-sweep.mjs";

const EXAMPLE = fileURLToPath(new URL("../examples/ledger-server/", import.meta.url));
const SERVER = path.join(EXAMPLE, "server.mjs");

const newClient = () => new Client({ name: "ledger-tests", version: "0.0.0" });

describe("a server process over stdio", () => {
  const client = newClient();
  let folder, sql, transport, log;

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "ledger-"));
    const file = path.join(folder, "ledger.db");
    transport = new StdioClientTransport({
      command: process.execPath,
      args: [SERVER, "--database", file, "--charges", "1500"],
      stderr: "pipe",
    });
    log = "";
    transport.stderr.on("data", (bytes) => (log += bytes));
    await client.connect(transport);
    // From here on the client holds each reply against what the server listed.
    await client.listTools();
    sql = await openDatabase(file);
  });

  after(async () => {
    await client.close();
    sql?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const call = (name, callArguments) => client.callTool({ name, arguments: callArguments });
  const count = (where, values = []) => sql.all(`SELECT count(*) AS n FROM charges c WHERE ${where}`, values)[0].n;
  /** The charges that a condition finds, in the ledger's order, written without the server's own query. */
  const rows = (where, values = []) => {
    const businesses = new Map(sql.all("SELECT * FROM businesses").map((each) => [each.id, each]));
    const tags = new Map();
    for (const { charge_id: id, tag } of sql.all("SELECT * FROM charge_tags")) tags.set(id, [...(tags.get(id) ?? []), tag]);
    return sql
      .all(`SELECT * FROM charges c WHERE ${where}`, values)
      .sort((a, b) => compare(b.date, a.date) || compare(a.id, b.id))
      .map((row) => ({
        chargeId: row.id,
        version: row.version,
        date: row.date,
        memberBusinessId: row.member_business_id,
        businessName: businesses.get(row.member_business_id).name,
        counterparty: row.counterparty,
        description: row.description,
        amountCents: row.amount_cents,
        currency: businesses.get(row.member_business_id).currency,
        tags: (tags.get(row.id) ?? []).sort(),
        ...(row.reference !== null && { reference: row.reference }),
        ...(row.note !== null && { note: row.note }),
      }));
  };
  /** What a model that sees nothing but text has. */
  const seen = ({ content }) => jsonIn(content.at(-1).text);
  const errorIn = ({ content, isError }) => {
    assert.equal(isError, true);
    return jsonIn(content[0].text.slice(content[0].text.indexOf("\n") + 1));
  };

  test("every structuredContent is carried by a content block, every error says how to go on", async () => {
    assert.deepEqual(await sweep(client), []);
  });

  test("the summary line says what was found and what is shown", async () => {
    const charge = { ...newCharge, counterparty: "Seven Sisters" };
    const charges = Array.from({ length: 7 }, (_, index) => ({
      ...charge,
      memberBusinessId: index < 3 ? "biz_5f0c21a9" : "biz_1ad8e6f2",
    }));
    await call("record_charge", { charges });
    const { content } = await call("search_charges", { counterparty: "seven sisters" });
    assert.equal(content[0].text, "Found 7 charge(s) across 2 businesses; showing 7 on page 1 of 1.");
    const page = await call("search_charges", { counterparty: "Seven", pageSize: 3, page: 3 });
    assert.equal(page.content[0].text, "Found 7 charge(s) across 2 businesses; showing 1 on page 3 of 3.");
  });

  describe("total and rows agree with SQL", () => {
    const searches = [
      [{}, "1"],
      [{ dateFrom: "2025-03-01", dateTo: "2025-03-31" }, "date BETWEEN '2025-03-01' AND '2025-03-31'"],
      [{ minAmountCents: -5000, maxAmountCents: -1000 }, "amount_cents BETWEEN -5000 AND -1000"],
      [{ minAmountCents: 500000 }, "amount_cents >= 500000"],
      [{ memberBusinessIds: ["biz_c47702be", "biz_7b62f1e0"] }, "member_business_id IN ('biz_c47702be', 'biz_7b62f1e0')"],
      [{ counterparty: "RAIL" }, "counterparty LIKE '%rail%'"],
      [{ counterparty: "100%_b" }, "instr(lower(counterparty), '100%_b')"],
      [{ counterparty: "%" }, "instr(counterparty, '%')"],
      [{ counterparty: "_" }, "instr(counterparty, '_')"],
      [{ counterparty: "o'c" }, "instr(lower(counterparty), 'o''c')"],
      [{ counterparty: "' OR 1=1 --" }, "0"],
      [{ counterparty: "株式会社" }, "instr(counterparty, '株式会社')"],
      [
        { tags: ["travel", "recurring"] },
        "(SELECT count(*) FROM charge_tags t WHERE t.charge_id = c.id AND t.tag IN ('travel', 'recurring')) = 2",
      ],
      [
        { tags: ["sales"], dateFrom: "2026-01-01", maxAmountCents: 300000, memberBusinessIds: ["biz_93be07d4"] },
        "date >= '2026-01-01' AND amount_cents <= 300000 AND member_business_id = 'biz_93be07d4' AND " +
          "EXISTS (SELECT 1 FROM charge_tags t WHERE t.charge_id = c.id AND t.tag = 'sales')",
      ],
    ];
    for (const [filter, where] of searches) {
      test(JSON.stringify(filter), async () => {
        const expected = rows(where);
        const { structuredContent } = await call("search_charges", { ...filter, pageSize: 60 });
        const { total, businessCount, pageCount, page, nextPage, charges } = structuredContent;
        assert.equal(total, expected.length);
        assert.equal(businessCount, new Set(expected.map(({ memberBusinessId }) => memberBusinessId)).size);
        assert.equal(pageCount, Math.max(1, Math.ceil(total / 60)));
        assert.equal(nextPage, page < pageCount ? 2 : undefined);
        assert.deepEqual(charges, expected.slice(0, charges.length));
        assert.ok(charges.length === Math.min(60, total) || structuredContent.truncated);
        // The last page too: an offset that is wrong shows there.
        const last = await call("search_charges", { ...filter, pageSize: 60, page: pageCount });
        assert.deepEqual(last.structuredContent.charges, expected.slice((pageCount - 1) * 60));
      });
    }
  });

  describe("a page that is too large for a reply", () => {
    // Charges of the generator only, which are alike: nothing that another test recorded.
    const filter = { dateTo: "2026-09-30", pageSize: 500 };

    test("is cut to the longest prefix that fits", async () => {
      const { content, structuredContent } = await call("search_charges", filter);
      const { charges, returnedCount } = structuredContent;
      const expected = rows("date <= '2026-09-30'");
      assert.equal(content[1].text, JSON.stringify(structuredContent));
      assert.ok(bytesIn(content[1].text) <= MAX_BYTES);
      assert.deepEqual(charges, expected.slice(0, returnedCount));
      const oneMore = {
        ...structuredContent,
        charges: expected.slice(0, returnedCount + 1),
        returnedCount: returnedCount + 1,
        continuation: { ...structuredContent.continuation, returnedCount: returnedCount + 1 },
      };
      assert.ok(bytesIn(JSON.stringify(oneMore)) > MAX_BYTES, "one more charge would have fitted");
    });

    test("counts what it shows, and says how to go on", async () => {
      const { content, structuredContent } = await call("search_charges", filter);
      const { charges, total, returnedCount, totalCount, truncated, continuation } = structuredContent;
      assert.equal(total, count("date <= '2026-09-30'"));
      assert.deepEqual([truncated, totalCount, returnedCount], [true, 500, charges.length]);
      assert.ok(returnedCount > 0 && returnedCount < 500);
      const { hint, ...counts } = continuation;
      assert.deepEqual(counts, { reason: "payload_size", returnedCount, totalCount });
      assert.match(hint, /nextPage.*returnedCount.*pageSize.*page 2/);
      assert.match(content[0].text, new RegExp(`showing ${returnedCount} on page 1 of`));
    });

    test("loses no charge to a reader who follows its hint", async () => {
      const first = await call("search_charges", filter);
      let pageSize = seen(first).returnedCount;
      let read = seen(first).charges.map(({ chargeId }) => chargeId);
      for (let page = 2; page !== undefined; ) {
        const next = seen(await call("search_charges", { ...filter, page, pageSize }));
        if (next.truncated) {
          // Longer charges: once more, in smaller pages.
          [page, pageSize, read] = [1, next.returnedCount, []];
          continue;
        }
        read.push(...next.charges.map(({ chargeId }) => chargeId));
        page = next.nextPage;
      }
      assert.deepEqual(
        read,
        rows("date <= '2026-09-30'").map(({ chargeId }) => chargeId),
      );
    });
  });

  test("the text has all that an update needs", async () => {
    await call("record_charge", { charges: [{ ...newCharge, counterparty: "Text Only" }] });
    const [{ chargeId, version }] = seen(await call("search_charges", { counterparty: "text only" })).charges;
    const update = await call("update_charge", {
      chargeId,
      expectedVersion: version,
      changes: { amountCents: -455, tags: ["supplies", "recurring"], note: "two spoons" },
    });
    const changes = [
      { field: "amountCents", before: -450, after: -455 },
      { field: "tags", before: [], after: ["recurring", "supplies"] },
      { field: "note", before: null, after: "two spoons" },
    ];
    assert.deepEqual(seen(update), { chargeId, version: 2, changedCount: 3, changes });
    const [row] = rows("id = ?", [chargeId]);
    assert.deepEqual(
      [row.version, row.amountCents, row.tags, row.note],
      [2, -455, ["recurring", "supplies"], "two spoons"],
    );
  });

  test("every chargeId and version of a search is in its text", async () => {
    const reply = await call("search_charges", { pageSize: 100 });
    const { charges } = reply.structuredContent;
    assert.ok(charges.length > 20);
    for (const { chargeId, version } of charges) {
      assert.ok(reply.content[1].text.includes(`"chargeId":"${chargeId}","version":${version},`));
    }
  });

  test("the ids of list_business_memberships are in its text, and narrow a search", async () => {
    const reply = await call("list_business_memberships");
    const ids = sql.all("SELECT member_business_id AS id FROM memberships").map(({ id }) => id);
    assert.equal(ids.length, 6);
    for (const id of ids) assert.ok(reply.content.some(({ text }) => text.includes(id)));
    const { memberBusinessId, chargeCount } = seen(reply).memberships[0];
    const { total, businessCount } = seen(await call("search_charges", { memberBusinessIds: [memberBusinessId] }));
    assert.deepEqual([total, businessCount], [chargeCount, 1]);
    assert.equal(total, count("member_business_id = ?", [memberBusinessId]));
  });

  describe("an error", () => {
    test("names every wrong argument in its first text block, so that the next call can be right", async () => {
      const error = errorIn(await call("search_charges", { pageSize: 9000, minAmountCents: "12.50", from: "2026-01-01" }));
      assert.equal(error.code, "VALIDATION_ERROR");
      assert.deepEqual(error.data.issues, [
        { path: "minAmountCents", code: "invalid_type", message: "expected a whole number of cents, such as -12990 for 129.90 paid" },
        { path: "pageSize", code: "too_big", message: "expected at most 500" },
        { path: "from", code: "unrecognized_keys", message: "there is no such argument; leave it out" },
      ]);
      assert.equal(error.data.retryable, false);
    });

    test("has a correlationId that the server's log knows", async () => {
      const { data } = errorIn(await call("update_charge", { chargeId: "chg_1", expectedVersion: 1, changes: { note: "x" } }));
      // The log has a pipe of its own, which the reply may overtake.
      const entryOf = (id) => log.split("\n").slice(0, -1).find((line) => line.includes(id));
      while (entryOf(data.correlationId) === undefined) await once(transport.stderr, "data");
      const entry = entryOf(data.correlationId);
      assert.deepEqual(
        [jsonIn(entry).tool, jsonIn(entry).code],
        ["update_charge", "NOT_FOUND"],
      );
    });

    test("of a conflict shows the charge as it is, and the call that follows it works", async () => {
      const [{ chargeId }] = seen(await call("record_charge", { charges: [newCharge] })).recorded;
      await call("update_charge", { chargeId, expectedVersion: 1, changes: { description: "Green tea" } });
      const stale = { chargeId, expectedVersion: 1, changes: { description: "Black tea" } };
      const { code, data } = errorIn(await call("update_charge", stale));
      assert.equal(code, "CONFLICT");
      assert.deepEqual(data.current, rows("id = ?", [chargeId])[0]);
      assert.equal(data.current.description, "Green tea");
      const { version } = seen(await call("update_charge", { ...stale, expectedVersion: data.current.version }));
      assert.equal(version, 3);
    });

    test("is retryable only where the very same call can work later", async () => {
      const update = { charges: [{ ...newCharge, counterparty: "Busy Bee" }] };
      sql.execute("BEGIN EXCLUSIVE");
      const { code, data } = await call("record_charge", update)
        .then(errorIn)
        .finally(() => sql.execute("COMMIT"));
      assert.deepEqual([code, data.retryable], ["BUSY", true]);
      const again = await call("record_charge", update);
      assert.equal(again.isError, undefined);
      assert.equal(count("counterparty = 'Busy Bee'"), 1);
    });

    test("fits into a reply, however much is wrong", async () => {
      const reply = await call("record_charge", { charges: Array(200).fill({ ["x".repeat(5000)]: 1 }) });
      const { data } = errorIn(reply);
      assert.ok(bytesIn(reply.content[0].text) < MAX_BYTES / 2);
      assert.equal(data.issues.length, 50);
      assert.ok(data.issuesOmitted >= 1000);
    });

    test("leaves the ledger as it was", async () => {
      const before = [count("1"), sql.all("SELECT count(*) AS n FROM charge_tags")[0].n];
      await call("record_charge", { charges: [{ ...newCharge, reference: "once" }] });
      const { code } = errorIn(
        await call("record_charge", { charges: [{ ...newCharge, tags: ["rent"] }, { ...newCharge, reference: "once" }] }),
      );
      assert.equal(code, "CONFLICT");
      assert.deepEqual([count("1"), sql.all("SELECT count(*) AS n FROM charge_tags")[0].n], [before[0] + 1, before[1]]);
    });
  });

  describe("a write that echoes more than fits", () => {
    test("record_charge tells every id that it gave", async () => {
      const charge = { ...newCharge, counterparty: "Long Story", note: "n".repeat(2000) };
      const reply = await call("record_charge", { charges: Array(100).fill(charge) });
      const { recordedIds, recorded, recordedCount, version, itemsOmitted } = seen(reply);
      assert.equal(recorded, undefined);
      assert.deepEqual([recordedCount, version, itemsOmitted.key, itemsOmitted.count], [100, 1, "recorded", 100]);
      assert.match(itemsOmitted.hint, /recordedIds/);
      const stored = rows("counterparty = 'Long Story'").map(({ chargeId }) => chargeId);
      assert.deepEqual([...recordedIds].sort(), stored.sort());
    });

    test("update_charge tells the version that the charge has now", async () => {
      const [{ chargeId }] = seen(await call("record_charge", { charges: [{ ...newCharge, note: "茶".repeat(10_000) }] })).recorded;
      const reply = await call("update_charge", { chargeId, expectedVersion: 1, changes: { note: "水".repeat(10_000) } });
      const { hint, ...itemsOmitted } = seen(reply).itemsOmitted;
      assert.match(hint, /search_charges/);
      assert.deepEqual(seen(reply), { chargeId, version: 2, changedCount: 1, itemsOmitted: { ...itemsOmitted, hint } });
      assert.deepEqual(itemsOmitted, { key: "changes", count: 1, reason: "payload_size" });
      assert.equal(rows("id = ?", [chargeId])[0].note, "水".repeat(10_000));
    });

    test("shows it whole where it fits", async () => {
      const { recorded, recordedIds } = seen(await call("record_charge", { charges: [newCharge, { ...newCharge, tags: ["rent", "rent"] }] }));
      assert.deepEqual(
        recorded,
        recordedIds.map((chargeId) => rows("id = ?", [chargeId])[0]),
      );
      assert.deepEqual(recorded[1].tags, ["rent"]);
    });
  });

  test("the longest charge there can be is shown", async () => {
    const charge = { ...newCharge, counterparty: "\"\\".repeat(100), description: "字".repeat(500), note: "\"字".repeat(5000) };
    await call("record_charge", { charges: [charge] });
    const { charges, truncated } = seen(await call("search_charges", { counterparty: charge.counterparty }));
    assert.deepEqual([charges[0].note, truncated], [charge.note, false]);
    const longer = await call("record_charge", { charges: [{ ...charge, note: `${charge.note}.` }] });
    assert.deepEqual(errorIn(longer).data.issues, [
      { path: "charges[0].note", code: "too_big", message: "expected at most 10000 characters" },
    ]);
  });
});

describe("a server process over loopback HTTP", () => {
  let server, url;

  before(async () => {
    server = spawn(process.execPath, [SERVER, "--http", "0", "--charges", "800"], { stdio: ["ignore", "ignore", "pipe"] });
    for await (const line of createInterface(server.stderr)) {
      url = jsonIn(line)?.url;
      if (url !== undefined) break;
    }
    server.stderr.resume();
  });

  after(() => server.kill());

  test("keeps the same promises", async () => {
    const client = newClient();
    await client.connect(new StreamableHTTPClientTransport(new URL(url)));
    assert.deepEqual(await sweep(client), []);
    await client.close();
  });

  test("refuses pages of other origins and names that aren't its own", async () => {
    const { port } = new URL(url);
    assert.equal(await statusOf({ host: "evil.example" }), 403);
    assert.equal(await statusOf({ host: `evil.example:${port}` }), 403);
    assert.equal(await statusOf({ origin: "https://evil.example" }), 403);
    assert.equal(await statusOf({ origin: "null" }), 403);
    assert.equal(await statusOf({ origin: `http://127.0.0.1:${port}` }), 200);
    assert.equal(await statusOf({}), 200);
    assert.equal(await statusOf({}, { method: "GET" }), 405);
    assert.equal(await statusOf({}, { path: "/" }), 404);
  });

  const statusOf = (headers, { method = "POST", path = "/mcp" } = {}) =>
    new Promise((resolve, reject) => {
      const { port } = new URL(url);
      const accepted = { "content-type": "application/json", accept: "application/json, text/event-stream" };
      const sent = request({ host: "127.0.0.1", port, method, path, headers: { ...accepted, ...headers } }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      sent.on("error", reject);
      sent.end(method === "POST" ? JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }) : undefined);
    });
});

describe("the same handlers in one process", () => {
  let ledger;
  const clients = [];

  before(async () => {
    ledger = await openLedger({ charges: 800 });
  });

  after(async () => {
    await Promise.all(clients.map((client) => client.close()));
    ledger?.close();
  });

  const connected = async (server) => {
    const [near, far] = InMemoryTransport.createLinkedPair();
    await server.connect(far);
    const client = newClient();
    await client.connect(near);
    clients.push(client);
    return client;
  };

  test("keep the same promises on a server of the SDK's second generation", async () => {
    const client = await connected(createServer({ ledger, Server: secondGeneration.McpServer }));
    assert.deepEqual(await sweep(client), []);
    const first = await connected(createServer({ ledger }));
    const search = { name: "search_charges", arguments: { pageSize: 500 } };
    assert.deepEqual(await client.callTool(search), await first.callTool(search));
    const named = ({ tools }) => tools.map(({ name, inputSchema: { properties, required } }) => ({ name, properties, required }));
    assert.deepEqual(named(await client.listTools()), named(await first.listTools()));
  });

  test("keep the same promises on a server made for each request of revision 2026-07-28", async () => {
    const handler = secondGeneration.createMcpHandler(() => createServer({ ledger, Server: secondGeneration.McpServer }));
    assert.deepEqual(await sweep(latestRevision(handler)), []);
  });

  test("make the sweep fail for every tool when projectReplies is left out", async () => {
    for (const Server of [McpServer, secondGeneration.McpServer]) {
      const client = await connected(createServer({ ledger, Server, project: (server) => server }));
      const findings = await sweep(client);
      for (const { name } of toolsOn(ledger)) {
        const own = findings.filter((finding) => finding.startsWith(`${name} `));
        assert.ok(own.includes(`${name} leads with no summary`), name);
        assert.ok(own.includes(`${name} hides how to go on from an error`), name);
        assert.ok(own.includes(`${name} doesn't say which arguments are wrong`), name);
      }
      assert.ok(findings.includes(`search_charges returned more than ${MAX_BYTES} bytes`));
      assert.ok(findings.includes(`record_charge returned more than ${MAX_BYTES} bytes`));
    }
  });

  describe("written as they were before: a summary in content, the rows in structuredContent only", () => {
    const summaryOnly = (project) => {
      const server = project(new McpServer({ name: "before", version: "0.0.0" }));
      for (const { name, input, answer, summary } of toolsOn(ledger)) {
        server.registerTool(name, { inputSchema: listedInput(input) }, (callArguments) => {
          const payload = answer(input.parse(callArguments));
          return { content: [{ type: "text", text: summary(payload) }], structuredContent: payload };
        });
      }
      return server;
    };
    const unmirrored = (findings) => findings.filter((finding) => finding.endsWith("that no content block carries"));

    test("are found by the sweep, tool by tool", async () => {
      const found = unmirrored(await sweep(await connected(summaryOnly((server) => server))));
      assert.deepEqual(
        new Set(found),
        new Set(toolsOn(ledger).map(({ name }) => `${name} returned structuredContent that no content block carries`)),
      );
    });

    test("reach the model through projectReplies all the same", async () => {
      const client = await connected(summaryOnly((server) => projectReplies(server, presets.mirrored)));
      assert.deepEqual(unmirrored(await sweep(client)), []);
      const { content, structuredContent } = await client.callTool({ name: "list_business_memberships", arguments: {} });
      assert.deepEqual(jsonIn(content[1].text), structuredContent);
    });
  });
});

describe("behind the tools", () => {
  test("no file builds a content array by hand", async () => {
    const entries = await readdir(EXAMPLE, { recursive: true, withFileTypes: true });
    const files = entries.filter(({ name }) => name.endsWith(".mjs"));
    assert.ok(files.length > 12);
    for (const { name, parentPath, path: folder = parentPath } of files) {
      if (folder.includes("node_modules")) continue;
      assert.deepEqual(handmadeContent(await readFile(path.join(folder, name), "utf8")), [], name);
    }
  });

  test("the check bites on every way to build one", () => {
    for (const source of [
      "return { content: [{ type: 'text', text }] };",
      "return { 'content': blocks, isError: true };",
      "return { ['structuredContent']: rows };",
      "const content = []; content.push(block); return { content };",
      "reply.content = [block];",
      "reply['content'].push(block);",
      "return { get content() { return []; } };",
    ]) {
      assert.equal(handmadeContent(`function handler() { ${source} }`).length, 1, source);
    }
    assert.deepEqual(handmadeContent("// content: []\nconst contents = 'content: []'; return { text: content };"), []);
  });

  test("a transaction that fails half-way stores nothing", async () => {
    const ledger = await openLedger({ charges: 1 });
    const rename = () => {
      ledger.run("UPDATE charges SET counterparty = 'half'");
      throw new Error("half-way");
    };
    assert.throws(() => transaction(ledger, "write", rename), /half-way/);
    assert.deepEqual(ledger.all("SELECT id FROM charges WHERE counterparty = 'half'"), []);
    // Nor does it leave anything open.
    assert.equal(transaction(ledger, "write", () => "next"), "next");
    ledger.close();
  });

  test("the same seed makes up the same ledger", async () => {
    const dump = async (options) => {
      const ledger = await openLedger({ charges: 300, ...options });
      const tables = ["businesses", "memberships", "charges", "charge_tags"].map((table) => ledger.all(`SELECT * FROM ${table} ORDER BY 1, 2`));
      ledger.close();
      return JSON.stringify(tables);
    };
    assert.equal(await dump({ seed: 9 }), await dump({ seed: 9 }));
    assert.notEqual(await dump({ seed: 9 }), await dump({ seed: 10 }));
  });
});

describe("the command line", () => {
  const run = (...words) => spawnSync(process.execPath, [SERVER, ...words], { encoding: "utf8", input: "", timeout: 10_000 });

  test("--help says every flag", () => {
    const { status, stdout } = run("--help");
    assert.equal(status, 0);
    for (const flag of ["--database", "--charges", "--seed", "--http"]) assert.ok(stdout.includes(flag), flag);
  });

  test("what it doesn't know is refused, with nothing on standard output", () => {
    const wrong = [["--nope"], ["extra"], ["--http", "70000"], ["--seed", "x"], ["--database", SERVER]];
    for (const words of wrong) {
      const { status, stdout, stderr } = run(...words);
      assert.deepEqual([status, stdout], [1, ""], words.join(" "));
      assert.ok(stderr.includes(words[0].startsWith("--d") ? SERVER : words.at(-1)), stderr);
    }
  });
});

function compare(a, b) {
  return a < b ? -1 : Number(a > b);
}

/** As much of a client as the sweep needs, in the revision that the first generation of the SDK doesn't speak. */
function latestRevision(handler) {
  const revision = "2026-07-28";
  const _meta = {
    [secondGeneration.PROTOCOL_VERSION_META_KEY]: revision,
    [secondGeneration.CLIENT_INFO_META_KEY]: { name: "ledger-tests", version: "0.0.0" },
    [secondGeneration.CLIENT_CAPABILITIES_META_KEY]: {},
  };
  const ask = async (method, params = {}) => {
    const headers = {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": revision,
      "mcp-method": method,
      ...(params.name && { "mcp-name": params.name }),
    };
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: { ...params, _meta } });
    const response = await handler.fetch(new Request("http://127.0.0.1/mcp", { method: "POST", headers, body }));
    const { result, error } = await response.json();
    assert.equal(error, undefined);
    assert.equal(result.resultType, "complete");
    return result;
  };
  return { listTools: () => ask("tools/list"), callTool: (params) => ask("tools/call", params) };
}
