// What a cell gives, in the markup that the page has for what the book stored.
import { liveFigure } from "./figure.js";
import { fillTable, paragraphs } from "./markdown.js";

const VIEW = "application/vnd.jupyter.widget-view+json";
const DIGEST = /^<(picture|figure) [0-9a-f]{12}/;
const told = (data) => (data["text/plain"] ?? "").replace(DIGEST, "<$1");
const printed = (outputs) => outputs.filter((one) => one.output_type === "stream").map((one) => one.text).join("");
const bundles = (outputs) => outputs.filter((one) => one.data && Object.keys(one.data).length).map((one) => one.data);
const pictured = (data) => VIEW in data || "image/svg+xml" in data;

/** What differs between a result and the stored outputs, in a word; "" where text and tables are equal. */
export function difference(cell, result) {
  if (result.error) return "an error";
  const [before, now] = [bundles(cell.outputs), result.outputs];
  if (printed(cell.outputs) !== result.printed) return "what is printed";
  if (result.warned && !cell.outputs.some((one) => one.name === "stderr")) return "a warning";
  if (before.length !== now.length) return "the number of outputs";
  for (const [k, data] of now.entries()) {
    if ((before[k]["text/markdown"] ?? "") !== (data["text/markdown"] ?? "")) return "a table";
    if (told(before[k]) !== told(data)) return "a value";
  }
  return "";
}

export const hasPicture = (result) => result.outputs.some(pictured);

/** The place of a cell's outputs; one without any gets it. */
function placeOf(cell, page) {
  const node = cell.page.node;
  let place = node.querySelector(".cell_output");
  if (!place) {
    place = page.make("div", { class: "cell_output docutils container live-made" });
    node.append(place);
  }
  cell.page.first ??= [...place.childNodes];
  return place;
}

export function restore(cell) {
  const { node, first } = cell.page;
  for (const close of cell.page.closing ?? []) close();
  cell.page.closing = [];
  const place = node.querySelector(".cell_output");
  if (!first || !place) return;
  if (place.classList.contains("live-made")) place.remove();
  else place.replaceChildren(...first);
  cell.page.first = null;
  cell.page.mark = null;
}

function printedNode(page, text, name) {
  const pre = page.make("pre", {}, text);
  return page.make("div", { class: `output ${name} highlight-myst-ansi notranslate` }, page.make("div", { class: "highlight" }, pre));
}

/** Text that a running cell prints, as it comes. */
export function stream(cell, page, text, name) {
  if (!cell.page) return;
  if (!cell.page.pouring) {
    cell.page.pouring = { stdout: "", stderr: "" };
    cell.page.poured = placeOf(cell, page);
  }
  cell.page.pouring[name] += text;
  // What was there stays until the cell has something else to show.
  let pre = cell.page.poured.querySelector(":scope > .live-pouring pre");
  if (!pre) {
    const node = printedNode(page, "", "stream");
    node.classList.add("live-pouring");
    cell.page.poured.prepend(node);
    pre = node.querySelector("pre");
  }
  pre.textContent += text;
}

/** Take away what an earlier run printed before it was ended. */
export function quiet(cell) {
  if (!cell.page) return;
  cell.page.pouring = null;
  for (const node of cell.page.node.querySelectorAll(".live-pouring")) node.remove();
}

function pictureNode(page, data, slot) {
  const alt = /^<picture [0-9a-f]{12}: ([\s\S]*?)(?:; name: [a-z0-9-]+; caption: [\s\S]*)?>$/.exec(data["text/plain"] ?? "");
  const node = page.make("div", { class: "picture", role: "img", "aria-label": alt?.[1] ?? data["text/plain"] ?? "A picture" });
  const panels = data.panels ?? [data["image/svg+xml"]];
  node.classList.toggle("panels", panels.length > 1);
  node.innerHTML = panels.join("");
  return framed(slot, ".picture", node);
}

// The caption, the number and the address stay those of the page.
function framed(slot, old, node) {
  const figure = slot?.matches("figure.numbered") ? slot : slot?.querySelector("figure.numbered");
  if (!figure) return node;
  const copy = figure.cloneNode(true);
  const place = copy.querySelector(old);
  if (!place) return node;
  place.replaceWith(node);
  return copy;
}

function tableNode(page, data, before, slot) {
  const text = data["text/markdown"];
  if (!/^\|.*\|\n\|[-:| ]+\|/.test(text)) return page.make("div", { class: "output" }, ...paragraphs(page, text));
  const copy = slot?.querySelector("table") ? slot.cloneNode(true) : page.make("div", { class: "pst-scrollable-table-container" });
  if (!copy.querySelector("table")) copy.append(page.make("table", { class: "table" }));
  fillTable(page, copy.querySelector("table"), text, before?.["text/markdown"] ?? "");
  return copy;
}

function bundleNode(page, data, before, slot, session, closing, mine) {
  if (data[VIEW]) {
    const made = liveFigure(page, data, session, mine ? null : session.figures[before?.[VIEW]?.model_id]?.state);
    closing.push(made.close);
    const copy = slot?.querySelector("figcaption") ? slot.cloneNode(false) : null;
    if (!copy) return made.el;
    copy.append(...[...slot.children].filter((one) => one.tagName === "FIGCAPTION").map((one) => one.cloneNode(true)), made.el);
    made.placed();
    return copy;
  }
  if (data["image/svg+xml"]) return pictureNode(page, data, slot);
  if (data["text/markdown"]) return tableNode(page, data, before, slot);
  if (data["text/html"]) {
    const node = page.make("div", { class: "output text_html" });
    node.innerHTML = data["text/html"];
    return node;
  }
  if (data["image/png"]) {
    return page.make("img", { src: `data:image/png;base64,${data["image/png"]}`, alt: data["text/plain"] ?? "A picture" });
  }
  return printedNode(page, data["text/plain"] ?? "", "text_plain");
}

/** Show a result in place of what is there.  What equals the stored output is the stored output, but for figures. */
export function show(cell, page, result, session, mine) {
  const place = placeOf(cell, page);
  const first = cell.page.first.filter((one) => one.nodeType === 1);
  const streams = first.filter((one) => one.classList.contains("stream"));
  const slots = first.filter((one) => !one.classList.contains("stream"));
  const before = bundles(cell.outputs);
  for (const close of cell.page.closing ?? []) close();
  const closing = (cell.page.closing = []);
  cell.page.pouring = null;
  const nodes = [];
  if (result.printed) {
    nodes.push(result.printed === printed(cell.outputs) && streams.length ? streams[0] : printedNode(page, result.printed, "stream"));
  }
  if (result.warned) nodes.push(printedNode(page, result.warned, "stderr"));
  result.outputs.forEach((data, k) => {
    const equal = before[k] && !pictured(data) && before[k]["text/markdown"] === data["text/markdown"] && told(before[k]) === told(data);
    nodes.push(equal && slots[k] ? slots[k] : bundleNode(page, data, before[k], slots[k], session, closing, mine));
  });
  if (result.error) nodes.push(errorNode(page, cell, result.error));
  cell.page.mark = nodes.length ? page.make("p", { class: "live-mark" }) : null;
  place.replaceChildren(...nodes, ...(cell.page.mark ? [cell.page.mark] : []));
  // Mathematics of new table cells.
  const fresh = nodes.filter((one) => one.querySelector?.(".math:not(:has(mjx-container))"));
  if (fresh.length) window.MathJax?.typesetPromise?.(fresh);
}

const HELP = {
  NameError: "A name has no value yet. Is it spelled as above? Was its cell run?",
  SyntaxError: "Python cannot read this line. Look for a missing bracket, colon or quote, in the line before as well.",
  IndentationError: "The line begins too far left or right.",
  ModuleNotFoundError: "Only the packages of this book are loaded here.",
  MemoryError: "There is not enough memory in the browser for this; try a smaller size.",
  RecursionError: "A function calls itself without an end.",
  KeyboardInterrupt: "You stopped it. What ran before still holds.",
};

function errorNode(page, cell, error) {
  const at = error.line ? ` in line ${error.line}` : "";
  const where = cell.page?.pre ? `This cell stopped${at}` : "A part that the page leaves out stopped";
  const slow = error.kind === "NameError" && cell.passed ? " A slow cell above was passed over; it may define the name. Run it by its own button." : "";
  const sentence = page.make("p", { class: "live-sentence" }, page.make("strong", {}, `${where}: ${error.kind}. `), (HELP[error.kind] ?? `${(error.words ?? "").slice(0, 200)}.`.replace(/^\.$/, "")) + slow);
  const node = page.make("div", { class: "live-error" }, sentence);
  const trace = printedNode(page, error.traceback, "traceback");
  trace.querySelector("pre").tabIndex = 0;
  node.append(trace);
  return node;
}

/** Verdict of a check: right, wrong, error or empty, with the words. */
export function verdict({ printed, error }) {
  if (error) return { kind: "error", words: `It stops with an error (${error.kind}), so nothing could be checked.` };
  const line = /^(\w+): (right|wrong|stops|not written yet)(.*)$/m.exec(printed);
  if (!line) return null;
  const kind = { right: "right", wrong: "wrong", stops: "error" }[line[2]] ?? "empty";
  const lead = { right: "Right", wrong: "Not right yet: wrong", error: "It stops", empty: "Nothing is written yet" }[kind];
  return { kind, words: `${lead}${kind === "empty" ? "" : line[3]}.` };
}
