// What UMA computes at its class vectors, and its step.
import { sum } from "../../../coursemachine/controls/static/numbers.js";
import { column, dot, zeros } from "./matrices.js";

// What UMA computes at the class vectors W from noisy labels, with the inverse `undo` of the noise matrix it is told; beside it,
// from the true classes, what this stands for.  All by (predicted p, true q): z and mu, the masses J and clean.
export function umaAt(W, undo, points, labels, truth) {
  const [Q, n] = [W.length, points.length];
  // Of equal scores the first: those of short decimals tie now and then, and rounding must not decide.
  const answers = points.map((x) => {
    const scores = W.map((w) => dot(w, x));
    return scores.findIndex((score) => score >= Math.max(...scores) - 1e-11);
  });
  // Sums of (x, 1) over n, apart by answer and class.
  const sumsBy = (classes) => {
    const sums = Array.from({ length: Q }, () => zeros(Q, 3));
    points.forEach(([u, v], i) => [u, v, 1].forEach((value, j) => (sums[answers[i]][classes[i]][j] += value / n)));
    return sums;
  };
  const parts = (sums) => [sums.map((row) => row.map(([u, v]) => [u, v])), sums.map((row) => row.map((one) => one[2]))];
  const noisy = sumsBy(labels);
  const [z, J] = parts(noisy.map((rows) => undo.map((weights) => [0, 1, 2].map((j) => dot(weights, column(rows, j))))));
  const [mu, clean] = parts(sumsBy(truth));
  const errorOf = (masses) => 1 - sum(masses.map((row, p) => row[p]));
  return { answers, z, J, mu, clean, estimated: errorOf(J), error: errorOf(clean) };
}

// The step of UMA for the pair (p, q): w_q gains z, the highest class of the error set (p, if it is among them) loses it; null
// where the error set is empty.
export function umaStep(W, z, p, q) {
  const scores = W.map((w) => dot(w, z));
  const wrong = scores.map((_, r) => r).filter((r) => r !== q && scores[r] >= scores[q]);
  if (!wrong.length) return null;
  const top = Math.max(...wrong.map((r) => scores[r]));
  const r = scores[p] === top && p !== q ? p : wrong.find((one) => scores[one] === top);
  return W.map((w, s) => w.map((value, j) => value + (s === q ? z[j] : s === r ? -z[j] : 0)));
}

// The pair of the longest z that can make a step.
export function longestPair(W, z) {
  const pairs = z.flatMap((row, p) => row.map((_, q) => [p, q])).filter(([p, q]) => p !== q);
  const length = ([p, q]) => Math.hypot(...z[p][q]);
  pairs.sort((one, other) => length(other) - length(one));
  return pairs.find(([p, q]) => length([p, q]) > 1e-11 && umaStep(W, z[p][q], p, q)) ?? pairs[0];
}
