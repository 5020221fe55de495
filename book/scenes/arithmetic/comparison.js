// Two classifiers by their predictions of the same examples, in the words and numbers of confusion.report.
import { sum } from "../../../coursemachine/controls/static/numbers.js";
import { column, countsOf, errorMatrix, zeros } from "./matrices.js";
import { betaBelow, describeCounts, measuresOf } from "./report.js";

const Z = 1.959963984540054; // of 95 %
const STEP = 1e-4; // of an example, to find slopes
const SMOOTH = ["accuracy", "error", "balanced_error", "specificity", "macro_f1", "weighted_f1", "kappa", "quadratic_kappa", "mcc"];

// Of each smooth measure what a wrong prediction of class p as q changes in it, times the examples of p.
function slopesOf(N, /** @type {object} */ measures) {
  const [C, n, names] = [errorMatrix(N), N.map(sum), SMOOTH.filter((name) => name in measures)];
  const slopes = Object.fromEntries(names.map((name) => [name, zeros(N.length, N.length)]));
  N.forEach((row, p) => row.forEach((_, q) => {
    if (p === q) return;
    const moved = (by) => N.map((counts, r) => counts.map((count, s) => count + (r === p ? by * (Number(s === q) - Number(s === p)) : 0)));
    const [more, less] = [STEP, -STEP].map((by) => measuresOf(moved(by), C, 0, "quadratic_kappa" in measures));
    for (const name of names) slopes[name][p][q] = (n[p] * (more[name] - less[name])) / (2 * STEP);
  }));
  return slopes;
}

// The bias of second order that an average of the F1 has, with these weights of the classes.
function biasOf(N, weights) {
  const n = N.map(sum);
  return 2 * sum(weights.map((weight, q) => {
    const [answered, right] = [column(N, q), N[q][q]];
    const both = n[q] + sum(answered);
    return weight * ((right / both ** 3) * sum(answered.map((count, p) => count - count ** 2 / n[p])) - (right - right ** 2 / n[q]) / both ** 2);
  }));
}

// `rows` have class, first and second prediction of each example, numbers of classes that all have one.  What is no smooth
// measure has its interval in Python, and so has the MCC of one answer to everything.
export function compare(rows, labels) {
  const truth = rows.map(([p]) => p);
  const counts = [1, 2].map((k) => countsOf(truth, column(rows, k), labels.length));
  const n = counts[0].map(sum);
  const values = counts.map((N) => describeCounts(N, labels).measures);
  const slopes = counts.map((N, k) => slopesOf(N, values[k]));
  const weights = { macro_f1: n.map(() => 1 / n.length), weighted_f1: n.map((size) => size / truth.length) };
  function interval(name) {
    if (!(name in slopes[0]) || (name === "mcc" && counts.some((N) => N.filter((_, q) => sum(column(N, q))).length < 2))) return null;
    const [A, B] = slopes.map((one) => one[name]);
    // An example more on which only one of the two is right, where it weighs most.
    const one = Math.max(...[A, B].flatMap((parts) => parts.flatMap((row, p) => row.map((part) => Math.abs(part) / n[p])))) || 1 / Math.min(...n);
    const [total, squares] = [n.map(() => 0), n.map(() => 0)]; // in each class
    for (const [p, first, second] of rows) {
      total[p] += A[p][first] - B[p][second];
      squares[p] += (A[p][first] - B[p][second]) ** 2;
    }
    const variance = sum(n.map((size, p) => (squares[p] - total[p] ** 2 / (size + 4)) / size ** 2));
    const reach = Z * Math.sqrt(variance + 2 * one ** 2);
    const [first, second] = values.map((each, k) => each[name] - (name in weights ? biasOf(counts[k], weights[name]) : 0));
    return [first - second - reach, first - second + reach];
  }
  const only = [[1, 2], [2, 1]].map(([k, other]) => rows.filter((row) => row[k] === row[0] && row[other] !== row[0]).length);
  const less = Math.min(...only);
  return {
    measures: Object.fromEntries(Object.entries(values[0]).map(([name, value]) => [name, { against: values[1][name], difference: value - values[1][name], interval: interval(name) }])),
    only,
    // McNemar's exact test, two-sided.
    p_value: only[0] === only[1] ? 1 : Math.min(1, 2 * betaBelow(0.5, sum(only) - less, less + 1)),
  };
}
