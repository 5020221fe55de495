// The noise machine by hand: the wrong entries of a noise matrix are dragged, columns keep the sum one.
// Parameters: points of the unit disc, truth, uniforms, vectors (of the true classes), names, presets.
import { cells, cellsNamed, COLORS, draw, entries, fix, formula, inColor, panel, plane, sample, set, term, whole, words } from "../../coursemachine/controls/static/front.js";
import { answersAround, meanPerceptron } from "./arithmetic/linear.js";
import { column, countsOf, inverse, operatorNorm, times, zeros } from "./arithmetic/matrices.js";
import { noiseMatrix, noisyLabels, sharesOf } from "./arithmetic/noise.js";
import { regions } from "./linear_rule.js";

export const parameters = ["points", "truth", "uniforms", "vectors", "names", "presets"];

// The noise matrix, whose entries are dragged, and its inverse.
function drawMatrices(stage, names, free, named) {
  const both = panel(stage, 296, 174);
  const cell = cells(both, {
    left: 22, top: 36, size: [46, 45], rows: names, columns: names,
    cell: (p, q) => ({ label: `true ${names[q]}, label ${names[p]}`, click: () => named.toggle(p, q), ...free.cell(p, q) }),
  });
  both.append(words(91, 9, "C: true class"), words(238, 9, "C⁻¹"));
  both.append(words(4, 103, "label", { transform: "rotate(-90 4 103)" }));
  const back = cells(both, {
    left: 180, top: 36, size: [39, 45], rows: names.map(() => ""), columns: names,
    cell: (p, q) => ({ label: `inverse ${names[p]}, ${names[q]}` }),
  });
  return { cell, back };
}

export function build(hand) {
  const { parameters, stage } = hand;
  const { points, truth, uniforms, vectors, names } = parameters;
  const Q = names.length;
  const named = cellsNamed(names, hand);
  const free = entries(parameters, hand, named, "c", ([, q]) => q);
  const shares = sharesOf(truth, Q);
  const sizes = names.map((_, q) => truth.filter((t) => t === q).length);

  const map = plane(stage, [-1.04, 1.04, -1.04, 1.04], 176);
  const centre = map.to([0, 0]);
  const radius = map.scale;
  regions(map, Q)(vectors, [0, 0]);
  map.root.append(draw("circle", { cx: centre[0], cy: centre[1], r: radius, fill: "none", stroke: "currentColor", "stroke-width": 0.6 }));
  const drawPoints = sample(map.root, map, points, truth);
  // Where a perceptron that learns from the labels changes its answer, and on which part of the plane it is wrong.
  const TURNS = 3600;
  const right = answersAround(vectors, TURNS);
  const borders = draw("path", { fill: "none", stroke: "currentColor", "stroke-width": 1.6, "stroke-dasharray": "5 3" });
  map.root.append(borders);
  function learn(labels) {
    const learned = answersAround(meanPerceptron(points, labels, Q, 3), TURNS);
    const turns = learned.map((one, k) => (one === learned[(k || TURNS) - 1] ? null : (2 * Math.PI * k) / TURNS)).filter((turn) => turn !== null);
    const ends = turns.map((turn) => map.to([Math.cos(turn), Math.sin(turn)]).map((value) => value.toFixed(2)).join(" "));
    set(borders, { d: ends.map((end) => `M${centre.map((value) => value.toFixed(2)).join(" ")}L${end}`).join("") });
    return learned.filter((one, k) => one !== right[k]).length / TURNS;
  }

  const { cell, back } = drawMatrices(stage, names, free, named);
  const write = formula(stage);

  function show(at) {
    const C = noiseMatrix(free.matrixAt(at));
    const labels = noisyLabels(C, truth, uniforms);
    const observed = sharesOf(labels, Q);
    const undo = inverse(C);
    const factor = undo ? operatorNorm(undo) : Infinity;
    const error = learn(labels);
    const picked = named.placeOf(at.cell);
    const N = countsOf(labels, truth, Q);
    const wrong = labels.filter((label, k) => label !== truth[k]).length;
    const marked = (p, q) => at.cell === named.wordOf(p, q);
    drawPoints(
      (k) => ({ fill: COLORS[labels[k]], "fill-opacity": labels[k] === truth[k] ? 0.55 : 1 }),
      (k) => marked(labels[k], truth[k]),
    );
    cell.show(C, { marked, tell: (p, q) => `${fix(C[p][q])}, ${N[p][q]} of ${sizes[q]} points` });
    // An entry of the inverse may be as large as it likes; its shade ends at one.
    back.show(undo ?? zeros(Q, Q), { text: (value) => (undo ? fix(value, Math.abs(value) < 10 ? 2 : 0) : "–") });

    const row = (p) =>
      whole(`P(<i>Y</i>=${names[p]}) = `) +
      names.map((_, q) => whole(`${term(inColor(p, fix(C[p][q])), marked(p, q))} · ${fix(shares[q])}`)).join(" + ") +
      ` = ${fix(times(C, shares)[p])} ${whole(`(drawn: ${fix(observed[p])})`)}`;
    const found = undo ? times(undo, observed) : null;
    write(
      ...names.map((_, p) => row(p)),
      `${whole("<i>π</i> = <i>C</i>⁻¹ (drawn shares)")} = ${found ? whole(`(${found.map((value) => fix(value)).join(", ")})`) : "?"} ${whole(`(true: ${shares.map((value) => fix(value)).join(", ")}),`)} ${whole(`‖<i>C</i>⁻¹‖ = <b>${fix(factor)}</b>`)}`,
    );
    const likeliest = names.every((_, q) => column(C, q).every((value, p) => p === q || value < C[q][q]));
    const own = likeliest ? "Every class is still the likeliest name of its own examples." : "Some class is no longer the likeliest name of its own examples.";
    const price = undo ? `‖C⁻¹‖ = ${fix(factor)}` : "C has no inverse";
    const [p, q] = picked ?? [];
    const counted = picked ? ` ${N[p][q]} of the ${sizes[q]} points of class ${names[q]} are labelled ${names[p]}.` : "";
    return `${wrong} of ${labels.length} labels are wrong; shares of the labels ${observed.map((value) => fix(value)).join(", ")}; ${price}. A perceptron that learns from them errs on ${fix(error)} of the plane. ${own}${counted}`;
  }

  return {
    ...free,
    show,
    extremes: [{ cell: named.wordOf(1, 0), [free.keyOf(0, 1)]: 0.42 }],
  };
}
