// "?slides" behind the address of a chapter: its story, each step on a screen. Title and opening, main figure, goals, the
// naive attempt, the idea after it, statements, pictures and tables, questions, an exercise for groups, quiz, take-away.
// They are the page's own, so its figures can be turned and its answers opened; slides.css shows what is marked here.
// Right and left, Home and End turn them; Escape leads to its place in the chapter.
(() => {
  const { make } = front;
  const STATEMENT = ".proof.admonition", TABLE = ":is(figure.numbered-table, :not(figure) > .pst-scrollable-table-container:has(caption))";
  const OTHERS = "figure.numbered, .question.admonition, .quiz > li, #take-away > ul";
  /** Beyond so many letters no further sentence is taken from a paragraph, and no further paragraph from a section. */
  const LONG = 220, LONGEST = 700;
  const words = (heading) => heading.textContent.replace(/#$/, ""); // without the sign of its link

  /** Mark what fills a screen as it is. */
  function mark(goals) {
    const exercises = [...document.querySelectorAll(".exercise.admonition")];
    const titled = (pattern) => exercises.find((one) => pattern.test(one.querySelector(".admonition-title").textContent));
    const groups = titled(/think about/i) || titled(/by hand/i);
    let name = "";
    for (const one of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".bd-article :is(h2, ul, li, div, figure)"))) {
      if (one.matches("h2")) name = words(one);
      if (one !== goals && one !== groups && !one.matches(`${STATEMENT}, ${TABLE}, ${OTHERS}`)) continue;
      // What is folded, or belongs to an exercise, is no slide; nor is a part of one.
      if (one.parentElement.closest("details, .dropdown, .exercise, .solution, .slide")) continue;
      one.classList.add("slide");
      one.dataset.slide = one === goals ? words(goals.previousElementSibling) : one === groups ? "In groups" : name;
    }
  }

  /** What follows on the page, up to a slide or a heading, without proofs, folds and code. */
  function following(one) {
    const found = [];
    while ((one = one.nextElementSibling) && !one.matches("section, .slide") && !one.querySelector(".slide")) {
      if (one.matches(".cell")) found.push(...one.querySelectorAll(":scope > .cell_output"));
      else if (one.matches("p:not(.proof-switch), ul, ol, .math, .amsmath, .pst-scrollable-table-container")) found.push(one);
    }
    return found;
  }

  /** A slide of these elements, at the place of the first. */
  function gather(elements, name) {
    if (!elements.length) return;
    const slide = make("div", { class: "slide told", "data-slide": name });
    elements[0].before(slide);
    slide.append(...elements);
  }

  /** A copy of a paragraph's first sentence, and of those after it while they are short; null if it has none. */
  function beginning(paragraph) {
    const copy = paragraph.cloneNode(true), rest = document.createRange();
    const texts = document.createTreeWalker(copy, NodeFilter.SHOW_TEXT);
    let length = 0, some = false;
    for (let text; (text = texts.nextNode()); length += text.data.length) {
      if (text.parentElement.closest(".math, .bibtex-citation")) continue;
      for (const end of text.data.matchAll(/[.?!][")”]*(?=\s|$)/g)) {
        if (some && length + end.index > LONG) break;
        rest.setStart(text, end.index + end[0].length);
        some = true;
      }
    }
    if (!some) return null;
    rest.setEndAfter(copy.lastChild);
    rest.deleteContents();
    for (const one of copy.querySelectorAll("[id]")) one.removeAttribute("id");
    copy.className = "so";
    return copy;
  }

  /** Gather what is told between them. */
  function tell(title, goals) {
    const [naive, idea] = /** @type {NodeListOf<HTMLElement>} */ (goals.parentElement.querySelectorAll(":scope > section"));
    // What one takes from a statement or a table stands behind it.
    for (const one of document.querySelectorAll(`${STATEMENT}.slide, ${TABLE}.slide`)) {
      if (naive.contains(one)) continue;
      const next = following(one.closest("section[id] > *")).map((each) => each.querySelector("li > p") || each);
      const so = next.filter((each) => each.matches("p")).map(beginning).find(Boolean);
      if (so) one.append(so);
    }
    gather([title, ...following(title)], "");
    // The attempt is told whole, what its table says behind the table.
    for (const one of [...naive.children]) {
      const table = one.querySelector(`${TABLE}.slide`), told = following(one);
      if (table) table.append(...told);
      else if (one.matches("h2, .slide") || one.querySelector(".slide")) gather(told, words(naive.firstElementChild));
    }
    const opening = following(idea.firstElementChild);
    const letters = () => opening.map((one) => one.textContent).join("").length;
    const ended = (one) => /[.?!]\s*$/.test(one.textContent.replace(one.querySelector(".eqno")?.textContent ?? "", ""));
    while (opening.length > 1 && (letters() > LONGEST || !ended(opening.at(-1)))) opening.pop();
    gather(opening, words(idea.firstElementChild));
    // The last word is the chapter's.
    document.querySelector("#quiz")?.after(document.querySelector("#take-away"));
  }

  /** Make slides smaller until they fit. */
  function fit(slides, height) {
    document.documentElement.style.setProperty("--room", `${height}px`);
    for (const one of innerWidth < 700 ? [] : slides) {
      let size = Number(one.style.getPropertyValue("--fit") || 1);
      while (size > 0.4 && (one.offsetHeight > height + 1 || one.scrollWidth > one.clientWidth + 1)) {
        one.style.setProperty("--fit", String((size *= 0.95)));
      }
    }
  }

  function turn(slides) {
    addEventListener("keydown", (event) => {
      const { key, target } = event;
      const step = { ArrowRight: 1, ArrowLeft: -1, Home: -slides.length, End: slides.length, Escape: 0 }[key];
      const busy = document.fullscreenElement || event.altKey || event.ctrlKey || event.metaKey;
      if (step === undefined || busy || (step && /** @type {HTMLElement} */ (target).closest(".cf, input, textarea"))) return;
      event.preventDefault();
      // The one that holds the middle of the screen.
      const at = slides.findLastIndex((one) => one.getBoundingClientRect().top < innerHeight / 2);
      if (step) return slides[Math.max(0, Math.min(slides.length - 1, at + step))].scrollIntoView({ behavior: "instant" });
      location.href = `${location.pathname}#${slides[at].closest("[id]")?.id}`;
    });
  }

  addEventListener("DOMContentLoaded", () => {
    if (!new URLSearchParams(location.search).has("slides")) return;
    const title = document.querySelector(".bd-article h1");
    const goals = document.querySelector(".chapter-head")?.previousElementSibling;
    if (!goals) {
      title?.after(make("p", { class: "no-slides", role: "status" }, "This page has no slides. Every chapter has: Slides, in its menu of downloads."));
      return;
    }
    mark(goals);
    tell(title, goals);
    document.documentElement.classList.add("slides");
    const slides = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".slide")]);
    turn(slides);
    const anew = (height) => {
      for (const one of slides) one.style.removeProperty("--fit");
      fit(slides, height);
    };
    addEventListener("resize", () => anew(innerHeight));
    // The shape of a sheet, see slides.css.
    addEventListener("beforeprint", () => anew(0.52 * innerWidth));
    addEventListener("afterprint", () => anew(innerHeight));
    // A figure has been drawn, or an answer opened.
    const grown = new ResizeObserver((all) => requestAnimationFrame(() => fit(all.map((one) => one.target), innerHeight)));
    for (const one of slides) grown.observe(one);
  });
})();
