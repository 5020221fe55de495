// Rounds of AdaBoost.MH, AdaBoost.MM and CoMBo on few examples, and shifted votes.
import { NEAR, sum } from "../../../coursemachine/controls/static/numbers.js";
import { classErrors, column, errorMatrix, zeros } from "./matrices.js";

// The first distribution of AdaBoost.MH on the board of examples and classes.
export function firstBoard(y, Q, start) {
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
export function boost(D, y, points, cuts, numbers) {
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
export function cutsOf(points) {
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

export const lossAfter = ({ right, wrong, rest }, alpha) => rest + right * Math.exp(-alpha) + wrong * Math.exp(alpha);

// AdaBoost.MM on examples in the order of their one feature: a stump [k, u, v] says u to the first k and v to the others.
// In each round that of the list or, for null, the first one of those with the largest edge; also whether another has a
// larger edge or leaves a smaller loss, and the answers of the vote after the exact step.
export function boostLine(y, Q, stumps) {
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

// Votes of stumps are a sum of a part for each feature: votes[j][i] has those of interval i between the thresholds of feature
// j.  The answers on the rectangles of the plane where -(s/2) ln share is added, of votes that tie the first.
export function shiftedCells([across, up], shares, s) {
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
export function cellMatrix(answers, [across, up], Q) {
  const C = zeros(Q, Q);
  answers.forEach((column, i) =>
    column.forEach((q, j) => {
      for (let p = 0; p < Q; p++) C[p][q] += p === q ? 0 : across[p][i] * up[p][j];
    }),
  );
  return C;
}

// The first round of CoMBo, of a weak classifier that answers N[p][q] examples of class p with q: the error matrix and the sum
// of its entries, what is right, wrong and neither, the edge, and the loss after the exact step.
export function firstRound(N) {
  const C = errorMatrix(N);
  const S = sum(classErrors(C));
  const loss = N.length * (N.length - 1); // an example has the weight 1 / (size of its class) for each wrong label
  const [right, wrong] = [loss - (N.length - 1) * S, S];
  const rest = loss - right - wrong;
  return { C, S, right, wrong, rest, edge: (right - wrong) / loss, after: rest + 2 * Math.sqrt(right * wrong) };
}
