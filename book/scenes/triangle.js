// What each loss predicts: a dot in the triangle of the probabilities of three classes, and the scores that each surrogate
// loss asks for there.  Parameters: names, costs (of an error on the last class).
import { ACCENT, clamp, COLORS, draw, fix, formula, handle, inColor, NEAR, numbersIn, oneOf, panel, percent, plane, polygon, pressable, round, set, slider, sub, sum, whole, words } from "../../coursemachine/controls/static/front.js";
import { dot } from "./arithmetic/matrices.js";
import { decided, shareOf, sumHingeRisks, SURROGATES, weighted, winners } from "./arithmetic/surrogates.js";

export const parameters = ["names", "costs"];

const list = (all, last = "and") => (all.length > 1 ? `${all.slice(0, -1).join(", ")} ${last} ${all.at(-1)}` : all[0]);
const numbersOf = (values) => values.map((value) => fix(value)).join(", ");

// A card for each loss: its scores as bars, its prediction; the call draws them.
function lossCards(stage, names, put) {
  const losses = Object.keys(SURROGATES);
  const [wide, high] = [128, 63];
  const cards = panel(stage, 2 * wide, 3 * high);
  const [zero, unit, most] = [48, 22, 1.5];
  const rows = losses.map((loss, k) => {
    const node = draw("g", { class: "cf-cell", transform: `translate(${wide * (k % 2)} ${high * Math.floor(k / 2)})` });
    const frame = draw("rect", { class: "cf-frame", x: 1, y: 1, width: wide - 4, height: high - 4, rx: 3, fill: "transparent", stroke: "currentColor" });
    const bars = names.map((_, q) => draw("rect", { y: 19 + 13 * q, height: 9, fill: COLORS[q], "fill-opacity": 0.75 }));
    const tags = names.map((name, q) => words(9, 24 + 13 * q, name, { color: COLORS[q], "font-size": 10 }));
    const line = draw("path", { d: `M${zero} 17V56`, stroke: "currentColor", "stroke-width": 0.8 });
    const [answer, between] = [words(107, 31, "", { "font-size": 17, "font-weight": "bold" }), words(107, 47, "", { "font-size": 10 })];
    node.append(frame, words(6, 9, loss, { "text-anchor": "start", "font-size": 10 }), ...bars, line, ...tags, answer, between);
    pressable(node, () => put({ loss }));
    cards.append(node);
    return { loss, node, frame, bars, answer, between };
  });
  return (chosen, scores, answers, word) => {
    for (const { loss, node, frame, bars, answer, between } of rows) {
      const found = answers[loss];
      bars.forEach((bar, q) => {
        const end = unit * clamp(scores[loss][q], -most, most);
        set(bar, { x: (zero + Math.min(0, end)).toFixed(2), width: Math.abs(end).toFixed(2) });
      });
      answer.textContent = found.length === 1 ? names[found[0]] : "?";
      answer.setAttribute("style", found.length === 1 ? `fill:${COLORS[found[0]]}` : "");
      set(answer, { y: found.length === 1 ? 37 : 31 });
      between.textContent = found.length === 1 ? "" : found.map((q) => names[q]).join(", ");
      set(frame, { "stroke-width": chosen === loss ? 2 : 1, "stroke-opacity": chosen === loss ? 1 : 0.25 });
      set(node, { "aria-pressed": chosen === loss });
      set(node, { "aria-label": `${loss}: ${found.length === 1 ? "predicts" : "does not decide between"} ${word(loss)}, scores ${numbersOf(scores[loss])}` });
    }
  };
}

// The minimiser of the chosen loss, with its numbers.
function reason(loss, p) {
  const top = Math.max(...p);
  const risks = sumHingeRisks(p).map((value) => fix(value));
  const [first, second, third] = [1, 2, 3].map((k) => sub("η", `(${k})`));
  return {
    "max-hinge": `max <i>η</i>′ = ${fix(top)} ${top > 0.5 + NEAR ? "&gt; ½: one for that class, zero for the others, less their mean" : "≤ ½: all scores are equal"}`,
    "sum-hinge": `risks: 2 at (0, 0, 0), ${whole(`3(1 − ${first}) = ${risks[1]} at (1, 0, 0),`)} ${whole(`1 + 3${third} = ${risks[2]} at (1, 1, 0),`)} ${whole(`2${second} + 5${third} = ${risks[3]} at (2, 1, 0)`)}`,
    "sum-to-zero-hinge": "1 for the most probable class, −½ for the others",
    softmax: `${sub("f", "q")} = ln ${sub("η", "q")}′, less the mean`,
    exponential: `${sub("f", "q")} = ½ ln ${sub("η", "q")}′, less the mean`,
    "one-vs-all-exponential": `${sub("f", "q")} = ½ ln(${sub("η", "q")}′ / (1 − ${sub("η", "q")}′))`,
  }[loss];
}

// What the chosen loss predicts at the dot; the cards show the others.
function sentence(at, scores, answers, blank, word) {
  const decide = Object.values(answers).filter((found) => found.length === 1).length;
  const verb = answers[at.loss].length === 1 ? "predicts" : "is undecided between";
  return (
    `At the dot, (${numbersOf(at.p)}), ${at.loss} has the scores ${numbersOf(scores[at.loss])} and ${verb} ${word(at.loss)}; it is undecided ` +
    `${blank < 1e-9 ? "nowhere" : `on ${percent(blank, 1)} of the triangle`}. Of the six losses ${decide} decide here.`
  );
}

const positive = numbersIn([0.01, 0.01, 0.01], [0.98, 0.98, 0.98]);
// Three that sum to one, none of them zero.
function probabilities(wanted) {
  const found = positive(wanted);
  if (!found) return undefined;
  const a = round(clamp(found[0] / sum(found), 0.01, 0.98));
  const b = round(clamp(found[1] / sum(found), 0.01, 0.99 - a));
  return [a, b, round(1 - a - b)];
}

export function build({ parameters, stage, control, now, put, jump }) {
  const { names, costs } = parameters;
  const losses = Object.keys(SURROGATES);
  const tall = Math.sqrt(3) / 2;
  const seat = ([, b, c]) => [b + c / 2, c * tall];

  control(slider, "cost", costs, `cost of an error on ${names[2]}`, costs.map((cost) => fix(cost, 0)));

  const map = plane(stage, [-0.09, 1.09, -0.1, 0.97], 208);
  const path = (corners) => `M${polygon(corners.map((p) => map.to(seat(p))))}`;
  const corners = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
  const areas = names.map((_, q) => draw("path", { fill: COLORS[q], "fill-opacity": 0.38 }));
  const borders = draw("path", { fill: "none", stroke: "currentColor", "stroke-width": 0.8 });
  const outline = draw("path", { d: `${path(corners)}Z`, fill: "none", stroke: "currentColor", "stroke-width": 1.2 });
  const undecided = words(2, 10, "blank: undecided", { "text-anchor": "start", "font-size": 10 });
  const letters = names.map((name, q) => {
    const [x, y] = map.to([[-0.045, -0.04], [1.045, -0.04], [0.5, tall + 0.055]][q]);
    return words(x, y, name, { color: COLORS[q], "font-weight": "bold", "font-size": 13 });
  });
  map.root.append(...areas, borders, outline, undecided, ...letters);
  const dot_ = handle(map, {
    label: "class probabilities",
    color: ACCENT,
    get: () => seat(now().p),
    move: ([x, y]) => put({ p: [1 - x - y / tall / 2, x - y / tall / 2, y / tall] }),
  });

  const drawCards = lossCards(stage, names, put);
  const write = formula(stage);

  function show(at) {
    const prices = [1, 1, at.cost];
    const p = weighted(at.p, prices);
    const scores = Object.fromEntries(losses.map((loss) => [loss, SURROGATES[loss](p)]));
    const answers = Object.fromEntries(losses.map((loss) => [loss, winners(scores[loss])]));
    const word = (loss) => list(answers[loss].map((q) => names[q]));

    const polygons = names.map((_, q) => decided(at.loss, q, prices));
    polygons.forEach((one, q) => set(areas[q], { d: `${path(one)}Z` }));
    const centre = weighted([1, 1, 1], prices.map((price) => 1 / price));
    const sides = [[1, 1, 0], [0, 1, 1], [1, 0, 1]].map((side) => weighted(side, prices.map((price) => 1 / price)));
    set(borders, { d: sides.map((side) => path([centre, side])).join("") });
    const blank = Math.max(0, 1 - sum(polygons.map(shareOf)));
    set(undecided, { visibility: blank > 1e-9 ? "visible" : "hidden" });
    dot_.show(`; probabilities ${numbersOf(at.p)}`);
    set(dot_.node, { "aria-valuetext": `probabilities ${numbersOf(at.p)}`, "aria-valuenow": at.p[1], "aria-valuemin": 0, "aria-valuemax": 1 });

    drawCards(at.loss, scores, answers, word);
    const product = at.p.map((value, q) => inColor(q, q === 2 && at.cost > 1 ? `${at.cost} · ${fix(value)}` : fix(value)));
    write(
      at.cost > 1 ? `<i>η</i>′ = (${product.join(", ")}) / ${fix(dot(at.p, prices))} = (${numbersOf(p)})` : `<i>η</i>′ = <i>η</i> = (${product.join(", ")})`,
      `${at.loss}: ${reason(at.loss, p)}`,
    );
    return sentence(at, scores, answers, blank, word);
  }

  return {
    allow: { p: probabilities, loss: oneOf(losses) },
    show,
    pick: (n) => n < losses.length && jump({ loss: losses[n] }),
    extremes: [{ loss: "sum-hinge", cost: 8 }, { p: [0.4, 0.35, 0.25], loss: "one-vs-all-exponential" }],
  };
}
