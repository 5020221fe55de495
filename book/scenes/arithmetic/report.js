// What counts say, in the words and numbers of confusion.report.
import { sum } from "../../../coursemachine/controls/static/numbers.js";
import { riseOrFall } from "./cells.js";
import { column, dot, errorMatrix, frobenius, limitOfOnes, singularPairs, times } from "./matrices.js";

// What each entry of C >= 0 adds to its norm, as a share; of equal singular values as confusion.report.describe does.
function normShares(C) {
  const many = C.length > 40 ? limitOfOnes(C) : null;
  const pairs = many ? [{ value: many.norm, direction: many.direction }] : singularPairs(C);
  const norm = Math.max(...pairs.map(({ value }) => value));
  const top = pairs.filter(({ value }) => value >= norm * (1 - 1e-9));
  const v = C.map((_, q) => sum(top.map(({ direction }) => direction[q] * sum(direction))));
  const u = times(C, v);
  const parts = C.map((row, p) => row.map((value, q) => u[p] * value * v[q]));
  const total = sum(parts.flat()) || 1;
  return { norm, shares: parts.map((row) => row.map((part) => part / total)) };
}

// Measures of counts with their errors C and its norm, by their names in confusion.report; errors are over the classes with
// examples, macro-F1 and specificity over those that are true or predicted.
export function measuresOf(N, C, norm, ordered) {
  const [right, truth, said] = [N.map((row, p) => row[p]), N.map(sum), N.map((_, q) => sum(column(N, q)))];
  const [n, byChance] = [sum(truth), dot(truth, said)];
  const recall = right.map((count, p) => count / truth[p]).filter((_, p) => truth[p]);
  const [Q, f1] = [recall.length, right.map((count, p) => (2 * count) / (truth[p] + said[p] || 1))];
  const known = truth.map((count, p) => count + said[p]).filter(Boolean).length;
  const spared = truth.flatMap((count, q) => (n > count && count + said[q] ? 1 - (said[q] - right[q]) / (n - count) : []));
  const far = (M) => sum(M.flatMap((row, p) => row.map((count, q) => (p - q) ** 2 * count)));
  const agreed = n * sum(right) - byChance;
  const spread = (n * n - dot(truth, truth)) * (n * n - dot(said, said));
  return {
    accuracy: sum(right) / n,
    error: 1 - sum(right) / n,
    balanced_error: 1 - sum(recall) / Q,
    largest_class_error: 1 - Math.min(...recall),
    specificity: sum(spared) / spared.length,
    macro_f1: sum(f1) / known,
    weighted_f1: dot(truth, f1) / n,
    g_mean: recall.reduce((product, one) => product * one ** (1 / Q), 1),
    kappa: agreed / (n * n - byChance),
    ...(ordered ? { quadratic_kappa: 1 - (n * far(N)) / far(truth.map((count) => said.map((other) => count * other))) } : {}),
    mcc: spread > 0 ? agreed / Math.sqrt(spread) : 0,
    operator_norm: norm,
    frobenius_norm: frobenius(C),
    confusion_rate: frobenius(C) / Math.sqrt(Q),
  };
}

// ln Γ(x), by Stirling's series from 20 on.
function logGamma(x) {
  let below = 0;
  for (; x < 20; x++) below += Math.log(x);
  return (x - 0.5) * Math.log(x) - x + Math.log(2 * Math.PI) / 2 + 1 / (12 * x) - 1 / (360 * x ** 3) + 1 / (1260 * x ** 5) - below;
}

// The distribution function of the beta law, by its continued fraction.
export function betaBelow(x, a, b) {
  if (x > (a + 1) / (a + b + 2)) return 1 - betaBelow(1 - x, b, a);
  let [fraction, above, below] = [1, 1, 0];
  for (let j = 1; j < 1e6; j++) {
    const m = Math.floor(j / 2);
    const part = (j % 2 ? (-(a + m) * (a + b + m)) / (a + 2 * m + 1) : (m * (b - m)) / (a + 2 * m - 1)) * (x / (a + 2 * m));
    [above, below] = [1 + part / above, 1 / (1 + part * below)];
    fraction *= above * below;
    if (Math.abs(above * below - 1) < 1e-15) break;
  }
  return Math.exp(a * Math.log(x) + b * Math.log1p(-x) + logGamma(a + b) - logGamma(a) - logGamma(b)) / (a * fraction);
}

// The exact interval of a binomial share (Clopper and Pearson): both ends are quantiles of beta laws, found by halving.
function exactInterval(wrong, n, level = 0.95) {
  const quantile = (share, a, b) => {
    let [low, high] = [0, 1];
    for (let step = 0; step < 50; step++) {
      const middle = (low + high) / 2;
      if (betaBelow(middle, a, b) < share) low = middle;
      else high = middle;
    }
    return (low + high) / 2;
  };
  const tail = (1 - level) / 2;
  return [wrong > 0 ? quantile(tail, wrong, n - wrong + 1) : 0, wrong < n ? 1 - quantile(tail, n - wrong, wrong + 1) : 1];
}

// What counts say, in the words of confusion.report, with the intervals that have a closed form.
export function describeCounts(N, labels, level = 0.95) {
  const [n, C] = [sum(N.flat()), errorMatrix(N)];
  const [truth, said, wrong] = [N.map(sum), N.map((_, q) => sum(column(N, q))), N.map((row, p) => sum(row) - row[p])];
  const { norm, shares } = normShares(C);
  const measures = measuresOf(N, C, norm, riseOrFall(labels));
  const places = N.flatMap((_, p) => N.map((_, q) => [p, q]));
  const error = exactInterval(sum(wrong), n, level);
  const some = labels.map((_, p) => p).filter((p) => truth[p]); // classes with examples
  const each = some.map((p) => exactInterval(wrong[p], truth[p], 1 - (1 - level) / some.length));
  const often = truth.indexOf(Math.max(...truth));
  const right = n - sum(wrong);
  // McNemar's exact test, one-sided: right on others than class p, against wrong on class p.
  const chances = truth.map((count, p) => (right > N[p][p] ? betaBelow(0.5, right - N[p][p], count - N[p][p] + 1) : 1));
  // Rounded for the order alone, so that equal ones come in the order of the classes.
  const byShare = ([p, q]) => Math.round(shares[p][q] * 1e9);
  const bySmaller = ([p, q]) => Math.round(Math.min(C[p][q], C[q][p]) * 1e9);
  return {
    labels, counts: N, examples: n, measures,
    intervals: { accuracy: [1 - error[1], 1 - error[0]], error, largest_class_error: [0, 1].map((end) => Math.max(...each.map((one) => one[end]))) },
    norm_at_most: measures.operator_norm + Math.sqrt(-Math.log(1 - level) / (2 * Math.min(...some.map((p) => truth[p])))),
    classes: some.map((p) => {
      const [low, high] = exactInterval(wrong[p], truth[p], level);
      return { label: labels[p], examples: truth[p], error: sum(C[p]), low, high, precision: said[p] ? N[p][p] / said[p] : null, f1: (2 * N[p][p]) / (truth[p] + said[p]) };
    }),
    norm_entries: places
      .filter(([p, q]) => shares[p][q] > 1e-12)
      .sort((one, other) => byShare(other) - byShare(one))
      .map(([p, q]) => ({ true: labels[p], predicted: labels[q], count: N[p][q], rate: C[p][q], share: shares[p][q] })),
    accuracy_hides: { most_frequent: labels[often], accuracy_of_most_frequent: truth[often] / n, p_value: Math.max(...chances), accuracy_at_equal_shares: 1 - measures.balanced_error, accuracy_at_worst_shares: 1 - measures.largest_class_error },
    shared_errors: places
      .filter(([p, q]) => p < q && Math.min(C[p][q], C[q][p]) > 0)
      .sort((one, other) => bySmaller(other) - bySmaller(one) || one[0] - other[0] || one[1] - other[1])
      .map(([p, q]) => ({ classes: [labels[p], labels[q]], counts: [N[p][q], N[q][p]], rates: [C[p][q], C[q][p]] })),
  };
}
