// The step of COPA, and its walk along a strip of labels.
import { sum } from "../../../coursemachine/controls/static/numbers.js";
import { column, dot } from "./matrices.js";

// One step of COPA from the vectors W, whose mean is taken off, on the example x of class y at the price C:
// sort the losses, let the active set grow while the next loss lies above the threshold of those before it.
export function copaStep(W, x, y, C) {
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

// COPA's steps on a strip of labels where every input is 1, so that a hypothesis is one weight w = w_a = -w_b: the weight and
// the loss before each step, the mean loss of each class, the average weight and the risk of that average.
export function stripWalk(labels, C) {
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

// The labels alike around place k, as [first, last] places.
export function blockAt(labels, k) {
  let [first, last] = [k, k];
  while (first > 0 && labels[first - 1] === labels[k]) first -= 1;
  while (last < labels.length - 1 && labels[last + 1] === labels[k]) last += 1;
  return [first, last];
}

// A block taken to a place further on, one label after the other: like a plough it takes along those of its own kind.
export function pushBlock(labels, k, to) {
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
