// A row of buttons under each cell, and one bar for the page.  Nothing else is loaded until a reader asks for it.
(() => {
  const meta = /** @type {HTMLMetaElement} */ (document.querySelector('meta[name="live-python"]'));
  const article = document.querySelector(".bd-article");
  if (!meta || !article) return;
  const here = /** @type {HTMLScriptElement} */ (document.currentScript).src;
  const name = DOCUMENTATION_OPTIONS.pagename;
  const { kept, make, siteRoot } = front;
  const root = siteRoot();
  const shelf = kept("live", root + name);

  // From a file neither a worker nor a notebook can be fetched.
  if (location.protocol === "file:") {
    const why = "Its code runs where a server sends this page, not from a file: python -m http.server in the book's folder is one.";
    article.querySelector(".live-place")?.append(make("span", { class: "live-words" }, why));
    return;
  }

  /** @param {string} text @param {string} what @param {string} title @param {string} [of] the cell, for those who hear it @returns {HTMLButtonElement} */
  const button = (text, what, title, of) => make("button", { type: "button", "data-act": what, title, ...(of && { "aria-label": `${text}, ${of}` }) }, text);

  // What a reader wrote in an earlier visit, by the text of the book's cell; whatever else stands there is not ours.
  /** @returns {Record<string, string>} */
  const remembered = () => Object.fromEntries(Object.entries(shelf.get({})).filter(([, text]) => typeof text === "string"));

  /** @param {Live.Shown} cell @param {string | null} text null to forget it */
  function remember(cell, text) {
    const all = remembered();
    if (text === null) delete all[cell.stored];
    else all[cell.stored] = text;
    return shelf.set(all);
  }

  // How long a cell takes, and its smaller size, as the book was told when it was made.
  const facts = JSON.parse(document.getElementById("live-cells")?.textContent ?? "{}");

  /** @param {Live.Shown["facts"]} facts */
  function durationOf({ seconds, slow }) {
    const about = seconds >= 90 ? `${Math.round(seconds / 60)} minutes` : `${seconds < 10 ? seconds : 5 * Math.round(seconds / 5)} s`;
    const time = seconds ? `Takes about ${about}, measured when the book was made` : slow ? "Takes long" : "";
    return time && `${time}${slow ? "; Run all passes over it." : "."}`;
  }

  const chosen = (event) => /** @type {HTMLElement} */ (event.target).dataset.act;

  let shown = 0;
  const cells = /** @type {HTMLElement[]} */ ([...article.querySelectorAll("div.cell")]).map((node) => {
    const input = node.querySelector(".cell_input");
    const pre = input?.querySelector("pre");
    /** @type {Live.Shown} */
    const cell = { node, pre, number: null, row: null, editor: null };
    if (!pre) return cell;
    cell.number = shown += 1;
    cell.facts = facts[cell.number] ?? {};
    cell.duration = durationOf(cell.facts);
    cell.stored = cell.text = pre.textContent.replace(/\n+$/, "");
    cell.markup = pre.innerHTML;
    const of = `cell ${cell.number}`;
    const buttons = [
      button("Run", "run", "Run this cell, and what it needs from above", of),
      button("Run all above", "above", "Forget all names, run all cells above, then this one", of),
      ...(cell.facts.smaller ? [button("Smaller", "smaller", "Change this cell to a smaller size, and run it", of)] : []),
      button("Edit", "edit", "Change this cell", of),
      button("Reset", "reset", "The book's cell and its output again; yours is forgotten", of),
    ];
    cell.note = make("span", { class: "live-note" }, cell.duration);
    const number = make("span", { class: "live-number", "aria-hidden": "true" }, of);
    cell.row = make("div", { class: "live-row", role: "group", id: `live-cell-${cell.number}`, "aria-label": of }, number, ...buttons, cell.note);
    cell.reset = buttons.at(-1);
    cell.reset.hidden = true;
    input.after(cell.row);
    cell.row.addEventListener("click", (event) => chosen(event) && act(chosen(event), cell));
    // A finger that scrolls, and whoever marks words to copy them, wants no editor.
    pre.addEventListener("click", (event) => {
      if (event.pointerType !== "touch" && getSelection().isCollapsed) act("edit", cell);
    });
    return cell;
  });
  if (!shown) return;

  const own = (cell) => cell.pre && cell.text.replace(/\n+$/, "") !== cell.stored;

  /** @param {Live.Shown} cell @param {string} text */
  function setText(cell, text) {
    cell.text = text;
    if (text === cell.stored) cell.pre.innerHTML = cell.markup;
    else cell.pre.textContent = `${text}\n`;
    cell.reset.hidden = text === cell.stored && !cell.node.dataset.live;
    cell.node.classList.toggle("live-changed", text !== cell.stored);
    if (text === cell.stored) cell.node.querySelector(".live-unrun")?.remove();
    save.hidden = back.hidden = !cells.some(own);
    answers.hidden = !cells.some((one) => own(one) && / # your lines$/m.test(one.stored));
  }

  const status = make("span", { class: "live-status", role: "status" });
  // What changes every second is not read aloud.
  const counter = make("span", { class: "live-progress", "aria-hidden": "true" });
  const bar = make("div", { class: "live-bar", role: "group", "aria-label": "Python in this page" });
  const [bytes, more] = [Number(meta.dataset.bytes), Number(meta.dataset.more)];
  const mega = (number) => `${Math.round(number / 1e6)} MB`;
  const words = make("span", { class: "live-words", title: `The first run loads Python (${mega(bytes)}) and the packages that a cell needs (at most ${mega(more)})` }, "The code of this page runs in your browser, and you can change it: what you write stays there, also for the next visit.");
  const all = button("Run all", "all", "Forget all names, then run every cell of this page");
  const restart = button("Restart", "restart", "Forget all names, as if Python had begun anew");
  const back = button("Give the book's cells back", "back", "Forget what you wrote in the cells of this page");
  const stop = button("Stop", "stop", "Stop what is running");
  const save = button("Download my notebook", "save", "This chapter as a notebook, with your cells");
  const answers = button("Download my answers", "answers", "What you wrote in the exercises of this page, with what their checks say and without the keys, to hand in");
  stop.hidden = save.hidden = answers.hidden = back.hidden = restart.hidden = true;
  bar.append(all, stop, restart, save, answers, back, words, status, counter);
  bar.addEventListener("click", (event) => chosen(event) && act(chosen(event)));
  // Where a reader first meets code that runs, folded or not.
  article.querySelector(".live-place").append(bar);

  const written = remembered();
  for (const cell of cells.filter((one) => one.pre && Object.hasOwn(written, one.stored))) {
    setText(cell, written[cell.stored]);
    // Beside the outputs, which a run replaces and a reset brings back; both take it away.
    cell.node.querySelector(".cell_output")?.after(make("p", { class: "live-mark live-unrun" }, "The code is yours and was not run yet; this is what the book's code gave."));
  }
  if (cells.some(own)) status.textContent = "What you wrote in an earlier visit is in its cells.";

  const file = (path) => new URL(path, here).href;
  const folder = new URL(meta.content, location.href).href;
  const [core, lock] = [`${folder}${meta.dataset.core}/`, folder + meta.dataset.lock];
  /** @type {Live.Page} */
  const page = { name, cells, bar, status, counter, progress: null, stop, restart, setText, remember, make, file, root, folder, core, lock, bytes, package: meta.dataset.package };

  /** @type {Promise<import("./session.js").Session> | null} */
  let session = null;
  /** @param {string} what @param {Live.Shown} [cell] */
  async function act(what, cell) {
    // Nobody needs Python to forget what he wrote.
    if (!session && (what === "reset" || what === "back")) {
      for (const one of cell ? [cell] : cells.filter(own)) {
        remember(one, null);
        setText(one, one.stored);
      }
      status.textContent = "";
      return;
    }
    try {
      session ??= import(file("session.js")).then((module) => module.open(page));
      await (await session).act(what, cell);
    } catch (error) {
      session = null;
      const absent = /dynamically imported module: \S*\/(\S+)/.exec(error.message);
      const why = !navigator.onLine ? "you are offline" : absent ? `no ${absent[1]} came` : error.message;
      status.textContent = `This could not be loaded (${why}). Press the button again in a while.`;
    }
  }
})();
