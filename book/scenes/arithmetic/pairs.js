// Which pairs of norm and error there can be.
import { sum } from "../../../coursemachine/controls/static/numbers.js";

// The least mean error that a mean norm forces over samples of the same class shares: one class after the other, the rarest
// first, is called by the name of the largest; the k-th takes the norm from √(k − 1) to √k.
export function leastError(norm, shares) {
  const rare = [...shares].sort((a, b) => a - b).slice(0, -1);
  return sum(rare.map((share, k) => share * Math.min(1, Math.max(0, (norm - Math.sqrt(k)) / (Math.sqrt(k + 1) - Math.sqrt(k))))));
}

// The largest error that a norm allows by the bounds on one class error and on their sum: the largest classes err first.
export function mostError(norm, shares) {
  const Q = shares.length;
  let [left, error] = [Q * norm, 0];
  for (const share of [...shares].sort((a, b) => b - a)) {
    const own = Math.min(1, Math.sqrt(Q - 1) * norm, left);
    left -= own;
    error += share * own;
  }
  return error;
}
