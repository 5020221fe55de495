// What a reader pastes or drops, read as confusion.report reads it: kind, labels and counts of a text.
import { beside, sum } from "../../coursemachine/controls/static/front.js";
import { numberOf, riseOrFall } from "./arithmetic/cells.js";
import { column, zeros } from "./arithmetic/matrices.js";

export const MOST = { classes: 300, bytes: 5e6, examples: 1e9, letters: 200 };

/** What is wrong is said in one sentence, as confusion.report says it. @param {string} sentence @returns {never} */
function refuse(sentence) {
  throw new Error(sentence);
}

export const COMMAND = "python -m confusion FILE";
const SEPARATORS = { "\t": "tabs", ";": "semicolons", "|": "bars", ",": "commas" };
const BLANK_LINE = /^[\s,;|"]*$/;
const NUMBERED = /^(|#|o?id|idx|index|nr|no|row|name|file(name)?|image|unnamed: 0)$/i;
const COUNTED = /^(n|counts?|freq(uency)?|((sample|case)[ _]?)?weights?|n_?predictions)$/i;
const PERHAPS = /^(0|size|support|total)$/i; // counts only where no two lines say the same
const TOTALS = /^[\W_]*(?:(?:row|col(?:umn)?|grand)[ _]?)?(all|sums?|totals?|summe|gesamt|somme|suma|totale|Σ|∑)[\W_]*$/i;
const SAID = /pr[eé]d(?!a)|answer|output|guess|y_?hat|estimate|classified|vorherg|vorhersag|prognos|previs|voorspel/i;
const NEITHER = /(^|[\W\d_])(prob(a|s|ability|abilities)?|scores?|confidence|correct|error|loss|id)([\W\d_]|$)/i;
const TRUTH = /true|truth|actual|label|target|class|intent|expected|gold|reference|\by\b|^y_|wahr|tatsächlich|klasse|vrai|réel|verdader|real|clase|vero|waar|werkelijk/i;
// A title that can name nothing but an axis: one is enough to say which side of a matrix is true.
const AXIS = new RegExp(
  ("^(?:\\W|\\d)*(?:y_)?(?:(?<said>pred(?:s|ict(?:ed|ions?)?)?|prédi\\w*|estimated?|classified(?: as)?|answers?|outputs?|y_?hat" +
  "|vorher(?:ge)?sag\\w*|prognose\\w*|prévi\\w*|previs\\w*|predich\\w*|predett\\w*|voorspel\\w*)|true|truth|ground.?truth|actual|gold|reference|observed|expected|target|wahr\\w*|tatsächlich\\w*|vrai\\w*|réel\\w*|verdader\\w*|reale?s?|ver[oi]|waar|werkelijk\\w*)" +
  "(?:(?:\\W|\\d|_)*(?:class|label|value|categor|condition|klasse|\\(pixel)\\w*)?(?:\\W|\\d|_)*$").replaceAll("\\w", "[\\p{L}\\p{N}_]").replaceAll("\\W", "[^\\p{L}\\p{N}_]"), "iu");
const AXES = /\b(row|col|vertical|across)(?:umn)?s?\b\W*(?:(?:labels?|names?|are|is|the|of|show|hold)\b\W*)*(\w+)/gi; // rows: predicted, columns: true
const WORDED = /^(pred(?:ict(?:ed|ion)?)?|actual|true)[\s.:_=-]+(.+)$/i; // Actual cat
const PREFIX = /^(\.?pred|(?:y_)?prob(?:s|a|ability|abilities)?|p|scores?)[\s_.:(=-]+(.+?)\)?$/i; // prob_cat
// As in prints.py: what holds no matrix, lines that are none of a table, rates beside counts and whose they are.
/** @type {[RegExp, string][]} */
const REFUSED = [
  [/"confused_with"/, "Rasa's report, with the most frequent confusions only: save all true and predicted intents"],
  [/\bprecision\b.{0,80}\brecall\b.{0,80}\bf1/s, "a printed classification report; it has no matrix: save the matrix"],
  [/percentual average cell/, "a print of R's caret in per cent: save the counts"],
  [/^\s*<(?:!|html|div|style|table)|^.{0,300}\\begin\{|&[^\n]{0,80}\\\\ *\n/s, "a table in HTML or LaTeX: save it"],
  [/^\s*(?:<sklearn|Axes[\p{L}\p{N}_]*\()/u, "the name of a figure: save its numbers"],
];
const TITLE = /^(?:[^\p{L}\p{N}_]*confusion matrix(?![\p{L}\p{N}_]).*|[\p{L}\p{N}_]{1,40} =|\d+[×x]\d+ \S.*|"?sep=.*|[\p{L}\p{N}_][\p{L}\p{N}_ ]{0,40} = \(?\d[^=]*)$/iu;
const BEHIND = /\n *(?:Overall Statistics|Accuracy ?:)[^]*/i;
const [FRAME, DRAWN] = [/^[\s|+:=_\-\u2500-\u257f]+$/, /--|==|__|[\u2500-\u257f]{2}/];
const [FRAMED, TYPES] = [/^\s*(?:shape: \(|\d+×\d+ DataFrame)/, /^(?:[ |]*(?:str|cat|enum|bool|[iuf]\d+|String\d*|U?Int\d+|Float\d+|Bool)(?![^ |\n]))+[ |]*$/m];
const [WEKA, OBJECTS, FRACTION] = ["<-- classified as", /\}[^\S\n]*\n\s*\{/g, /^=?\(?\d+(?:\.0)? ?\/ ?\d+(?:\.0)?\)?$/];
const [NAMES, MATRIX] = ["(?<![\\p{L}\\p{N}_])(?:order|classes_?|(?:[\\p{L}\\p{N}_]{0,20}_)?(?:labels|names))(?![\\p{L}\\p{N}_])[^\\p{L}\\p{N}_]{0,9}\\[", /\[\s*\[/];
const BRACKETED = new RegExp(`^\\s*(?:[\\p{L}\\p{N}_.]{1,60}(?: ?= ?[\\p{L}\\p{N}_.]{0,60})?\\(?\\s*|\\(\\s*)?\\[(?!\\s*\\{)|^[^[]{0,300}(?:${NAMES}[^[\\]]*\\][^[]{0,300})?\\[\\s*\\[`, "u");
const RATES = /^(?:(?<true>(?:producer'?s?'?|p)[ _]?acc(?:uracy)?|pa|(?:class )?recall|sensitivity|omission(?: error)?|class\.error|percent correct)|(?<said>(?:user'?s?'?|u)[ _]?acc(?:uracy)?|ua|(?:class )?precision|commission(?: error)?)|(?:overall )?(?:error(?: rate)?|rate|accuracy|percentage|kappa|f1(?:[- ]score)?))[\s(%)]*$/i;
const UNSAID = "Rows are taken as true, for nothing says which side is; if the columns are, swap them.";
// Letters of UTF-8 that were read as Windows-1252.
const AFTER = "[\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]";
const MOJIBAKE = new RegExp(`[\u00c2-\u00df]${AFTER}|[\u00e0-\u00ef]${AFTER}{2}|[\u00f0-\u00f4]${AFTER}{3}`);

/** Whether a title is that of predictions or of true labels. @param {string} title */
const sideOf = (title) => (NEITHER.test(title) ? null : SAID.test(title) ? "said" : TRUTH.test(title) ? "true" : null);

const isWord = (cell) => numberOf(cell) === null;
export const classOf = (cell) => cell.replace(/^([-+]?\d+)\.0+$/, "$1"); // 1.0 and 1 are one class

/** @param {string} title @returns {"said" | "true" | null} */
const axisOf = (title) => ((found) => (found ? (found.groups.said ? "said" : "true") : null))(AXIS.exec(title));

/** @typedef {{ at: number, cells: string[], count?: number }} Row a line of cells with its number, and how many examples it counts */
/** @typedef {{ rows: string, columns: string, rates: [string, boolean] | null, word: string, notes: string[], two?: string[] }} Beside what stands beside the cells, and is to be said */

/** @param {string} words @param {Beside} beside */
function lookForAxes(words, beside) {
  for (const [, side, word] of words.matchAll(AXES)) if (axisOf(word)) beside[/row|vertical/i.test(side) ? "rows" : "columns"] = word;
}

/** @param {string[]} names */
export const listed = (names) => names.slice(0, 5).map((name) => `'${name}'`).join(", ") + (names.length > 5 ? ` and ${names.length - 5} more` : "");

/** What rounding to two digits may do to the sum of so many probabilities. @param {number} Q */
const slack = (Q) => Math.max(0.02, 0.005 * Q) + 1e-9;

/** Whether all numbers behind the first column, of some hundred lines, sum to one in each line. @param {Row[]} rows */
const areShares = (rows) => rows.slice(1, 201).map(({ cells }) => cells.slice(1).map(numberOf)).every((one) => !one.includes(null) && Math.abs(sum(one) - 1) < slack(one.length));

/** Lines of cells without titles. @param {string} text @param {Beside} beside */
export function linesOf(text, beside) {
  // eslint-disable-next-line no-control-regex
  const control = /[\x00-\x08\x0b\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/.exec(text);
  if (control && control[0] > "\x9f") refuse(`Line ${text.slice(0, control.index).split(/\r\n?|\n/).length}: the invisible character U+${control[0].charCodeAt(0).toString(16).toUpperCase()} turns the direction of writing; leave it out.`);
  if (control) refuse("This is a binary file and no text; save the table as CSV in UTF-8.");
  if (BLANK_LINE.test(text)) refuse("Nothing is here yet; paste a matrix, or two columns with true and predicted labels.");
  if (/(^|[\s,|])(\.{3}|…)([\s,|\]]|$)/.test(text)) refuse("'...' stands where lines or cells were left out of a print; print all of them, as with numpy.set_printoptions(threshold=10**9), or save the table as CSV.");
  const even = text.replace(/\r\n?/g, "\n").replaceAll("\u2212", "-").replace(/^\s*Out ?\[\d*\]:/, "");
  const [lines, mark] = bracketedLines(even, beside) ?? objectLines(even, beside) ?? separatedLines(even, beside);
  const table = lines.filter(({ cells }) => cells.some(Boolean));
  if (!table.length) refuse("There is nothing but a title or a frame; give the lines of the table below it.");
  while (table.every(({ cells }) => cells.length > 1 && cells[cells.length - 1] === "")) table.forEach(({ cells }) => cells.pop());
  const rows = untitled(uncommented(table, beside), beside);
  const [first, width] = [rows[0], rows[0].cells.length];
  for (const { at, cells } of rows) {
    if (cells.length !== width) refuse(`Lines ${first.at} and ${at} have ${width} and ${cells.length} cells, separated by ${mark}; give all lines as many, leave comments out, and quote what holds a separator.`);
    if (cells.some((cell) => cell.length > MOST.letters)) refuse(`Line ${at}: a cell has more than ${MOST.letters} characters; give short names and numbers.`);
  }
  if (width < 2) refuse(`Line ${first.at} is one cell; give two or more, separated by commas, semicolons, tabs or blanks.`);
  if (rows.length === 1) refuse(`There is nothing but line ${first.at}; give a line for each class, or for each example${width === 4 ? ", as in [[tn, fp], [fn, tp]]" : ""}.`);
  return wanted(withoutTotals(onlyCounts(withoutNumbers(rows), beside), beside), beside);
}

/** Lines without comments. @param {Row[]} rows @param {Beside} beside */
function uncommented(rows, beside) {
  const width = rows[rows.length - 1].cells.length;
  const start = Math.max(0, rows.slice(0, 10).findIndex(({ cells }) => !cells[0].startsWith("#"))); // those before it may be as wide
  const comments = rows.filter(({ cells }, k) => cells[0].startsWith("#") && (cells.length !== width || (k < start && cells[0].includes(":"))));
  if (comments.length) beside.notes.push(`Passed over, for they begin with #: ${comments.length} lines, as '${comments[0].cells.join(", ").slice(0, 60)}'.`);
  const rest = rows.filter((row) => !comments.includes(row));
  rest[0].cells[0] = rest[0].cells[0].replace(/^#\s*/, "");
  return rest;
}

/** Lines without numbers of the rows, where names of classes stand behind them. @param {Row[]} rows */
function withoutNumbers(rows) {
  const [titles, first, second] = [rows[0].cells, ...[0, 1].map((k) => new Set(rows.slice(1).map(({ cells }) => cells[k])))];
  const numbered = titles.length > 3 && NUMBERED.test(titles[0]) && !titles.some((title) => first.has(title)) && titles.some((title) => second.has(title));
  return numbered ? rows.map((row) => ({ ...row, cells: row.cells.slice(1) })) : rows;
}

/** Whether a row or column holds rates; if a row and a column are called so it may be a class. @param {string} name @param {string[]} cells @param {boolean} both */
function areRates(name, cells, both) {
  const values = cells.filter((cell) => cell && !FRACTION.test(cell)).map(numberOf);
  const found = values.every((value) => value !== null && value >= 0 && value <= 100) && RATES.exec(name);
  return Boolean(found && (values.some((value) => value % 1) || (!both && (values.every((value) => value <= 1) || found.groups.true || found.groups.said || name.includes("%")))));
}

/** Lines of a matrix without the rates beside it. @param {Row[]} rows @param {Beside} beside */
function onlyCounts(rows, beside) {
  const [titles, names] = [rows[0].cells, rows.map(({ cells }) => cells[0])];
  const [lefts, tops] = [names, titles.slice(1)].map((side) => side.map((name) => name.replace(WORDED, "$2")));
  if (!titles.some(isWord) || names.length < 3 || lefts.filter((name, k) => tops.includes(name) && lefts.indexOf(name) === k).length < 2) return rows;
  const columns = titles.filter((title, j) => j && areRates(title, rows.slice(1).map(({ cells }) => cells[j]), names.includes(title)));
  const lines = rows.slice(1).filter(({ cells }) => areRates(cells[0], cells.slice(1), titles.includes(cells[0]))).map(({ cells }) => cells[0]);
  const left = [...columns, ...lines];
  if (!left.length || new Set(names).size < names.length) return rows;
  beside.notes.push(`Left out, for they are no counts: ${[...new Set(left)].map((name) => (name.includes("'") ? `"${name}"` : `'${name}'`)).join(", ")}.`);
  const known = left.filter((name) => RATES.exec(name).groups.true || RATES.exec(name).groups.said);
  const turned = known.map((name) => Boolean(RATES.exec(name).groups.said) === columns.includes(name));
  if (new Set(turned).size === 1) beside.rates = [known[0], turned[0]];
  return rows.filter(({ cells }) => !lines.includes(cells[0])).map((row) => ({ ...row, cells: row.cells.filter((_, j) => !columns.includes(titles[j])) }));
}

/** Lines without titles and names of axes, which go to `beside`. @param {Row[]} rows @param {Beside} beside */
function untitled(rows, beside) {
  const width = rows[rows.length - 1].cells.length;
  for (let titles = 0; titles < 4 && rows.length > 2; titles += 1) {
    const first = rows[0].cells.filter(Boolean);
    if (rows.slice(1, 3).every(({ cells }) => cells.length < 2) || (rows[0].cells.length === 2 && width === 2) || new Set(first).size !== 1 || (first.length > 1 && rows[0].cells[0]) || !isWord(first[0])) break;
    beside.columns = first[0];
    lookForAxes(first[0], beside);
    rows = rows.slice(1);
  }
  const [{ cells }, last] = [rows[0], rows[rows.length - 1].cells];
  const less = rows.length > 1 && cells.length > 0 && cells.every(isWord) && rows.slice(1).every((row) => row.cells.length === cells.length + 1);
  if (less || (rows.length === last.length && last.length === cells.length + 1)) cells.unshift(""); // Names of columns, with nothing above those of the rows.
  const titles = rows.map((row) => row.cells[0]).filter(Boolean);
  if (rows.length > 2 && cells.length > 3 && (titles.length === 1 || (new Set(titles).size === 1 && !cells[0])) && isWord(titles[0])) { // A column with one name, as spreadsheets have it.
    beside.rows = titles[0];
    rows = rows.map((row) => ({ at: row.at, cells: row.cells.slice(1) }));
  }
  return rows;
}

/** Lines without the sums that are named as such and are such. @param {Row[]} rows @param {Beside} beside */
function withoutTotals(rows, beside) {
  /** @type {{ name: string, k: number, called: string, share: number }[]} */
  const fits = [];
  for (const name of ["row", "column"]) {
    const lines = name === "row" ? rows.map(({ cells }) => cells) : rows[0].cells.map((_, q) => rows.map(({ cells }) => cells[q]));
    const k = lines.findLastIndex((cells) => TOTALS.test(cells[0]));
    const values = k > 0 ? lines[k].slice(1).map((cell) => (cell ? numberOf(cell) : NaN)) : [];
    if (values.length < 2 || values.includes(null)) continue;
    const others = lines.filter((_, j) => j !== k).map((cells) => cells.slice(1).map((cell) => numberOf(cell) ?? 0)); // How many of the sums are right; the others may have a line of names.
    const share = Math.max(...[0, 1].map((from) => values.filter((value, j) => Number.isNaN(value) || value === sum(others.slice(from).map((one) => one[j]))).length / values.length));
    fits.push({ name, k, called: lines[k][0], share });
  }
  // A class may be called so, too: a column of probabilities, or one of a matrix that has it twice.
  const alike = fits.length === 2 && fits[0].called === fits[1].called && Math.max(...fits.map(({ share }) => share)) < 0.5;
  const shares = fits.length > 0 && areShares(rows);
  if (alike && !shares) beside.notes.push(`'${fits[0].called}' is taken for a class, since it is not the sum of the others.`);
  if (alike || shares) return rows;
  if (fits.length) beside.notes.push(`Sums are left out: ${listed([...new Set(fits.map(({ called }) => called))])}.`);
  for (const { name, k, called, share } of fits) {
    if (share < 1) refuse(`The ${name} '${called}' is not the sum of the others; leave it out, or mend the counts.`);
    rows = name === "row" ? rows.filter((_, j) => j !== k) : rows.map((row) => ({ ...row, cells: row.cells.filter((_, j) => j !== k) }));
  }
  if (fits.length === 1 && !squareOf(rows)) refuse(`Line ${rows[0].at}: sums are named on one side only; name both sides, or leave them out.`);
  return rows;
}

/** The only column with a title of this side, of those that can be nothing else if there is one. @param {string[]} titles @param {"true" | "said"} side */
function columnOf(titles, side) {
  for (const kind of [axisOf, sideOf]) {
    const found = [...titles.keys()].filter((k) => kind(titles[k]) === side);
    if (found.length === 1) return found[0];
  }
  return -1;
}

/** Of columns whose titles say so the true labels and the predictions, and how many examples a line counts. @param {Row[]} rows @param {Beside} beside */
export function wanted(rows, beside) {
  const [titles, below] = [rows[0].cells, rows.slice(1)];
  const p = columnOf(titles, "true");
  let q = columnOf(titles, "said");
  if (p < 0) return rows;
  const known = new Set(below.map(({ cells }) => cells[p]));
  const rest = [...titles.keys()].filter((k) => k !== p && !known.has(titles[k]) && !NUMBERED.test(titles[k]) && !COUNTED.test(titles[k]) && below.every(({ cells }) => known.has(cells[k])));
  const two = rest.length === 2 && known.size > 1 && (q < 0 || rest.includes(q));
  if (two) q = rest[0];
  const score = q >= 0 && areScores(rows, q) && !areScores(rows, p);
  if (q < 0 || score || (titles.length > 2 && !below.some(({ cells }) => known.has(cells[q])))) return rows;
  const said = [p, q, ...(two ? rest : [])];
  const [sure, perhaps] = [COUNTED, PERHAPS].map((kind) => [...titles.keys()].filter((k) => kind.test(titles[k]) && !said.includes(k)));
  const counts = sure.length || new Set(below.map(({ cells }) => JSON.stringify(said.map((k) => cells[k])))).size < below.length ? sure : perhaps;
  const used = [p, q, ...(two ? rest : []), ...(counts.length === 1 ? counts : [])];
  notUsed(titles, used, beside);
  if (counts.length === 1) beside.notes.push(`Column '${titles[counts[0]]}' says how many examples a ${beside.word} counts.`);
  const compared = two && counts.length !== 1; // else the examples would have to be repeated
  if (two) beside.notes.push(`Of two predictions '${titles[rest[0]]}' is described, and ${compared ? "compared" : `${COMMAND} compares it`} with '${titles[rest[1]]}'.`);
  if (compared) beside.two = rest.map((k) => titles[k]);
  const columns = compared ? [p, ...rest] : [p, q];
  return rows.map(({ at, cells }, k) => ({ at, cells: columns.map((j) => cells[j]), count: k && counts.length === 1 ? counted(cells[counts[0]], at) : 1 }));
}

/** @param {string[]} titles @param {number[]} used @param {Beside} beside */
function notUsed(titles, used, beside) {
  const rest = titles.filter((title, k) => !used.includes(k) && !NUMBERED.test(title));
  if (rest.length) beside.notes.push(`Columns that are not used: ${listed(rest)}.`);
}

/** Whether a column has shares below its title. @param {Row[]} rows @param {number} k */
function areScores(rows, k) {
  const values = rows.slice(1).map(({ cells }) => numberOf(cells[k]));
  return values.every((value) => value !== null && value >= 0 && value <= 1) && values.some((value) => value % 1);
}

/** A cell without needless blanks, a decimal comma as a point. @param {string} cell */
const plainOf = (cell) => cell.trim().replace(/\s+/g, " ").replace(/^([-+]?\d+),(\d+)$/, "$1.$2");

/** Cells in brackets, without quotation marks. @param {string} row */
const cellsIn = (row) => (row.match(/"[^"]*"|'[^']*'|[^\s,;"']+/g) ?? []).map((cell) => plainOf(cell.replace(/^["']|["']$/g, "")));

/** Lines in brackets, and what separates their cells; null if there are none. @param {string} text @param {Beside} beside @returns {[Row[], string] | null} */
function bracketedLines(text, beside) {
  if (/^\s*\{[^]*"columns"/.test(text) || !BRACKETED.test(text)) return null;
  const begin = Math.max(0, text.search(MATRIX));
  const end = text.slice(begin).search(/\]\s*\]/);
  const stop = end < 0 ? text.length : begin + end + 1;
  if (/^\[\s*\[\s*\[/.test(text.slice(begin)) || MATRIX.test(text.slice(stop))) refuse("These are several matrices; give one of them, a matrix in two brackets.");
  lookForAxes(text.slice(0, text.indexOf("[")), beside);
  const parts = [...text.slice(begin, stop).matchAll(/\[([^[\]]*)\]/g)].map(([, row]) => row);
  if (!parts.length) refuse("Line 1: a bracket is opened but not closed; give the whole matrix as it was printed.");
  let rows = (parts.length === 1 ? parts[0].split(";") : parts).map(cellsIn);
  const columns = [...text.matchAll(/(?<![\p{L}\p{N}_])([\p{L}\p{N}_]{1,60}) ?= ?[\p{L}\p{N}_.]{0,60}\(?\[/gu)].map(([, name]) => name);
  if (rows.length < 4 && columns.length === rows.length && new Set(rows.map((row) => row.length)).size === 1 && /pred/i.test(columns.join(""))) rows = [columns, ...rows[0].map((_, k) => rows.map((row) => row[k]))];
  const found = columns === rows[0] ? null : new RegExp(`${NAMES}([^\\[\\]]*)\\]`, "u").exec(text.slice(0, begin) + text.slice(stop)); // The names of the classes.
  const order = found ? cellsIn(found[1]) : [];
  if (order.length === rows.length) rows.unshift(order);
  else if (order.length) beside.notes.push(`The order names ${order.length} of ${rows.length} classes and is not used.`);
  return [rows.map((cells, k) => ({ at: k + 1, cells })), "commas or blanks"];
}

/** Lines of JSON whose names are titles; null if this is none. @param {string} text @param {Beside} beside @returns {[Row[], string] | null} */
function objectLines(text, beside) {
  for (const [words, name] of REFUSED) if (words.test(text.slice(0, 20000))) refuse(`This is ${name} as CSV; only a table of cells is read here.`);
  if (!/^\s*(\{|\[\s*\{)/.test(text)) return null;
  let found;
  try {
    found = JSON.parse(text.search(OBJECTS) >= 0 ? `[${text.replaceAll(OBJECTS, "},{")}]` : text);
  } catch (error) {
    refuse(`This cannot be read as JSON (${String(error.message).slice(0, 80).replace(/[\s;]+/g, " ")}); save it again, or as CSV.`);
  }
  const word = (value) => (value === null || value === undefined ? "" : typeof value === "object" ? refuse("A cell holds a list; if a matrix or a table is a part of this file, give that part alone.") : plainOf(String(value).replace(/^(true|false)$/, (one) => one[0].toUpperCase() + one.slice(1))));
  beside.word = "row";
  if (Array.isArray(found.data)) { // as pandas splits a frame, and as wandb
    const [index, columns] = [found.index, found.columns].map((names) => (Array.isArray(names) && names.some((name, k) => name !== k) ? names : null));
    if (found.data.every(Array.isArray)) {
      const rows = [...(columns ? [index ? ["", ...columns] : columns] : []), ...found.data.map((row, k) => (index ? [index[k], ...row] : row))];
      return [rows.map((cells, k) => ({ at: k + 1, cells: cells.map(word) })), "commas"];
    }
    found = found.data;
  }
  if (!Array.isArray(found)) { // columns of cells, or of names with cells
    const columns = Object.entries(found);
    const names = [...new Set(columns.flatMap(([, one]) => Object.keys(one ?? {})))];
    if (columns.some(([, one]) => !Array.isArray(one))) beside.notes.push("The outer names are taken for columns, as pandas writes JSON.");
    const plain = names.every((name, k) => name === String(k));
    found = names.map((name) => Object.fromEntries([...(plain ? [] : [["", name]]), ...columns.map(([title, one]) => [title, one?.[name]])]));
  }
  found = found.map((one) => Object.fromEntries(Object.entries(one ?? {}).flatMap(([key, value]) => (value?.constructor === Object ? Object.entries(value).map(([name, inner]) => [`${key}.${name}`, inner]) : [[key, value]]))));
  const titles = [...new Set(found.flatMap((one) => Object.keys(one)))];
  return [[titles, ...found.map((one) => titles.map((title) => word(one?.[title])))].map((cells, k) => ({ at: k + 1, cells })), "commas"];
}

/** Lines of a text, frames and titles blank, bars between cells as in Markdown. @param {string} text @param {Beside} beside */
function withoutFrames(text, beside) {
  let even = text.replace(BEHIND, "").replace(/(\d)[^\S\n]+%/g, "$1%").replace(/[│┃┆║]/g, "|");
  if (FRAMED.test(even)) even = even.replace(TYPES, "");
  const order = /\n *order =([^]*)/.exec(even); // MATLAB's names of the classes
  const named = [...(order?.[1] ?? "").matchAll(/'([^'\n]*?) *'/g)].map(([, name]) => `"${name}"`).join(" ");
  const lines = (named ? even.slice(0, order.index).replace(/^\s*[\p{L}\p{N}_]+ =/u, () => named) : even).split("\n").map((line) => (FRAME.test(line) && DRAWN.test(line) ? "" : line));
  for (const k of [...lines.keys()].filter((j) => lines[j].trim()).slice(0, 4).filter((j) => TITLE.test(lines[j].trim()))) {
    lookForAxes(lines[k], beside);
    lines[k] = "";
  }
  return lines;
}

/** Lines of cells between which there are blanks, as prints.py reads them. @param {string[]} lines @param {Beside} beside @returns {Row[]} */
function blankLines(lines, beside) {
  const numbered = lines.map((line, k) => ({ at: k + 1, line })).filter(({ line }) => line.trim());
  if (lines.some((line) => line.includes(WEKA))) {
    beside.columns = "classified as";
    const rows = numbered.filter(({ line }) => line.includes("|") && !line.includes(WEKA)).map(({ at, line }) => {
      const [counts, ...name] = line.split("|");
      return { at, cells: [name.join("|").split("=").slice(1).join("=").trim(), ...counts.trim().split(/\s+/)] };
    });
    return [{ at: numbered.find(({ line }) => line.includes(WEKA)).at, cells: ["", ...rows.map(({ cells }) => cells[0])] }, ...rows];
  }
  /** @type {Row[]} */
  const rows = numbered.map(({ at, line }) => ({ at, cells: (line.replace(/(?<=\d) *\/ *(?=\d)/g, "/").replace(/= +(?=\d+\/)/g, "=").replace(/\b(user'?s?'?|producer'?s?'?|row|column|grand) (?=accuracy|total)/gi, "$1_").match(/"[^"]*"|\S+/g) ?? []).map((cell) => cell.replace(/^"+|"+$/g, "") || '""') }));
  const ends = rows.map(({ cells }) => cells.length - 1 - cells.findLastIndex((cell) => isWord(cell) && !FRACTION.test(cell)));
  let first = ends.findIndex((count) => count > 1);
  if (first < 0) return rows;
  if (first + 2 < rows.length && rows[first].cells.length === ends[first] && ends[first] === rows[first + 1].cells.length - 1) first += 1; // What seems the first row are names of columns, which are numbers.
  let axis = first > 1 && rows[first - 1].cells.length === 1 && rows[first - 2].cells.length > 1; // The title of the rows may have a line of its own, as pandas prints it.
  let [top, body] = [first - 1 - Number(axis), rows.slice(first)];
  let head = top >= 0 ? rows[top].cells : [];
  const least = Math.min(...ends.slice(first));
  if (least && new Set(body.map(({ cells }) => cells.length)).size > 1) { // names may have blanks, if those of the columns are the same
    const names = body.map(({ cells }) => cells.slice(0, -least).join(" "));
    const corner = [0, 1].find((k) => head.slice(k).join("") === names.join("").replaceAll(" ", ""));
    if (corner !== undefined) [head, body] = [[...head.slice(0, corner), ...names], body.map(({ at, cells }, k) => ({ at, cells: [names[k], ...cells.slice(-least)] }))];
  }
  if (String(head.slice(-2)) === "Error,Rate" && head.length === body[0].cells.length && head.length === body.length + 1) // H2O names no rows
    body = body.map(({ at, cells }, k) => ({ at, cells: [k + 2 < head.length ? head[k] : "Totals", ...cells] }));
  const width = body[0].cells.length;
  if (![width - 1, width].includes(head.length) || width < 2) [axis, top, head] = [false, first, []];
  for (const { cells } of rows.slice(0, top)) lookForAxes(cells.join(" "), beside);
  beside.columns ||= top > 0 ? rows[top - 1].cells.join(" ") : "";
  if (!head.length) return body;
  if (head.length < width) head = ["", ...head];
  if (axis) [beside.rows, beside.columns, head] = [rows[first - 1].cells[0], head[0] || beside.columns, ["", ...head.slice(1)]];
  return [{ at: rows[top].at, cells: head }, ...body];
}

/** Lines of a table, and what separates their cells. @param {string} text @param {Beside} beside @returns {[Row[], string]} */
function separatedLines(text, beside) {
  const lines = withoutFrames(text, beside);
  const first = lines.filter((line) => line.trim()).slice(0, 20).map((line) => line.slice(0, 2000));
  if (!first.length) return [[], ""];
  const bare = first.join("\n").replace(/"[^"]*"/g, "x").split("\n");
  // How many of the first lines are equally wide.
  const fits = (mark) => {
    const widths = bare.map((line) => line.split(mark).length).filter((width) => width > 1);
    return Math.max(0, ...widths.map((width) => widths.filter((one) => one === width).length));
  };
  const having = (mark) => first.filter((line) => line.includes(mark)).length;
  const separator = Object.keys(SEPARATORS).reduce((best, mark) => (fits(mark) - fits(best) || having(mark) - having(best)) > 0 ? mark : best);
  const blanks = 2 * having(separator) < first.length || text.includes(WEKA);
  if (blanks || (separator === "|" && first.some((line) => /\d {2,}\d/.test(line)))) { // bars, and blanks between them
    if (!blanks) lines.forEach((line, k) => (lines[k] = line.replaceAll("|", " ")));
    beside.notes.push("Cells are taken to be separated by blanks.");
    return [blankLines(lines, beside).map(({ at, cells }) => ({ at, cells: cells.map(plainOf) })), "blanks"];
  }
  const even = (separator === "|" ? lines.map((line) => line.trim().replace(/^\||\|$/g, "").replaceAll("*", "")) : lines).map((line) => (BLANK_LINE.test(line) ? "" : line)).join("\n");
  const cell = new RegExp(`("(?:[^"]|"")*"|[^${separator}\n]*)([${separator}]|\n|$)`, "gy");
  /** @type {Row[]} */
  const rows = [];
  /** @type {[string[], number]} */
  let [cells, line] = [[], 1];
  for (const [, written, end] of even.matchAll(cell)) {
    const quoted = written.startsWith('"');
    if (quoted && !/^"(?:[^"]|"")*"$/.test(written)) refuse(`Line ${line}: a quotation mark is opened but not closed; give both, or none.`);
    cells.push(plainOf(quoted ? written.slice(1, -1).replaceAll('""', '"') : written));
    line += written.split("\n").length - 1;
    if (end === separator) continue;
    if (!BLANK_LINE.test(cells.join(""))) rows.push({ at: line, cells });
    if (end === "") break;
    [line, cells] = [line + 1, []];
  }
  return [rows, SEPARATORS[separator]];
}

/** Whether one side names all classes of the other. @param {string[]} rows @param {string[]} columns */
const nested = (rows, columns) => rows.every((name) => columns.includes(name)) || columns.every((name) => rows.includes(name));

/** Names of columns, names of rows, and lines of a matrix that is square or names its classes; null if it is none. @param {Row[]} rows @returns {{ columns: string[] | null, names: string[] | null, body: Row[] } | null} */
function squareOf(rows) {
  const [first, n, width] = [rows[0].cells, rows.length, rows[0].cells.length];
  const names = rows.map(({ cells }) => cells[0]);
  const inner = rows.map(({ at, cells }) => ({ at, cells: cells.slice(1) }));
  const named = (words) => words.some(isWord) || [0, 1].some((from) => words.every((word, k) => classOf(word) === String(k + from))); // One is no number, or they count from 0 or 1.
  if (n > 2 && width > 2 && first.some(isWord) && names.some(isWord)) {
    const [titles, classes] = [names, first].map((side) => unworded(side.slice(1))[1]);
    if (n === width || (new Set(titles).size === n - 1 && nested(titles, classes))) return { columns: first.slice(1), names: names.slice(1), body: inner.slice(1) };
  }
  if (n === width + 1 && named(first)) return { columns: first, names: null, body: rows.slice(1) };
  if (n === width - 1 && named(names)) return { columns: null, names, body: inner };
  return n === width ? { columns: null, names: null, body: rows } : null;
}

/** @param {Row[]} rows @returns {"matrix" | "labels" | "probabilities"} */
function kindOf(rows) {
  const [first, n, width] = [rows[0].cells, rows.length, rows[0].cells.length];
  const [titled, square] = [first.some(isWord), squareOf(rows)];
  if (rows[0].count) return "labels";
  const t = columnOf(first, "true");
  const scores = [...first.keys()].map((k) => areScores(rows, k));
  if (square) {
    const { columns, names, body } = square;
    const inner = body.slice(0, 200).map(({ cells }) => cells.map(numberOf));
    const worded = inner[0].some((_, k) => inner.every((row) => row[k] === null)) || (width === 2 && n > 2 && inner.flat().includes(null));
    const shares = titled && width > 2 && areShares(rows) && scores.includes(true);
    const alike = columns !== null && String(columns) === String(names);
    if (alike && shares && sideOf(first[0]) === "true") refuse("This may be a matrix of shares, or probabilities of one example of each class; give counts for a matrix, and more examples for probabilities.");
    if (!worded && (alike || !shares)) return "matrix";
  }
  const numeric = (k) => ((cells) => 2 * cells.filter((cell) => !isWord(cell)).length > cells.length)(rows.slice(1, 201).map(({ cells }) => cells[k]));
  const numbers = [...first.keys()].filter((k) => k !== t && numeric(k)).length;
  const scored = scores.some((one, k) => one && k !== t) && (t >= 0 || first.some((title) => PREFIX.test(title)));
  if (titled && ((numbers > 1 && width > 2) || scored)) return "probabilities";
  if (width === 2) return "labels";
  return refuse(`There are ${n} lines of ${width} cells; give a square matrix, two columns called true and predicted, or true labels and a named column of probabilities for each class.`);
}

/** @param {string[]} cells @param {number} at */
function classesOf(cells, at) {
  const labels = cells.map(classOf);
  const twice = new Set(labels).size < labels.length ? labels.find((label, k) => labels.indexOf(label) < k) : undefined;
  if (labels.length < 2) refuse(`There is one class, ${labels[0] ?? "at most"}; a confusion needs two or more.`);
  if (labels.length > MOST.classes) refuse(`There are ${labels.length} classes, and this page takes ${MOST.classes}; merge some, or use ${COMMAND}, which takes 2,000.`);
  if (labels.includes("")) refuse(`Line ${at}: a class has no name; name every column, or none.`);
  if (twice !== undefined) refuse(`Line ${at}: class '${twice}' is there twice; give every class a name of its own.`);
  return labels;
}

/** @param {string} cell @param {number} at */
export function counted(cell, at) {
  const value = numberOf(cell);
  if (value === null) refuse(`Line ${at}: '${cell}' is no number; give counts of examples.`);
  if (cell.includes("%")) refuse(`Line ${at}: ${cell} is a share; give counts of examples.`);
  if (!Number.isFinite(value)) refuse(`Line ${at}: ${cell} is no count; write 0 where there is no example.`);
  if (/^[-+]?\d+[.,]\d{3}$/.test(cell)) refuse(`Line ${at}: ${cell} may be ${value} or a number of thousands; write counts in digits alone.`);
  if (value < 0) refuse(`Line ${at}: the count ${cell} is negative; give numbers of examples.`);
  if (value % 1) refuse(`Line ${at}: ${cell} is not a whole number; give counts of examples, and no shares: sums of weights are read by ${COMMAND} --weighted.`);
  return value;
}

/** The word of an axis that all names begin with, as in "Actual cat", and the names without it. @param {string[] | null} names @returns {[string, string[] | null]} */
function unworded(names) {
  const parts = (names ?? []).map((name) => WORDED.exec(name));
  const one = parts.length && parts.every(Boolean) && new Set(parts.map((part) => sideOf(part[1]))).size === 1;
  return one ? [parts[0][1], parts.map((part) => part[2])] : ["", names];
}

/** Whether the first line of labels is a title: words that are no classes. @param {string[]} first @param {string[][]} below @param {Beside} beside */
function isTitle(first, below, beside) {
  const known = [0, 1].map((k) => new Set(column(below, k)));
  const strange = first.map((cell) => known.every((one) => !one.has(cell)));
  const sides = first.map(sideOf);
  if (String(sides) === "true,said" && strange.some(Boolean)) return true;
  if (!first.some((cell, k) => known[k].has(cell)) && (sides.every(Boolean) || (!below.flat().some(isWord) && first.some(isWord)))) return true;
  if (!strange.every(Boolean) || !first.some(isWord)) return false;
  beside.notes.push(`The first line, '${first[0]}' and '${first[1]}', is taken for a title.`);
  return true;
}

/** The counts in the order of that side which names all classes, and these names. @param {string[]} names @param {string[]} columns @param {number[][]} N @param {number} at @param {Beside} beside @returns {[string[], number[][]]} */
function byName(names, columns, N, at, beside) {
  const k = columns.findIndex((name, j) => name !== names[j]);
  if (k < 0 && names.length === columns.length) return [names, N];
  if (!nested(names, columns)) refuse(`Line ${at} names a column '${columns[k]}' where the row is named '${names[k]}'; name both alike.`);
  const labels = columns.length < names.length ? names : columns;
  const [i, j] = [names, columns].map((side) => labels.map((label) => side.indexOf(label)));
  beside.notes.push(`Rows and columns are matched by their names${names.length === columns.length ? "" : "; a row or column that is lacking is taken for zeros"}.`);
  return [labels, i.map((p) => j.map((q) => N[p]?.[q] ?? 0))];
}

const READERS = {
  /** @param {Row[]} rows @param {Beside} beside */
  matrix(rows, beside) {
    const { body, ...titles } = squareOf(rows);
    let { columns, names } = titles;
    if (columns && names) lookForAxes(rows[0].cells[0], beside);
    if (columns && names && !beside.rows) {
      const sides = rows[0].cells[0].split(/[\\/]/);
      [beside.rows, beside.columns] = sides.length === 2 ? sides : [rows[0].cells[0], beside.columns];
    }
    const [[ofRows, short], [ofColumns, brief]] = [unworded(names), unworded(columns)];
    if (sideOf(ofRows) !== sideOf(ofColumns)) [names, columns, beside.rows, beside.columns] = [short, brief, ofRows || beside.rows, ofColumns || beside.columns];
    const sides = [names, columns].map((side) => side && classesOf(side, rows[0].at));
    let labels = sides[1] ?? sides[0] ?? classesOf(body.map((_, k) => String(k)), rows[0].at);
    let N = body.map(({ at, cells }) => cells.map((cell) => counted(cell, at)));
    if (names && columns) [labels, N] = byName(sides[0], sides[1], N, rows[0].at, beside);
    const total = (M) => M[0].every((_, q) => M[M.length - 1][q] === sum(column(M.slice(0, -1), q)));
    if (labels.length > 2 && total(N) && total(N.map((_, q) => column(N, q)))) refuse(`Line ${body[body.length - 1].at}: the last row and column are the sums of the others; leave totals out.`);
    return { labels, N };
  },

  /** @param {Row[]} rows @param {Beside} beside */
  labels(rows, beside) {
    let names = rows.map(({ cells }) => cells.map(classOf));
    const shift = rows[0].count ?? Number(isTitle(names[0], names.slice(1), beside));
    if (!rows[0].count && shift && columnOf(rows[0].cells, "said") === 0) {
      names = names.map(([said, label]) => [label, said]);
      beside.notes.push("The second column is taken as true.");
    }
    const pairs = names.slice(shift);
    const at = (k) => rows[k + shift].at;
    pairs.forEach((pair, k) => pair.some((one) => ["", "nan", "NaN"].includes(one)) && refuse(`Line ${at(k)}: a label is missing; leave out examples without a label or a prediction.`));
    const [known, predicted] = [0, 1].map((k) => new Set(column(pairs, k)));
    const values = new Map([...known, ...predicted].map((label) => [label, numberOf(label)]));
    const whole = [...known].every((label) => values.get(label) !== null && values.get(label) % 1 === 0);
    const score = whole ? pairs.findIndex(([, answer]) => values.get(answer) !== null && values.get(answer) % 1 !== 0) : -1;
    if (score >= 0) refuse(`Line ${at(score)}: '${pairs[score][1]}' is a score and no label; give a column of probabilities for each class, named in the first line.`);
    const numbers = [...values.values()].every((value) => Number.isFinite(value));
    const labels = classesOf([...values.keys()].sort((one, other) => (numbers && values.get(one) - values.get(other)) || (one < other ? -1 : 1)), at(0));
    if (![...known].some((label) => predicted.has(label))) refuse(`Line ${at(0)}: no prediction is a true label, as '${pairs[0][1]}' for '${pairs[0][0]}'; name the classes in both columns alike.`);
    const place = new Map(labels.map((label, k) => [label, k]));
    const N = zeros(labels.length, labels.length);
    pairs.forEach(([label, answer], k) => (N[place.get(label)][place.get(answer)] += rows[k + shift].count ?? 1));
    return { labels, N, ...(beside.two ? { against: { titles: beside.two, rows: pairs.map((each) => each.map((one) => place.get(one))) } } : {}) };
  },

  /** @param {Row[]} rows @param {Beside} beside */
  probabilities(rows, beside) {
    const [titles, below] = [rows[0].cells, rows.slice(1)];
    const parts = titles.map((title) => PREFIX.exec(title));
    let t = columnOf(titles, "true");
    if (t < 0) {
      const known = new Set([...titles, ...parts.map((part) => part?.[2])].map((name) => name && classOf(name)));
      t = Math.max(0, titles.findIndex((_, k) => below.every(({ cells }) => known.has(classOf(cells[k])))));
      beside.notes.push(`Column '${titles[t]}' is taken as true.`);
    }
    const numeric = [...titles.keys()].filter((k) => k !== t && 2 * below.slice(0, 200).filter(({ cells }) => !isWord(cells[k])).length > Math.min(200, below.length));
    const prefixed = numeric.filter((k) => parts[k]);
    if (prefixed.length && numeric.length > 1) beside.notes.push(`The classes are named without '${parts[prefixed[0]][1]}', as '${parts[prefixed[0]][2]}'.`);
    const trues = new Set(below.map(({ cells }) => classOf(cells[t])));
    const columns = prefixed.length ? prefixed : numeric.filter((k) => trues.has(titles[k]) || !(NUMBERED.test(titles[k]) || COUNTED.test(titles[k])));
    notUsed(titles, [t, ...columns], beside);
    let names = columns.map((k) => classOf(prefixed.length ? parts[k][2] : titles[k]));
    const one = columns.length === 1;
    if (one) names = ofTwo([...trues], titles[columns[0]], names[0], beside);
    const labels = classesOf(names, rows[0].at);
    const N = zeros(labels.length, labels.length);
    for (const { at, cells: row } of below) {
      const [label, cells] = [row[t], columns.map((k) => row[k])];
      const score = one ? numberOf(cells[0]) : null;
      const values = one ? [score === null ? null : 1 - score, score] : cells.map(numberOf);
      const odd = cells.find((_, k) => !(values[one ? 1 : k] >= 0 && values[one ? 1 : k] <= 101) || values[k] === null);
      const [p, total] = [labels.indexOf(classOf(label)), sum(values)];
      if (p < 0) refuse(`Line ${at}: the true label '${label}' has no column; the columns are ${labels.join(", ").slice(0, 60)}.`);
      if (odd !== undefined) refuse(`Line ${at}: '${odd}' is no probability; give numbers from 0 to 1.`);
      if (Math.abs(total - 100) < 100 * slack(labels.length)) refuse(`Line ${at}: the probabilities are per cent; divide them by 100.`);
      if (Math.abs(total - 1) > slack(labels.length)) refuse(`Line ${at}: the probabilities sum to ${Number(total.toPrecision(3))}; give one for every class, so that they sum to one.`);
      N[p][values.indexOf(Math.max(...values))] += 1;
    }
    return { labels, N };
  },
};

/** Two classes, the last of them that of whose probability there is a column. @param {string[]} labels @param {string} title @param {string} name @param {Beside} beside */
function ofTwo(labels, title, name, beside) {
  labels.sort((one, other) => numberOf(one) - numberOf(other) || (one < other ? -1 : 1));
  if (labels.length !== 2) refuse(`Column '${title}' alone is a score of two classes, and there are ${labels.length}; give a column of probabilities for each class.`);
  if (labels.includes(name)) labels.sort((one, other) => Number(one === name) - Number(other === name));
  else if (!["0,1", "-1,1", "false,true", "no,yes"].includes(String(labels).toLowerCase())) refuse(`Column '${title}' is the probability of which class? Call it '${labels[0]}' or '${labels[1]}'.`);
  beside.notes.push(`Column '${title}' is taken for the probability of '${labels[1]}'.`);
  return labels;
}

/** Whether the columns are true and the rows predictions, and the sentence that says why. @param {Beside} beside @returns {[boolean, string]} */
function axisNote(beside) {
  const titles = [beside.rows, beside.columns];
  const [axes, sides] = [titles.map(axisOf), String(titles.map(sideOf))];
  if ((axes[0] === "said" && axes[1] !== "said") || sides === "said,true") return [true, `Turned, because the rows are called '${beside.rows}': here, rows are true.`];
  if (axes[1] === "true" && axes[0] !== "true") return [true, `Turned, because the columns are called '${beside.columns}': here, rows are true.`];
  const known = (axes[0] === "true" && axes[1] !== "true") || (axes[1] === "said" && axes[0] !== "said") || sides === "true,said";
  if (known || !beside.rates) return [false, known ? "" : UNSAID];
  return [beside.rates[1], beside.rates[1] ? `Turned, because rows with '${beside.rates[0]}' are predictions: here, rows are true.` : ""];
}

/** Counts without the classes that a matrix does not need; those that have no example are said. @param {string} kind @param {string[]} labels @param {number[][]} N @param {Beside} beside */
function withExamples(kind, labels, N, beside) {
  const n = sum(N.flat());
  if (!n) refuse("There is no example at all; give counts of examples.");
  if (n > MOST.examples) refuse(`There are more than ${MOST.examples.toLocaleString("en")} examples; are these counts of examples?`);
  const [has, said] = [N.map(sum), labels.map((_, q) => sum(column(N, q)))];
  const [empty, absent] = [false, true].map((predicted) => labels.filter((_, k) => !has[k] && Boolean(said[k]) === predicted));
  const used = [...labels.keys()].filter((k) => has[k] || said[k]);
  const kept = [...labels.keys()].filter((k) => used.includes(k) || kind !== "matrix" || (riseOrFall(labels) && k > used[0] && k < used[used.length - 1])); // a grade between others counts as a distance
  if (empty.length) beside.notes.push(`Without example and prediction${kept.length === used.length ? ", and left out" : ""}: ${listed(empty)}.`);
  if (absent.length) beside.notes.push(`Predicted but never a true label: ${listed(absent)} (${sum(said.filter((_, k) => !has[k]))} of ${n} examples). These predictions are errors of the other classes; class errors and norms are over the classes with examples.`);
  const back = kind === "matrix" ? labels.indexOf("background") : -1;
  if (back >= 0 && has[back] && !N[back][back]) beside.notes.push("The error of 'background' is 1 by construction: what a detector rightly leaves is not counted.");
  if (kind === "probabilities" && has.includes(0)) beside.notes.push("No rule divides by the shares here, since a class has no example.");
  if (used.length < 2) refuse(`There is one class, ${labels[used[0]]}; a confusion needs two or more.`);
  const hundred = [has, said].findIndex((sums) => sums.every((one) => Math.abs(one - 100) <= 1));
  if (kind === "matrix" && hundred >= 0) beside.notes.push(`Each ${["row", "column"][hundred]} sums to 100: if these are per cent and no counts, all intervals are wrong; give counts.`);
  return { labels: kept.map((k) => labels[k]), N: kept.map((p) => kept.map((q) => N[p][q])) };
}

/** Kind, labels and counts of a text, and what was inferred; an Error, whose message is a sentence, if it cannot be read. @param {string} text @param {string[]} notes of its letters */
export function readCounts(text, notes = []) {
  if (text.length > MOST.bytes) refuse(`This has ${(text.length / 1e6).toFixed(1)} MB, and this page takes ${MOST.bytes / 1e6}; give its confusion matrix, or use ${COMMAND}.`);
  /** @type {Beside} */
  const beside = { rows: "", columns: "", rates: null, word: "line", notes: [...notes] };
  const rows = linesOf(text, beside);
  const kind = beside.two ? "labels" : kindOf(rows);
  const { against, ...counts } = READERS[kind](rows, beside);
  if (kind === "labels" && counts.N.every((row, k) => !row[k])) refuse(`No prediction is right; if these are the errors alone, as Rasa writes them, add the other examples, else use ${COMMAND} --kind labels.`);
  const [turned, note] = kind === "matrix" ? axisNote(beside) : [false, ""];
  if (note) beside.notes.push(note);
  const { labels, N } = withExamples(kind, counts.labels, turned ? counts.N.map((_, q) => column(counts.N, q)) : counts.N, beside);
  const odd = labels.find((label) => MOJIBAKE.test(label));
  if (odd !== undefined) beside.notes.push(`The name '${odd}' may be UTF-8 that was read as Windows-1252; save the file in UTF-8.`);
  return { kind, labels, N, notes: beside.notes, ...(against ? { against } : {}) };
}

/** Text of a file, and what is to be said of its letters: UTF-8, UTF-16, or else Windows-1252. @param {Uint8Array} bytes @returns {[string, string[]]} */
export function decoded(bytes) {
  const [big, little] = [0, 1].map((k) => (bytes.length > 7 && bytes.slice(0, 40).every((byte, j) => j % 2 !== k || !byte)) || (bytes[k] === 254 && bytes[1 - k] === 255)); // Without its mark every other byte of a few letters is 0.
  try {
    return [new TextDecoder(big ? "utf-16be" : little ? "utf-16le" : "utf-8", { fatal: true }).decode(bytes), []];
  } catch {
    return [new TextDecoder("windows-1252").decode(bytes), ["This is no UTF-8 and was read as Windows-1252; save it in UTF-8 if names look wrong."]];
  }
}

/** The three lines that confusion.report.shift_code gives. @param {string[]} labels @param {number[]} sizes */
export function shiftCode(labels, sizes) {
  const words = labels.map((label) => JSON.stringify(label)).join(", ");
  return ["import numpy as np", `weights = 1 / np.array([${sizes.join(", ")}])  # classes as the columns of P`, `predicted = np.array([${words}])[(P * weights).argmax(axis=1)]`];
}

export const isPlain = (labels) => labels.every((label, k) => label === String(k));
export const lineOf = (labels) => labels.map((label) => (/[",;|]|^ | $/.test(label) ? `"${label.replaceAll('"', '""')}"` : label)).join(",");

// A matrix as it can be pasted.
export const textOf = ({ labels, N }) => [...(isPlain(labels) ? [] : [lineOf(labels)]), ...N.map((row) => row.join(","))].join("\n");
