// Uniform lists as columns by their definition, for values: what `"lists": "columns"` is held against.

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const bytes = (value) => Buffer.byteLength(JSON.stringify(value));

/** The value with its uniform lists as columns. Its names must not be numbers, which JavaScript puts first. */
export function columnsOf(value) {
  if (Array.isArray(value)) {
    const objects = value.map(columnsOf);
    const names = isObject(value[0]) ? Object.keys(value[0]) : [];
    const isRow = (item) => isObject(item) && JSON.stringify(Object.keys(item)) === JSON.stringify(names);
    if (value.length < 3 || names.length === 0 || !value.every(isRow)) return objects;
    const columns = { columns: names, rows: value.map((row) => names.map((name) => columnsOf(row[name]))) };
    return 11 * bytes(columns) <= 10 * bytes(objects) ? columns : objects;
  }
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([name, member]) => [name, columnsOf(member)]);
  const names = Object.keys(value).sort().join(" ");
  if (names !== "columns rows" && names !== "columns row") return Object.fromEntries(members);
  return { columns: members.map(([name]) => name), row: members.map(([, member]) => member) };
}
