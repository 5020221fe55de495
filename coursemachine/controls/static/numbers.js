// Numbers that every figure needs.

export const sum = (values) => values.reduce((total, value) => total + value, 0);
export const round = (value) => Math.round(value * 100) / 100 + 0;
export const clamp = (value, low, high) => Math.min(high, Math.max(low, value));
// Differences below this are rounding.
export const NEAR = 1e-12;
