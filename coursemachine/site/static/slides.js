// "?slides" behind the address of a chapter: goals, statements, pictures, questions and take-away, each on a screen.
// They are the page's own, so its figures can be turned and its answers opened; slides.css shows what is marked here.
addEventListener("DOMContentLoaded", () => {
  const goals = document.querySelector(".chapter-head")?.previousElementSibling;
  if (!goals || !new URLSearchParams(location.search).has("slides")) return;
  const SLIDES = "h1, .proof.admonition, figure.numbered:not(.numbered-table), .question.admonition, #take-away > ul";
  const words = (heading) => heading.textContent.replace(/#$/, ""); // without the sign of its link
  document.documentElement.classList.add("slides");
  let name = "";
  for (const one of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".bd-article :is(h2, ul, div, figure, h1)"))) {
    if (one.matches("h2")) name = words(one);
    if (one !== goals && !one.matches(SLIDES)) continue;
    // What is folded, or belongs to an exercise, is no slide; nor is a part of one.
    if (one.parentElement.closest("details, .dropdown, .exercise, .solution, .slide")) continue;
    one.classList.add("slide");
    one.dataset.slide = one === goals ? words(goals.previousElementSibling) : name;
  }
});
