// The board: the threshold of a stump is dragged on its feature's axis; taken, it makes a round of AdaBoost.MH.
// Parameters: points, labels, names, box, rounds (most), starts.  A state has the stumps of its rounds as letters, "." for
// the best one, which is also meant where nothing is written.
import { ACCENT, button, choice, clamp, COLORS, draw, fix, formula, handle, inColor, NEAR, panel, plane, set, SHAPES, sub, whole, words } from "../../coursemachine/controls/static/front.js";
import { boost, cutsOf, firstBoard } from "./arithmetic/boosting.js";
import { roundsInHand } from "./rounds.js";

export const parameters = ["points", "labels", "names", "box", "rounds", "starts"];

// A row of the board and its point light up together: those nodes that `link` was given light up what is in `lit`.
function lights() {
  const lit = [];
  const link = (node, i) => {
    node.addEventListener("pointerenter", () => lit.forEach((light) => light(i, true)));
    node.addEventListener("pointerleave", () => lit.forEach((light) => light(i, false)));
  };
  return { lit, link };
}

// The weights as bars, with rings where the stump is wrong, and its error; the call draws a round.
function boardTable(stage, labels, names, { lit, link }) {
  const side = panel(stage, 200, 186);
  const rowAt = (i) => 22 + 11.7 * i;
  const columnAt = (l) => 32 + 55 * l;
  side.append(...names.map((name, l) => words(columnAt(l) + 4, 8, name, { color: COLORS[l] })));
  const bands = labels.map((_, i) => draw("rect", { x: 0, y: rowAt(i) - 5.85, width: 200, height: 11.7, fill: "currentColor", "fill-opacity": 0 }));
  side.append(...bands);
  lit.push((i, on) => set(bands[i], { "fill-opacity": on ? 0.12 : 0 }));
  const squares = labels.map((_, i) => {
    side.append(words(26, rowAt(i), `${i + 1} ${names[labels[i]]}`, { "text-anchor": "end", "font-size": 9, color: COLORS[labels[i]] }));
    return names.map((_, l) => {
      const bar = draw("rect", { x: columnAt(l), y: rowAt(i) - 4.5, height: 9, fill: COLORS[l], "fill-opacity": l === labels[i] ? 0.9 : 0.35 });
      const ring = draw("circle", { cy: rowAt(i), r: 3.6, fill: "none", stroke: ACCENT, "stroke-width": 0 });
      side.append(bar, ring);
      return { bar, ring };
    });
  });
  labels.forEach((_, i) => {
    const cover = draw("rect", { x: 0, y: rowAt(i) - 5.85, width: 200, height: 11.7, fill: "transparent" });
    link(cover, i);
    side.append(cover);
  });
  const error = (value) => 32 + 2 * value * 150;
  const owed = draw("rect", { x: 32, y: 166, height: 9, fill: ACCENT, "fill-opacity": 0.75 });
  side.append(words(26, 170.5, "ε", { "text-anchor": "end", "font-style": "italic" }), draw("path", { d: "M32 164V177M182 164V177", stroke: "currentColor", "stroke-opacity": 0.5 }));
  side.append(words(190, 170.5, "½"), owed);
  return (made) => {
    const heaviest = Math.max(0.15, ...made.D.flat());
    squares.forEach((row, i) =>
      row.forEach(({ bar, ring }, l) => {
        const long = (42 * made.D[i][l]) / heaviest;
        set(bar, { width: long.toFixed(2) });
        set(ring, { cx: (columnAt(l) + long + 6).toFixed(2), "stroke-width": made.missed[i][l] ? 1.5 : 0 });
      }),
    );
    set(owed, { width: (error(made.error) - 32).toFixed(2) });
  };
}

// The points and the line of the stump; the call draws a round.
function boardPlane(stage, { box, points, labels, names }, cuts, { lit, link }) {
  const map = plane(stage, box, 176);
  const [width, height] = map.size;
  const line = draw("path", { stroke: "currentColor", "stroke-width": 1.5, fill: "none" });
  const ticks = cuts.slice(1).map(({ feature, cut }) => {
    const [x, y] = map.to([cut, cut]);
    return feature ? `M3 ${y.toFixed(1)}h6` : `M${x.toFixed(1)} ${height - 3}v-6`;
  });
  map.root.append(draw("path", { d: ticks.join(""), stroke: "currentColor", "stroke-opacity": 0.5 }), line);
  const votes = [0, 1].map(() => words(0, 0, "", { "font-size": 9, class: "cf-halo" }));
  const places = points.map(map.to);
  // A number stands on the left where another point is close on the right, and below what the votes say.
  const crowded = ([x, y]) => places.some(([u, v]) => u > x && u - x < 15 && Math.abs(v - y) < 12);
  const dots = places.map((place, i) => {
    const node = draw("g", { transform: `translate(${place.map((value) => value.toFixed(1)).join(" ")})` });
    const [ring, halo] = [[8, ACCENT], [11, "currentColor"]].map(([r, stroke]) => draw("circle", { r, fill: "none", stroke, "stroke-width": 0 }));
    const mark = draw("path", { d: SHAPES[labels[i]], fill: COLORS[labels[i]], transform: "scale(1.6)" });
    node.append(draw("circle", { r: 12, fill: "transparent" }), ring, halo, mark, words(crowded(place) ? -10 : 10, place[1] < 34 ? 5 : -9, `${i + 1}`, { "font-size": 8.5, class: "cf-halo" }));
    link(node, i);
    map.root.append(node);
    return { ring, halo };
  });
  map.root.append(...votes);
  lit.push((i, on) => set(dots[i].halo, { "stroke-width": on ? 1.4 : 0 }));
  function drawStump({ feature, cut }, made, wrong) {
    const [x, y] = map.to([cut, cut]);
    set(line, { d: feature < 0 ? "" : feature ? `M9 ${y.toFixed(1)}H${width}` : `M${x.toFixed(1)} 14V${height - 9}` });
    votes.forEach((node, k) => {
      const said = names.map((name, l) => draw("tspan", { style: `fill:${COLORS[l]}` }, `${name} ${made.votes[k][l] > 0 ? "yes" : "no"}${l < names.length - 1 ? ", " : ""}`));
      node.replaceChildren(...(feature < 0 && k ? [] : said));
      const atEnd = feature === 1 || k === 1;
      set(node, { x: atEnd ? width - 2 : 12, y: feature === 1 && k === 0 ? height - 16 : 7, "text-anchor": atEnd ? "end" : "start" });
    });
    dots.forEach(({ ring }, i) => set(ring, { "stroke-width": wrong[i] ? 1.8 : 0 }));
  }
  return { map, drawStump };
}

// What the stump misses, and the vote with it.
function sentence(at, made, labels, names, missed, wrong) {
  const errors = names.map((_, q) => fix(wrong.filter((one, i) => one && labels[i] === q).length / labels.filter((label) => label === q).length));
  return (
    `Round ${at.t}: the stump is wrong on ${missed} of ${labels.length * names.length} squares, of weight ε = ${fix(made.error, 3)}, so α = ${fix(made.alpha, 3)}; ` +
    `${made.error < made.best.error + NEAR ? "none has a smaller ε" : "another has a smaller ε"}. Taken, it brings the product of the Z to ${fix(made.product, 3)}; ` +
    `the vote is then wrong on ${wrong.filter(Boolean).length} of ${labels.length} examples, class errors ${errors.join(", ")}.`
  );
}

export function build(handed) {
  const { parameters, stage, controls, control, now } = handed;
  const { points, labels, names, rounds, starts } = parameters;
  const Q = names.length;
  const cuts = cutsOf(points);
  const letterOf = (number) => String.fromCharCode(97 + number);
  const numberOf = (letter) => (letter === null ? null : letter.charCodeAt(0) - 97);
  const hand = roundsInHand(handed, rounds, 1, (letter) => cuts[numberOf(letter)]);
  const roundsOf = (at) => boost(firstBoard(labels, Q, at.weights), labels, points, cuts, hand.at(at).map(numberOf));
  const { choose } = hand;

  controls.append(button("best stump", () => choose(".")));
  control(choice, "weights", starts, "first weights");

  const light = lights();
  const { map, drawStump } = boardPlane(stage, parameters, cuts, light);
  const knobs = [0, 1].map((feature) => {
    const mine = cuts.map((one, number) => ({ ...one, number })).filter((one) => one.feature === feature);
    const middle = mine[Math.floor(mine.length / 2)];
    const place = () => mine.find(({ number }) => number === numberNow()) ?? middle;
    const knob = handle({ ...map, box: [mine[0].cut, mine[mine.length - 1].cut] }, {
      label: `threshold of the ${feature ? "second" : "first"} feature`,
      color: "currentColor",
      get: () => (feature ? [map.from(6, 0)[0], place().cut] : [place().cut, map.from(0, map.size[1] - 6)[1]]),
      move: (to) => choose(letterOf(mine.reduce((near, one) => (Math.abs(one.cut - to[feature]) < Math.abs(near.cut - to[feature]) ? one : near)).number)),
      turn: (by) => choose(letterOf(mine[clamp(mine.indexOf(place()) + by, 0, mine.length - 1)].number)),
    });
    return { knob, place };
  });

  const drawTable = boardTable(stage, labels, names, light);
  const write = formula(stage);
  let made = roundsOf(now()).at(-1);
  const numberNow = () => made.number;

  function show(at) {
    made = roundsOf(at).at(-1);
    const { feature } = cuts[made.number];
    hand.show(at);
    const wrong = made.answers.map((answer, i) => answer !== labels[i]);
    drawStump(cuts[made.number], made, wrong);
    knobs.forEach(({ knob, place }, k) => {
      knob.show();
      const { number, cut: here } = place();
      set(knob.node, { opacity: feature === k ? 1 : 0.45, "aria-valuenow": here.toFixed(2), "aria-valuetext": `${fix(here)}${number === made.number ? `; error ${fix(made.error, 3)}` : ", not used"}` });
    });
    drawTable(made);

    const missed = made.missed.flat().filter(Boolean).length;
    const sums = made.sums.map((one) => `(${one.map((value, l) => inColor(l, fix(Math.abs(value), 3))).join(" + ")})`);
    write(
      `1 − 2<i>ε</i> = Σ |${sub("s", "q")}| = ${sums.map(whole).join(" + ")} = ${fix(1 - 2 * made.error, 3)}, ${whole(`<i>ε</i> = <b>${fix(made.error, 3)}</b>`)}`,
      `<i>α</i> = ½ ln((1 − <i>ε</i>) / <i>ε</i>) = ½ ln(${fix(1 - made.error, 3)} / ${fix(made.error, 3)}) = <b>${fix(made.alpha, 3)}</b>`,
      `<i>Z</i> = 2 √(<i>ε</i> (1 − <i>ε</i>)) = ${fix(made.Z, 3)}, ${whole(`product so far <b>${fix(made.product, 3)}</b>`)}`,
    );
    return sentence(at, made, labels, names, missed, wrong);
  }

  return { ...hand.scene, show };
}
