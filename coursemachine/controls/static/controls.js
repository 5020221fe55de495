// Native controls: a slider, a choice, two buttons.  Each is { nodes, show(at, words), step(by) }.

export function set(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    // An element that has not changed is not touched: a drag writes hundreds of them.
    if (node.getAttribute(name) !== String(value)) node.setAttribute(name, value);
  }
  return node;
}

function filled(node, attributes, children) {
  set(node, attributes).append(...children);
  return node;
}

export const make = (tag, attributes = {}, ...children) => filled(document.createElement(tag), attributes, children);
export const draw = (tag, attributes = {}, ...children) => filled(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);

export function button(text, click, attributes = {}) {
  const node = make("button", { type: "button", ...attributes }, text);
  node.addEventListener("click", click);
  return node;
}

// A slider, a choice or steps among the controls of a figure.
export function addControl(controls, part) {
  controls.append(make("div", { class: "cf-control" }, ...part.nodes));
  return part;
}

// The box of a panel, from an SVG whose points become pixels.
export function panelBox(svg) {
  const box = make("div", { class: "cf-panel" }, svg);
  const { width, height } = svg.viewBox?.baseVal ?? {};
  if (!width) return box;
  Object.assign(box.dataset, { width: (width * 4) / 3, height: (height * 4) / 3 });
  box.style.setProperty("--w", (width * 4) / 3);
  return box;
}

// JupyterLab's shortcuts would take the arrows, and "b" would insert a cell.
export const keepKeys = (node) => {
  for (const one of node.querySelectorAll("input, select, button")) one.dataset.lmSuppressShortcuts = "true";
};

export function slider(axis, id, move) {
  const last = axis.values.length - 1;
  const input = make("input", { type: "range", id, min: 0, max: last, step: 1 });
  const value = make("output", { for: id });
  input.addEventListener("input", () => move(Number(input.value)));
  const show = (at, words) => {
    input.value = at;
    value.textContent = words ?? axis.values[at];
    input.setAttribute("aria-valuetext", value.textContent);
  };
  const ends = make("div", { class: "cf-ends", "aria-hidden": "true" }, ...[0, last].map((at) => make("span", {}, axis.values[at])));
  return { nodes: [make("div", { class: "cf-label" }, make("label", { for: id }, axis.label), value), input, ends], show };
}

export function choice(axis, id, move) {
  // Six radios would hold half of a phone's screen.
  if (axis.values.length > (matchMedia("(max-width: 600px)").matches ? 3 : 6)) {
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

export function steps(axis, _id, move) {
  let here = 0;
  const last = axis.values.length - 1;
  const go = (at) => at >= 0 && at <= last && at !== here && move(at);
  const value = make("output", {});
  // Unavailable at the ends, yet never "disabled": that would throw the keyboard's focus off the button.
  const back = button(axis.back ?? "← previous", () => go(here - 1));
  const next = button(axis.next ?? "next →", () => go(here + 1));
  const group = make("div", { role: "group", class: "cf-steps", "aria-label": axis.label }, back, value, next);
  group.addEventListener("keydown", (event) => {
    const target = { ArrowLeft: here - 1, ArrowRight: here + 1, Home: 0, End: last }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    go(target);
  });
  const show = (at) => {
    here = at;
    const place = `${at + 1} of ${last + 1}`;
    value.textContent = axis.values[at] === String(at + 1) ? `${axis.label} ${place}` : `${axis.label} ${axis.values[at]} (${place})`;
    back.setAttribute("aria-disabled", at === 0);
    next.setAttribute("aria-disabled", at === last);
  };
  return { nodes: [group], show };
}

export const CONTROLS = { range: slider, choice, steps };
