// What a cell gives, in the markup that the page has for what the book stored.
import { liveFigure } from "./figure.js";
import { drawing } from "./figures.js";
import { fillTable, written } from "./markdown.js";

const textOf = (data) => data["text/plain"] ?? "";
const printedBy = (outputs) => outputs.filter((one) => one.output_type === "stream").map((one) => one.text).join("");
const bundles = (outputs) => outputs.filter((one) => one.data && Object.keys(one.data).length).map((one) => one.data);
const pictured = (data) => "image/svg+xml" in data;

// What differs between a result and the stored outputs, in a word; "" where text and tables are equal.
/** @param {Live.Cell} cell @param {Live.Result} result */
export function difference(cell, result) {
  if (result.error) return "an error";
  const [before, now] = [bundles(cell.outputs), result.outputs];
  if (printedBy(cell.outputs) !== result.printed) return "what is printed";
  if (result.warned && !cell.outputs.some((one) => one.name === "stderr")) return "a warning";
  if (before.length !== now.length) return "the number of outputs";
  for (const [k, data] of now.entries()) {
    if ((before[k]["text/markdown"] ?? "") !== (data["text/markdown"] ?? "")) return "a table";
    if (textOf(before[k]) !== textOf(data)) return "a value";
  }
  return "";
}

export const hasPicture = (result) => result.outputs.some(pictured);

// The place of a cell's outputs; one without any gets it.
/** @param {Live.Cell} cell @param {Live.Page} page @returns {HTMLElement} */
function placeOf(cell, page) {
  const node = cell.page.node;
  let place = /** @type {HTMLElement} */ (node.querySelector(".cell_output"));
  if (!place) {
    place = page.make("div", { class: "cell_output docutils container live-made" });
    node.append(place);
  }
  cell.page.bookOutput ??= [...place.childNodes];
  return place;
}

/** @param {Live.Shown} shown */
function closeFigures(shown) {
  for (const close of shown.closing ?? []) close();
  shown.closing = [];
}

/** Show what the book has. @param {Live.Cell} cell */
export function restore(cell) {
  const { node, bookOutput } = cell.page;
  closeFigures(cell.page);
  const place = node.querySelector(".cell_output");
  if (!bookOutput || !place) return;
  if (place.classList.contains("live-made")) place.remove();
  else place.replaceChildren(...bookOutput);
  cell.page.bookOutput = null;
  cell.page.mark = null;
}

/** @param {Live.Page} page @param {string} text @param {string} name @returns {HTMLElement} */
function printedNode(page, text, name) {
  // What is long scrolls in its own box, also by keys.
  const pre = page.make("pre", text.split("\n", 41).length > 40 ? { class: "live-long", tabindex: "0" } : {}, text);
  return page.make("div", { class: `output ${name} highlight-myst-ansi notranslate` }, page.make("div", { class: "highlight" }, pre));
}

// Text that a running cell prints, as it comes, above what was there, which stays until there is something else to show.
/** @param {Live.Cell} cell @param {Live.Page} page @param {string} text */
export function stream(cell, page, text) {
  if (!cell.page) return;
  if (!cell.page.streaming) {
    cell.page.streaming = printedNode(page, "", "stream");
    cell.page.streaming.classList.add("live-streaming");
    placeOf(cell, page).prepend(cell.page.streaming);
  }
  cell.page.streaming.querySelector("pre").textContent += text;
}

/** Take away what an earlier run printed before it was ended. @param {Live.Cell} cell */
export function endStream(cell) {
  cell.page?.streaming?.remove();
  if (cell.page) cell.page.streaming = null;
}

/** @param {Live.Page} page @param {Live.Bundle} data @param {HTMLElement} [slot] */
function pictureNode(page, data, slot) {
  const alt = data.coursemachine?.alt ?? data["text/plain"] ?? "A picture";
  const node = page.make("div", { class: "picture", role: "img", "aria-label": alt });
  const panels = data.panels ?? [data["image/svg+xml"]];
  node.classList.toggle("panels", panels.length > 1);
  node.append(...panels.map(drawing));
  return framed(slot, ".picture", node);
}

// The caption, the number and the address stay those of the page.
/** @param {HTMLElement | undefined} slot @param {string} old @param {HTMLElement} node */
function framed(slot, old, node) {
  const figure = slot?.matches("figure.numbered") ? slot : slot?.querySelector("figure.numbered");
  if (!figure) return node;
  const copy = /** @type {HTMLElement} */ (figure.cloneNode(true));
  const place = copy.querySelector(old);
  if (!place) return node;
  place.replaceWith(node);
  return copy;
}

/** @param {Live.Page} page @param {Live.Bundle} data @param {Live.Bundle} [before] @param {HTMLElement} [slot] */
function markdownNode(page, data, before, slot) {
  const text = data["text/markdown"];
  if (!/^\|.*\|\n\|[-:| ]+\|/.test(text) || !slot?.querySelector("table")) return written(page, text);
  const copy = /** @type {HTMLElement} */ (slot.cloneNode(true));
  fillTable(page, copy.querySelector("table"), text, before?.["text/markdown"] ?? "");
  return copy;
}

/** @param {ReturnType<typeof liveFigure>} made @param {HTMLElement | undefined} slot @returns {HTMLElement} */
function figureNode(made, slot) {
  if (!slot?.querySelector("figcaption")) return made.el;
  const copy = /** @type {HTMLElement} */ (slot.cloneNode(false));
  copy.append(made.el, ...[...slot.children].filter((one) => one.tagName === "FIGCAPTION").map((one) => one.cloneNode(true)));
  made.placed();
  return copy;
}

/** @param {Live.Page} page @param {Live.Bundle} data @param {Live.Bundle} [before] @param {HTMLElement} [slot] @returns {HTMLElement} */
function bundleNode(page, data, before, slot) {
  if (data["image/svg+xml"]) return pictureNode(page, data, slot);
  if (data["text/markdown"]) return markdownNode(page, data, before, slot);
  if (data["text/html"]) return sandboxed(page, data["text/html"]);
  if (data["text/latex"]) {
    const formula = data["text/latex"].replace(/^\s*\$+|\$+\s*$/g, "");
    return page.make("div", { class: "output text_latex" }, page.make("div", { class: "math notranslate nohighlight" }, `\\[${formula}\\]`));
  }
  if (data["image/png"]) {
    return page.make("img", { src: `data:image/png;base64,${data["image/png"]}`, alt: data["text/plain"] ?? "A picture" });
  }
  return printedNode(page, data["text/plain"] ?? "", "text_plain");
}

// HTML of a package, or of a cell that somebody was given: shown in a frame in which nothing runs, and which asks no
// address for anything.  The page itself sees how high it is.
/** @param {Live.Page} page @param {string} html @returns {HTMLElement} */
function sandboxed(page, html) {
  const policy = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">`;
  const style = "<style>:root { color-scheme: light; font: 15px system-ui, sans-serif; background: white; }</style>";
  const frame = page.make("iframe", { class: "live-html", sandbox: "allow-same-origin", title: "HTML output", srcdoc: `<!doctype html>${policy}${style}${html}` });
  frame.addEventListener("load", () => {
    const root = frame.contentDocument?.documentElement;
    if (root) new ResizeObserver(() => (frame.style.height = `${Math.min(root.offsetHeight + 20, 600)}px`)).observe(root);
  });
  return page.make("div", { class: "output text_html" }, frame);
}

/** @type {Promise<void> | null} */
let mathjax = null;

/** @param {Live.Page} page @returns {Promise<void>} */
async function loadMathJax(page) {
  window.MathJax = { startup: { typeset: false }, options: { enableMenu: false } };
  const script = page.make("script", { src: `${page.root}_static/mathjax/tex-chtml-full.js` });
  document.head.append(script);
  await new Promise((done, fail) => Object.assign(script, { onload: done, onerror: fail }));
  await window.MathJax.startup.promise;
}

// Set formulas that the book has not: with MathJax, which a page asks for when it first needs it.  Where it cannot be
// had, they stay as they were written, and the next formula asks again.
/** @param {Live.Page} page @param {Element[]} nodes */
function typeset(page, nodes) {
  mathjax ??= loadMathJax(page);
  mathjax.then(() => window.MathJax?.typesetPromise?.(nodes), () => (mathjax = null));
}

// Show a result in place of what is there.  What equals the stored output is the stored output, but for figures; `mine`
// says whether a reader has changed what it was made of.
/** @param {Live.Cell} cell @param {Live.Page} page @param {Live.Result} result @param {import("./session.js").Session} session @param {boolean} mine */
export function show(cell, page, result, session, mine) {
  const place = placeOf(cell, page);
  cell.page.node.querySelector(".live-unrun")?.remove();
  const first = /** @type {HTMLElement[]} */ (cell.page.bookOutput.filter((one) => one instanceof HTMLElement));
  const streams = first.filter((one) => one.classList.contains("stream"));
  const slots = first.filter((one) => !one.classList.contains("stream"));
  const before = bundles(cell.outputs);
  closeFigures(cell.page);
  endStream(cell);
  /** @type {HTMLElement[]} */
  const nodes = [];
  if (result.printed) {
    nodes.push(result.printed === printedBy(cell.outputs) && streams.length ? streams[0] : printedNode(page, result.printed, "stream"));
  }
  if (result.warned) nodes.push(printedNode(page, result.warned, "stderr"));
  result.outputs.forEach((data, k) => {
    if (data.model && data.coursemachine?.figure) {
      const made = liveFigure(page, data, session, mine ? null : before[k]?.coursemachine?.figure);
      cell.page.closing.push(made.close);
      nodes.push(figureNode(made, slots[k]));
      return;
    }
    const equal = before[k] && !pictured(data) && before[k]["text/markdown"] === data["text/markdown"] && textOf(before[k]) === textOf(data);
    nodes.push(equal && slots[k] ? slots[k] : bundleNode(page, data, before[k], slots[k]));
  });
  if (result.error) nodes.push(errorNode(page, cell, result.error));
  cell.page.mark = nodes.length ? page.make("p", { class: "live-mark" }) : null;
  place.replaceChildren(...nodes, ...(cell.page.mark ? [cell.page.mark] : []));
  const fresh = nodes.filter((one) => one.querySelector?.(".math:not(:has(mjx-container))"));
  if (fresh.length) typeset(page, fresh);
}

const HELP = {
  NameError: "A name has no value yet. Is it spelled as above? Was its cell run?",
  SyntaxError: "Python cannot read this line. Look for a missing bracket, colon or quote, in the line before as well.",
  IndentationError: "The line begins too far left or right.",
  ModuleNotFoundError: "Only the packages of this book are loaded here.",
  MemoryError: "There is not enough memory in the browser for this; try a smaller size.",
  RecursionError: "A function calls itself without an end.",
  SystemExit: "exit() ends nothing here: Stop ends what runs, Restart forgets all names.",
  KeyboardInterrupt: "You stopped it. What ran before still holds.",
};

/** @param {Live.Page} page @param {Live.Cell} cell @param {Live.PythonError} error @returns {HTMLElement} */
function errorNode(page, cell, error) {
  const at = error.line ? ` in line ${error.line}` : "";
  const where = cell.page?.pre ? `This cell stopped${at}` : "A part that the page leaves out stopped";
  const slow = error.kind === "NameError" && cell.afterSlow ? " A slow cell above was passed over; it may define the name. Run it by its own button." : "";
  const sentence = page.make("p", { class: "live-sentence" }, page.make("strong", {}, `${where}: ${error.kind}. `), (error.hint || HELP[error.kind] || `${(error.words ?? "").slice(0, 200)}.`.replace(/^\.$/, "")) + slow);
  const node = page.make("div", { class: "live-error" }, sentence);
  const trace = printedNode(page, error.traceback, "traceback");
  trace.querySelector("pre").tabIndex = 0;
  node.append(trace);
  return node;
}

const LEAD = { right: "Right", wrong: "Not right yet", error: "It does not run", empty: "Nothing is written yet" };

/** What a check says, in words for the exercise's own cell. @param {Live.Result} result @returns {{ kind: string, words: string } | null} */
export function verdict({ outputs, error }) {
  if (error) return { kind: "error", words: `It stops with an error (${error.kind}${error.line ? ` in line ${error.line}` : ""}), so nothing could be checked.` };
  const data = outputs.map((one) => one.coursemachine).find((one) => one?.kind === "verdict");
  if (!data) return null;
  const { verdict: kind, words } = data;
  if (kind === "empty") return { kind, words: `${LEAD.empty}.` };
  if (kind === "right") return { kind, words: `${words[0].toUpperCase()}${words.slice(1)}.` };
  return { kind, words: `${LEAD[kind]}: ${words}.`.replace(/\?\.$/, "?") };
}
