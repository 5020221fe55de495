// Matrices and error matrices as lists of rows.
import { sum } from "../../../coursemachine/controls/static/numbers.js";

export const dot = (u, v) => sum(u.map((value, k) => value * v[k]));

export const times = (M, v) => M.map((row) => dot(row, v));
export const column = (M, q) => M.map((row) => row[q]);

export const zeros = (rows, columns) => Array.from({ length: rows }, () => new Array(columns).fill(0));

// N[p][q]: how many examples of class p are answered q.
export function countsOf(labels, answers, Q) {
  const N = zeros(Q, Q);
  labels.forEach((p, k) => (N[p][answers[k]] += 1));
  return N;
}

// The error matrix by row: shares of each class, zero on the diagonal.
export function errorMatrix(N) {
  return N.map((row, p) => ((total) => row.map((count, q) => (p === q ? 0 : count / total)))(sum(row) || 1));
}

export const classErrors = (C) => C.map(sum);
export const risk = (C, priors) => dot(priors, classErrors(C));

export const frobenius = (M) => Math.sqrt(sum(M.flat().map((value) => value * value)));

// Singular values of a square matrix and their directions: pairs of its columns are turned until all are orthogonal, as far
// as the largest value can see.
export function singularPairs(M) {
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

// The largest singular value of M and the direction that M stretches most, with no negative sum.
export function stretch(M) {
  const { value, direction } = singularPairs(M).reduce((most, other) => (other.value > most.value ? other : most));
  return { norm: value, direction: sum(direction) < 0 ? direction.map((part) => -part) : direction };
}

// The norm of M >= 0, and the limit of the power iteration that begins with ones, where M is too large for all of its pairs:
// the best of the first forty powers, and from there again.
export function limitOfOnes(M) {
  const unit = (v) => v.map((value) => value / (Math.hypot(...v) || 1));
  const lessOf = (v, u, part) => v.map((value, k) => value - part * u[k]);
  const mixed = (parts, vectors) => vectors[0].map((_, k) => sum(parts.map((part, j) => part * vectors[j][k])));
  const [turned, size] = [M[0].map((_, q) => column(M, q)), frobenius(M) ** 2];
  let [v, norm, off] = [unit(M[0].map(() => 1)), 0, 1];
  for (let round = 0; round < 30 && off > 1e-11; round++) {
    const [basis, images] = [[v], []];
    for (let step = 0; step < basis.length && step < 40; step++) {
      images.push(times(turned, times(M, basis[step])));
      let w = images[step];
      for (const u of [...basis, ...basis]) w = lessOf(w, u, dot(w, u));
      if (Math.hypot(...w) > 1e-13 * size) basis.push(unit(w));
    }
    const { value, direction } = singularPairs(images.map((u) => images.map((_, j) => dot(u, basis[j])))).reduce((most, other) => (other.value > most.value ? other : most));
    [v, norm] = [unit(mixed(direction, basis)), Math.sqrt(value)];
    off = Math.hypot(...lessOf(mixed(direction, images), v, value)) / (value || 1);
  }
  return { norm, direction: sum(v) < 0 ? v.map((part) => -part) : v };
}

// The two largest singular values of M, and the singular vectors of the first: the unit circle in the plane that M stretches
// most becomes an ellipse with these half-axes, the long one along `left`.
export function leadingAxes(M) {
  const { norm, direction } = stretch(M);
  const left = times(M, direction).map((value) => value / (norm || 1));
  const rest = M.map((row, p) => row.map((value, q) => value - norm * left[p] * direction[q]));
  return { norm, direction, left, second: stretch(rest).norm };
}

export const operatorNorm = (M) => stretch(M).norm;

// The inverse for three classes, from the cross products of the rows; null where two mixtures of columns are the same.
export function inverse([a, b, c]) {
  const cross = (u, v) => [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
  const products = [cross(b, c), cross(c, a), cross(a, b)];
  const determinant = dot(a, products[0]);
  if (Math.abs(determinant) < 1e-12) return null;
  return [0, 1, 2].map((p) => products.map((product) => product[p] / determinant));
}
