// What a result of the search quotes: words of the text, neither code nor formulas nor the page's own contents.
(() => {
  const QUIET = [
    "script", "style", "noscript", "svg", "nav", "pre", "button", "summary", ".headerlink", ".cell_input", "details.hide",
    ".cf-place", ".paper-head", ".prev-next-footer", ".bd-header-article", ".proof-switch", ".eqno", ".section-number",
  ];

  function words(html, anchor) {
    const page = new DOMParser().parseFromString(html, "text/html");
    const article = page.querySelector("article.bd-article") ?? page.querySelector('[role="main"]');
    if (!article) return "";
    const place = (anchor && article.querySelector(`#${CSS.escape(anchor.slice(1))}`)) || article;
    for (const one of place.querySelectorAll(QUIET.join())) one.remove();
    for (const one of place.querySelectorAll(".math")) one.replaceWith(" … ");
    return place.textContent.replace(/\s+/g, " ").trim();
  }

  // Sphinx's own, on the one page that has it.
  document.addEventListener("DOMContentLoaded", () => {
    if (typeof Search !== "undefined" && Search.htmlToText) Search.htmlToText = words;
  });
})();
