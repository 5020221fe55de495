// Drawing by hand: SVG nodes, panels, points, handles that are dragged or moved by keys, matrices, formulas.
// Sizes are points (4/3 pixels), as in the pictures that Python draws.
import { draw, make, panelBox, set } from "./controls.js";
import { clamp, round } from "./numbers.js";

export const COLORS = ["#0072b2", "#d55e00", "#009e73", "#c2629a"];
export const ACCENT = "var(--cf-accent, #c4203a)";
// Shapes double the colours; each is drawn around (0, 0).
export const SHAPES = ["M-2.5 0a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0", "M0-3L2.8 2.2H-2.8Z", "M-2.2-2.2H2.2V2.2H-2.2Z", "M0-3.3L3 0L0 3.3L-3 0Z"];
export const INDEX = (text) => String(text).replace(/\d/g, (digit) => "₀₁₂₃₄₅₆₇₈₉"[digit]);

// "−0.35", never "-0.00".
export function fix(value, digits = 2) {
  if (!Number.isFinite(value)) return "∞";
  const text = Math.abs(value).toFixed(digits);
  return value < 0 && Number(text) !== 0 ? `−${text}` : text;
}

export const percent = (share, digits = 0) => `${fix(100 * share, digits)}\u00a0%`;

export function panel(stage, width, height) {
  const root = draw("svg", { viewBox: `0 0 ${width} ${height}`, fill: "currentColor", "font-size": 10.5, "stroke-linejoin": "round" });
  root.style.width = "100%";
  stage.append(panelBox(root));
  return root;
}

// Words in a picture; `color` is that of a class.
export function words(x, y, text, { color, ...more } = /** @type {any} */ ({})) {
  const node = draw("text", { x, y, "text-anchor": "middle", "dominant-baseline": "central", ...more }, text);
  if (color) node.setAttribute("style", `fill:${color}`);
  return node;
}

// Beside the end of an arrow, where its name stands; kept inside a picture of a given size.
export function beside(from, to, [width, height], gap = 14) {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  const [x, y] = [0, 1].map((j) => to[j] + (gap * (to[j] - from[j])) / length);
  return { x: clamp(x, 8, width - 8).toFixed(1), y: clamp(y, 8, height - 8).toFixed(1) };
}

export const polygon = (corners) => corners.map((corner) => corner.map((value) => value.toFixed(2)).join(" ")).join(",");

// A plane [left, right, bottom, top] drawn in a panel of a given width.
export function plane(stage, [left, right, bottom, top], width) {
  const scale = width / (right - left);
  const height = (top - bottom) * scale;
  const root = panel(stage, width, height);
  const to = (point) => [(point[0] - left) * scale, (top - point[1]) * scale];
  const from = (x, y) => [left + x / scale, top - y / scale];
  // What leaves the plane is cut off, while the panel itself is not.
  const inside = draw("svg", { width, height, style: "overflow:hidden" });
  root.append(inside);
  return { root, inside, to, from, scale, size: /** @type {[number, number]} */ ([width, height]), box: [left, right, bottom, top] };
}

// Pairs in a window [left, right, bottom, top] with axes, each { name, ticks }, in a panel of a given size.
export function graph(stage, [width, height], [left, right, bottom, top], across, up) {
  const root = panel(stage, width, height);
  const to = ([u, v]) => [32 + ((u - left) / (right - left)) * (width - 44), 14 + ((top - v) / (top - bottom)) * (height - 48)];
  const from = (x, y) => [left + ((x - 32) / (width - 44)) * (right - left), top - ((y - 14) / (height - 48)) * (top - bottom)];
  root.append(draw("path", { d: `M${polygon([[left, top], [left, bottom], [right, bottom]].map(to))}`, fill: "none", stroke: "currentColor", "stroke-width": 0.8 }));
  const digits = (ticks) => Math.max(0, ...ticks.map((tick) => `${tick}`.length - 2)); // 0.25 has two
  root.append(...across.ticks.map((tick) => words(to([tick, bottom])[0], height - 25, fix(tick, digits(across.ticks)), { "font-size": 9 })));
  root.append(...up.ticks.map((tick) => words(27, to([left, tick])[1], fix(tick, digits(up.ticks)), { "text-anchor": "end", "font-size": 9 })));
  root.append(words(width / 2 + 10, height - 10, across.name), words(34, 7, up.name, { "text-anchor": "start" }));
  return { root, to, from };
}

// Bars beside their names, `at` their heights; that of number `own` stands out.  `show` draws lengths, times `scale`.
export function lengthBars(root, names, { left, scale, at, height, own }) {
  const bars = names.map((name, k) => {
    const weight = k === own ? "bold" : "normal";
    const bar = draw("rect", { x: left, y: at(k) - height / 2, height, fill: k === own ? ACCENT : "currentColor", "fill-opacity": k === own ? 0.75 : 0.3 });
    const number = words(0, at(k), "", { class: "cf-halo", "text-anchor": "start", "font-weight": weight });
    const label = words(left - 5, at(k), name, { "text-anchor": "end", "font-weight": weight, "font-size": 10 });
    root.append(bar, label, number);
    return { bar, number, label };
  });
  const show = (values) =>
    values.forEach((value, k) => {
      set(bars[k].bar, { width: (value * scale).toFixed(2) });
      set(bars[k].number, { x: (left + value * scale + 4).toFixed(2) });
      bars[k].number.textContent = fix(value);
    });
  return { labels: bars.map(({ label }) => label), show };
}

// Points of a plane, a shape for each class; the call (look, chosen) gives them their looks, and rings to the chosen.
export function sample(root, map, points, classes) {
  const places = points.map((point) => map.to(point).map((value) => value.toFixed(1)));
  const marks = places.map(([x, y], k) => draw("path", { d: SHAPES[classes[k]], transform: `translate(${x} ${y})` }));
  const rings = draw("path", { class: "cf-ring", fill: "none", stroke: "currentColor", "stroke-width": 1.3 });
  root.append(...marks, rings);
  return (look, chosen) => {
    marks.forEach((node, k) => set(node, look(k)));
    const around = places.filter((_, k) => chosen(k)).map(([x, y]) => `M${Number(x) - 5} ${y}a5 5 0 1 0 10 0a5 5 0 1 0-10 0`);
    set(rings, { d: around.join("") });
  };
}

export function arrow(color, { dashed = false, width = 1.8 } = {}) {
  const line = draw("path", { fill: "none", stroke: color, "stroke-width": width, ...(dashed ? { "stroke-dasharray": "4 3" } : {}) });
  const to = (a, b) => {
    const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
    const length = Math.hypot(dx, dy);
    let path = `M${a[0].toFixed(2)} ${a[1].toFixed(2)}L${b[0].toFixed(2)} ${b[1].toFixed(2)}`;
    if (length > 4 && !dashed) {
      const [u, v] = [dx / length, dy / length];
      const wing = (side) => `${(b[0] - 6 * u + side * 3 * v).toFixed(2)} ${(b[1] - 6 * v - side * 3 * u).toFixed(2)}`;
      path += `M${wing(1)}L${b[0].toFixed(2)} ${b[1].toFixed(2)}L${wing(-1)}`;
    }
    set(line, { d: path });
  };
  return { line, to };
}

export const inPoint = (root, event) => {
  const place = new DOMPoint(event.clientX, event.clientY).matrixTransform(root.getScreenCTM().inverse());
  return [place.x, place.y];
};

// Lets a node be dragged: start() gives where it is, move(x, y) brings it there; a press that stays is a click.
function draggable(node, root, { start, move, click = undefined }) {
  let held = null;
  node.style.touchAction = "none";
  // Not every browser asks an SVG node for its touch-action.
  node.addEventListener("touchstart", (event) => event.preventDefault(), { passive: false });
  node.style.cursor = "grab";
  node.addEventListener("pointerdown", (event) => {
    if (event.button > 0) return;
    const [x, y] = inPoint(root, event);
    const [left, top] = start();
    // The finger keeps its distance, so nothing jumps under it.
    held = { by: [left - x, top - y], from: [event.clientX, event.clientY], moved: false };
    try {
      node.setPointerCapture(event.pointerId);
    } catch {
      // A made-up pointer cannot be captured.
    }
    node.focus({ preventScroll: true });
    event.preventDefault();
  });
  node.addEventListener("pointermove", (event) => {
    if (!held) return;
    if (!held.moved && Math.hypot(event.clientX - held.from[0], event.clientY - held.from[1]) < 3) return;
    held.moved = true;
    const [x, y] = inPoint(root, event);
    move(x + held.by[0], y + held.by[1]);
  });
  node.addEventListener("pointerup", () => {
    if (held && !held.moved) click?.();
    held = null;
  });
  node.addEventListener("pointercancel", () => (held = null));
}

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowDown: [0, -1], ArrowUp: [0, 1] };
const LEAPS = { PageDown: -10, PageUp: 10, Home: -1000, End: 1000 };

// Keys of a node; `act(key, fine)` says whether it used one.
export function keyed(node, act) {
  node.setAttribute("tabindex", 0);
  node.dataset.lmSuppressShortcuts = "true"; // as in keepKeys
  node.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !act(event.key, event.shiftKey)) return;
    event.preventDefault();
    event.stopPropagation();
  });
}

// A node that is pressed like a button.
export function pressable(node, click) {
  node.setAttribute("role", "button");
  node.style.cursor = "pointer";
  node.addEventListener("click", click);
  keyed(node, (key) => (key === "Enter" || key === " ") && (click(), true));
}

// A point of a plane that is taken with mouse, finger or arrow keys; `move` gets the place wanted.  One that has only one
// way to go has `turn`, which gets 1 or -1 from an arrow key and 10 times that from a large one.
export function handle(view, { label, color, get, move, turn = undefined }) {
  const knob = draw("circle", { r: 5.5, fill: "var(--cf-paper, #ffffff)", stroke: color, "stroke-width": 2.2 });
  const node = draw("g", { role: "slider", "aria-label": label, class: "cf-handle", "aria-valuemin": view.box[0], "aria-valuemax": view.box[1] });
  node.append(draw("circle", { r: 16, fill: "transparent" }), knob);
  draggable(node, view.root, { start: () => view.to(get()), move: (x, y) => move(view.from(x, y)) });
  keyed(node, (key, fine) => {
    const by = STEPS[key];
    if (turn && (by || key in LEAPS)) return turn(by ? by[0] + by[1] : LEAPS[key]), true;
    if (!by) return false;
    const [x, y] = get();
    const step = fine ? 0.01 : 0.05;
    move([x + step * by[0], y + step * by[1]]);
    return true;
  });
  view.root.append(node);
  return {
    node,
    show(words = "") {
      const [x, y] = get();
      const [left, top] = view.to([x, y]);
      set(node, { transform: `translate(${left.toFixed(2)} ${top.toFixed(2)})`, "aria-valuenow": round(x) });
      set(node, { "aria-valuetext": `${fix(x)}, ${fix(y)}${words}` });
    },
  };
}

// A matrix of cells.  `cell(p, q)` says what each is: { label, move, limit, get, click }; a cell with `move` is a slider
// that is dragged up and down or moved by keys, others with `click` are buttons.  `piled` leaves their room to what lies in
// them: no level, and the number in the corner.
export function cells(root, { left, top, size, rows, columns, cell, piled = false }) {
  const [width, height] = size;
  const made = rows.map((_, p) =>
    columns.map((_, q) => {
      const { move, click, get, limit, label } = cell(p, q);
      const [x, y] = [left + q * width, top + p * height];
      const node = draw("g", { class: "cf-cell", transform: `translate(${x} ${y})` });
      const back = draw("rect", { width: width - 2, height: height - 2, rx: 2, fill: COLORS[p], "fill-opacity": 0.06 });
      const level = draw("rect", { width: width - 2, height: 0, y: height - 2, fill: COLORS[p], "fill-opacity": 0.28 });
      const frame = draw("rect", { class: "cf-frame", width: width - 2, height: height - 2, rx: 2, fill: "none", stroke: "currentColor", "stroke-width": 0 });
      const number = piled ? words(width - 5, 8, "", { "text-anchor": "end", class: "cf-halo" }) : words(width / 2 - 1, height / 2 - 1, "");
      node.append(back, ...(piled ? [] : [level]), frame, number);
      root.append(node);
      if (move) {
        const step = (by) => (move(clamp(round(get() + by), 0, limit())), true);
        set(node, { role: "slider", "aria-label": label, "aria-valuemin": 0 });
        node.append(words(width - 8, 8, "↕", { "font-size": 7, "fill-opacity": 0.6 }));
        draggable(node, root, {
          start: () => [0, y + (height - 2) * (1 - get())],
          move: (_, to) => move(clamp(round(1 - (to - y) / (height - 2)), 0, limit())),
          click,
        });
        const keys = { ArrowUp: 0.02, ArrowRight: 0.02, "+": 0.02, ArrowDown: -0.02, ArrowLeft: -0.02, "-": -0.02 };
        Object.assign(keys, { PageUp: 0.1, PageDown: -0.1, Home: -1, End: 1 });
        keyed(node, (key, fine) => {
          if (key === "Enter" || key === " ") return click(), true;
          return key in keys && step(fine && key !== "+" ? keys[key] / 2 : keys[key]);
        });
        node.style.cursor = "ns-resize";
      } else if (click) {
        set(node, { "aria-label": label });
        pressable(node, click);
      }
      return { node, level, number, frame, slider: Boolean(move), button: Boolean(click && !move), limit, label };
    }),
  );
  columns.forEach((name, q) => root.append(words(left + q * width + width / 2 - 1, top - 8, name, { color: COLORS[q] })));
  rows.forEach((name, p) => root.append(words(left - 9, top + p * height + height / 2 - 1, name, { color: COLORS[p] })));
  return {
    // `alarm` says which cells hold what cannot be: their frames and numbers are red.
    show(M, { marked = (_p, _q) => false, alarm = (_p, _q) => false, text = (value, _p, _q) => fix(value), tell = (p, q) => text(M[p][q], p, q) }) {
      made.forEach((row, p) =>
        row.forEach(({ node, level, number, frame, slider, button, limit, label }, q) => {
          const share = clamp(Math.abs(M[p][q]), 0, 1);
          set(level, { y: ((height - 2) * (1 - share)).toFixed(2), height: ((height - 2) * share).toFixed(2) });
          number.textContent = text(M[p][q], p, q);
          const chosen = marked(p, q);
          const red = alarm(p, q);
          set(frame, { "stroke-width": chosen || red ? 2 : 0, stroke: red ? ACCENT : "currentColor" });
          set(number, { style: red ? `fill:${ACCENT}` : "", "font-weight": red ? "bold" : "normal" });
          if (slider) set(node, { "aria-valuenow": M[p][q], "aria-valuemax": limit(), "aria-valuetext": tell(p, q) + (chosen ? ", chosen" : "") });
          if (button) set(node, { "aria-pressed": chosen, "aria-label": `${label}: ${tell(p, q)}` });
        }),
      );
    },
  };
}

// Lines of a formula with numbers inside, below the picture; the call (line, ...) replaces them.
export function formula(stage) {
  const shown = make("div", { class: "cf-shown" });
  // The longest form of each line so far keeps its room, at every width.
  const ghost = make("div", { class: "cf-ghost", "aria-hidden": "true" });
  stage.after(make("div", { class: "cf-formula" }, shown, ghost));
  return (...lines) => {
    const parsed = new DOMParser().parseFromString(lines.map((line) => `<p>${line}</p>`).join(""), "text/html").body;
    // A class may have any name.
    for (const one of parsed.querySelectorAll(":not(p, i, b, sub, sup, mark, span)")) one.remove();
    shown.replaceChildren(...parsed.children);
    [...shown.children].forEach((line, k) => {
      if (!ghost.children[k]) ghost.append(line.cloneNode(true));
      else if (line.textContent.length > ghost.children[k].textContent.length) ghost.children[k].replaceWith(line.cloneNode(true));
    });
  };
}

const TEXTS = ["var(--cf-blue, #0072b2)", "var(--cf-orange, #b34f00)", "var(--cf-green, #007a59)", "var(--cf-pink, #a8457f)"];
export const inColor = (q, text) => `<span style="color:${TEXTS[q]}">${text}</span>`;
export const sub = (letter, index) => `<i>${letter}</i><sub>${index}</sub>`;
// A number of the formula; marked, it belongs to what was chosen.
export const term = (text, marked) => (marked ? `<mark>${text}</mark>` : text);
// Parts that stay on one line.
export const whole = (text) => `<span class="cf-whole">${text}</span>`;
export const root2 = (text) => `√<span class="cf-root">${text}</span>`;
