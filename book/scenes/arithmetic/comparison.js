// Two classifiers by their predictions of the same examples, in the words and numbers of confusion.report.
import { sum } from "../../../coursemachine/controls/static/numbers.js";
import { column, countsOf, dot } from "./matrices.js";
import { betaBelow, describeCounts, measuresOf } from "./report.js";

const Z = 1.959963984540054; // of 95 %
const STEP = 1e-4; // of an example, or of a class, to find slopes
const SMOOTH = ["accuracy", "error", "balanced_error", "specificity", "macro_f1", "weighted_f1", "kappa", "quadratic_kappa", "mcc"];

// Of each smooth measure what a wrong prediction of class p as q changes in it, times the examples of p, and last what a
// larger share of class p does.
function slopesOf(N, names) {
  const central = (at, size) => {
    const [more, less] = [STEP, -STEP].map((by) => measuresOf(at(by), N, 0, true));
    return (name) => (size * (more[name] - less[name])) / (2 * STEP);
  };
  const moved = (p, q, by) => N.map((row, r) => row.map((count, s) => count + (r === p ? by * (Number(s === q) - Number(s === p)) : 0)));
  const slopes = N.map((row, p) => row.map((_, q) => central((by) => moved(p, q, by), sum(row))));
  const scaled = (p, by) => N.map((row, r) => row.map((count) => (r === p ? (1 + by) * count : count)));
  const byShare = N.map((row, p) => central((by) => scaled(p, by), sum(N.flat()) / sum(row)));
  return Object.fromEntries(names.map((name) => [name, slopes.map((row, p) => [...row, byShare[p]].map((slope) => slope(name)))]));
}

// The bias of second order of the F1 of class q, for macro-F1 the mean of those with class sizes given and drawn.
function biasOf(N, q, macro) {
  const [n, said, right] = [N.map(sum), column(N, q), N[q][q]];
  const both = n[q] + sum(said);
  const bias = (2 * right * sum(said.map((count, p) => count - count ** 2 / n[p]))) / both ** 3 - (2 * (right - right ** 2 / n[q])) / both ** 2;
  return macro ? bias / 2 - (right * (1 - (2 * right) / both)) / both ** 2 : bias;
}

// `rows` have class, first and second prediction of each example, numbers of classes that all have one.  What is no smooth
// measure has its interval in Python, and so has the MCC of one answer to everything.
export function compare(rows, labels) {
  const counts = [1, 2].map((k) => countsOf(column(rows, 0), column(rows, k), labels.length));
  const n = counts[0].map(sum);
  const values = counts.map((N) => describeCounts(N, labels).measures);
  const slopes = counts.map((N) => slopesOf(N, SMOOTH.filter((name) => name in values[0])));
  const weights = { macro_f1: n.map(() => 1 / n.length), weighted_f1: n.map((size) => size / rows.length) };
  function interval(name) {
    if (!(name in slopes[0]) || (name === "mcc" && counts.some((N) => N.filter((_, q) => sum(column(N, q))).length < 2))) return null;
    const [A, B] = slopes.map((one) => one[name].map((row) => row.slice(0, -1)));
    const [shares, byShare] = [n.map((size) => size / rows.length), n.map((_, p) => slopes[0][name][p].at(-1) - slopes[1][name][p].at(-1))];
    const apart = byShare.map((slope) => (slope - dot(shares, byShare)) ** 2);
    // An example more on which only one of the two is right, where it weighs most.
    const one = Math.max(...[...A, ...B].map((row, k) => Math.max(...row.map(Math.abs)) / n[k % n.length])) || 1 / Math.min(...n);
    const [total, squares] = [n.map(() => 0), n.map(() => 0)]; // in each class
    for (const [p, first, second] of rows) {
      total[p] += A[p][first] - B[p][second];
      squares[p] += (A[p][first] - B[p][second]) ** 2;
    }
    const reach = Z * Math.sqrt(sum(n.map((size, p) => (squares[p] - total[p] ** 2 / (size + 4)) / size ** 2)) + dot(shares, apart) / rows.length + 2 * one ** 2);
    const [first, second] = values.map((each, k) => each[name] - sum((weights[name] ?? []).map((weight, q) => weight * biasOf(counts[k], q, name === "macro_f1"))));
    const most = ["kappa", "quadratic_kappa", "mcc"].includes(name) ? 2 : 1;
    return [Math.max(first - second - reach, -most), Math.min(first - second + reach, most)];
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
