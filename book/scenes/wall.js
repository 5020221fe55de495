// Constraint and multiplier: the wall w₁ + w₂ <= b and the target c are dragged; the nearest permitted point and the dual follow.
// Parameters: box (of the plane), reach (of c), presets (states, by their words).
import { ACCENT, arrow, draw, fix, formula, handle, numbersIn, panel, plane, pointInside, polygon, round, set, sub, sum, whole, words } from "../../coursemachine/controls/static/front.js";

export const parameters = ["box", "reach", "presets"];

// The dual over the multiplier, and its top; the call draws them at a state.
function dualChart(stage) {
  const [wide, tall] = [232, 196];
  const chart = panel(stage, wide, tall);
  const [x, y] = [(price) => 30 + ((price + 0.7) / 2.9) * (wide - 40), (q) => 22 + ((4.3 - q) / 5.6) * (tall - 58)];
  const at = (price, q) => `${x(price).toFixed(2)} ${y(q).toFixed(2)}`;
  const ground = y(-1.3);
  chart.append(draw("rect", { x: x(-0.7), y: y(4.3), width: x(0) - x(-0.7), height: ground - y(4.3), fill: "currentColor", "fill-opacity": 0.1 }));
  chart.append(draw("path", { d: `M${at(-0.7, -1.3)}H${x(2.2)}M${x(0)} ${y(4.3)}V${ground}`, stroke: "currentColor", "stroke-width": 0.8, fill: "none" }));
  for (const price of [0, 1, 2]) chart.append(words(x(price), ground + 10, fix(price, 0), { "font-size": 10 }));
  for (const q of [0, 2, 4]) chart.append(words(22, y(q), fix(q, 0), { "font-size": 10, "text-anchor": "end" }));
  chart.append(words(x(1), ground + 24, "multiplier λ"), words(6, 8, "dual q(λ)", { "text-anchor": "start" }));
  chart.append(words(x(-0.35), ground + 10, "λ < 0", { "font-size": 10 }));
  const height = draw("path", { stroke: "currentColor", "stroke-width": 1.2, "stroke-dasharray": "1.5 3", fill: "none" });
  const hill = draw("path", { stroke: "currentColor", "stroke-width": 1.8, fill: "none" });
  const beyond = draw("path", { stroke: "currentColor", "stroke-width": 1.2, "stroke-dasharray": "4 3", fill: "none" });
  const top = draw("circle", { r: 4.5, fill: ACCENT });
  const smallest = words(x(2.2), 0, "smallest f", { class: "cf-halo", "text-anchor": "end", "font-size": 10 });
  chart.append(height, beyond, hill, smallest, top);
  return ({ b, c }, price, least) => {
    // The parabola where it is in sight.
    const total = c[0] + c[1] - b;
    const value = (one) => one * total - one * one;
    const curve = (first, last) => {
      const points = Array.from({ length: 61 }, (_, k) => first + ((last - first) * k) / 60).filter((one) => value(one) > -1.3 && value(one) < 4.3);
      return points.length ? `M${points.map((one) => at(one, value(one))).join("L")}` : "";
    };
    set(hill, { d: curve(0, 2.2) });
    set(beyond, { d: curve(-0.7, 0) });
    set(height, { d: `M${at(-0.7, least)}H${x(2.2)}` });
    set(top, { cx: x(price).toFixed(2), cy: y(least).toFixed(2) });
    set(smallest, { y: (y(least) - 11).toFixed(1) });
  };
}

export function build(hand) {
  const { parameters, stage, now, put } = hand;
  const { box, reach } = parameters;
  // Half the length of the wall as it is drawn; the largest b and the largest multiplier.
  const [far, most, longest] = [10, 4.5, 2];
  hand.buttons(parameters.presets);

  const map = plane(stage, box, 228);
  const edge = (b) => [-far, far].map((to) => map.to([b / 2 + to, b / 2 - to]));
  const [allowed, line] = [draw("path", { fill: "currentColor", "fill-opacity": 0.1 }), draw("path", { stroke: "currentColor", "stroke-width": 2.2 })];
  const around = Array.from({ length: 7 }, () => draw("circle", { fill: "none", stroke: "currentColor", "stroke-width": 0.7, "stroke-opacity": 0.45 }));
  const touching = draw("circle", { fill: "none", stroke: ACCENT, "stroke-width": 1.3 });
  map.inside.append(allowed, ...around, touching, line);
  map.inside.append(draw("rect", { width: map.size[0], height: map.size[1], fill: "none", stroke: "currentColor", "stroke-width": 1, "stroke-opacity": 0.4 }));
  const axes = draw("path", { d: `M${map.to([box[0], 0])}H${map.size[0]}M${map.to([0, box[3]])}V${map.size[1]}`, stroke: "currentColor", "stroke-width": 0.6, "stroke-opacity": 0.4 });
  map.inside.prepend(axes, words(10, map.to([0, 0])[1] - 7, "w₁", { "font-size": 10 }), words(map.to([0, 0])[0] + 9, 8, "w₂", { "font-size": 10 }));
  const pull = arrow(ACCENT, { width: 2 });
  const best = draw("circle", { r: 4.5, fill: ACCENT });
  const [nameOfBest, nameOfC, nameOfWall] = ["w", "c", ""].map((text) => words(0, 0, text, { class: "cf-halo", "font-size": 11.5 }));
  nameOfBest.setAttribute("style", `fill:${ACCENT}`);
  map.root.append(pull.line, best, words(29, map.size[1] - 8, "permitted", { class: "cf-halo", "font-size": 10 }));

  // The knob keeps its place along the wall, away from where the minimiser goes.
  const knob = (b) => [b / 2 + 1.6, b / 2 - 1.6];
  const target = handle(map, { label: "target c", color: "currentColor", get: () => now().c, move: (c) => put({ c }) });
  const border = handle(map, { label: "wall", color: "currentColor", get: () => knob(now().b), move: ([x, y]) => put({ b: x + y }) });
  map.root.append(nameOfBest, nameOfC, nameOfWall);

  const drawDual = dualChart(stage);
  const write = formula(stage);

  function show(state) {
    const { b, c } = state;
    const { price, w, least, room } = atWall(b, c);
    const [here, there] = [map.to(w), map.to(c)];
    set(line, { d: `M${polygon(edge(b))}` });
    set(allowed, { d: `M${polygon([...edge(b), map.to([b / 2 - far, b / 2 - far])])}Z` });
    around.forEach((node, k) => set(node, { cx: there[0], cy: there[1], r: 0.5 * (k + 1) * map.scale }));
    set(touching, { cx: there[0], cy: there[1], r: (Math.SQRT2 * price * map.scale).toFixed(2) });
    set(best, { cx: here[0].toFixed(2), cy: here[1].toFixed(2) });
    const length = Math.hypot(there[0] - here[0], there[1] - here[1]);
    pull.to(here, length > 8 ? [0, 1].map((j) => there[j] - (7 * (there[j] - here[j])) / length) : here);
    set(nameOfBest, { x: (here[0] - 12).toFixed(1), y: (here[1] + (length > 16 ? 6 : 12)).toFixed(1) });
    set(nameOfC, { x: (there[0] + 13).toFixed(1), y: (there[1] - 9).toFixed(1) });
    const [left, high] = map.to(knob(b));
    set(nameOfWall, { x: (left - 12).toFixed(1), y: Math.min(high + 11, map.size[1] - 7).toFixed(1), "text-anchor": "end" });
    nameOfWall.textContent = `b = ${fix(b)}`;
    const told = `; multiplier ${fix(price)}`;
    target.show(told);
    border.show();
    set(border.node, { "aria-valuenow": b, "aria-valuemin": 0, "aria-valuemax": most, "aria-valuetext": `b = ${fix(b)}${told}` });

    drawDual(state, price, least);

    const sums = `(${fix(c[0])} + ${fix(c[1])} − ${fix(b)})`;
    write(
      `<i>λ</i> = max(0, (${sub("c", 1)} + ${sub("c", 2)} − <i>b</i>) / 2) = max(0, ${sums} / 2) = <b>${fix(price)}</b>`,
      `<i>w</i> = <i>c</i> − <i>λ</i> (1, 1) = (${w.map((one) => fix(one)).join(", ")}), ${whole(`<i>f</i>(<i>w</i>) = <i>λ</i>² = <b>${fix(least)}</b> = <i>q</i>(<i>λ</i>)`)}`,
      `<i>λ</i> · (<i>b</i> − ${sub("w", 1)} − ${sub("w", 2)}) = ${fix(price)} · ${fix(room)} = 0`,
    );
    const kept = price > 0 ? "is active" : room > 0 ? "is not active" : "just touches c";
    return (
      `The wall at b = ${fix(b)} ${kept}: the minimiser is (${w.map((one) => fix(one)).join(", ")}), the multiplier ${fix(price)}. ` +
      `The smallest f and the largest q are both ${fix(least)}, and the constraint has ${room > 0 ? `room ${fix(room)}` : "no room"}.`
    );
  }

  return {
    allow: { b: (wanted) => numbersIn([0], [most])(wanted)?.[0], c: pointInside(reach) },
    // The multiplier stays in the picture.
    settle: ({ b, c }) => ({ c, b: round(Math.max(b, c[0] + c[1] - 2 * longest)) }),
    show,
    walk: { at: () => Math.floor(2 * now().b), last: 2 * most, to: (k) => put({ b: k / 2 }) },
    extremes: [{ b: 4.5, c: [0.5, 0.2] }],
  };
}

// The point nearest to c where w_1 + w_2 <= b: its multiplier, half its squared distance, and the room that it leaves.
export function atWall(b, c) {
  const over = Math.round((sum(c) - b) * 1e9) / 1e9;
  const price = Math.max(0, over / 2);
  return { price, w: c.map((value) => value - price), least: price * price, room: Math.max(0, -over) };
}
