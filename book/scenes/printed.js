// Printed pairs of norm and error, one line each: the band of errors that the norm forces and allows, and a star for the error;
// a line is chosen, and all errors can be multiplied.
// Parameters: tables { name, sets { name, counts, norms, errors } }, rules (two, in the order of norms and errors), half (of
// the last printed digit, always in favour of what is printed), factors.
import { ACCENT, clamp, draw, fix, formula, handle, numbersIn, oneOf, panel, set, slider, sum, whole, words } from "../../coursemachine/controls/static/front.js";
import { leastError, mostError } from "./arithmetic/pairs.js";

export const parameters = ["tables", "rules", "half", "factors"];

// Lines of a table, each with what its norm forces and allows.
function linesOf(sets, rules, half) {
  return sets.flatMap(({ name, counts, norms, errors }) => {
    const shares = counts.map((count) => count / sum(counts));
    return rules.map((rule, k) => {
      const low = Math.max(0, norms[k] - half);
      return { name, rule, norm: norms[k], error: errors[k], low, shares, least: leastError(low, shares), most: mostError(norms[k] + half, shares) };
    });
  });
}

// The axis of the errors, with room for so many lines.
function drawAxis(stage, rules, most) {
  const [WIDE, left, right, top, step] = [256, 66, 226, 24, 11.6];
  const chart = panel(stage, WIDE, top + step * most + 30);
  const x = (error) => left + ((Math.log10(clamp(error, 1e-4, 1)) + 4) / 4) * (right - left);
  const y = (n) => top + step * (n + 0.5);
  const ground = top + step * most + 3;
  [1e-4, 1e-3, 1e-2, 0.1, 1].forEach((error, k) => {
    chart.append(draw("path", { d: `M${x(error)} ${top}V${ground}`, stroke: "currentColor", "stroke-width": 0.5, "stroke-opacity": 0.4 }));
    chart.append(words(x(error), ground + 8, ["≤.0001", ".001", ".01", ".1", "1"][k], { "font-size": 9 }));
  });
  chart.append(words((left + right) / 2, ground + 20, "error"));
  const star = (k) => ({ d: "M0-5L1.2-1.6H4.8L1.9.6L3 4L0 1.9L-3 4L-1.9.6L-4.8-1.6H-1.2Z", style: `fill:${k ? ACCENT : "currentColor"}` });
  rules.forEach((rule, k) => {
    chart.append(draw("path", { ...star(k), transform: `translate(${left + 8 + 84 * k} 10)` }));
    chart.append(words(left + 16 + 84 * k, 10, rule, { "text-anchor": "start", "font-size": 9.5 }));
  });
  return { chart, x, y, star, WIDE, left, top, step };
}

// What the norm of a line forces, beside its printed error.
function reason({ low, shares, least, error }, factor, largest, verdict, half) {
  const rare = [...shares].sort((a, b) => a - b);
  const k = Math.floor(low ** 2);
  const last = k ? `${fix(rare[k], 4)} · (${fix(low, 4)} − √${k}) / (√${k + 1} − √${k})` : `${fix(rare[0], 4)} · ${fix(low, 4)}`;
  const sums = k ? `${fix(sum(rare.slice(0, k)), 4)} + ` : "";
  return [
    `the norm, at least ${fix(low, 4)}, forces ${whole(`${sums}${last}`)} ${whole(`= <b>${fix(least, 4)}</b>`)}`,
    `the printed error is at most ${factor > 1 ? `${factor} · ` : ""}${fix(error + half, 4)}${factor > 1 ? ` = ${fix(largest, 4)}` : ""}: <b>${verdict}</b>`,
  ];
}

export function build(hand) {
  const { parameters, stage, control, now, put } = hand;
  const { tables, rules, half, factors } = parameters;
  const lines = Object.fromEntries(tables.map(({ name, sets }) => [name, linesOf(sets, rules, half)]));
  const most = Math.max(...Object.values(lines).map((one) => one.length));

  control(slider, "times", factors, "errors times");
  hand.buttons(Object.fromEntries(tables.map(({ name }) => [name, { table: name, times: 1 }])));

  const { chart, x, y, star, WIDE, left, top, step } = drawAxis(stage, rules, most);
  const chosen = draw("rect", { x: 0, width: WIDE - 14, height: step, fill: "currentColor", "fill-opacity": 0.12 });
  chart.append(chosen);
  const names = Array.from({ length: most / rules.length }, (_, n) => words(left - 5, y(rules.length * n + 0.5), "", { "text-anchor": "end", "font-size": 9.5 }));
  chart.append(...names);
  const rows = Array.from({ length: most }, (_, n) => {
    const band = draw("rect", { y: y(n) - 2.5, height: 5, rx: 2, fill: "currentColor", "fill-opacity": 0.3 });
    const gap = draw("path", { stroke: ACCENT, "stroke-width": 1.6 });
    const mark = draw("path", star(n % rules.length));
    const cover = draw("rect", { x: 0, y: y(n) - step / 2, width: WIDE - 30, height: step, fill: "transparent", style: "cursor:pointer" });
    cover.addEventListener("click", () => n < lines[now().table].length && put({ line: n + 1 }));
    chart.append(band, gap, mark, cover);
    return { band, gap, mark };
  });
  const count = () => lines[now().table].length;
  const knob = handle({ root: chart, to: ([n]) => [WIDE - 16, y(n - 1)], from: (_, v) => [(v - top) / step + 0.5], box: [1, most] }, {
    label: "line of the table",
    color: "currentColor",
    get: () => [now().line, 0],
    move: ([n]) => put({ line: clamp(Math.round(n), 1, count()) }),
    turn: (by) => put({ line: clamp(now().line - by, 1, count()) }),
  });
  const write = formula(stage);
  const impossible = (one, factor) => one.least > factor * (one.error + half);

  function show({ table, line, times: factor }) {
    const shown = lines[table];
    names.forEach((node, n) => (node.textContent = shown[rules.length * n]?.name ?? ""));
    rows.forEach(({ band, gap, mark }, n) => {
      const one = shown[n];
      const there = one ? x(factor * (one.error + half)) : 0;
      set(band, { x: one ? x(one.least).toFixed(1) : 0, width: one ? Math.max(1, x(one.most) - x(one.least)).toFixed(1) : 0 });
      set(mark, { transform: `translate(${there.toFixed(1)} ${y(n).toFixed(1)})`, opacity: one ? 1 : 0 });
      set(gap, { d: one && impossible(one, factor) ? `M${there.toFixed(1)} ${y(n).toFixed(1)}H${x(one.least).toFixed(1)}` : "" });
    });
    set(chosen, { y: y(line - 1) - step / 2 });
    const { name, rule, norm, error, least, most: allowed } = shown[line - 1];
    const largest = factor * (error + half);
    const verdict = impossible(shown[line - 1], factor) ? "impossible" : "possible";
    knob.show();
    set(knob.node, { "aria-valuenow": line, "aria-valuemax": shown.length, "aria-valuetext": `${name}, ${rule}: ${verdict}` });

    write(...reason(shown[line - 1], factor, largest, verdict, half));
    const bad = shown.filter((one) => impossible(one, factor)).length;
    return (
      `${name}, ${rule}: norm ${fix(norm, 3)}, error ${fix(error, 3)}${factor > 1 ? ` times ${factor}` : ""}. The norm forces an error of ` +
      `${fix(least, 4)} at least and allows ${fix(allowed, 4)} at most: ${verdict}. Impossible are ${bad} of ${shown.length} lines.`
    );
  }

  return {
    allow: {
      table: oneOf(tables.map(({ name }) => name)),
      line: (wanted) => numbersIn([1], [most])([wanted])?.map(Math.round)[0],
    },
    settle: (at) => ({ ...at, line: Math.min(at.line, lines[at.table].length) }),
    show,
    extremes: Object.entries(lines).flatMap(([table, all]) => all.map((_, n) => ({ table, line: n + 1, times: 12 }))),
  };
}
