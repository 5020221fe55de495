// Drag the boundary: a linear rule with three class vectors around a meeting point, its error matrix on stored points.
// Parameters: points, labels, names, box, shares (positions of the slider), rest (how the others share what is left).
import { cells, cellsNamed, COLORS, fix, formula, inColor, make, oneOf, panel, percent, plane, root2, sample, scene, slider, sub, term, whole, words } from "../../coursemachine/controls/static/front.js";
import { answersOf } from "./arithmetic/linear.js";
import { classErrors, countsOf, errorMatrix, risk, stretch, times } from "./arithmetic/matrices.js";
import { linearRule } from "./linear_rule.js";

export const parameters = ["points", "labels", "names", "box", "shares"];
export const fill = (view) => scene(view, build);

function build(hand) {
  const { parameters, key, stage, controls, now, put } = hand;
  const { points, labels, names, box, shares } = parameters;
  const Q = names.length;
  const named = cellsNamed(names, hand);
  const sizes = countsOf(labels, labels, Q).map((row, p) => row[p]);
  const priorsAt = (share) => names.map((_, q) => (q ? (1 - share) / (Q - 1) : share));

  const axis = { label: `share of class ${names[0]}`, values: shares.map((share) => percent(share)) };
  const share = slider(axis, `${key}-share`, (k) => put({ share: shares[k] }));
  controls.append(make("div", { class: "cf-control" }, ...share.nodes));

  const map = plane(stage, box, 246);
  const rule = linearRule(map, names, hand);
  const drawPoints = sample(map.inside, map, points, labels);

  const table = panel(stage, 228, 134);
  const cell = cells(table, {
    left: 27, top: 28, size: [41, 34], rows: names, columns: names,
    cell: (p, q) => ({ label: `true ${names[p]}, answered ${names[q]}`, click: () => named.toggle(p, q) }),
  });
  table.append(words(88, 7, "answered"), words(173, 7, "error"), words(211, 7, "share"));
  table.append(words(173, 20, "eₚ"), words(211, 20, "πₚ"));
  const errorsAt = names.map((_, p) => words(173, 44 + 34 * p, ""));
  const sharesAt = names.map((_, p) => words(211, 44 + 34 * p, ""));
  table.append(...errorsAt, ...sharesAt);
  const write = formula(stage);

  function show(at) {
    const answers = answersOf(names.map((name) => at[name]), at.m, points);
    const N = countsOf(labels, answers, Q);
    const C = errorMatrix(N);
    const [e, priors, picked] = [classErrors(C), priorsAt(at.share), named.placeOf(at.cell)];
    const { norm, direction } = stretch(C);
    const R = risk(C, priors);

    share.show(shares.indexOf(at.share));
    const marked = (p, q) => at.cell === named.wordOf(p, q);
    rule.show(at, `norm ${fix(norm)}`, (q) => `class ${names[q]} errs on ${fix(e[q])}, `);
    drawPoints(
      (k) => ({ fill: COLORS[labels[k]], "fill-opacity": answers[k] === labels[k] ? 0.45 : 1 }),
      (k) => marked(labels[k], answers[k]),
    );
    cell.show(C, {
      marked,
      text: (value, p, q) => (p === q ? "0" : fix(value)),
      tell: (p, q) => `${N[p][q]} of ${sizes[p]} points`,
    });
    errorsAt.forEach((node, p) => (node.textContent = fix(e[p])));
    sharesAt.forEach((node, p) => (node.textContent = fix(priors[p], 3)));

    const entries = (p) => names.map((_, q) => (p === q ? null : term(fix(C[p][q]), marked(p, q)))).filter(Boolean).join(" + ");
    const rows = names.map((_, p) => whole(inColor(p, fix(priors[p], 3)) + ` (${entries(p)})`));
    const stretched = times(C, direction);
    const squares = names.map((_, p) => term(`${inColor(p, fix(stretched[p]))}²`, picked !== null && picked[0] !== picked[1] && picked[0] === p));
    write(
      `<i>R</i> = Σ ${sub("π", "p")} ${sub("e", "p")} = ${rows.join(" + ")} = <b>${fix(R, 3)}</b>`,
      `‖<i>C</i>‖ = ‖<i>Cv</i>‖ = ${root2(squares.join(" + "))} = <b>${fix(norm)}</b> ${whole(`at <i>v</i> = (${direction.map((value) => fix(value)).join(", ")})`)}`,
    );
    const [p, q] = picked ?? [];
    const points_ = picked && `${N[p][q]} of the ${sizes[p]} points of class ${names[p]} are answered ${names[q]}`;
    const counted = !picked ? "" : p === q ? ` ${points_}: no error.` : ` ${points_}, entry ${fix(C[p][q])}.`;
    return (
      `Class errors: ${names.map((name, k) => `${name} ${fix(e[k])}`).join(", ")}; norm ${fix(norm)}. ` +
      `With the share ${percent(at.share)} of class ${names[0]} the risk is ${fix(R, 3)}, the accuracy ${percent(1 - R, 1)}.${counted}`
    );
  }

  return {
    allow: { ...rule.allow, share: oneOf(shares), cell: named.allow },
    settle: rule.settle,
    show,
    walk: { at: () => shares.indexOf(now().share), last: shares.length - 1, to: (k) => put({ share: shares[k] }) },
    extremes: [{ cell: named.wordOf(1, 0) }],
    reserve:
      "Class errors: a 0.00, b 0.00, c 0.00; norm 0.00. With the share 00\u00a0% of class a the risk is 0.000, the accuracy 00.0\u00a0%. " +
      "000 of the 000 points of class a are answered b, entry 0.00.",
  };
}
