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
  return N.map((row, p) => row.map((count, q) => (p === q ? 0 : count / (sum(row) || 1))));
}

export const classErrors = (C) => C.map(sum);
export const risk = (C, priors) => dot(priors, classErrors(C));

export const frobenius = (M) => Math.sqrt(sum(M.flat().map((value) => value * value)));

// Largest singular value of M and the direction that M stretches most, with no negative first sign: M'M, squared until
// only its largest eigenvalue is left, has this direction in every column.
export function stretch(M) {
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
