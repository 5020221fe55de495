// Curves that are in sight as a whole, and a place that is dragged along the one that counts.
// Parameters: across { label, stops, texts, named (numbers of those that the axis names), log }, up { name, ends, ticks, log },
// choices (values by name), lines { name, own (true, or the choice that makes it count), only (the choice without which it is faint),
// dashes, dot (its size), values (by choices, or for all) }, bars { title, names, own, most, values } or null, facts (by choices, also
// with a stop) and tells: a sentence, and formulas, with {names} of all these.
import { ACCENT, choice, clamp, draw, fix, formula, graph, handle, lengthBars, panel, polygon, set, slider, words } from "../../coursemachine/controls/static/front.js";

export const parameters = ["across", "up", "choices", "lines", "bars", "facts", "tells"];

// Axes with room for names at the right; the call draws lines, the one that counts in the accent, others perhaps faint.
function chart(stage, { across, up, bars, lines }) {
  const [u, v] = [across, up].map(({ log }) => (log ? Math.log10 : Number));
  const [first, last, width, height] = [u(across.stops[0]), u(across.stops.at(-1)), bars ? 280 : 372, 190];
  const box = /** @type {[number, number, number, number]} */ ([first, last + ((last - first) * 84) / (width - 128), ...up.ends.map(v)]);
  const { root, to, from } = graph(stage, [width, height], box, { name: across.label, ticks: [] }, { name: up.name, ticks: [] });
  const place = ([stop, value]) => to([u(stop), v(value)]);
  const along = (values) => values.flatMap((value, k) => (value === null ? [] : [place([across.stops[k], value])]));
  root.append(...across.named.map((k) => words(place([across.stops[k], 1])[0], height - 25, across.texts[k], { "font-size": 9 })));
  root.append(...up.ticks.map((tick) => words(27, to([0, v(tick)])[1], tick, { "text-anchor": "end", "font-size": 9 })));
  const paths = lines.map(({ dashes, dot }) => draw("path", { fill: "none", "stroke-linecap": dot ? "round" : "butt", "stroke-dasharray": dashes ?? "none" }));
  const tags = lines.map(({ name, dot }) => words(0, 0, dot ? "" : name, { "text-anchor": "start", "font-size": 9.5 }));
  root.append(...paths, ...tags);
  return {
    view: { root, to: place, from: (x, y) => from(x, y), box: [0, across.stops.length - 1] },
    nearest: (x) => across.stops.reduce((best, one) => (Math.abs(u(one) - x) < Math.abs(u(best) - x) ? one : best)),
    show(curves, own, faint) {
      const ends = curves.map((curve) => along(curve).at(-1));
      let free = height - 28; // names keep their distance, from the axis up
      for (const k of [...ends.keys()].sort((a, b) => ends[b][1] - ends[a][1])) {
        const [named, color] = [!faint[k] && !lines[k].dot, own[k] ? ACCENT : "currentColor"];
        if (named) free = Math.min(ends[k][1], free - 12);
        set(paths[k], { d: `M${polygon(along(curves[k]))}h0`, stroke: color, "stroke-width": lines[k].dot ?? (own[k] ? 2.2 : 1.1), "stroke-opacity": faint[k] ? 0.35 : 1 });
        set(tags[k], { x: ends[k][0] + 6, y: named ? free : 0, visibility: named ? "visible" : "hidden", style: `fill:${color}` });
      }
    },
  };
}

export function build({ parameters, stage, control, now, put }) {
  const { across, choices, lines, bars, facts, tells } = parameters;
  const [names, last] = [Object.keys(choices), across.stops.length - 1];
  const caseOf = (at) => names.map((name) => at[name]).join(" ");
  const of = ({ values }, at) => (Array.isArray(values) ? values : values[caseOf(at)]);
  const chosen = (word, at) => names.some((name) => at[name] === word);
  const owned = ({ own }, at) => own === true || chosen(own, at);
  const faint = ({ only }, at) => only !== undefined && !chosen(only, at);
  const mine = (at) => lines.find((line) => owned(line, at));
  const stopOf = (at) => across.stops.indexOf(at.at);
  const go = (k) => put({ at: across.stops[clamp(k, 0, last)] });
  control(slider, "at", across.stops, across.label, across.texts);
  for (const name of names) control(choice, name, choices[name], name);
  const plot = chart(stage, parameters);
  const [get, move] = [() => [now().at, of(mine(now()), now())[stopOf(now())]], ([x]) => put({ at: plot.nearest(x) })];
  const grip = handle(plot.view, { label: `${across.label}, on the curve`, color: ACCENT, get, move, turn: (by) => go(stopOf(now()) + by) });
  grip.node.prepend(draw("circle", { r: 22, fill: "transparent" })); // for a finger, where the picture is small
  const beside = bars && panel(stage, 200, 40 + 24 * bars.names.length);
  if (bars) beside.append(words(4, 12, bars.title, { "text-anchor": "start" }));
  const lengths = bars && lengthBars(beside, bars.names, { left: 76, scale: 90 / bars.most, at: (k) => 40 + 24 * k, height: 14, own: bars.own });
  const write = formula(stage);
  function show(at) {
    const k = stopOf(at);
    plot.show(...[of, owned, faint].map((what) => lines.map((line) => what(line, at))));
    lengths?.show(of(bars, at)[k]);
    grip.show();
    set(grip.node, { "aria-valuenow": k, "aria-valuetext": `${across.texts[k]}; ${mine(at).name} ${fix(of(mine(at), at)[k], 3)}` });
    write(...told(at).slice(1));
    return told(at)[0];
  }
  function told(at) {
    const value = (line) => fix(of(line, at)[stopOf(at)], 3);
    const read = Object.fromEntries(lines.filter((line) => !faint(line, at)).map((line) => [line.name, value(line)]));
    const known = { ...at, at: across.texts[stopOf(at)], here: value(mine(at)), ...read, ...facts[caseOf(at)], ...facts[`${caseOf(at)} ${at.at}`] };
    return tells.map((text) => text.replace(/\{([^}]+)\}/g, (_, name) => known[name]));
  }
  const longest = across.stops.reduce((one, other) => (told({ ...now(), at: other })[0].length > told({ ...now(), at: one })[0].length ? other : one));
  return { show, extremes: [{ at: longest }] };
}
