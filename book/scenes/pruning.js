// The price of a leaf: a grown tree, pruned by a price or by hand; its regions, and the norm of its errors over the price.
// Parameters: points, labels, names, box, prices, priors (of new data), trees by name.  A tree has lists over its nodes
// (left, right, feature, threshold, answer, counts of the classes, their shares in new data), weights of the classes, and
// `held`: error and norm on held-out examples for each price.
import { ACCENT, choice, clamp, COLORS, draw, fix, formula, INDEX, inPoint, keyed, panel, percent, plane, sample, set, SHAPES, slider, sub, sum, whole, words } from "../../coursemachine/controls/static/front.js";
import { operatorNorm, risk } from "./arithmetic/matrices.js";
import { giniTotal, leavesUnder, linkOf, partOf, prunedTree, treeErrors } from "./arithmetic/trees.js";

export const parameters = ["points", "labels", "names", "box", "prices", "priors", "trees"];
const LEVEL = 260; // milliseconds from a node to the next

// The trees with what does not change with the state (totals, boxes, the tree of each price with its errors), and the tree and
// the leaves of a state.
function forest({ trees, box, prices, priors }) {
  const sizes = Object.values(trees)[0].counts[0];
  const examples = sum(sizes);
  // Errors and norms on the sample and on new data.
  function judged(tree, leaves) {
    const matrices = [treeErrors(leaves, tree.answer, tree.sample), treeErrors(leaves, tree.answer, tree.shares)];
    return { errors: [risk(matrices[0], sizes.map((size) => size / examples)), risk(matrices[1], priors)], norms: matrices.map(operatorNorm) };
  }
  function grown(tree) {
    const made = { ...tree, total: tree.counts.map((counts) => giniTotal(counts, tree.weights)), boxes: [[...box]], depth: [0] };
    made.sample = tree.counts.map((counts) => counts.map((count, q) => count / sizes[q]));
    tree.left.forEach((child, n) => {
      if (child < 0) return;
      const side = 2 * tree.feature[n];
      const [lower, upper] = [[...made.boxes[n]], [...made.boxes[n]]];
      lower[side + 1] = Math.min(lower[side + 1], tree.threshold[n]);
      upper[side] = Math.max(upper[side], tree.threshold[n]);
      made.boxes[child] = lower;
      made.boxes[tree.right[n]] = upper;
      made.depth[child] = made.depth[tree.right[n]] = made.depth[n] + 1;
    });
    made.best = prices.map((price) => prunedTree(made, price));
    made.norms = made.best.map(({ leaves }, k) => [...judged(made, leaves).norms, tree.held[k][1]]);
    return made;
  }
  const all = Object.fromEntries(Object.entries(trees).map(([kind, tree]) => [kind, grown(tree)]));
  const treeAt = (at) => all[at.tree];
  const nodesOf = (cut) => (cut === "" || cut === "none" ? [] : cut.split(".").map(Number));
  const leavesAt = (at) => (at.cut === "" ? treeAt(at).best[prices.indexOf(at.price)].leaves : leavesUnder(treeAt(at), nodesOf(at.cut)));
  return { kinds: Object.keys(trees), most: Math.max(...Object.values(trees).map(({ left }) => left.length)), examples, treeAt, leavesAt, judged };
}

// What a click on node n makes of a state: an inner node is collapsed; a leaf is opened as the price would keep it, at least
// by its own question.
function toggled(tree, leaves, price, n) {
  if (tree.left[n] < 0) return { node: String(n) };
  const own = prunedTree(tree, price, n).leaves;
  const opened = own.length > 1 ? own : [tree.left[n], tree.right[n]];
  const part = partOf(tree, leaves, n);
  const next = [...leaves.filter((k) => !part.includes(k)), ...(leaves.includes(n) ? opened : [n])].sort((k, other) => k - other);
  return { cut: next.filter((k) => tree.left[k] >= 0).join(".") || "none", node: String(n) };
}

const question = (tree, n) => `x${INDEX(tree.feature[n] + 1)} ≤ ${fix(tree.threshold[n])}`;
const listed = (tree, names, n) => names.map((name, q) => `${tree.counts[n][q]} of ${name}`).join(", ");

// Places of the nodes: leaves stand side by side, an inner node over the middle of its children.
function seatsOf(tree, leaves, wide) {
  const seats = tree.left.map(() => null);
  const level = Math.min(24, 96 / Math.max(1, ...leaves.map((n) => tree.depth[n])));
  const place = (n) => {
    const seat = leaves.indexOf(n);
    const across = seat >= 0 ? 8 + ((seat + 0.5) / leaves.length) * (wide - 16) : (place(tree.left[n]) + place(tree.right[n])) / 2;
    seats[n] = [across, 17 + level * tree.depth[n]];
    return across;
  };
  place(0);
  return seats;
}

// The node where a key leads from node n, -1 where it leads nowhere.
function nextNode(tree, leaves, seats, n, pressed) {
  const row = seats.map((_, k) => k).filter((k) => seats[k]).sort((k, other) => seats[k][0] - seats[other][0]);
  return {
    ArrowUp: tree.left.findIndex((child, k) => child === n || tree.right[k] === n),
    ArrowDown: leaves.includes(n) ? -1 : tree.left[n],
    ArrowLeft: row[row.indexOf(n) - 1] ?? -1,
    ArrowRight: row[row.indexOf(n) + 1] ?? -1,
    Home: 0,
  }[pressed];
}

// The nodes of a tree, which are clicked or walked through by keys.
function nodesIn(most, toggle, walk) {
  return Array.from({ length: most }, (_, n) => {
    const node = draw("g", { role: "treeitem", class: "cf-node" });
    const [ring, mark] = [draw("circle", { class: "cf-frame", r: 8, fill: "transparent", stroke: ACCENT, "stroke-width": 0 }), draw("path", { "stroke-width": 1.2 })];
    const [stub, label] = [draw("path", { d: "M0 4.5V9", stroke: "currentColor", "stroke-width": 1.4 }), words(0, -10, "", { class: "cf-halo", "font-size": 10 })];
    node.append(ring, stub, mark, label);
    node.style.pointerEvents = "none";
    node.addEventListener("click", () => toggle(n));
    keyed(node, (pressed) => (pressed === "Enter" || pressed === " " ? (toggle(n), true) : walk(n, pressed)));
    return { node, ring, mark, stub, label };
  });
}

// The pruned tree in a chart; `drawTree` draws a state, `ring` a node that is pointed at.
function treePicture(chart, wide, wood, { names }, { now, put }, hover) {
  const hit = draw("rect", { width: wide, height: 122, fill: "transparent" });
  const group = draw("g", { role: "tree", "aria-label": "the pruned tree" });
  const branches = draw("g", { stroke: "currentColor", "stroke-opacity": 0.55, "pointer-events": "none" });
  hit.style.cursor = "pointer";
  chart.append(hit, branches, group);
  let seats = [];
  const toggle = (n) => put(toggled(wood.treeAt(now()), wood.leavesAt(now()), now().price, n));
  const nodes = nodesIn(wood.most, toggle, (n, pressed) => {
    const to = nextNode(wood.treeAt(now()), wood.leavesAt(now()), seats, n, pressed);
    if (to === undefined) return false;
    if (to >= 0) {
      put({ node: String(to) });
      nodes[to].node.focus({ preventScroll: true });
    }
    return true;
  });

  // A finger means the nearest node.
  const nearest = (event) => {
    const [x, y] = inPoint(chart, event);
    const far = seats.map((seat) => (seat ? Math.hypot(seat[0] - x, seat[1] - y) : Infinity));
    const best = Math.min(...far);
    return best < 28 ? far.indexOf(best) : null;
  };
  hit.addEventListener("click", (event) => {
    const n = nearest(event);
    if (n === null) return;
    toggle(n);
    nodes[n].node.focus({ preventScroll: true });
  });
  hit.addEventListener("pointermove", (event) => hover(nearest(event)));
  hit.addEventListener("pointerleave", () => hover(null));

  function drawTree(tree, leaves, at) {
    seats = seatsOf(tree, leaves, wide);
    const lines = [];
    // Questions stand over their nodes where there is room, that of the chosen one always.
    const written = [];
    nodes.forEach((one, n) => {
      if (!seats[n]) return one.node.remove();
      // In the order of their numbers, and without moving one that has the focus.
      if (!one.node.parentNode) group.insertBefore(one.node, nodes.find((other, k) => k > n && other.node.parentNode)?.node ?? null);
      const [inner, [left, top]] = [!leaves.includes(n), seats[n]];
      const gap = written.some(([row, from]) => row === tree.depth[n] && Math.abs(from - left) < 60);
      const room = inner && left > 26 && left < wide - 26 && (String(n) === at.node || (leaves.length < 10 && !gap));
      if (room) written.push([tree.depth[n], left]);
      one.label.textContent = room ? question(tree, n) : "";
      drawNode(one, n, { tree, inner, names, chosen: at.node, size: clamp(wide / leaves.length / 12, 0.55, 1.5) });
      set(one.node, { transform: `translate(${left.toFixed(1)} ${top.toFixed(1)})` });
      for (const child of inner ? [tree.left[n], tree.right[n]] : []) {
        const width = 0.7 + 3.5 * Math.sqrt(sum(tree.counts[child]) / wood.examples);
        lines.push(draw("path", { d: `M${left} ${top}L${seats[child][0]} ${seats[child][1]}`, "stroke-width": width.toFixed(1) }));
      }
    });
    branches.replaceChildren(...lines);
    return seats;
  }
  return { drawTree, ring: (n) => nodes.forEach(({ ring }, k) => set(ring, { "stroke-width": k === n ? 1.8 : 0 })) };
}

// The looks of a node, and its words for those who listen.
function drawNode({ node, mark, stub }, n, { tree, inner, names, chosen, size }) {
  const closed = tree.left[n] >= 0;
  const color = inner ? "currentColor" : COLORS[tree.answer[n]];
  set(mark, { d: inner ? SHAPES[0] : SHAPES[tree.answer[n]], fill: inner ? "var(--cf-paper, #ffffff)" : color, stroke: color });
  set(mark, { transform: `scale(${inner ? Math.min(size, 1) : size})` });
  set(stub, { visibility: !inner && closed ? "visible" : "hidden" });
  const what = inner ? `${question(tree, n)}?` : `leaf, predicts ${names[tree.answer[n]]}`;
  set(node, {
    tabindex: n === Number(chosen) ? 0 : -1,
    "aria-label": `${what} ${listed(tree, names, n)}`,
    "aria-level": tree.depth[n] + 1,
    "aria-selected": String(n) === chosen,
  });
  if (closed) set(node, { "aria-expanded": inner });
  else node.removeAttribute("aria-expanded");
}

// Curves of the norm over the price: as far as a tree was pruned, so that they do not tell before they are asked.
function normCurves(chart, prices) {
  const reached = {};
  const [x, y] = [(k) => 30 + (k / (prices.length - 1)) * 170, (norm) => 197 - clamp(norm, 0, 1) * 62];
  chart.append(draw("path", { d: `M${x(0) - 4} 134V197H${x(prices.length - 1) + 4}`, stroke: "currentColor", "stroke-width": 0.8, fill: "none" }));
  for (const norm of [0, 0.5, 1]) chart.append(words(22, y(norm), fix(norm, norm % 1 ? 1 : 0), { "font-size": 9.5, "text-anchor": "end" }));
  prices.forEach((one, k) => chart.append(words(x(k), 205, fix(one, 0), { "font-size": 9.5 })));
  chart.append(words(x(5), 214.5, "price λ of a leaf", { "font-size": 9.5 }), words(36, 127, "norm of the errors", { "font-size": 9.5, "text-anchor": "start", class: "cf-halo" }));
  const strokes = ["1.5 3", "none", "5 3"];
  const curves = ["sample", "new data", "held out"].map((name, k) => {
    const line = draw("path", { fill: "none", stroke: "currentColor", "stroke-width": 1.4, "stroke-dasharray": strokes[k] });
    const label = words(206, 0, name, { "text-anchor": "start", "font-size": 9.5 });
    const dot = draw("circle", { r: 3.6, fill: ACCENT });
    chart.append(line, label);
    return { line, label, dot };
  });
  const here = draw("path", { stroke: ACCENT, "stroke-width": 0.8, fill: "none" });
  chart.append(here, ...curves.map(({ dot }) => dot));
  return (kind, tree, k, seen) => {
    reached[kind] = Math.max(reached[kind] ?? 0, k);
    const told = tree.norms.slice(0, reached[kind] + 1);
    const ends = curves.map((_, c) => y(told.at(-1)[c]));
    const order = [0, 1, 2].sort((i, j) => ends[i] - ends[j]);
    order.forEach((c, j) => j && (ends[c] = Math.max(ends[c], ends[order[j - 1]] + 11)));
    curves.forEach(({ line, label, dot }, c) => {
      set(line, { d: `M${told.map((all, j) => `${x(j)} ${y(all[c]).toFixed(1)}`).join("L")}` });
      set(label, { x: x(reached[kind]) + 6, y: (ends[c] - Math.max(0, ends[order[2]] - 190)).toFixed(1) });
      set(dot, { cx: x(k), cy: y(seen[c] ?? 0).toFixed(1), visibility: c < seen.length ? "visible" : "hidden" });
    });
    set(here, { d: `M${x(k)} 134V197` });
  };
}

// The regions of the leaves, which are clicked; `drawRegions` draws a state, `frame` a node that is pointed at.
function treeRegions(stage, { box, points, labels }, put, hover) {
  const map = plane(stage, box, 176);
  const areas = draw("g");
  map.inside.append(areas);
  const drawPoints = sample(map.inside, map, points, labels);
  const edge = draw("rect", { fill: "none", stroke: ACCENT, "stroke-width": 2, "pointer-events": "none" });
  const cut = draw("path", { class: "cf-cut", fill: "none", stroke: ACCENT, "stroke-width": 2, "stroke-dasharray": "5 3", "pointer-events": "none" });
  map.root.append(edge, cut);
  const corner = ([left, right, bottom, top]) => {
    const [a, b] = [map.to([left, top]), map.to([right, bottom])];
    return { x: a[0].toFixed(1), y: a[1].toFixed(1), width: Math.max(0, b[0] - a[0]).toFixed(1), height: Math.max(0, b[1] - a[1]).toFixed(1) };
  };
  function drawRegions(tree, leaves, chosen) {
    areas.replaceChildren(
      ...leaves.map((n) => {
        const area = draw("rect", { ...corner(tree.boxes[n]), fill: COLORS[tree.answer[n]], "fill-opacity": 0.18 });
        area.addEventListener("click", () => put({ node: String(n) }));
        area.addEventListener("pointerenter", () => hover(n));
        area.addEventListener("pointerleave", () => hover(null));
        return area;
      }),
    );
    drawPoints((j) => ({ fill: COLORS[labels[j]], "pointer-events": "none" }), (j) => Boolean(chosen) && holds(tree.boxes[chosen], points[j]));
  }
  // Its box, and the cut that its question makes there.
  function frame(tree, n) {
    set(edge, n === null ? { x: 0, y: 0, width: 0, height: 0, visibility: "hidden" } : { ...corner(tree.boxes[n]), visibility: "visible" });
    const { x, y, width, height } = corner(tree.boxes[n !== null && tree.left[n] >= 0 ? tree.left[n] : 0]);
    const asks = n !== null && tree.left[n] >= 0;
    set(cut, { d: !asks ? "" : tree.feature[n] ? `M${x} ${y}h${width}` : `M${Number(x) + Number(width)} ${y}v${height}` });
  }
  return { drawRegions, frame };
}

// What collapsing or opening the chosen node does to the cost; without one, the weakest link.
function reason(tree, leaves, chosen, price, seats) {
  const inner = seats.map((_, n) => n).filter((n) => seats[n] && !leaves.includes(n));
  const links = inner.map((n) => linkOf(tree, leaves, n).price);
  if (chosen === null) return inner.length ? `weakest link: <i>r</i> = ${fix(Math.min(...links), 2)}, the price at which the tree shrinks next` : "only the root is left";
  if (tree.left[chosen] < 0) return "This leaf has nothing below it.";
  const open = leaves.includes(chosen);
  const part = open ? [tree.left[chosen], tree.right[chosen]] : leaves;
  const { kept, size, price: link } = linkOf(tree, part, chosen);
  const compare = link > price ? "&gt; <i>λ</i>: its subtree is worth its price" : "≤ <i>λ</i>: as a leaf it costs no more";
  return `<i>r</i>(<i>n</i>) = (|<i>n</i>|<i>F</i>(<i>n</i>) − <i>I</i>′) / (|<i>L</i>′| − 1) = ${whole(`(${fix(tree.total[chosen], 1)} − ${fix(kept, 1)}) / ${size - 1} = <b>${fix(link, 2)}</b>`)} ${open ? "if it is opened by its question" : compare}`;
}

const holds = ([left, right, bottom, top], [u, v]) => u > left && u <= right && v > bottom && v <= top;

// Points of the chosen node, or all, that go down the tree to their leaves; none where a reader wants no motion.
function travellers(chart, { points, labels }) {
  const [group, still] = [draw("g", { class: "cf-travel", "pointer-events": "none" }), matchMedia("(prefers-reduced-motion: reduce)")];
  chart.append(group);
  let started = null;
  return (tree, leaves, seats, chosen) => {
    const way = (point, n) => (leaves.includes(n) ? [seats[n]] : [seats[n], ...way(point, holds(tree.boxes[tree.left[n]], point) ? tree.left[n] : tree.right[n])]);
    const going = points.flatMap((point, k) => {
      if (!holds(tree.boxes[chosen ?? 0], point) || still.matches || leaves[0] === 0) return [];
      return [{ path: way(point, 0), late: (k % 29) / 12, dot: draw("path", { d: SHAPES[labels[k]], fill: COLORS[labels[k]] }) }];
    });
    group.replaceChildren(...going.map(({ dot }) => dot));
    const start = (started = performance.now());
    function step(time) {
      if (started !== start) return; // others are on their way
      for (const { path, late, dot } of going) {
        const done = clamp((time - start) / LEVEL - late, 0, path.length - 1);
        const [from, to] = [path[Math.floor(done)], path[Math.ceil(done)]];
        const [x, y] = from.map((value, j) => value + (done % 1) * (to[j] - value));
        set(dot, { transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})`, visibility: done < path.length - 1 ? "visible" : "hidden" });
      }
      if (time - start < LEVEL * 16) requestAnimationFrame(step);
      else group.replaceChildren();
    }
    if (going.length && chart.isConnected) requestAnimationFrame(step);
    else group.replaceChildren();
  };
}

// The cost with its parts, beside the least one where a hand has pruned.
function costOf(tree, leaves, at, best) {
  const impurity = sum(leaves.map((n) => tree.total[n]));
  const cost = impurity + at.price * leaves.length;
  const gone = at.cut === "" ? "" : ` ${whole(`(least: ${fix(best.cost, 1)} with ${best.leaves.length} leaves)`)}`;
  return [cost, `${sub("G", "λ")} = <i>I</i> + <i>λ</i> |<i>L</i>| = ${whole(`${fix(impurity, 1)} + ${at.price} · ${leaves.length} = <b>${fix(cost, 1)}</b>`)}${gone}`];
}

// Leaves, cost, errors and norms in words.
function sentence(at, names, tree, leaves, { cost, best, k, chosen, errors, norms }) {
  const byHand = at.cut !== "";
  const many = (count) => `${count} ${count === 1 ? "leaf" : "leaves"}`;
  const way = byHand ? ", pruned by hand" : "";
  const least = byHand ? `, the least is ${fix(best.cost, 1)} with ${many(best.leaves.length)}` : "";
  const [out, outNorm] = byHand ? ["", ""] : [` held out ${percent(tree.held[k][0], 1)},`, ` held out ${fix(tree.held[k][1])},`];
  const priced = byHand ? ` (as the price prunes: ${fix(tree.norms[k][1])})` : "";
  const about = chosen === null ? "" : ` Chosen: ${leaves.includes(chosen) ? `a leaf that predicts ${names[tree.answer[chosen]]}` : "an inner node"}, ${listed(tree, names, chosen)}.`;
  return (
    `λ = ${at.price}, ${at.tree} tree${way}: ${many(leaves.length)}, G = ${fix(cost, 1)}${least}. ` +
    `Errors on the sample ${percent(errors[0], 1)},${out} on new data ${percent(errors[1], 1)}. ` +
    `Norm on the sample ${fix(norms[0])},${outNorm} on new data ${fix(norms[1])}${priced}.${about}`
  );
}

export function build(hand) {
  const { parameters, stage, control, now, put } = hand;
  const { names, prices } = parameters;
  const wood = forest(parameters);
  const { kinds, treeAt, leavesAt } = wood;

  const fresh = { cut: "", node: "" };
  control(slider, "price", prices, "price λ of a leaf", prices.map((price) => fix(price, 0)), fresh);
  control(choice, "tree", kinds, "tree", kinds, fresh);

  // The node that is pointed at or chosen, in the tree and in the plane.
  let hovered = null;
  const hover = (n) => n !== hovered && ((hovered = n), outline());
  const chosenAt = (at) => (at.node === "" ? null : Number(at.node));
  function outline() {
    const n = hovered ?? chosenAt(now());
    ring(n);
    frame(treeAt(now()), n);
  }

  const [wide, tall] = [258, 219];
  const chart = panel(stage, wide, tall);
  const { drawTree, ring } = treePicture(chart, wide, wood, parameters, hand, hover);
  const drawCurves = normCurves(chart, prices);
  const [travel, seen] = [travellers(chart, parameters), { way: "" }];
  const { drawRegions, frame } = treeRegions(stage, parameters, put, hover);
  const write = formula(stage);

  function show(at) {
    const [tree, leaves, k, chosen] = [treeAt(at), leavesAt(at), prices.indexOf(at.price), chosenAt(at)];
    const seats = drawTree(tree, leaves, at);
    const way = JSON.stringify([at.tree, leaves, at.node]);
    if (way !== seen.way) travel(tree, leaves, seats, chosen);
    seen.way = way;
    drawRegions(tree, leaves, chosen);
    hovered = null;
    outline();

    const { errors, norms } = wood.judged(tree, leaves);
    drawCurves(at.tree, tree, k, at.cut === "" ? [...norms, tree.held[k][1]] : norms);
    const best = tree.best[k];
    const [cost, sums] = costOf(tree, leaves, at, best);
    write(sums, reason(tree, leaves, chosen, at.price, seats));
    return sentence(at, names, tree, leaves, { cost, best, k, chosen, errors, norms });
  }

  return {
    allow: {
      cut: (wanted) => (/^(|none|\d+(\.\d+)*)$/.test(wanted) ? String(wanted) : undefined),
      node: (wanted) => (/^\d*$/.test(wanted) ? String(wanted) : undefined),
    },
    // Only what this tree has: collapsed nodes that have something below them, none below another; a node in sight.
    settle(at) {
      const tree = treeAt(at);
      const leaves = leavesAt(at);
      const own = leaves.filter((n) => tree.left[n] >= 0).join(".") || "none";
      const asPriced = tree.best[prices.indexOf(at.price)].leaves;
      const cut = at.cut === "" || own !== at.cut || leaves.join() === asPriced.join() ? "" : own;
      const kept = cut === "" ? asPriced : leaves;
      const seen = at.node !== "" && Number(at.node) < tree.left.length && partOf(tree, kept, Number(at.node)).length > 0;
      return { ...at, cut, node: seen ? at.node : "" };
    },
    show,
    extremes: [{ price: prices[2], node: "0" }, { cut: "none", node: "0" }],
  };
}
