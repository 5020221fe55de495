// A strip of labels: blocks of them are taken elsewhere, and a learner of one weight walks along.
// Parameters: names (of the two classes), prices (of COPA's step, "∞" among them).  A state has the labels as one word, the
// place of the block in hand, and the price.
import { ACCENT, button, choice, clamp, COLORS, draw, fix, formula, handle, inColor, panel, set, whole, words } from "../../coursemachine/controls/static/front.js";
import { blockAt, pushBlock, stripWalk } from "./arithmetic/copa.js";

export const parameters = ["names", "prices"];

// Both norms as bars; the call draws them.
function normBars(stage, tall) {
  const bars = panel(stage, 140, tall);
  const top = (value) => 168 - 62 * value;
  for (const value of [0, 1, 2]) {
    bars.append(draw("path", { d: `M26 ${top(value)}H138`, stroke: "currentColor", "stroke-width": 0.5, "stroke-opacity": 0.3 }));
    bars.append(words(20, top(value), `${value}`, { "text-anchor": "end", "font-size": 9 }));
  }
  const shown = ["online", "average"].map((name, k) => {
    const bar = draw("rect", { x: 36 + 54 * k, width: 38, fill: k ? ACCENT : "currentColor", "fill-opacity": k ? 0.9 : 0.55 });
    const number = words(55 + 54 * k, 0, "", { "font-size": 10.5 });
    bars.append(bar, number, words(55 + 54 * k, 180, name, { "font-size": 10 }));
    return { bar, number };
  });
  bars.append(words(80, 10, "norm of the risk", { "font-size": 10 }));
  return (norms) =>
    norms.forEach((value, k) => {
      set(shown[k].bar, { y: top(value).toFixed(1), height: (top(0) - top(value)).toFixed(1) });
      set(shown[k].number, { y: (top(value) - 8).toFixed(1) });
      shown[k].number.textContent = fix(value);
    });
}

// The strip, and below it the weight of each round; its distance from the dashed line of the class is the loss.
function stripPanel(stage, T, names, put) {
  const [width, tall, left, cell] = [344, 196, 26, 300 / T];
  const root = panel(stage, width, tall);
  const at = (t) => left + (t + 0.5) * cell;
  const high = (w) => 126 - 40 * w;
  const lines = [1, 0, -1].map((w) => draw("path", { d: `M${left} ${high(w)}H${left + 300}`, stroke: "currentColor", "stroke-width": 0.6, "stroke-opacity": 0.5, "stroke-dasharray": w ? "4 3" : "none" }));
  root.append(...lines, ...[1, 0, -1].map((w) => words(left - 6, high(w), fix(w, 0), { "text-anchor": "end", "font-size": 9 })));
  root.append(words(left + 150, 184, "weight w before each round; thick: loss", { "font-size": 9.5 }));
  const tiles = Array.from({ length: T }, (_, t) => {
    const tile = draw("g", { style: "cursor:pointer" }, draw("rect", { x: left + t * cell + 0.5, y: 42, width: cell - 1, height: 24, rx: 1.5 }), words(at(t), 54, "", { "font-size": 9 }));
    tile.addEventListener("click", () => put({ k: t }));
    root.append(tile);
    return tile;
  });
  const losses = [0, 1].map((y) => draw("path", { fill: "none", stroke: COLORS[y], "stroke-width": 3, "stroke-opacity": 0.55 }));
  const walk = draw("path", { fill: "none", stroke: "currentColor", "stroke-width": 1.3 });
  const mean = draw("path", { fill: "none", stroke: ACCENT, "stroke-width": 1.6 });
  const tag = words(left + 304, 0, "w̄", { "font-size": 11, "font-style": "italic", "text-anchor": "start", style: `fill:${ACCENT}` });
  const hold = draw("path", { fill: "none", stroke: ACCENT, "stroke-width": 1.6 });
  root.append(...losses, walk, mean, tag, hold);
  function drawStrip(labels, found, first, last) {
    tiles.forEach((tile, t) => {
      const y = labels[t];
      set(tile.firstChild, { fill: COLORS[y], "fill-opacity": t >= first && t <= last ? 0.35 : 0.16 });
      tile.lastChild.textContent = names[y];
    });
    set(hold, { d: `M${(left + first * cell).toFixed(1)} 39V35H${(left + (last + 1) * cell).toFixed(1)}V39` });
    const corner = ({ w }, t) => `${at(t).toFixed(1)} ${high(w).toFixed(1)}`;
    set(walk, { d: `M${found.rounds.map(corner).join(",")}` });
    losses.forEach((node, y) => {
      const paid = found.rounds.map((round, t) => (round.y === y && round.loss > 0 ? `M${corner(round, t)}V${high(y ? -1 : 1)}` : ""));
      set(node, { d: paid.join("") });
    });
    set(mean, { d: `M${left} ${high(found.average).toFixed(1)}H${left + 300}` });
    set(tag, { y: high(found.average).toFixed(1) });
  }
  return { root, tall, left, cell, at, drawStrip };
}

// The two norms with their rows.
function formulas(names, found) {
  const row = (y) => whole(`row ${inColor(y, names[y])}: <b>${fix(found.means[y])}</b>`);
  const sign = found.average < 0 ? "−" : "+";
  return [
    `online, mean loss of each class: ${row(0)}, ${row(1)}; ${whole(`norm <b>${fix(found.online)}</b>`)}`,
    `average of all weights <i>w̄</i> = ${fix(found.average)}: ${whole(`row ${inColor(0, names[0])}: 1 ${sign === "+" ? "−" : "+"} ${fix(Math.abs(found.average))}`)}, ${whole(`row ${inColor(1, names[1])}: 1 ${sign} ${fix(Math.abs(found.average))}`)}; ${whole(`norm <b>${fix(found.risk)}</b>`)}`,
  ];
}

// A place in the block before or after that of place k, or further on; in the first or last one for a large number.
function otherBlock(labels, k, by) {
  for (let left = Math.abs(by); left > 0; left--) {
    const [first, last] = blockAt(labels, k);
    k = clamp(by < 0 ? first - 1 : last + 1, 0, labels.length - 1);
  }
  return k;
}

export function build({ parameters, stage, controls, control, buttons, now, put, jump }) {
  const { names, prices } = parameters;
  const T = now().y.length;
  const labelsOf = (word) => [...word].map((letter) => names.indexOf(letter));
  const wordOf = (labels) => labels.map((y) => names[y]).join("");
  const push = (to) => {
    const pushed = pushBlock(labelsOf(now().y), now().k, to);
    put({ y: wordOf(pushed.strip), k: pushed.k });
  };

  control(choice, "C", prices, "price C");
  const half = names.map((name) => name.repeat(T / 2));
  const presets = buttons({ sorted: { y: half.join(""), k: 0 }, "in turn": { y: names.join("").repeat(T / 2), k: 0 } });
  controls.lastChild?.append(button("shuffle", () => {
    const drawn = [...half.join("")].map((letter) => [Math.random(), letter]).sort(([u], [v]) => Number(u) - Number(v));
    jump({ y: drawn.map(([, letter]) => letter).join(""), k: 0 });
  }));

  const { root, tall, left, cell, at, drawStrip } = stripPanel(stage, T, names, put);
  const middle = () => {
    const [first, last] = blockAt(labelsOf(now().y), now().k);
    return [(first + last) / 2, 0];
  };
  const map = { root, to: ([t]) => [at(t), 21], from: (x) => [(x - left) / cell - 0.5, 0], box: [0, T - 1, 0, 0] };
  const grip = handle(map, {
    label: "block of labels",
    color: ACCENT,
    get: middle,
    move: ([t]) => push(now().k + Math.round(t - middle()[0])),
    turn: (by) => (Math.abs(by) === 1 ? push(now().k + by) : put({ k: otherBlock(labelsOf(now().y), now().k, Math.abs(by) === 10 ? Math.sign(by) : by) })),
  });

  grip.node.append(draw("circle", { r: 22, fill: "transparent" })); // for a finger on a phone

  const drawBars = normBars(stage, tall);
  const write = formula(stage);

  function show(state) {
    const labels = labelsOf(state.y);
    const found = stripWalk(labels, state.C === "∞" ? Infinity : Number(state.C));
    const [first, last] = blockAt(labels, state.k);
    drawStrip(labels, found, first, last);
    drawBars([found.online, found.risk]);
    grip.show(`; ${last - first + 1} of class ${names[labels[first]]}, from round ${first + 1}`);

    const count = labels.filter((y, t) => t === 0 || y !== labels[t - 1]).length;
    write(...formulas(names, found));
    const kept = found.online < found.risk - 0.005 ? "less than" : found.online > found.risk + 0.005 ? "more than" : "the same as";
    return (
      `The ${T} labels come in ${count} blocks. The online estimate has the norm ${fix(found.online)}, ` +
      `${kept} the norm ${fix(found.risk)} of the average's risk.`
    );
  }

  const word = (wanted) => {
    const text = String(wanted);
    return text.length === T && [...text].every((letter) => names.includes(letter)) && names.every((name) => text.includes(name)) ? text : undefined;
  };
  return {
    allow: {
      y: word,
      k: (wanted) => (/^\d+$/.test(String(wanted)) && Number(wanted) < T ? Number(wanted) : undefined),
    },
    show,
    extremes: presets,
  };
}
