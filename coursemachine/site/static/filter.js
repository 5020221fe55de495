// Rows of tables, chosen by the lists of a form and by words, in folds that open for what is chosen.
// Without this script the form is hidden, the folds are open and all rows are shown.
(() => {
  // A word is found by its beginning, while it is typed; a number is found whole.
  function pattern(/** @type {string} */ words) {
    const escaped = words.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
    return new RegExp(`(?<![\\p{L}\\p{N}]|\\p{N}\\.)${escaped}${/\d$/.test(words) ? "(?!\\.?\\p{N})" : ""}`, "iu");
  }
  const spaced = (/** @type {string} */ text) => text.trim().replace(/\s+/g, " ");

  function start(/** @type {HTMLFormElement} */ form) {
    const rows = /** @type {HTMLTableRowElement[]} */ ([...document.querySelectorAll("tr.choosable")]).map((row) => ({
      row,
      part: row.closest("section"),
      number: row.querySelector("strong").textContent,
      text: spaced(row.textContent),
    }));
    const folds = /** @type {HTMLDetailsElement[]} */ ([...document.querySelectorAll("details.entries")]);
    const fields = /** @type {(HTMLSelectElement | HTMLInputElement)[]} */ ([...form.querySelectorAll("select, input")]);
    const said = form.querySelector("output");

    function show() {
      const lists = fields.filter((field) => field.localName === "select" && field.value);
      const words = spaced(fields.find((field) => field.localName === "input").value);
      const phrase = pattern(words), each = words.split(" ").map(pattern);
      const fit = rows.filter(({ row }) => lists.every(({ name, value }) => row.classList.contains(`${name}-${value}`)));
      // The words as they stand or, if no row has them, each of them somewhere.
      const exact = fit.filter(({ text }) => phrase.test(text));
      const found = exact.length ? exact : fit.filter(({ text }) => each.every((word) => word.test(text)));
      // A row whose number they are comes first, and its part; without words all stand as they were written.
      const first = rows.filter(({ number }) => words && phrase.test(number));
      for (const { row, part } of rows) row.hidden = part.hidden = true;
      for (const one of new Set([...first, ...rows])) one.row.parentElement.append(one.row);
      for (const part of new Set([...first, ...rows].map((one) => one.part))) part.parentElement.append(part);
      for (const { row, part } of found) row.hidden = part.hidden = false;
      for (const fold of folds) fold.open = Boolean(words || lists.length);
      said.textContent = !found.length ? "No entry fits. Change a choice or a word, or clear them with “Show all”."
        : found.length < rows.length ? `${found.length} of ${rows.length} entries` : `all ${rows.length} entries`;
      // The address holds the choice, to be sent to others.
      const address = new URL(location.href);
      for (const { name, value } of fields) {
        if (value) address.searchParams.set(name, value);
        else address.searchParams.delete(name);
      }
      history.replaceState(null, "", address);
    }

    // An address can name a part, too.
    function unfold() {
      const part = document.getElementById(location.hash.slice(1))?.closest("section");
      for (const fold of folds) {
        if (fold.closest("section") !== part) continue;
        fold.open = true;
        part.scrollIntoView();
      }
    }

    const asked = new URL(location.href).searchParams;
    for (const field of fields) {
      const value = asked.get(field.name) ?? "";
      if (field.localName === "input" || form.querySelector(`option[value="${CSS.escape(value)}"]`)) field.value = value;
    }
    form.addEventListener("input", show);
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("reset", () => setTimeout(show)); // the fields are emptied after this event
    addEventListener("hashchange", unfold);
    form.hidden = false;
    show();
    unfold();
  }

  document.addEventListener("DOMContentLoaded", () => document.querySelectorAll("form.row-filter").forEach(start));
})();
