// The outline server's own ground: Markdown in and out, the database and the command line.

import assert from "node:assert/strict";
import { chmodSync, readFileSync, renameSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";

import { UsageError, readCommandLine } from "../examples/outline-server/command-line.mjs";
import { answer } from "../examples/outline-server/json-command.mjs";
import { linksIn, tokenize } from "../examples/outline-server/markdown/inline.mjs";
import { readPage } from "../examples/outline-server/markdown/ast.mjs";
import { parse } from "../examples/outline-server/markdown/parse.mjs";
import { render } from "../examples/outline-server/markdown/render.mjs";
import { tools } from "../examples/outline-server/tools.mjs";
import { importFiles } from "../examples/outline-server/workspace/import.mjs";
import { openDatabase } from "../examples/outline-server/workspace/sqlite.mjs";
import { openWorkspace } from "../examples/outline-server/workspace/workspace.mjs";
import { NOTES, makeWorkspace, remove, runServer, temporaryFolder, writeFiles } from "./outline-server-fixture.mjs";
import { blocksIn } from "./outline-server-promises.mjs";

// But for task states, which Markdown writes in more than one way.
const words = (text) => text.replace(/\[[ x]\]|TODO|DONE/g, "").match(/[\p{L}\p{N}]+/gu);
const FOREIGN = [
  "- a\n\n  b\n  c\n- - d\n-\n-   e\n      f\n",
  "\tx\n- y\n\t- z\n\t  more\n- [ ] [x] t\n- TODO\n",
  "text\n```\n- code\n\n```\nmore\n- ~~~ `x`\n  # no heading\n",
  "- ```js\n  never closed\n- swallowed\n",
  "k:: v\nk:: w\n\n# h\nkey:: of a paragraph\nand:: of it\n\r\n## i\r\n- x\r\n",
  "- a\n    - b\n      - c\n   - d\n - e\n\n  after a blank\n\n      deeper\n",
  "- TODO   spaced\n  collapsed:: true\n  collapsed:: true\n  k::   v\n\n1) [ ] t\n* * *\n---\n| a | b |\n",
];
const block = (text, children = [], properties = []) => ({ text, properties, children });

describe("Markdown", () => {
  test("bullets become blocks, with their properties and further lines", () => {
    assert.deepEqual(parse(NOTES["pages/Garden plan.md"]), {
      properties: [["status", "active"]],
      blocks: [
        block(
          "Beds #garden",
          [block("TODO order seeds from [[Seed list]]", [], [["priority", "high"]]), block("DONE dig **both** beds")],
          [["collapsed", "true"]],
        ),
        block("```js\nconst rows = 3;\n\n- not a bullet\n```"),
        block("TODO water"),
        block("DONE weed"),
      ],
    });
  });

  test("what is no bullet is kept too, below its heading", () => {
    assert.deepEqual(parse(NOTES["Seed list.md"]).blocks, [
      block("# Vegetables", [
        block("Peas and beans,\nin that order."),
        block("1. first"),
        block("2. second"),
        block("## Später", [block("Öl #à-relire")]),
      ]),
    ]);
  });

  test("an outline reads back as it was written, also one that something else wrote", () => {
    for (const markdown of [...Object.values(NOTES), ...FOREIGN]) {
      const ast = parse(markdown);
      assert.deepEqual(parse(render(ast)), ast, markdown);
      assert.deepEqual(words(render(ast)), words(markdown), markdown);
    }
  });

  test("an AST that lost a member isn't read", () => {
    const page = parse("- a\n  - b\n");
    assert.deepEqual(readPage(JSON.parse(JSON.stringify(page))), page);
    const [{ properties, ...pruned }] = page.blocks;
    assert.deepEqual(properties, []);
    assert.throws(() => readPage({ ...page, blocks: [pruned] }), /\/blocks\/0\/properties/);
  });

  test("tokens say nothing that the text doesn't", () => {
    const text = "**bold** _it_ `code` [[A page]] #tag/a [label](https://a.example/#no) C#x a*b snake_case_name";
    assert.deepEqual(
      tokenize(text).filter(({ kind }) => kind !== "plain").map(({ kind, value }) => [kind, value]),
      [["bold", "bold"], ["italic", "it"], ["code", "code"], ["page_ref", "A page"], ["tag", "#tag/a"], ["link", "label"]],
    );
    assert.deepEqual(linksIn("[[A]] `[[B]]` #c"), [{ kind: "page", target: "A" }, { kind: "tag", target: "c" }]);
  });

  test("long runs of one sign cost no more than their length", () => {
    const started = performance.now();
    for (const sign of ["`", "[[", "[a](", "**a", "_a", "#", "```a\n", "- ", "\t"]) {
      const text = sign.repeat(100_000 / sign.length);
      tokenize(text);
      parse(text);
    }
    assert.ok(performance.now() - started < 3_000);
  });
});

describe("an imported folder", () => {
  let folder;
  let workspace;
  const call = (tool, args = {}) => tools[tool].handler(workspace, tools[tool].input.parse(args));
  before(async () => {
    folder = temporaryFolder();
    workspace = await openWorkspace(":memory:");
    writeFiles(join(folder, "notes"), NOTES);
    writeFiles(folder, { "outside.md": "- secret\n" });
    symlinkSync(join(folder, "outside.md"), join(folder, "notes", "link.md"));
    symlinkSync(folder, join(folder, "notes", "up"));
  });
  after(() => {
    workspace.close();
    remove(folder);
  });

  test("becomes pages and journals; links out of it don't", () => {
    assert.deepEqual(importFiles(workspace, join(folder, "notes")), { imported: 4, refused: [] });
    assert.deepEqual(
      call("page_list").pages.map(({ kind, slug, title }) => [kind, slug, title]),
      [
        ["journal", "2026-02-08", "2026-02-08"],
        ["page", "garden-plan", "Garden plan"],
        ["page", "reading", "Reading"],
        ["page", "seed-list", "Seed list"],
      ],
    );
    const [beds] = call("page_get", { slug: "garden-plan" }).outline;
    assert.equal(beds.collapsed, true);
    assert.deepEqual(beds.properties, []);
    assert.equal(beds.children[0].todo, "TODO");
    assert.deepEqual(beds.children[0].properties, [["priority", "high"]]);
  });

  test("is found by its tags, links and words, whatever their accents", () => {
    const slugs = (args) => call("page_list", args).pages.map(({ slug }) => slug);
    assert.deepEqual(slugs({ tag: "#Garden" }), ["garden-plan"]);
    assert.deepEqual(slugs({ tag: "a-relire" }), ["seed-list"]);
    assert.deepEqual(slugs({ links_to: "seed list" }), ["garden-plan", "reading"]);
    assert.deepEqual(slugs({ kind: "journal" }), ["2026-02-08"]);
    const found = call("search", { query: "seeds ORDER" });
    assert.equal(found.total, 1);
    assert.equal(found.blocks[0].page, "garden-plan");
    assert.deepEqual(call("search", { query: "GARDEN plan" }).pages, [{ slug: "garden-plan", title: "Garden plan" }]);
    assert.equal(call("search", { query: "%" }).total, 0);
  });

  test("keeps its ids when it is imported again", () => {
    const ids = () => blocksIn(call("page_get", { slug: "garden-plan" }).outline).map(({ id, text }) => [text, id]);
    const earlier = new Map(ids());
    const path = join(folder, "notes/pages/Garden plan.md");
    writeFileSync(path, `${readFileSync(path, "utf8").replace("TODO order", "DONE order")}- new\n`);
    assert.equal(importFiles(workspace, path).imported, 1);
    const later = ids();
    assert.equal(later.length, earlier.size + 1);
    assert.deepEqual(later.filter(([text, id]) => earlier.get(text) !== id).map(([text]) => text), ["new"]);
  });

  test("is written back when a block changes, and only then", () => {
    const path = join(folder, "notes/Reading.md");
    const before = statSync(path).mtimeMs;
    const [{ id }] = call("daily_get", { date: "2026-02-08" }).outline;
    call("block_toggle", { id });
    assert.equal(readFileSync(join(folder, "notes/journals/2026_02_08.md"), "utf8"), "- TODO walked to [[Garden plan]]\n");
    assert.equal(statSync(path).mtimeMs, before);
  });

  test("is not written through a link that somebody put in a file's place", () => {
    const path = join(folder, "notes/Reading.md");
    renameSync(path, `${path}.bak`);
    symlinkSync(join(folder, "outside.md"), path);
    assert.throws(() => call("page_update", { slug: "reading", append: "- x" }), { code: "PAGE_MARKDOWN_UNWRITABLE" });
    assert.equal(readFileSync(join(folder, "outside.md"), "utf8"), "- secret\n");
    assert.equal(call("search", { query: "x" }).blocks.some(({ page }) => page === "reading"), false);
  });

  test("is changed together with the database, or neither is", () => {
    const lost = join(folder, "lost");
    writeFiles(lost, { "Lost.md": "- a\n" });
    importFiles(workspace, lost);
    const before = call("page_get", { slug: "lost" });
    remove(lost);
    assert.throws(() => call("page_update", { slug: "lost", title: "Found", append: "- b" }), { code: "PAGE_MARKDOWN_UNWRITABLE" });
    assert.deepEqual(call("page_get", { slug: "lost" }), before);
    assert.equal(call("search", { query: "b" }).blocks.some(({ page }) => page === "lost"), false);
  });

  test("is never ahead of the database when nobody has edited it", () => {
    const foreign = join(folder, "foreign");
    writeFiles(foreign, Object.fromEntries(FOREIGN.map((markdown, index) => [`Foreign ${index}.md`, markdown])));
    chmodSync(join(foreign, "Foreign 0.md"), 0o600);
    assert.equal(importFiles(workspace, foreign).imported, FOREIGN.length);
    for (const [index, markdown] of FOREIGN.entries()) {
      const slug = `foreign-${index}`;
      call("page_update", { slug, append: "- the end" });
      const text = readFileSync(join(foreign, `Foreign ${index}.md`), "utf8");
      assert.deepEqual(words(text), [...words(markdown), "the", "end"]);
      assert.equal(text, call("export_md", { slug }).md);
    }
    assert.equal(statSync(join(foreign, "Foreign 0.md")).mode & 0o777, 0o600);
  });

  test("says which files it doesn't take, and why", () => {
    const other = join(folder, "other");
    writeFiles(other, {
      "bytes.md": Buffer.from([0x2d, 0x20, 0xff]),
      "Garden plan.md": "- another\n",
      "package.json": '{"name":"x"}',
      ".hidden.md": "- no\n",
    });
    const { imported, refused } = importFiles(workspace, other);
    assert.equal(imported, 0);
    assert.deepEqual(
      refused.map(({ path, reason }) => [path.slice(other.length + 1), reason.split(/[:"]/)[0].trim()]),
      [["Garden plan.md", "the slug"], ["bytes.md", "it isn't UTF-8"], ["package.json", "it isn't what export_json sends"]],
    );
  });

  test("an export comes back as the page that it was", async () => {
    const exported = call("export_json", { slug: "garden-plan" });
    writeFiles(join(folder, "exports"), { "garden.json": JSON.stringify(exported) });
    const fresh = await openWorkspace(":memory:");
    assert.equal(importFiles(fresh, join(folder, "exports")).imported, 1);
    assert.deepEqual(tools.export_json.handler(fresh, { slug: "garden-plan" }).page, exported.page);
    fresh.close();
  });

  test("a property that occurs twice survives a change of another", () => {
    writeFiles(join(folder, "more"), { "Twice.md": "alias:: a\nalias:: b\ntype:: x\n\n- t\n" });
    importFiles(workspace, join(folder, "more"));
    const { properties, meta } = call("page_update", { slug: "twice", title: "Once more", properties: { type: "y" } });
    assert.deepEqual(properties, [["alias", "a"], ["alias", "b"], ["type", "y"], ["title", "Once more"]]);
    assert.equal(meta.title, "Once more");
    assert.deepEqual(call("page_update", { slug: "twice", properties: { alias: null, title: null } }).properties, [["type", "y"]]);
  });
});

describe("the command line", () => {
  let fixture;
  before(async () => {
    fixture = await makeWorkspace();
  });
  after(() => fixture.close());

  test("prints what the handlers compute, unprojected", () => {
    const { stdout, status } = runServer("--database", fixture.database, "--json", "daily_today");
    assert.equal(status, 0);
    const { ok, data, error } = JSON.parse(stdout);
    assert.deepEqual([ok, error], [true, null]);
    assert.deepEqual(data, fixture.computed("daily_today"));
    const [{ tokens, collapsed, properties }] = data.outline;
    assert.deepEqual([tokens.length > 0, collapsed, properties], [true, false, []]);
  });

  test("prints a failure in the same envelope, and says so by its exit code", () => {
    const { stdout, status } = runServer("--database", fixture.database, "--json", "page_get", '{"slug":"no"}');
    assert.equal(status, 1);
    const { ok, data, error } = JSON.parse(stdout);
    assert.deepEqual([ok, data, error.code, error.data.slug], [false, null, "PAGE_NOT_FOUND", "no"]);
    const failure = (tool, args) => answer(fixture.workspace, tool, args).error;
    assert.equal(failure("page_get", '{"slug":7}').data.issues[0].path, "/slug");
    assert.match(failure("page_get", "slug").message, /no JSON/);
    assert.equal(failure("toString", "{}").code, "TOOL_NOT_FOUND");
  });

  test("refuses what it doesn't know", () => {
    const manyWays = ["--json", "search", "--http", "0"];
    for (const args of [["stray"], ["--http", "99999"], ["--generate", "-1"], ["--json", "page_get", "{}", "more"], manyWays]) {
      assert.throws(() => readCommandLine(args), UsageError, args.join(" "));
    }
    const { status, stdout, stderr } = runServer("--verbose");
    assert.deepEqual([status, stdout], [2, ""]);
    assert.match(stderr, /--verbose.*\n.*--help/);
  });

  test("leaves a file alone that isn't its own", async () => {
    const [text, database] = ["text.sqlite", "other.sqlite"].map((name) => join(fixture.database, "..", name));
    writeFileSync(text, "some text that is long enough to be mistaken for a database, which it is not\n".repeat(20));
    const other = await openDatabase(database);
    other.exec("CREATE TABLE theirs (name TEXT)");
    other.close();
    for (const [path, message] of [[text, /not a database/], [database, /none of this server's/]]) {
      const before = readFileSync(path);
      await assert.rejects(openWorkspace(path), message);
      assert.ok(readFileSync(path).equals(before));
    }
  });
});
