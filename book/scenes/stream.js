// One example at a time: the next one is dragged and given a class, and then learned by the rule that was chosen.
// Parameters: points, labels (the stream, where no hand changes it), names, box, target (vectors that the bound compares with).
// A state has the examples learned so far as five letters each: two for each coordinate, in hundredths from the corner of
// the box, and the class.
import { ACCENT, addControl, choice, clamp, COLORS, draw, fix, formula, handle, inColor, panel, plane, pointInside, polygon, round, set, SHAPES, steps, sub, whole, words } from "../../coursemachine/controls/static/front.js";
import { onlineStep, onlineWalk, regionOf } from "./arithmetic/linear.js";
import { frobenius, zeros } from "./arithmetic/matrices.js";
import { regions } from "./linear_rule.js";

export const parameters = ["points", "labels", "names", "box", "target"];

// Mistakes and bound over the examples, on a scale of powers of ten; the call draws them and gives their words.
function countsChart(stage, count) {
  const [long, tall, most] = [190, 136, 1000];
  const chart = panel(stage, long, tall);
  const to = ([t, value]) => [26 + (t / count) * (long - 34), 112 - 90 * (Math.log10(1 + Math.min(value, most)) / Math.log10(1 + most))];
  for (const value of [0, 1, 10, 100, 1000]) {
    const height = to([0, value])[1];
    chart.append(words(22, height, `${value}`, { "text-anchor": "end", "font-size": 9 }));
    chart.append(draw("path", { d: `M26 ${height.toFixed(1)}H${long - 8}`, stroke: "currentColor", "stroke-width": 0.5, "stroke-opacity": 0.3 }));
  }
  for (const t of [0, 5, 10, 15, 20]) if (t <= count) chart.append(words(to([t, 0])[0], 122, `${t}`, { "font-size": 9 }));
  chart.append(words(108, 132, "examples", { "font-size": 9.5 }));
  const upper = draw("path", { fill: "none", stroke: "currentColor", "stroke-width": 1.4, "stroke-dasharray": "4 3" });
  const lower = draw("path", { fill: "none", stroke: ACCENT, "stroke-width": 2.2 });
  const tags = [0, 1].map(() => words(0, 0, "", { class: "cf-halo", "font-size": 10, "text-anchor": "end" }));
  chart.append(upper, lower, ...tags);
  return (walk) => {
    const step = walk[walk.length - 1];
    const line = (value) => `M${polygon([[0, 0], ...walk.map((one, k) => [k + 1, value(one)])].map(to))}`;
    set(lower, { d: line((one) => one.mistakes) });
    set(upper, { d: line((one) => one.bound) });
    const told = [`${step.mistakes} mistake${step.mistakes === 1 ? "" : "s"}`, `bound ${fix(step.bound, 1)}`];
    tags.forEach((node, k) => {
      const [x, h] = to([walk.length, k ? step.bound : step.mistakes]);
      set(node, { x: clamp(x, 84, long - 8).toFixed(1), y: (k ? clamp(h - 8, 8, 90) : Math.min(h + 10, 105)).toFixed(1) });
      node.textContent = told[k];
    });
    return told;
  };
}

// Scores and margin, the step, and the bound, with their numbers.
function formulas(names, target, step, y) {
  const rivals = names.map((_, q) => q).filter((q) => q !== y);
  const best = rivals.reduce((one, q) => (step.scores[q] > step.scores[one] ? q : one));
  const signed = (value) => `${value < 0 ? "−" : "+"} ${fix(Math.abs(value))}`;
  const changed = names.map((_, q) => q).filter((q) => step.a[q] !== 0);
  const steps_ = changed.map((q) => whole(`${inColor(q, sub("w", names[q]))} ← ${inColor(q, sub("w", names[q]))} ${signed(step.a[q])} <i>x</i>`));
  const minus = step.scores[best] < 0 ? `+ ${inColor(best, fix(-step.scores[best]))}` : `− ${inColor(best, fix(step.scores[best]))}`;
  return [
    `scores ${names.map((_, q) => inColor(q, fix(step.scores[q]))).join(", ")}; ${whole(`margin ${inColor(y, fix(step.scores[y]))} ${minus} = <b>${fix(step.margin)}</b>`)}`,
    steps_.join(", ") || "no step",
    step.least > 0
      ? `2 <i>r</i>² ‖<i>U</i>‖² / ${whole(`(least margin of <i>U</i>)² = 2 · ${fix(step.longest)}² · ${fix(frobenius(target))}²`)} / ${fix(step.least)}² = <b>${fix(step.bound, 1)}</b>`
      : `least margin of <i>U</i>: ${fix(step.least)}, so <i>U</i> promises nothing`,
  ];
}

// Examples as letters of a state, and which letters are such.
function codesOf(names, box, most) {
  const corner = [box[0], box[2]];
  const coded = (x, y) => x.map((value, j) => Math.round((value - corner[j]) * 100).toString(36).padStart(2, "0")).join("") + y;
  const place = (code) => [0, 1].map((j) => round(corner[j] + parseInt(code.slice(2 * j, 2 * j + 2), 36) / 100));
  const learned = (at) => at.past.match(/.{5}/g) ?? [];
  const coordinates = pointInside(box);
  const known = (code) => names.includes(code[4]) && String(coordinates(place(code))) === String(place(code));
  const possible = (word) => word.length % 5 === 0 && word.length < 5 * most && /^[0-9a-z]*$/.test(word) && learned({ past: word }).every(known);
  return { coded, place, learned, possible };
}

// Examples that were learned, with rings around the mistakes; the call draws them.
function pastExamples(map, count) {
  const marks = Array.from({ length: count }, () => draw("path"));
  const missed = draw("path", { class: "cf-ring", fill: "none", stroke: "currentColor", "stroke-width": 1.2 });
  map.inside.append(...marks, missed);
  return (t, inputs, classOf, walk) => {
    marks.forEach((node, k) => {
      const [x, h] = k < t ? map.to(inputs[k]) : [0, 0];
      set(node, { visibility: k < t ? "visible" : "hidden", d: k < t ? SHAPES[classOf[k]] : "", fill: COLORS[classOf[k] ?? 0], transform: `translate(${x.toFixed(1)} ${h.toFixed(1)})` });
    });
    const rings = inputs.slice(0, t).filter((_, k) => walk[k].margin <= 0).map(map.to);
    set(missed, { d: rings.map(([x, h]) => `M${(x - 5).toFixed(1)} ${h.toFixed(1)}a5 5 0 1 0 10 0a5 5 0 1 0-10 0`).join("") });
  };
}

function sentence(at, t, step, margin, moves, mistakes) {
  const judged = step.margin <= 0 ? "a mistake" : moves ? "right, but by less than 1" : "right";
  const promised = step.least > 0 ? `the bound is ${fix(step.bound, 1)}` : "there is no bound, for the target errs";
  const then = moves ? `; the step makes it ${fix(margin)}` : "; there is no step";
  return (
    `Example ${t + 1}, of class ${at.y}, has the margin ${fix(step.margin)}: ${judged}${then}. ` +
    `With it the ${at.rule} learner has made ${mistakes}, and ${promised}.`
  );
}

export function build({ parameters, key, stage, controls, control, now, put }) {
  const { points, labels, names, box, target } = parameters;
  const Q = names.length;
  const rules = ["perceptron", "passive-aggressive"];
  const { coded, place, learned, possible } = codesOf(names, box, points.length);
  const next = (t) => ({ x: points[t], y: names[labels[t]] });
  // On: the example in hand is learned, and the stream brings another.  Back: the last one is in the hand again.
  const take = (k) => {
    const { past, x, y } = now();
    const codes = [...learned(now()), coded(x, y)];
    for (let t = codes.length; t < k; t++) codes.push(coded(next(t).x, next(t).y));
    const back = k < past.length / 5 ? { x: place(codes[k]), y: codes[k][4] } : next(k);
    put({ ...back, past: codes.slice(0, k).join("") });
  };

  const counts = points.map((_, t) => String(t + 1));
  const turns = steps({ label: "example", values: counts, back: "← back", next: "learn it →" }, key, take);
  addControl(controls, turns);
  control(choice, "y", names, "its class");
  control(choice, "rule", rules, "step");

  const map = plane(stage, box, 218);
  const ground = draw("g");
  map.inside.append(ground);
  const drawRegions = regions({ ...map, inside: ground }, Q);
  const [left, top] = map.to([0, 0]);
  const wide = box.map((side) => 3 * side);
  const borders = draw("path", { fill: "none", stroke: ACCENT, "stroke-width": 1.6 });
  const frame = { width: map.size[0], height: map.size[1], fill: "none", stroke: "currentColor", "stroke-opacity": 0.4 };
  map.inside.append(borders, draw("path", { d: `M${left - 4} ${top}h8m-4 -4v8`, stroke: "currentColor" }), draw("rect", frame));
  const drawPast = pastExamples(map, points.length);
  const example = handle(map, { label: "next example", color: ACCENT, get: () => now().x, move: (x) => put({ x }) });
  const shape = draw("path", { transform: "scale(1.2)" });
  example.node.append(shape);
  const drawCounts = countsChart(stage, points.length);
  const write = formula(stage);

  function show(at) {
    const codes = [...learned(at), coded(at.x, at.y)];
    const [inputs, classOf] = [codes.map(place), codes.map((code) => names.indexOf(code[4]))];
    const walk = onlineWalk(inputs, classOf, target, at.rule);
    const t = codes.length - 1;
    const step = walk[t];
    const y = classOf[t];
    const W = t ? walk[t - 1].after : zeros(Q, 2);
    const margin = onlineStep(step.after, at.x, y, at.rule).margin;
    const moves = step.a.some((value) => value !== 0);
    turns.show(t);
    set(ground, { visibility: W.flat().some((value) => value !== 0) ? "visible" : "hidden" });
    drawRegions(W, [0, 0]);
    const fresh = names.map((_, q) => regionOf(step.after, [0, 0], q, wide).map(map.to));
    set(borders, { d: moves ? fresh.filter((one) => one.length).map((one) => `M${polygon(one)}Z`).join("") : "" });
    drawPast(t, inputs, classOf, walk);
    set(shape, { d: SHAPES[y], fill: COLORS[y] });
    example.show(`; class ${names[y]}, margin ${fix(step.margin)}`);

    const told = drawCounts(walk);
    write(...formulas(names, target, step, y));
    return sentence(at, t, step, margin, moves, told[0]);
  }

  return {
    allow: {
      x: pointInside(box, 0.1),
      past: (wanted) => (possible(String(wanted)) ? String(wanted) : undefined),
    },
    show,
    walk: { at: () => learned(now()).length, last: points.length - 1, to: take },
    extremes: rules.flatMap((one) => [{ rule: one, x: [-1.1, 1.1] }, { rule: one, x: [1.1, -1.1] }]),
  };
}
