// COPA's step by hand: the example and the class vectors are dragged, the step follows.
// Parameters: true (class of the example), box, prices (positions of the slider, null for infinity).
import { arrow, beside, clamp, COLORS, draw, fix, formula, handle, inColor, INDEX, oneOf, panel, plane, pointInside, pressable, set, SHAPES, slider, sub, sum, term, whole, words } from "../../coursemachine/controls/static/front.js";
import { copaStep } from "./arithmetic/copa.js";
import { dot } from "./arithmetic/matrices.js";
import { regions } from "./linear_rule.js";

export const parameters = ["true", "names", "box", "prices"];

// The losses as bars that are clicked, and the threshold; the call draws those of a step.
function lossChart(stage, labels, others, now, put) {
  const [high, low, tall] = [2, -1.6, 160];
  const chart = panel(stage, 228, tall);
  const level = (value) => 12 + ((high - clamp(value, low, high)) / (high - low)) * (tall - 32);
  const seat = (k) => 44 + 66 * k;
  chart.append(words(8, level(0), "0", { "text-anchor": "start" }), words(2, 6, "loss", { "text-anchor": "start" }));
  chart.append(draw("path", { d: `M18 ${level(0)}H216`, stroke: "currentColor", "stroke-width": 0.8 }));
  const bars = others.map(() => {
    const node = draw("g", { class: "cf-cell" });
    const area = draw("rect", { x: -30, y: 2, width: 62, height: tall - 4, fill: "transparent" });
    const frame = draw("rect", { class: "cf-frame", x: -21, y: 12, width: 64, height: tall - 13, rx: 3, fill: "none", stroke: "currentColor", "stroke-width": 0 });
    const [owed, stick] = [draw("rect", { x: -13, width: 26, "fill-opacity": 0.5 }), draw("path", { "stroke-width": 1.4, fill: "none" })];
    const mark = draw("path", { "stroke-width": 1.2 });
    const [number, label] = [words(16, 0, "", { class: "cf-halo", "text-anchor": "start" }), words(0, tall - 8, "")];
    node.append(area, frame, owed, stick, mark, number, label);
    const entry = { node, frame, owed, stick, mark, number, label, q: null };
    pressable(node, () => put({ picked: now().picked === labels[entry.q] ? "" : labels[entry.q] }));
    return entry;
  });
  const threshold = draw("path", { stroke: "currentColor", "stroke-width": 1.5, "stroke-dasharray": "5 3", fill: "none", "pointer-events": "none" });
  const tau = words(226, 0, "", { "text-anchor": "end", class: "cf-halo", "pointer-events": "none" });
  chart.append(threshold);
  chart.append(...bars.map(({ node }) => node), tau);
  return ({ losses, order, active, tau: height, alpha }, picked) => {
    bars.forEach((bar, k) => {
      const q = order[k];
      bar.q = q;
      const on = active.includes(q);
      const [top, base] = [level(losses[q]), level(height)];
      set(bar.node, { transform: `translate(${seat(k)} 0)`, "aria-pressed": picked === q });
      set(bar.node, { "aria-label": `class ${labels[q]}: loss ${fix(losses[q])}, ${on ? `active, alpha ${fix(alpha[q])}` : "not active"}` });
      set(bar.owed, { y: top.toFixed(2), height: Math.max(0, on ? base - top : 0).toFixed(2), fill: COLORS[q] });
      set(bar.stick, { d: `M0 ${level(0)}V${top.toFixed(2)}`, stroke: COLORS[q] });
      set(bar.mark, { d: SHAPES[q], transform: `translate(0 ${top.toFixed(2)}) scale(1.4)`, fill: on ? COLORS[q] : "var(--cf-paper, #ffffff)", stroke: COLORS[q] });
      set(bar.frame, { "stroke-width": picked === q ? 1.4 : 0 });
      set(bar.number, { y: top.toFixed(1) });
      bar.number.textContent = fix(losses[q]);
      bar.label.textContent = `class ${labels[q]}`;
      bar.label.setAttribute("style", `fill:${COLORS[q]}`);
    });
    const line = level(height);
    set(threshold, { d: `M18 ${line.toFixed(2)}H226` });
    set(tau, { y: (line + 9).toFixed(1) });
    tau.textContent = `τ = ${fix(height)}`;
  };
}

// The threshold and the multipliers with their numbers; what belongs to the picked class is marked.
function formulas(labels, y, at, step, picked) {
  const { n, kappa, losses, order, active, D, alpha, share } = step;
  const Q = labels.length;
  const mine = (q, words) => term(inColor(q, words), picked === q);
  const list = active.length ? active.map((q, k) => mine(q, k ? fix(Math.abs(losses[q])) : fix(losses[q]))) : ["0"];
  const total = list.reduce((line, one, k) => (k ? `${line} ${losses[active[k]] < 0 ? "−" : "+"} ${one}` : one), "");
  const inverseC = at.C === "inf" ? "0" : `1/${at.C}`;
  const minus = (value) => (value < 0 ? `+ ${fix(-value)}` : `− ${fix(value)}`);
  const shown = picked ?? order[0];
  const gives = [shown, y];
  const multiplier = (q, inFull) =>
    whole(`${sub("α", labels[q])} = ${inFull ? `(${mine(q, fix(losses[q]))} ${minus(step.tau)}) / ${fix(kappa)} = ` : ""}<b>${mine(q, fix(alpha[q]))}</b>`);
  return [
    `${whole(`<i>n</i> = ‖<i>x</i>‖² = ${fix(n)},`)} ${whole(`<i>κ</i> = ${inverseC} + <i>n</i> = ${fix(kappa)},`)} ${whole(`<i>I</i>* = ${active.length},`)} ` +
      whole(`<i>D</i> = ${Q}${at.C === "inf" ? " · 0" : `/${at.C}`} + (${Q} − ${active.length}) · ${fix(n)} = ${fix(D)}`),
    `<i>τ</i> = −<i>n</i> <i>S</i> / <i>D</i> = −${fix(n)} (${total}) / ${fix(D)} = <b>${fix(step.tau)}</b>`,
    active.map((q) => multiplier(q, q === shown)).join(", ") || "no loss is positive: all <i>α</i> = 0",
    gives.map((q) => whole(`${sub("w", labels[q])} ← ${sub("w", labels[q])} − (${mine(q, fix(alpha[q]))} − ${fix(share)}) <i>x</i>`)).join(", "),
  ];
}

// The losses, the threshold, and who wins.
function sentence(labels, x, { losses, order, active, tau, alpha, before, after }) {
  const parts = order.map((q) => `class ${labels[q]} ${fix(losses[q])}`).join(", ");
  const wins = (vectors) => labels[vectors.map((w) => dot(w, x)).reduce((best, value, q, all) => (value > all[best] ? q : best), 0)];
  const result = active.length
    ? `Threshold τ = ${fix(tau)}, I* = ${active.length}, α = ${active.map((q) => fix(alpha[q])).join(", ")}. At x class ${wins(before)} wins before the step, class ${wins(after)} after it.`
    : "I* = 0: no loss is positive and nothing moves.";
  const below = active.filter((q) => losses[q] <= 0).map((q) => labels[q]);
  const owes = below.length ? ` Active with a negative loss: ${below.join(", ")}.` : "";
  return `Losses: ${parts}. ${result}${owes}`;
}

export function build({ parameters, stage, control, now, put }) {
  const { box, prices } = parameters;
  const y = parameters.true;
  const labels = parameters.names;
  const Q = labels.length;
  const name = (q) => `w${labels[q]}`;
  const others = labels.map((_, q) => q).filter((q) => q !== y);
  const priceOf = (at) => (at.C === "inf" ? Infinity : Number(at.C));
  const text = (price) => (price === "inf" ? "∞" : price);

  control(slider, "C", prices, "C, the price of a loss", prices.map(text));

  const stepAt = (at) => copaStep(labels.map((_, q) => at[name(q)]), at.x, y, priceOf(at));
  const map = plane(stage, box, 240);
  const origin = map.to([0, 0]);
  const drawRegions = regions(map, Q);
  const old = labels.map((_, q) => arrow(COLORS[q], { dashed: true, width: 1.3 }));
  const fresh = labels.map((_, q) => arrow(COLORS[q], { width: 2.2 }));
  map.inside.append(...old.map(({ line }) => line), ...fresh.map(({ line }) => line));
  const tags = labels.map((label, q) => words(0, 0, `w${INDEX(label)}`, { color: COLORS[q], class: "cf-halo" }));
  map.root.append(...tags);
  const handles = labels.map((label, q) =>
    handle(map, {
      label: `class vector ${label} before the step`,
      color: COLORS[q],
      get: () => stepAt(now()).before[q],
      // All vectors keep the sum zero, so what one gains the others give in equal parts.
      move: (to) => {
        const rest = [0, 1].map((j) => sum(labels.map((_, r) => (r === q ? 0 : now()[name(r)][j]))));
        const inside = to.map((value, j) => clamp(value, box[2 * j] + 0.1, box[2 * j + 1] - 0.1));
        put({ [name(q)]: inside.map((value, j) => (value + rest[j] / Q) * (Q / (Q - 1))) });
      },
    }),
  );
  const example = handle(map, { label: `example of class ${labels[y]}`, color: "currentColor", get: () => now().x, move: (x) => put({ x }) });
  example.node.append(draw("path", { d: SHAPES[y], fill: COLORS[y], transform: "scale(1.1)" }));
  const tag = words(0, 0, "x", { "font-style": "italic", "font-size": 12, class: "cf-halo" });
  map.root.append(tag);

  const drawLosses = lossChart(stage, labels, others, now, put);
  const write = formula(stage);

  function show(at) {
    const step = stepAt(at);
    const { active } = step;
    const picked = at.picked === "" ? null : labels.indexOf(at.picked);
    drawRegions(step.after, [0, 0]);
    labels.forEach((_, q) => {
      old[q].to(origin, map.to(step.before[q]));
      fresh[q].to(origin, map.to(step.after[q]));
      set(tags[q], beside(origin, map.to(step.before[q]), map.size));
      handles[q].show(`; score ${fix(dot(step.before[q], at.x))}, after the step ${fix(dot(step.after[q], at.x))}`);
    });
    example.show(active.length ? `; threshold ${fix(step.tau)}` : "; no loss is positive");
    const place = map.to(at.x);
    set(tag, { x: clamp(place[0] + 12, 8, 232).toFixed(1), y: clamp(place[1] + 10, 8, 184).toFixed(1) });
    drawLosses(step, picked);

    write(...formulas(labels, y, at, step, picked));
    return sentence(labels, at.x, step);
  }

  return {
    allow: {
      x: pointInside(box, 0.1),
      ...Object.fromEntries(labels.map((_, q) => [name(q), pointInside(box.map((side) => 2 * side))])),
      picked: oneOf(["", ...others.map((q) => labels[q])]),
    },
    show,
    extremes: prices.map((C) => ({ C, x: [-1.1, 1.1], [name(others[0])]: [-1.1, 1.1], picked: labels[others[0]] })),
  };
}
