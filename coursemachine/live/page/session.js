// What a reader's click sets going: the notebook, the worker, one cell after the other, and what is told meanwhile.
import { answersOf, asNotebook, changed, fresh, matched, shownWith, smallerSize, textOf } from "./cells.js";
import { save } from "./figures.js";
import { difference, endStream, hasPicture, restore, show, stream, verdict } from "./outputs.js";
import { Progress } from "./progress.js";
import { reason, startWorker } from "./python.js";

/** @typedef {import("./python.js").Python} Python */

const seconds = (time) => (time < 9.95 ? time.toFixed(1) : Math.round(time).toString());

/** @param {Live.Page} page */
export async function open(page) {
  const response = await fetch(`${page.root}_sources/${page.name}.ipynb`, { cache: "no-cache" });
  if (!response.ok) throw new Error(`the notebook of this page is missing, status ${response.status}`);
  const session = new Session(page, matched(await response.json(), page.cells));
  window.liveSession = session; // for those who test the page
  return session;
}

export class Session {
  /** @type {Promise<Python> | null} */
  python = null;
  /** @type {Python | null} the same, as soon as it begins to load */
  current = null;
  /** @type {Live.Cell | null} */
  busy = null;
  /** @type {Promise<unknown>} */
  turn = Promise.resolve();
  /** Stop and an end of Python begin a new one; what was asked for in an older one does not run. */
  round = 0;

  /** @param {Live.Page} page @param {Live.Cell[]} cells */
  constructor(page, cells) {
    this.page = page;
    this.cells = cells;
    page.progress = new Progress(page.counter);
  }

  /** @param {(string | Node)[]} words */
  say(...words) {
    this.page.status.replaceChildren(...words);
  }

  /** The name of a cell; where the page shows it a link, which unfolds it. @param {Live.Cell} cell @returns {string | Node} */
  link(cell) {
    const row = cell.page?.row;
    if (!row) return cell.name;
    const link = this.page.make("a", { href: `#${row.id}` }, cell.name);
    link.addEventListener("click", (event) => {
      event.preventDefault();
      for (let fold = row.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
      /** @type {HTMLElement | null} */ (row.closest(".toggle-hidden")?.querySelector("button.toggle-button"))?.click();
      row.scrollIntoView({ block: "center" });
      row.querySelector("button").focus({ preventScroll: true });
    });
    return link;
  }

  /** @param {string} what @param {Live.Shown} [shown] */
  act(what, shown) {
    const cell = shown && this.cells.find((one) => one.page === shown);
    const usual = this.cells.filter((one) => !one.passedOver);
    return {
      run: () => this.queue((python) => this.needed(python, cell), cell),
      above: () => this.queue(() => [...usual.filter((one) => one.index < cell.index), ...shownWith(this.cells, cell)].map((one) => [one]), cell, true),
      all: () => this.queue(() => usual.map((one) => [one]), null, true),
      restart: () => this.queue(() => [], null, true),
      back: () => this.cells.filter((one) => one.page?.pre && changed(one)).forEach((one) => this.reset(one)),
      smaller: () => this.shrink(cell),
      edit: () => this.edit(cell),
      reset: () => this.reset(cell),
      stop: () => this.stop(),
      save: () => this.save(),
      answers: () => this.keep(answersOf(this.cells), "answers"),
    }[what]();
  }

  // One after the other, in the order of the clicks; Stop forgets those that wait.
  /** @param {(python: Python) => Live.Step[] | Promise<Live.Step[]>} steps @param {Live.Cell} [wanted] the one that was asked for @param {boolean} [anew] whether Python forgets all names before */
  queue(steps, wanted, anew) {
    const { round } = this;
    if (this.busy) this.say("This runs as soon as the other is done.");
    this.turn = this.turn.then(() => round === this.round && this.run(steps, wanted, anew)).catch((error) => this.ended(String(error.message ?? error)));
    return this.turn;
  }

  /** @param {(python: Python) => Live.Step[] | Promise<Live.Step[]>} steps @param {Live.Cell} [wanted] @param {boolean} [anew] */
  async run(steps, wanted, anew) {
    const { page, round } = this;
    page.stop.hidden = false;
    page.bar.classList.add("live-on");
    page.bar.parentElement.style.minHeight ||= `${page.bar.parentElement.offsetHeight}px`;
    document.documentElement.dataset.live = "busy";
    try {
      this.python ??= startWorker(page, this);
      const python = await this.python;
      if (round !== this.round) return; // stopped before there was anything to stop
      page.restart.hidden = false;
      if (anew) { // what a deleted line has made does not live on
        python.post({ action: "fresh" });
        for (const cell of this.cells) cell.ran = cell.stale = null;
        this.say("All names are forgotten; what the cells show is from before.");
      }
      await this.runCells(python, await steps(python), wanted);
    } finally {
      this.busy = null;
      page.stop.hidden = true;
      document.documentElement.dataset.live = "ready";
    }
  }

  /** What runs when a reader asks for one cell: what it needs of the others by its names and does not hold, and the cell.
   * @param {Python} python @param {Live.Cell} cell @returns {Promise<Live.Step[]>} */
  async needed(python, cell) {
    const place = (one) => this.cells.indexOf(one);
    // A slow cell that was passed over is not there for the others.
    const cells = this.cells.map((one) => (one.passedOver && !fresh(one) ? "" : textOf(one)));
    const targets = shownWith(this.cells, cell).map(place);
    cells[place(cell)] = textOf(cell);
    const { run } = await python.ask("needed", { cells, targets, fresh: this.cells.filter(fresh).map(place) });
    // Of imports that the page leaves out only those that are needed.
    return (run ?? []).map(([number, code]) => (this.cells[number].page?.pre ? [this.cells[number]] : [this.cells[number], code]));
  }

  /** @param {Python} python @param {Live.Step[]} steps @param {Live.Cell} [wanted] */
  async runCells(python, steps, wanted) {
    const { round } = this;
    const { progress } = this.page;
    const passed = wanted ? [] : this.cells.filter((cell) => cell.slow);
    let total = 0;
    // Said once: who hears it need not hear of every cell.
    if (steps.length) this.say(wanted ? `Running ${wanted.name} …` : `Running ${steps.length} cells …`);
    for (const [k, [cell, code]] of steps.entries()) {
      const what = cell === wanted ? "" : cell.page?.pre ? cell.name : "preparing";
      progress.begin(steps.length > 1 ? `${what || cell.name}, ${k + 1} of ${steps.length}` : what, `${this.page.name} ${cell.name}`);
      const result = await this.runCell(python, cell, code);
      progress.end();
      if (result.missing_packages) return this.say(reason(result.missing_packages, "A package is missing"));
      if (round !== this.round) {
        if (result.error?.kind === "KeyboardInterrupt") this.say("Stopped. What ran before still holds.");
        return;
      }
      total += result.seconds ?? 0;
      // What is left out are the book's own checks, which a reader's change may break; a half-done exercise is nobody's error.
      const forgiven = cell.out || cell.stub || cell.check || cell.tags.has("solution");
      if (result.error && result.error.kind !== "KeyboardInterrupt" && forgiven && cell !== wanted) continue;
      if (result.error) {
        const from = wanted && wanted !== cell ? `: ${wanted.name} was not run` : "";
        if (result.error.kind === "KeyboardInterrupt") this.say("Stopped.");
        else this.say("An error in ", this.link(cell), `${from}.`);
        return;
      }
    }
    if (!steps.length) return; // a restart has its own words
    const slow = passed.flatMap((cell) => [", ", this.link(cell)]).slice(1);
    const rest = slow.length ? [" Passed over, because slow: ", ...slow, "; run it by its own button."] : [];
    this.say(`Done in ${seconds(total)} s.`, ...rest);
  }

  /** @param {Python} python @param {Live.Cell} cell @param {string} [part] what of its code is needed */
  async runCell(python, cell, part) {
    const source = textOf(cell);
    const label = cell.page?.pre ? cell.page.number : cell.name;
    cell.afterSlow = this.cells.some((one) => one.slow && one.ran === null && one.index < cell.index);
    this.busy = cell;
    endStream(cell);
    // A verdict holds for what was written when it was given.
    for (const one of [cell, cell.stub]) one?.page && this.showVerdict(one, null);
    cell.page?.node.classList.add("live-running");
    const result = await python.run(label, part ?? source, (text) => stream(cell, this.page, text));
    cell.page?.node.classList.remove("live-running");
    if (result.ended || result.missing_packages || (part ?? source) !== source) return result;
    await this.mark(cell, source, cell.last === null ? "ran" : "was changed");
    cell.ran = result.error ? null : source;
    cell.last = source;
    cell.stale = null;
    cell.result = result;
    cell.differs = difference(cell, result);
    if (cell.page) this.showResult(cell, result);
    if (result.error && cell.check?.result) {
      cell.check.stale = `${cell.name} above stopped`;
      this.note(cell.check);
    }
    return result;
  }

  // What ran below a cell and needs it is old after the cell ran with another text; what wrote the same names holds no more.
  /** @param {Live.Cell} cell @param {string} source @param {string} what */
  async mark(cell, source, what) {
    const [cells, at] = [this.cells.map((one) => one.last ?? textOf(one)), this.cells.indexOf(cell)];
    cells[at] = source;
    const { old, conflicting } = (await this.current?.ask("touched", { cells, at, before: cell.last ?? "" })) ?? {};
    for (const number of conflicting ?? []) this.cells[number].ran = null;
    for (const one of (old ?? []).map((number) => this.cells[number]).filter((one) => one.last !== null)) {
      one.stale = `${cell.name} above ${what}`;
      this.note(one);
    }
  }

  /** What the row of a cell says; a cell without code says it below its output. @param {Live.Cell} cell */
  note(cell) {
    const { page: shown, result, stale } = cell;
    if (!shown?.node.dataset.live) return; // the book's output stands there
    const old = stale && `Made before ${stale}; run this again.`;
    if (!shown.row) {
      if (shown.mark && old) shown.mark.textContent = old;
      return;
    }
    const little = changed(cell) && textOf(cell) === smallerSize(cell) ? ", at a smaller size than the book's" : "";
    const words = result.seconds < 0.05 ? `Run${little}.` : `Run in ${seconds(result.seconds)} s${little}.`;
    shown.note.textContent = old || (result.error ? "" : words);
    shown.note.classList.toggle("live-old", Boolean(old));
  }

  /** @param {Live.Cell} cell @param {Live.Result} result */
  showResult(cell, result) {
    const { page } = this;
    const shown = cell.page;
    // A picture is not compared: with every cell as in the book it is the book's, drawn anew.
    const mine = this.cells.some((one) => one.index <= cell.index && changed(one));
    show(cell, page, result, this, mine);
    const same = !cell.differs && !(mine && hasPicture(result));
    shown.node.dataset.live = result.error ? "error" : same ? "same" : "own";
    const words = result.error ? "" : same ? "The same output as in the book." : "Your output.";
    if (shown.mark) shown.mark.textContent = words;
    this.note(cell);
    if (shown.row) shown.reset.hidden = false;
    if (cell.stub) this.showVerdict(cell.stub, verdict(result));
    else if (cell.check && result.error) this.showVerdict(cell, verdict(result));
  }

  // The answer of a check stands in words at the exercise's own cell as well, where the reader is.
  /** @param {Live.Cell} stub @param {{ kind: string, words: string } | null} found */
  showVerdict(stub, found) {
    const place = stub.page;
    if (!place?.row || !stub.check) return;
    // There before its words are, or they would not be spoken.
    place.verdict ??= this.page.make("p", { class: "live-verdict", role: "status" });
    if (!place.verdict.isConnected) place.row.after(place.verdict);
    place.verdict.dataset.verdict = found?.kind ?? "";
    place.verdict.textContent = found?.words ?? "";
  }

  /** @param {Live.Cell} cell */
  async edit(cell) {
    const shown = cell.page;
    if (shown.editor) {
      shown.editor.close();
      shown.editor = null;
      return;
    }
    const { openEditor } = await import("./editor.js");
    const on = { run: () => this.act("run", shown), changed: (text) => this.changed(cell, text) };
    shown.editor ??= await openEditor(this.page, shown, on);
    shown.editor.focus();
  }

  /** The smaller size is an edit like a reader's own: Reset brings the book's back. @param {Live.Cell} cell */
  shrink(cell) {
    const text = smallerSize(cell);
    cell.page.editor?.set(text);
    this.changed(cell, text);
    cell.page.note.textContent = "A smaller size than the book's.";
    return this.act("run", cell.page);
  }

  /** @param {Live.Cell} cell @param {string} text */
  changed(cell, text) {
    this.page.setText(cell.page, text);
    cell.page.reset.hidden = false;
    if (!this.page.remember(cell.page, changed(cell) ? text : null)) {
      this.say("The browser does not keep what you write; download the notebook to keep it.");
    }
  }

  /** @param {Live.Cell} cell */
  reset(cell) {
    const shown = cell.page;
    // The tables that were made from this cell are the book's again, too.
    for (const one of shownWith(this.cells, cell)) {
      if (!one.page) continue;
      restore(one);
      delete one.page.node.dataset.live;
      if (one.page.row) one.page.note.textContent = one.page.duration;
    }
    if (cell.last !== null && cell.last !== cell.stored) this.mark(cell, cell.stored, "was changed back");
    cell.ran = null;
    this.page.remember(shown, null);
    this.page.setText(shown, shown.stored);
    shown.editor?.set(shown.stored);
    shown.verdict?.remove();
    shown.verdict = null;
    shown.reset.hidden = true;
    shown.row.querySelector("button").focus();
    this.say("The book's cell and output are back.");
  }

  stop() {
    this.round += 1;
    if (!this.current) return;
    if (this.busy && this.current.interrupt()) this.say("Stopping …");
    else this.ended("Stopped. Python was ended, and what it had computed is gone: the next run starts it anew.");
  }

  // A worker that was ended, or that failed: whatever is shown of it stays, nothing of it holds.
  ended(words) {
    this.round += 1;
    this.current?.end();
    this.current = this.python = null;
    this.page.progress.end(true);
    for (const cell of this.cells) {
      cell.ran = cell.last = cell.stale = null;
      cell.page?.node.classList.remove("live-running");
    }
    this.say(words);
  }

  async save() {
    const response = await fetch(`${this.page.root}notebooks/${this.page.name}.ipynb`);
    if (!response.ok) throw new Error("the notebook for download is missing");
    this.keep(asNotebook(await response.json(), this.cells), "mine");
  }

  keep(notebook, what) {
    save(new Blob([JSON.stringify(notebook, null, 1)], { type: "application/x-ipynb+json" }), `${this.page.name.split("/").pop()}-${what}.ipynb`);
    this.say("The notebook is downloaded.");
  }
}
