// A workspace on disk, and the SDK's own client in front of a server process that works in it.

import assert from "node:assert/strict";
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { Ajv } from "ajv";

export const SERVER = fileURLToPath(new URL("../examples/files-server/server.mjs", import.meta.url));

/** A folder with a root for a server, a place for its backups, and something outside that no tool may reach. */
export class Scratch {
  constructor() {
    this.folder = realpathSync(mkdtempSync(join(tmpdir(), "files-server-")));
    this.root = join(this.folder, "root");
    this.backups = join(this.folder, "backups");
    this.outside = join(this.folder, "outside");
    mkdirSync(this.root);
    mkdirSync(this.outside);
  }

  /** The arguments of a server process that works here. */
  get flags() {
    return ["--root", this.root, "--backups", this.backups];
  }

  path(name) {
    return join(this.root, name);
  }

  write(name, content) {
    mkdirSync(dirname(this.path(name)), { recursive: true });
    writeFileSync(this.path(name), content);
    return content;
  }

  read(name) {
    return readFileSync(this.path(name), "utf8");
  }

  /** All that is there: names, kinds, permissions, contents, and which file each of them is. */
  snapshot() {
    return [this.root, this.outside].flatMap((top) =>
      readdirSync(top, { recursive: true })
        .sort()
        .map((name) => {
          const path = join(top, name);
          const { mode, ino, mtimeMs } = lstatSync(path);
          const kind = mode & 0o170000;
          const content = { 0o100000: () => readFileSync(path, "hex"), 0o120000: () => readlinkSync(path) }[kind]?.();
          return { path, mode, ino, content, ...(kind === 0o40000 ? {} : { mtimeMs }) };
        }),
    );
  }

  remove() {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** A client that has listed the tools of what it is connected to, and so holds every reply against its schema. */
export async function listedClient(transport) {
  const client = new Client({ name: "files-server-tests", version: "0.0.0" });
  await client.connect(transport);
  const { tools } = await client.listTools();
  return { client, tools };
}

export async function startServer(scratch, ...flags) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [SERVER, ...scratch.flags, ...flags],
    stderr: "inherit",
  });
  return { transport, ...(await listedClient(transport)) };
}

export function outputSchemasOf(tools) {
  return Object.fromEntries(tools.map(({ name, outputSchema }) => [name, outputSchema]));
}

/** Holds successes against the schemas, and the schemas against the successes. */
export class Coherence {
  #validators;
  #schemas;
  #produced = new Set();

  constructor(schemas) {
    const ajv = new Ajv({ strict: true, allErrors: true });
    this.#schemas = schemas;
    this.#validators = Object.fromEntries(Object.entries(schemas).map(([tool, schema]) => [tool, ajv.compile(schema)]));
  }

  /** A payload member that the schema doesn't have, or one that it wants and the payload lacks. */
  requireConforming(tool, payload) {
    const validate = this.#validators[tool];
    assert.ok(validate(payload), `${tool}: ${JSON.stringify(validate.errors)} in ${JSON.stringify(payload)}`);
    for (const path of membersIn(payload)) this.#produced.add(`${tool}${path}`);
  }

  /** A property of a schema that no success had. */
  requireProduced() {
    const declared = Object.entries(this.#schemas).flatMap(([tool, schema]) =>
      propertiesIn(schema).map((path) => `${tool}${path}`),
    );
    assert.deepEqual(
      declared.filter((property) => !this.#produced.has(property)),
      [],
    );
  }
}

function membersIn(value) {
  if (Array.isArray(value)) return value.flatMap((item) => membersIn(item).map((path) => `/*${path}`));
  if (typeof value !== "object" || value === null) return [""];
  return Object.entries(value).flatMap(([name, member]) => [
    `/${name}`,
    ...membersIn(member).map((path) => `/${name}${path}`),
  ]);
}

export function propertiesIn({ properties = {}, items }) {
  const own = Object.entries(properties).flatMap(([name, schema]) => [
    `/${name}`,
    ...propertiesIn(schema).map((path) => `/${name}${path}`),
  ]);
  return [...own, ...(items === undefined ? [] : propertiesIn(items).map((path) => `/*${path}`))];
}

/** A failure as its one text block has it; nothing else may be in the reply. */
export function failureIn(result) {
  assert.deepEqual(Object.keys(result).sort(), ["content", "isError"], JSON.stringify(result));
  assert.equal(result.isError, true);
  assert.equal(result.content.length, 1);
  const { text } = result.content[0];
  const end = text.lastIndexOf("\n{");
  assert.notEqual(end, -1, text);
  const error = JSON.parse(text.slice(end + 1));
  assert.equal(text.slice(0, end), `${error.code}: ${error.message}`);
  return error;
}
