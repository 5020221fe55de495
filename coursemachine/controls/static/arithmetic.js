// What the scenes compute, as functions of numbers alone; tests/browser/test_scenes.py compares each with the package.

const sum = (values) => values.reduce((total, value) => total + value, 0);
const dot = (u, v) => sum(u.map((value, k) => value * v[k]));
const times = (M, v) => M.map((row) => dot(row, v));
const column = (M, q) => M.map((row) => row[q]);
const zeros = (rows, columns) => Array.from({ length: rows }, () => new Array(columns).fill(0));

// Class of the largest score <w_q, x - m> at every point; the first one where scores are equal.
function answersOf(W, m, points) {
  return points.map((x) => {
    const scores = W.map((w) => w[0] * (x[0] - m[0]) + w[1] * (x[1] - m[1]));
    return scores.indexOf(Math.max(...scores));
  });
}

// N[p][q]: how many examples of class p are answered q.
function countsOf(labels, answers, Q) {
  const N = zeros(Q, Q);
  labels.forEach((p, k) => (N[p][answers[k]] += 1));
  return N;
}

// The error matrix by row: shares of each class, zero on the diagonal.
function errorMatrix(N) {
  return N.map((row, p) => row.map((count, q) => (p === q ? 0 : count / (sum(row) || 1))));
}

const classErrors = (C) => C.map(sum);
const risk = (C, priors) => dot(priors, classErrors(C));
const frobenius = (M) => Math.sqrt(sum(M.flat().map((value) => value * value)));

// Largest singular value of M and the direction that M stretches most, with no negative first sign: M'M, squared until
// only its largest eigenvalue is left, has this direction in every column.
function stretch(M) {
  let S = M[0].map((_, p) => M[0].map((_, q) => dot(column(M, p), column(M, q))));
  for (let power = 0; power < 60; power++) {
    const size = frobenius(S);
    if (size === 0) break;
    const scaled = S.map((row) => row.map((value) => value / size));
    S = scaled.map((row) => times(scaled, row)); // symmetric
  }
  const lengths = S.map((row) => Math.hypot(...row));
  const longest = Math.max(...lengths);
  const best = S[lengths.indexOf(longest)];
  const turned = sum(best) < 0 ? -longest : longest;
  const direction = best.map((value, q) => (longest ? value / turned : Number(q === 0)));
  return { norm: Math.hypot(...times(M, direction)), direction };
}

const operatorNorm = (M) => stretch(M).norm;

// The inverse for three classes, from the cross products of the rows; null where two mixtures of columns are the same.
function inverse([a, b, c]) {
  const cross = (u, v) => [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
  const products = [cross(b, c), cross(c, a), cross(a, b)];
  const determinant = dot(a, products[0]);
  if (Math.abs(determinant) < 1e-12) return null;
  return [0, 1, 2].map((p) => products.map((product) => product[p] / determinant));
}

// A noise matrix whose columns sum to one: the diagonal takes what the other entries of its column leave.
function noiseMatrix(off) {
  return off.map((row, p) =>
    row.map((value, q) => (p === q ? Math.max(0, Math.round((1 - sum(column(off, q).filter((_, r) => r !== q))) * 1e12) / 1e12) : value)),
  );
}

// Labels of the true classes drawn with a uniform number each: the same numbers give the same labels.
function noisyLabels(C, truth, uniforms) {
  const edges = C[0].map((_, q) => {
    let total = 0;
    return column(C, q).map((value) => (total += value));
  });
  const last = C.length - 1;
  return truth.map((q, k) => edges[q].filter((edge, p) => p < last && uniforms[k] >= edge).length);
}

// The shares of 0, 1, ..., Q - 1 among labels.
const sharesOf = (labels, Q) => Array.from({ length: Q }, (_, q) => labels.filter((label) => label === q).length / labels.length);

// What UMA computes at the class vectors W from noisy labels, with the inverse `undo` of the noise matrix it is told; beside it,
// from the true classes, what this stands for.  All by (predicted p, true q): z and mu, the masses J and clean.
function umaAt(W, undo, points, labels, truth) {
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
function umaStep(W, z, p, q) {
  const scores = W.map((w) => dot(w, z));
  const wrong = scores.map((_, r) => r).filter((r) => r !== q && scores[r] >= scores[q]);
  if (!wrong.length) return null;
  const top = Math.max(...wrong.map((r) => scores[r]));
  const r = scores[p] === top && p !== q ? p : wrong.find((one) => scores[one] === top);
  return W.map((w, s) => w.map((value, j) => value + (s === q ? z[j] : s === r ? -z[j] : 0)));
}

// The pair of the longest z that can make a step.
function longestPair(W, z) {
  const pairs = z.flatMap((row, p) => row.map((_, q) => [p, q])).filter(([p, q]) => p !== q);
  const length = ([p, q]) => Math.hypot(...z[p][q]);
  pairs.sort((one, other) => length(other) - length(one));
  return pairs.find(([p, q]) => length([p, q]) > 1e-11 && umaStep(W, z[p][q], p, q)) ?? pairs[0];
}

// One step of COPA from the vectors W, whose mean is taken off, on the example x of class y at the price C:
// sort the losses, let the active set grow while the next loss lies above the threshold of those before it.
function copaStep(W, x, y, C) {
  const Q = W.length;
  const mean = x.map((_, j) => sum(column(W, j)) / Q);
  const before = W.map((w) => w.map((value, j) => value - mean[j]));
  const n = dot(x, x);
  const kappa = 1 / C + n;
  const losses = before.map((w) => dot(w, x) + 1 / (Q - 1));
  const order = losses.map((_, q) => q).filter((q) => q !== y);
  order.sort((p, q) => losses[q] - losses[p] || p - q);
  let [tau, active, total, D] = [0, [], 0, Q / C + Q * n];
  for (const q of n > 0 ? order : []) {
    if (!(losses[q] > tau)) break;
    active = [...active, q];
    total += losses[q];
    D = Q / C + (Q - active.length) * n;
    tau = (-n * total) / D;
  }
  const alpha = losses.map((loss, q) => (active.includes(q) ? (loss - tau) / kappa : 0));
  const share = sum(alpha) / Q;
  const after = before.map((w, q) => w.map((value, j) => value - (alpha[q] - share) * x[j]));
  return { n, kappa, losses, order, active, total, D, tau, alpha, share, before, after };
}

// The part of a convex polygon where <normal, x> >= level.
function cut(polygon, normal, level) {
  return polygon.flatMap((point, k) => {
    const next = polygon[(k + 1) % polygon.length];
    const [here, there] = [dot(normal, point) - level, dot(normal, next) - level];
    const kept = here >= 0 ? [point] : [];
    if (here >= 0 !== there >= 0) kept.push(point.map((value, j) => value + (here / (here - there)) * (next[j] - value)));
    return kept;
  });
}

// Corners of the region of class q inside a box [left, right, bottom, top].
function regionOf(W, m, q, [left, right, bottom, top]) {
  const whole = [[left, bottom], [right, bottom], [right, top], [left, top]];
  return W.reduce((polygon, w, r) => {
    const normal = [W[q][0] - w[0], W[q][1] - w[1]];
    return r === q ? polygon : cut(polygon, normal, dot(normal, m));
  }, whole);
}

// The normal distribution function, to 2e-7 (Abramowitz and Stegun, 7.1.26).
function normal(s) {
  const t = 1 / (1 + 0.3275911 * (Math.abs(s) / Math.SQRT2));
  const tail = ((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) * t * Math.exp((-s * s) / 2);
  return s > 0 ? 1 - tail / 2 : tail / 2;
}

// The error matrix of the rule <w_q, x - m> on Gaussians around `centers`.  The rule asks only for the direction of x - m:
// the density of the angle is integrated (Simpson) over the arcs between the borders of two classes.
function gaussianMatrix(W, m, centers, sigma) {
  const borders = W.flatMap((w, q) => W.slice(q + 1).map((v) => Math.atan2(v[0] - w[0], w[1] - v[1])));
  const ends = [...borders, ...borders.map((angle) => angle + Math.PI), Math.PI].map((angle) => ((angle % (2 * Math.PI)) + 2 * Math.PI) % (2 * Math.PI)).sort((a, b) => a - b);
  const C = zeros(centers.length, W.length);
  ends.forEach((end, k) => {
    const start = k ? ends[k - 1] : ends[ends.length - 1] - 2 * Math.PI;
    const [q] = answersOf(W, [0, 0], [[Math.cos((start + end) / 2), Math.sin((start + end) / 2)]]);
    const step = (end - start) / 40;
    centers.forEach((center, p) => {
      const d = [0, 1].map((j) => (center[j] - m[j]) / sigma);
      for (let j = 0; j <= 40; j++) {
        const s = d[0] * Math.cos(start + j * step) + d[1] * Math.sin(start + j * step);
        const density = (Math.exp(-dot(d, d) / 2) + Math.sqrt(2 * Math.PI) * s * normal(s) * Math.exp((s * s - dot(d, d)) / 2)) / (2 * Math.PI);
        C[p][q] += p === q ? 0 : (density * step * (j % 40 ? (j % 2 ? 4 : 2) : 1)) / 3;
      }
    });
  });
  return C;
}

// A visit in the dual of the multiclass SVM: the bars of an example, the level to which n C is cut off, its new row.
function visitRow(scores, y, n, C, row) {
  const bars = scores.map((score, z) => score - n * row[z] + (z === y ? n * C : 1));
  const tallest = [...bars].sort((a, b) => b - a);
  const levels = tallest.map((_, j) => (sum(tallest.slice(0, j + 1)) - n * C) / (j + 1));
  const cut = tallest.filter((bar, j) => bar > levels[j]);
  const level = levels[cut.length - 1];
  return { bars, cut, level, row: bars.map((bar, z) => (z === y ? C : 0) - Math.max(0, bar - level) / n) };
}

// What each example adds to the gap between objective and dual.
function gapPieces(F, y, C, A) {
  return F.map((scores, i) => C * Math.max(...scores.map((score, z) => (z === y[i] ? 0 : 1 + score - scores[y[i]]))) - A[i][y[i]] + dot(A[i], scores));
}

// States of the dual: at first, and after each visit of the examples of a list, by the largest piece of the gap where it
// ends; `count` visits in all.
function dualWalk(points, y, Q, C, chosen, count) {
  const K = points.map((x) => times(points, x));
  const stateOf = (A, more = /** @type {any} */ ({})) => {
    const F = K.map((products) => A[0].map((_, z) => dot(products, column(A, z))));
    const pieces = gapPieces(F, y, C, A);
    const dual = sum(A.map((row, i) => row[y[i]])) - sum(A.map((row, i) => dot(row, F[i]))) / 2;
    return { A, F, pieces, dual, objective: dual + sum(pieces), ...more };
  };
  const states = [stateOf(zeros(points.length, Q))];
  for (let t = 0; t < count; t++) {
    const { A, F, pieces } = states[t];
    const rounded = pieces.map((piece) => Math.round(piece * 1e9));
    const point = chosen[t] ?? rounded.indexOf(Math.max(...rounded));
    const visited = visitRow(F[point], y[point], K[point][point], C, A[point]);
    states.push(stateOf(A.map((row, i) => (i === point ? visited.row : row)), { point, before: A[point], n: K[point][point], bars: visited.bars, cut: visited.cut, level: visited.level }));
  }
  return states;
}

// The first distribution of AdaBoost.MH on the board of examples and classes.
function firstBoard(y, Q, start) {
  const rows = { uniform: () => 1 / y.length, half: () => 1 / y.length, balanced: (own) => 1 / (Q * y.filter((other) => other === own).length) };
  const share = (own, l) => (start === "uniform" ? 1 / Q : l === own ? 1 / 2 : 1 / (2 * (Q - 1)));
  return y.map((own) => Array.from({ length: Q }, (_, l) => rows[start](own) * share(own, l)));
}

// The stump at a threshold { feature, cut } (feature -1: none) with the best votes on both sides: a vote has the sign of
// the weight that asks for it, "no" where both are as good.
function stumpAt(D, y, points, { feature, cut }) {
  const right = points.map((x) => Number(feature >= 0 && x[feature] > cut));
  const sign = (i, l) => (l === y[i] ? 1 : -1);
  const sums = [0, 1].map((side) => D[0].map((_, l) => sum(D.map((row, i) => (right[i] === side ? sign(i, l) * row[l] : 0)))));
  const votes = sums.map((side) => side.map((value) => (value > 1e-12 ? 1 : -1)));
  const error = (1 - sum(sums.flat().map(Math.abs))) / 2;
  const missed = D.map((row, i) => row.map((_, l) => votes[right[i]][l] !== sign(i, l)));
  return { right, sums, votes, missed, error, alpha: Math.log((1 - error) / error) / 2, Z: 2 * Math.sqrt(error * (1 - error)) };
}

// AdaBoost.MH from the distribution D: in each round the threshold of this number or, where it is null, the best one, of
// those as good the first; also the product of the Z and the answers of the vote so far.
function boost(D, y, points, cuts, numbers) {
  let [scores, product, before] = [zeros(D.length, D[0].length), 1, D];
  return numbers.map((number) => {
    const stumps = cuts.map((cut) => stumpAt(before, y, points, cut));
    const best = stumps.reduce((least, one, k) => (one.error < stumps[least].error - 5e-13 ? k : least), 0);
    const round = { D: before, best: stumps[best], number: number ?? best, ...stumps[number ?? best] };
    scores = scores.map((row, i) => row.map((score, l) => score + round.alpha * round.votes[round.right[i]][l]));
    before = before.map((row, i) => row.map((weight, l) => (weight * Math.exp(round.missed[i][l] ? round.alpha : -round.alpha)) / round.Z));
    product *= round.Z;
    return { ...round, product, scores, answers: scores.map((row) => row.findIndex((score) => score > Math.max(...row) - 1e-9)) };
  });
}

// Thresholds of stumps: none, and by feature the middles between the values that follow each other.
function cutsOf(points) {
  const middles = points[0].map((_, feature) => {
    const values = [...new Set(column(points, feature))].sort((a, b) => a - b);
    return values.slice(1).map((value, k) => ({ feature, cut: (values[k] + value) / 2 }));
  });
  return [{ feature: -1, cut: Infinity }, ...middles.flat()];
}

// Costs of the labels in AdaBoost.MM: of a wrong one exp(f_l - f_y), of the true one minus the sum of these.
function costMatrix(scores, y) {
  return scores.map((row, i) => {
    const wrong = row.map((value, l) => (l === y[i] ? 0 : Math.exp(value - row[y[i]])));
    return wrong.map((value, l) => (l === y[i] ? -sum(wrong) : value));
  });
}

// What the answers h make of the costs D: the loss that they lower, the costs that they raise and the rest;
// the edge, and both steps, which are 0 where there is no edge.
function edgeOf(D, y, h) {
  const part = (kind) => sum(D.map((row, i) => (kind(i) ? Math.abs(row[h[i]]) : 0)));
  const [right, wrong] = [part((i) => h[i] === y[i]), part((i) => h[i] !== y[i])];
  const loss = -sum(D.map((row, i) => row[y[i]]));
  const edge = (right - wrong) / loss;
  const odds = edge > NEAR ? { exact: right / wrong, printed: (1 + edge) / (1 - edge) } : { exact: 1, printed: 1 };
  return { loss, right, wrong, rest: loss - right - wrong, edge, exact: Math.log(odds.exact) / 2, printed: Math.log(odds.printed) / 2 };
}
const lossAfter = ({ right, wrong, rest }, alpha) => rest + right * Math.exp(-alpha) + wrong * Math.exp(alpha);

// AdaBoost.MM on examples in the order of their one feature: a stump [k, u, v] says u to the first k and v to the others.
// In each round that of the list or, for null, the first one of those with the largest edge; also whether another has a
// larger edge or leaves a smaller loss, and the answers of the vote after the exact step.
function boostLine(y, Q, stumps) {
  const [labels, said] = [Array.from({ length: Q }, (_, l) => l), ([k, u, v]) => y.map((_, i) => (i < k ? u : v))];
  const all = y.slice(1).flatMap((_, k) => labels.flatMap((u) => labels.map((v) => [k + 1, u, v])));
  let scores = zeros(y.length, Q);
  return stumps.map((wanted) => {
    const D = costMatrix(scores, y);
    const tried = all.map((one) => edgeOf(D, y, said(one)));
    const best = tried.reduce((most, one, k) => (one.edge > tried[most].edge + NEAR ? k : most), 0);
    const stump = wanted ?? all[best];
    const [h, made] = [said(stump), edgeOf(D, y, said(stump))];
    const after = lossAfter(made, made.exact);
    scores = scores.map((row, i) => row.map((value, l) => value + (l === h[i] ? made.exact : 0)));
    const answers = scores.map((row) => row.findIndex((score) => score > Math.max(...row) - 1e-9));
    const deeper = tried.some((one) => lossAfter(one, one.exact) < after - 1e-9);
    return { ...made, D, stump, h, after, scores, answers, steeper: tried[best].edge > made.edge + 1e-9, deeper };
  });
}

// The point nearest to c where w_1 + w_2 <= b: its multiplier, half its squared distance, and the room that it leaves.
function atWall(b, c) {
  const over = Math.round((sum(c) - b) * 1e9) / 1e9;
  const price = Math.max(0, over / 2);
  return { price, w: c.map((value) => value - price), least: price * price, room: Math.max(0, -over) };
}

// What a surrogate loss of three scores asks for where the classes have the probabilities p, all positive; ties as in
// `surrogate_minimiser` of the package.
const NEAR = 1e-12;
const level = (f) => f.map((value) => value - sum(f) / f.length);
const SURROGATES = {
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
function sumHingeRisks(p) {
  const [first, second, third] = [...p].sort((u, v) => v - u);
  return [2, 3 * (1 - first), 1 + 3 * third, 2 * second + 5 * third];
}

const weighted = (p, costs) => p.map((value, q) => (value * costs[q]) / dot(p, costs));
const winners = (f) => f.map((_, q) => q).filter((q) => f[q] >= Math.max(...f) - 1e-9);

// Where a loss decides for class q, as corners of a polygon of probabilities; `costs` move it.
function decided(loss, q, costs) {
  const inner = { "max-hinge": [], "sum-hinge": [[3, 2, 1], [1, 1, 1], [3, 1, 2]] }[loss] ?? [[1, 1, 1]];
  const corners = [[1, 0, 0], [1, 1, 0], ...inner, [1, 0, 1]];
  return corners.map((corner) => weighted([0, 1, 2].map((r) => corner[(r - q + 3) % 3]), costs.map((cost) => 1 / cost)));
}

// Share of the triangle of probabilities that a polygon in it takes.
const shareOf = (corners) => Math.abs(sum(corners.map((u, k) => ((v) => u[0] * v[1] - u[1] * v[0])(corners[(k + 1) % corners.length]))));

// Decision trees are lists over their nodes, numbered from the root, each subtree in one piece: children `left` and `right`
// (-1 at a leaf) and `total`, the impurity |n| F(n).  A pruned tree is the list of its leaves, from the left.
function giniTotal(counts, weights) {
  const sizes = counts.map((count, q) => count * weights[q]);
  return sum(sizes) - dot(sizes, sizes) / sum(sizes);
}

// The smallest pruned tree of least cost below node n where each leaf has a price.
function prunedTree(tree, price, n = 0) {
  const alone = { cost: tree.total[n] + price, leaves: [n] };
  if (tree.left[n] < 0) return alone;
  const [minus, plus] = [tree.left, tree.right].map((child) => prunedTree(tree, price, child[n]));
  const cost = minus.cost + plus.cost;
  // The leaf wins a tie, also one that rounding hides.
  return alone.cost <= cost + 1e-9 ? alone : { cost, leaves: [...minus.leaves, ...plus.leaves] };
}

// The leaves of the tree whose nodes `cut` are collapsed.
function leavesUnder(tree, cut, n = 0) {
  if (tree.left[n] < 0 || cut.includes(n)) return [n];
  return [...leavesUnder(tree, cut, tree.left[n]), ...leavesUnder(tree, cut, tree.right[n])];
}

const lastBelow = (tree, n) => (tree.left[n] < 0 ? n : lastBelow(tree, tree.right[n]));
const partOf = (tree, leaves, n) => leaves.filter((k) => k >= n && k <= lastBelow(tree, n));

// The price at which collapsing node n changes no cost.
function linkOf(tree, leaves, n) {
  const part = partOf(tree, leaves, n);
  const kept = sum(part.map((k) => tree.total[k]));
  return { kept, size: part.length, price: (tree.total[n] - kept) / (part.length - 1) };
}

// The error matrix of a pruned tree from what each node has of the classes, as shares of each class.
function treeErrors(leaves, answer, shares) {
  const C = zeros(shares[0].length, shares[0].length);
  for (const n of leaves) shares[n].forEach((share, p) => (C[p][answer[n]] += p === answer[n] ? 0 : share));
  return C;
}

// One online step from the vectors W on the example x of class y: a_q times x is added to w_q.  `level` is the score that the
// passive-aggressive step gives to the true class: the mean of it and of the rivals plus one, as many as stand above that.
function onlineStep(W, x, y, rule) {
  const [scores, n] = [times(W, x), dot(x, x)];
  const rivals = scores.map((_, q) => q).filter((q) => q !== y);
  rivals.sort((p, q) => scores[q] - scores[p] || p - q);
  const margin = scores[y] - scores[rivals[0]];
  let [level, total, cut] = [scores[y], scores[y], 1];
  for (const q of rivals) {
    if (!(scores[q] + 1 > level)) break;
    total += scores[q] + 1;
    cut += 1;
    level = total / cut;
  }
  const moves = {
    perceptron: (q) => (margin <= 0 ? Number(q === y) - Number(q === rivals[0]) : 0),
    "passive-aggressive": (q) => (n > 0 ? ((q === y ? level : Math.min(scores[q], level - 1)) - scores[q]) / n : 0),
  };
  const a = scores.map((_, q) => moves[rule](q));
  return { scores, margin, level, a, after: W.map((w, q) => w.map((value, j) => value + a[q] * x[j])) };
}

// The steps of a stream from W = 0, each with the mistakes so far and their bound 2 (longest x)^2 |U|^2 / (least margin of U)^2.
function onlineWalk(points, labels, U, rule) {
  let [W, mistakes, longest, least] = [zeros(U.length, points[0].length), 0, 0, Infinity];
  return points.map((x, t) => {
    const step = onlineStep(W, x, labels[t], rule);
    W = step.after;
    mistakes += Number(step.margin <= 0);
    longest = Math.max(longest, Math.sqrt(dot(x, x)));
    least = Math.min(least, onlineStep(U, x, labels[t], rule).margin);
    return { ...step, mistakes, longest, least, bound: least > 0 ? 2 * ((longest * frobenius(U)) / least) ** 2 : Infinity };
  });
}

// The mean of a perceptron's class vectors over some passes, in the order of the points.
function meanPerceptron(points, labels, Q, passes) {
  let [W, total] = [zeros(Q, points[0].length), zeros(Q, points[0].length)];
  for (let t = 0; t < passes * points.length; t++) {
    const k = t % points.length;
    W = onlineStep(W, points[k], labels[k], "perceptron").after;
    total = total.map((w, q) => w.map((value, j) => value + W[q][j]));
  }
  return total.map((w) => w.map((value) => value / (passes * points.length)));
}

// Answers of a linear rule in many directions of the plane, turn by turn.
function answersAround(W, count) {
  const turns = Array.from({ length: count }, (_, k) => (2 * Math.PI * (k + 0.5)) / count);
  return answersOf(W, [0, 0], turns.map((turn) => [Math.cos(turn), Math.sin(turn)]));
}

// COPA's steps on a strip of labels where every input is 1, so that a hypothesis is one weight w = w_a = -w_b: the weight and
// the loss before each step, the mean loss of each class, the average weight and the risk of that average.
function stripWalk(labels, C) {
  let W = [[0], [0]];
  const rounds = labels.map((y) => {
    const [w, step] = [W[0][0], copaStep(W, [1], y, C)];
    W = step.after;
    return { w, y, loss: Math.max(0, step.losses[1 - y]) };
  });
  const rows = [0, 1].map((y) => rounds.filter((round) => round.y === y).map((round) => round.loss));
  const means = rows.map((losses) => sum(losses) / losses.length);
  const average = sum(rounds.map((round) => round.w)) / labels.length;
  return { rounds, means, online: Math.max(...means), average, risk: 1 + Math.abs(average) };
}

// Votes of stumps are a sum of a part for each feature: votes[j][i] has those of interval i between the thresholds of feature
// j.  The answers on the rectangles of the plane where -(s/2) ln share is added, of votes that tie the first.
function shiftedCells([across, up], shares, s) {
  const added = shares.map((share) => -(s / 2) * Math.log(share));
  return across.map((u) =>
    up.map((v) => {
      const f = u.map((value, q) => value + v[q] + added[q]);
      const least = Math.max(...f) - 1e-9;
      return f.findIndex((value) => value >= least);
    }),
  );
}

// The error matrix of answers on rectangles; masses[j][p][i] is the probability of interval i of feature j in class p.
function cellMatrix(answers, [across, up], Q) {
  const C = zeros(Q, Q);
  answers.forEach((column, i) =>
    column.forEach((q, j) => {
      for (let p = 0; p < Q; p++) C[p][q] += p === q ? 0 : across[p][i] * up[p][j];
    }),
  );
  return C;
}

// The labels alike around place k, as [first, last] places.
function blockAt(labels, k) {
  let [first, last] = [k, k];
  while (first > 0 && labels[first - 1] === labels[k]) first -= 1;
  while (last < labels.length - 1 && labels[last + 1] === labels[k]) last += 1;
  return [first, last];
}

// A block taken to a place further on, one label after the other: like a plough it takes along those of its own kind.
function pushBlock(labels, k, to) {
  const strip = [...labels];
  let here = k;
  const by = Math.sign(to - k);
  while (here !== to) {
    const [first, last] = blockAt(strip, here);
    const met = by > 0 ? last + 1 : first - 1;
    if (met < 0 || met >= strip.length) break;
    const [other] = strip.splice(met, 1);
    strip.splice(by > 0 ? first : last, 0, other);
    here += by;
  }
  return { strip, k: here };
}

// The first round of CoMBo, of a weak classifier that answers N[p][q] examples of class p with q: the error matrix and the sum
// of its entries, what is right, wrong and neither, the edge, and the loss after the exact step.
function firstRound(N) {
  const C = errorMatrix(N);
  const S = sum(classErrors(C));
  const loss = N.length * (N.length - 1); // an example has the weight 1 / (size of its class) for each wrong label
  const [right, wrong] = [loss - (N.length - 1) * S, S];
  const rest = loss - right - wrong;
  return { C, S, right, wrong, rest, edge: (right - wrong) / loss, after: rest + 2 * Math.sqrt(right * wrong) };
}

// The least mean error that a mean norm forces over samples of the same class shares: one class after the other, the rarest
// first, is called by the name of the largest; the k-th takes the norm from √(k − 1) to √k.
function leastError(norm, shares) {
  const rare = [...shares].sort((a, b) => a - b).slice(0, -1);
  return sum(rare.map((share, k) => share * Math.min(1, Math.max(0, (norm - Math.sqrt(k)) / (Math.sqrt(k + 1) - Math.sqrt(k))))));
}

// The largest error that a norm allows by the bounds on one class error and on their sum: the largest classes err first.
function mostError(norm, shares) {
  const Q = shares.length;
  let [left, error] = [Q * norm, 0];
  for (const share of [...shares].sort((a, b) => b - a)) {
    const own = Math.min(1, Math.sqrt(Q - 1) * norm, left);
    left -= own;
    error += share * own;
  }
  return error;
}

// Singular values of a square matrix and their directions: pairs of its columns are turned until all are orthogonal, as far
// as the largest value can see.
function singularPairs(M) {
  const size = frobenius(M) ** 2;
  const [A, V] = [M[0].map((_, q) => column(M, q)), M.map((_, q) => M.map((_, r) => Number(q === r)))];
  const turn = (q, r) => {
    const [a, b, c] = [dot(A[q], A[q]), dot(A[r], A[r]), dot(A[q], A[r])];
    if (Math.abs(c) <= 1e-14 * size) return false;
    const zeta = (b - a) / (2 * c);
    const t = (zeta < 0 ? -1 : 1) / (Math.abs(zeta) + Math.hypot(1, zeta));
    const [cos, sin] = [1 / Math.hypot(1, t), t / Math.hypot(1, t)];
    for (const X of [A, V]) [X[q], X[r]] = [X[q].map((u, k) => cos * u - sin * X[r][k]), X[q].map((u, k) => sin * u + cos * X[r][k])];
    return true;
  };
  const pairs = A.flatMap((_, q) => A.slice(0, q).map((_, r) => [r, q]));
  for (let sweep = 0; sweep < 40 && pairs.filter(([r, q]) => turn(r, q)).length; sweep++);
  return A.map((u, q) => ({ value: Math.hypot(...u), direction: V[q] }));
}

// What each entry of C >= 0 adds to its norm, as a share; of equal singular values as confusion.report.describe does.
function normShares(C) {
  const pairs = singularPairs(C);
  const norm = Math.max(...pairs.map(({ value }) => value));
  const top = pairs.filter(({ value }) => value >= norm * (1 - 1e-9));
  const v = C.map((_, q) => sum(top.map(({ direction }) => direction[q] * sum(direction))));
  const parts = C.map((row) => row.map((value, q) => dot(row, v) * value * v[q]));
  const total = sum(parts.flat()) || 1;
  return { norm, shares: parts.map((row) => row.map((part) => part / total)) };
}

// Measures of counts with their errors C and its norm, by their names in confusion.report; errors are over the classes with
// examples, macro-F1 over those that are true or predicted.
function measuresOf(N, C, norm) {
  const [right, truth, said] = [N.map((row, p) => row[p]), N.map(sum), N.map((_, q) => sum(column(N, q)))];
  const [n, byChance] = [sum(truth), dot(truth, said)];
  const recall = right.map((count, p) => count / truth[p]).filter((_, p) => truth[p]);
  const [Q, f1] = [recall.length, right.map((count, p) => (2 * count) / (truth[p] + said[p])).filter((_, p) => truth[p] + said[p])];
  const agreed = n * sum(right) - byChance;
  const spread = (n * n - dot(truth, truth)) * (n * n - dot(said, said));
  return {
    accuracy: sum(right) / n,
    error: 1 - sum(right) / n,
    balanced_error: 1 - sum(recall) / Q,
    largest_class_error: 1 - Math.min(...recall),
    macro_f1: sum(f1) / f1.length,
    g_mean: recall.reduce((product, one) => product * one ** (1 / Q), 1),
    kappa: agreed / (n * n - byChance),
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
function betaBelow(x, a, b) {
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
function describeCounts(N, labels, level = 0.95) {
  const [n, C] = [sum(N.flat()), errorMatrix(N)];
  const [truth, said, wrong] = [N.map(sum), N.map((_, q) => sum(column(N, q))), N.map((row, p) => sum(row) - row[p])];
  const { norm, shares } = normShares(C);
  const measures = measuresOf(N, C, norm);
  const places = N.flatMap((_, p) => N.map((_, q) => [p, q]));
  const error = exactInterval(sum(wrong), n, level);
  const some = labels.map((_, p) => p).filter((p) => truth[p]); // classes with examples
  const each = some.map((p) => exactInterval(wrong[p], truth[p], 1 - (1 - level) / some.length));
  const often = truth.indexOf(Math.max(...truth));
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
      .map(([p, q]) => ({ true: labels[p], answer: labels[q], count: N[p][q], rate: C[p][q], share: shares[p][q] })),
    accuracy_hides: { most_frequent: labels[often], accuracy_of_most_frequent: truth[often] / n, accuracy_at_equal_shares: 1 - measures.balanced_error, accuracy_at_worst_shares: 1 - measures.largest_class_error },
    shared_errors: places
      .filter(([p, q]) => p < q && Math.min(C[p][q], C[q][p]) > 0)
      .sort((one, other) => bySmaller(other) - bySmaller(one) || one[0] - other[0] || one[1] - other[1])
      .map(([p, q]) => ({ classes: [labels[p], labels[q]], counts: [N[p][q], N[q][p]], rates: [C[p][q], C[q][p]] })),
  };
}
