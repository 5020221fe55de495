// What reading needs and a style sheet cannot do: formulas that fit a phone, and paper that is white.
(() => {
  const SMALLEST = 0.72; // of the size in the text; below it a formula scrolls instead

  const BLOCKS = "p, li, dd, dt, h1, h2, h3, div";

  const widths = new WeakMap();
  const soon = window.requestIdleCallback ?? setTimeout; // Safari has the second alone

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
  }

  // Not by scrollWidth: a formula carries its spoken form out of sight, which may be wider.
  function atEnd({ currentTarget: it }) {
    const end = boxOf(it).right;
    it.classList.toggle("end", end <= it.getBoundingClientRect().right + 1);
  }

  const boxOf = (formula) => formula.querySelector("mjx-math").getBoundingClientRect();

  // All is written, then all is read: each turn from one to the other lays out the whole page.
  function fit(formulas) {
    for (const formula of formulas) {
      formula.style.fontSize = "";
      scrollerOf(formula).classList.remove("wide");
    }
    const seen = formulas.map((formula) => {
      const size = parseFloat(getComputedStyle(formula).fontSize);
      const comma = formula.tagName === "DIV" ? 0 : 0.3 * size; // what follows in a line begins no line
      return { formula, size, room: inner(roomOf(formula)) - comma, natural: boxOf(formula).width };
    }).filter(({ room }) => room > 0); // others are folded away
    const tight = seen.filter(({ room, natural }) => natural > room);
    for (const { formula, size, room, natural } of tight) {
      formula.style.fontSize = `${size * Math.max(SMALLEST, (0.995 * room) / natural)}px`;
    }
    const wide = new Set(tight.filter(({ formula, room }) => boxOf(formula).width > room + 0.5));
    for (const one of seen) mark(scrollerOf(one.formula), wide.has(one));
    for (const { formula } of wide) atEnd({ currentTarget: scrollerOf(formula) });
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
      const resized = entries.map(({ target }) => target).filter((room) => widths.get(room) !== room.clientWidth);
      for (const room of resized) widths.set(room, room.clientWidth);
      fit(resized.flatMap((room) => inside.get(room)));
    });
    // Some at a time: a page may have hundreds, and a reader who touches it would wait for them.
    const rooms = [...inside.keys()];
    function next() {
      const some = rooms.splice(0, 20);
      fit(some.flatMap((room) => inside.get(room)));
      for (const room of some) {
        widths.set(room, room.clientWidth);
        observer.observe(room);
      }
      if (rooms.length) soon(next);
      else document.documentElement.dataset.formulas = "ready";
    }
    soon(next);
  }

  start();

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
