// @ts-check
// What has to be gone when the demo is over, however it ends: a step can be taken early, and is taken once.

/** @type {Set<() => void>} */
const steps = new Set();

/**
 * @param {() => void} step synchronous, since a process that exits waits for nothing
 * @returns {() => void} takes the step now, if it hasn't been taken
 */
export function atEnd(step) {
  steps.add(step);
  return () => {
    if (steps.delete(step)) step();
  };
}

/** The last comes first: processes end before the folders go that they work in. */
export function runAtEnd() {
  for (const step of [...steps].reverse()) step();
  steps.clear();
}
