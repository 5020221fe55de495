// Dual stepper: a point that is clicked is visited, one exact step in its row of the multiclass SVM's dual; the slider goes
// back, and on to the visits of the largest piece of the gap.  Parameters: points, labels, names, box, price, visits (most).
import { ACCENT, addControl, clamp, COLORS, draw, fix, formula, inPoint, oneOf, panel, percent, plane, polygon, pressable, set, SHAPES, slider, sub, term, whole, words } from "../../coursemachine/controls/static/front.js";
import { dualWalk } from "./arithmetic/dual.js";
import { column, dot } from "./arithmetic/matrices.js";
import { regions } from "./linear_rule.js";

export const parameters = ["points", "labels", "names", "box", "price", "visits"];

// The bars of the last visit with the level where they are cut, and the curves of objective and dual; the call draws them.
function sidePanel(stage, names, visits) {
  const side = panel(stage, 180, 206);
  const [high, low] = [9.8, -2.6];
  const level = (value) => 8 + 82 * ((high - clamp(value, low, high)) / (high - low));
  const bars = names.map((_, z) => {
    const x = 40 + 46 * z;
    const [kept, cut] = [1, 0.3].map((opacity) => draw("rect", { x: x - 13, width: 26, fill: COLORS[z], "fill-opacity": opacity }));
    const [number, label] = [words(x, 112, "", { "font-size": 9 }), words(x, 99, "", { color: COLORS[z] })];
    side.append(kept, cut, number, label);
    return { kept, cut, number, label };
  });
  const line = draw("path", { stroke: "currentColor", "stroke-width": 1.4, "stroke-dasharray": "4 3" });
  const tau = words(178, 0, "", { "text-anchor": "end", class: "cf-halo" });
  side.append(draw("path", { d: `M16 ${level(0)}H160`, stroke: "currentColor", "stroke-width": 0.6 }), words(8, level(0), "0"), line, tau);

  const most = 14;
  const to = ([t, value]) => [22 + (148 * t) / visits, 196 - 66 * (clamp(value, 0, most) / most)];
  const between = draw("path", { fill: ACCENT, "fill-opacity": 0.16 });
  const curves = [0, 1].map(() => draw("path", { fill: "none", stroke: "currentColor", "stroke-width": 1.6 }));
  const stick = draw("path", { stroke: ACCENT, "stroke-width": 3 });
  const ends = [0, 1].map(() => words(0, 0, "", { class: "cf-halo", "font-size": 9, "text-anchor": "start" }));
  side.append(draw("path", { d: "M22 128V196H172", fill: "none", stroke: "currentColor", "stroke-width": 0.6 }), between, ...curves, stick, ...ends);
  side.append(words(14, 196, "0", { "font-size": 9 }), words(12, to([0, 10])[1], "10", { "font-size": 9 }));
  return (t, states, own) => {
    const state = states[t];
    names.forEach((name, z) => {
      const bar = bars[z];
      const [top, kept] = state.bars ? [level(state.bars[z]), level(Math.min(state.bars[z], state.level))] : [0, 0];
      set(bar.kept, { y: kept.toFixed(2), height: state.bars ? (level(low) - kept).toFixed(2) : 0 });
      set(bar.cut, { y: top.toFixed(2), height: (kept - top).toFixed(2) });
      bar.number.textContent = state.bars ? fix(state.bars[z]) : "";
      bar.label.textContent = z === own ? `${name}, own` : name;
    });
    set(line, { d: state.bars ? `M16 ${level(state.level).toFixed(2)}H160` : "" });
    set(tau, { y: level(state.level ?? 0).toFixed(1) });
    tau.textContent = state.bars ? "τ" : "";

    const both = ["objective", "dual"].map((name) => states.map((one, k) => to([k, one[name]])));
    both.forEach((path, k) => {
      const [x, y] = path[t];
      set(curves[k], { d: `M${polygon(path)}` });
      // Beside the end of its curve, and near the picture's edge above or below it.
      const room = Math.min(x + 6, 104);
      set(ends[k], { x: room.toFixed(1), y: Math.min(y + (k ? 1 : -1) * (room < x + 6 ? 10 : 5), 189).toFixed(1) });
      ends[k].textContent = k ? `dual D ${fix(state.dual)}` : `objective P ${fix(state.objective)}`;
    });
    set(between, { d: `M${polygon([...both[0], ...[...both[1]].reverse()])}Z` });
    set(stick, { d: `M${polygon(both.map((path) => path[t]))}` });
  };
}

// What a visit does to objective and dual, and which points pull.
function sentence(at, state, last, { price, visits, count, pulls, right }) {
  const { point } = state;
  const gap = state.objective - state.dual;
  const [full, some] = [(pull) => pull > price - 1e-9, (pull) => pull > 1e-9];
  const list = (test) => pulls.map((pull, i) => (test(pull) ? i + 1 : 0)).filter(Boolean).join(", ") || "none";
  const moved = (name) => `${Math.abs(state[name] - last[name]) < 1e-9 ? "stays at" : `${state[name] > last[name] ? "rises" : "falls"} from ${fix(last[name])} to`} ${fix(state[name])}`;
  const begun = at.t
    ? `${at.t === visits ? `Visit ${at.t}, the last one here` : `Visit ${at.t}`}: point ${point + 1}. The objective ${moved("objective")}, the dual ${moved("dual")}`
    : `No visit yet. Objective ${fix(state.objective)}, dual ${fix(state.dual)}`;
  const share = percent(gap / state.objective, 1);
  return `${begun}; the gap is ${fix(gap)}, ${share} of the objective; ${right} of ${count} right. Full force: ${list(full)}; some: ${list((pull) => some(pull) && !full(pull))}.`;
}

// The level, the new row, and the gap as the sum of its pieces.
function formulas(at, state, price) {
  const { A, pieces, point } = state;
  const gap = state.objective - state.dual;
  const largest = Math.max(...pieces);
  const charged = pieces.map((piece, i) => [piece, i]).filter(([piece]) => piece >= 0.005);
  const sums = charged.map(([piece, i]) => whole(term(`<span style="color:${ACCENT}">${fix(piece)}</span><sub>${i + 1}</sub>`, piece === largest)));
  const row = (values) => `(${values.map((value) => fix(value)).join(", ")})`;
  const tallest = (state.cut ?? []).map((bar, k) => (k ? `${bar < 0 ? "−" : "+"} ${fix(Math.abs(bar))}` : fix(bar))).join(" ");
  return [
    at.t ? `<i>τ</i> = (${tallest} − ${whole(`<i>nC</i>) / ${state.cut.length}`)} = ${whole(`(${tallest} − ${fix(state.n * price)}) / ${state.cut.length}`)} = <b>${fix(state.level)}</b>` : "<i>τ</i>: no visit yet",
    at.t ? `${sub("α", point + 1)} from ${whole(row(state.before))} to ${whole(`<b>${row(A[point])}</b>`)}` : "<i>α</i> = 0",
    `<i>P</i> − <i>D</i> = ${sums.join(" + ") || "0.00"} = <b>${fix(gap)}</b>`,
  ];
}

export function build({ parameters, key, stage, controls, now, put }) {
  const { points, labels, names, box, price, visits } = parameters;
  const Q = names.length;
  const walkOf = (at) => dualWalk(points, labels, Q, price, [...at.visits].map((digit) => Number(digit) - 1), at.t);
  const visit = (i) => {
    const { t } = now();
    const made = walkOf(now()).slice(1).map(({ point }) => point + 1).join("");
    if (t < visits) put({ visits: `${made}${i + 1}`, t: t + 1 });
  };

  const counts = Array.from({ length: visits + 1 }, (_, t) => t);
  const count = addControl(controls, slider({ label: "visits", values: counts.map(String) }, `${key}-visits`, (t) => put({ t })));

  const map = plane(stage, box, 290);
  const ground = draw("g");
  map.inside.append(ground);
  const drawRegions = regions({ ...map, inside: ground }, Q);
  const places = points.map(map.to);
  // Points lie closer than fingers are wide, so a click means the nearest.
  const nearest = (event) => {
    const [x, y] = inPoint(map.root, event);
    const far = places.map((place) => Math.hypot(place[0] - x, place[1] - y));
    return far.indexOf(Math.min(...far));
  };
  const dots = places.map(([x, y], i) => {
    const node = draw("g", { class: "cf-cell", transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` });
    const piece = draw("circle", { fill: ACCENT, "fill-opacity": 0.3 });
    const frame = draw("circle", { class: "cf-frame", r: 10, fill: "none", stroke: "currentColor", "stroke-width": 0 });
    const mark = draw("path", { d: SHAPES[labels[i]], stroke: COLORS[labels[i]] });
    node.append(draw("circle", { r: 18.5, fill: "transparent" }), piece, frame, mark, words(12, -10, `${i + 1}`, { "font-size": 9.5, class: "cf-halo" }));
    // A click that a program makes has no place.
    pressable(node, (event) => visit(event?.detail ? nearest(event) : i));
    map.root.append(node);
    return { node, piece, frame, mark };
  });

  const drawSide = sidePanel(stage, names, visits);
  const write = formula(stage);

  function show(at) {
    const states = walkOf(at);
    const [state, last] = [states[at.t], states[Math.max(0, at.t - 1)]];
    const { A, F, pieces, point } = state;
    count.show(at.t, `${at.t} of ${visits}`);
    set(ground, { visibility: at.t ? "visible" : "hidden" });
    drawRegions(names.map((_, z) => [0, 1].map((j) => dot(column(A, z), column(points, j)))), [0, 0]);
    const pulls = A.map((row, i) => row[labels[i]]);
    const right = F.filter((scores, i) => scores.findIndex((score) => score > Math.max(...scores) - 1e-9) === labels[i]).length;
    dots.forEach(({ node, piece, frame, mark }, i) => {
      set(piece, { r: Math.min(26, 10 * Math.sqrt(Math.max(0, pieces[i]))).toFixed(2) });
      set(frame, { "stroke-width": i === point ? 1.4 : 0 });
      const pull = pulls[i] / price;
      set(mark, { transform: `scale(${(1.3 + 0.8 * pull).toFixed(3)})`, fill: pulls[i] > 1e-9 ? COLORS[labels[i]] : "var(--cf-paper, #ffffff)" });
      set(node, { "aria-label": `visit point ${i + 1}, class ${names[labels[i]]}: pull ${fix(pulls[i])}, piece of the gap ${fix(pieces[i])}` });
    });
    drawSide(at.t, states, labels[point]);

    write(...formulas(at, state, price));
    return sentence(at, state, last, { price, visits, count: points.length, pulls, right });
  }

  const known = (word) => word.length <= visits && [...word].every((digit) => Number(digit) >= 1 && Number(digit) <= points.length);
  return {
    allow: { visits: (wanted) => (known(String(wanted)) ? String(wanted) : undefined), t: oneOf(counts) },
    show,
    walk: { at: () => now().t, last: visits, to: (t) => put({ t }) },
    pick: (n) => n < points.length && visit(n),
    extremes: counts.map((t) => ({ t })),
  };
}
