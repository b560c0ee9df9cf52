// What users download, in bytes: the files of the package, and its tarball, held against the committed benches/sizes.json.
//   node scripts/sizes.mjs --write [FOLDER]    after a change that is worth its bytes
//   node scripts/sizes.mjs --check [FOLDER]    fails when something has grown by more than a hundredth, and a few names, is new, or is gone
// FOLDER is the package's, pkg unless said otherwise; its dist is built already.
import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const snapshotFile = join(root, "benches/sizes.json");
const mostGrowth = { times: 1.01, bytes: 100 };
const goals = { "mcp_projection.wasm": { gzipped: 48_000 }, tarball: { bytes: 250_000 } };

/** Of each file, and of the tarball: `{ bytes, gzipped }`. A tarball is gzipped as it is. */
function sizesOf(folder) {
  const packed = execFileSync("npm", ["pack", "--dry-run", "--ignore-scripts", "--json"], { cwd: folder, encoding: "utf8" });
  const [{ size }] = Object.values(JSON.parse(packed));
  const dist = join(folder, "dist");
  const files = readdirSync(dist, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const names = files.map(({ parentPath, name }) => relative(dist, join(parentPath, name)).replaceAll(sep, "/"));
  const shipped = names.filter((name) => name !== "stamp.json").sort();
  return { tarball: { bytes: size }, ...Object.fromEntries(shipped.map((name) => [name, sizeOf(readFileSync(join(dist, name)))])) };
}

const sizeOf = (content) => ({ bytes: content.length, gzipped: gzipSync(content, { level: 9 }).length });

function write(sizes) {
  const figures = Object.entries(sizes).map(([name, size]) => {
    const goal = goals[name];
    if (goal === undefined) return [name, size];
    const isReached = Object.entries(goal).every(([measure, most]) => size[measure] <= most);
    return [name, { ...size, goal, isReached }];
  });
  const lines = figures.map(([name, figure]) => `  ${JSON.stringify(name)}: ${JSON.stringify(figure).replace(/([:,])/g, "$1 ")}`);
  writeFileSync(snapshotFile, `{\n${lines.join(",\n")}\n}\n`);
}

/** One sentence for each figure that isn't as it was. */
function changes(sizes) {
  const snapshot = JSON.parse(readFileSync(snapshotFile, "utf8"));
  const names = [...new Set([...Object.keys(snapshot), ...Object.keys(sizes)])];
  return names.flatMap((name) => {
    const { [name]: before } = snapshot;
    const { [name]: now } = sizes;
    if (before === undefined) return [`${name} is new`];
    if (now === undefined) return [`${name} is gone`];
    return Object.entries(now)
      .filter(([measure, bytes]) => bytes > Math.max(mostGrowth.times * before[measure], before[measure] + mostGrowth.bytes))
      .map(([measure, bytes]) => `${name} has grown from ${before[measure]} to ${bytes} (${measure})`);
  });
}

const [action, folder = join(root, "pkg")] = process.argv.slice(2);
if (action === "--write") {
  write(sizesOf(folder));
} else if (action === "--check") {
  const found = changes(sizesOf(folder));
  for (const change of found) console.log(`sizes: ${change}`);
  console.log(
    found.length === 0
      ? "sizes: nothing has grown by more than a hundredth"
      : "sizes: if that is what it should cost, run 'npm run build' and 'npm run sizes' and commit benches/sizes.json",
  );
  process.exitCode = found.length === 0 ? 0 : 1;
} else {
  console.error("usage: node scripts/sizes.mjs --write [FOLDER] | --check [FOLDER]");
  process.exitCode = 2;
}
