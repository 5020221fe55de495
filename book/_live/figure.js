// A figure with controls whose model lives in the worker; its front end is the one of the stored figure.

const fronts = new Map();

function front(source) {
  if (!fronts.has(source)) fronts.set(source, new Function(source.replace(/^export default /m, "return "))());
  return fronts.get(source);
}

export function liveFigure(page, data, session) {
  const id = data["application/vnd.jupyter.widget-view+json"].model_id;
  const { state } = data;
  const { _esm, _css } = data.front;
  if (![...document.head.querySelectorAll("style")].some((one) => one.textContent === _css)) {
    document.head.append(page.make("style", {}, _css));
  }
  const heard = new Map();
  let waiting = {};
  const model = {
    get: (key) => state[key],
    set(key, value) {
      state[key] = value;
      waiting[key] = value;
    },
    save_changes() {
      session.moved(id, waiting);
      waiting = {};
    },
    on: (event, call) => heard.set(event, [...(heard.get(event) ?? []), call]),
    off: (event, call) => heard.set(event, (heard.get(event) ?? []).filter((one) => one !== call)),
  };
  // Only a figure that takes values between its marks has something to ask.
  if ((state.axes ?? []).some((axis) => axis.limits)) {
    model.send = async (content) => {
      const answer = await session.ask(id, content);
      for (const call of heard.get("msg:custom") ?? []) call(answer);
    };
  }
  const el = page.make("div");
  let close = null;
  // It is drawn in its place: there it sees whether a caption says its title already.
  const placed = () => (close ??= front(_esm).render({ model, el }));
  queueMicrotask(placed);
  return {
    el,
    placed,
    close() {
      close?.();
      session.forget(id);
    },
  };
}
