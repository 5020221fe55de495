// Pruned decision trees.
import { sum } from "../../../coursemachine/controls/static/numbers.js";
import { dot, zeros } from "./matrices.js";

// Decision trees are lists over their nodes, numbered from the root, each subtree in one piece: children `left` and `right`
// (-1 at a leaf) and `total`, the impurity |n| F(n).  A pruned tree is the list of its leaves, from the left.
export function giniTotal(counts, weights) {
  const sizes = counts.map((count, q) => count * weights[q]);
  return sum(sizes) - dot(sizes, sizes) / sum(sizes);
}

// The smallest pruned tree of least cost below node n where each leaf has a price.
export function prunedTree(tree, price, n = 0) {
  const alone = { cost: tree.total[n] + price, leaves: [n] };
  if (tree.left[n] < 0) return alone;
  const [minus, plus] = [tree.left, tree.right].map((child) => prunedTree(tree, price, child[n]));
  const cost = minus.cost + plus.cost;
  // The leaf wins a tie, also one that rounding hides.
  return alone.cost <= cost + 1e-9 ? alone : { cost, leaves: [...minus.leaves, ...plus.leaves] };
}

// The leaves of the tree whose nodes `cut` are collapsed.
export function leavesUnder(tree, cut, n = 0) {
  if (tree.left[n] < 0 || cut.includes(n)) return [n];
  return [...leavesUnder(tree, cut, tree.left[n]), ...leavesUnder(tree, cut, tree.right[n])];
}

const lastBelow = (tree, n) => (tree.left[n] < 0 ? n : lastBelow(tree, tree.right[n]));
export const partOf = (tree, leaves, n) => leaves.filter((k) => k >= n && k <= lastBelow(tree, n));

// The price at which collapsing node n changes no cost.
export function linkOf(tree, leaves, n) {
  const part = partOf(tree, leaves, n);
  const kept = sum(part.map((k) => tree.total[k]));
  return { kept, size: part.length, price: (tree.total[n] - kept) / (part.length - 1) };
}

// The error matrix of a pruned tree from what each node has of the classes, as shares of each class.
export function treeErrors(leaves, answer, shares) {
  const C = zeros(shares[0].length, shares[0].length);
  for (const n of leaves) shares[n].forEach((share, p) => (C[p][answer[n]] += p === answer[n] ? 0 : share));
  return C;
}
