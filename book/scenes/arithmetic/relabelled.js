// Rules that see of an example only which class was predicted: each prediction is given another name, or a mixture of names.
import { sum } from "../../../coursemachine/controls/static/numbers.js";
import { column, dot, errorMatrix, times, zeros } from "./matrices.js";

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

// The least ‖C‖ + price * error of mixtures of names: its two ends, and norm and error of a mixture at the upper one.  The
// method of Frank and Wolfe, of so many steps of given lengths as are done at once: each averages the matrix of the rule that
// is best for the vectors u and v of the matrix so far.  The lower end is proved by one pair of them, or by the mean of all.
export function leastOf({ counts, examples }, price = 0) {
  const [sizes, Q, own] = [counts.map(sum), counts.length, errorMatrix(counts)];
  const [shares, rates] = [sizes.map((size) => size / examples), counts.map((row, p) => row.map((count) => count / (sizes[p] || 1)))];
  const turned = rates.map((_, q) => column(rates, q));
  const errorOf = (C) => dot(shares, C.map(sum));
  const steps = Math.min(400, Math.max(6, 6e5 / Q ** 2));
  const mean = zeros(Q, Q);
  let [C, lower, weight] = [own, 0, 0];
  let { u, v } = topPair(C, new Array(Q).fill(Q ** -0.5), 60);
  for (let step = 1; step <= steps; step++) {
    // What saying k for prediction q costs: that of all its examples, less that of those of class k.
    const costs = turned.map((rate) => {
      const [all, priced] = [dot(u, rate), price * dot(shares, rate)];
      return v.map((value, k) => value * (all - u[k] * rate[k]) + priced - price * shares[k] * rate[k]);
    });
    lower = Math.max(lower, sum(costs.map((each) => Math.min(...each))));
    const best = errorMatrix(renamed(counts, costs.map((each) => each.indexOf(Math.min(...each)))));
    mean.forEach((row, p) => row.forEach((_, k) => (row[k] += step * u[p] * v[k])));
    weight += step;
    const part = 2 / (step + 2);
    C = C.map((row, p) => row.map((value, q) => value + part * (best[p][q] - value)));
    ({ u, v } = topPair(C, v, 20));
  }
  const byMean = turned.map((rate) => Math.min(...counts.map((_, k) => sum(rate.map((one, p) => (one && p !== k ? one * (mean[p][k] / weight + price * shares[p]) : 0))))));
  const found = [own, C].map((one) => ({ norm: topPair(one, v, 300).norm, error: errorOf(one) }));
  const { norm, error } = found.reduce((least, one) => (one.norm + price * one.error < least.norm + price * least.error ? one : least));
  return { lower: Math.max(lower, sum(byMean)), upper: norm + price * error, norm, error };
}
