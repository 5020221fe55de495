// UMA anatomy: class vectors and the entries of the matrix that UMA assumes are dragged; z, the true mean and the masses follow.
// Parameters: points of the unit disc, labels (noisy), truth, names, presets (matrices by name).  A state has the class vectors
// by name, the entries such as "c21", and in `cell` the pair predicted, true; none is that of the longest z.
import { arrow, beside, button, cells, cellsNamed, clamp, COLORS, draw, entries, fix, formula, inColor, panel, plane, sample, set, sub, whole, words } from "../../coursemachine/controls/static/front.js";
import { countsOf, dot, inverse, zeros } from "./arithmetic/matrices.js";
import { noiseMatrix } from "./arithmetic/noise.js";
import { longestPair, umaAt, umaStep } from "./arithmetic/uma.js";
import { linearRule } from "./linear_rule.js";

export const parameters = ["points", "labels", "truth", "names", "presets"];

// The matrix that UMA assumes, whose entries are dragged, and the masses, whose cells choose a pair.
function drawMatrices(stage, names, free, named, put) {
  const both = panel(stage, 296, 174);
  const cell = cells(both, {
    left: 22, top: 36, size: [41, 45], rows: names, columns: names,
    cell(p, q) {
      const moved = free.cell(p, q);
      const own = p === q ? {} : { move: (value) => put({ [free.keyOf(p, q)]: value }), click: () => {} };
      return { label: `true ${names[q]}, label ${names[p]}`, ...moved, ...own };
    },
  });
  const masses = cells(both, {
    left: 172, top: 36, size: [41, 45], rows: names, columns: names,
    cell: (p, q) => ({ label: `predicted ${names[p]}, true ${names[q]}`, ...(p === q ? {} : { click: () => named.toggle(p, q) }) }),
  });
  both.append(words(83, 9, "C assumed: true class"), words(233, 9, "Ĵ: true class"));
  both.append(words(4, 103, "label", { transform: "rotate(-90 4 103)" }), words(152, 103, "predicted", { transform: "rotate(-90 152 103)" }));
  return { cell, masses };
}

function sentence(names, { undo, p, q, J, clean, estimated, error }, size, angle) {
  if (!undo) return "C has no inverse: two mixtures of true classes give the same labels, and nothing can be unmixed.";
  const off = angle === null ? "There is no such example." : `Its direction is off by ${Math.round(angle)}°.`;
  const low = J.flat().filter((value) => value < -0.005).length;
  const below = low ? `${low} ${low > 1 ? "masses are" : "mass is"} below zero.` : "No mass is below zero.";
  return (
    `Predicted ${names[p]}, true ${names[q]}: mass ${fix(J[p][q])}, in truth ${fix(clean[p][q])}; ‖z‖ = ${fix(size, 3)}. ${off} ` +
    `Error: estimated ${fix(estimated)}, in truth ${fix(error)}. ${below}`
  );
}

export function build(hand) {
  const { parameters, stage, controls, now, put, jump } = hand;
  const { points, labels, truth, names } = parameters;
  const Q = names.length;
  const named = cellsNamed(names, hand);
  const free = entries(parameters, hand, named, "c", ([, q]) => q);
  const vectorsOf = (at) => names.map((name) => at[name]);
  const nothing = zeros(Q, Q);

  function found(at) {
    const undo = inverse(noiseMatrix(free.matrixAt(at)));
    const all = umaAt(vectorsOf(at), undo ?? nothing, points, labels, truth);
    const [p, q] = named.placeOf(at.cell) ?? longestPair(vectorsOf(at), all.z);
    return { undo, p, q, ...all };
  }

  controls.append(button("update", () => {
    const { p, q, z } = found(now());
    const next = p === q ? null : umaStep(vectorsOf(now()), z[p][q], p, q);
    if (next) jump({ ...Object.fromEntries(names.map((name, r) => [name, next[r]])), cell: "" });
  }));

  const map = plane(stage, [-1.04, 1.04, -1.04, 1.04], 190);
  const drawPoints = sample(map.inside, map, points, labels);
  const [shaft, means] = [arrow("currentColor", { width: 3.4 }), arrow("currentColor", { dashed: true, width: 2 })];
  const marks = ["z", "μ"].map((text) => words(0, 0, text, { "font-size": 13, "font-style": "italic", "font-weight": "bold", class: "cf-halo" }));
  const rule = linearRule(map, names, hand, [0, 0]);
  const centre = map.to([0, 0]);
  map.inside.append(draw("circle", { cx: centre[0], cy: centre[1], r: map.scale, fill: "none", stroke: "currentColor", "stroke-width": 0.6 }));
  map.inside.append(shaft.line, means.line, ...marks);

  const { cell, masses } = drawMatrices(stage, names, free, named, put);
  const write = formula(stage);

  function show(at) {
    const all = found(at);
    const { undo, p, q, answers, z, J, mu, clean, estimated, error } = all;
    drawPoints(
      (k) => ({ fill: COLORS[labels[k]], "fill-opacity": labels[k] === truth[k] ? 0.45 : 0.9 }),
      (k) => answers[k] === p && truth[k] === q,
    );
    // Both in one scale, in which the longer one nearly reaches the circle.
    const [own, true_] = [z[p][q], mu[p][q]];
    const [size, other] = [own, true_].map((v) => Math.hypot(...v));
    const scaled = (v) => map.to(v.map((value) => (0.9 * value) / Math.max(size, other, 1e-9)));
    set(shaft.line, { stroke: COLORS[q] });
    shaft.to(centre, scaled(own));
    means.to(centre, scaled(true_));
    marks.forEach((node, k) => set(node, { ...beside(centre, scaled(k ? true_ : own), map.size, k ? -12 : 11), opacity: Number((k ? other : size) > 1e-9) }));
    set(marks[0], { style: `fill:${COLORS[q]}` });
    rule.show(at, `estimated error ${fix(estimated)}`);

    cell.show(noiseMatrix(free.matrixAt(at)), {});
    const alarm = (a, b) => undo !== null && J[a][b] < -0.005;
    masses.show(J, { marked: (a, b) => a === p && b === q, alarm, text: (value) => (undo ? fix(value) : "–"), tell: (a, b) => `${fix(J[a][b])}, true mass ${fix(clean[a][b])}` });

    const N = countsOf(answers, labels, Q)[p].map((count) => count / points.length);
    const terms = N.map((share, k) => whole(`${fix(undo ? undo[q][k] : 0)} · ${inColor(k, fix(share, 3))}`)).join(" + ");
    const angle = size > 1e-9 && other > 1e-9 ? (Math.acos(clamp(dot(own, true_) / size / other, -1, 1)) * 180) / Math.PI : null;
    write(
      `${sub("Ĵ", names[p] + names[q])} = Σ (<i>C</i>⁻¹)<sub>${names[q]}<i>k</i></sub> ${sub("N", "k")} = ${terms} = <b>${fix(J[p][q], 3)}</b> ${whole(`(true ${fix(clean[p][q], 3)})`)}`,
      `${sub("z", names[p] + names[q])} = ${whole(`(${own.map((value) => fix(value, 3)).join(", ")})`)}, ${sub("μ", names[p] + names[q])} = ${whole(`(${true_.map((value) => fix(value, 3)).join(", ")})`)}`,
      `estimated error = 1 − ${whole(`(${names.map((_, r) => fix(J[r][r])).join(" + ")})`)} = <b>${fix(estimated, 3)}</b> ${whole(`(true ${fix(error, 3)})`)}`,
    );
    return sentence(names, all, size, angle);
  }

  return {
    ...free,
    allow: { ...rule.allow, ...free.allow },
    settle: (at) => free.settle(rule.settle(at)),
    show,
    extremes: [{ cell: named.wordOf(1, 0) }],
  };
}
