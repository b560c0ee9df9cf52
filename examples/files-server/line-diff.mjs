// @ts-check
// Which lines of a file a change took away and brought, and that as a text for people.

/**
 * @typedef {object} Hunk lines that differ
 * @property {number} from the first line of it in the old text, from 0
 * @property {number} to the line after it
 * @property {number} newFrom
 * @property {number} newTo
 */

/**
 * @typedef {object} LineDiff
 * @property {number} added
 * @property {number} removed
 * @property {number} totalBefore
 * @property {number} totalAfter
 * @property {string} text in unified form; empty where nothing differs
 */

// Beyond so many differences the search costs more than its answer is worth.
const MOST_DIFFERENCES = 600;
const CONTEXT = 2;
const MOST_LINES = 80;
const LONGEST_LINE = 400;

/**
 * A line ends with a line feed and nothing else: other separators are characters of the file.
 *
 * @param {string} text
 * @returns {string[]} with their ends
 */
export function linesOf(text) {
  return text === "" ? [] : text.split(/(?<=\n)/);
}

/**
 * @param {string} before
 * @param {string} after
 * @returns {LineDiff}
 */
export function lineDiff(before, after) {
  const old = linesOf(before);
  const now = linesOf(after);
  const hunks = hunksOf(old, now);
  return {
    added: hunks.reduce((sum, { newFrom, newTo }) => sum + newTo - newFrom, 0),
    removed: hunks.reduce((sum, { from, to }) => sum + to - from, 0),
    totalBefore: old.length,
    totalAfter: now.length,
    text: unified(old, now, hunks),
  };
}

/** @param {string[]} old @param {string[]} now @returns {Hunk[]} */
function hunksOf(old, now) {
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < old.length - start && end < now.length - start && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  const middle = { from: start, to: old.length - end, newFrom: start, newTo: now.length - end };
  if (middle.from === middle.to && middle.newFrom === middle.newTo) return [];
  const path = shortestPath(old.slice(start, middle.to), now.slice(start, middle.newTo));
  if (path === undefined) return [middle];
  return joined(
    path.map(([x, y]) => [x + start, y + start]),
    middle,
  );
}

/**
 * The lines that both have, by E. W. Myers, "An O(ND) difference algorithm and its variations" (1986).
 *
 * @param {string[]} old
 * @param {string[]} now
 * @returns {[number, number][] | undefined} pairs of indices, ascending; undefined where there are too many differences
 */
function shortestPath(old, now) {
  const reach = new Map([[1, 0]]);
  const trace = [];
  for (let differences = 0; differences <= MOST_DIFFERENCES; differences += 1) {
    trace.push(new Map(reach));
    for (let k = -differences; k <= differences; k += 2) {
      const left = reach.get(k - 1) ?? -1;
      const up = reach.get(k + 1) ?? -1;
      let x = k === -differences || (k !== differences && left < up) ? up : left + 1;
      while (x < old.length && x - k < now.length && old[x] === now[x - k]) x += 1;
      reach.set(k, x);
      if (x >= old.length && x - k >= now.length) return walkBack(trace, old.length, now.length);
    }
  }
  return undefined;
}

/** @param {Map<number, number>[]} trace @param {number} x @param {number} y */
function walkBack(trace, x, y) {
  /** @type {[number, number][]} */
  const common = [];
  for (let differences = trace.length - 1; differences >= 0; differences -= 1) {
    const reach = trace[differences];
    const k = x - y;
    const left = reach?.get(k - 1) ?? -1;
    const up = reach?.get(k + 1) ?? -1;
    const down = k === -differences || (k !== differences && left < up);
    const fromX = differences === 0 ? 0 : down ? up : left;
    const fromY = differences === 0 ? 0 : fromX - (down ? k + 1 : k - 1);
    while (x > fromX && y > fromY) common.push([(x -= 1), (y -= 1)]);
    [x, y] = [fromX, fromY];
  }
  return common.reverse();
}

/** @param {[number, number][]} common @param {Hunk} within @returns {Hunk[]} */
function joined(common, within) {
  /** @type {Hunk[]} */
  const hunks = [];
  let [from, newFrom] = [within.from, within.newFrom];
  /** @type {[number, number]} */
  const end = [within.to, within.newTo];
  for (const [x, y] of [...common, end]) {
    if (x > from || y > newFrom) hunks.push({ from, to: x, newFrom, newTo: y });
    [from, newFrom] = [x + 1, y + 1];
  }
  return hunks;
}

/** @param {string[]} old @param {string[]} now @param {Hunk[]} hunks */
function unified(old, now, hunks) {
  const lines = [];
  for (const group of grouped(hunks)) {
    const first = /** @type {Hunk} */ (group[0]);
    const last = /** @type {Hunk} */ (group.at(-1));
    const from = Math.max(0, first.from - CONTEXT);
    const to = Math.min(old.length, last.to + CONTEXT);
    const newFrom = first.newFrom - (first.from - from);
    const newTo = last.newTo + (to - last.to);
    lines.push(`@@ -${range(from, to)} +${range(newFrom, newTo)} @@`);
    let at = from;
    for (const hunk of group) {
      lines.push(...shown(" ", old.slice(at, hunk.from)));
      lines.push(...shown("-", old.slice(hunk.from, hunk.to)), ...shown("+", now.slice(hunk.newFrom, hunk.newTo)));
      at = hunk.to;
    }
    lines.push(...shown(" ", old.slice(at, to)));
  }
  const rest = lines.length - MOST_LINES;
  return [...lines.slice(0, MOST_LINES), ...(rest > 0 ? [`… and ${rest} more lines of the diff`] : [])].join("\n");
}

/** Those whose surroundings would overlap stand together. @param {Hunk[]} hunks */
function grouped(hunks) {
  /** @type {Hunk[][]} */
  const groups = [];
  for (const hunk of hunks) {
    const last = groups.at(-1)?.at(-1);
    if (last !== undefined && hunk.from - last.to <= 2 * CONTEXT) groups.at(-1)?.push(hunk);
    else groups.push([hunk]);
  }
  return groups;
}

/** @param {number} from @param {number} to */
function range(from, to) {
  return from === to ? `${from},0` : `${from + 1},${to - from}`;
}

/** @param {string} sign @param {string[]} lines */
function shown(sign, lines) {
  return lines.map((line) => {
    const end = line.endsWith("\n") ? "" : "\n\\ No newline at end of file";
    const text = line.replace(/\n$/, "");
    return `${sign}${text.length > LONGEST_LINE ? `${text.slice(0, LONGEST_LINE).replace(/[\uD800-\uDBFF]$/, "")}…` : text}${end}`;
  });
}
