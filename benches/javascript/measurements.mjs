// The tables: each function measures one, prints it and answers what the snapshot keeps of it.

import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { coldStarts } from "./cold.mjs";
import { columnRows } from "./columns.mjs";
import { outline } from "./documents.mjs";
import { pace, race, ratio, spread } from "./race.mjs";
import { preciseTriple, printTable, rounded, triple, verdict } from "./report.mjs";
import { generatedReplies, recordedReplies } from "./replies.mjs";
import { roundTripPace, roundTrips, transports } from "./round-trips.mjs";
import { HOSTILE_GOAL, bytesRow, hostile, replyRows, rowsOf, scales } from "./rows.mjs";

/** A handful of calls proves nothing about speed. */
export function judged({ isSmoke, verdicts }, isReached) {
  if (isSmoke || isReached === undefined) return undefined;
  verdicts.push(isReached);
  return isReached;
}

/** Bytes to bytes, text to text and object to text, beside plain JavaScript. */
export function againstJavaScript(run) {
  const rows = [...rowsOf(run.projection, run), ...rowsOfReplies(run), ...payloadRows(run)];
  return measured(run, rows.filter(({ title }) => run.isWanted(title)));
}

function measured(run, rows) {
  const printed = [];
  const kept = {};
  for (const row of rows) {
    const contenders = row.contenders();
    requireAlike(row, contenders);
    const times = race(contenders, run.isSmoke ? pace.smoke : pace.full);
    const figures = Object.keys(row.baselines).map((baseline) => figureOf(row, baseline, times));
    for (const { baseline, kind, ratios, goal, isReached } of figures) {
      printed.push([row.title, `${kind} ${baseline}`, ...triple(ratios), goal, verdict(judged(run, isReached))]);
    }
    if (row.isOutside) continue;
    kept[row.title] = Object.fromEntries(
      figures.map(({ baseline, kind, ratios, goal, isReached }) => [
        `${kind} ${baseline}`,
        { ratio: triple(ratios), ...(goal === undefined ? {} : { goal, isReached }) },
      ]),
    );
  }
  if (printed.length > 0) {
    printTable("Beside plain JavaScript", ["row", "ratio", "least", "median", "greatest", "goal", ""], printed);
  }
  return kept;
}

function figureOf({ baselines }, baseline, times) {
  const { goal, isCost = false } = baselines[baseline];
  const ratios = isCost ? ratio(times.package, times[baseline]) : ratio(times[baseline], times.package);
  const isReached = isCost ? ratios.median <= goal : ratios.median >= goal;
  return {
    baseline,
    kind: isCost ? "time of" : "times as fast as",
    ratios,
    goal,
    isReached: goal === undefined ? undefined : isReached,
  };
}

/** Contenders that differ in what they make of an input aren't comparable. */
function requireAlike({ title, sameOutput = (left, right) => left.equals(right) }, contenders) {
  const [first, ...others] = Object.entries(contenders).filter(([, { isPartOfIt }]) => !isPartOfIt);
  const outputs = ([, { call, inputs, during = (run) => run() }]) =>
    inputs.map((input) => Buffer.from(during(() => call(input))));
  const expected = outputs(first);
  for (const other of others) {
    outputs(other).forEach((output, index) => {
      if (!sameOutput(output, expected[index])) throw new Error(`${title}: ${first[0]} and ${other[0]} differ on input ${index}`);
    });
  }
}

/** Recorded replies where they are at hand, else generated ones that look alike. */
function rowsOfReplies({ recorded, library, projections, largest }) {
  const [title, replies] =
    recorded === undefined ? ["generated replies", generatedReplies()] : ["recorded replies", recordedReplies(recorded)];
  const inSize = replies.filter(({ bytes }) => bytes.length <= largest);
  return [...replyRows(projections, title, inSize), ...columnRows(library, title, inSize, { largest })];
}

function payloadRows({ payloads, projection }) {
  if (payloads === undefined) return [];
  const files = readdirSync(payloads).filter((name) => name.endsWith(".json"));
  return files.map((name) => ({
    ...bytesRow(projection, name, () => [readFileSync(path.join(payloads, name), "utf8")], {}),
    isOutside: true,
  }));
}

/** How fast the package reads what is made to be slow, in gigabytes a second. */
export function hostileTexts(run) {
  const kinds = hostile(run).filter(({ title }) => run.isWanted(title));
  const printed = [];
  const kept = {};
  for (const { title, texts } of kinds) {
    const rates = texts.map(([label, text]) => {
      const rate = rateOf(run, `${title}, ${label}`, text());
      return { label, rate, isReached: rate.median >= HOSTILE_GOAL };
    });
    for (const { label, rate, isReached } of rates) {
      printed.push([title, label, ...triple(rate), HOSTILE_GOAL, verdict(judged(run, isReached))]);
    }
    kept[title] = Object.fromEntries(rates.map(({ label, rate }) => [label, rounded(rate.median)]));
  }
  if (printed.length > 0) {
    printTable("Hostile texts, GB a second of the processor's time", ["text", "size", "least", "median", "greatest", "goal", ""], printed);
  }
  return kept;
}

/** Time per byte must grow with nothing: more than this much more is no noise. */
const MOST_GROWTH = 2;

const growth = (isLinear) => (isLinear === undefined ? "" : isLinear ? "linear" : "NOT LINEAR");

export function scaling(run) {
  const printed = [];
  const kept = {};
  for (const { title, texts } of scales(run).filter(({ title }) => run.isWanted(title))) {
    const times = texts.map(([label, text]) => [label, 1 / rateOf(run, `${title}, ${label}`, text()).median]);
    const least = Math.min(...times.map(([, time]) => time));
    const isLinear = times.at(-1)[1] <= MOST_GROWTH * least;
    kept[title] = {};
    times.forEach(([label, time], index) => {
      const isLast = index === times.length - 1;
      printed.push([title, label, rounded(time), rounded(time / least), isLast ? growth(judged(run, isLinear)) : ""]);
      kept[title][label] = rounded(time / least);
    });
  }
  if (printed.length > 0) {
    printTable("Time per byte", ["over", "", "ns a byte", "against the least", ""], printed);
  }
  return kept;
}

/**
 * Gigabytes a second over the rounds, into a destination that is used again: else the largest texts would show how fast
 * the system clears pages. Each text is a tool's of its own, because the engine remembers of each tool how far its
 * payloads are to be trusted.
 */
function rateOf(run, tool, text) {
  const bytes = Buffer.from(text);
  const destination = new Uint8Array(bytes.length);
  const call = (input) => run.projection.pruneInto(tool, input, destination);
  const { package: times } = race({ package: { call, inputs: [bytes] } }, run.isSmoke ? pace.smoke : pace.alone);
  return spread(times.map((time) => bytes.length / time / 1e9));
}

/** What a projected server may take of the time of others, each by the median. */
const ROUND_TRIP_GOALS = {
  // Strictly less: it is to be faster.
  unprojected: { goal: 1, isReached: (time) => time < 1 },
  "done before": { goal: 1.05, isReached: (time) => time <= 1.05 },
};

const PROJECTED = ["tool(payload)", "finished reply"];

/** A call and its 50 KB reply between an MCP client and its server, with projectReplies and without. */
export async function projectedRoundTrips(run) {
  const printed = [];
  const kept = {};
  for (const [transport, linkedPair] of Object.entries(transports)) {
    const title = `round trip, ${transport}`;
    if (!run.isWanted(title)) continue;
    const times = await roundTrips(linkedPair, run.isSmoke ? roundTripPace.smoke : roundTripPace.full, run.library);
    kept[title] = {};
    for (const [server, own] of Object.entries(times)) {
      printed.push([`${title}, ${server}`, "milliseconds", ...triple(spread(own)), "", ""]);
      const figures = {};
      for (const [other, { goal, isReached }] of Object.entries(ROUND_TRIP_GOALS)) {
        if (server === other) continue;
        const ratios = ratio(own, times[other]);
        const judgement = PROJECTED.includes(server) ? { goal, isReached: isReached(ratios.median) } : {};
        printed.push(["", `time of ${other}`, ...preciseTriple(ratios), judgement.goal, verdict(judged(run, judgement.isReached))]);
        figures[`time of ${other}`] = { ratio: preciseTriple(ratios), ...judgement };
      }
      kept[title][server] = figures;
    }
  }
  if (printed.length > 0) {
    const head = ["row", "", "least", "median", "greatest", "goal", ""];
    printTable("A call and its 50 KB reply, in one process", head, printed);
  }
  return kept;
}

/** Milliseconds that the first call may take longer than those of others. */
const COLD_GOALS = { aboveJavaScript: 3, aboveEmptyModule: 5 };

/** A first call on 50 KB in a fresh process, in milliseconds. */
export function coldStart(run) {
  if (!run.isWanted("cold")) return undefined;
  const folder = mkdtempSync(path.join(tmpdir(), "bench-"));
  try {
    const file = path.join(folder, "outline.json");
    writeFileSync(file, JSON.stringify(outline(50_000)));
    const starts = coldStarts(file, run.nodeFile, run.isSmoke ? 1 : 21);
    const above = (name, part) => starts.package[part].median - starts[name][part].median;
    const lines = Object.entries(starts).flatMap(([name, parts]) =>
      Object.entries(parts).map(([part, times]) => [name, part, ...triple(times), "", ""]),
    );
    const judgedAbove = (name, goal) => {
      const isReached = above(name, "total") <= goal;
      lines.push([`package above ${name}`, "total", "", rounded(above(name, "total")), "", goal, verdict(judged(run, isReached))]);
      lines.push([`package above ${name}`, "behindImport", "", rounded(above(name, "behindImport")), "", "", ""]);
      return { total: rounded(above(name, "total")), behindImport: rounded(above(name, "behindImport")), goal, isReached };
    };
    const kept = {
      aboveJavaScript: judgedAbove("JS1", COLD_GOALS.aboveJavaScript),
      aboveEmptyModule: judgedAbove("empty module", COLD_GOALS.aboveEmptyModule),
    };
    printTable("First call of a fresh process, 50 KB, milliseconds", ["", "", "least", "median", "greatest", "goal", ""], lines);
    return kept;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
