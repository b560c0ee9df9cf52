// The servers, and what each is asked: what it can do, in the words of its own tools, and some things that it must refuse.

import path from "node:path";

import { GIT_ENVIRONMENT, makeRepository, writeFiles } from "./folders.mjs";
import { chromium, commandFile, python } from "./installed.mjs";

const fromNpm = (command, args = [], env = {}) => ({ command: process.execPath, args: [commandFile(command), ...args], env });
const fromPyPI = (module, args = [], env = {}) => ({ command: python(), args: ["-m", module, ...args], env });

/** Times as servers write them. */
const TIMES = [/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?/g, /[A-Z][a-z]{2} [A-Z][a-z]{2} \d\d \d{4} \d\d:\d\d:\d\d/g];

/**
 * @typedef {object} RealServer
 * @property {string} name as its package is called
 * @property {(place: { folder: string, site: string }) => object} launch its command
 * @property {(folder: string) => void} [prepare] fills the folder that it works on
 * @property {(ask: import("./conversation.mjs").Asker, place: { folder: string, site: string }) => Promise<void>} script
 * @property {object} [policy] one that suits it, beside the one that suits all
 * @property {RegExp[]} [volatile] what no two runs have in common
 */

/** @type {RealServer[]} */
export const servers = [
  {
    name: "@modelcontextprotocol/server-everything",
    launch: () => fromNpm("mcp-server-everything"),
    volatile: [/\d+:\d\d:\d\d [AP]M/g, /"blob":"[\w+/=]+"/g],
    async script(ask) {
      await ask.lists();
      await ask.request("setLoggingLevel", "debug");
      await ask.call("echo", { message: '{\n  "not": "compacted", "n": 1.0\n}' });
      await ask.call("echo", {});
      for (const messageType of ["error", "success", "debug"]) await ask.call("get-annotated-message", { messageType, includeImage: true });
      await ask.call("get-resource-links", { count: 4 });
      await ask.call("get-resource-reference", { resourceType: "Text", resourceId: 2 });
      await ask.call("get-resource-reference", { resourceType: "Blob", resourceId: 3 });
      for (const location of ["New York", "Chicago", "Los Angeles", "Atlantis"]) await ask.call("get-structured-content", { location });
      await ask.call("get-sum", { a: 0.1, b: 0.2 });
      await ask.call("get-sum", { a: "x" });
      await ask.call("get-tiny-image");
      await ask.call("get-roots-list");
      await ask.call("trigger-sampling-request", { prompt: "a prompt" });
      await ask.call("trigger-elicitation-request");
      const onprogress = () => {};
      await ask.call("trigger-long-running-operation", { duration: 0.2, steps: 4 }, { onprogress });
      await ask.call("simulate-research-query", { topic: "wires" });
      await ask.call("no-such-tool");
      await ask.request("readResource", { uri: "demo://resource/dynamic/text/7" });
      await ask.request("readResource", { uri: "demo://resource/static/document/features.md" });
      await ask.request("readResource", { uri: "demo://no/such/resource" });
      await ask.request("subscribeResource", { uri: "demo://resource/dynamic/text/7" });
      await ask.request("getPrompt", { name: "args-prompt", arguments: { city: "Ürümqi" } });
      await ask.request("getPrompt", { name: "no-such-prompt" });
      const argument = { name: "department", value: "E" };
      await ask.request("complete", { ref: { type: "ref/prompt", name: "completable-prompt" }, argument });
      await ask.request("ping");
    },
  },
  {
    name: "@modelcontextprotocol/server-filesystem",
    launch: ({ folder }) => ({ ...fromNpm("mcp-server-filesystem", [folder]), hasNoRoots: true }),
    prepare: writeFiles,
    volatile: TIMES,
    async script(ask, { folder }) {
      const at = (name) => path.join(folder, name);
      await ask.lists();
      await ask.call("list_allowed_directories");
      await ask.call("list_directory", { path: folder });
      await ask.call("list_directory_with_sizes", { path: folder, sortBy: "size" });
      await ask.call("directory_tree", { path: folder });
      await ask.call("search_files", { path: folder, pattern: "**/*.md" });
      await ask.call("get_file_info", { path: at("rows.json") });
      for (const name of ["read me.txt", "rows.json", "notes/ünï.md", "notes/empty.txt"]) await ask.call("read_text_file", { path: at(name) });
      await ask.call("read_text_file", { path: at("rows.json"), head: 20 });
      await ask.call("read_media_file", { path: at("picture.png") });
      await ask.call("read_multiple_files", { paths: [at("read me.txt"), at("missing.txt"), at("rows.json")] });
      await ask.call("write_file", { path: at("written.json"), content: '{\n  "a" : [1.0, 9007199254740993]\n}\n' });
      await ask.call("read_text_file", { path: at("written.json") });
      const edits = [{ oldText: "- two", newText: "- deux" }];
      await ask.call("edit_file", { path: at("notes/ünï.md"), edits, dryRun: true });
      await ask.call("edit_file", { path: at("notes/ünï.md"), edits });
      await ask.call("edit_file", { path: at("notes/ünï.md"), edits });
      await ask.call("create_directory", { path: at("made") });
      await ask.call("move_file", { source: at("written.json"), destination: at("made/moved.json") });
      await ask.call("read_text_file", { path: "/etc/hostname" });
      await ask.call("read_text_file", { path: at("missing.txt") });
      await ask.call("read_text_file", { path: 1 });
      await ask.call("no_such_tool");
    },
  },
  {
    name: "@modelcontextprotocol/server-memory",
    launch: ({ folder }) => fromNpm("mcp-server-memory", [], { MEMORY_FILE_PATH: path.join(folder, "memory.jsonl") }),
    async script(ask) {
      await ask.lists();
      await ask.call("read_graph");
      const names = Array.from({ length: 24 }, (_, at) => `thing ${at}`);
      const entities = names.map((name, at) => ({
        name,
        entityType: ["person", "place", "ünïcödé"][at % 3],
        observations: [`seen ${at} times`, '{ "a": 1.0 }'],
      }));
      await ask.call("create_entities", { entities });
      const relations = names.slice(1).map((to, at) => ({ from: names[at], to, relationType: "comes before" }));
      await ask.call("create_relations", { relations });
      await ask.call("create_relations", { relations });
      await ask.call("add_observations", { observations: [{ entityName: "thing 3", contents: ["seen 3 times", "new\nlines"] }] });
      await ask.call("add_observations", { observations: [{ entityName: "nobody", contents: ["?"] }] });
      await ask.call("search_nodes", { query: "ünï" });
      await ask.call("search_nodes", { query: "no such text" });
      await ask.call("open_nodes", { names: ["thing 1", "thing 2", "nobody"] });
      await ask.call("delete_observations", { deletions: [{ entityName: "thing 3", observations: ["new\nlines"] }] });
      await ask.call("delete_relations", { relations: relations.slice(0, 2) });
      await ask.call("delete_entities", { entityNames: ["thing 0", "thing 23"] });
      await ask.call("read_graph");
      await ask.call("create_entities", { entities: "none" });
      await ask.request("readResource", { uri: "memory://knowledge-graph" });
    },
  },
  {
    name: "@modelcontextprotocol/server-sequential-thinking",
    launch: () => fromNpm("mcp-server-sequential-thinking"),
    async script(ask) {
      await ask.lists();
      const thought = (thoughtNumber, more = {}) => ({ thought: `Thought ${thoughtNumber}`, thoughtNumber, totalThoughts: 3, nextThoughtNeeded: true, ...more });
      await ask.call("sequentialthinking", thought(1));
      await ask.call("sequentialthinking", thought(2, { isRevision: true, revisesThought: 1 }));
      await ask.call("sequentialthinking", thought(3, { branchFromThought: 1, branchId: "ünï" }));
      await ask.call("sequentialthinking", thought(4, { totalThoughts: 2, nextThoughtNeeded: false }));
      await ask.call("sequentialthinking", thought(0));
      await ask.call("sequentialthinking", { thought: "alone" });
    },
  },
  {
    name: "@bytebase/dbhub",
    // Its texts are rows as indented JSON, and no documents.
    policy: { version: 1, defaults: { compactText: true } },
    launch: ({ folder }) => fromNpm("dbhub", ["--transport", "stdio", "--dsn", `sqlite://${path.join(folder, "rows.db")}`]),
    async script(ask) {
      await ask.lists();
      const sql = (text) => ask.call("execute_sql", { sql: text });
      await sql("CREATE TABLE charges (id INTEGER PRIMARY KEY, amount REAL, note TEXT, who TEXT)");
      await sql("CREATE INDEX charges_who ON charges (who)");
      const values = Array.from({ length: 80 }, (_, at) => `(${at}, ${at}.25, 'note "${at}" é', ${at % 4 === 0 ? "NULL" : `'who ${at % 3}'`})`);
      await sql(`INSERT INTO charges VALUES ${values.join(", ")}`);
      await sql("SELECT * FROM charges ORDER BY id");
      await sql("SELECT who, count(*) AS n, sum(amount) AS total FROM charges GROUP BY who; SELECT max(id) FROM charges");
      await sql("SELECT 9007199254740991 AS big, 1.0 AS one, x'00ff' AS bytes");
      await sql("SELECT * FROM charges WHERE 0");
      await sql("SELECT nothing FROM nowhere");
      await ask.call("search_objects", { object_type: "table" });
      await ask.call("search_objects", { object_type: "column", schema: "main", table: "charges", detail_level: "full" });
      await ask.call("search_objects", { object_type: "index", pattern: "charges%", detail_level: "full" });
      await ask.call("search_objects", { object_type: "moon" });
    },
  },
  {
    name: "@cyanheads/git-mcp-server",
    launch: ({ folder }) => ({ ...fromNpm("git-mcp-server", [], { ...GIT_ENVIRONMENT, GIT_SIGN_COMMITS: "false", MCP_LOG_LEVEL: "error" }), cwd: folder }),
    prepare: makeRepository,
    volatile: [...TIMES, /[A-Z0-9]{5}-[A-Z0-9]{5}/g],
    async script(ask, { folder }) {
      await ask.lists();
      await ask.call("git_set_working_dir", { path: folder });
      await ask.call("git_status");
      await ask.call("git_log", { maxCount: 5 });
      await ask.call("git_diff");
      await ask.call("git_show", { object: "HEAD" });
      await ask.call("git_blame", { filePath: "notes/ünï.md" });
      await ask.call("git_branch");
      await ask.call("git_tag");
      await ask.call("git_add", { paths: ["new.txt"] });
      await ask.call("git_commit", { message: "One more" });
      await ask.call("git_log", { maxCount: 1 });
      await ask.call("git_stash", { mode: "list" });
      await ask.call("git_checkout", { target: "no-such-branch" });
      await ask.call("git_show", {});
      await ask.request("readResource", { uri: "git://working-directory" });
      await ask.request("getPrompt", { name: "git_wrapup", arguments: {} });
    },
  },
  {
    name: "@playwright/mcp",
    launch: ({ folder }) => ({
      ...fromNpm("playwright-mcp", ["--headless", "--isolated", "--no-sandbox", "--executable-path", chromium()]),
      cwd: folder,
    }),
    // What a console holds comes when the browser likes.
    volatile: [...TIMES, /"data":"[A-Za-z0-9+/=]+"/g, /\d{4}-\d\d-\d\dT[\d-]+Z/g, /\d+(\.\d+)?ms/g, /\.log#L[\dL-]+/g, /Console: \d+ errors, \d+ warnings/g],
    async script(ask, { site }) {
      await ask.lists();
      await ask.call("browser_navigate", { url: site });
      await ask.call("browser_snapshot");
      await ask.call("browser_evaluate", { function: "() => ({ title: document.title, rows: document.querySelectorAll('tr').length, x: 0.1 })" });
      await ask.call("browser_find", { text: "row-7" });
      await ask.call("browser_type", { target: "input", text: "Ünïcödé" });
      await ask.call("browser_click", { target: "button" });
      await ask.call("browser_evaluate", { function: "() => document.querySelector('output').textContent" });
      await ask.call("browser_console_messages", { level: "warning" });
      await ask.call("browser_network_requests");
      await ask.call("browser_take_screenshot", { scale: "css" });
      await ask.call("browser_tabs", { action: "list" });
      await ask.call("browser_click", { target: "e99999" });
      await ask.call("browser_resize", {});
      await ask.call("browser_close");
    },
  },
  {
    name: "mcp-server-time",
    launch: () => fromPyPI("mcp_server_time"),
    volatile: [...TIMES, /\d{4}-\d\d-\d\d/g, /(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day/g],
    async script(ask) {
      await ask.lists();
      for (const timezone of ["Asia/Tokyo", "Europe/Berlin", "America/St_Johns", "Nowhere/None"]) {
        await ask.call("get_current_time", { timezone });
        await ask.call("convert_time", { source_timezone: timezone, time: "16:30", target_timezone: "Asia/Kathmandu" });
      }
      await ask.call("convert_time", { source_timezone: "Asia/Tokyo", time: "half past", target_timezone: "Asia/Tokyo" });
      await ask.call("get_current_time");
    },
  },
  {
    name: "mcp-server-git",
    launch: ({ folder }) => fromPyPI("mcp_server_git", ["--repository", folder], GIT_ENVIRONMENT),
    prepare: makeRepository,
    async script(ask, { folder }) {
      const git = (tool, args = {}) => ask.call(tool, { repo_path: folder, ...args });
      await ask.lists();
      await git("git_status");
      await git("git_diff_unstaged");
      await git("git_add", { files: ["new.txt"] });
      await git("git_diff_staged");
      await git("git_commit", { message: "One more" });
      await git("git_log", { max_count: 4 });
      await git("git_show", { revision: "HEAD~1" });
      await git("git_diff", { target: "v1" });
      await git("git_create_branch", { branch_name: "made" });
      await git("git_branch", { branch_type: "local" });
      await git("git_checkout", { branch_name: "no-such-branch" });
      await ask.call("git_status", { repo_path: "/" });
      await ask.call("git_status");
    },
  },
  {
    name: "mcp-server-fetch",
    // Where it finds npm, it installs a package in the middle of a call.
    launch: () => fromPyPI("mcp_server_fetch", ["--ignore-robots-txt", "--allow-private-ips"], { PATH: "" }),
    async script(ask, { site }) {
      await ask.lists();
      await ask.call("fetch", { url: site, max_length: 2000 });
      await ask.call("fetch", { url: site, max_length: 2000, start_index: 2000 });
      await ask.call("fetch", { url: `${site}/rows.json`, max_length: 20000 });
      await ask.call("fetch", { url: `${site}/rows.json`, raw: true });
      await ask.call("fetch", { url: `${site}/missing` });
      await ask.call("fetch", { url: "no address" });
      await ask.request("getPrompt", { name: "fetch", arguments: { url: site } });
      await ask.request("getPrompt", { name: "fetch" });
    },
  },
];
