// What `mcp-projection wrap` adds to a call of server-memory: the server alone and behind it, each with its client, at the same time.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

import { commandFile } from "../../js-tests/real-servers/installed.mjs";
import { judged } from "./measurements.mjs";
import { median, spread } from "./race.mjs";
import { preciseTriple, printTable, verdict } from "./report.mjs";

const GOAL = 1;
const ENTITIES = 24;

const pace = {
  full: { rounds: 7, callsPerRound: 120, warmUpCalls: 200 },
  smoke: { rounds: 1, callsPerRound: 2, warmUpCalls: 1 },
};

/** The milliseconds that the median call takes longer behind the command. */
export async function wrappedCalls(run) {
  if (!run.isWanted("call of server-memory")) return undefined;
  const { direct, wrapped } = await medians(path.join(run.packageFolder, "cli.js"), run.isSmoke ? pace.smoke : pace.full);
  const added = spread(wrapped.map((time, round) => time - direct[round]));
  const isReached = judged(run, added.median <= GOAL);
  printTable("The median call of server-memory, milliseconds", ["", "least", "median", "greatest", "goal", ""], [
    ["the server alone", ...preciseTriple(spread(direct)), "", ""],
    ["behind mcp-projection wrap", ...preciseTriple(spread(wrapped)), "", ""],
    ["added", ...preciseTriple(added), GOAL, verdict(isReached)],
  ]);
  return { added: preciseTriple(added), goal: GOAL, isReached };
}

/** Of each round the median of its calls, which go to the one and to the other by turns. */
async function medians(cli, { rounds, callsPerRound, warmUpCalls }) {
  const folder = mkdtempSync(path.join(tmpdir(), "bench-wrap-"));
  const server = [process.execPath, commandFile("mcp-server-memory")];
  const runners = [];
  try {
    for (const [name, command] of Object.entries({ direct: server, wrapped: [process.execPath, cli, "wrap", "--", ...server] })) {
      const client = new Client({ name: "bench", version: "1.0.0" });
      runners.push({ name, client });
      const env = { MEMORY_FILE_PATH: path.join(folder, `${name}.jsonl`) };
      await client.connect(new StdioClientTransport({ command: command[0], args: command.slice(1), env, stderr: "ignore" }));
      // As clients do: the session learns which tools have an outputSchema.
      await client.listTools();
      await client.callTool({ name: "create_entities", arguments: { entities } });
    }
    const medians = { direct: [], wrapped: [] };
    for (let round = -1; round < rounds; round += 1) {
      const times = { direct: [], wrapped: [] };
      const calls = round === -1 ? warmUpCalls : callsPerRound;
      for (let turn = 0; turn < calls; turn += 1) {
        // Another one starts each time, so that nobody always comes after the same.
        for (const { name, client } of turn % 2 === 0 ? runners : runners.toReversed()) {
          const start = performance.now();
          await client.callTool({ name: "read_graph", arguments: {} });
          times[name].push(performance.now() - start);
        }
      }
      if (round >= 0) for (const name of Object.keys(medians)) medians[name].push(median(times[name]));
    }
    return medians;
  } finally {
    await Promise.all(runners.map(({ client }) => client.close()));
    rmSync(folder, { recursive: true, force: true });
  }
}

const entities = Array.from({ length: ENTITIES }, (_, at) => ({
  name: `thing ${at}`,
  entityType: "thing",
  observations: [`seen ${at} times`, "and described in a sentence of its own"],
}));
