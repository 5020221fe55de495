// What reading needs and a style sheet cannot do: formulas that fit a phone, and paper that is white.
(() => {
  const SMALLEST = 0.72; // of the size in the text; below it a formula scrolls instead

  const BLOCKS = "p, li, dd, dt, h1, h2, h3, div";

  const widths = new WeakMap();

  // What scrolls and what limits it: alone, the box beside the equation's number; in a line, the line.
  const scrollerOf = (formula) => (formula.tagName === "DIV" ? formula.querySelector("mjx-container") : formula);
  const roomOf = (formula) => (formula.tagName === "DIV" ? scrollerOf(formula) : formula.parentElement.closest(BLOCKS));

  function inner(box) {
    const style = getComputedStyle(box);
    return box.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  }

  function mark(scroller, wide) {
    scroller.classList.toggle("wide", wide);
    // Whoever has no finger scrolls by keys, and has to get there.
    if (wide) scroller.tabIndex = 0;
    else scroller.removeAttribute("tabindex");
    atEnd({ currentTarget: scroller });
  }

  // Not by scrollWidth: a formula carries its spoken form out of sight, which may be wider.
  function atEnd({ currentTarget: it }) {
    const end = it.querySelector("mjx-math").getBoundingClientRect().right;
    it.classList.toggle("end", end <= it.getBoundingClientRect().right + 1);
  }

  function fit(formula) {
    const math = formula.querySelector("mjx-math");
    const scroller = scrollerOf(formula);
    const room = inner(roomOf(formula));
    if (room <= 0) return; // folded away
    formula.style.fontSize = "";
    mark(scroller, false);
    const size = parseFloat(getComputedStyle(formula).fontSize);
    const natural = math.getBoundingClientRect().width;
    if (natural <= room) return;
    formula.style.fontSize = `${size * Math.max(SMALLEST, (0.995 * room) / natural)}px`;
    mark(scroller, math.getBoundingClientRect().width > room + 0.5);
  }

  function start() {
    const inTable = (formula) => formula.closest("table"); // tables scroll themselves
    const all = [...document.querySelectorAll(".bd-article div.math, .bd-article span.math")];
    const formulas = all.filter((formula) => !inTable(formula) && formula.querySelector("mjx-math"));
    const inside = new Map();
    for (const formula of formulas) {
      scrollerOf(formula).addEventListener("scroll", atEnd, { passive: true });
      const room = roomOf(formula);
      inside.set(room, [...(inside.get(room) ?? []), formula]);
    }
    // Also what is unfolded later gets its size then.
    const observer = new ResizeObserver((entries) => {
      for (const { target } of entries) {
        if (widths.get(target) === target.clientWidth) continue;
        widths.set(target, target.clientWidth);
        inside.get(target).forEach(fit);
      }
    });
    for (const room of inside.keys()) {
      inside.get(room).forEach(fit);
      widths.set(room, room.clientWidth);
      observer.observe(room);
    }
    document.documentElement.dataset.formulas = "ready";
  }

  // Sphinx puts this script before MathJax's.
  addEventListener("load", () => window.MathJax?.startup?.promise?.then(start));

  // The buttons of solutions and hints all had one name.
  addEventListener("load", () => {
    for (const button of document.querySelectorAll(".admonition .toggle-button")) {
      const title = button.closest(".admonition").querySelector(".admonition-title");
      if (title) button.setAttribute("aria-label", `Show or hide: ${title.textContent.trim().replace(/\s+/g, " ")}`);
    }
  });

  // What the theme's buttons say they do, for a page in which nothing but its own files and scripts runs.
  addEventListener("click", ({ target }) => {
    const does = /** @type {Element} */ (target).closest("[data-does]")?.getAttribute("data-does");
    if (does === "print") print();
    if (does === "toggleFullScreen") toggleFullScreen();
  });

  // The button of the colours says which of them it has, "auto" for those of the system.
  function nameColours() {
    for (const button of document.querySelectorAll(".theme-switch-button")) {
      const name = `Colours: ${document.documentElement.dataset.mode}`;
      button.setAttribute("aria-label", name);
      // The theme's tooltip, which Bootstrap may have made already.
      button.setAttribute("data-bs-title", name);
      window.bootstrap?.Tooltip.getInstance(button)?.setContent({ ".tooltip-inner": name });
    }
  }
  addEventListener("DOMContentLoaded", nameColours);
  new MutationObserver(nameColours).observe(document.documentElement, { attributeFilter: ["data-mode"] });

  // At the top of a page no section is read; the theme marks the last one that it saw, which may come after the last scroll.
  // A jump that cuts a smooth one short ends without `scrollend`.
  let still;
  addEventListener("scroll", () => {
    clearTimeout(still);
    still = setTimeout(() => {
      if (scrollY > 50) return;
      for (const link of document.querySelectorAll(".bd-sidebar-secondary a.active")) {
        link.classList.remove("active");
        link.removeAttribute("aria-current");
      }
    }, 150);
  });

  // The theme's dark colours would be printed pale on white.
  const root = document.documentElement.dataset;
  let theme = null;
  addEventListener("beforeprint", () => {
    for (const place of document.querySelectorAll(".paper-address:empty")) {
      if (location.protocol !== "file:") place.textContent = location.href.split("#")[0];
    }
    theme = root.theme;
    root.theme = "light";
  });
  addEventListener("afterprint", () => {
    if (theme) root.theme = theme;
    theme = null;
  });
})();
