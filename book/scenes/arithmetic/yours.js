// What an idea of a lesson says of counts, from what `describeCounts` says of them.
import { sum } from "../../../coursemachine/controls/static/numbers.js";
import { column, singularPairs } from "./matrices.js";

// The class of the largest error, but for rounding; of equal ones the first.
export const worstOf = (classes) => classes.reduce((worst, one) => (one.error > worst.error + 1e-9 ? one : worst));

// What an example costs if an error of the worst class costs k and any other 1: by the classifier, and by always predicting
// the worst class or the most frequent one; above the price `from` the second costs less than the first.
export function costsOf({ labels, counts, examples, classes, accuracy_hides: { most_frequent: often } }, k) {
  const [worst, sizes] = [worstOf(classes).label, counts.map(sum)];
  const [b, wrong] = [labels.indexOf(worst), counts.map((row, p) => sizes[p] - row[p])];
  const mean = (errors) => sum(errors.map((count, p) => (p === b ? k * count : count))) / examples;
  const always = (label) => mean(sizes.map((size, p) => (labels[p] === label ? 0 : size)));
  const from = wrong[b] ? (examples - sizes[b] - (sum(wrong) - wrong[b])) / wrong[b] : Infinity;
  return { worst, often, own: mean(wrong), always: always(worst), frequent: always(often), from };
}

// With `wanted` examples of each class the norm of a fixed classifier is at most an allowance above that on them, with
// probability `level`; how many each class lacks.
export function missingOf({ counts }, allowance, level = 0.95) {
  const wanted = Math.ceil(-Math.log(1 - level) / (2 * allowance ** 2));
  return { wanted, missing: counts.map((row) => Math.max(0, wanted - sum(row))) };
}

// The rarest class and the most frequent other one, of those with examples, and from which probability on the rarest is
// predicted where no other class matters: without weights, and with both sides balanced in one-vs-one and in one-vs-all.
export function duelOf({ labels, counts, examples }) {
  const sizes = counts.map(sum);
  const order = [...sizes.keys()].filter((p) => sizes[p]).sort((p, q) => sizes[p] - sizes[q]);
  const [rare, often] = [order[0], order[order.length - 1]];
  const oddsOf = (p) => sizes[p] / (examples - sizes[p]);
  const odds = Math.sqrt(oddsOf(rare) / oddsOf(often));
  return { rare: labels[rare], often: labels[often], size: sizes[rare], plain: 0.5, ovo: sizes[rare] / (sizes[rare] + sizes[often]), ova: odds / (1 + odds) };
}

const IMPURITIES = {
  misclassification: (shares) => 1 - Math.max(...shares),
  entropy: (shares) => -sum(shares.map((share) => share && share * Math.log(share))),
  Gini: (shares) => 1 - sum(shares.map((share) => share ** 2)),
};

// Predictions as the leaves of a tree: the impurity of all examples, the mean of the leaves, and of each leaf its own and the
// class that it would be called by, if examples count alike or, `even`, if classes do; the name that it has wins a tie.
export function leavesOf({ labels, counts, examples }, impurity) {
  const [of, sizes] = [(values) => IMPURITIES[impurity](values.map((value) => value / sum(values))), counts.map(sum)];
  const nameOf = (values, q) => labels[values.reduce((most, value, p) => (value > values[most] + 1e-12 ? p : most), q)];
  const leaves = labels.flatMap((label, q) => {
    const held = counts.map((row) => row[q]);
    const rates = held.map((count, p) => count / (sizes[p] || 1));
    return sum(held) ? [{ label, size: sum(held), impurity: of(held), called: nameOf(held, q), even: nameOf(rates, q) }] : [];
  });
  return { before: of(sizes), after: sum(leaves.map(({ size, impurity: own }) => size * own)) / examples, leaves };
}

// How far, with probability `level`, the online confusion risk is from its empirical version in the Frobenius norm, and what a
// test sample adds to the norm of a fixed classifier, if the rarest class has `times` as many examples.
export function radiiOf({ counts, labels }, times, level = 0.95) {
  const sizes = counts.map(sum).filter(Boolean).sort((one, other) => one - other);
  sizes[0] *= times;
  const [each, delta] = [sizes.map((size) => 1 / size), 1 - level];
  return {
    stream: Math.sqrt(((labels.length - 1) / 2) * sum(each) * Math.log(2 / delta)),
    test: Math.sqrt((-Math.log(delta) / 2) * Math.max(...each)),
    rarest: each[0] / sum(each),
  };
}

// If the rates of counts were those of wrong labels: by how much each class is its own likeliest label, and the norm of the
// inverse, which undoing them multiplies errors of shares by; null where a class has no example.
export function asNoise({ counts }) {
  const sizes = counts.map(sum);
  if (sizes.includes(0)) return null;
  const gaps = counts.map((row, q) => (row[q] - Math.max(...row.filter((_, p) => p !== q))) / sizes[q]);
  const least = Math.min(...singularPairs(counts.map((row, q) => row.map((count) => count / sizes[q]))).map(({ value }) => value));
  return { gaps, inverse: least > 1e-9 ? 1 / least : Infinity };
}

// Counts by true classes, in the mean, if a share `wrong` of the labels of each class were wrong, evenly, and the classifier
// had not seen them; and the least of them, which no counts are far below zero.
export function unmixed({ counts, examples, labels }, wrong) {
  const Q = labels.length;
  const mixed = (wrong * Q) / (Q - 1);
  const said = labels.map((_, q) => sum(column(counts, q)));
  const clean = counts.map((row) => row.map((count, q) => (count - (mixed * said[q]) / Q) / (1 - mixed)));
  const errors = clean.map((row, p) => (sum(row) > 0 ? 1 - row[p] / sum(row) : null));
  return { errors, accuracy: sum(clean.map((row, p) => row[p])) / examples, least: Math.min(...clean.flat()) };
}

// The sum S of the class errors, what it says of the norm, and the edges of the classifier in a first round of boosting.
export function chainOf({ counts, classes, examples, labels }) {
  const [Q, S, right] = [labels.length, sum(classes.map(({ error }) => error)), sum(counts.map((row, p) => row[p]))];
  const edge = (hits, misses) => (hits - misses / (Q - 1)) / (hits + misses);
  return { S, most: Math.min(S, Math.sqrt(S)), combo: edge(classes.length - S, S), mm: edge(right, examples - right) };
}

// AdaBoost.MM's loss after a first round with this classifier and its vote: what is left, and each class's share of it; null
// where the edge is not between 0 and 1.
export function roundOf(told) {
  const [edge, { counts, labels, examples }] = [chainOf(told).mm, told];
  if (edge <= 0 || edge >= 1) return null;
  const [vote, Q] = [Math.log((1 + edge) / (1 - edge)) / 2, labels.length];
  const losses = counts.map((row, p) => row[p] * (Q - 1) * Math.exp(-vote) + (sum(row) - row[p]) * (Math.exp(vote) + Q - 2));
  return { edge, vote, left: sum(losses) / (examples * (Q - 1)), shares: losses.map((loss) => loss / sum(losses)) };
}

// Numbers from 0 to 1 that a seed repeats.
function numbersFrom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

// Counts dealt to folds, each class evenly and by chance; of more than 20,000 examples of a class every fold has the same part.
export function dealt({ counts }, folds, seed) {
  const [next, dealing] = [numbersFrom(seed), Array.from({ length: folds }, () => counts.map((row) => row.map(() => 0)))];
  let turn = 0;
  counts.forEach((row, p) => {
    if (sum(row) > 20000) return dealing.forEach((fold) => (fold[p] = row.map((count) => count / folds)));
    const cards = row.flatMap((count, q) => new Array(count).fill(q));
    for (let k = cards.length - 1; k > 0; k--) {
      const other = Math.floor(next() * (k + 1));
      [cards[k], cards[other]] = [cards[other], cards[k]];
    }
    for (const q of cards) dealing[turn++ % folds][p][q] += 1;
  });
  return dealing;
}
