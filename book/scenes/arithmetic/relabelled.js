// Rules that see of an example only which class was predicted: each prediction is given another name, or a mixture of names.
import { sum } from "../../../coursemachine/controls/static/numbers.js";
import { column, dot, errorMatrix, limitOfOnes, stretch, times, zeros } from "./matrices.js";

// For each prediction the name of least cost(p, k) over its examples; the one that it has wins a tie.
export function cheapest(counts, cost) {
  return counts.map((_, q) => {
    const of = (k) => sum(counts.map((row, p) => row[q] && row[q] * cost(p, k)));
    const costs = counts.map((_row, k) => of(k));
    return costs.reduce((best, one, k) => (one < costs[best] - 1e-9 * Math.abs(costs[best]) ? k : best), q);
  });
}

// Counts after predictions were given other names.
export function renamed(counts, names) {
  const N = zeros(counts.length, counts.length);
  counts.forEach((row, p) => row.forEach((count, q) => (N[p][names[q]] += count)));
  return N;
}

// The rule of least cost, if an error of class `dear` costs `price` and any other 1; `even`: if the classes were equally
// frequent.  With what an example costs by it, and as predicted.
export function leastCost({ counts }, dear, price, even) {
  const [sizes, some] = [counts.map(sum), counts.filter((row) => sum(row)).length];
  const weight = (p) => (sizes[p] ? (p === dear ? price : 1) / (even ? some * sizes[p] : sum(sizes)) : 0);
  const costOf = (N) => sum(N.map((row, p) => weight(p) * (sizes[p] - row[p])));
  const names = cheapest(counts, (p, k) => (p === k ? 0 : weight(p)));
  return { names, own: costOf(counts), least: costOf(renamed(counts, names)) };
}

// The mean F1 of the classes.
const meanF1 = (N) => sum(N.map((row, q) => (2 * row[q]) / (sum(row) + sum(column(N, q)) || 1))) / N.length;

// Steps by the gains of macro-F1, from the predictions as they are, to the best names that were met.
export function stepsOfF1({ counts }) {
  const own = counts.map((_, q) => q);
  let [names, best] = [own, { names: own, value: meanF1(counts) }];
  for (let step = 0; step < 10; step++) {
    const N = renamed(counts, names);
    const both = N.map((row, q) => sum(row) + sum(column(N, q)));
    const cost = (p, k) => (both[k] ? ((2 * N[k][k]) / both[k] - 2 * Number(p === k)) / both[k] : 0);
    const next = cheapest(counts, cost);
    if (String(next) === String(names)) break;
    names = next;
    const value = meanF1(renamed(counts, names));
    if (value > best.value + 1e-12) best = { names, value };
  }
  return { own: meanF1(counts), ...best };
}

// Left and right top singular vectors of C >= 0, from near v on; of few powers, for vectors of length one are all that is needed.
function topPair(C, v, powers) {
  const [turned, unit] = [C.map((_, q) => column(C, q)), (w) => ((length) => w.map((value) => value / length))(Math.hypot(...w) || 1)];
  let [right, left, norm] = [unit(v.map((value) => value + 0.3)), v, 0]; // what is 0 would stay so
  for (let power = 0; power < powers; power++) {
    left = unit(times(C, right));
    const pulled = times(turned, left);
    [right, norm] = [unit(pulled), Math.hypot(...pulled)];
  }
  return { u: left, v: right, norm };
}

// The least ‖C‖ + price * error of mixtures of names: its two ends, and norm and error of a mixture at the upper one.  By
// fictitious play, of so many steps as are done at once: a rule that is best for the mean of all prices M = u v^T so far, and
// u and v of the mean matrix of all rules so far; later steps weigh more.
export function leastOf({ counts, examples }, price = 0) {
  const [sizes, Q] = [counts.map(sum), counts.length];
  const [shares, rates] = [sizes.map((size) => size / examples), counts.map((row, p) => row.map((count) => count / (sizes[p] || 1)))];
  const errorOf = (C) => dot(shares, C.map(sum));
  const towards = (A, B, part) => A.map((row, p) => row.map((value, q) => value + part * (B(p, q) - value)));
  const steps = Math.min(400, Math.max(4, 1e6 / Q ** 3));
  const held = rates.map((_, q) => [...rates.keys()].filter((p) => rates[p][q]));
  let [C, M, lower] = [errorMatrix(counts), zeros(Q, Q), 0];
  let { u, v, norm } = topPair(C, new Array(Q).fill(Q ** -0.5), 300);
  let least = { C, value: norm + price * errorOf(C) };
  for (let step = 1; step <= steps && least.value - lower > 1e-9; step++) {
    const part = 2 / (step + 1);
    M = towards(M, (p, k) => u[p] * v[k], part);
    // What saying k for prediction q costs.
    const costs = held.map((some, q) => counts.map((_, k) => sum(some.map((p) => (p === k ? 0 : rates[p][q] * (M[p][k] + price * shares[p]))))));
    lower = Math.max(lower, sum(costs.map((each) => Math.min(...each))));
    const best = errorMatrix(renamed(counts, costs.map((each) => each.indexOf(Math.min(...each)))));
    C = towards(C, (p, q) => best[p][q], part);
    ({ u, v, norm } = topPair(C, v, 10));
    const value = norm + price * errorOf(C);
    if (value < least.value) least = { C, value };
  }
  const [error, reached] = [errorOf(least.C), (Q > 40 ? limitOfOnes(least.C) : stretch(least.C)).norm];
  return { lower, upper: reached + price * error, norm: reached, error };
}
