// Which chapters a reader is done with: kept in this browser alone, marked in the side bar and on the home page.
(() => {
  const { button, kept, make, siteRoot } = front;
  const shelf = kept("done");

  // Whatever else stands there is not ours.
  const stored = () => new Set([shelf.get()].flat().filter((name) => typeof name === "string"));

  function keep(done) {
    shelf.set([...done]);
    show();
  }

  const links = (where) => /** @type {HTMLAnchorElement[]} */ ([...document.querySelectorAll(`${where} a[href]`)]);
  const pageOf = (link) => link.href.split("#")[0].slice(siteRoot().length).replace(/\.html$/, "");
  const box = make("p", { class: "progress-line" });

  function show() {
    const done = stored();
    for (const link of [...links("nav.bd-links"), ...links(".chapter-part li")]) {
      link.querySelector(".done")?.remove();
      if (!done.has(pageOf(link))) continue;
      link.insertAdjacentHTML("beforeend", '<span class="done"> <span aria-hidden="true">✓</span><span class="visually-hidden">done</span></span>');
    }
    if (document.querySelector(".chapter-head")) showChapter(done);
    if (document.querySelector("a.start-here")) showHome(done);
  }

  // At the end of a chapter.
  function showChapter(done) {
    const name = DOCUMENTATION_OPTIONS.pagename;
    if (!box.firstChild) {
      box.append(button("Done with this chapter", () => {
        const now = stored();
        if (!now.delete(name)) now.add(name);
        keep(now);
      }));
      document.querySelector(".bd-article").append(box);
    }
    box.firstElementChild.setAttribute("aria-pressed", String(done.has(name)));
  }

  // The button that says where to start says where to go on; below the chapters, how many are done.
  let first = null;
  function showHome(done) {
    const chapters = links(".chapter-part li");
    const is = chapters.map((link) => done.has(pageOf(link)));
    const last = [...done].at(-1); // the one that was marked last
    const after = is.indexOf(false, chapters.findIndex((link) => pageOf(link) === last) + 1);
    const next = after < 0 ? is.indexOf(false) : after;
    const start = /** @type {HTMLAnchorElement} */ (document.querySelector("a.start-here"));
    first ??= { text: start.textContent, href: start.href };
    const going = is.includes(true) && next >= 0;
    start.textContent = going ? `Go on with chapter ${next + 1}` : first.text;
    start.href = going ? chapters[next].href : first.href;
    box.remove();
    if (!is.includes(true)) return;
    box.replaceChildren(
      `Done: ${is.filter(Boolean).length} of ${chapters.length} chapters, kept in this browser only. `,
      button("Forget", () => keep(new Set())),
    );
    [...document.querySelectorAll(".chapter-part")].at(-1).after(box);
  }

  // Also when a page comes back from the browser's memory.
  addEventListener("pageshow", show);
})();
