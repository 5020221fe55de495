// Native controls: a slider, a choice, two buttons.  Each is { nodes, show(at, words), step(by) }.

function make(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

// JupyterLab's shortcuts would take the arrows, and "b" would insert a cell.
const keepKeys = (node) => {
  for (const one of node.querySelectorAll("input, select, button")) one.dataset.lmSuppressShortcuts = "true";
};

function slider(axis, id, move) {
  const last = axis.values.length - 1;
  const input = make("input", { type: "range", id, min: 0, max: last, step: 1 });
  const value = make("output", { for: id });
  input.addEventListener("input", () => move(Number(input.value)));
  const show = (at, words) => {
    input.value = at;
    value.textContent = words ?? axis.values[at];
    input.setAttribute("aria-valuetext", value.textContent);
  };
  const ends = make("div", { class: "cf-ends", "aria-hidden": "true" });
  ends.append(make("span", {}, axis.values[0]), make("span", {}, axis.values[last]));
  return { nodes: [make("div", { class: "cf-label" }, make("label", { for: id }, axis.label), value), input, ends], show };
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
