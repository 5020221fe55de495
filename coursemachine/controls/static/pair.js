// The pair (accuracy, norm) of a linear rule that is dragged on three Gaussians, exact, on the plane of all such pairs.
// Parameters: points, labels, names, box, centers, sigma, priors, presets (rules by name), pairs: window [left, right, bottom,
// top], floor (the least norm), forbidden (a polygon of pairs that no matrix has), stars by name.

function pair(view) {
  return scene(view, (hand) => {
    const { parameters, stage, now, put } = hand;
    const { points, labels, names, box, centers, sigma, priors, pairs, presets } = parameters;
    const { floor, forbidden, window: shown, stars } = pairs;
    const Q = names.length;
    const states = presetButtons(presets, hand);

    const map = plane(stage, box, 208);
    const drawRegions = regions(map, Q);
    const borders = draw("path", { fill: "none", stroke: "currentColor", "stroke-width": 1, "stroke-opacity": 0.6 });
    map.inside.append(borders);
    sample(map.inside, map, points, labels)((k) => ({ fill: COLORS[labels[k]], "fill-opacity": 0.6 }), () => false);
    const arrows = names.map((_, q) => arrow(COLORS[q], { width: 2.2 }));
    map.root.append(...arrows.map(({ line }) => line));
    const letters = names.map((name, q) => words(0, 0, name, { color: COLORS[q], "font-weight": "bold", "font-size": 13, class: "cf-halo" }));
    map.root.append(...letters);
    const tip = (q) => [0, 1].map((j) => now().m[j] + now()[names[q]][j]);
    const reach = [box[0] + 0.15, box[1] - 0.15, box[2] + 0.15, box[3] - 0.15];
    const handles = names.map((name, q) =>
      handle(map, {
        label: `class vector ${name}, from the meeting point`,
        color: COLORS[q],
        get: () => tip(q),
        move: ([x, y]) => put({ [name]: [clamp(x, reach[0], reach[1]) - now().m[0], clamp(y, reach[2], reach[3]) - now().m[1]] }),
      }),
    );
    const middle = handle(map, { label: "meeting point", color: "currentColor", get: () => now().m, move: (m) => put({ m }) });

    const [WIDE, HIGH] = [250, 190];
    const graph = panel(stage, WIDE, HIGH);
    const [left, right, bottom, top] = shown;
    const to = ([x, y]) => [32 + ((x - left) / (right - left)) * (WIDE - 44), 12 + ((top - y) / (top - bottom)) * (HIGH - 46)];
    /** @type {(at: number[]) => [number, number]} */
    const within = ([x, y]) => [clamp(x, left, right), clamp(y, bottom, top)];
    graph.append(draw("path", { d: `M${polygon(forbidden.map(within).map(to))}Z`, fill: "currentColor", "fill-opacity": 0.2 }));
    graph.append(draw("path", { d: `M${polygon([[left, top], [left, bottom], [right, bottom]].map(to))}`, fill: "none", stroke: "currentColor", "stroke-width": 0.8 }));
    for (const x of [0.6, 0.7, 0.8, 0.9, 1]) graph.append(words(to([x, 0])[0], HIGH - 25, fix(x, 1), { "font-size": 8.5 }));
    for (const y of [0, 0.2, 0.4, 0.6]) graph.append(words(27, to([0, y])[1], fix(y, 1), { "text-anchor": "end", "font-size": 8.5 }));
    graph.append(words(WIDE / 2 + 10, HIGH - 10, "accuracy"), words(36, 8, "norm", { "text-anchor": "start" }));
    graph.append(draw("path", { d: `M${polygon([[left, floor], [right, floor]].map(to))}`, stroke: "currentColor", "stroke-dasharray": "4 3" }));
    graph.append(words(to([left, 0])[0] + 4, to([0, floor])[1] - 7, "floor", { "text-anchor": "start", "font-size": 8.5 }));
    for (const [name, point] of Object.entries(stars)) {
      const [x, y] = to(point);
      graph.append(words(x, y, "★", { "font-size": 12 }), words(x - 8, y, name, { "text-anchor": "end", "font-size": 8.5, class: "cf-halo" }));
    }
    const dot = draw("circle", { r: 4.5, style: `fill:${ACCENT}` });
    graph.append(dot);
    const write = formula(stage);

    function show(at) {
      const vectors = names.map((name) => at[name]);
      const C = gaussianMatrix(vectors, at.m, centers, sigma);
      const e = classErrors(C);
      const norm = operatorNorm(C);
      const accuracy = 1 - risk(C, priors);
      set(borders, { d: drawRegions(vectors, at.m).join("") });
      names.forEach((_, q) => {
        const [from, end] = [map.to(at.m), map.to(tip(q))];
        const length = Math.hypot(end[0] - from[0], end[1] - from[1]) || 1;
        arrows[q].to(from, [0, 1].map((j) => end[j] - (6 * (end[j] - from[j])) / length));
        set(letters[q], beside(from, end, map.size));
        handles[q].show(`; accuracy ${fix(accuracy, 3)}, norm ${fix(norm, 3)}`);
      });
      middle.show(`; accuracy ${fix(accuracy, 3)}, norm ${fix(norm, 3)}`);
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

    const settle = (at) => {
      // The tips stay in the plane wherever the meeting point goes.
      const kept = names.map((name) => [name, at[name].map((value, j) => round(clamp(at.m[j] + value, reach[2 * j], reach[2 * j + 1]) - at.m[j]))]);
      return { ...at, ...Object.fromEntries(kept) };
    };
    return {
      allow: { m: pointInside(box, 0.6), ...Object.fromEntries(names.map((name) => [name, pointInside(box.map((side) => 2 * side))])) },
      settle,
      show,
      presets: states,
      reserve: "Class errors: a 0.000, b 0.000, c 0.000. Accuracy 0.000, norm 0.000: 0.000 above the floor.",
    };
  });
}
