// "?slides" behind the address of a chapter: goals, statements, pictures, questions and take-away, each on a screen.
// They are the page's own, so its figures can be turned and its answers opened; slides.css shows what is marked here.
// Right and left, Home and End turn them; Escape leads to its place in the chapter.
addEventListener("DOMContentLoaded", () => {
  const goals = document.querySelector(".chapter-head")?.previousElementSibling;
  if (!goals || !new URLSearchParams(location.search).has("slides")) return;
  const SLIDES = "h1, .proof.admonition, figure.numbered:not(.numbered-table), .question.admonition, #take-away > ul";
  const words = (heading) => heading.textContent.replace(/#$/, ""); // without the sign of its link
  document.documentElement.classList.add("slides");
  let name = "";
  for (const one of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".bd-article :is(h2, ul, div, figure, h1)"))) {
    if (one.matches("h2")) name = words(one);
    // A table is one where a question asks about it.
    const asked = one.matches(".numbered-table") && document.querySelector(`.question a[href="#${one.id}"]`);
    if (one !== goals && !asked && !one.matches(SLIDES)) continue;
    // What is folded, or belongs to an exercise, is no slide; nor is a part of one.
    if (one.parentElement.closest("details, .dropdown, .exercise, .solution, .slide")) continue;
    one.classList.add("slide");
    one.dataset.slide = one === goals ? words(goals.previousElementSibling) : name;
  }
  const slides = [...document.querySelectorAll(".slide")];
  addEventListener("keydown", (event) => {
    const { key, target } = event;
    const step = { ArrowRight: 1, ArrowLeft: -1, Home: -slides.length, End: slides.length, Escape: 0 }[key];
    const busy = document.fullscreenElement || event.altKey || event.ctrlKey || event.metaKey;
    if (step === undefined || busy || (step && /** @type {HTMLElement} */ (target).closest(".cf, input, textarea"))) return;
    event.preventDefault();
    // The one that holds the middle of the screen.
    const at = slides.findLastIndex((one) => one.getBoundingClientRect().top < innerHeight / 2);
    if (step) return slides[Math.max(0, Math.min(slides.length - 1, at + step))].scrollIntoView({ behavior: "instant" });
    const id = slides[at].id || slides[at].closest("[id]")?.id || "";
    location.href = `${location.pathname}#${id}`;
  });
});
