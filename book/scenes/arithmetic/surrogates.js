// What surrogate losses of three scores ask for.
import { NEAR, sum } from "../../../coursemachine/controls/static/numbers.js";
import { dot } from "./matrices.js";

export const level = (f) => f.map((value) => value - sum(f) / f.length);

export const SURROGATES = {
  "max-hinge": (p) => level(p.map((value) => Number(value > 0.5 + NEAR))),
  "sum-hinge": (p) => {
    const order = [0, 1, 2].sort((i, j) => p[j] - p[i] || i - j);
    const risks = sumHingeRisks(p);
    const [first, second, third] = order.map((q) => p[q]);
    const [upper, lower] = [first - second > NEAR, second - third > NEAR];
    // Classes of equal probability have equal scores; the fewest different scores first, then the most classes on top.
    const open = [true, upper, lower, upper && lower];
    const best = [0, 2, 1, 3].reduce((found, k) => (open[k] && risks[k] < risks[found] - 9 * NEAR ? k : found), 0);
    return level(order.map((_, q) => [[0, 0, 0], [1, 0, 0], [1, 1, 0], [2, 1, 0]][best][order.indexOf(q)]));
  },
  "sum-to-zero-hinge": (p) => {
    const top = p.map((value) => value >= Math.max(...p) - NEAR);
    return top.map((one) => (one ? 1.5 / top.filter(Boolean).length : 0) - 0.5);
  },
  softmax: (p) => level(p.map(Math.log)),
  exponential: (p) => level(p.map((value) => Math.log(value) / 2)),
  "one-vs-all-exponential": (p) => p.map((value) => Math.log(value / (1 - value)) / 2),
};

// Conditional risks of the sum-hinge at the scores (0, 0, 0), (1, 0, 0), (1, 1, 0) and (2, 1, 0) of the sorted classes.
export function sumHingeRisks(p) {
  const [first, second, third] = [...p].sort((u, v) => v - u);
  return [2, 3 * (1 - first), 1 + 3 * third, 2 * second + 5 * third];
}

export const weighted = (p, costs) => p.map((value, q) => (value * costs[q]) / dot(p, costs));
export const winners = (f) => f.map((_, q) => q).filter((q) => f[q] >= Math.max(...f) - 1e-9);

// Where a loss decides for class q, as corners of a polygon of probabilities; `costs` move it.
export function decided(loss, q, costs) {
  const inner = { "max-hinge": [], "sum-hinge": [[3, 2, 1], [1, 1, 1], [3, 1, 2]] }[loss] ?? [[1, 1, 1]];
  const corners = [[1, 0, 0], [1, 1, 0], ...inner, [1, 0, 1]];
  return corners.map((corner) => weighted([0, 1, 2].map((r) => corner[(r - q + 3) % 3]), costs.map((cost) => 1 / cost)));
}

// Share of the triangle of probabilities that a polygon in it takes.
export const shareOf = (corners) => Math.abs(sum(corners.map((u, k) => ((v) => u[0] * v[1] - u[1] * v[0])(corners[(k + 1) % corners.length]))));
