// Starts the figures of a static page: each is a script of JSON, over which the front end runs.

// The part of a live model that works without a kernel; no "send", so no control that would need one.
function still(state) {
  const nothing = () => {};
  return { get: (key) => state[key], set: (key, value) => (state[key] = value), save_changes: nothing, on: nothing, off: nothing };
}

export function startStored(render, css) {
  document.head.append(Object.assign(document.createElement("style"), { textContent: css }));
  const nodes = [...document.querySelectorAll("script.cf-data")];
  // The first at once, then one at a time: a reader who touches the page does not wait for all.
  function next() {
    const node = nodes.shift();
    if (node) {
      const el = document.createElement("div");
      node.after(el);
      // What stood there for readers without scripts.
      node.closest("figure")?.querySelector(".cf-first")?.remove();
      render({ model: still(JSON.parse(node.textContent)), el });
      performance.mark("figure-ready");
    }
    if (nodes.length) setTimeout(next);
    else document.documentElement.dataset.figures = "ready";
  }
  next();
}
