// An editor in the place of a cell's code: CodeMirror, and a plain text field where that cannot be loaded.

const label = (shown) => `Code of cell ${shown.number}. Shift and Enter run it; Escape, then Tab leaves.`;

async function rich(page, shown, place, on) {
  const { makeEditor } = await import(page.file("../codemirror.js"));
  return makeEditor({ parent: place, text: shown.text, label: label(shown), ...on });
}

function plain(page, shown, place, on) {
  const area = page.make("textarea", { "aria-label": label(shown), spellcheck: "false", autocapitalize: "off", wrap: "off" });
  const fit = () => (area.rows = Math.max(2, area.value.split("\n").length));
  area.value = shown.text;
  fit();
  area.addEventListener("input", () => (fit(), on.changed(area.value)));
  area.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !(event.shiftKey || event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    on.run();
  });
  place.append(area);
  return {
    focus: () => area.focus(),
    set(text) {
      area.value = text;
      fit();
    },
  };
}

export async function openEditor(page, shown, on) {
  const place = page.make("div", { class: "live-editor" });
  // The book's shortcuts ("/" for the search) are not meant for those who write.
  for (const event of ["keydown", "keypress", "keyup"]) place.addEventListener(event, (one) => one.stopPropagation());
  const editor = await rich(page, shown, place, on).catch(() => plain(page, shown, place, on));
  shown.pre.after(place);
  shown.pre.hidden = true;
  shown.row.querySelector('[data-act="edit"]').hidden = true;
  return editor;
}
