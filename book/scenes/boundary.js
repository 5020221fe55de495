// Drag the boundary, the picture of the course: a linear rule with three class vectors around a meeting point.  A point that it
// misclassifies flies into its cell of the error matrix; the norm of the matrix is the long half-axis of an ellipse; a target
// is to be reached, and where the reader has been stays.
// Parameters: points, labels, names, box, shares (positions of the slider; the others share what is left), target (right,
// norm), presets (rules by name), law (null, or the law's centers, sigma and frontier: the trace then has the pairs of the law, not of the points).
import { cells, cellsNamed, COLORS, fix, formula, inColor, oneOf, panel, percent, plane, root2, sample, slider, sub, term, whole, words } from "../../coursemachine/controls/static/front.js";
import { answersOf, gaussianMatrix } from "./arithmetic/linear.js";
import { classErrors, countsOf, errorMatrix, leadingAxes, operatorNorm, risk, times } from "./arithmetic/matrices.js";
import { ellipse } from "./ellipse.js";
import { linearRule } from "./linear_rule.js";
import { piles } from "./piles.js";
import { trace } from "./trace.js";

export const parameters = ["points", "labels", "names", "box", "shares", "target", "presets", "law"];

const CELLS = { left: 22, top: 23, size: [56, 33] };

// The matrix with its piles, and the class errors beside it; `show` draws a state.
function matrixOf(root, map, { points, labels, names }, sizes, named) {
  const cell = cells(root, {
    ...CELLS, rows: names, columns: names, piled: true,
    cell: (p, q) => ({ label: `true ${names[p]}, predicted ${names[q]}`, click: () => named.toggle(p, q) }),
  });
  const right = CELLS.left + CELLS.size[0] * names.length + 19;
  const errors = names.map((_, p) => words(right, CELLS.top + CELLS.size[1] * (p + 0.5) - 1, "", { color: COLORS[p], "font-weight": "bold" }));
  root.append(words(CELLS.left + CELLS.size[0] * names.length / 2, 4, "predicted"), words(right, 6, "error"), words(right, 17, "eₚ"), ...errors);
  const pile = piles(root, map, points, labels, CELLS);
  return ({ answers, N, C, e }, marked) => {
    cell.show(C, {
      marked,
      text: (value, p, q) => (p === q ? "" : fix(value)),
      tell: (p, q) => `${N[p][q]} of ${sizes[p]} points`,
    });
    errors.forEach((node, p) => (node.textContent = fix(e[p])));
    pile(answers);
  };
}

// The risk and the norm with their numbers.
function formulas({ names, C, priors, R, axes }, marked, picked) {
  const entries = (p) => names.map((_, q) => (p === q ? null : term(fix(C[p][q]), marked(p, q)))).filter(Boolean).join(" + ");
  const rows = names.map((_, p) => whole(inColor(p, fix(priors[p], 3)) + ` (${entries(p)})`));
  const stretched = times(C, axes.direction);
  const squares = names.map((_, p) => term(`${inColor(p, fix(stretched[p]))}²`, picked !== null && picked[0] !== picked[1] && picked[0] === p));
  return [
    `<i>R</i> = Σ ${sub("π", "p")} ${sub("e", "p")} = ${rows.join(" + ")} = <b>${fix(R, 3)}</b>`,
    `‖<i>C</i>‖ = ‖<i>Cv</i>‖ = ${root2(squares.join(" + "))} = <b>${fix(axes.norm)}</b> ${whole(`at <i>v</i> = (${axes.direction.map((value) => fix(value)).join(", ")})`)}`,
  ];
}

// Error and norm of a rule, on the points or by the law; each rule's matrix is computed once.
function measuring({ points, labels, names, law }, priorsAt) {
  const known = new Map();
  const measure = ([x, y, ...rest]) => {
    const W = names.map((_, q) => rest.slice(2 * q, 2 * q + 2));
    const C = law ? gaussianMatrix(W, [x, y], law.centers, law.sigma) : errorMatrix(countsOf(labels, answersOf(W, [x, y], points), names.length));
    return { C, norm: operatorNorm(C) };
  };
  return (rule, share) => {
    if (!known.has(String(rule))) known.set(String(rule), measure(rule));
    const { C, norm } = known.get(String(rule));
    return [risk(C, priorsAt(share)), norm];
  };
}

// The norm of the frontier at an error, between its corners.
function frontierAt(frontier, error) {
  const k = frontier.findIndex(([other]) => other >= error);
  if (k < 1) return frontier[k < 0 ? frontier.length - 1 : 0][1];
  const [[e0, n0], [e1, n1]] = [frontier[k - 1], frontier[k]];
  return n0 + ((error - e0) / (e1 - e0)) * (n1 - n0);
}

export function build(hand) {
  const { parameters, stage, control } = hand;
  const { points, labels, names, box, shares, target, presets, law } = parameters;
  const named = cellsNamed(names, hand);
  const sizes = countsOf(labels, labels, names.length).map((row, p) => row[p]);
  const priorsAt = (share) => names.map((_, q) => (q ? (1 - share) / (names.length - 1) : share));
  const pairOf = measuring(parameters, priorsAt);

  if (shares.length > 1) control(slider, "share", shares, `share of class ${names[0]}`, shares.map((share) => percent(share)));
  hand.buttons(presets);
  const map = plane(stage, box, 260);
  const rule = linearRule(map, names, hand);
  const drawPoints = sample(map.inside, map, points, labels);
  // All that follows from the rule stands in one panel.
  const below = CELLS.top + CELLS.size[1] * names.length + 3;
  const side = panel(stage, 228, below + 100);
  const drawMatrix = matrixOf(side, map, parameters, sizes, named);
  const drawEllipse = ellipse(side, [0, below], names);
  const drawTrace = trace(side, [114, below], { size: 2 + 2 * names.length, pairOf, target, frontier: law ? law.frontier : [] });
  const write = formula(stage);

  function show(at) {
    const answers = answersOf(names.map((name) => at[name]), at.m, points);
    const N = countsOf(labels, answers, names.length);
    const C = errorMatrix(N);
    const [e, priors, picked, axes] = [classErrors(C), priorsAt(at.share), named.placeOf(at.cell), leadingAxes(C)];
    const R = risk(C, priors);
    const marked = (p, q) => at.cell === named.wordOf(p, q);

    rule.show(at, `norm ${fix(axes.norm)}`, (q) => `class ${names[q]} errs on ${fix(e[q])}, `);
    // The body of a wrong point lies in the matrix.
    drawPoints(
      (k) => ({ fill: COLORS[labels[k]], stroke: COLORS[labels[k]], "fill-opacity": answers[k] === labels[k] ? 0.45 : 0, "stroke-width": answers[k] === labels[k] ? 0 : 1.2 }),
      (k) => marked(labels[k], answers[k]),
    );
    drawMatrix({ answers, N, C, e }, marked);
    const pays = drawEllipse(axes);
    const own = [...at.m, ...names.flatMap((name) => at[name])];
    const aim = drawTrace(own, at.share);
    write(...formulas({ names, C, priors, R, axes }, marked, picked));

    const [p, q] = picked ?? [];
    const points_ = picked && `${N[p][q]} of the ${sizes[p]} points of class ${names[p]} are predicted as ${names[q]}`;
    const counted = !picked ? "" : p === q ? ` ${points_}: no error.` : ` ${points_}, entry ${fix(C[p][q])}.`;
    const [error, norm] = law ? pairOf(own, at.share) : [];
    const byLaw = law ? ` By the law the error is ${fix(error, 3)} and the norm ${fix(norm)}; the frontier has ${fix(frontierAt(law.frontier, error))} there.` : "";
    return (
      `Class errors: ${names.map((name, k) => `${name} ${fix(e[k])}`).join(", ")}; norm ${fix(axes.norm)}: ${pays}. ` +
      `With the share ${percent(at.share)} of class ${names[0]} the risk is ${fix(R, 3)}, the accuracy ${percent(1 - R, 1)}.${byLaw} ${aim}${counted}`
    );
  }

  return {
    allow: { ...rule.allow, share: oneOf(shares), cell: named.allow },
    settle: rule.settle,
    show,
    extremes: [{ cell: named.wordOf(1, 0) }],
  };
}
