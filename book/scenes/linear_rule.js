// Drawing of a linear rule in a plane.
import { arrow, beside, clamp, COLORS, draw, handle, pointInside, polygon, round, set, words } from "../../coursemachine/controls/static/front.js";
import { regionOf } from "./arithmetic/linear.js";

// Regions of the classes of a linear rule, in their colours; the call (vectors, m) draws them and gives their paths.
export function regions(map, Q) {
  const nodes = Array.from({ length: Q }, (_, q) => draw("path", { fill: COLORS[q], "fill-opacity": 0.13 }));
  map.inside.append(...nodes);
  return (vectors, m) =>
    nodes.map((node, q) => {
      const corners = regionOf(vectors, m, q, map.box).map(map.to);
      const d = corners.length ? `M${polygon(corners)}Z` : "";
      set(node, { d });
      return d;
    });
}

// A linear rule in a plane: regions, and arrows of the class vectors around a meeting point, all dragged; with `centre` it
// stays there.  `show` draws a state; of it each handle tells the same words, before them its own.  `allow` and `settle`
// are a scene's, see scene.js.
export function linearRule(map, names, { now, put }, centre = null) {
  const meeting = (at) => centre ?? at.m;
  const drawRegions = regions(map, names.length);
  const borders = draw("path", { fill: "none", stroke: "currentColor", "stroke-width": 1, "stroke-opacity": 0.6 });
  map.inside.append(borders);
  const arrows = names.map((_, q) => arrow(COLORS[q], { width: 2.2 }));
  const letters = names.map((name, q) => words(0, 0, name, { color: COLORS[q], "font-weight": "bold", "font-size": 13, class: "cf-halo" }));
  map.root.append(...arrows.map(({ line }) => line), ...letters);
  const tip = (q) => [0, 1].map((j) => meeting(now())[j] + now()[names[q]][j]);
  // The tips stay in the plane wherever the meeting point goes.
  const kept = (to, m) => to.map((value, j) => clamp(value, map.box[2 * j] + 0.15, map.box[2 * j + 1] - 0.15) - m[j]);
  const handles = names.map((name, q) =>
    handle(map, {
      label: `class vector ${name}${centre ? "" : ", from the meeting point"}`,
      color: COLORS[q],
      get: () => tip(q),
      move: (to) => put({ [name]: kept(to, meeting(now())) }),
    }),
  );
  const middle = centre ? null : handle(map, { label: "meeting point", color: "currentColor", get: () => now().m, move: (m) => put({ m }) });
  const far = map.box.map((side) => 2 * side);
  const free = Object.fromEntries(names.map((name) => [name, pointInside(far)]));
  return {
    allow: centre ? free : { m: pointInside(map.box, 0.6), ...free },
    settle(at) {
      const m = meeting(at);
      const vectors = names.map((name) => [name, kept(at[name].map((value, j) => m[j] + value), m).map(round)]);
      return { ...at, ...Object.fromEntries(vectors) };
    },
    show(at, told, own = (_) => "") {
      set(borders, { d: drawRegions(names.map((name) => at[name]), meeting(at)).join("") });
      names.forEach((_, q) => {
        const [from, to] = [map.to(meeting(at)), map.to(tip(q))];
        const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
        arrows[q].to(from, to.map((value, j) => value - (6 * (value - from[j])) / length));
        set(letters[q], beside(from, to, map.size));
        handles[q].show(`; ${own(q)}${told}`);
      });
      middle?.show(`; ${told}`);
    },
  };
}
