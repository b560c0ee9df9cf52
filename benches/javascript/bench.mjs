// Every figure to reach, measured on the Node at hand: npm run bench [-- options]
//
//   --node VERSION     on another Node that `npm run setup` brought, such as 24
//   --package FOLDER   with another build of the package than pkg/dist
//   --only TEXT        only rows with this text in their title; nothing is written to the snapshot
//   --smoke            whether everything runs, in seconds; the figures mean nothing
//
// MCP_PROJECTION_CORPUS may name a folder of JSON files: they get a row each, outside the snapshot. Or, as for the tests, a folder of
// recorded replies, which has an index.json; where it names none they are looked for in shared/corpus beside the folders around the
// checkout, and where they aren't there replies are generated that look alike.

import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";

import { edgeThroughput } from "./edge.mjs";
import { againstJavaScript, coldStart, hostileTexts, projectedRoundTrips, scaling } from "./measurements.mjs";
import { corpusFolder, isRecorded } from "./replies.mjs";
import { wrappedCalls } from "./wrap.mjs";

const checkout = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
const snapshotFile = path.join(checkout, "benches/snapshot.json");

const { values: options } = parseArgs({
  options: {
    node: { type: "string" },
    package: { type: "string", default: path.join(checkout, "pkg/dist") },
    only: { type: "string" },
    smoke: { type: "boolean", default: false },
  },
});

if (options.node !== undefined) {
  const { status } = spawnSync(nodeRelease(options.node), argumentsWithoutNode(), { stdio: "inherit" });
  process.exit(status ?? 1);
}

/** The newest of the releases that the set-up brought whose version starts so. */
function nodeRelease(version) {
  const cache = path.join(process.env.XDG_CACHE_HOME || path.join(homedir(), ".cache"), "mcp-projection");
  const matches = (existsSync(cache) ? readdirSync(cache) : [])
    .filter((name) => name === `node-${version}` || name.startsWith(`node-${version}.`))
    .sort(new Intl.Collator("en", { numeric: true }).compare);
  const newest = matches.at(-1);
  if (newest === undefined) {
    console.error(`error: no Node ${version} in ${cache}: 'npm run setup' brings those of scripts/tools.env.`);
    process.exit(1);
  }
  return path.join(cache, newest, "bin/node");
}

function argumentsWithoutNode() {
  const rest = [];
  if (options.only !== undefined) rest.push("--only", options.only);
  if (options.smoke) rest.push("--smoke");
  return [fileURLToPath(import.meta.url), "--package", options.package, ...rest];
}

const packageFolder = path.resolve(options.package);
const packageFile = path.join(packageFolder, "index.js");
const { Projection, expandColumns, presets } = await import(pathToFileURL(packageFile).href);
const { projectReplies, tool } = await import(pathToFileURL(path.join(packageFolder, "server.js")).href);

const named = process.env.MCP_PROJECTION_CORPUS || undefined;
const projection = new Projection(presets.outline);
const run = {
  projection,
  library: { Projection, expandColumns, projection, projectReplies, tool },
  projections: { outline: new Projection(presets.outline), nothing: new Projection({ version: 1 }) },
  packageFolder,
  packageFile,
  /** What an import of the package loads here. */
  nodeFile: path.join(packageFolder, "node/index.js"),
  isSmoke: options.smoke,
  largest: options.smoke ? 100_000 : Infinity,
  isWanted: (title) => options.only === undefined || title.includes(options.only),
  payloads: isRecorded(named) ? undefined : named,
  recorded: isRecorded(named) ? named : corpusFolder(checkout),
  /** Of each goal that was judged, whether it was reached. */
  verdicts: [],
};

const started = performance.now();
console.log(`Node ${process.versions.node}, ${process.platform} ${process.arch}`);
const section = {
  node: process.versions.node,
  timesAsFast: againstJavaScript(run),
  gigabytesPerSecond: hostileTexts(run),
  timePerByte: scaling(run),
  coldMilliseconds: coldStart(run),
  roundTrips: await projectedRoundTrips(run),
  wrapMilliseconds: await wrappedCalls(run),
  edge: await edgeThroughput(run),
};
const isWhole = !options.smoke && options.only === undefined;
if (isWhole) writeSnapshot();
const reached = run.verdicts.filter(Boolean).length;
if (!options.smoke) console.log(`\n${reached} of ${run.verdicts.length} goals reached`);
console.log(`\n${Math.round((performance.now() - started) / 1000)} s${isWhole ? `; see ${path.relative(checkout, snapshotFile)}` : ""}`);

/** One section a major version of Node, so that a run on one leaves the others as they are. */
function writeSnapshot() {
  const before = existsSync(snapshotFile) ? JSON.parse(readFileSync(snapshotFile, "utf8")) : {};
  const [major] = process.versions.node.split(".");
  const nodes = Object.entries({ ...before.node, [major]: section }).sort(([a], [b]) => Number(a) - Number(b));
  const snapshot = {
    about:
      "Written by 'npm run bench'. Ratios are [least, median, greatest] over rounds, rounded to two digits, those of round trips to hundredths; " +
      "a goal is reached by the median. Ratios of one run hold for most computers, times and rates for one.",
    node: Object.fromEntries(nodes),
  };
  writeFileSync(snapshotFile, `${shortLists(JSON.stringify(snapshot, null, 2))}\n`);
}

/** Lists of figures on one line each, which makes a change one line of a diff. */
function shortLists(json) {
  return json.replace(/\[[^\]{}"]*\]/g, (list) => list.replace(/\s+/g, " ").replace("[ ", "[").replace(" ]", "]"));
}
