// The search: what a result quotes, words of the text and neither code nor formulas; and which result comes first.
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

  // A definition, a page with the words in its title, other chapters, the reference; among equals by the order of the book.
  function rank(words) {
    const order = new Map();
    for (const link of document.querySelectorAll("nav.bd-links a[href]")) {
      const page = link.getAttribute("href").replace(/\.html$/, "");
      if (!order.has(page)) order.set(page, order.size);
    }
    return ([page, title, , kind, score]) => {
      const later = (order.get(page) ?? order.size) / 1000;
      if (kind && !/module/.test(kind)) return score - later; // a name of the package
      if (/^together.reference/.test(page)) return Math.min(score, 14) - later;
      const chapter = !/^(together|index|genindex)\b/.test(page);
      const bonus = title.toLowerCase().includes(words) ? 25 : chapter ? 10 : page === "together/glossary" ? 6 : 0;
      return score + bonus - later;
    };
  }

  const isShort = (word) => word.length <= 3;
  const wordsOf = (name) => name.split(/[^A-Za-z0-9]+|(?<=[a-z])(?=[A-Z])/).map((word) => word.toLowerCase());

  function improve() {
    const { query, performTermsSearch: searchTerms, performObjectSearch: searchNames } = Search;
    Search.query = (words) => {
      Scorer.score = rank(words.toLowerCase().trim());
      query(words);
    };
    Search.performTermsSearch = (words, excluded) => {
      // "AUC" is not in "Cauchy": where the index has no such word Sphinx looks for parts of words, so it gets an empty one.
      for (const terms of [Search._index.terms, Search._index.titleterms]) {
        for (const word of [...words].filter(isShort)) if (!Object.hasOwn(terms, word)) terms[word] = [];
      }
      // One word of several in a title says little.
      if (words.size > 1) Scorer.title = Scorer.term;
      return searchTerms(words, excluded);
    };
    Search.performObjectSearch = (word, all) =>
      searchNames(word, all).filter(([, name]) => !isShort(word) || wordsOf(name).includes(word));
  }

  // Sphinx's own, on the one page that has it.
  document.addEventListener("DOMContentLoaded", () => {
    if (typeof Search === "undefined" || !Search.htmlToText) return;
    Search.htmlToText = words;
    improve();
  });
})();
