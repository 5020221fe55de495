// The number that a cell of a table is.
const NUMBER = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i;
const GROUPED = /^[-+]?\d{1,3}((?:[ '’]\d{3})+|(?:,\d{3}){2,}|(?:\.\d{3}){2,})$/; // thousands, and surely so

/** @param {string} cell @returns {number | null} */
export function numberOf(cell) {
  if (NUMBER.test(cell)) return Number(cell);
  if (/^[-+]?(nan|inf(inity)?)$/i.test(cell)) return NaN;
  const share = cell.endsWith("%") ? numberOf(cell.slice(0, -1)) : null;
  if (share !== null) return share / 100;
  return GROUPED.test(cell) ? Number(cell.replace(/[ '’.,]/g, "")) : null;
}

/** Whether the names of three or more classes are numbers in their order, or in the reverse. @param {string[]} labels */
export function riseOrFall(labels) {
  const values = labels.map(numberOf);
  const ways = values.slice(1).map((value, k) => Math.sign(value - values[k]));
  return values.length > 2 && !values.includes(null) && ways.every((way) => way && way === ways[0]);
}
