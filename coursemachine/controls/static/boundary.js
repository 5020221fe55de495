// Drag the boundary: a linear rule with three class vectors around a meeting point, its error matrix on stored points.
// Parameters: points, labels, names, box, shares (positions of the slider), rest (how the others share what is left).

function boundary(view) {
  return scene(view, (hand) => {
    const { parameters, key, stage, controls, now, put } = hand;
    const { points, labels, names, box, shares } = parameters;
    const Q = names.length;
    const named = cellsNamed(names, hand);
    const sizes = countsOf(labels, labels, Q).map((row, p) => row[p]);
    const priorsAt = (share) => names.map((_, q) => (q ? (1 - share) / (Q - 1) : share));

    const axis = { label: `share of class ${names[0]}`, values: shares.map((share) => percent(share)) };
    const share = slider(axis, `${key}-share`, (k) => put({ share: shares[k] }));
    controls.append(make("div", { class: "cf-control" }, ...share.nodes));

    const map = plane(stage, box, 246);
    const drawRegions = regions(map, Q);
    const borders = draw("path", { fill: "none", stroke: "currentColor", "stroke-width": 1, "stroke-opacity": 0.6 });
    map.inside.append(borders);
    const drawPoints = sample(map.inside, map, points, labels);
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

    const table = panel(stage, 228, 134);
    const cell = cells(table, {
      left: 27, top: 28, size: [41, 34], rows: names, columns: names,
      cell: (p, q) => ({ label: `true ${names[p]}, answered ${names[q]}`, click: () => named.toggle(p, q) }),
    });
    table.append(words(88, 7, "answered"), words(173, 7, "error"), words(211, 7, "share"));
    table.append(words(173, 20, "eₚ"), words(211, 20, "πₚ"));
    const errorsAt = names.map((_, p) => words(173, 44 + 34 * p, ""));
    const sharesAt = names.map((_, p) => words(211, 44 + 34 * p, ""));
    table.append(...errorsAt, ...sharesAt);
    const write = formula(stage);

    function show(at) {
      const vectors = names.map((name) => at[name]);
      const answers = answersOf(vectors, at.m, points);
      const N = countsOf(labels, answers, Q);
      const C = errorMatrix(N);
      const [e, priors, picked] = [classErrors(C), priorsAt(at.share), named.placeOf(at.cell)];
      const { norm, direction } = stretch(C);
      const R = risk(C, priors);

      share.show(shares.indexOf(at.share));
      const marked = (p, q) => at.cell === named.wordOf(p, q);
      set(borders, { d: drawRegions(vectors, at.m).join("") });
      drawPoints(
        (k) => ({ fill: COLORS[labels[k]], "fill-opacity": answers[k] === labels[k] ? 0.45 : 1 }),
        (k) => marked(labels[k], answers[k]),
      );
      names.forEach((name, q) => {
        const [from, to] = [map.to(at.m), map.to(tip(q))];
        const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
        const end = [0, 1].map((j) => to[j] - (6 * (to[j] - from[j])) / length);
        arrows[q].to(from, end);
        set(letters[q], beside(from, to, map.size));
        handles[q].show(`; class ${name} errs on ${fix(e[q])}, norm ${fix(norm)}`);
      });
      middle.show(`; norm ${fix(norm)}`);

      cell.show(C, {
        marked,
        text: (value, p, q) => (p === q ? "0" : fix(value)),
        tell: (p, q) => `${N[p][q]} of ${sizes[p]} points`,
      });
      errorsAt.forEach((node, p) => (node.textContent = fix(e[p])));
      sharesAt.forEach((node, p) => (node.textContent = fix(priors[p], 3)));

      const entries = (p) => names.map((_, q) => (p === q ? null : term(fix(C[p][q]), marked(p, q)))).filter(Boolean).join(" + ");
      const rows = names.map((_, p) => whole(inColor(p, fix(priors[p], 3)) + ` (${entries(p)})`));
      const stretched = times(C, direction);
      const squares = names.map((_, p) => term(`${inColor(p, fix(stretched[p]))}²`, picked !== null && picked[0] !== picked[1] && picked[0] === p));
      write(
        `<i>R</i> = Σ ${sub("π", "p")} ${sub("e", "p")} = ${rows.join(" + ")} = <b>${fix(R, 3)}</b>`,
        `‖<i>C</i>‖ = ‖<i>Cv</i>‖ = ${root2(squares.join(" + "))} = <b>${fix(norm)}</b> ${whole(`at <i>v</i> = (${direction.map((value) => fix(value)).join(", ")})`)}`,
      );
      const [p, q] = picked ?? [];
      const points_ = picked && `${N[p][q]} of the ${sizes[p]} points of class ${names[p]} are answered ${names[q]}`;
      const counted = !picked ? "" : p === q ? ` ${points_}: no error.` : ` ${points_}, entry ${fix(C[p][q])}.`;
      return (
        `Class errors: ${names.map((name, k) => `${name} ${fix(e[k])}`).join(", ")}; norm ${fix(norm)}. ` +
        `With the share ${percent(at.share)} of class ${names[0]} the risk is ${fix(R, 3)}, the accuracy ${percent(1 - R, 1)}.${counted}`
      );
    }

    const settle = (at) => {
      // The tips stay in the plane wherever the meeting point goes.
      const kept = names.map((name) => [name, at[name].map((value, j) => round(clamp(at.m[j] + value, reach[2 * j], reach[2 * j + 1]) - at.m[j]))]);
      return { ...at, ...Object.fromEntries(kept) };
    };
    return {
      allow: {
        m: pointInside(box, 0.6),
        ...Object.fromEntries(names.map((name) => [name, pointInside(box.map((side) => 2 * side))])),
        share: oneOf(shares),
        cell: named.allow,
      },
      settle,
      show,
      walk: { at: () => shares.indexOf(now().share), last: shares.length - 1, to: (k) => put({ share: shares[k] }) },
      extremes: [{ cell: named.wordOf(1, 0) }],
      reserve:
        "Class errors: a 0.00, b 0.00, c 0.00; norm 0.00. With the share 00\u00a0% of class a the risk is 0.000, the accuracy 00.0\u00a0%. " +
        "000 of the 000 points of class a are answered b, entry 0.00.",
    };
  });
}
