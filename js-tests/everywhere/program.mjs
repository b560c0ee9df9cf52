// The program that each runtime runs and each bundler bundles: calls of every kind, from each entry, whose results it answers as one text.

const BODY = `
// The package works when its import returns, at the top of a module.
const first = new Projection({}).text("tool", { first: 1 });

const projection = new Projection(presets.outline);
const block = {
  id: "01M8",
  text: "read größe, 会議 and 😀",
  children: [],
  todo: null,
  tokens: [{ kind: "plain", value: "read größe, 会議 and 😀" }],
};

function pointerOf(policy) {
  try {
    return new Projection(policy);
  } catch (error) {
    return error instanceof PolicyError && error instanceof Error && error.pointer;
  }
}

async function throughServer() {
  let handler;
  const server = { setRequestHandler: (method, given) => { handler = given; } };
  projectReplies(server, projection);
  server.setRequestHandler("tools/call", () => {
    throw new ToolFailure("BLOCK_NOT_FOUND", "no such block", { id: "01M8" });
  });
  return handler({ params: { name: "outl_block_get", arguments: {} } }, {});
}

// A tool's call and its answer, the answer in two chunks.
function throughSession() {
  const session = new Session(projection);
  const line = (message) => new TextEncoder().encode(JSON.stringify({ jsonrpc: "2.0", id: 1, ...message }) + "\\n");
  const client = session.clientLines();
  client.push(line({ method: "tools/call", params: { name: "outl_block_get", arguments: {} } }));
  const server = session.serverLines();
  const answer = line({ result: { content: [{ type: "text", text: JSON.stringify(block, null, 2) }], structuredContent: block } });
  const pieces = [server.push(answer.subarray(0, 99)), server.push(answer.subarray(99)), server.finish()].flat();
  return pieces.map((piece) => new TextDecoder().decode(piece)).join("");
}

// A tool's call over HTTP, and its answer as JSON.
async function throughFetch() {
  const headers = { "content-type": "application/json" };
  const result = { content: [{ type: "text", text: JSON.stringify(block, null, 2) }], structuredContent: block };
  const upstream = async () => new Response(JSON.stringify({ jsonrpc: "2.0", id: 1, result }), { headers });
  const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "outl_block_get", arguments: {} } };
  const request = new Request("http://localhost/mcp", { method: "POST", headers, body: JSON.stringify(call) });
  return (await projectFetch(upstream, projection)(request)).text();
}

async function results() {
  const pretty = JSON.stringify(block, null, 2);
  return JSON.stringify({
    version,
    first,
    success: projection.success("outl_block_get", block),
    bytes: new TextDecoder().decode(projection.pruneBytes("outl_block_get", new TextEncoder().encode(pretty))),
    reply: projection.reply("outl_block_get", { content: [{ type: "text", text: pretty }], structuredContent: block }),
    large: projection.text("outl_block_get", { ...block, text: "large".repeat(400000) }).length,
    pointer: pointerOf({ tools: { a: { shap: 1 } } }),
    session: throughSession(),
    fetch: await throughFetch(),
    server: await throughServer(),
  });
}
`;

const NAMES = "Projection, PolicyError, Session, ToolFailure, presets, version";

/** The program as an ES module that exports \`results\`; the entries are found where \`entry\` says. */
export function moduleProgram(entry = (name) => (name === "" ? "mcp-projection" : `mcp-projection/${name}`)) {
  return (
    `import { ${NAMES} } from ${JSON.stringify(entry(""))};\n` +
    `import { projectFetch } from ${JSON.stringify(entry("fetch"))};\n` +
    `import { projectReplies } from ${JSON.stringify(entry("server"))};\n${BODY}\nexport { results };\n`
  );
}

/** The program as CommonJS. */
export const commonJsProgram =
  `const { ${NAMES} } = require("mcp-projection");\n` +
  `const { projectFetch } = require("mcp-projection/fetch");\n` +
  `const { projectReplies } = require("mcp-projection/server");\n${BODY}\nmodule.exports = { results };\n`;

const PRUNED = '{"id":"01M8","text":"read größe, 会議 and 😀","children":[]}';

const ANSWER = JSON.stringify({ jsonrpc: "2.0", id: 1, result: { content: [{ type: "text", text: PRUNED }] } });

/** What `results` answers, byte for byte, for a version of the package. */
export function expectedResults(version) {
  return JSON.stringify({
    version,
    first: '{"first":1}',
    success: { content: [{ type: "text", text: PRUNED }] },
    bytes: PRUNED,
    reply: { content: [{ type: "text", text: PRUNED }] },
    large: '{"id":"01M8","text":"","children":[]}'.length + 2_000_000,
    pointer: "/tools/a/shap",
    session: `${ANSWER}\n`,
    fetch: ANSWER,
    server: {
      content: [{ type: "text", text: "BLOCK_NOT_FOUND: no such block" }],
      structuredContent: { ok: false, error: { code: "BLOCK_NOT_FOUND", message: "no such block", data: { id: "01M8" } } },
      isError: true,
    },
  });
}
