// The notebook behind the page: which of its cells stands where, what each needs, and which are an exercise.

const joined = (text) => (Array.isArray(text) ? text.join("") : text ?? "");
const tidy = (text) => text.replace(/\n+$/, "");

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
        data: { ...Object.fromEntries(Object.entries(one.data ?? {}).map(([type, data]) => [type, joined(data)])), ...one.metadata },
      }));
      return { index, stored, tags, outputs, page: null, ran: null, last: null, stale: null, out: tags.has("remove-cell"), slow: tags.has("slow") };
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

export const textOf = (cell) => (cell.page?.pre ? tidy(cell.page.text) : cell.stored);
export const changed = (cell) => textOf(cell) !== cell.stored;
export const fresh = (cell) => cell.ran === textOf(cell) && !cell.stale;

/** The code in its smaller size, null where the book offers none. @param {Live.Cell} cell */
export function smallerSize(cell) {
  const changes = cell.page?.facts?.smaller;
  return changes ? changes.reduce((text, [old, now]) => text.replaceAll(old, now), cell.stored) : null;
}

/** The cell, and what the page shows of it below: a table is often made by a cell of its own, whose code the page leaves out.
 * @param {Live.Cell[]} cells @param {Live.Cell} cell */
export function shownWith(cells, cell) {
  const below = cells.slice(cells.indexOf(cell) + 1);
  const end = below.findIndex((one) => one.slow || (one.page?.pre && one !== cell.check));
  // What is left out is the book's own checks, or made for later.
  return [cell, ...below.slice(0, end < 0 ? below.length : end).filter((one) => one.page)];
}

// What a reader hands in: the cells of the exercises alone, each with what its check said last; no key.
/** @param {Live.Cell[]} cells */
export function answersOf(cells) {
  const said = (cell) => [cell.page?.verdict?.textContent].filter(Boolean).map((text) => ({ output_type: "stream", name: "stdout", text }));
  const part = (cell) => ({ cell_type: "code", execution_count: null, id: `answer-${cell.index}`, metadata: {}, outputs: said(cell), source: textOf(cell) });
  return { cells: cells.filter((cell) => cell.check).map(part), metadata: {}, nbformat: 4, nbformat_minor: 5 };
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
