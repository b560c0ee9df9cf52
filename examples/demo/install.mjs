// @ts-check
// Brings the packages of the examples, and no others, into a checkout that has none yet.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const WORKSPACES = ["demo", "outline-replies", "outline-server", "files-server", "ledger-server"].map(
  (name) => `examples/${name}`,
);
const BUILT_PACKAGE = "pkg/dist/index.js";

/**
 * Whether a package isn't installed that an example needs. Nothing is imported to find that out: a process remembers
 * which packages it didn't find.
 */
export function isPackageMissing() {
  return WORKSPACES.some((workspace) => {
    const manifest = join(ROOT, workspace, "package.json");
    const { dependencies } = JSON.parse(readFileSync(manifest, "utf8"));
    const { resolve } = createRequire(manifest);
    return Object.keys(dependencies).some(
      (name) => !(resolve.paths(name) ?? []).some((folder) => existsSync(join(folder, name, "package.json"))),
    );
  });
}

/** @throws {Error} with what to do about it, where mcp-projection itself isn't there */
export function requireBuiltPackage() {
  if (existsSync(join(ROOT, BUILT_PACKAGE))) return;
  throw new Error(
    `${BUILT_PACKAGE} isn't there. It is part of the repository: bring it back with \`git checkout -- pkg/dist\`, or build it with \`npm run build\`.`,
  );
}

/** @throws {Error} with what to do about it, where the packages can't be installed */
export function installDependencies() {
  // `npm ci` is exact, and empties node_modules first; where there is one, only what is missing is
  // added. `--omit=dev` would take away from an existing one what its other workspaces need.
  const fresh = !existsSync(join(ROOT, "node_modules"));
  const command = fresh ? ["ci", "--omit=dev"] : ["install", "--no-save"];
  const workspaces = WORKSPACES.flatMap((workspace) => ["--workspace", workspace]);
  const args = [...command, ...workspaces, "--include-workspace-root=false"];
  const quiet = ["--ignore-scripts", "--no-audit", "--no-fund"];

  console.log(`First the demo installs what it needs from package-lock.json: npm ${args.join(" ")}\n`);
  const { error, status, signal } = runNpm([...args, ...quiet]);
  if (error !== undefined) {
    throw new Error(
      `npm couldn't be started (${error.message}). It comes with Node: check that it is on your PATH.`,
    );
  }
  if (status !== 0) {
    const end = signal === null ? `with exit code ${status}` : `by ${signal}`;
    throw new Error(
      `npm ended ${end}; its own message is above. Once that is mended (most often the network, or a proxy that npm doesn't know of), run \`npm run demo\` again.`,
    );
  }
  console.log();
}

/** @param {string[]} args */
function runNpm(args) {
  const options = /** @type {const} */ ({ cwd: ROOT, stdio: "inherit" });
  // Set by `npm run`: the very npm that runs the demo. Other package managers set it too.
  const own = process.env.npm_execpath;
  if (own !== undefined && basename(own) === "npm-cli.js") {
    return spawnSync(process.execPath, [own, ...args], options);
  }
  // On Windows npm is a command file, which only a shell can start.
  return spawnSync("npm", args, { ...options, shell: process.platform === "win32" });
}
