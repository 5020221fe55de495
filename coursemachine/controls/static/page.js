// Starts the figures of a static page: for every stored view, run the front end over the model's stored state.
// The state and the views are the JSON scripts that a notebook with widgets leaves in the page.
const parse = (type) =>
  [...document.querySelectorAll(`script[type="application/vnd.jupyter.${type}+json"]`)].map((node) => [
    node,
    JSON.parse(node.textContent),
  ]);

// The part of a live model that works without a kernel; no "send", so no control that would need one.
function stored(state) {
  const nothing = () => {};
  return { get: (key) => state[key], set: (key, value) => (state[key] = value), save_changes: nothing, on: nothing, off: nothing };
}

export function startStored(render, css) {
  document.head.append(Object.assign(document.createElement("style"), { textContent: css }));
  const models = Object.assign({}, ...parse("widget-state").map(([, content]) => content.state));
  for (const [node, view] of parse("widget-view")) {
    const { state } = models[view.model_id];
    const el = document.createElement("div");
    node.after(el);
    // What stood there for readers without scripts.
    node.closest("figure")?.querySelector(".cf-first")?.remove();
    render({ model: stored(state), el });
  }
  document.documentElement.dataset.figures = "ready";
  performance.mark("figures-ready");
}
