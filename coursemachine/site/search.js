// The search: which result comes first, and what it quotes. Sphinx puts it between its own search and the index, on the
// one page that has them (html_search_scorer).
{
  const QUIET = [
    "script", "style", "noscript", "svg", "nav", "pre", "button", "summary", ".headerlink", ".cell_input", "details.hide",
    ".cf-place", ".paper-head", ".prev-next-footer", ".bd-header-article", ".proof-switch", ".eqno", ".section-number",
  ];

  // Words of the text, neither code nor formulas; of a definition the first sentence.
  Search.htmlToText = (html, anchor) => {
    const page = new DOMParser().parseFromString(html, "text/html");
    const article = page.querySelector("article.bd-article") ?? page.querySelector('[role="main"]');
    if (!article) return "";
    const place = (anchor && article.querySelector(`#${CSS.escape(anchor.slice(1))}`)) || article;
    for (const one of place.parentElement.querySelectorAll(QUIET.join())) one.remove();
    for (const one of place.parentElement.querySelectorAll(".math")) one.replaceWith(" … ");
    const words = (element) => element.textContent.replace(/\s+/g, " ").trim();
    if (!place.matches("dt[id^=term-]")) return words(place);
    let definition = place;
    while (definition.matches("dt")) definition = definition.nextElementSibling;
    return `${words(place)}: ${words(definition).match(/^.*?\.(?= |$)|.*/)[0]}`;
  };

  const stemmer = new Stemmer();
  const stems = (text) => splitQuery(text.toLowerCase()).filter((one) => !stopwords.includes(one)).map((one) => stemmer.stemWord(one));
  const isShort = (word) => word.length <= 3;
  const parts = (name) => name.split(/[^A-Za-z0-9]+|(?<=[a-z])(?=[A-Z])/).map((one) => one.toLowerCase());
  const sum = (words, weight) => words.reduce((total, word) => total + weight(word), 0);

  // How much each page says a word, from 0 to 1: the index lists those first that say it most (search_index.py).
  function saying(word) {
    const pages = new Map();
    for (const [index, least] of [[Search._index.terms, 0], [Search._index.titleterms, 0.5]]) {
      // "AUC" is not in "Cauchy": only a longer word may be a part of one.
      const isWhole = Object.hasOwn(index, word) || isShort(word);
      for (const one of isWhole ? [word] : Object.keys(index).filter((key) => key.includes(word))) {
        const weigh = (page, k) => pages.set(page, Math.max(pages.get(page) ?? 0, least + (1 - least) / (1 + k)));
        [index[one] ?? []].flat().forEach(weigh);
      }
    }
    return pages;
  }

  // Titles, definitions and other names: where they lead, and how much they count.
  function names() {
    const { alltitles, indexentries } = Search._index;
    const all = [];
    const add = (name, places) => all.push(...places.map(([page, id, most]) => ({ words: stems(name), name, page, id: id ?? "", most })));
    for (const [name, places] of Object.entries(alltitles)) add(name, places.map(([page, id]) => [page, id, id ? 10 : 16]));
    for (const [name, places] of Object.entries(indexentries)) {
      add(name, places.filter((one) => one[2]).map(([page, id]) => [page, id, id ? 20 : 18]));
    }
    return all;
  }

  // What shares words with the query: rare words count most, and one that nobody has said is no reason to find nothing.
  function found(asked) {
    const { docnames, titles, filenames } = Search._index;
    const all = names();
    const pages = new Map();
    for (const word of new Set([...asked, ...all.flatMap(({ words }) => words)])) pages.set(word, saying(word));
    const rare = (word) => Math.log(1 + docnames.length / (pages.get(word).size || 1));
    const known = asked.filter((word) => pages.get(word).size || all.some(({ words }) => words.includes(word)));
    const whole = sum(known, rare);
    const results = [];
    const add = (page, id, name, score) => {
      const part = /^(together|index|genindex)\b/.test(docnames[page]) && !id.startsWith("term-") ? 0.5 : 1;
      results.push([docnames[page], titles[page] + name, id && `#${id}`, null, score * part, filenames[page]]);
    };
    for (const { words, name, page, id, most } of all) {
      const share = sum(known.filter((word) => words.includes(word)), rare);
      const score = (most * share ** 2) / whole / sum(words, rare);
      if (score > most / 3) add(page, id, most === 10 ? ` > ${name}` : "", score);
    }
    for (const page of docnames.keys()) {
      const here = known.filter((word) => pages.get(word).has(page));
      const score = (9.9 * sum(here, (word) => rare(word) * pages.get(word).get(page))) / whole;
      if (sum(here, rare) > whole / 2) add(page, "", "", score);
    }
    return results;
  }

  Search._performSearch = (...[, words, , , typed]) => {
    const results = found([...words]);
    for (const word of typed) {
      for (const one of Search.performObjectSearch(word, typed)) {
        one[4] = one[1].toLowerCase().split(".").at(-1) === word ? 30 : 3; // who knows a name of the package looks for it
        if (!isShort(word) || parts(one[1]).includes(word)) results.push(one);
      }
    }
    // Among equals by the order of the book, of what is found twice the better one, and the best last, as Sphinx takes them.
    const order = [...document.querySelectorAll("nav.bd-links a[href]")].map((link) => link.getAttribute("href"));
    const place = ([page]) => order.indexOf(`${page}.html`) + 1 || order.length + 1;
    results.sort((a, b) => b[4] - a[4] || place(a) - place(b));
    const seen = new Set();
    return results.filter(([page, , anchor]) => !seen.has(page + anchor) && seen.add(page + anchor)).reverse();
  };
}
