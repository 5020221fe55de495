// The front end of confusion.widgets.frames: native controls around pictures that were drawn beforehand.
// anywidget runs it in a live notebook; the book's loader runs the same file over the stored state of a page.

function make(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

// "0-3,7" stands for the lines 0, 1, 2, 3 and 7.
function picture(model, number) {
  const lines = model.get("lines");
  return model
    .get("pictures")
    [number].split(",")
    .flatMap((run) => {
      const [first, last = first] = run.split("-").map(Number);
      return lines.slice(first, last + 1);
    })
    .join("\n");
}

function slider(axis, id, move) {
  const input = make("input", { type: "range", id, min: 0, max: axis.values.length - 1, step: 1 });
  const value = make("output", { for: id });
  input.addEventListener("input", () => move(Number(input.value)));
  const show = (at, exact) => {
    input.value = at;
    value.textContent = exact ?? axis.values[at];
    input.setAttribute("aria-valuetext", value.textContent);
  };
  return { nodes: [make("div", { class: "cf-label" }, make("label", { for: id }, axis.label), value), input], show };
}

function choice(axis, id, move) {
  if (axis.values.length > 6) {
    const input = make("select", { id });
    axis.values.forEach((text, at) => input.append(make("option", { value: at }, text)));
    input.addEventListener("change", () => move(Number(input.value)));
    return { nodes: [make("label", { for: id }, axis.label), input], show: (at) => (input.value = at) };
  }
  const group = make("fieldset", {}, make("legend", {}, axis.label));
  const inputs = axis.values.map((text, at) => {
    const input = make("input", { type: "radio", name: id, value: at });
    input.addEventListener("change", () => move(at));
    group.append(make("label", {}, input, text));
    return input;
  });
  return { nodes: [group], show: (at) => (inputs[at].checked = true) };
}

function steps(axis, id, move) {
  let here = 0;
  const last = axis.values.length - 1;
  const go = (at) => at >= 0 && at <= last && at !== here && move(at);
  const value = make("output", {});
  // Unavailable at the ends, yet never "disabled": that would throw the keyboard's focus off the button.
  const back = make("button", { type: "button" }, "← previous");
  const next = make("button", { type: "button" }, "next →");
  back.addEventListener("click", () => go(here - 1));
  next.addEventListener("click", () => go(here + 1));
  const group = make("div", { role: "group", class: "cf-steps", "aria-label": axis.label }, back, value, next);
  group.addEventListener("keydown", (event) => {
    const target = { ArrowLeft: here - 1, ArrowRight: here + 1, Home: 0, End: last }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    go(target);
  });
  const show = (at) => {
    here = at;
    value.textContent = `${axis.label} ${axis.values[at]} (${at + 1} of ${last + 1})`;
    back.setAttribute("aria-disabled", at === 0);
    next.setAttribute("aria-disabled", at === last);
  };
  return { nodes: [group], show };
}

const CONTROLS = { range: slider, choice, steps };

function render({ model, el }) {
  const key = `cf${Math.random().toString(36).slice(2, 10)}`;
  const axes = model.get("axes");
  const stage = make("div", { class: "cf-picture", role: "img", "aria-label": model.get("alt") });
  const text = make("p", { class: "cf-text", "aria-live": "polite" });
  const box = make("div", { class: "cf", role: "group", "aria-labelledby": `${key}-title` });
  box.append(make("p", { class: "cf-title", id: `${key}-title` }, model.get("title")));
  if (model.get("question")) box.append(make("p", { class: "cf-question" }, model.get("question")));
  const controls = make("div", { class: "cf-controls" });
  box.append(stage, text, controls);

  // Values typed by hand in a live notebook, by control; a moved slider takes its control back to the grid.
  let exact = {};
  let wanted = {};
  let asked = 0;

  function ask(values) {
    wanted = values;
    asked += 1;
    text.textContent = "Waiting for the kernel …";
    model.send({ exact: wanted, index: model.get("index"), request: asked });
  }

  function show() {
    const index = model.get("index");
    const flat = index.reduce((sum, at, k) => sum * axes[k].values.length + at, 0);
    const [shown, said] = model.get("grid")[flat];
    stage.innerHTML = picture(model, shown);
    text.textContent = model.get("texts")[said];
    parts.forEach((part, k) => part.show(index[k]));
  }

  function move(k, at) {
    const index = [...model.get("index")];
    index[k] = at;
    delete exact[axes[k].name];
    if (fields[k]) fields[k].value = "";
    // An answer still under way would be one to an older question.
    asked += 1;
    model.set("index", index);
    model.save_changes();
    show();
    if (Object.keys(exact).length) ask(exact);
  }

  const fields = [];
  const parts = axes.map((axis, k) => {
    const part = CONTROLS[axis.kind](axis, `${key}-${k}`, (at) => move(k, at));
    const cell = make("div", { class: "cf-control" }, ...part.nodes);
    // Only a live model can send: a static page has no field that would do nothing.
    if (axis.numeric && model.send) {
      const field = make("input", { type: "number", step: "any", "aria-label": `${axis.label}, exact value` });
      field.addEventListener("change", () => {
        if (field.value !== "") ask({ ...exact, [axis.name]: Number(field.value) });
      });
      fields[k] = field;
      cell.append(make("label", { class: "cf-exact" }, "exact value", field));
    }
    controls.append(cell);
    return part;
  });

  function answer(message) {
    if (message.request !== asked) return;
    if (message.error) {
      // The old picture stays: the sentence says why.
      text.textContent = message.error;
      return;
    }
    exact = wanted;
    stage.innerHTML = message.picture;
    text.textContent = message.text;
    const index = model.get("index");
    axes.forEach((axis, k) => axis.name in message.values && parts[k].show(index[k], message.values[axis.name]));
  }

  model.on("change:index", show);
  model.on("msg:custom", answer);
  el.append(box);
  show();
  return () => {
    model.off("change:index", show);
    model.off("msg:custom", answer);
  };
}

export default { render };
