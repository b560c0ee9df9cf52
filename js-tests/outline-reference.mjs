// What the preset `outline` does to a value, written down a second time and as plainly as can be.

const NOISE = { collapsed: false, todo: null };

export function prunedOutline(value) {
  if (Array.isArray(value)) return value.map(prunedOutline);
  if (typeof value !== "object" || value === null) return value;
  const isNode = ["id", "text", "children"].every((name) => Object.hasOwn(value, name));
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, member]) => !isNode || !goes(name, member))
      .map(([name, member]) => [name, prunedOutline(member)]),
  );
}

function goes(name, member) {
  if (name === "tokens") return true;
  if (name === "properties") return typeof member === "object" && member !== null && Object.keys(member).length === 0;
  return Object.hasOwn(NOISE, name) && member === NOISE[name];
}

/** Every `id` in a value, in order. */
export function idsIn(value) {
  if (Array.isArray(value)) return value.flatMap(idsIn);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => (name === "id" ? [member] : idsIn(member)));
}
