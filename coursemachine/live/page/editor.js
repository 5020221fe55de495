// An editor in the place of a cell's code: CodeMirror, and a plain text field where that cannot be loaded.

const label = (shown) => `Code of cell ${shown.number}. Shift and Enter run it; Escape, then Tab leaves.`;

/** @param {Live.Page} page @param {Live.Shown} shown @param {HTMLElement} place @param {Live.EditorEvents} on @returns {Omit<Live.Editor, "close">} */
function plain(page, shown, place, on) {
  const area = page.make("textarea", { "aria-label": label(shown), spellcheck: "false", autocapitalize: "off", wrap: "off" });
  const fit = () => (area.rows = Math.max(2, area.value.split("\n").length));
  const set = (text) => ((area.value = text), fit());
  set(shown.text);
  area.addEventListener("input", () => (fit(), on.changed(area.value)));
  area.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !(event.shiftKey || event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    on.run();
  });
  place.append(area);
  return { focus: () => area.focus(), set };
}

/** @param {Live.Page} page @param {Live.Shown} shown @param {Live.EditorEvents} on */
export async function openEditor(page, shown, on) {
  const place = page.make("div", { class: "live-editor" });
  // The book's shortcuts ("/" for the search) are not meant for those who write.
  for (const event of ["keydown", "keypress", "keyup"]) place.addEventListener(event, (one) => one.stopPropagation());
  /** @type {Omit<Live.Editor, "close">} */
  const editor = await import(page.file("vendor/codemirror.js"))
    .then(({ makeEditor }) => makeEditor({ parent: place, text: shown.text, label: label(shown), ...on }))
    .catch(() => plain(page, shown, place, on));
  shown.pre.after(place);
  shown.pre.hidden = true;
  /** @type {HTMLButtonElement} */
  const button = shown.row.querySelector('[data-act="edit"]');
  const named = (words, title) => {
    button.textContent = words;
    button.title = title;
    button.setAttribute("aria-label", `${words}, cell ${shown.number}`);
  };
  named("Close", "Close the editor; what you wrote stays");
  const close = () => {
    place.remove();
    shown.pre.hidden = false;
    named("Edit", "Change this cell");
    button.focus();
  };
  return { ...editor, close };
}
