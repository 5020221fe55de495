// Labels drawn by a noise matrix.
import { sum } from "../../../coursemachine/controls/static/numbers.js";
import { column } from "./matrices.js";

// A noise matrix whose columns sum to one: the diagonal takes what the other entries of its column leave.
export function noiseMatrix(off) {
  return off.map((row, p) =>
    row.map((value, q) => (p === q ? Math.max(0, Math.round((1 - sum(column(off, q).filter((_, r) => r !== q))) * 1e12) / 1e12) : value)),
  );
}

// Labels of the true classes drawn with a uniform number each: the same numbers give the same labels.
export function noisyLabels(C, truth, uniforms) {
  const edges = C[0].map((_, q) => {
    let total = 0;
    return column(C, q).map((value) => (total += value));
  });
  const last = C.length - 1;
  return truth.map((q, k) => edges[q].filter((edge, p) => p < last && uniforms[k] >= edge).length);
}

// The shares of 0, 1, ..., Q - 1 among labels.
export const sharesOf = (labels, Q) => Array.from({ length: Q }, (_, q) => labels.filter((label) => label === q).length / labels.length);
