// Matrix and norm by hand: the six errors of three classes are dragged up and down, the norms and their bounds follow.
// With the row sums kept, what an entry gains its neighbour in the row gives: no class error changes.
// Parameters: names, presets (by their words), the entries by row without the diagonal.
import { ACCENT, cells, cellsNamed, choice, draw, entries, fix, formula, inColor, lengthBars, panel, root2, round, set, sub, sum, term, words } from "../../coursemachine/controls/static/front.js";
import { classErrors, frobenius, operatorNorm } from "./arithmetic/matrices.js";

export const parameters = ["names", "presets"];

// Bars of the norms and their bounds; the call draws them.
function drawLengths(stage) {
  const WIDE = 250;
  const chart = panel(stage, WIDE, 152);
  const [left, longest] = [82, Math.sqrt(3)];
  const scale = (WIDE - left - 34) / longest;
  const line = draw("path", { stroke: ACCENT, "stroke-width": 1.4, "stroke-dasharray": "4 3", fill: "none" });
  chart.append(line);
  const names = ["mean error", "‖e‖₂ / √Q", "max e / √(Q−1)", "‖C‖", "‖C‖", "‖e‖₂"];
  const bars = lengthBars(chart, names, { left, scale, at: (k) => 14 + 25 * k, height: 16, own: 3 });
  bars.labels[4].append(draw("tspan", { dy: 3, "font-size": 7 }, "F"));
  return (norm, values) => {
    bars.show(values);
    set(line, { d: `M${(left + norm * scale).toFixed(2)} 2V150` });
  };
}

export function build(hand) {
  const { parameters, stage, control, now, put } = hand;
  const { names } = parameters;
  const Q = names.length;
  const named = cellsNamed(names, hand);
  const free = entries(parameters, hand, named, "", ([p]) => p);
  control(choice, "rows", ["kept", "free"], "row sums");

  // As a cell of its own, unless its neighbour has to give.
  function entry(p, q) {
    const own = free.cell(p, q);
    if (p === q) return own;
    const [mine, other] = [free.keyOf(p, q), free.keyOf(p, Q - p - q)];
    const kept = () => now().rows === "kept";
    const both = () => round(now()[mine] + now()[other]);
    return {
      ...own,
      limit: () => (kept() ? both() : own.limit()),
      move: (value) => (kept() ? put({ [mine]: value, [other]: round(both() - value), cell: named.wordOf(p, q) }) : own.move(value)),
    };
  }

  const table = panel(stage, 212, 152);
  const cell = cells(table, {
    left: 24, top: 30, size: [48, 40], rows: names, columns: names,
    cell: (p, q) => ({ label: `true ${names[p]}, predicted ${names[q]}`, ...entry(p, q) }),
  });
  table.append(words(95, 8, "predicted"), words(192, 8, "error"), words(192, 22, "eₚ"));
  const errorsAt = names.map((_, p) => words(192, 49 + 40 * p, ""));
  table.append(...errorsAt);

  const drawBars = drawLengths(stage);
  const write = formula(stage);

  function show(at) {
    const C = free.matrixAt(at);
    const e = classErrors(C);
    const [norm, size, length] = [operatorNorm(C), frobenius(C), Math.hypot(...e)];
    const [mean, worst] = [sum(e) / Q, Math.max(...e)];
    const marked = (p, q) => at.cell === named.wordOf(p, q);
    cell.show(C, { marked, text: (value, p, q) => (p === q ? "0" : fix(value)), tell: (p, q) => `${fix(C[p][q])}; norm ${fix(norm)}` });
    errorsAt.forEach((node, p) => (node.textContent = fix(e[p])));
    drawBars(norm, [mean, length / Math.sqrt(Q), worst / Math.sqrt(Q - 1), norm, size, length]);

    const squares = free.places.map(([p, q]) => term(`${inColor(p, fix(C[p][q]))}²`, marked(p, q)));
    const rows = names.map((_, p) => term(inColor(p, fix(e[p])), named.placeOf(at.cell)?.[0] === p));
    const most = e.indexOf(worst);
    const row = (p) => free.places.filter((one) => one[0] === p).map(([, q]) => term(inColor(p, fix(C[p][q])), marked(p, q))).join(" + ");
    write(
      `1. ‖<i>C</i>‖ = <b>${fix(norm)}</b> ≤ ‖<i>C</i>‖<sub>F</sub> = ${root2(squares.join(" + "))} = ${fix(size)}`,
      `2. ‖<i>C</i>‖ ≥ ${sub("e", names[most])} / √2 = (${row(most)}) / 1.41 = ${fix(worst / Math.sqrt(Q - 1))}`,
      `3. (${rows.join(" + ")}) / 3 = ${fix(mean)} ≤ ‖<i>e</i>‖₂ / √3 = ${fix(length / Math.sqrt(Q))} ≤ <b>${fix(norm)}</b> ≤ ‖<i>e</i>‖₂ = ${fix(length)}`,
    );
    return (
      `Operator norm ${fix(norm)}, Frobenius norm ${fix(size)}. Class errors: ${names.map((name, p) => `${name} ${fix(e[p])}`).join(", ")}; ` +
      `mean ${fix(mean)}, length ${fix(length)}.`
    );
  }

  return {
    ...free,
    show,
    extremes: [{ cell: named.wordOf(1, 0) }],
  };
}
