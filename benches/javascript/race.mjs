// Times contenders side by side: one sample of each in turn, so that what disturbs the computer disturbs all of them.

/** How long and how often; `smoke` only shows that everything runs. */
export const pace = {
  full: { rounds: 5, samples: 9, sampleSeconds: 0.0015, warmUpSeconds: 0.2 },
  /** For one contender alone, with nobody to be compared with who was disturbed as much: the processor's time. */
  alone: { rounds: 5, samples: 5, sampleSeconds: 0.003, warmUpSeconds: 0.1, clock: processorMilliseconds },
  smoke: { rounds: 2, samples: 1, sampleSeconds: 0, warmUpSeconds: 0 },
};

const LONG_PASS_SECONDS = 0.03;

function processorMilliseconds() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

const wallMilliseconds = () => performance.now();

/** Keeps what calls return, or a compiler might drop the call. */
export let last;

/**
 * Seconds a pass over all its inputs takes each contender: `{ [name]: [median of a round, …] }`.
 *
 * @param contenders `{ [name]: { call, inputs, during } }`; `during(run)` runs a sample under special conditions
 */
export function race(contenders, { rounds, samples, sampleSeconds, warmUpSeconds, clock = wallMilliseconds }) {
  const runners = Object.entries(contenders).map(([name, contender]) => ({ name, clock, ...contender, passes: 1 }));
  warmUp(runners, warmUpSeconds, sampleSeconds);
  const medians = Object.fromEntries(runners.map(({ name }) => [name, []]));
  // A pass over the largest inputs takes as long as many over others.
  const count = runners.some(({ fastest }) => fastest > LONG_PASS_SECONDS) ? 1 : samples;
  for (let round = 0; round < rounds; round += 1) {
    const times = runners.map(() => []);
    for (let sample = 0; sample < count; sample += 1) {
      // Another one starts each time, so that nobody always comes after the same.
      for (let turn = 0; turn < runners.length; turn += 1) {
        const which = (turn + sample) % runners.length;
        times[which].push(undisturbed(runners[which]));
      }
    }
    runners.forEach(({ name }, which) => medians[name].push(median(times[which])));
  }
  return medians;
}

/** Lets compilers finish, then finds out how many passes make a sample that the clock can tell. */
function warmUp(runners, seconds, sampleSeconds) {
  for (const runner of runners) {
    const end = performance.now() + 1000 * seconds;
    let fastest = secondsPerPass(runner);
    while (performance.now() < end) fastest = Math.min(fastest, secondsPerPass(runner));
    runner.fastest = fastest;
    runner.passes = Math.max(1, Math.ceil(sampleSeconds / Math.max(fastest, 1e-8)));
  }
}

const MOST_ATTEMPTS = 4;

/**
 * A sample in which the system gave this processor to nobody else, unless that is too rare: medians alone fail where
 * other programs want the processor half of the time.
 */
function undisturbed(runner) {
  const attempts = runner.fastest > LONG_PASS_SECONDS ? 1 : MOST_ATTEMPTS;
  for (let attempt = 1; ; attempt += 1) {
    const before = process.resourceUsage().involuntaryContextSwitches;
    const seconds = secondsPerPass(runner);
    if (attempt === attempts || process.resourceUsage().involuntaryContextSwitches === before) return seconds;
  }
}

function secondsPerPass({ call, inputs, passes, clock, during = (run) => run() }) {
  return during(() => {
    const start = clock();
    for (let pass = 0; pass < passes; pass += 1) {
      for (let index = 0; index < inputs.length; index += 1) last = call(inputs[index]);
    }
    return (clock() - start) / 1000 / passes;
  });
}

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** The least, the median and the greatest of what came out in the rounds. */
export function spread(values) {
  return { least: Math.min(...values), median: median(values), greatest: Math.max(...values) };
}

/** How many times as long `slow` takes as `fast`, over the rounds. */
export function ratio(slow, fast) {
  return spread(slow.map((time, round) => time / fast[round]));
}
