// Errors by hand: the errors of three classes are called otherwise, one by one; what CoMBo's first round sees of them stays.
// Parameters: names, size (examples of each class), wrong (how many of them, by class), presets (by their words: of each
// class, how many of its wrong examples are given the label of the next class).
import { cells, draw, fix, formula, inColor, lengthBars, numbersIn, panel, root2, sub, whole, words } from "../../coursemachine/controls/static/front.js";
import { firstRound } from "./arithmetic/boosting.js";
import { frobenius, operatorNorm } from "./arithmetic/matrices.js";

export const parameters = ["names", "size", "wrong", "presets"];

export function build(hand) {
  const { parameters, stage, now, put } = hand;
  const { names, size, wrong, presets } = parameters;
  const Q = names.length;
  const next = (p) => (p + 1) % Q;
  const keyOf = (p) => names[p] + names[next(p)];
  const stateOf = (counts) => Object.fromEntries(counts.map((count, p) => [keyOf(p), count]));
  const states = hand.buttons(Object.fromEntries(Object.entries(presets).map(([label, counts]) => [label, stateOf(counts)])));
  const matrixAt = (at) =>
    names.map((_, p) => names.map((_, q) => (p === q ? size - wrong[p] : q === next(p) ? at[keyOf(p)] : wrong[p] - at[keyOf(p)])));

  // What a cell gains, its neighbour in the row gives.
  function entry(p, q) {
    if (p === q) return {};
    const count = () => matrixAt(now())[p][q];
    const set = (value) => put({ [keyOf(p)]: q === next(p) ? value : wrong[p] - value });
    return {
      get: () => count() / size,
      limit: () => wrong[p] / size,
      move: (share) => set(Math.round(share * size)),
      click: () => set(Math.min(wrong[p], count() + 1)),
    };
  }

  const table = panel(stage, 212, 152);
  const cell = cells(table, {
    left: 24, top: 30, size: [48, 40], rows: names, columns: names,
    cell: (p, q) => ({ label: `true ${names[p]}, predicted ${names[q]}`, ...entry(p, q) }),
  });
  table.append(words(95, 8, "predicted"), words(190, 22, "wrong"), ...names.map((_, p) => words(190, 49 + 40 * p, `${wrong[p]}`)));

  const WIDE = 240;
  const chart = panel(stage, WIDE, 152);
  const [left, scale] = [62, 140];
  chart.append(draw("path", { d: `M${left} 4V148`, stroke: "currentColor", "stroke-width": 0.5, "stroke-opacity": 0.4 }));
  const bars = lengthBars(chart, ["edge δ", "sum S", "Frobenius", "norm"], { left, scale, at: (k) => 22 + 36 * k, height: 20, own: 3 });
  const write = formula(stage);

  function show(at) {
    const N = matrixAt(at);
    const { C, S, right, rest, edge, after } = firstRound(N);
    const [norm, length] = [operatorNorm(C), frobenius(C)];
    cell.show(C, { text: (_, p, q) => `${N[p][q]}`, tell: (p, q) => `${N[p][q]} of ${size}; norm ${fix(norm)}` });
    bars.show([edge, S, length, norm]);
    const squares = names.flatMap((_, p) => names.map((_, q) => [p, q])).filter(([p, q]) => p !== q).map(([p, q]) => `${inColor(p, fix(C[p][q]))}²`);
    write(
      `<i>S</i> = ${names.map((_, p) => inColor(p, fix(wrong[p] / size))).join(" + ")} = ${sub("A", "−")} = ${fix(S)}, ${whole(`${sub("A", "+")} = ${fix(right)}`)}, ${whole(`${sub("A", "0")} = ${fix(rest)}`)}`,
      `<i>δ</i> = (${fix(right)} − ${fix(S)}) / ${fix(Q * (Q - 1), 0)} = ${fix(edge)}, ${whole(`<i>L</i> = ${fix(rest)} + 2 √(${fix(right)} · ${fix(S)}) = ${fix(after)}`)}`,
      `<b>${fix(norm)}</b> = ‖<i>C</i>‖ ≤ ‖<i>C</i>‖<sub>F</sub> = ${root2(squares.join(" + "))} = ${fix(length)}`,
    );
    return `Norm ${fix(norm)}, Frobenius norm ${fix(length)}. Sum of the class errors ${fix(S)}, edge ${fix(edge)}, loss after the round ${fix(after)}.`;
  }

  const allowed = (p) => (wanted) => numbersIn([0], [wrong[p]])([wanted])?.map(Math.round)[0];
  return {
    allow: Object.fromEntries(names.map((_, p) => [keyOf(p), allowed(p)])),
    show,
    extremes: states,
  };
}
