// One shift: a part of every class's share is taken off the votes of boosted stumps, and the regions and the pair (error, norm)
// follow, exact on three Gaussians.
// Parameters: points, labels, names, box, shares (of the sample), priors, cuts, votes and masses (by feature, see
// arithmetic.js), stops (positions of the slider), rival { name, error, norm }, window of the pairs [left, right, bottom, top].
import { ACCENT, clamp, COLORS, draw, fix, formula, graph, handle, inColor, plane, sample, set, slider, whole, words } from "../../coursemachine/controls/static/front.js";
import { cellMatrix, shiftedCells } from "./arithmetic/boosting.js";
import { classErrors, operatorNorm, risk } from "./arithmetic/matrices.js";

export const parameters = ["points", "labels", "names", "box", "shares", "priors", "cuts", "votes", "masses", "stops", "rival", "window"];

export function build(hand) {
  const { parameters, stage, control, now, put } = hand;
  const { points, labels, names, box, shares, priors, cuts, votes, masses, stops, rival, window: shown } = parameters;
  const Q = names.length;
  const way = stops.map((s) => {
    const answers = shiftedCells(votes, shares, s);
    const C = cellMatrix(answers, masses, Q);
    return { answers, errors: classErrors(C), error: risk(C, priors), norm: operatorNorm(C) };
  });

  control(slider, "s", stops, "shift s", stops.map((s) => fix(s)));
  hand.buttons({ none: { s: 0 }, half: { s: 0.5 }, full: { s: 1 } });

  const map = plane(stage, box, 204);
  const edges = cuts.map((inner, j) => [box[2 * j], ...inner.map((value) => clamp(value, box[2 * j], box[2 * j + 1])), box[2 * j + 1]]);
  const tiles = names.map((_, q) => draw("path", { fill: COLORS[q], "fill-opacity": 0.2 }));
  map.inside.append(...tiles);
  const mark = sample(map.inside, map, points, labels);

  const { root: chart, to, from } = graph(stage, [226, 158], shown, { name: "error", ticks: [0.1, 0.2] }, { name: "norm", ticks: [0, 0.2, 0.4, 0.6] });
  const places = way.map(({ error, norm }) => to([error, norm]));
  const walked = draw("path", { fill: "none", stroke: "currentColor", "stroke-width": 1.2, "stroke-opacity": 0.7 });
  const [x, y] = to([rival.error, rival.norm]);
  chart.append(walked, draw("circle", { cx: x, cy: y, r: 4, style: "fill:currentColor" }));
  chart.append(words(x + 8, y - 9, rival.name, { "text-anchor": "start", "font-size": 9.5, class: "cf-halo" }));
  const at = () => stops.indexOf(now().s);
  const nearest = ([error, norm]) => {
    const place = to([error, norm]);
    const far = places.map((other) => Math.hypot(other[0] - place[0], other[1] - place[1]));
    return far.indexOf(Math.min(...far));
  };
  const step = (by) => put({ s: stops[clamp(at() + by, 0, stops.length - 1)] });
  const grip = handle(
    { root: chart, to, from, box: [stops[0], stops[stops.length - 1], 0, 0] },
    { label: "shift, on the path", color: ACCENT, get: () => [way[at()].error, way[at()].norm], move: (pair) => put({ s: stops[nearest(pair)] }), turn: step },
  );
  const write = formula(stage);
  let reached = at();

  function show(state) {
    const k = stops.indexOf(state.s);
    const { answers, errors, error, norm } = way[k];
    const corners = names.map(() => "");
    answers.forEach((column, i) =>
      column.forEach((q, j) => {
        const [a, b] = [map.to([edges[0][i], edges[1][j]]), map.to([edges[0][i + 1], edges[1][j + 1]])];
        corners[q] += `M${a[0].toFixed(1)} ${a[1].toFixed(1)}H${b[0].toFixed(1)}V${b[1].toFixed(1)}H${a[0].toFixed(1)}Z`;
      }),
    );
    tiles.forEach((tile, q) => set(tile, { d: corners[q] }));
    const answer = (point) => answers[cuts[0].filter((cut) => point[0] > cut).length][cuts[1].filter((cut) => point[1] > cut).length];
    mark((n) => ({ fill: COLORS[labels[n]], "fill-opacity": answer(points[n]) === labels[n] ? 0.4 : 1 }), () => false);
    // The path is drawn as far as it was walked.
    reached = Math.max(reached, k);
    set(walked, { d: `M${places.slice(0, reached + 1).map(([u, v]) => `${u.toFixed(1)} ${v.toFixed(1)}`).join("L")}` });
    grip.show(`; shift ${fix(state.s)}`);
    set(grip.node, { "aria-valuenow": state.s });

    write(
      `added to the votes: ${names.map((_, q) => whole(`${inColor(q, `−(s/2) ln ${fix(shares[q], 3)}`)} = ${fix(-(state.s / 2) * Math.log(shares[q]))}`)).join(", ")}`,
      `error = ${names.map((_, q) => whole(`${fix(priors[q])} · ${inColor(q, fix(errors[q], 3))}`)).join(" + ")} = <b>${fix(error, 3)}</b>, ${whole(`norm <b>${fix(norm, 3)}</b>`)}`,
    );
    return (
      `Shift ${fix(state.s)}: error ${fix(error, 3)}, norm ${fix(norm, 3)}; class errors ` +
      `${names.map((name, q) => `${name} ${fix(errors[q])}`).join(", ")}. ${rival.name}: error ${fix(rival.error, 3)}, norm ${fix(rival.norm, 3)}.`
    );
  }

  return {
    show,
  };
}
