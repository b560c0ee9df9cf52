// How figures are written: for people, and into the snapshot that is committed.

/** Two digits are what two runs agree on, and what a change in review is worth. */
export function rounded(value) {
  return Number(value.toPrecision(2));
}

export const triple = ({ least, median, greatest }) => [least, median, greatest].map(rounded);

/** To hundredths, where a goal is one of 1.05: two digits would make 1.1 of 1.06. */
export const preciseTriple = ({ least, median, greatest }) => [least, median, greatest].map((value) => Number(value.toFixed(2)));

/** Nothing where there is no goal, or nothing to be said of it. */
export function verdict(isReached) {
  if (isReached === undefined) return "";
  return isReached ? "reached" : "NOT REACHED";
}

/** A table whose first column is text and whose others are figures. */
export function printTable(title, head, rows) {
  const cells = [head, ...rows].map((row) => row.map((cell) => String(cell ?? "")));
  const widths = head.map((_, column) => Math.max(...cells.map((row) => row[column].length)));
  const line = (row) =>
    row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column]))).join("  ");
  console.log(`\n${title}\n`);
  for (const row of cells) console.log(line(row).trimEnd());
}
