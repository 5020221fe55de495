// The norm as a shape: what C makes of a unit circle.  Drawn is the circle in the plane that C stretches most; its image is an
// ellipse whose half-axes are the two largest singular values.  It is turned towards the classes as the entries of the first
// left singular vector say, which is where the images of that plane point among the rows.
import { ACCENT, COLORS, draw, fix, NEAR, set, sum, words } from "../../coursemachine/controls/static/front.js";

const [X, Y, UNIT, SIDE] = [54, 43, 31, 108];
// The classes stand around the circle, the first one above.
const turn = (p, Q) => Math.PI / 2 - (2 * Math.PI * p) / Q;

export function payers(left, names) {
  const shares = left.map(Math.abs);
  const most = Math.max(...shares);
  if (most === 0) return { words: "nobody pays", all: names.map(() => false), first: 0 };
  const all = names.filter((_, p) => shares[p] > 0.8 * most);
  const list = all.length > 1 ? `${all.slice(0, -1).join(", ")} and ${all[all.length - 1]} pay` : `class ${all[0]} pays`;
  return { words: list, all: names.map((_, p) => shares[p] > 0.8 * most), first: shares.indexOf(most) };
}

// Drawn at [left, top] of `root`, 108 points wide, 100 high.
export function ellipse(root, [left, top], names) {
  const group = draw("g", { transform: `translate(${left} ${top})` });
  const Q = names.length;
  // A long ellipse is cut off, as the circle's surroundings end there.
  const inside = draw("svg", { width: SIDE, height: 76, style: "overflow:hidden" });
  const around = draw("circle", { cx: X, cy: Y, r: UNIT, fill: "none", stroke: "currentColor", "stroke-opacity": 0.5, "stroke-dasharray": "3 3" });
  const shape = draw("ellipse", { fill: ACCENT, "fill-opacity": 0.18, stroke: ACCENT, "stroke-width": 1.4 });
  const axis = draw("path", { fill: "none", stroke: ACCENT, "stroke-width": 2.6, "stroke-linecap": "round" });
  const ray = draw("path", { fill: "none", stroke: ACCENT, "stroke-width": 1.2, "stroke-dasharray": "1 3", "stroke-linecap": "round" });
  const tip = draw("circle", { r: 3.6, fill: ACCENT });
  inside.append(around, shape, ray, axis, tip);
  const letters = names.map((name, p) => {
    const place = [X + (UNIT + 8) * Math.cos(turn(p, Q)), Y - (UNIT + 8) * Math.sin(turn(p, Q))];
    return words(place[0].toFixed(1), place[1].toFixed(1), name, { color: COLORS[p], "font-weight": "bold", class: "cf-halo" });
  });
  const length = words(X, 83, "", { color: "#c4203a", "font-weight": "bold", "font-size": 13 });
  const who = words(X, 96, "", { "font-size": 10 });
  group.append(inside, ...letters, length, who);
  root.append(group);
  return ({ norm, second, left }) => {
    const paying = payers(left, names);
    const [right, up] = [Math.cos, Math.sin].map((of) => sum(left.map((value, p) => value * of(turn(p, Q)))));
    const angle = Math.hypot(right, up) > NEAR ? Math.atan2(up, right) : turn(paying.first, Q);
    const at = (radius) => `${(X + radius * Math.cos(angle)).toFixed(2)} ${(Y - radius * Math.sin(angle)).toFixed(2)}`;
    set(shape, { rx: (UNIT * norm).toFixed(2), ry: (UNIT * second).toFixed(2), transform: `translate(${X} ${Y}) rotate(${((-180 * angle) / Math.PI).toFixed(1)})` });
    set(axis, { d: `M${X} ${Y}L${at(UNIT * norm)}` });
    set(ray, { d: norm < 1 ? `M${at(UNIT * norm)}L${at(UNIT)}` : "" });
    set(tip, { transform: `translate(${at(UNIT * norm)})` });
    letters.forEach((letter, p) => set(letter, { "font-size": paying.all[p] ? 13 : 10, "fill-opacity": paying.all[p] ? 1 : 0.75 }));
    length.textContent = `‖C‖ = ${fix(norm)}`;
    who.textContent = paying.words;
    return paying.words;
  };
}
