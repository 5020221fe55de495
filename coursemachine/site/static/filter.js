// Rows of tables, chosen by the lists of a form and by words.  Without this script the form is hidden and all rows are shown.
(() => {
  function start(/** @type {HTMLFormElement} */ form) {
    const rows = /** @type {HTMLTableRowElement[]} */ ([...document.querySelectorAll("tr.choosable")]);
    const texts = rows.map((row) => row.textContent.toLowerCase()); // before formulas are typeset
    const parts = new Set(rows.map((row) => row.closest("section")));
    const fields = /** @type {(HTMLSelectElement | HTMLInputElement)[]} */ ([...form.querySelectorAll("select, input")]);
    const said = form.querySelector("output");

    function show() {
      const words = [], classes = [];
      for (const field of fields) {
        if (field.localName === "select") classes.push(...(field.value ? [field.value] : []));
        else words.push(...field.value.toLowerCase().split(/\s+/));
      }
      let count = 0;
      rows.forEach((row, at) => {
        const chosen = classes.every((name) => row.classList.contains(name)) && words.every((word) => texts[at].includes(word));
        row.hidden = !chosen;
        count += Number(chosen);
      });
      for (const part of parts) part.hidden = !part.querySelector("tr.choosable:not([hidden])");
      said.textContent = count < rows.length ? `${count} of ${rows.length} entries` : `all ${count} entries`;
      // The address holds the choice, to be sent to others.
      const address = new URL(location.href);
      for (const { name, value } of fields) {
        if (value) address.searchParams.set(name, value);
        else address.searchParams.delete(name);
      }
      history.replaceState(null, "", address);
    }

    const asked = new URL(location.href).searchParams;
    for (const field of fields) {
      const value = asked.get(field.name) ?? "";
      if (field.localName === "input" || form.querySelector(`option[value="${CSS.escape(value)}"]`)) field.value = value;
    }
    form.addEventListener("input", show);
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("reset", () => setTimeout(show)); // the fields are emptied after this event
    form.hidden = false;
    show();
  }

  document.addEventListener("DOMContentLoaded", () => document.querySelectorAll("form.row-filter").forEach(start));
})();
