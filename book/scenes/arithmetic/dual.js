// Visits in the dual of the multiclass SVM.
import { sum } from "../../../coursemachine/controls/static/numbers.js";
import { column, dot, times, zeros } from "./matrices.js";

// A visit in the dual of the multiclass SVM: the bars of an example, the level to which n C is cut off, its new row.
function visitRow(scores, y, n, C, row) {
  const bars = scores.map((score, z) => score - n * row[z] + (z === y ? n * C : 1));
  const tallest = [...bars].sort((a, b) => b - a);
  const levels = tallest.map((_, j) => (sum(tallest.slice(0, j + 1)) - n * C) / (j + 1));
  const cut = tallest.filter((bar, j) => bar > levels[j]);
  const level = levels[cut.length - 1];
  return { bars, cut, level, row: bars.map((bar, z) => (z === y ? C : 0) - Math.max(0, bar - level) / n) };
}

// What each example adds to the gap between objective and dual.
function gapPieces(F, y, C, A) {
  return F.map((scores, i) => C * Math.max(...scores.map((score, z) => (z === y[i] ? 0 : 1 + score - scores[y[i]]))) - A[i][y[i]] + dot(A[i], scores));
}

// States of the dual: at first, and after each visit of the examples of a list, by the largest piece of the gap where it
// ends; `count` visits in all.
export function dualWalk(points, y, Q, C, chosen, count) {
  const K = points.map((x) => times(points, x));
  const stateOf = (A, more = /** @type {any} */ ({})) => {
    const F = K.map((products) => A[0].map((_, z) => dot(products, column(A, z))));
    const pieces = gapPieces(F, y, C, A);
    const dual = sum(A.map((row, i) => row[y[i]])) - sum(A.map((row, i) => dot(row, F[i]))) / 2;
    return { A, F, pieces, dual, objective: dual + sum(pieces), ...more };
  };
  const states = [stateOf(zeros(points.length, Q))];
  for (let t = 0; t < count; t++) {
    const { A, F, pieces } = states[t];
    const rounded = pieces.map((piece) => Math.round(piece * 1e9));
    const point = chosen[t] ?? rounded.indexOf(Math.max(...rounded));
    const visited = visitRow(F[point], y[point], K[point][point], C, A[point]);
    states.push(stateOf(A.map((row, i) => (i === point ? visited.row : row)), { point, before: A[point], n: K[point][point], bars: visited.bars, cut: visited.cut, level: visited.level }));
  }
  return states;
}
