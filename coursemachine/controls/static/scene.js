// What all scenes share: a state of a few short numbers, kept by the model, the address and the handles.
//   view   what the shell gives
//   build  makes the nodes once and returns { allow, settle, show }:
//     allow    by name of the state, what makes a wanted value a possible one (undefined: it cannot)
//     settle   optional: makes the values fit to each other
//     show(at) draws a state and returns its sentence
//     extremes optional: parts of states whose formulas or sentences are long
//     pick(n)  optional: the n-th choice, where that is no button of `buttons` and no choice of `control`
//     walk     optional: what "play" steps through, where that is no slider of `control`
import { addControl, button, choice, make, slider } from "./controls.js";
import { follow } from "./follow.js";
import { clamp, round, sum } from "./numbers.js";

// What a scene puts above its picture, and keeps nothing of.
function controlsOf({ key, controls }, put, jump) {
  const [bound, presets] = [[], []];
  // A control, `slider` or `choice`, of the values of one name of the state, which nothing else has to show or to allow;
  // `more` changes with it.
  function control(kind, name, values, label, texts = values.map(String), more = {}) {
    const to = (k) => put({ [name]: values[k], ...more });
    bound.push({ kind, name, values, to, part: addControl(controls, kind({ label, values: texts }, `${key}-${name}`, to)) });
  }
  // Buttons that bring the states of a dict, by their words; gives these states.
  function buttons(states) {
    presets.push(...Object.values(states));
    const nodes = Object.entries(states).map(([label, state]) => button(label, () => jump(state)));
    if (nodes.length) controls.append(make("div", { class: "cf-control cf-presets", role: "group", "aria-label": "start from" }, ...nodes));
    return presets;
  }
  return { bound, presets, control, buttons };
}

export function scene({ model, key, stage, controls, say, reserve, changed }, build) {
  const first = structuredClone(model.get("at"));
  let at = structuredClone(first);
  let saving = null;
  // The picture has parts one can take hold of, so it is no image to those who listen.
  stage.setAttribute("role", "group");

  const { bound, presets, ...handed } = controlsOf({ key, controls }, put, jump);
  const figure = build({ parameters: model.get("parameters"), key, stage, controls, ...handed, now: () => at, put, jump });
  const allow = { ...Object.fromEntries(bound.map(({ name, values }) => [name, oneOf(values)])), ...figure.allow };
  const [walked, picked] = [slider, choice].map((kind) => bound.find((one) => one.kind === kind));
  const pickFrom = (count, to) => (n) => n < count && to(n);

  function show() {
    for (const { name, values, part } of bound) part.show(values.indexOf(at[name]));
    say(figure.show(at));
  }

  function place(wanted) {
    const next = { ...at };
    for (const name of Object.keys(first)) {
      const value = name in wanted ? allow[name](wanted[name]) : undefined;
      if (value !== undefined) next[name] = value;
    }
    at = figure.settle ? figure.settle(next) : next;
    model.set("at", at);
    // A kernel need not hear of every pixel.
    clearTimeout(saving);
    saving = setTimeout(() => model.save_changes(), 150);
    show();
  }

  function put(wanted) {
    place(wanted);
    changed();
  }

  // To a state that is far from this one: not under a hand, but by a button.
  function jump(wanted) {
    const before = stage.cloneNode(true);
    put(wanted);
    follow(before, stage);
  }

  function moved() {
    if (JSON.stringify(model.get("at")) === JSON.stringify(at)) return;
    place(model.get("at"));
  }

  model.on("change:at", moved);
  reserve((figure.extremes ?? []).map((one) => figure.show({ ...first, ...one })));
  show();
  return {
    // Nothing chosen is left out of an address, or told as "none" where something is at first.
    keys: () => {
      const told = Object.keys(first).filter((name) => String(at[name]) !== "" || String(first[name]) !== "");
      return Object.fromEntries(told.map((name) => [name, String(at[name]) || "none"]));
    },
    go(keys) {
      const unchosen = Object.keys(first).filter((name) => String(first[name]) === "" || keys[name] === "none");
      place({ ...keys, ...Object.fromEntries(unchosen.map((name) => [name, keys[name] === "none" ? "" : keys[name] ?? ""])) });
    },
    reset: () => place(first),
    pick: figure.pick ?? (presets.length ? pickFrom(presets.length, (n) => jump(presets[n])) : picked && pickFrom(picked.values.length, picked.to)),
    walk: figure.walk ?? (walked && { at: () => walked.values.indexOf(at[walked.name]), last: walked.values.length - 1, to: walked.to }),
    close() {
      clearTimeout(saving);
      model.off("change:at", moved);
    },
  };
}

// "0.5,-1", or such a list, as numbers between two corners; rounded, so that an address is short and exact.
export const numbersIn = (low, high) => (wanted) => {
  const values = (Array.isArray(wanted) ? wanted : String(wanted).split(",")).map(Number);
  if (values.length !== low.length || !values.every(Number.isFinite)) return undefined;
  return values.map((value, k) => round(clamp(value, low[k], high[k])));
};
// A point of a box, `margin` away from its sides.
export const pointInside = ([left, right, bottom, top], margin = 0) => numbersIn([left + margin, bottom + margin], [right - margin, top - margin]);
export const oneOf = (values) => (wanted) => values.find((value) => String(value) === String(wanted));

// Cells by the names of their row and column, such as "ba"; none is "".
export function cellsNamed(names, { now, put }) {
  const wordOf = (p, q) => names[p] + names[q];
  const all = names.flatMap((_, p) => names.map((_, q) => wordOf(p, q)));
  const placeOf = (word) => (word ? [Math.floor(all.indexOf(word) / names.length), all.indexOf(word) % names.length] : null);
  const toggle = (p, q) => put({ cell: now().cell === wordOf(p, q) ? "" : wordOf(p, q) });
  return { allow: oneOf(["", ...all]), placeOf, wordOf, toggle };
}

// The off-diagonal entries of a matrix as single numbers of a state, moved in `cells`, with buttons that bring the matrices
// of `presets`; no line of them (row or column, as `lineOf` says) sums to more than one, whatever an address asks for.
export function entries({ names, presets }, hand, named, prefix, lineOf) {
  const { now, put } = hand;
  const places = names.flatMap((_, p) => names.map((_, q) => [p, q])).filter(([p, q]) => p !== q);
  const keyOf = (p, q) => prefix + named.wordOf(p, q);
  const stateOf = (rows) => ({ ...Object.fromEntries(places.map(([p, q]) => [keyOf(p, q), rows[p][q]])), cell: "" });
  hand.buttons(Object.fromEntries(Object.entries(presets).map(([label, rows]) => [label, stateOf(rows)])));

  const entry = numbersIn([0], [1]);
  const room = (at, p, q) => {
    const others = places.filter((one) => lineOf(one) === lineOf([p, q]) && keyOf(...one) !== keyOf(p, q));
    return Math.max(0, 1 - sum(others.map((one) => at[keyOf(...one)])));
  };
  return {
    places,
    keyOf,
    matrixAt: (at) => names.map((_, p) => names.map((_, q) => (p === q ? 0 : at[keyOf(p, q)]))),
    // What `cells` needs to move an entry.
    cell: (p, q) =>
      p === q ? {} : {
        get: () => now()[keyOf(p, q)],
        limit: () => round(room(now(), p, q)),
        move: (value) => put({ [keyOf(p, q)]: value, cell: named.wordOf(p, q) }),
        click: () => named.toggle(p, q),
      },
    allow: { ...Object.fromEntries(places.map(([p, q]) => [keyOf(p, q), (wanted) => entry(wanted)?.[0]])), cell: named.allow },
    settle(at) {
      const next = { ...at };
      for (const [p, q] of places) next[keyOf(p, q)] = round(Math.min(next[keyOf(p, q)], room(next, p, q)));
      return next;
    },
  };
}
