// A figure whose states were all drawn beforehand.
import { CONTROLS, make, panelBox } from "./controls.js";
import { drawing } from "./drawing.js";
import { follow } from "./follow.js";

// "0-3,7" stands for the lines 0, 1, 2, 3 and 7.
function panelText(model, number) {
  const runs = model.get("pictures")[number].split(",").map((run) => run.split("-").map(Number));
  return runs.flatMap(([first, last = first]) => model.get("lines").slice(first, last + 1)).join("\n");
}

// Shows a frame: only the panels that changed are made anew.
function frameIn(stage, say) {
  let shown = [];
  return ({ panels, text }) => {
    panels.forEach((panel, k) => {
      if (shown[k] === panel) return;
      const [before, after] = [stage.children[k], panelBox(drawing(panel))];
      if (!before) return stage.append(after);
      before.replaceWith(after);
      follow(before, after);
    });
    while (stage.children.length > panels.length) stage.lastChild.remove();
    shown = panels;
    say(text);
  };
}

// The frames by position.  Where Python runs in the page only the first one comes with the figure; the others are kept as
// they come.
function album(model, axes) {
  const late = new Map();
  const flat = (index) => index.reduce((sum, at, k) => sum * axes[k].values.length + at, 0);
  return {
    keep: (index, frame) => late.set(flat(index), frame),
    // None where it is not drawn yet.
    at(index) {
      const frame = model.get("grid")[flat(index)];
      return frame ? { panels: frame[0].map((number) => panelText(model, number)), text: model.get("texts")[frame[1]] } : late.get(flat(index));
    },
  };
}

// "73%" is what the display says; the kernel takes .73.
function typed(field) {
  const words = field.value.trim().replace(",", ".").replace("−", "-");
  const number = words.endsWith("%") ? Number(words.slice(0, -1)) / 100 : Number(words);
  return words === "" || Number.isNaN(number) ? null : number;
}

// A field for a value between the marks of an axis.
function exactField(axis, say, ask) {
  const name = `${axis.label}, exact value`;
  const field = make("input", { type: "text", inputmode: "decimal", placeholder: axis.limits.join(" … "), "aria-label": name });
  function commit() {
    if (field.value.trim() === "" || field.value === field.dataset.asked) return;
    field.dataset.asked = field.value;
    const value = typed(field);
    if (value === null || value < axis.limits[0] || value > axis.limits[1])
      say(`${axis.label}: a number from ${axis.limits[0]} to ${axis.limits[1]}, please.`);
    else ask(value);
  }
  field.addEventListener("change", commit);
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    commit();
  });
  field.addEventListener("input", () => delete field.dataset.asked);
  return field;
}

export function flipbook({ model, key, stage, controls, say, reserve, changed }) {
  const axes = model.get("axes");
  const first = [...model.get("index")];
  reserve(model.get("texts"));
  const [frames, put] = [album(model, axes), frameIn(stage, say)];
  // Values typed by hand in a live notebook, by control; a moved slider takes its control back to the grid.
  let [exact, wanted, asked] = [{}, {}, 0];
  function ask(values) {
    wanted = values;
    asked += 1;
    say("Waiting for Python …");
    model.send({ exact: wanted, index: model.get("index"), request: asked });
  }

  function show() {
    const index = model.get("index");
    parts.forEach((part, k) => part.show(index[k]));
    const frame = frames.at(index);
    if (frame) put(frame);
    else if (!Object.keys(exact).length) ask({});
  }

  function place(index) {
    // An answer still under way would be one to an older question.
    asked += 1;
    model.set("index", index);
    model.save_changes();
    show();
  }

  function move(k, at) {
    const index = [...model.get("index")];
    index[k] = at;
    delete exact[axes[k].name];
    if (fields[k]) fields[k].value = "";
    place(index);
    changed();
    if (Object.keys(exact).length) ask(exact);
  }

  // To a state as a whole: nothing typed stays.
  function leap(index) {
    exact = {};
    place(index);
  }

  // Only a live model can send: a static page has no field that would do nothing.
  const fields = axes.map((axis) => (axis.limits && model.send ? exactField(axis, say, (value) => ask({ ...exact, [axis.name]: value })) : null));
  const parts = axes.map((axis, k) => CONTROLS[axis.kind](axis, `${key}-${k}`, (at) => move(k, at)));
  parts.forEach(({ nodes }, k) => {
    const more = fields[k] ? [make("label", { class: "cf-exact" }, "exact value", fields[k])] : [];
    controls.append(make("div", { class: "cf-control" }, ...nodes, ...more));
  });

  function answer(message) {
    if (message.request !== asked) return;
    if (message.error) return say(message.error); // the old picture stays: the sentence says why
    exact = wanted;
    put(message);
    const index = model.get("index");
    if (!Object.keys(exact).length) frames.keep(index, message);
    axes.forEach((axis, k) => axis.name in message.values && parts[k].show(index[k], message.values[axis.name]));
  }

  model.on("change:index", show);
  model.on("msg:custom", answer);
  show();
  return {
    ...handleOf(model, axes, move, leap),
    reset() {
      for (const field of fields) if (field) field.value = "";
      leap([...first]);
    },
    close() {
      model.off("change:index", show);
      model.off("msg:custom", answer);
    },
  };
}

// What the shell does with the axes: `move` moves one of them, `leap` all.
function handleOf(model, axes, move, leap) {
  const walked = axes.findIndex((axis) => axis.kind !== "choice");
  const picked = axes.findIndex((axis) => axis.kind === "choice");
  return {
    keys: () => Object.fromEntries(axes.map((axis, k) => [axis.name, axis.keys[model.get("index")[k]]])),
    go(keys) {
      leap(axes.map((axis, k) => {
        const at = axis.keys.indexOf(keys[axis.name]);
        return at < 0 ? model.get("index")[k] : at;
      }));
    },
    walk: walked < 0 ? null : {
      at: () => model.get("index")[walked],
      last: axes[walked].values.length - 1,
      to: (at) => move(walked, at),
    },
    pick(n) {
      const k = picked < 0 ? walked : picked;
      if (n < axes[k].values.length) move(k, n);
    },
  };
}
