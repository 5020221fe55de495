// The notebook behind the page: which of its cells stands where, what each needs, and which are an exercise.

/** @param {string | string[]} [text] */
const joined = (text) => (Array.isArray(text) ? text.join("") : text ?? "");
/** @param {string} text */
export const tidy = (text) => text.replace(/\n+$/, "");

// Code cells of a stored notebook, joined with those that the page shows of them, which follow in the same order.
/** @param {any} notebook @param {Live.Shown[] | null} shown null without a page @returns {Live.Cell[]} */
export function matched(notebook, shown) {
  /** @type {Live.Cell[]} */
  const cells = notebook.cells
    .filter((cell) => cell.cell_type === "code")
    .map((cell, index) => {
      const tags = new Set(cell.metadata.tags ?? []);
      const stored = tidy(joined(cell.source));
      const outputs = cell.outputs.map((one) => ({
        ...one,
        text: joined(one.text),
        data: Object.fromEntries(Object.entries(one.data ?? {}).map(([type, data]) => [type, Array.isArray(data) ? joined(data) : data])),
      }));
      return { index, id: cell.id, stored, tags, outputs, page: null, ran: null, last: null, stale: null, out: tags.has("remove-cell"), slow: tags.has("slow") };
    })
    .filter((cell) => !cell.tags.has("install"));
  // What is left out behind a slow cell checks what that one computes, and is passed over with it.
  let afterSlow = false;
  for (const cell of cells) cell.passedOver = afterSlow = cell.slow || (afterSlow && cell.out);
  if (!shown) return cells;
  const visible = cells.filter((cell) => !cell.out);
  if (visible.length !== shown.length || !visible.every((cell, k) => !shown[k].pre || shown[k].stored === cell.stored)) {
    throw new Error("the page and its notebook are not of the same book; reload the page");
  }
  visible.forEach((cell, k) => (cell.page = shown[k]));
  cells.forEach((cell, k) => {
    cell.name = cell.page?.pre ? `cell ${cell.page.number}` : `left out ${cell.index + 1}`;
    const after = cells[k + 1];
    if (cell.tags.has("stub") && after?.tags.has("check")) {
      cell.check = after;
      after.stub = cell;
    }
  });
  return cells;
}

/** @param {Live.Cell} cell */
export const textOf = (cell) => (cell.page?.pre ? tidy(cell.page.text) : cell.stored);
/** @param {Live.Cell} cell */
export const changed = (cell) => textOf(cell) !== cell.stored;
/** @param {Live.Cell} cell */
const fresh = (cell) => cell.ran === textOf(cell) && !cell.stale;

/** The code in its smaller size, null where the book offers none. @param {Live.Cell} cell */
export function smallerSize(cell) {
  const changes = cell.page?.facts?.smaller;
  return changes ? changes.reduce((text, [old, now]) => text.replaceAll(old, now), cell.stored) : null;
}

// What runs when a reader asks for one cell: what is missing above it, the cell, what the page shows of it below.
/** @param {Live.Cell[]} cells @param {Live.Cell} cell */
export function needed(cells, cell, anew = false) {
  const place = cells.indexOf(cell);
  const before = cells.slice(0, place).filter((one) => !one.passedOver && (anew || !fresh(one)));
  const after = [];
  // A table below the code is often made by a cell of its own, whose code the page leaves out.
  for (const one of cells.slice(place + 1)) {
    if (one.slow || (one.page?.pre && one !== cell.check)) break;
    after.push(one);
  }
  // What is left out behind the last table is the book's own checks.
  while (after.length && !after.at(-1).page) after.pop();
  return [...before, cell, ...after];
}

/** Names that a code defines, where it does nothing else; null where it does more. @param {string} text */
function defined(text) {
  const names = new Set();
  for (const line of text.split("\n")) {
    const hit = /^(?:def|class)\s+(\w+)/.exec(line) ?? /^import\s+(\w+)\s*$/.exec(line);
    if (hit) names.add(hit[1]);
    else if (!/^(\s|#|\)|$)/.test(line)) return null;
  }
  return names;
}

// The cells below one that may depend on it, now that it ran with another text: all of them that ran, but where it only
// defines functions those from the first that names one of them.
/** @param {Live.Cell[]} cells @param {Live.Cell} cell @param {string | null} before @param {string} now */
export function dependents(cells, cell, before, now) {
  const below = cells.slice(cells.indexOf(cell) + 1).filter((one) => one.last !== null);
  const [old, names] = [defined(before ?? ""), defined(now)];
  if (!old || !names) return below;
  for (const name of old) names.add(name);
  for (const [k, one] of below.entries()) {
    if (one === cell.check) continue; // it runs with its exercise
    for (const name of names) {
      const first = new RegExp(`(^(?:def|class)\\s+)?\\b${name}\\b`, "m").exec(one.last);
      if (first?.[1]) names.delete(name); // defined anew
      else if (first) return below.slice(k);
    }
  }
  return [];
}

// The chapter as a reader's notebook: `download` with the reader's text in place of the book's.
/** @param {any} download @param {Live.Cell[]} cells */
export function asNotebook(download, cells) {
  const own = new Map(cells.filter(changed).map((cell) => [cell.stored, cell]));
  for (const one of download.cells) {
    const cell = one.cell_type === "code" && own.get(tidy(joined(one.source)));
    if (!cell) continue;
    one.source = textOf(cell);
    one.outputs = [];
    one.execution_count = null;
    own.delete(cell.stored);
  }
  // A cell that this notebook says otherwise stands at its end.
  for (const cell of own.values()) {
    const id = `mine-${download.cells.length}`;
    download.cells.push({ cell_type: "code", execution_count: null, id, metadata: {}, outputs: [], source: textOf(cell) });
  }
  return download;
}
