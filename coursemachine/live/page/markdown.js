// The little Markdown that tables of the book have; what it does not know is text.

const INLINE = /(`+)(.+?)\1|\$([^$]+)\$|\*\*(.+?)\*\*|\*(.+?)\*|\[([^\]]*)\]\(([^)\s]*)\)|\{[\w:]+\}`([^`<]*?)\s*(?:<[^`]*>)?`|\\([|*_`$\\])/;

/** @param {Live.Page} page @param {string} text @returns {(Node | string)[]} */
export function inline(page, text) {
  const nodes = [];
  let rest = text;
  for (let hit = INLINE.exec(rest); hit; hit = INLINE.exec(rest)) {
    if (hit.index) nodes.push(rest.slice(0, hit.index));
    const [whole, , code, math, bold, italic, label, , role, escaped] = hit;
    if (code !== undefined) nodes.push(page.make("code", { class: "docutils literal notranslate" }, code));
    else if (math !== undefined) nodes.push(page.make("span", { class: "math notranslate nohighlight" }, `\\(${math}\\)`));
    else if (bold !== undefined) nodes.push(page.make("strong", {}, ...inline(page, bold)));
    else if (italic !== undefined) nodes.push(page.make("em", {}, ...inline(page, italic)));
    else nodes.push(label ?? role ?? escaped ?? whole);
    rest = rest.slice(hit.index + whole.length);
  }
  if (rest) nodes.push(rest);
  return nodes;
}

/** @param {Live.Page} page @param {string} text */
export function paragraphs(page, text) {
  return text.trim().split(/\n{2,}/).map((one) => page.make("p", {}, ...inline(page, one)));
}

/** @param {string} line */
const split = (line) => line.trim().replace(/^\||\|$/g, "").split(/(?<!\\)\|/).map((one) => one.trim());

/** @param {string} text */
function rows(text) {
  const lines = text.split("\n").filter((line) => line.startsWith("|"));
  if (lines.length < 2) return { head: [], align: [], body: [] };
  return { head: split(lines[0]), align: split(lines[1]), body: lines.slice(2).map(split) };
}

// Columns of the stored table by their Markdown: what is said again looks as the book has it, references and all.
/** @param {HTMLTableElement} table @param {string} stored */
function library(table, stored) {
  const known = rows(stored);
  const found = new Map();
  for (const [k, cells] of [known.head, ...known.body].entries()) {
    for (const [column, text] of cells.entries()) found.set(`${k ? "td" : "th"} ${column} ${text}`, table.rows[k]?.cells[column]);
  }
  return found;
}

// Write a Markdown table into a table of the page; `stored` is that of the book.
/** @param {Live.Page} page @param {HTMLTableElement} table @param {string} text @param {string} stored */
export function fillTable(page, table, text, stored) {
  const { head, align, body } = rows(text);
  const known = library(table, stored);
  const likeness = table.tBodies[0]?.rows[0]?.cloneNode(false);
  const cell = (tag, content, column) => {
    const old = known.get(`${tag} ${column} ${content}`);
    if (old) return old.cloneNode(true);
    const side = align[column]?.endsWith(":") && !align[column].startsWith(":") ? "right" : "left";
    return page.make(tag, { class: `${tag === "th" ? "head " : ""}text-${side}` }, page.make("p", {}, ...inline(page, content)));
  };
  const row = (tag, cells, k) => {
    const node = /** @type {HTMLElement} */ (likeness?.cloneNode(false) ?? document.createElement("tr"));
    node.className = k % 2 ? "row-even" : "row-odd";
    node.append(...cells.map((content, column) => cell(tag, content, column)));
    return node;
  };
  const lines = [row("th", head, 0), ...body.map((cells, k) => row("td", cells, k + 1))];
  /** @param {HTMLElement | null | undefined} old @param {string} tag @param {HTMLElement[]} content */
  const part = (old, tag, content) => {
    const node = /** @type {HTMLElement} */ (old?.cloneNode(false) ?? document.createElement(tag));
    node.append(...content);
    if (old) old.replaceWith(node);
    else table.append(node);
  };
  part(table.tHead, "thead", lines.slice(0, 1));
  part(table.tBodies[0], "tbody", lines.slice(1));
}
