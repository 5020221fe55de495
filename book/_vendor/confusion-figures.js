// Starts the figures of a static page: for every stored view, run the model's own front end over its stored state.
// The state and the views are the JSON scripts that a notebook with widgets leaves in the page.
(() => {
  const parse = (type) =>
    [...document.querySelectorAll(`script[type="application/vnd.jupyter.${type}+json"]`)].map((node) => [
      node,
      JSON.parse(node.textContent),
    ]);

  // Evaluated at once: an import would come only after MathJax, and not at all in a page opened from a file.
  const fronts = new Map();
  function front(source) {
    if (!fronts.has(source)) fronts.set(source, new Function(source.replace(/^export default /m, "return "))());
    return fronts.get(source);
  }

  // The part of a live model that works without a kernel; no "send", so no control that would need one.
  function stored(state) {
    const nothing = () => {};
    return { get: (key) => state[key], set: (key, value) => (state[key] = value), save_changes: nothing, on: nothing, off: nothing };
  }

  const models = Object.assign({}, ...parse("widget-state").map(([, content]) => content.state));
  const styles = new Set(Object.values(models).map((model) => model.state._css));
  for (const textContent of styles) document.head.append(Object.assign(document.createElement("style"), { textContent }));
  for (const [node, view] of parse("widget-view")) {
    const { state } = models[view.model_id];
    const el = document.createElement("div");
    node.after(el);
    // What stood there for readers without scripts.
    node.closest("figure")?.querySelector(".cf-first")?.remove();
    front(state._esm).render({ model: stored(state), el });
  }
  document.documentElement.dataset.figures = "ready";
  performance.mark("figures-ready");
})();
