// Your own matrix: what a reader pastes or drops is read, counted and described, and nothing of it leaves the page.
// Parameters: presets (texts by their words).  A state has the text in `data`, where Python beside the figure finds it; an
// address tells the counts (m=50-3_2-45) and, if they are not 0, 1, ..., the names of the classes.

const MOST = { classes: 26, bytes: 5e6, examples: 1e9, letters: 200 };

/** What is wrong is said in one sentence, as confusion.report says it. @param {string} sentence @returns {never} */
function refuse(sentence) {
  throw new Error(sentence);
}

const COMMAND = "python -m confusion FILE";
const SEPARATORS = { "|": "bars", "\t": "tabs", ";": "semicolons", ",": "commas", " ": "blanks" };
const BLANK_LINE = /^[\s,;|"]*$/;
const NUMBER = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i;
const GROUPED = /^[-+]?\d{1,3}((?:[ '’]\d{3})+|(?:,\d{3}){2,}|(?:\.\d{3}){2,})$/; // thousands, and surely so
const NUMBERED = /^(|#|id|idx|index|nr|no|row|name|file(name)?|image|unnamed: 0)$/i;
const TOTALS = /^(all|sum|totals?|summe|gesamt|somme|suma|totale)$/i;
const SAID = /pr[eé]d(?!a)|answer|output|guess|y_?hat|vorherg|prognos|previs|voorspel|^col_0/i;
const TRUTH = /true|truth|actual|label|target|class|expected|gold|reference|\by\b|^y_|^row_0|wahr|tatsächlich|klasse|vrai|réel|verdader|real|clase|vero|waar|werkelijk/i;

/** Whether a title is that of predictions or of true labels. @param {string} title */
const sideOf = (title) => (SAID.test(title) ? "said" : TRUTH.test(title) ? "true" : null);

/** @param {string} cell @returns {number | null} */
function numberOf(cell) {
  if (NUMBER.test(cell)) return Number(cell);
  if (/^[-+]?(nan|inf(inity)?)$/i.test(cell)) return NaN;
  const share = cell.endsWith("%") ? numberOf(cell.slice(0, -1)) : null;
  if (share !== null) return share / 100;
  return GROUPED.test(cell) ? Number(cell.replace(/[ '’.,]/g, "")) : null;
}
const isWord = (cell) => numberOf(cell) === null;
const classOf = (cell) => cell.replace(/^([-+]?\d+)\.0+$/, "$1"); // 1.0 and 1 are one class

/** @typedef {{ at: number, cells: string[] }} Row a line of cells with its number */

/** Lines, and whether these are to be turned if they are a matrix. @param {string} text @returns {{ rows: Row[], turned: boolean }} */
function linesOf(text) {
  // eslint-disable-next-line no-control-regex
  if (/[\x00-\x08\x0b\x0e-\x1f]/.test(text)) refuse("This is a binary file and no text; save the table as CSV in UTF-8.");
  if (BLANK_LINE.test(text)) refuse("Nothing is here yet; paste a matrix, or two columns with true and predicted labels.");
  if (/(^|[\s,|])(\.{3}|…)([\s,|\]]|$)/.test(text)) {
    refuse("'...' stands where lines or cells were left out of a print; print all of them, as with numpy.set_printoptions(threshold=10**9), or save the table as CSV.");
  }
  // Before a table a prompt or a title, behind it R's statistics, between its lines a frame.
  // No blank can be taken by two parts of a pattern: a long run of them would be tried in all divisions.
  const even = text.replace(/\r\n?/g, "\n").replaceAll("\u2212", "-").replace(/^(\s*Out ?\[\d*\]:|\W*confusion matrix[^\n[]*)/i, (part) => part.replace(/[^\n]/g, ""))
    .replace(/\n *(Overall Statistics|Accuracy ?:)[^]*$/i, "").replace(/^(?=[^\n]*(--|==))[ \t|+:=-]+$/gm, "").replace(/(\d)[^\S\n]+%/g, "$1%");
  const bracketed = /^(\s*([\w.]+\(?\s*|\(\s*)?\[|[^[]{0,200}\[\s*\[)/.test(even);
  const [table, mark] = bracketed ? bracketedLines(even) : separatedLines(even);
  while (table.every(({ cells }) => cells.length > 1 && cells[cells.length - 1] === "")) table.forEach(({ cells }) => cells.pop());
  const { rows, turned } = untitled(table);
  const [first, width] = [rows[0], rows[0].cells.length];
  for (const { at, cells } of rows) {
    if (cells.length !== width) {
      refuse(`Lines ${first.at} and ${at} have ${width} and ${cells.length} cells, separated by ${mark}; give all lines as many, leave comments out, and quote what holds a separator.`);
    }
    if (cells.some((cell) => cell.length > MOST.letters)) refuse(`Line ${at}: a cell has more than ${MOST.letters} characters; give short names and numbers.`);
  }
  if (width < 2) refuse(`Line ${first.at} is one cell; give two or more, separated by commas, semicolons, tabs or blanks.`);
  if (rows.length === 1) refuse(`There is nothing but line ${first.at}; give a line for each class, or for each example.`);
  return { rows: wanted(withoutTotals(rows)), turned };
}

/** Lines without titles and names of axes; turned if these say that the columns are true, not the rows. @param {Row[]} rows */
function untitled(rows) {
  const [first, second] = [rows[0], rows[1] ?? rows[0]].map(({ cells }) => cells.filter(Boolean));
  let [names, columns] = ["", ""];
  // A title, or what R calls the columns; else two lines, as pandas prints.
  if (rows.length > 2 && first.length === 1 && second.length > 1 && rows[0].cells.length !== 2 && isWord(first[0])) {
    [columns, rows] = [first[0], rows.slice(1)];
  } else if (rows.length > 3 && rows[0].cells.length > 2 && second.length === 1 && sideOf(second[0])) {
    [columns, names, rows] = [rows[0].cells[0], second[0], [rows[0], ...rows.slice(2)]];
  }
  const [{ cells }, last] = [rows[0], rows[rows.length - 1].cells];
  const less = rows.length > 1 && cells.every(isWord) && rows.slice(1).every((row) => row.cells.length === cells.length + 1);
  // Names of columns, with nothing above those of the rows.
  if (less || (rows.length === last.length && last.length === cells.length + 1)) cells.unshift("");
  const beside = rows.map((row) => row.cells[0]).filter(Boolean);
  // A column with one name, as spreadsheets have it.
  if (rows.length > 2 && cells.length > 3 && beside.length === 1 && isWord(beside[0])) {
    [names, rows] = [beside[0], rows.map((row) => ({ at: row.at, cells: row.cells.slice(1) }))];
  }
  const sides = names ? [] : (rows[0].cells[0] ?? "").split(/[\\/]/);
  if (sides.length === 2) [names, columns] = sides;
  return { rows, turned: sideOf(names || sides.join("")) === "said" && sideOf(columns) === "true" };
}

/** Lines without the sums that are named as such and are such. @param {Row[]} rows */
function withoutTotals(rows) {
  for (const name of ["row", "column"]) {
    const lines = name === "row" ? rows.map(({ cells }) => cells) : rows[0].cells.map((_, q) => rows.map(({ cells }) => cells[q]));
    const [last, ...others] = [lines[lines.length - 1], ...lines.slice(0, -1)];
    const values = last.slice(1).map(numberOf);
    if (last.length < 3 || !TOTALS.test(last[0]) || values.includes(null)) continue;
    if (values.some((value, k) => value !== sum(others.map((cells) => numberOf(cells[k + 1]) ?? 0)))) {
      refuse(`The ${name} '${last[0]}' is not the sum of the others; leave it out, or mend the counts.`);
    }
    rows = name === "row" ? rows.slice(0, -1) : rows.map(({ at, cells }) => ({ at, cells: cells.slice(0, -1) }));
  }
  return rows;
}

/** Of columns whose titles say so the true labels and the predictions; no numbers of the examples. @param {Row[]} rows */
function wanted(rows) {
  const titles = rows[0].cells;
  const sides = titles.map(sideOf);
  const [[p, ...others], [q, ...more]] = ["true", "said"].map((side) => [...sides.keys()].filter((k) => sides[k] === side));
  const known = (k) => new Set(rows.slice(1).map(({ cells }) => cells[k]));
  if (p !== undefined && q !== undefined && !others.length && !more.length && (titles.length === 2 || [...known(p)].some((one) => known(q).has(one)))) {
    return rows.map(({ at, cells }) => ({ at, cells: [cells[p], cells[q]] }));
  }
  const numbered = titles.length > 3 && NUMBERED.test(titles[0]) && sides[1] === "true" && !known(0).has(titles[1]);
  return numbered ? rows.map(({ at, cells }) => ({ at, cells: cells.slice(1) })) : rows;
}

/** Lines in brackets, and what separates their cells. @param {string} text @returns {[Row[], string]} */
function bracketedLines(text) {
  if (/^[^[]*\[\s*\[\s*\[/.test(text)) refuse("These are several matrices; give one of them, a matrix in two brackets.");
  const end = text.search(/\]\s*\]/);
  const rows = [...text.slice(0, end < 0 ? undefined : end + 1).matchAll(/\[([^[\]]*)\]/g)].map(([, row], k) => ({ at: k + 1, cells: row.match(/[^\s,;"']+/g) ?? [] }));
  if (!rows.length) refuse("Line 1: a bracket is opened but not closed; give the whole matrix as it was printed.");
  return [rows, "commas or blanks"];
}

/** Lines of a table, and what separates their cells. @param {string} text @returns {[Row[], string]} */
function separatedLines(text) {
  const bare = text.replace(/"[^"]*"/g, "x").split("\n").filter((line) => !BLANK_LINE.test(line)).slice(0, 2);
  const [order, lines] = [Object.keys(SEPARATORS), text.split("\n")];
  const marks = bare.map((line) => order.find((mark) => line.replace(/^ +| +$/g, "").includes(mark)) ?? " ");
  const parts = bare.map((line) => (marks[0].trim() ? line.split(marks[0]) : line.trim().split(/\s+/)).length);
  // A title above the table has marks of its own.
  const own = parts[0] !== parts[1] && order.indexOf(marks[1]) >= 0 && order.indexOf(marks[1]) < order.indexOf(marks[0]);
  const separator = own ? marks[1] : (marks[0] ?? " ");
  const bars = separator === "|" ? lines.map((line) => line.trim().replace(/^\||\|$/g, "")).join("\n") : text;
  const even = separator === " " ? lines.map((line) => line.trim().replace(/\s+/g, " ")).join("\n") : bars;
  const cell = new RegExp(`("(?:[^"]|"")*"|[^${separator}\n]*)([${separator}]|\n|$)`, "gy");
  /** @type {Row[]} */
  const rows = [];
  /** @type {string[]} */
  let cells = [];
  let line = 1;
  for (const [, written, end] of even.matchAll(cell)) {
    const quoted = written.startsWith('"');
    if (quoted && !/^"(?:[^"]|"")*"$/.test(written)) refuse(`Line ${line}: a quotation mark is opened but not closed; give both, or none.`);
    const plain = (quoted ? written.slice(1, -1).replaceAll('""', '"') : written).trim().replace(/\s+/g, " ");
    cells.push(plain.replace(/^([-+]?\d+),(\d+)$/, "$1.$2"));
    line += written.split("\n").length - 1;
    if (end === separator) continue;
    // A spreadsheet leaves lines of separators alone.
    if (!BLANK_LINE.test(cells.join(""))) rows.push({ at: line, cells });
    if (end === "") break;
    [line, cells] = [line + 1, []];
  }
  return [rows, SEPARATORS[separator]];
}

/** Names of columns, names of rows, and lines of a square matrix; null if there is no square. @param {Row[]} rows
 * @returns {{ columns: string[] | null, names: string[] | null, body: Row[] } | null} */
function squareOf(rows) {
  const [first, n, width] = [rows[0].cells, rows.length, rows[0].cells.length];
  const names = rows.map(({ cells }) => cells[0]);
  const inner = rows.map(({ at, cells }) => ({ at, cells: cells.slice(1) }));
  // One is no number, or they count from 0 or 1.
  const named = (words) => words.some(isWord) || [0, 1].some((from) => words.every((word, k) => classOf(word) === String(k + from)));
  if (n === width + 1 && named(first)) return { columns: first, names: null, body: rows.slice(1) };
  if (n === width - 1 && named(names)) return { columns: null, names, body: inner };
  if (n === width && n > 2 && first.some(isWord) && names.some(isWord)) return { columns: first.slice(1), names: names.slice(1), body: inner.slice(1) };
  return n === width ? { columns: null, names: null, body: rows } : null;
}

/** @param {Row[]} rows @returns {"matrix" | "labels" | "probabilities"} */
function kindOf(rows) {
  const [first, n, width] = [rows[0].cells, rows.length, rows[0].cells.length];
  const [titled, square] = [first.some(isWord), squareOf(rows)];
  const inner = rows.slice(1, 201).map(({ cells }) => cells.slice(1).map(numberOf));
  if (String(first.map(sideOf)) === "true,said") return "labels";
  if (square) {
    const { columns, names, body } = square;
    if (width === 2 && n > 2 && body.some(({ cells }) => cells.some(isWord))) return "labels";
    const shares = inner.every((one) => !one.includes(null) && Math.abs(sum(one) - 1) < 0.02) && inner.flat().some((value) => value % 1);
    const lettered = names === null && body.every(({ cells }) => isWord(cells[0]));
    const alike = columns !== null && String(columns) === String(names);
    if (alike && shares && sideOf(first[0]) === "true") {
      refuse("This may be a matrix of shares, or probabilities of one example of each class; give counts for a matrix, and more examples for probabilities.");
    }
    return width > 2 && titled && !alike && (shares || lettered) ? "probabilities" : "matrix";
  }
  if (width === 2) return "labels";
  const lacking = inner.flat().filter((value) => value === null).length;
  if (width > 2 && titled && 2 * lacking < inner.length * (width - 1)) return "probabilities";
  return refuse(`There are ${n} lines of ${width} cells; give a square matrix, two columns called true and predicted, or true labels and a named column of probabilities for each class.`);
}

/** @param {string[]} cells @param {number} at */
function classesOf(cells, at) {
  const labels = cells.map(classOf);
  const twice = labels.find((label, k) => labels.indexOf(label) < k);
  if (labels.length < 2) refuse(`There is one class, ${labels[0] ?? "at most"}; a confusion needs two or more.`);
  if (labels.length > MOST.classes) refuse(`There are ${labels.length} classes, and this page takes ${MOST.classes}; merge some, or use ${COMMAND}, which takes 100.`);
  if (labels.includes("")) refuse(`Line ${at}: a class has no name; name every column, or none.`);
  if (twice !== undefined) refuse(`Line ${at}: class '${twice}' is there twice; give every class a name of its own.`);
  return labels;
}

/** @param {string} cell @param {number} at */
function counted(cell, at) {
  const value = numberOf(cell);
  if (value === null) refuse(`Line ${at}: '${cell}' is no number; give counts of examples.`);
  if (cell.includes("%")) refuse(`Line ${at}: ${cell} is a share; give counts of examples.`);
  if (!Number.isFinite(value)) refuse(`Line ${at}: ${cell} is no count; write 0 where there is no example.`);
  if (/^[-+]?\d+[.,]\d{3}$/.test(cell)) refuse(`Line ${at}: ${cell} may be ${value} or a number of thousands; write counts in digits alone.`);
  if (value < 0) refuse(`Line ${at}: the count ${cell} is negative; give numbers of examples.`);
  if (value % 1) refuse(`Line ${at}: ${cell} is not a whole number; give counts of examples, and no shares.`);
  return value;
}

const READERS = {
  /** @param {Row[]} rows */
  matrix(rows) {
    const { columns, names, body } = squareOf(rows);
    const other = columns && names ? columns.findIndex((name, k) => name !== names[k]) : -1;
    if (other >= 0) refuse(`Line ${rows[0].at} names a column '${columns[other]}' where the row is named '${names[other]}'; name rows and columns alike, in one order.`);
    const labels = classesOf(columns ?? names ?? body.map((_, k) => String(k)), rows[0].at);
    const N = body.map(({ at, cells }) => cells.map((cell) => counted(cell, at)));
    const total = (M) => M[0].every((_, q) => M[M.length - 1][q] === sum(column(M.slice(0, -1), q)));
    if (labels.length > 2 && total(N) && total(N.map((_, q) => column(N, q)))) {
      refuse(`Line ${body[body.length - 1].at}: the last row and column are the sums of the others; leave totals out.`);
    }
    return { labels, N };
  },

  /** @param {Row[]} rows */
  labels(rows) {
    const names = rows.map(({ cells }) => cells.map(classOf));
    const [title, below] = [names[0], names.slice(1)];
    const known = [0, 1].map((k) => new Set(column(below, k)));
    const numbers = !below.flat().some(isWord) && title.some(isWord);
    const titled = !title.some((word, k) => known[k].has(word)) && (numbers || title.every(sideOf));
    const pairs = titled ? below : names;
    const at = (k) => rows[k + Number(titled)].at;
    pairs.forEach((pair, k) => pair.some((one) => ["", "nan", "NaN"].includes(one)) && refuse(`Line ${at(k)}: a label is missing; leave out examples without a label or a prediction.`));
    const found = [...new Set(column(pairs, 0))];
    const counted = found.every((label) => Number.isFinite(numberOf(label) ?? NaN));
    const labels = classesOf(found.sort((one, other) => (counted && numberOf(one) - numberOf(other)) || (one < other ? -1 : 1)), at(0));
    const place = new Map(labels.map((label, k) => [label, k]));
    const N = zeros(labels.length, labels.length);
    const strange = pairs.flatMap(([, answer], k) => (place.has(answer) ? [] : [k]));
    if (strange.length) {
      const right = pairs.filter(([label, answer]) => label === answer).length / pairs.length;
      refuse(`Line ${at(strange[0])}: '${pairs[strange[0]][1]}' is predicted but is nobody's true label, so its error is 0/0; accuracy is ${right.toFixed(3)}, for the rest leave such examples out (${strange.length}), or call the columns true and predicted if this is a title.`);
    }
    for (const [label, answer] of pairs) N[place.get(label)][place.get(answer)] += 1;
    return { labels, N };
  },

  /** @param {Row[]} rows */
  probabilities(rows) {
    const labels = classesOf(rows[0].cells.slice(1), rows[0].at);
    const N = zeros(labels.length, labels.length);
    for (const { at, cells: [label, ...cells] } of rows.slice(1)) {
      const values = cells.map(numberOf);
      const odd = cells.find((_, k) => !(values[k] >= 0 && values[k] <= 101) || values[k] === null);
      const [p, total] = [labels.indexOf(classOf(label)), sum(values)];
      if (p < 0) refuse(`Line ${at}: the true label '${label}' has no column; the columns are ${labels.join(", ").slice(0, 60)}.`);
      if (odd !== undefined) refuse(`Line ${at}: '${odd}' is no probability; give numbers from 0 to 1.`);
      if (Math.abs(total - 100) < 2) refuse(`Line ${at}: the probabilities are per cent; divide them by 100.`);
      if (Math.abs(total - 1) > 0.02) refuse(`Line ${at}: the probabilities sum to ${Number(total.toPrecision(3))}; give one for every class, so that they sum to one.`);
      N[p][values.indexOf(Math.max(...values))] += 1;
    }
    return { labels, N };
  },
};

/** Kind, labels and counts of a text; an Error, whose message is a sentence, if it cannot be read. @param {string} text */
function readCounts(text) {
  if (text.length > MOST.bytes) refuse(`This has ${(text.length / 1e6).toFixed(1)} MB, and this page takes ${MOST.bytes / 1e6}; give its confusion matrix, or use ${COMMAND}.`);
  const { rows, turned } = linesOf(text);
  const kind = kindOf(rows);
  const { labels, N: counts } = READERS[kind](rows);
  const N = turned && kind === "matrix" ? counts.map((_, q) => column(counts, q)) : counts;
  const lacking = N.findIndex((row) => sum(row) === 0);
  if (lacking >= 0) refuse(`Class '${labels[lacking]}' has no true example, so its error is 0/0; leave its row and column out, or add examples of it.`);
  if (sum(N.flat()) > MOST.examples) refuse(`There are more than ${MOST.examples.toLocaleString("en")} examples; are these counts of examples?`);
  return { kind, labels, N };
}

/** Text of a file: UTF-8, UTF-16 with its mark, or else Latin-1. @param {Uint8Array} bytes */
function decoded(bytes) {
  const wide = (bytes[0] === 255 && bytes[1] === 254) || (bytes[0] === 254 && bytes[1] === 255);
  try {
    return new TextDecoder(wide ? (bytes[0] === 255 ? "utf-16le" : "utf-16be") : "utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("latin1").decode(bytes);
  }
}

/** The three lines that confusion.report.shift_code gives. @param {string[]} labels @param {number[]} sizes */
function shiftCode(labels, sizes) {
  const words = labels.map((label) => JSON.stringify(label)).join(", ");
  return ["import numpy as np", `weights = 1 / np.array([${sizes.join(", ")}])  # classes as the columns of P`, `answers = np.array([${words}])[(P * weights).argmax(axis=1)]`];
}

const isPlain = (labels) => labels.every((label, k) => label === String(k));

const lineOf = (labels) => labels.map((label) => (/[",;|]|^ | $/.test(label) ? `"${label.replaceAll('"', '""')}"` : label)).join(",");

// A matrix as it can be pasted.
function textOf({ labels, N }) {
  return [...(isPlain(labels) ? [] : [lineOf(labels)]), ...N.map((row) => row.join(","))].join("\n");
}

const MEASURES = {
  accuracy: "accuracy", error: "error", balanced_error: "balanced error", largest_class_error: "largest class error",
  macro_f1: "macro-F1", g_mean: "G-mean", kappa: "Cohen's kappa", mcc: "MCC",
  operator_norm: "operator norm", frobenius_norm: "Frobenius norm", confusion_rate: "confusion rate",
};
const KINDS_READ = { matrix: "a matrix of counts", labels: "labels and predictions", probabilities: "labels and probabilities" };
const shortened = (label, most = 14) => (label.length <= most ? label : `${label.slice(0, most / 2 - 1)}…${label.slice(1 - most / 2)}`);
const inThousands = (count) => count.toLocaleString("en");

function ownmatrix({ model, key, stage, controls, say, reserve, changed }) {
  const presets = model.get("parameters").presets;
  // When Python in the page draws this figure anew, what was typed is still there.
  const shelf = /** @type {any} */ (globalThis);
  const shelves = (shelf.confusionOwnMatrix ??= {});
  const first = model.get("at").data;
  let [data, found, timer] = [first, null, null];
  /** @type {string[]} what stood in the field before it was filled, the last one last */
  const before = shelves[model.get("name")]?.before ?? [];

  const area = make("textarea", { id: `${key}-text`, rows: 6, spellcheck: "false", autocomplete: "off", autocapitalize: "off", "aria-describedby": `${key}-how ${key}-wrong` });
  const file = make("input", { type: "file", id: `${key}-file`, "aria-describedby": `${key}-wrong`, accept: ".csv,.tsv,.txt,.dat,text/*" });
  const wrong = make("p", { class: "cf-own-wrong", id: `${key}-wrong`, role: "status" });
  const how = make("p", { class: "cf-own-how", id: `${key}-how` },
    `Paste counts, rows true; or a line for each example: true label and prediction, or true label and a probability for each class. At most ${MOST.classes} classes and ${MOST.bytes / 1e6} MB. Nothing leaves this browser.`);
  const button = (text, act) => {
    const node = make("button", { type: "button" }, text);
    node.addEventListener("click", act);
    return node;
  };
  const turn = button("swap rows and columns", () => use(textOf({ ...found, N: found.N.map((_, q) => column(found.N, q)) })));
  const undo = button("undo", () => {
    area.value = before.pop();
    undo.disabled = !before.length;
    read();
  });
  const rule = button("download the rule (Python)", () => save(new Blob([`${shiftCode(found.labels, found.N.map(sum)).join("\n")}\n`], { type: "text/x-python" }), "rule.py"));
  const examples = Object.entries(presets).map(([name, text]) => button(name, () => use(text)));
  controls.append(make("div", { class: "cf-own-form" },
    make("label", { for: area.id }, "Your matrix, or labels and answers"), how, area,
    make("div", { class: "cf-own-row" }, make("label", { for: file.id }, "or a file"), file),
    make("div", { class: "cf-own-row", role: "group", "aria-label": "with this matrix" }, undo, turn, rule), wrong),
    make("div", { class: "cf-control cf-presets", role: "group", "aria-label": "examples" }, make("span", {}, "examples:"), ...examples));

  stage.setAttribute("role", "group");
  stage.setAttribute("aria-label", "matrix and class errors");
  const results = make("div", { class: "cf-own", role: "region", "aria-label": "results" });
  // Below the sentence.
  queueMicrotask(() => stage.parentElement?.querySelector(".cf-text").after(results));

  // What is wrong with the field, or with a file, of which nothing is in the field.
  function complain(sentence, at = area) {
    wrong.textContent = sentence;
    for (const one of [area, file]) set(one, { "aria-invalid": Boolean(sentence) && one === at });
    // What they would take is the last good matrix, not what stands in the field.
    turn.disabled = rule.disabled = Boolean(sentence);
    for (const node of [stage, results]) node.classList.toggle("cf-own-old", Boolean(sentence));
  }

  // Reads a text and shows what it says; of one that cannot be read only the sentence.
  function take(text, from = "") {
    try {
      found = readCounts(text);
    } catch (error) {
      const still = found ? " What stands below is the last matrix that could be read." : "";
      complain(`${from}${error.message}${still}`, from ? file : area);
      return false;
    }
    complain("");
    data = text;
    show();
    return true;
  }

  const keep = () => (shelves[model.get("name")] = { typed: area.value, data, before });
  // Into the field, from which nothing is lost: undo brings it back.
  function write(text) {
    if (text !== area.value) before.push(area.value);
    area.value = text;
    undo.disabled = !before.length;
  }

  function note() {
    keep();
    model.set("at", { data });
    model.save_changes();
    changed();
  }

  function use(text) {
    write(text);
    take(text);
    note();
  }

  function show() {
    const { kind, labels, N } = found;
    const told = describeCounts(N, labels);
    stage.replaceChildren();
    drawMatrix(stage, told);
    drawErrors(stage, told);
    results.replaceChildren(...tablesOf(told));
    turn.disabled = kind !== "matrix" || N.some((_, q) => sum(column(N, q)) === 0);
    say(sentenceOf(kind, told));
  }

  function read() {
    clearTimeout(timer);
    if (take(area.value)) note();
    else keep();
  }
  area.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(read, 400);
  });
  area.addEventListener("change", read);
  // In full screen digits are for choices, elsewhere a notebook has its own keys.
  area.addEventListener("keydown", (event) => event.stopPropagation());
  area.dataset.lmSuppressShortcuts = "true";

  async function open(chosen) {
    if (!chosen) return;
    const from = `${chosen.name}: `;
    if (chosen.size > MOST.bytes) return complain(`${from}the file has ${(chosen.size / 1e6).toFixed(1)} MB, and this page takes ${MOST.bytes / 1e6}; give its confusion matrix, or use ${COMMAND}.`, file);
    try {
      const text = decoded(new Uint8Array(await chosen.arrayBuffer()));
      if (!take(text, from)) return;
    } catch {
      return complain(`${from}this cannot be opened; choose a file, and no folder.`, file);
    }
    write(textOf(found));
    note();
  }
  file.addEventListener("change", async () => {
    await open(file.files[0]);
    file.value = ""; // the same file again is a change, too
  });
  for (const kind of ["dragover", "drop"]) {
    area.addEventListener(kind, (event) => {
      if (![...event.dataTransfer.types].includes("Files")) return;
      event.preventDefault();
      if (kind === "drop") open(event.dataTransfer.files[0]);
    });
  }

  function moved() {
    const { data: wanted } = model.get("at");
    if (wanted !== data) {
      write(wanted);
      take(wanted);
    }
  }
  model.on("change:at", moved);

  reserve([]);
  take(first);
  const mine = shelves[model.get("name")];
  area.value = first;
  undo.disabled = !before.length;
  if (mine) {
    if (mine.data !== first) take(mine.data);
    if (mine.typed !== area.value && mine.typed !== mine.data && textOf(found) !== mine.typed) take(mine.typed);
    area.value = mine.typed;
    if (data !== first) {
      model.set("at", { data });
      model.save_changes();
    }
  }

  const keys = () => ({ m: found.N.map((row) => row.join("-")).join("_"), ...(isPlain(found.labels) ? {} : { names: lineOf(found.labels) }) });
  return {
    keys,
    go(wanted) {
      if (!("m" in wanted) || JSON.stringify(wanted) === JSON.stringify(keys())) return;
      // By hand one writes 50,3;2,45.
      const rows = /[,;]/.test(wanted.m) ? wanted.m.replaceAll(";", "\n") : wanted.m.replaceAll("-", ",").replaceAll("_", "\n");
      write(wanted.names ? `${wanted.names}\n${rows}` : rows);
      if (!take(area.value)) wrong.textContent = `The address holds no matrix. ${wrong.textContent}`;
      else note();
    },
    reset: () => use(first),
    pick: (n) => n < examples.length && examples[n].click(),
    close() {
      clearTimeout(timer);
      model.off("change:at", moved);
    },
  };
}

// The classes with the largest error, but for rounding.
const worstOf = (classes) => classes.filter(({ error }) => classes.every((other) => other.error < error + 1e-9));

function sentenceOf(kind, { labels, examples, measures, classes, norm_entries: entries }) {
  const worst = worstOf(classes);
  const many = worst.length === classes.length ? "All classes have" : worst.length > 3 ? `${worst.length} classes are the worst, with` : `The worst classes are ${worst.map(({ label }) => shortened(label)).join(" and ")}, with`;
  const least = worst.length > 1 ? many : `The worst class is ${shortened(worst[0].label)}, with`;
  const top = entries[0];
  const made = top
    ? ` The entry “${shortened(top.true)} answered ${shortened(top.answer)}” makes ${percent(top.share)} of the norm.`
    : " There is no error.";
  return (
    `Read as ${KINDS_READ[kind]}: ${labels.length} classes, ${inThousands(examples)} examples. Accuracy ${fix(measures.accuracy, 3)}, ` +
    `operator norm ${fix(measures.operator_norm, 3)}. ${least} error ${fix(worst[0].error, 3)}.${made}`
  );
}

// The matrix by its rates, the entries that make the norm framed: the wider, the larger their share.
function drawMatrix(stage, { labels, counts, norm_entries: entries }) {
  const Q = labels.length;
  const size = clamp(200 / Q, 9, 46);
  const names = labels.map((label) => shortened(label, 10));
  const room = 10 + 6.4 * Math.max(...names.map((name) => name.length));
  const tall = Q > 4 || room > size + 10;
  const [left, top] = [room + 14, (tall ? room : 14) + 16];
  const root = panel(stage, left + Q * size + 4, top + Q * size + 4);
  set(root, { role: "img", "aria-label": `Matrix of ${Q} classes: the darker a cell, the larger its share of its row; ${entries.length} entries with a red frame make the norm` });
  root.append(words(left + (Q * size) / 2, 7, "answer"), words(6, top + (Q * size) / 2, "true", { transform: `rotate(-90 6 ${(top + (Q * size) / 2).toFixed(2)})` }));
  const font = Math.min(10.5, size * 0.9);
  // Where numbers stand in the cells these stay pale enough for them.
  const [numbered, ink] = [size >= 24, size >= 24 ? 0.32 : 0.9];
  names.forEach((name, q) => {
    const [x, y] = [left + (q + 0.5) * size, top + (q + 0.5) * size];
    root.append(words(left - 4, y, name, { "text-anchor": "end", "font-size": font }));
    root.append(words(x, top - (tall ? 4 : 8), name, { "font-size": font, ...(tall ? { "text-anchor": "start", transform: `rotate(-90 ${x.toFixed(2)} ${top - 4})` } : {}) }));
  });
  counts.forEach((row, p) => row.forEach((count, q) => {
    const [x, y, rate] = [left + q * size, top + p * size, count / sum(row)];
    root.append(draw("rect", { x: x.toFixed(2), y: y.toFixed(2), width: (size - 1).toFixed(2), height: (size - 1).toFixed(2), fill: "currentColor", "fill-opacity": (0.03 + ink * rate).toFixed(3) }));
    if (!numbered) return;
    const shown = count < 1e5 ? String(count) : count.toExponential(0).replace("+", "");
    root.append(words(x + size / 2, y + size / 2, shown, { "font-size": Math.min(10.5, (1.6 * size) / shown.length) }));
  }));
  for (const one of entries.filter(({ share }) => share >= 0.05)) {
    const [p, q] = [labels.indexOf(one.true), labels.indexOf(one.answer)];
    const width = 1 + 2.5 * one.share;
    root.append(draw("rect", { x: (left + q * size + width / 2).toFixed(2), y: (top + p * size + width / 2).toFixed(2), width: (size - 1 - width).toFixed(2), height: (size - 1 - width).toFixed(2), fill: "none", stroke: ACCENT, "stroke-width": width.toFixed(2) }));
  }
}

// Class errors with their exact intervals, worst first.
function drawErrors(stage, { classes }) {
  const worst = [...classes].sort((one, other) => Math.round((other.error - one.error) * 1e9)).slice(0, 12);
  const [left, wide, step] = [78, 150, 17];
  const root = panel(stage, left + wide + 12, 40 + step * worst.length);
  set(root, { role: "img", "aria-label": `Class errors with 95 % intervals, worst first: ${worst.map((one) => `${one.label} ${fix(one.error)}`).join(", ")}` });
  root.append(words(left + wide / 2, 7, "class error, 95 % interval"));
  worst.forEach((one, k) => {
    const y = 24 + step * k;
    const x = (value) => (left + value * wide).toFixed(2);
    const most = worst[0].error < one.error + 1e-9;
    root.append(words(left - 5, y, shortened(one.label, 12), { "text-anchor": "end", "font-weight": most ? "bold" : "normal" }));
    root.append(draw("rect", { x: left, y: y - 5, width: (one.error * wide).toFixed(2), height: 10, fill: most ? ACCENT : "currentColor", "fill-opacity": most ? 0.75 : 0.3 }));
    root.append(draw("path", { d: `M${x(one.low)} ${y}H${x(one.high)}M${x(one.low)} ${y - 4}v8M${x(one.high)} ${y - 4}v8`, fill: "none", stroke: "currentColor", "stroke-width": 1 }));
  });
  const base = 20 + step * worst.length;
  root.append(draw("path", { d: `M${left} 14V${base}`, stroke: "currentColor", "stroke-width": 0.5 }));
  for (const value of [0, 0.5, 1]) root.append(words(left + value * wide, base + 9, String(value), { "font-size": 9 }));
}

function tableOf(caption, header, rows) {
  const cellsOf = (row, tag, scope) => row.map((cell, k) => (k ? make(tag, scope ? { scope: "col" } : {}, cell) : make("th", { scope: scope ? "col" : "row" }, cell)));
  return make("table", {}, make("caption", {}, caption),
    make("thead", {}, make("tr", {}, ...cellsOf(header, "th", true))),
    make("tbody", {}, ...rows.map((row) => make("tr", {}, ...cellsOf(row, "td", false)))));
}

function tablesOf(told) {
  const { measures, intervals, classes, norm_entries: entries, accuracy_hides: hides, shared_errors: shared } = told;
  const span = ([low, high]) => `${fix(low, 3)} to ${fix(high, 3)}`;
  const worst = [...classes].sort((one, other) => Math.round((other.error - one.error) * 1e9));
  const tables = [
    tableOf("Measures", ["measure", "value", "95 % interval"], Object.entries(MEASURES).map(([name, words]) =>
      [words, fix(measures[name], 3), name === "operator_norm" ? `at most ${fix(told.norm_at_most, 3)}` : intervals[name] ? span(intervals[name]) : "in Python"])),
    tableOf("Classes, worst first", ["class", "examples", "error", "95 % interval", "precision"], worst.map((one) =>
      [one.label, inThousands(one.examples), fix(one.error, 3), span([one.low, one.high]), one.precision === null ? "–" : fix(one.precision, 3)])),
  ];
  if (entries.length) {
    tables.push(tableOf(`The norm, ${fix(measures.operator_norm, 3)}, is made of`, ["true, answered", "count", "rate", "share"], entries.slice(0, 8).filter(({ share }) => share >= 0.0005).map((one) =>
      [`${one.true}, ${one.answer}`, inThousands(one.count), fix(one.rate, 3), percent(one.share, 1)])));
  }
  if (shared.length) {
    tables.push(tableOf("Taken for each other", ["classes", "there", "back"], shared.slice(0, 5).map((one) =>
      [one.classes.join(", "), ...one.rates.map((rate) => fix(rate, 3))])));
  }
  const hidden = make("p", {},
    `What accuracy hides: it is ${fix(measures.accuracy, 3)}, and always answering ${shortened(hides.most_frequent)} would have ${fix(hides.accuracy_of_most_frequent, 3)}. ` +
    `With the same class errors it would be ${fix(hides.accuracy_at_equal_shares, 3)} if all classes were equally frequent, and ${fix(hides.accuracy_at_worst_shares, 3)} if all examples were of ${shortened(worst[0].label)}.`);
  return [hidden, ...tables];
}
