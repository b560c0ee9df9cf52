// What projectFetch takes of a worker's throughput: the same worker in workerd passes a server's answers through, and projects them.

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

import { build } from "esbuild";

import { ratio } from "./race.mjs";
import { preciseTriple, printTable, verdict } from "./report.mjs";

const require = createRequire(import.meta.url);
const here = (file) => fileURLToPath(new URL(file, import.meta.url));

/** Of the throughput of bytes that pass. A server of the SDK is what such a worker stands in front of; one that costs nothing shows the price alone. */
const GOAL = 0.9;
const UPSTREAMS = { sdk: { title: "edge, a server of the SDK", goal: GOAL }, bytes: { title: "edge, an upstream that costs nothing" } };

const WAYS = ["/passed", "/projected"];
const PARALLEL = 8;
/** Samples are short and in turns, so that what disturbs the computer disturbs both ways. */
const pace = {
  full: { rounds: 15, samples: 16, callsPerSample: 24, warmUpCalls: 600 },
  smoke: { rounds: 1, samples: 1, callsPerSample: 4, warmUpCalls: 0 },
};

const CALL = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "page_get", arguments: {} } });

const CONFIGURATION = `
using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [(name = "worker", worker = .worker), (name = "internet", network = (allow = ["private"]))],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "worker")],
);
const worker :Workerd.Worker = (
  modules = [
    (name = "worker.js", esModule = embed "edge-worker.js"),
    (name = "mcp_projection.wasm", wasm = embed "mcp_projection.wasm"),
  ],
  compatibilityDate = "2026-07-01",
  bindings = [(name = "UPSTREAM", fromEnvironment = "UPSTREAM")],
);
`;

/** Throughput through projectFetch as a part of that of bytes that pass, for each upstream. */
export async function edgeThroughput({ isWanted, isSmoke, packageFolder, verdicts }) {
  const wanted = Object.entries(UPSTREAMS).filter(([, { title }]) => isWanted(title));
  if (wanted.length === 0) return undefined;
  const folder = mkdtempSync(path.join(tmpdir(), "bench-"));
  const printed = [];
  const kept = {};
  try {
    await bundle(folder, packageFolder);
    for (const [kind, { title, goal }] of wanted) {
      const times = await timesThrough(folder, kind, isSmoke ? pace.smoke : pace.full);
      const parts = ratio(times["/passed"], times["/projected"]);
      const isReached = goal === undefined ? undefined : parts.median >= goal;
      if (isReached !== undefined && !isSmoke) verdicts.push(isReached);
      printed.push([title, ...preciseTriple(parts), goal ?? "", verdict(isSmoke ? undefined : isReached)]);
      kept[title] = { ratio: preciseTriple(parts), ...(goal !== undefined && { goal, isReached }) };
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  printTable("Throughput of 50 KB replies through projectFetch on workerd, of bytes that pass", ["", "least", "median", "greatest", "goal", ""], printed);
  return kept;
}

/** As wrangler bundles a worker, with the package that is measured. */
async function bundle(folder, packageFolder) {
  const entry = (name) => path.join(packageFolder, `workerd/${name}.js`);
  await build({
    entryPoints: [here("edge-worker.mjs")],
    bundle: true,
    format: "esm",
    alias: { "mcp-projection": entry("index"), "mcp-projection/fetch": entry("fetch") },
    loader: { ".wasm": "copy" },
    assetNames: "[name]",
    outdir: folder,
    logLevel: "warning",
  });
  writeFileSync(path.join(folder, "edge.capnp"), CONFIGURATION);
}

/** Milliseconds that a round's calls take, `{ [way]: [one a round, …] }`. */
async function timesThrough(folder, kind, { rounds, samples, callsPerSample, warmUpCalls }) {
  const upstream = spawn(process.execPath, [here("edge-upstream.mjs"), kind], { stdio: ["ignore", "pipe", "inherit"] });
  const agent = new Agent({ keepAlive: true, maxSockets: PARALLEL });
  let workerd;
  try {
    const UPSTREAM = `http://127.0.0.1:${Number(await firstLine(upstream, upstream.stdout))}/`;
    const program = path.join(path.dirname(require.resolve("workerd/package.json")), "bin/workerd");
    workerd = spawn(program, ["serve", "edge.capnp", "--control-fd=3"], {
      cwd: folder,
      env: { ...process.env, UPSTREAM },
      stdio: ["ignore", "ignore", "inherit", "pipe"],
    });
    const { port } = JSON.parse(await firstLine(workerd, workerd.stdio[3]));
    const replies = {};
    for (const way of WAYS) replies[way] = await called(agent, port, way);
    requireProjected(replies);
    const times = Object.fromEntries(WAYS.map((way) => [way, []]));
    for (const way of WAYS) await together(agent, port, way, warmUpCalls);
    for (let round = 0; round < rounds; round += 1) {
      const sums = Object.fromEntries(WAYS.map((way) => [way, 0]));
      for (let sample = 0; sample < samples; sample += 1) {
        for (const way of sample % 2 === 0 ? WAYS : WAYS.toReversed()) {
          const start = performance.now();
          await together(agent, port, way, callsPerSample);
          sums[way] += performance.now() - start;
        }
      }
      for (const way of WAYS) times[way].push(sums[way]);
    }
    return times;
  } finally {
    agent.destroy();
    upstream.kill();
    workerd?.kill();
  }
}

async function together(agent, port, way, calls) {
  let left = calls;
  const caller = async () => {
    for (; left > 0; ) {
      left -= 1;
      await called(agent, port, way);
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, caller));
}

function called(agent, port, way) {
  const headers = { "Content-Type": "application/json", Accept: "application/json, text/event-stream", "Content-Length": CALL.length };
  return new Promise((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port, path: way, method: "POST", agent, headers }, (response) => {
      const parts = [];
      response.on("data", (part) => parts.push(part)).on("end", () => resolve(Buffer.concat(parts))).on("error", reject);
    });
    sent.on("error", reject).end(CALL);
  });
}

/** What doesn't do its work isn't worth measuring. */
function requireProjected({ "/passed": passed, "/projected": projected }) {
  const [{ result: before }, { result: after }] = [JSON.parse(passed), JSON.parse(projected)];
  const isSame = JSON.stringify(JSON.parse(after.content[0].text)) === JSON.stringify(before.structuredContent);
  if (passed.length < 48_000 || after.structuredContent !== undefined || !isSame) throw new Error("edge: the reply isn't 50 KB, or isn't projected");
}

function firstLine(child, stream) {
  return new Promise((resolve, reject) => {
    let said = "";
    stream.on("data", (bytes) => {
      said += bytes;
      if (said.includes("\n")) resolve(said.slice(0, said.indexOf("\n")));
    });
    child.once("exit", () => reject(new Error(`edge: ${child.spawnfile} ended before it listened`)));
  });
}
