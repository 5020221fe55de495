// The pair (accuracy, norm) of a linear rule that is dragged on three Gaussians, exact, on the plane of all such pairs.
// Parameters: points, labels, names, box, centers, sigma, priors, presets (rules by name), pairs: window [left, right, bottom,
// top], floor (the least norm), forbidden (a polygon of pairs that no matrix has), stars by name.
import { ACCENT, clamp, COLORS, draw, fix, formula, graph, inColor, plane, polygon, sample, set, sub, sum, whole, words } from "../../coursemachine/controls/static/front.js";
import { gaussianMatrix } from "./arithmetic/linear.js";
import { classErrors, operatorNorm, risk } from "./arithmetic/matrices.js";
import { linearRule } from "./linear_rule.js";

export const parameters = ["points", "labels", "names", "box", "centers", "sigma", "priors", "pairs", "presets"];

export function build(hand) {
  const { parameters, stage } = hand;
  const { points, labels, names, box, centers, sigma, priors, pairs, presets } = parameters;
  const { floor, forbidden, window: shown, stars } = pairs;
  const Q = names.length;
  hand.buttons(presets);

  const map = plane(stage, box, 208);
  const rule = linearRule(map, names, hand);
  sample(map.inside, map, points, labels)((k) => ({ fill: COLORS[labels[k]], "fill-opacity": 0.6 }), () => false);

  const ticks = [[0.6, 0.7, 0.8, 0.9, 1], [0, 0.2, 0.4, 0.6]];
  const { root: chart, to } = graph(stage, [250, 190], shown, { name: "accuracy", ticks: ticks[0] }, { name: "norm", ticks: ticks[1] });
  const [left, right, bottom, top] = shown;
  /** @type {(at: number[]) => [number, number]} */
  const within = ([x, y]) => [clamp(x, left, right), clamp(y, bottom, top)];
  chart.append(draw("path", { d: `M${polygon(forbidden.map(within).map(to))}Z`, fill: "currentColor", "fill-opacity": 0.2 }));
  chart.append(draw("path", { d: `M${polygon([[left, floor], [right, floor]].map(to))}`, stroke: "currentColor", "stroke-dasharray": "4 3" }));
  chart.append(words(to([left, 0])[0] + 4, to([0, floor])[1] - 7, "floor", { "text-anchor": "start", "font-size": 8.5 }));
  for (const [name, point] of Object.entries(stars)) {
    const [x, y] = to(point);
    chart.append(words(x, y, "★", { "font-size": 12 }), words(x - 8, y, name, { "text-anchor": "end", "font-size": 8.5, class: "cf-halo" }));
  }
  const dot = draw("circle", { r: 4.5, style: `fill:${ACCENT}` });
  chart.append(dot);
  const write = formula(stage);

  function show(at) {
    const C = gaussianMatrix(names.map((name) => at[name]), at.m, centers, sigma);
    const e = classErrors(C);
    const norm = operatorNorm(C);
    const accuracy = 1 - risk(C, priors);
    rule.show(at, `accuracy ${fix(accuracy, 3)}, norm ${fix(norm, 3)}`);
    const [x, y] = to(within([accuracy, norm]));
    set(dot, { cx: x.toFixed(2), cy: y.toFixed(2) });

    const rows = names.map((_, p) => whole(`${inColor(p, fix(priors[p]))} · ${inColor(p, fix(e[p], 3))}`));
    const largest = e.indexOf(Math.max(...e));
    write(
      `accuracy = 1 − Σ ${sub("π", "p")} ${sub("e", "p")} = 1 − ${rows.join(" − ")} = <b>${fix(accuracy, 3)}</b>`,
      `norm <b>${fix(norm, 3)}</b> ≥ ${whole(`${sub("e", names[largest])}/√${Q - 1} = ${fix(e[largest] / Math.sqrt(Q - 1), 3)}`)}, ` +
        `norm ≥ ${whole(`mean of the ${sub("e", "p")} = ${fix(sum(e) / Q, 3)}`)}`,
    );
    return (
      `Class errors: ${names.map((name, p) => `${name} ${fix(e[p], 3)}`).join(", ")}. Accuracy ${fix(accuracy, 3)}, ` +
      `norm ${fix(norm, 3)}: ${fix(Math.max(0, norm - floor), 3)} above the floor.`
    );
  }

  return {
    allow: rule.allow,
    settle: rule.settle,
    show,
  };
}
