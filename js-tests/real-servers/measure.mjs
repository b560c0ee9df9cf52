// Measures what the wrapper saves on each server, and writes it to figures.json and into the README: npm run measure:servers

import { readFileSync, writeFileSync } from "node:fs";

import { figuresFile, figuresOf, readmeFile, tableOf, tablePattern } from "./figures.mjs";
import { openSite } from "./folders.mjs";
import { runsOf } from "./runs.mjs";
import { servers } from "./servers.mjs";

const about =
  "Written by 'npm run measure:servers'. Tokens (o200k_base) of all replies of the calls in servers.mjs: of their texts (content), and of their texts and " +
  "structuredContent (both); the server alone (direct), behind mcp-projection wrap (wrapped), and behind it with a policy (tuned).";

const site = await openSite();
const measured = {};
for (const server of servers) {
  measured[server.name] = figuresOf(await runsOf(server, site.address));
  console.log(server.name, JSON.stringify(measured[server.name]));
}
await site.close();
const snapshot = { about, servers: measured };
writeFileSync(figuresFile, `${JSON.stringify(snapshot, null, 2)}\n`);
writeFileSync(readmeFile, readFileSync(readmeFile, "utf8").replace(tablePattern, tableOf(snapshot)));
