// A matrix of counts as a picture, and the one of the reader, which this browser keeps.
import { ACCENT, clamp, draw, fix, kept, panel, set, sum, words } from "../../coursemachine/controls/static/front.js";

export const DRAWN = 26; // classes in the picture: of more, those of the entries that make most of the norm
export const shortened = (label, most = 14) => (label.length <= most ? label : `${label.slice(0, most / 2 - 1)}…${label.slice(1 - most / 2)}`);
export const inThousands = (count) => count.toLocaleString("en");

// The counts that were last read on the page of one's own matrix: { labels, N }; they never enter an address.
export const ownShelf = () => kept("own matrix");

// The matrix by its rates, the entries that make the norm framed: the wider, the larger their share.
export function drawMatrix(stage, { labels, counts, norm_entries: entries }, side = 200) {
  let kept = [...labels.keys()];
  if (kept.length > DRAWN) {
    const place = new Map(labels.map((label, k) => [label, k]));
    kept = [...new Set([...entries.flatMap((one) => [place.get(one.true), place.get(one.predicted)]), ...kept])].slice(0, DRAWN).sort((one, other) => one - other);
  }
  const Q = kept.length;
  const rows = kept.filter((p) => sum(counts[p]) > 0); // classes with examples
  const size = clamp(side / Q, 9, 0.23 * side);
  const names = kept.map((k) => shortened(labels[k], 10));
  const room = 10 + 6.4 * Math.max(...names.map((name) => name.length));
  const tall = Q > 4 || room > size + 10;
  const [left, top] = [room + 14, (tall ? room : 14) + 16];
  const root = panel(stage, left + Q * size + 4, top + rows.length * size + 4);
  const few = Q < labels.length ? ` of ${labels.length}, those of the largest entries of the norm` : "";
  set(root, { role: "img", "aria-label": `Matrix of ${Q} classes${few}: the darker a cell, the larger its share of its row; ${entries.length} entries with a red frame make the norm` });
  root.append(words(left + (Q * size) / 2, 7, few ? `prediction, ${Q} classes of ${labels.length}` : "prediction"), words(6, top + (rows.length * size) / 2, "true", { transform: `rotate(-90 6 ${(top + (rows.length * size) / 2).toFixed(2)})` }));
  const font = Math.min(10.5, size * 0.9);
  // Where numbers stand in the cells these stay pale enough for them.
  const [numbered, ink] = [size >= 24, size >= 24 ? 0.32 : 0.9];
  rows.forEach((row, p) => root.append(words(left - 4, top + (p + 0.5) * size, names[kept.indexOf(row)], { "text-anchor": "end", "font-size": font })));
  names.forEach((name, q) => {
    const x = left + (q + 0.5) * size;
    root.append(words(x, top - (tall ? 4 : 8), name, { "font-size": font, ...(tall ? { "text-anchor": "start", transform: `rotate(-90 ${x.toFixed(2)} ${top - 4})` } : {}) }));
  });
  rows.forEach((row, p) => kept.forEach((one, q) => {
    const count = counts[row][one];
    const [x, y, rate] = [left + q * size, top + p * size, count / sum(counts[row])];
    root.append(draw("rect", { x: x.toFixed(2), y: y.toFixed(2), width: (size - 1).toFixed(2), height: (size - 1).toFixed(2), fill: "currentColor", "fill-opacity": (0.03 + ink * rate).toFixed(3) }));
    if (!numbered) return;
    const shown = count < 1e5 ? String(count) : count.toExponential(0).replace("+", "");
    root.append(words(x + size / 2, y + size / 2, shown, { "font-size": Math.min(10.5, (1.6 * size) / shown.length) }));
  }));
  for (const one of entries.filter(({ share }) => share >= 0.05)) {
    const [p, q] = [rows.indexOf(labels.indexOf(one.true)), kept.indexOf(labels.indexOf(one.predicted))];
    if (p < 0 || q < 0) continue;
    const width = 1 + 2.5 * one.share;
    root.append(draw("rect", { x: (left + q * size + width / 2).toFixed(2), y: (top + p * size + width / 2).toFixed(2), width: (size - 1 - width).toFixed(2), height: (size - 1 - width).toFixed(2), fill: "none", stroke: ACCENT, "stroke-width": width.toFixed(2) }));
  }
}

// Bars by their names, with their numbers or their intervals, the marked ones in the accent colour; `line` is to be reached.
export function drawBars(stage, { title, rows, label = title, most = Math.max(...rows.map(({ value }) => value)) || 1, ticks = [], line = 0, left = 78, slots = rows.length }) {
  const [wide, step] = [ticks.length ? 150 : 110, 17];
  const root = panel(stage, left + wide + (ticks.length ? 12 : 44), (ticks.length ? 40 : 24) + step * slots);
  const [x, base] = [(value) => (left + (value / most) * wide).toFixed(2), 20 + step * rows.length];
  set(root, { role: "img", "aria-label": `${label}: ${rows.map(({ name, value, text }) => `${name} ${text ?? fix(value)}`).join(", ")}` });
  root.append(words(left + wide / 2, 7, title));
  if (line) root.append(draw("path", { d: `M${x(line)} 14V${base}`, fill: "none", stroke: ACCENT, "stroke-dasharray": "4 3" }));
  rows.forEach(({ name, value, marked, ends: [low, high] = [], text }, k) => {
    const y = 24 + step * k;
    root.append(words(left - 5, y, shortened(name, 2 * Math.floor(left / 13)), { "text-anchor": "end", "font-weight": marked ? "bold" : "normal" }));
    root.append(draw("rect", { x: left, y: y - 5, width: ((value / most) * wide).toFixed(2), height: 10, fill: marked ? ACCENT : "currentColor", "fill-opacity": marked ? 0.75 : 0.3 }));
    if (text === undefined) root.append(draw("path", { d: `M${x(low)} ${y}H${x(high)}M${x(low)} ${y - 4}v8M${x(high)} ${y - 4}v8`, fill: "none", stroke: "currentColor", "stroke-width": 1 }));
    else root.append(words(Number(x(value)) + 4, y, text, { "text-anchor": "start", class: "cf-halo" }));
  });
  root.append(draw("path", { d: `M${left} 14V${base}`, stroke: "currentColor", "stroke-width": 0.5 }));
  for (const value of ticks) root.append(words(left + value * wide, base + 9, String(value), { "font-size": 9 }));
}

// Class errors with their exact intervals, worst first.
export function drawErrors(stage, { classes }) {
  const worst = [...classes].sort((one, other) => Math.round((other.error - one.error) * 1e9)).slice(0, 12);
  const rows = worst.map(({ label, error, low, high }) => ({ name: label, value: error, marked: worst[0].error < error + 1e-9, ends: [low, high] }));
  drawBars(stage, { title: "class error, 95 % interval", label: "Class errors with 95 % intervals, worst first", rows, most: 1, ticks: [0, 0.5, 1] });
}
