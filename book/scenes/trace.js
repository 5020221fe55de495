// A target for error and norm, and where the reader's own rules have been.  The rules are kept in this browser alone: no
// address tells them, so each figure measures them as it measures its own.
import { ACCENT, clamp, draw, fix, kept, NEAR, percent, polygon, pressable, set, words } from "../../coursemachine/controls/static/front.js";

const [LEFT, RIGHT, TOP, BOTTOM] = [22, 110, 13, 75];
const [ERROR, NORM] = [0.3, 0.6]; // ends of the axes
const REST = 250; // milliseconds without a change, until a rule is kept wherever it is
const APART = 0.012; // between two pairs on the way
const MANY = 300;

const to = ([error, norm]) => [LEFT + clamp(error / ERROR, 0, 1.02) * (RIGHT - LEFT), BOTTOM - clamp(norm / NORM, 0, 1.02) * (BOTTOM - TOP)];

// What stands still: axes, the region of the target, and the frontier where there is one.
function ground(root, goal, corner, frontier) {
  const small = { "font-size": 8.5 };
  const aside = { ...small, "text-anchor": "end" };
  root.append(
    goal,
    draw("path", { d: `M${LEFT} ${corner[1]}H${corner[0]}V${BOTTOM}`, fill: "none", stroke: ACCENT, "stroke-dasharray": "3 2" }),
    draw("path", { d: `M${LEFT} ${TOP}V${BOTTOM}H${RIGHT}`, fill: "none", stroke: "currentColor", "stroke-opacity": 0.6 }),
    draw("path", { d: frontier.length ? `M${polygon(frontier.map(to)).replaceAll(",", "L")}` : "", fill: "none", stroke: "currentColor", "stroke-width": 1.5 }),
    words(LEFT - 16, TOP - 9, "norm", { ...small, "text-anchor": "start" }),
    words((LEFT + RIGHT) / 2, BOTTOM + 20, "error", small),
    ...[0.1, 0.2, 0.3].map((value) => words(to([value, 0])[0], BOTTOM + 9, fix(value, 1), small)),
    ...[0.2, 0.4].map((value) => words(LEFT - 4, to([0, value])[1], fix(value, 1), aside)),
  );
}

// Drawn at `place` of `root`, 112 points wide, 100 high: `size` is how many numbers a rule has, `pairOf(rule, share)` its error and norm, `frontier` such pairs or none; the call
// (rule, share) draws all of it and tells the target with its state.
export function trace(panel, place, { size, pairOf, target, frontier }) {
  const root = draw("g", { transform: `translate(${place.join(" ")})` });
  panel.append(root);
  const shelf = kept("trace");
  let rules = [shelf.get()].flat().filter((one) => Array.isArray(one) && one.length === size && one.every(Number.isFinite));
  let [share, last, waiting] = [null, null, null];
  const corner = to([1 - target.right, target.norm]);
  const goal = draw("rect", { x: LEFT, y: corner[1], width: corner[0] - LEFT, height: BOTTOM - corner[1], fill: ACCENT });
  ground(root, goal, corner, frontier);
  const past = draw("path", { class: "cf-trace", fill: "none", stroke: ACCENT, "stroke-opacity": 0.4, "stroke-width": 2.2, "stroke-linecap": "round" });
  const here = draw("circle", { r: 3.6, fill: ACCENT });
  const asked = `${percent(target.right)} right, norm below ${fix(target.norm, 1)}`;
  const state = words(RIGHT, TOP - 8, "", { "font-size": 11, "font-weight": "bold", "text-anchor": "end", class: "cf-halo" });
  const forget = draw("g", { "aria-label": "forget my trace" }, draw("rect", { x: 74, y: 85, width: 40, height: 20, fill: "transparent" }));
  forget.append(words(RIGHT, 95, "forget", { "font-size": 8.5, "text-anchor": "end", "text-decoration": "underline" }));
  root.append(past, here, state, forget);
  pressable(forget, () => {
    clearTimeout(waiting); // the rule that rests here is forgotten, too
    shelf.set(drawn([]));
  });

  function drawn(all) {
    rules = all;
    const places = rules.map((rule) => to(pairOf(rule, share)).map((value) => value.toFixed(1)).join(" "));
    set(past, { d: places.map((place) => `M${place}h0`).join("") });
    set(forget, { visibility: rules.length ? "visible" : "hidden" });
    return rules;
  }
  const add = (rule) => drawn(rules.some((one) => String(one) === String(rule)) ? rules : [...rules, rule].slice(-MANY));
  function follow(rule, pair) {
    clearTimeout(waiting);
    waiting = setTimeout(() => root.isConnected && shelf.set(add(rule)), REST);
    const [error, norm] = pairOf(rules.at(-1) ?? last, share);
    if (Math.hypot(pair[0] - error, pair[1] - norm) > APART) add(rule);
  }

  return (rule, shareNow) => {
    const pair = pairOf(rule, shareNow);
    const [x, y] = to(pair);
    set(here, { cx: x.toFixed(2), cy: y.toFixed(2) });
    if (share !== shareNow) {
      share = shareNow; // first: the trace is drawn at this share
      drawn(rules);
    }
    // The first rule is the figure's, not the reader's.
    if (root.isConnected && String(rule) !== String(last)) follow(rule, pair);
    last = rule;
    const reached = pair[0] <= 1 - target.right + NEAR && pair[1] < target.norm;
    state.textContent = reached ? "✓ reached" : "not yet";
    set(goal, { "fill-opacity": reached ? 0.3 : 0.1 });
    return `Target, ${asked}: ${reached ? "reached" : "not yet"}.`;
  };
}
