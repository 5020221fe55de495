// The imbalance dial: the share of a class is dragged along the curves of three rules; plane and matrix follow.
// Parameters: points, labels (of each class as many are shown as its share says, the first ones), names, box, vectors (of
// the classes), shares, stops (those of the slider), rules by name: matrices and meeting points at each share, or one for
// all, and where the name stands in each chart.
import { ACCENT, addControl, cells, cellsNamed, choice, COLORS, draw, fix, formula, handle, inColor, oneOf, panel, percent, plane, polygon, root2, sample, set, slider, sub, term, whole, words } from "../../coursemachine/controls/static/front.js";
import { answersOf } from "./arithmetic/linear.js";
import { classErrors, operatorNorm, risk, stretch, times } from "./arithmetic/matrices.js";
import { regions } from "./linear_rule.js";

export const parameters = ["points", "labels", "names", "box", "vectors", "shares", "stops", "rules"];

const near = (list, wanted) => list.reduce((best, one) => (Math.abs(one - wanted) < Math.abs(best - wanted) - 1e-9 ? one : best));

// Accuracy and norm over the share, a curve for each rule, with a knob on that of the chosen one; the call draws a state.
function curves(stage, parameters, priorsAt, matrixOf, { now, put }) {
  const { names, shares, rules } = parameters;
  const kinds = Object.keys(rules);
  const WIDE = 236;
  const [low, high] = [shares[0], shares[shares.length - 1]];
  const graph = panel(stage, WIDE, 196);
  const across = (one) => 34 + ((one - low) / (high - low)) * (WIDE - 50);
  // Curves as far as the share was dragged, so that they do not tell before they are asked.
  let reached = 0;
  const backwards = (x) => low + ((x - 34) / (WIDE - 50)) * (high - low);
  const charts = [
    { name: "accuracy", top: 18, ticks: [0.4, 0.6, 0.8, 1], ends: [0.3, 1.08], measure: (C, one) => 1 - risk(C, priorsAt(one)), text: percent },
    { name: "norm ‖C‖", top: 110, ticks: [0, 0.5, 1, 1.5], ends: [-0.35, 1.55], measure: operatorNorm, text: (value) => fix(value, 1) },
  ].map(({ name, top, ticks, ends, measure, text }, n) => {
    const to = ([x, y]) => [across(x), top + 64 * ((ends[1] - y) / (ends[1] - ends[0]))];
    const paths = Object.fromEntries(kinds.map((kind) => [kind, shares.map((one) => to([one, measure(matrixOf(kind, one), one)]))]));
    const curve = (kind) => `M${polygon(paths[kind].slice(0, reached + 1))}`;
    graph.append(words(2, top - 12, name, { "text-anchor": "start" }));
    for (const tick of ticks) {
      graph.append(words(28, to([0, tick])[1], text(tick), { "text-anchor": "end", "font-size": 8.5 }));
      graph.append(draw("path", { d: `M31 ${to([0, tick])[1]}H${WIDE - 12}`, stroke: "currentColor", "stroke-width": 0.5, "stroke-opacity": 0.25 }));
    }
    const thin = kinds.map(() => draw("path", { fill: "none", stroke: "currentColor", "stroke-width": 1.1, "stroke-opacity": 0.5 }));
    const strong = draw("path", { fill: "none", stroke: ACCENT, "stroke-width": 2.2 });
    graph.append(...thin, strong);
    const tags = kinds.map((kind) => {
      const [x, y] = to(rules[kind].tags[n]);
      return words(x, y, kind, { "text-anchor": "start", "font-size": 8.5, class: "cf-halo" });
    });
    graph.append(...tags);
    const knob = handle({ root: graph, to, from: (x) => [backwards(x)], box: [low, high] }, {
      label: `share of class ${names[0]}, on the curve of the ${n ? "norm" : "accuracy"}`,
      color: ACCENT,
      get: () => [now().share, measure(matrixOf(now().classifier, now().share), now().share)],
      move: ([x]) => put({ share: near(shares, x) }),
      turn: (by) => put({ share: near(shares, now().share + by / 100) }),
    });
    return { curve, thin, strong, tags, knob };
  });
  for (const one of [0.4, 0.6, 0.8, 0.99]) graph.append(words(across(one), 184, percent(one), { "font-size": 8.5 }));
  return (at, accuracy, norm) => {
    reached = Math.max(reached, shares.indexOf(at.share));
    for (const { curve, thin, strong, tags, knob } of charts) {
      thin.forEach((line, k) => set(line, { d: curve(kinds[k]) }));
      set(strong, { d: curve(at.classifier) });
      tags.forEach((tag, k) => {
        set(tag, { "font-weight": kinds[k] === at.classifier ? "bold" : "normal" });
        tag.setAttribute("style", kinds[k] === at.classifier ? `fill:${ACCENT}` : "");
      });
      knob.show();
      set(knob.node, { "aria-valuetext": `${percent(at.share)}; accuracy ${percent(accuracy, 1)}, norm ${fix(norm, 3)}` });
    }
  };
}

export function build(hand) {
  const { parameters, key, stage, controls, control, now, put } = hand;
  const { points, labels, names, box, vectors, shares, stops, rules } = parameters;
  const Q = names.length;
  const kinds = Object.keys(rules);
  const named = cellsNamed(names, hand);
  const ofShare = (list, share) => list[Math.min(shares.indexOf(share), list.length - 1)];
  const priorsAt = (share) => names.map((_, q) => (q ? (1 - share) / (Q - 1) : share));
  const matrixOf = (kind, share) => ofShare(rules[kind].matrices, share);
  // The how-manieth of its class each point is.
  const rank = labels.map((label, k) => labels.slice(0, k).filter((other) => other === label).length);
  const most = points.length / Q;

  const axis = { label: `share of class ${names[0]}`, values: stops.map((share) => percent(share)) };
  const share = addControl(controls, slider(axis, `${key}-share`, (k) => put({ share: stops[k] })));
  control(choice, "classifier", kinds, "classifier");

  const map = plane(stage, box, 131);
  const drawRegions = regions(map, Q);
  const drawPoints = sample(map.inside, map, points, labels);
  const table = panel(stage, 112, 131);
  const cell = cells(table, {
    left: 15, top: 34, size: [32.2, 32.2], rows: names, columns: names,
    cell: (p, q) => ({ label: `true ${names[p]}, predicted ${names[q]}`, click: () => named.toggle(p, q) }),
  });
  table.append(words(62, 12, "predicted"));

  const drawCharts = curves(stage, parameters, priorsAt, matrixOf, hand);
  const write = formula(stage);

  function show(at) {
    const C = matrixOf(at.classifier, at.share);
    const [e, priors] = [classErrors(C), priorsAt(at.share)];
    const { norm, direction } = stretch(C);
    const accuracy = 1 - risk(C, priors);
    const meeting = ofShare(rules[at.classifier].meets, at.share);
    share.show(stops.indexOf(near(stops, at.share)), percent(at.share));
    drawRegions(vectors, meeting);
    const answers = answersOf(vectors, meeting, points);
    const sizes = priors.map((prior) => Math.max(1, Math.round(most * prior)));
    const marked = (p, q) => at.cell === named.wordOf(p, q);
    const shown = (k) => rank[k] < sizes[labels[k]];
    drawPoints(
      (k) => ({ fill: COLORS[labels[k]], "fill-opacity": answers[k] === labels[k] ? 0.45 : 1, visibility: shown(k) ? "visible" : "hidden" }),
      (k) => shown(k) && marked(labels[k], answers[k]),
    );
    cell.show(C, { marked, text: (value, p, q) => (p === q ? "0" : fix(value)), tell: (p, q) => (p === q ? "right" : fix(C[p][q], 3)) });
    drawCharts(at, accuracy, norm);
    const mine = (p) => names.some((_, q) => p !== q && marked(p, q));
    const right = names.map((_, p) => whole(`${inColor(p, fix(priors[p], 3))} (1 − ${term(fix(e[p], 3), mine(p))})`));
    const squares = times(C, direction).map((value, p) => term(`${inColor(p, fix(value))}²`, mine(p)));
    write(
      `accuracy = Σ ${sub("π", "p")} (1 − ${sub("e", "p")}) = ${right.join(" + ")} = <b>${fix(accuracy, 3)}</b>`,
      `‖<i>C</i>‖ = ‖<i>Cv</i>‖ = ${root2(squares.join(" + "))} = <b>${fix(norm, 3)}</b> ${whole(`at <i>v</i> = (${direction.map((value) => fix(value)).join(", ")})`)}`,
    );
    return (
      `Class ${names[0]} has ${percent(at.share)} of the examples. The classifier “${at.classifier}” is right on ${percent(accuracy, 1)} of all ` +
      `examples and wrong on ${percent(e[1], 1)} of class ${names[1]}; the norm of its error matrix is ${fix(norm, 3)}.`
    );
  }

  return {
    allow: { share: oneOf(shares), cell: named.allow },
    show,
    walk: { at: () => stops.indexOf(near(stops, now().share)), last: stops.length - 1, to: (k) => put({ share: stops[k] }) },
    extremes: [{ cell: named.wordOf(1, 0), classifier: kinds[1] }],
  };
}
