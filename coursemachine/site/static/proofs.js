// Folded proofs: one switch for all of them, kept for the next page; open where an address points into one.
// On paper they and folded tables are open.
(() => {
  const shelf = front.kept("proofs");
  const folds = () => /** @type {HTMLDetailsElement[]} */ ([...document.querySelectorAll("details.proof-fold")]);

  function show(button, open) {
    button.setAttribute("aria-pressed", open);
    for (const fold of folds()) fold.open = open;
  }

  function openTarget() {
    const name = location.hash.slice(1).split("?")[0];
    const target = name && document.getElementById(name);
    for (let box = target && target.closest(".toggle-hidden"); box; box = box.parentElement.closest(".toggle-hidden")) {
      /** @type {HTMLElement | null} */ (box.querySelector(".toggle-button"))?.click();
      target.scrollIntoView();
    }
    const fold = target && target.closest("details");
    if (!fold || fold.open) return;
    for (let one = fold; one; one = one.parentElement.closest("details")) one.open = true;
    target.scrollIntoView();
  }

  document.addEventListener("DOMContentLoaded", () => {
    const button = document.querySelector(".proof-switch button");
    if (button) {
      if (shelf.get().length) show(button, true);
      button.addEventListener("click", () => {
        const open = button.getAttribute("aria-pressed") !== "true";
        show(button, open);
        shelf.set(open ? ["open"] : []);
      });
    }
    openTarget();
  });
  addEventListener("hashchange", openTarget);

  // What a reader of paper could not open: proofs, and tables and pictures that the text may speak of.
  /** @type {any[]} */
  let closed = [];
  addEventListener("beforeprint", () => {
    closed = [...document.querySelectorAll("details:is(.proof-fold, .entries, .lessons > details, .hide:has(table, figure)):not([open])")];
    for (const fold of closed) fold.open = true;
  });
  addEventListener("afterprint", () => {
    for (const fold of closed) fold.open = false;
    closed = [];
  });
})();
