// Starts the figures of a static page: for every stored view, run the model's own front end over its stored state.
// The state and the views are the JSON scripts that a notebook with widgets leaves in the page.
(() => {
  const modules = new Map();

  // The source is in the page; a Blob lets it be a module also when the page is opened from a file.
  function load(source) {
    if (!modules.has(source)) {
      const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
      modules.set(source, import(url).finally(() => URL.revokeObjectURL(url)));
    }
    return modules.get(source);
  }

  // The part of a live model that works without a kernel; no "send", so no control that would need one.
  function stored(state) {
    const nothing = () => {};
    return { get: (key) => state[key], set: (key, value) => (state[key] = value), save_changes: nothing, on: nothing, off: nothing };
  }

  async function start() {
    const parse = (type) =>
      [...document.querySelectorAll(`script[type="application/vnd.jupyter.${type}+json"]`)].map((node) => [
        node,
        JSON.parse(node.textContent),
      ]);
    const models = Object.assign({}, ...parse("widget-state").map(([, content]) => content.state));
    const styles = new Set();
    for (const [node, view] of parse("widget-view")) {
      const { state } = models[view.model_id];
      if (!styles.has(state._css)) {
        styles.add(state._css);
        document.head.append(Object.assign(document.createElement("style"), { textContent: state._css }));
      }
      const el = document.createElement("div");
      node.after(el);
      const { default: front } = await load(state._esm);
      front.render({ model: stored(state), el });
    }
    document.documentElement.dataset.figures = "ready";
    performance.mark("figures-ready");
  }

  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
})();
