// One round of AdaBoost.MM: what a stump predicts for six examples in a row, which costs fall, grow and stay, and the loss L(α).
// Parameters: labels (in the order of the feature), names, rounds (most).  A state has the round and the stumps of its rounds,
// such as "2ac" for "a" to the first two examples and "c" to the others; the exact step is taken.
import { ACCENT, button, clamp, COLORS, draw, fix, formula, graph, handle, inColor, NEAR, panel, polygon, pressable, set, whole, words } from "../../coursemachine/controls/static/front.js";
import { boostLine, lossAfter } from "./arithmetic/boosting.js";
import { roundsInHand } from "./rounds.js";

export const parameters = ["labels", "names", "rounds"];

// The loss over the step, with both steps on it; the call draws a round.
function lossGraph(stage) {
  const [LAST, FLOOR] = [2, 0.5];
  const up = { name: "loss, as a share of L", ticks: [0.5, 0.75, 1] };
  const { root: chart, to } = graph(stage, [236, 168], [0, LAST, FLOOR, 1.1], { name: "step α", ticks: [0, 0.5, 1, 1.5, 2] }, up);
  const tangent = draw("path", { fill: "none", stroke: "currentColor", "stroke-width": 0.9, "stroke-opacity": 0.7 });
  const above = draw("path", { fill: "none", stroke: "currentColor", "stroke-width": 1.1, "stroke-dasharray": "4 3" });
  const curve = draw("path", { fill: "none", stroke: "currentColor", "stroke-width": 2 });
  const slope = words(0, 0, "slope −δ", { "text-anchor": "start", "font-size": 9, class: "cf-halo" });
  const dots = ["edge step", "exact step"].map((kind, k) => {
    const node = draw("circle", { r: 4.5, stroke: k ? ACCENT : "currentColor", style: `fill:${k ? ACCENT : "var(--cf-paper, #ffffff)"}`, "stroke-width": 1.8 });
    const text = words(0, to([0, k ? 0.6 : 0.54])[1], "", { "text-anchor": "start", "font-size": 9.5, class: "cf-halo", ...(k ? { style: `fill:${ACCENT}` } : {}) });
    const lead = draw("path", { stroke: k ? ACCENT : "currentColor", "stroke-width": 0.8, "stroke-dasharray": "1.5 2" });
    return { kind, node, text, lead };
  });
  chart.append(tangent, above, curve, slope, ...dots.flatMap(({ node, text, lead }) => [lead, node, text]));
  const grid = Array.from({ length: 81 }, (_, k) => (k * LAST) / 80);
  const drawn = (f) => {
    const shown = grid.map((a) => [a, f(a)]).filter(([, share]) => share <= 1.1 && share >= FLOOR);
    return shown.length ? `M${polygon(shown.map(to))}` : "";
  };
  return (made) => {
    const { loss, edge } = made;
    const shares = (a) => lossAfter(made, a) / loss;
    set(curve, { d: drawn(shares) });
    set(above, { d: drawn((a) => ((1 - edge) * Math.exp(a) + (1 + edge) * Math.exp(-a)) / 2) });
    set(tangent, { d: drawn((a) => 1 - edge * a) });
    const along = Math.min(1.5, 0.32 / Math.max(edge, NEAR));
    const [tip, height] = to([along, 1 - along * edge]);
    set(slope, { x: (tip + 8).toFixed(1), y: (height - 5).toFixed(1) });
    [made.printed, made.exact].forEach((a, k) => {
      const [cx, cy] = to([Math.min(a, LAST), shares(a)]);
      set(dots[k].node, { cx: cx.toFixed(2), cy: cy.toFixed(2) });
      set(dots[k].lead, { d: `M${cx.toFixed(1)} ${cy.toFixed(1)}V${dots[k].text.getAttribute("y")}` });
      set(dots[k].text, { x: (cx + 4).toFixed(1) });
      dots[k].text.textContent = `${dots[k].kind} ${fix(a, 3)}`;
    });
  };
}

// The formula and the sentence of a round.
function inWords(made, labels, names, t) {
  const { h, stump, loss, right, wrong, edge } = made;
  const m = labels.length;
  const [printed, exact] = [lossAfter(made, made.printed), lossAfter(made, made.exact)];
  const guarantee = edge > 0 ? loss * Math.sqrt(1 - edge * edge) : loss;
  const split = [0, 1].map((kind) => labels.map((_, i) => i).filter((i) => Number(h[i] !== labels[i]) === kind));
  const own = split[0].map((i) => whole(`<i>L</i>(${i + 1})`)).join(" + ") || "0";
  const other = split[1].map((i) => whole(`<i>D</i>(${i + 1}, ${inColor(h[i], names[h[i]])})`)).join(" + ");
  const formulas = [
    `A₊ = ${own} = ${fix(right)}; A₋ = ${other} = ${fix(wrong)}`,
    `<i>δ</i> = (A₊ − A₋) / <i>L</i> = (${fix(right)} − ${fix(wrong)}) / ${fix(loss)} = <b>${fix(edge, 3)}</b>`,
    `edge step: ${whole(`½ ln((1 + <i>δ</i>) / (1 − <i>δ</i>)) = ${fix(made.printed, 3)},`)} ${whole(`<i>L</i>(α) = <b>${fix(printed)}</b> ≤ <i>L</i> √(1 − <i>δ</i>²) = ${fix(guarantee)}`)}`,
    `exact step: ${whole(`½ ln(A₊ / A₋) = ${fix(made.exact, 3)},`)} ${whole(`<i>L</i>(α) = A₀ + 2 √(A₊ A₋) = <b>${fix(exact)}</b>`)}`,
  ];
  const [before, after] = stump.slice(1).map((l) => names[l]);
  const correct = h.filter((l, i) => l === labels[i]).length;
  const errors = made.answers.filter((l, i) => l !== labels[i]).length;
  const steep = made.steeper ? "another stump has a larger edge" : "no stump has a larger edge";
  const deep = made.deeper ? "another leaves a smaller loss" : "none leaves a smaller loss";
  const stops = edge > NEAR ? "" : " Without a positive edge boosting would stop here.";
  const sentence =
    `Round ${t}: the stump predicts ${before} up to example ${stump[0]} and ${after} after it, and is right on ${correct} of ${m}. ` +
    `Its edge is ${fix(edge, 3)}: ${steep}, ${deep}. From ${fix(loss)} the edge step takes the loss to ${fix(printed)}, the exact one to ${fix(exact)}; ` +
    `with the exact step the vote is then wrong on ${errors} of ${m}.${stops}`;
  return [formulas, sentence];
}

// The three parts of the loss, as one bar; the call draws them.
function lossParts(side, left) {
  // The three parts of the loss, as one bar.
  const parts = ["A₊", "A₀", "A₋"].map((name, k) => {
    const bar = draw("rect", { y: 199, height: 11, fill: k === 2 ? ACCENT : "currentColor", "fill-opacity": [0.6, 0.15, 0.8][k] });
    const text = words([left, left + 78, left + 156][k], 219, "", { "text-anchor": ["start", "middle", "end"][k], "font-size": 9.5 });
    side.append(bar, text);
    return { name, bar, text };
  });
  side.append(words(28, 204.5, "L", { "text-anchor": "end", "font-style": "italic" }));
  return ({ loss, right, rest, wrong }) => {
    let x = left;
    [right, rest, wrong].forEach((value, k) => {
      const width = (156 * value) / loss;
      set(parts[k].bar, { x: x.toFixed(2), width: width.toFixed(2) });
      parts[k].text.textContent = `${parts[k].name} ${fix(value)}`;
      x += width;
    });
  };
}

// What the stump predicts for each example, with the costs; the threshold is dragged.
function stumpBoard(stage, labels, names, chosen, choose) {
  const m = labels.length;
  const [left, top, wide, high] = [34, 17, 52, 30];
  const side = panel(stage, 230, 228);
  const rowAt = (i) => top + high * i;
  names.forEach((name, l) => side.append(words(left + wide * l + 25, 9, name, { color: COLORS[l], "font-weight": "bold" })));
  const squares = labels.map((own, i) => {
    side.append(words(28, rowAt(i) + 14, `${i + 1} ${names[own]}`, { "text-anchor": "end", color: COLORS[own] }));
    return names.map((name, l) => {
      const node = draw("g", { class: "cf-cell", transform: `translate(${left + wide * l} ${rowAt(i)})` });
      const bar = draw("rect", { height: 27, rx: 2, fill: COLORS[l], "fill-opacity": 0.3 });
      const frame = draw("rect", { class: "cf-frame", width: 49, height: 27, rx: 2, fill: "none", stroke: "currentColor", "stroke-width": 0 });
      const [number, mark] = [words(24, 14, ""), words(43, 14, "", { style: `fill:${ACCENT}`, "font-weight": "bold" })];
      node.append(draw("rect", { y: -1.5, width: 51, height: 30.1, fill: "transparent" }), draw("rect", { width: 49, height: 27, rx: 2, fill: COLORS[l], "fill-opacity": 0.06 }), bar, frame, number, mark);
      pressable(node, () => choose(i < chosen()[0] ? [chosen()[0], l, chosen()[2]] : [chosen()[0], chosen()[1], l]));
      side.append(node);
      return { node, bar, frame, number, mark, label: `example ${i + 1}, class ${names[own]}: say ${name}` };
    });
  });
  const line = draw("path", { stroke: "currentColor", "stroke-width": 1.5 });
  side.append(line);
  const edgeAt = (k) => rowAt(k) - 1.5;
  const knob = handle({ root: side, to: ([k]) => [204, edgeAt(m - k)], from: (_, y) => [m - (y + 1.5 - top) / high], box: [1, m - 1] }, {
    label: "threshold",
    color: "currentColor",
    get: () => [m - chosen()[0], 0],
    move: ([k]) => choose([clamp(m - Math.round(k), 1, m - 1), chosen()[1], chosen()[2]]),
    turn: (by) => choose([clamp(chosen()[0] - by, 1, m - 1), chosen()[1], chosen()[2]]),
  });
  function drawStump({ D, h, stump, edge }) {
    const largest = Math.max(...D.flat());
    squares.forEach((row, i) =>
      row.forEach(({ node, bar, frame, number, mark, label }, l) => {
        const said = h[i] === l;
        set(bar, { width: ((49 * Math.max(0, D[i][l])) / largest).toFixed(2) });
        set(frame, { "stroke-width": said ? 2 : 0 });
        number.textContent = fix(D[i][l]);
        set(number, { "fill-opacity": l === labels[i] ? 0.65 : 1 });
        // What falls, what grows; what stays has no mark.
        mark.textContent = l === labels[i] ? "" : h[i] === labels[i] ? "↓" : said ? "↑" : "";
        set(node, { "aria-pressed": said, "aria-label": `${label}; cost ${fix(D[i][l])}` });
      }),
    );
    set(line, { d: `M8 ${edgeAt(stump[0])}H204` });
    knob.show();
    set(knob.node, { "aria-valuetext": `between examples ${stump[0]} and ${stump[0] + 1}; edge ${fix(edge, 3)}` });
  }
  return { side, left, drawStump };
}

export function build(handed) {
  const { parameters, stage, controls, now } = handed;
  const { labels, names, rounds } = parameters;
  const Q = names.length;
  const isStump = (word) => /^[1-9]..$/.test(word) && Number(word[0]) < labels.length && names.includes(word[1]) && names.includes(word[2]);
  const hand = roundsInHand(handed, rounds, 3, isStump);
  const stumpOf = (word) => word && [Number(word[0]), names.indexOf(word[1]), names.indexOf(word[2])];
  const choose = ([k, u, v]) => hand.choose(`${k}${names[u]}${names[v]}`);
  const roundsOf = (at) => boostLine(labels, Q, hand.at(at).map(stumpOf));
  let made = roundsOf(now()).at(-1);

  controls.append(button("largest edge", () => hand.choose(hand.best)));

  const { side, left, drawStump } = stumpBoard(stage, labels, names, () => made.stump, choose);
  const drawParts = lossParts(side, left);

  const drawLoss = lossGraph(stage);
  const write = formula(stage);

  function show(at) {
    made = roundsOf(at).at(-1);
    hand.show(at);
    drawStump(made);
    drawParts(made);
    drawLoss(made);

    const [formulas, sentence] = inWords(made, labels, names, at.t);
    write(...formulas);
    return sentence;
  }

  // A stump that was just taken has no edge, and the longest sentence.
  const refused = { t: rounds, stumps: now().stumps.repeat(rounds) };
  return { ...hand.scene, extremes: [...hand.scene.extremes, refused], show };
}
