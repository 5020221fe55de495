// What a reader's click sets going: the notebook, the worker, one cell after the other, and what is told meanwhile.
import { changed, hanging, matched, needed, smaller, textOf, written } from "./cells.js";
import { difference, hasPicture, quiet, restore, show, stream, verdict } from "./outputs.js";
import { startWorker } from "./python.js";

const seconds = (time) => (time < 9.95 ? time.toFixed(1) : Math.round(time).toString());

export async function open(page) {
  const address = `${page.root}_sources/${page.name}.ipynb`;
  const response = await fetch(address);
  if (!response.ok) throw new Error(`the notebook of this page is missing, status ${response.status}`);
  const notebook = await response.json();
  const session = new Session(page, matched(notebook, page.cells));
  session.figures = notebook.metadata.widgets?.["application/vnd.jupyter.widget-state+json"]?.state ?? {};
  window.liveSession = session; // for those who test the page
  return session;
}

class Session {
  constructor(page, cells) {
    Object.assign(this, { page, cells, python: null, busy: null, turn: Promise.resolve(), round: 0, seen: 0 });
  }

  say(words) {
    this.page.status.textContent = words;
  }

  of(shown) {
    return this.cells.find((cell) => cell.page === shown);
  }

  act(what, shown) {
    const cell = shown && this.of(shown);
    return {
      run: () => this.line(() => needed(this.cells, cell), cell),
      above: () => this.line(() => needed(this.cells, cell, true), cell),
      all: () => this.line(() => this.cells.filter((one) => !one.over)),
      smaller: () => this.smaller(cell),
      edit: () => this.edit(cell),
      reset: () => this.reset(cell),
      stop: () => this.stop(),
      save: () => this.save(),
    }[what]();
  }

  // One after the other, in the order of the clicks; Stop forgets those that wait.
  line(cells, wanted) {
    const { round } = this;
    if (this.busy) this.say("This runs as soon as the other is done.");
    this.turn = this.turn.then(() => round === this.round && this.run(cells(), wanted)).catch((error) => this.broken(error));
    return this.turn;
  }

  async run(cells, wanted) {
    const { page, round } = this;
    page.stop.hidden = false;
    page.bar.classList.add("live-on");
    page.bar.parentElement.style.minHeight ||= `${page.bar.parentElement.offsetHeight}px`;
    document.documentElement.dataset.live = "busy";
    try {
      this.python ??= startWorker(page, this);
      const python = await this.python;
      if (round !== this.round) return; // stopped before there was anything to stop
      await this.each(python, cells, wanted);
    } finally {
      this.busy = null;
      page.stop.hidden = true;
      document.documentElement.dataset.live = "ready";
    }
  }

  async each(python, cells, wanted) {
    const { round } = this;
    const passed = wanted ? [] : this.cells.filter((cell) => cell.slow);
    let total = 0;
    for (const [k, cell] of cells.entries()) {
      this.say(cells.length > 1 ? `Running: ${cell.name}, ${k + 1} of ${cells.length} …` : `Running ${cell.name} …`);
      const result = await this.one(python, cell);
      if (round !== this.round) {
        if (result.error?.kind === "KeyboardInterrupt") this.say("Stopped. What ran before still holds.");
        return;
      }
      total += result.seconds ?? 0;
      // What is left out are the book's own checks, which a reader's change may break; a half-done exercise is nobody's error.
      const forgiven = cell.out || cell.stub || cell.check || /solution\s*=\s*True/.test(cell.stored);
      if (result.error && result.error.kind !== "KeyboardInterrupt" && forgiven && cell !== wanted) continue;
      if (result.error) {
        const from = wanted && wanted !== cell ? `: ${wanted.name} was not run` : "";
        this.say(result.error.kind === "KeyboardInterrupt" ? "Stopped." : `An error in ${cell.name}${from}.`);
        return;
      }
    }
    const told = passed.length ? ` Passed over, because slow: ${passed.map((cell) => cell.name).join(", ")}; run it by its own button.` : "";
    this.say(`Done in ${seconds(total)} s.${told}`);
  }

  async one(python, cell) {
    const source = textOf(cell);
    const label = cell.page?.pre ? cell.page.number : cell.name;
    cell.passed = this.cells.some((one) => one.slow && one.ran === null && one.index < cell.index);
    this.busy = cell;
    quiet(cell);
    cell.page?.node.classList.add("live-running");
    const result = await python.run(label, source, (name, text) => stream(cell, this.page, text, name));
    cell.page?.node.classList.remove("live-running");
    if (result.lost) return result;
    cell.ran = result.error ? null : source;
    if (cell.last !== source) this.age(cell, source, cell.last === null ? "ran" : "was changed");
    cell.last = source;
    cell.stale = null;
    cell.result = result;
    cell.differs = difference(cell, result);
    if (cell.page) this.tell(cell, result);
    return result;
  }

  // What ran below a cell may hang on it: after the cell ran with another text it is old, and runs again where needed.
  age(cell, source, what) {
    for (const one of hanging(this.cells, cell, cell.last, source)) {
      one.stale = `${cell.name} above ${what}`;
      this.note(one);
    }
  }

  // What the row of a cell says; a cell without code says it below its output.
  note(cell) {
    const { page: shown, result, stale } = cell;
    if (!shown?.node.dataset.live) return; // the book's output stands there
    const old = stale && `Made before ${stale}; run this again.`;
    if (!shown.row) {
      if (shown.mark && old) shown.mark.textContent = old;
      return;
    }
    const little = changed(cell) && textOf(cell) === smaller(cell) ? ", at a smaller size than the book's" : "";
    const words = result.seconds < 0.05 ? `Run${little}.` : `Run in ${seconds(result.seconds)} s${little}.`;
    shown.note.textContent = old || (result.error ? "" : words);
    shown.note.classList.toggle("live-old", Boolean(old));
  }

  tell(cell, result) {
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
    if (cell.stub) this.judge(cell.stub, verdict(result));
    else if (cell.check && result.error) this.judge(cell, verdict(result));
    page.save.hidden = !this.cells.some(changed);
  }

  // The answer of a check stands in words at the exercise's own cell as well, where the reader is.
  judge(stub, told) {
    const place = stub.page;
    if (!told || !place?.row) return;
    place.verdict ??= this.page.make("p", { class: "live-verdict", role: "status" });
    place.row.after(place.verdict);
    place.verdict.dataset.verdict = told.kind;
    place.verdict.textContent = told.words;
  }

  async edit(cell) {
    const shown = cell.page;
    if (!shown.editor) {
      const { openEditor } = await import("./editor.js");
      shown.editor ??= await openEditor(this.page, shown, {
        run: () => this.act("run", shown),
        changed: (text) => this.changed(cell, text),
      });
    }
    shown.editor.focus();
  }

  // The smaller size is an edit like a reader's own: Reset brings the book's back.
  smaller(cell) {
    const text = smaller(cell);
    cell.page.editor?.set(text);
    this.changed(cell, text);
    cell.page.note.textContent = "A smaller size than the book's.";
    return this.act("run", cell.page);
  }

  changed(cell, text) {
    const { page } = this;
    page.put(cell.page, text);
    cell.page.reset.hidden = false;
    if (cell.check && !page.keep(cell.page, changed(cell) ? text : null)) {
      this.say("The browser does not keep what you write; download the notebook to keep it.");
    }
    page.save.hidden = !this.cells.some(changed);
  }

  reset(cell) {
    const shown = cell.page;
    // The tables that were made from this cell are the book's again, too.
    const after = needed(this.cells, cell).slice(needed(this.cells, cell).indexOf(cell));
    for (const one of after) {
      if (!one.page) continue;
      restore(one);
      delete one.page.node.dataset.live;
      if (one.page.row) one.page.note.textContent = one.page.told;
    }
    if (cell.last !== null && cell.last !== cell.stored) this.age(cell, cell.stored, "was changed back");
    cell.ran = null;
    this.page.keep(shown, null);
    this.page.put(shown, shown.stored);
    shown.editor?.set(shown.stored);
    shown.verdict?.remove();
    shown.verdict = null;
    shown.reset.hidden = true;
    shown.row.querySelector("button").focus();
    this.page.save.hidden = !this.cells.some(changed);
    this.say("The book's cell and output are back.");
  }

  async stop() {
    this.round += 1;
    const python = this.current;
    if (!python) return;
    if (this.busy && python.interrupt()) {
      this.say("Stopping …");
      return;
    }
    this.lost("Stopped. Python was ended, and what it had computed is gone: the next run starts it anew.");
  }

  // A worker that was ended, or that failed: whatever is shown of it stays, nothing of it holds.
  lost(words) {
    this.round += 1;
    this.current?.end();
    this.current = this.python = null;
    for (const cell of this.cells) {
      cell.ran = cell.last = cell.stale = null;
      cell.page?.node.classList.remove("live-running");
    }
    this.say(words);
  }

  broken(error) {
    this.lost(String(error.message ?? error));
  }

  async ask(model, content) {
    if (!this.current) return { error: "Python was ended; run the cell of this figure again.", request: content.request };
    return this.current.ask(model, content);
  }

  moved(model, changes) {
    this.current?.post({ action: "moved", model, changes });
  }

  forget(model) {
    this.current?.post({ action: "forget", models: [model] });
  }

  async save() {
    const response = await fetch(`${this.page.root}notebooks/${this.page.name}.ipynb`);
    if (!response.ok) throw new Error("the notebook for download is missing");
    const notebook = written(await response.json(), this.cells);
    const address = URL.createObjectURL(new Blob([JSON.stringify(notebook, null, 1)], { type: "application/x-ipynb+json" }));
    const link = this.page.make("a", { href: address, download: `${this.page.name.split("/").pop()}-mine.ipynb` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
    this.say("The notebook is downloaded.");
  }
}
