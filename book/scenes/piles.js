// The cells of an error matrix as piles: a misclassified point flies from the plane into its cell, and back when
// it is right again; at once where a reader wants no motion.
import { clamp, COLORS, draw, set, SHAPES } from "../../coursemachine/controls/static/front.js";

const FLIGHT = 380; // milliseconds
const STEPS = [5, 3.4, 2.6, 2]; // between the points of a pile: the first with which it stays below the number

// `left`, `top` and `size` are those of the cells in the panel `root`; the call (predictions) brings all points where they belong.
export function piles(root, map, points, labels, { left, top, size }) {
  const [[width, height], still] = [size, matchMedia("(prefers-reduced-motion: reduce)")];
  const dots = points.map((_, k) => draw("path", { d: SHAPES[labels[k]], fill: COLORS[labels[k]], visibility: "hidden" }));
  // Below the numbers of the cells.
  root.prepend(draw("g", { class: "cf-piles", "pointer-events": "none" }, ...dots));
  const across = (step) => Math.floor((width - 8) / step);
  const cells = new Map(); // "p q" to its points, in the order of their coming
  const there = points.map((_, k) => ({ cell: null, goal: null, place: null, k }));
  const flights = new Map();

  function home(k) {
    const [x, y] = map.to(points[k]);
    const place = new DOMPoint(x, y).matrixTransform(root.getScreenCTM().inverse().multiply(map.root.getScreenCTM()));
    return [place.x, place.y, 1];
  }
  function slot(cell, at) {
    const [p, q] = cell.split(" ");
    const step = STEPS.find((one) => cells.get(cell).length <= across(one) * Math.floor((height - 16) / one)) ?? STEPS.at(-1);
    const [column, row] = [at % across(step), Math.floor(at / across(step))];
    return [left + q * width + 4 + step * (column + 0.5), top + p * height + height - 4 - step * (row + 0.5), step / 6.3];
  }
  function put(k, place) {
    there[k].place = place;
    const [x, y, size] = place;
    set(dots[k], { transform: `translate(${x.toFixed(2)} ${y.toFixed(2)}) scale(${size.toFixed(2)})`, visibility: "visible" });
  }
  function land(k) {
    flights.delete(k);
    if (there[k].cell) return put(k, there[k].goal);
    there[k].place = null;
    return set(dots[k], { visibility: "hidden" });
  }
  function frame(time) {
    for (const [k, { from, to, start, lift }] of flights) {
      const part = clamp((time - start) / FLIGHT, 0, 1);
      if (part === 1) land(k);
      else {
        const eased = part * part * (3 - 2 * part);
        const [x, y, size] = from.map((value, j) => value + eased * (to[j] - value));
        put(k, [x, y - 4 * lift * eased * (1 - eased), size]);
      }
    }
    if (flights.size) requestAnimationFrame(frame);
  }
  function send(k, cell, at) {
    const one = there[k];
    const goal = cell && slot(cell, at);
    if (String(goal) === String(one.goal)) return;
    Object.assign(one, { goal });
    if (still.matches || !root.isConnected) return void land(k);
    const [from, to] = [one.place ?? home(k), goal ?? home(k)];
    if (!flights.size) requestAnimationFrame(frame);
    // A point that only sinks in its pile keeps low.
    flights.set(k, { from, to, start: performance.now(), lift: Math.min(26, Math.hypot(to[0] - from[0], to[1] - from[1]) / 4) });
  }

  return (answers) => {
    there.forEach((one, k) => {
      const cell = answers[k] === labels[k] ? null : `${labels[k]} ${answers[k]}`;
      if (cell === one.cell) return;
      if (one.cell) cells.set(one.cell, cells.get(one.cell).filter((other) => other !== k));
      if (cell) cells.set(cell, [...(cells.get(cell) ?? []), k]);
      one.cell = cell;
      if (!cell) send(k, null, 0);
    });
    for (const [cell, pile] of cells) pile.forEach((k, at) => send(k, cell, at));
  };
}
