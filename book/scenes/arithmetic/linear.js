// Linear rules of the plane: what they answer, where, how often on Gaussians, and learned one example at a time.
import { dot, frobenius, times, zeros } from "./matrices.js";

// Class of the largest score <w_q, x - m> at every point; the first one where scores are equal.
export function answersOf(W, m, points) {
  return points.map((x) => {
    const scores = W.map((w) => w[0] * (x[0] - m[0]) + w[1] * (x[1] - m[1]));
    return scores.indexOf(Math.max(...scores));
  });
}

// The part of a convex polygon where <normal, x> >= level.
export function cut(polygon, normal, level) {
  return polygon.flatMap((point, k) => {
    const next = polygon[(k + 1) % polygon.length];
    const [here, there] = [dot(normal, point) - level, dot(normal, next) - level];
    const kept = here >= 0 ? [point] : [];
    if (here >= 0 !== there >= 0) kept.push(point.map((value, j) => value + (here / (here - there)) * (next[j] - value)));
    return kept;
  });
}

// Corners of the region of class q inside a box [left, right, bottom, top].
export function regionOf(W, m, q, [left, right, bottom, top]) {
  const whole = [[left, bottom], [right, bottom], [right, top], [left, top]];
  return W.reduce((polygon, w, r) => {
    const normal = [W[q][0] - w[0], W[q][1] - w[1]];
    return r === q ? polygon : cut(polygon, normal, dot(normal, m));
  }, whole);
}

// The normal distribution function, to 2e-7 (Abramowitz and Stegun, 7.1.26).
export function normal(s) {
  const t = 1 / (1 + 0.3275911 * (Math.abs(s) / Math.SQRT2));
  const tail = ((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) * t * Math.exp((-s * s) / 2);
  return s > 0 ? 1 - tail / 2 : tail / 2;
}

// The error matrix of the rule <w_q, x - m> on Gaussians around `centers`.  The rule asks only for the direction of x - m:
// the density of the angle is integrated (Simpson) over the arcs between the borders of two classes.
export function gaussianMatrix(W, m, centers, sigma) {
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

// One online step from the vectors W on the example x of class y: a_q times x is added to w_q.  `level` is the score that the
// passive-aggressive step gives to the true class: the mean of it and of the rivals plus one, as many as stand above that.
export function onlineStep(W, x, y, rule) {
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
export function onlineWalk(points, labels, U, rule) {
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
export function meanPerceptron(points, labels, Q, passes) {
  let [W, total] = [zeros(Q, points[0].length), zeros(Q, points[0].length)];
  for (let t = 0; t < passes * points.length; t++) {
    const k = t % points.length;
    W = onlineStep(W, points[k], labels[k], "perceptron").after;
    total = total.map((w, q) => w.map((value, j) => value + W[q][j]));
  }
  return total.map((w) => w.map((value) => value / (passes * points.length)));
}

// Answers of a linear rule in many directions of the plane, turn by turn.
export function answersAround(W, count) {
  const turns = Array.from({ length: count }, (_, k) => (2 * Math.PI * (k + 0.5)) / count);
  return answersOf(W, [0, 0], turns.map((turn) => [Math.cos(turn), Math.sin(turn)]));
}
