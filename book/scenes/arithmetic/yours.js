// What an idea of a lesson says of counts, from what `describeCounts` says of them.
import { sum } from "../../../coursemachine/controls/static/numbers.js";

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
