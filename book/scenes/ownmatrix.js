// Your own matrix: what a reader pastes or drops is read, counted and described, and nothing of it leaves the page.
// Parameters: presets (texts by their words).  A state has the text in `data`, where Python beside the figure finds it; an
// address tells the counts (m=50-3_2-45) and, if they are not 0, 1, ..., the names of the classes.  The counts that were read
// last stay in this browser, for the scene `yours`, until Reset; those of an example do not.
import { ACCENT, button, draw, fix, make, panel, percent, save, set, sum, words } from "../../coursemachine/controls/static/front.js";
import { compare } from "./arithmetic/comparison.js";
import { column } from "./arithmetic/matrices.js";
import { describeCounts } from "./arithmetic/report.js";
import { DRAWN, drawErrors, drawMatrix, inThousands, ownShelf, shortened } from "./counts.js";
import { COMMAND, decoded, isPlain, lineOf, MOST, readCounts, shiftCode, textOf, wanted } from "./reading.js";

const MEASURES = {
  accuracy: "accuracy", error: "error", balanced_error: "balanced error", largest_class_error: "largest class error",
  specificity: "specificity", macro_f1: "macro-F1", weighted_f1: "weighted F1", g_mean: "G-mean", kappa: "Cohen's kappa", quadratic_kappa: "quadratic kappa", mcc: "MCC",
  operator_norm: "operator norm", frobenius_norm: "Frobenius norm", confusion_rate: "confusion rate",
};
const KINDS_READ = { matrix: "a matrix of counts", labels: "labels and predictions", probabilities: "labels and probabilities" };
const LOSSES = /(error|norm|rate)$/; // of these less is better

export const parameters = ["presets"];

// The field with its buttons; `act` has what each of them does, and `see` gets what is typed (`now`: at once) and the
// files that are chosen or dropped.
function formOf(key, presets, act, see) {
  const area = make("textarea", { id: `${key}-text`, rows: 6, spellcheck: "false", autocomplete: "off", autocapitalize: "off", "aria-describedby": `${key}-how ${key}-wrong` });
  const file = make("input", { type: "file", id: `${key}-file`, "aria-describedby": `${key}-wrong`, accept: ".csv,.tsv,.txt,.dat,text/*" });
  const wrong = make("p", { class: "cf-own-wrong", id: `${key}-wrong`, role: "status" });
  const how = make("p", { class: "cf-own-how", id: `${key}-how` },
    `Paste counts, rows true; or a line for each example: true label and one or two predictions, or true label and a probability for each class. At most ${MOST.classes} classes and ${MOST.bytes / 1e6} MB. Nothing leaves this browser.`);
  const [turn, undo, rule] = [button("swap rows and columns", act.turn), button("undo", act.undo), button("download the rule", act.rule, { title: "a file of Python" })];
  const table = button("download as CSV", act.csv);
  const examples = Object.entries(presets).map(([name, text]) => button(name, () => act.use(text)));
  const nodes = [
    make("div", { class: "cf-own-form" },
      make("label", { for: area.id }, "Your matrix, or labels and predictions"), how, area,
      make("div", { class: "cf-own-row" }, make("label", { for: file.id }, "or a file"), file),
      make("div", { class: "cf-own-row", role: "group", "aria-label": "with this matrix" }, undo, turn, table, rule), wrong),
    make("div", { class: "cf-control cf-presets", role: "group", "aria-label": "examples" }, make("span", {}, "examples:"), ...examples),
  ];
  area.addEventListener("input", () => see.typed(false));
  area.addEventListener("change", () => see.typed(true));
  // In full screen digits are for choices, elsewhere a notebook has its own keys.
  area.addEventListener("keydown", (event) => event.stopPropagation());
  area.dataset.lmSuppressShortcuts = "true";
  file.addEventListener("change", async () => {
    await see.file(file.files[0]);
    file.value = ""; // the same file again is a change, too
  });
  for (const kind of ["dragover", "drop"]) {
    area.addEventListener(kind, (event) => {
      if (![...event.dataTransfer.types].includes("Files")) return;
      event.preventDefault();
      if (kind === "drop") see.file(event.dataTransfer.files[0]);
    });
  }
  return { nodes, area, file, wrong, turn, undo, table, rule, examples };
}

// Below the picture and its sentence, matrix, class errors and tables of what was read.
function resultsOf(stage, say) {
  stage.setAttribute("role", "group");
  stage.setAttribute("aria-label", "matrix and class errors");
  const results = make("div", { class: "cf-own", role: "region", "aria-label": "results" });
  // Below the sentence.
  queueMicrotask(() => stage.parentElement?.querySelector(".cf-text").after(results));
  return {
    show({ kind, labels, N, notes, against }) {
      const told = describeCounts(N, labels);
      const compared = against && { titles: against.titles.map((title) => shortened(title)), ...compare(against.rows, labels) };
      stage.replaceChildren();
      drawMatrix(stage, told);
      if (compared) drawDifferences(stage, compared);
      else drawErrors(stage, told);
      results.replaceChildren(...(notes.length ? [make("ul", {}, ...notes.map((note) => make("li", {}, note)))] : []),
        ...(compared ? comparedTable(told.measures, compared) : []), ...tablesOf(told));
      say(sentenceOf(kind, told) + (compared ? ` ${betterIn(compared, ["macro_f1"])}` : ""));
    },
    markOld(old) {
      for (const node of [stage, results]) node.classList.toggle("cf-own-old", old);
    },
  };
}

// Of many classes an address would be too long.
const rowsOf = ({ labels, N }) => (labels.length > DRAWN ? {} : { m: N.map((row) => row.join("-")).join("_"), ...(isPlain(labels) ? {} : { names: lineOf(labels) }) });

// What is read and shown: the last text that could be read in `data` and `found`.
function readerOf(form, results, first) {
  const reader = { data: first, found: null, complain, take };
  // What is wrong with the field, or with a file, of which nothing is in the field.
  function complain(sentence, at = form.area) {
    form.wrong.textContent = sentence;
    for (const one of [form.area, form.file]) set(one, { "aria-invalid": Boolean(sentence) && one === at });
    // What they would take is the last good matrix, not what stands in the field.
    form.turn.disabled = form.table.disabled = form.rule.disabled = Boolean(sentence);
    results.markOld(Boolean(sentence));
  }
  // Reads a text and shows what it says; of one that cannot be read only the sentence.
  function take(text, from = "", notes = []) {
    try {
      reader.found = readCounts(text, notes);
    } catch (error) {
      const still = reader.found ? " What stands below is the last matrix that could be read." : "";
      complain(`${from}${error.message}${still}`, from ? form.file : form.area);
      return false;
    }
    complain("");
    reader.data = text;
    results.show(reader.found);
    form.turn.disabled = reader.found.kind !== "matrix";
    form.rule.disabled = reader.found.N.some((row) => sum(row) === 0); // no share to divide by
    return true;
  }
  return reader;
}

// Text of a chosen file, and what is to be said of its letters; null if the reader was told what is wrong.
async function textOfFile(chosen, { complain }, file) {
  const from = `${chosen.name}: `;
  if (chosen.size > MOST.bytes) {
    return complain(`${from}the file has ${(chosen.size / 1e6).toFixed(1)} MB, and this page takes ${MOST.bytes / 1e6}; give its confusion matrix, or use ${COMMAND}.`, file);
  }
  try {
    return decoded(new Uint8Array(await chosen.arrayBuffer()));
  } catch {
    return complain(`${from}this cannot be opened; choose a file, and no folder.`, file);
  }
}

// What was typed before the figure was drawn anew.
function takeAgain({ data, typed }, first, form, reader) {
  if (data !== first) reader.take(data);
  if (typed !== first && typed !== data && textOf(reader.found) !== typed) reader.take(typed);
  form.area.value = typed;
}

// For the lessons; an example is nobody's own.
const remember = ({ data, found: { labels, N } }, presets) => Object.values(presets).includes(data) || ownShelf().set({ labels, N });

export function fill({ model, key, stage, controls, say, reserve, changed }) {
  // When Python in the page draws this figure anew, what was typed is still there.
  const shelf = /** @type {any} */ (globalThis);
  const shelves = (shelf.confusionOwnMatrix ??= {});
  const name = model.get("name");
  const first = model.get("at").data;
  /** @type {string[]} what stood in the field before it was filled, the last one last */
  const before = shelves[name]?.before ?? [];
  let timer = null;
  const form = formOf(key, model.get("parameters").presets, {
    use,
    turn: () => use(textOf({ ...reader.found, N: reader.found.N.map((_, q) => column(reader.found.N, q)) })),
    undo() {
      form.area.value = before.pop();
      form.undo.disabled = !before.length;
      read();
    },
    csv: () => save(new Blob([`${textOf(reader.found)}\n`], { type: "text/csv" }), "matrix.csv"),
    rule: () => save(new Blob([`${shiftCode(reader.found.labels, reader.found.N.map(sum)).join("\n")}\n`], { type: "text/x-python" }), "rule.py"),
  }, { typed, file: open });
  controls.append(...form.nodes);
  const reader = readerOf(form, resultsOf(stage, say), first);
  const { take } = reader;

  const keep = () => (shelves[name] = { typed: form.area.value, data: reader.data, before });
  // Into the field, from which nothing is lost: undo brings it back.
  function write(text) {
    if (text !== form.area.value) before.push(form.area.value);
    form.area.value = text;
    form.undo.disabled = !before.length;
  }
  const tell = () => (model.set("at", { data: reader.data }), model.save_changes());
  const note = () => (keep(), tell(), remember(reader, model.get("parameters").presets), changed());
  function use(text) {
    write(text);
    take(text);
    note();
  }
  function read() {
    clearTimeout(timer);
    if (take(form.area.value)) note();
    else keep();
  }
  function typed(now) {
    clearTimeout(timer);
    if (now) read();
    else timer = setTimeout(read, 400);
  }
  async function open(chosen) {
    const found = chosen && (await textOfFile(chosen, reader, form.file));
    if (!found || !take(found[0], `${chosen.name}: `, found[1])) return;
    write(textOf(reader.found));
    note();
  }
  function moved() {
    const { data: wanted } = model.get("at");
    if (wanted !== reader.data) {
      write(wanted);
      take(wanted);
    }
  }
  model.on("change:at", moved);

  reserve([]);
  take(first);
  form.area.value = first;
  form.undo.disabled = !before.length;
  if (shelves[name]) takeAgain(shelves[name], first, form, reader);
  if (reader.data !== first) tell();
  return {
    ...addressed(form, reader, write, note),
    reset: () => (ownShelf().set({}), use(first)),
    pick: (n) => n < form.examples.length && form.examples[n].click(),
    close() {
      clearTimeout(timer);
      model.off("change:at", moved);
    },
  };
}

// The matrix as words of an address, and back.
function addressed(form, reader, write, note) {
  const keys = () => rowsOf(reader.found);
  return {
    keys,
    go(wanted) {
      if (!("m" in wanted) || JSON.stringify(wanted) === JSON.stringify(keys())) return;
      // By hand one writes 50,3;2,45.
      const rows = /[,;]/.test(wanted.m) ? wanted.m.replaceAll(";", "\n") : wanted.m.replaceAll("-", ",").replaceAll("_", "\n");
      write(wanted.names ? `${wanted.names}\n${rows}` : rows);
      const few = wanted.names && wanted.names.split(",").length < rows.split("\n").length; // else a title above the table
      if (few) reader.complain("A class has no name; name every column, or none.");
      if (few || !reader.take(form.area.value)) form.wrong.textContent = `The address holds no matrix. ${form.wrong.textContent}`;
      else note();
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
    ? ` The entry “${shortened(top.true)} predicted as ${shortened(top.predicted)}” makes ${percent(top.share)} of the norm.`
    : " There is no error.";
  return (
    `Read as ${KINDS_READ[kind]}: ${labels.length} classes, ${inThousands(examples)} examples. Accuracy ${fix(measures.accuracy, 3)}, ` +
    `operator norm ${fix(measures.operator_norm, 3)}. ${least} error ${fix(worst[0].error, 3)}.${made}`
  );
}

const signed = (value) => `${value < 0 ? "" : "+"}${fix(value, 3)}`;
const chance = (p) => (p < 0.0005 ? "p < 0.001" : `p = ${fix(p, 3)}`);

// Which of the two is better in these measures, where an interval does not hold 0.
function betterIn({ titles, measures }, names) {
  const said = [[], []];
  for (const name of names) {
    const { difference, interval } = measures[name];
    if (!interval || interval[0] * interval[1] <= 0) continue;
    const ends = interval.map(Math.abs).sort((one, other) => one - other);
    said[Number(difference > 0 === LOSSES.test(name))].push(`${MEASURES[name]} by ${fix(Math.abs(difference), 3)} (${fix(ends[0], 3)} to ${fix(ends[1], 3)})`);
  }
  const better = said.flatMap((each, k) => (each.length ? `${titles[k]} is better in ${each.join(", ")}.` : []));
  return better.join(" ") || `The two are not told apart in ${names.map((name) => MEASURES[name]).join(", ")}.`;
}

// Differences of the measures, the first classifier's less the second's, with their intervals.
function drawDifferences(stage, { titles, measures }) {
  const all = Object.entries(measures).filter(([name]) => name !== "error"); // it has that of the accuracy
  const [left, wide, step] = [100, 106, 11];
  const most = Math.max(...all.flatMap(([, { difference, interval }]) => [difference, ...(interval ?? [])].map(Math.abs))) || 1;
  const [x, bottom] = [(value) => (left + (wide / 2) * (1 + value / most)).toFixed(2), 20 + step * all.length];
  const root = panel(stage, left + wide + 12, bottom + 20);
  set(root, { role: "img", "aria-label": `${titles.join(" less ")}, with 95 % intervals: ${all.map(([name, { difference }]) => `${MEASURES[name]} ${signed(difference)}`).join(", ")}` });
  root.append(words(left + wide / 2, 7, titles.join(" less ")), draw("path", { d: `M${x(0)} 14V${bottom}`, stroke: "currentColor", "stroke-width": 0.5 }));
  all.forEach(([name, { difference, interval }], k) => {
    const y = 21 + step * k;
    root.append(words(left - 5, y, MEASURES[name], { "text-anchor": "end", "font-size": 9.5 }));
    if (interval) root.append(draw("path", { d: `M${x(interval[0])} ${y}H${x(interval[1])}`, stroke: "currentColor", "stroke-width": 1 }));
    root.append(draw("circle", { cx: x(difference), cy: y, r: 3, fill: ACCENT }));
  });
  for (const value of [-most, 0, most]) root.append(words(x(value), bottom + 9, fix(value), { "font-size": 9 }));
}

function comparedTable(first, compared) {
  const { titles, measures, only, p_value: p } = compared;
  const rows = Object.entries(measures).map(([name, { against, difference, interval }]) =>
    [MEASURES[name], fix(first[name], 3), fix(against, 3), signed(difference), interval ? interval.map(signed).join(" to ") : "in Python"]);
  const table = tableOf(titles.join(" less "), ["measure", ...titles, "difference", "95 % interval"], rows);
  table.classList.add("cf-own-two");
  return [
    make("p", {}, `${betterIn(compared, Object.keys(measures))} Where an interval holds 0 the measure does not tell the two apart, which does not show that they are equal. ` +
      `Each interval alone holds with 95 %; of ${Object.values(measures).filter(({ interval }) => interval).length}, one that misses is no surprise. Only ${titles[0]} is right on ${inThousands(only[0])} examples, only ${titles[1]} on ${inThousands(only[1])}; McNemar's exact test of equal accuracy: ${chance(p)}.`),
    table,
  ];
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
    tableOf("Measures", ["measure", "value", "95 % interval"], Object.keys(measures).map((name) =>
      [MEASURES[name], fix(measures[name], 3), name === "operator_norm" ? `at most ${fix(told.norm_at_most, 3)}` : intervals[name] ? span(intervals[name]) : "in Python"])),
    tableOf("Classes, worst first", ["class", "examples", "error", "95 % interval", "precision"], worst.map((one) =>
      [one.label, inThousands(one.examples), fix(one.error, 3), span([one.low, one.high]), one.precision === null ? "–" : fix(one.precision, 3)])),
  ];
  if (entries.length) {
    tables.push(tableOf(`The norm, ${fix(measures.operator_norm, 3)}, is made of`, ["true, predicted", "count", "rate", "share"], entries.slice(0, 8).filter(({ share }) => share >= 0.0005).map((one) =>
      [`${one.true}, ${one.predicted}`, inThousands(one.count), fix(one.rate, 3), percent(one.share, 1)])));
  }
  if (shared.length) {
    tables.push(tableOf("Taken for each other", ["classes", "there", "back"], shared.slice(0, 5).map((one) =>
      [one.classes.join(", "), ...one.rates.map((rate) => fix(rate, 3))])));
  }
  const hidden = make("p", {},
    `What accuracy hides: it is ${fix(measures.accuracy, 3)}, and always predicting ${shortened(hides.most_frequent)} would have ${fix(hides.accuracy_of_most_frequent, 3)} (McNemar's exact test that the first is no larger: ${chance(hides.p_value)}). ` +
    `With the same class errors it would be ${fix(hides.accuracy_at_equal_shares, 3)} if all classes were equally frequent, and ${fix(hides.accuracy_at_worst_shares, 3)} if all examples were of ${shortened(worst[0].label)}. ` +
    "Micro-averaged precision, recall and F1 equal the accuracy, for an example has one label; 1 − error is the recall of a class, in remote sensing its producer's accuracy, and precision is the user's accuracy." +
    ("quadratic_kappa" in measures ? ` Quadratic kappa takes the classes in their order, ${shortened(told.labels[0])} to ${shortened(told.labels[told.labels.length - 1])}.` : ""));
  return [hidden, ...tables];
}
