// Watches the WebAssembly instances that are made after this module, from outside the package: the
// glue finds `WebAssembly.Instance` where every program does. Import it before the package.

const { Instance } = WebAssembly;

/** Each instance's exports, in the order in which they were made. */
export const instances = [];

/** The names of the exports that were called, each with the index of its instance. */
export const calls = [];

WebAssembly.Instance = function (module, imports) {
  const { exports } = new Instance(module, imports);
  const index = instances.push(exports) - 1;
  const watched = Object.entries(exports).map(([name, value]) => [
    name,
    typeof value !== "function"
      ? value
      : (...args) => {
          calls.push({ index, name });
          return value(...args);
        },
  ]);
  return { exports: Object.fromEntries(watched) };
};

const MOST_PAGES = 65_536;
const PAGE_BYTES = 65_536;

/** Takes all the memory that an instance can still get, so that its next larger allocation traps. */
export function exhaustMemory({ memory }) {
  let step = MOST_PAGES - memory.buffer.byteLength / PAGE_BYTES;
  while (step >= 1) {
    try {
      memory.grow(step);
    } catch {
      step = Math.floor(step / 2);
    }
  }
}
