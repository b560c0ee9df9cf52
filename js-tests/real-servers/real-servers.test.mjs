// mcp-projection wrap in front of servers as others publish them: the client hears the same values as without it.
//
// Needs the servers and the Chromium of `npm run setup`, and a Node that they all run on. Figures are those of figures.json.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";

import { figures, figuresOf, readmeFile, tableOf } from "./figures.mjs";
import { openSite } from "./folders.mjs";
import { runsOf } from "./runs.mjs";
import { differences } from "./same-conversations.mjs";
import { servers } from "./servers.mjs";

/** Times, and the length of other names, differ from run to run. */
const TOLERANCE = 0.02;

let site;
before(async () => {
  site = await openSite();
});
after(() => site.close());

describe("behind wrap, the client hears the same values", { concurrency: 2 }, () => {
  for (const server of servers) {
    test(`from ${server.name}`, async () => {
      let runs = await runsOf(server, site.address);
      // Servers differ by themselves now and then, a browser above all; what the wrapper changed would be changed again.
      if (differencesIn(runs, server).length > 0) runs = await runsOf(server, site.address);
      assert.ok(runs.direct.tokens.calls >= 6, "it was hardly asked anything");
      assert.deepEqual(differencesIn(runs, server), []);
      const known = figures().servers[server.name];
      for (const [way, tokens] of Object.entries(figuresOf(runs))) {
        if (way === "calls") assert.equal(tokens, known.calls);
        else for (const each of ["content", "both"]) assertNear(tokens[each], known[way][each], `${way} ${each}`);
      }
    });
  }
});

function differencesIn({ direct, wrapped, tuned }, server) {
  return [
    ...differences(direct.heard, wrapped.heard, server),
    ...differences(direct.heard, tuned.heard, { ...server, strips: true }),
  ];
}

function assertNear(found, known, what) {
  assert.ok(Math.abs(found - known) <= TOLERANCE * known, `${what}: ${found} tokens, ${known} in figures.json; 'npm run measure:servers' measures again`);
}

test("the README's table says what figures.json says", () => {
  assert.ok(readFileSync(readmeFile, "utf8").includes(`\n${tableOf(figures())}\n`));
});
