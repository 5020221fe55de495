// Markdown of outputs, with the formulas and references of the book's tables.
import { makeMarkdown } from "./vendor/markdown.js";

// What an output says of HTML stays text.
const markdown = makeMarkdown({ html: false });

/** A rule for what begins where the pattern, which is sticky, fits. @param {string} name @param {RegExp} pattern @param {(token: any, hit: RegExpExecArray) => void} write */
function add(name, pattern, write) {
  markdown.inline.ruler.after("escape", name, (state, silent) => {
    pattern.lastIndex = state.pos;
    const hit = pattern.exec(state.src);
    if (!hit) return false;
    if (!silent) write(state.push(name, "", 0), hit);
    state.pos += hit[0].length;
    return true;
  });
  markdown.renderer.rules[name] = (tokens, k) => `<span class="${tokens[k].info}">${markdown.utils.escapeHtml(tokens[k].content)}</span>`;
}

add("math", /\$\$([^$]+)\$\$|\$([^$]+)\$/y, (token, [, display, inline]) => {
  token.info = "math notranslate nohighlight";
  token.content = display ? `\\[${display}\\]` : `\\(${inline}\\)`;
});
add("role", /\{[\w:]+\}`([^`<]*?)\s*(?:<[^`]*>)?`/y, (token, [, words]) => (token.content = words));
markdown.renderer.rules.code_inline = (tokens, k) => `<code class="docutils literal notranslate">${markdown.utils.escapeHtml(tokens[k].content)}</code>`;
markdown.renderer.rules.table_open = () => '<div class="pst-scrollable-table-container"><table class="table">';
markdown.renderer.rules.table_close = () => "</table></div>";

/** @param {Live.Page} page @param {string} text @returns {HTMLElement} */
export function written(page, text) {
  const node = page.make("div", { class: "output text_markdown" });
  node.innerHTML = markdown.render(text);
  return node;
}

const split = (line) => line.trim().replace(/^\||\|$/g, "").split(/(?<!\\)\|/).map((one) => one.trim());

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
    const words = page.make("p");
    words.innerHTML = markdown.renderInline(content);
    return page.make(tag, { class: `${tag === "th" ? "head " : ""}text-${side}` }, words);
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
