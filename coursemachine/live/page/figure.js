// A figure with controls whose model lives in the worker.  Its front end is the site's own, never what Python sends: the
// worker runs cells of anybody's.
import front, { css } from "./figures.js";

// `stored` is the state that the book has of this figure, where nothing was changed: its frames are all drawn.
/** @param {Live.Page} page @param {Live.Bundle} data @param {import("./session.js").Session} session @param {any} stored */
export function liveFigure(page, data, session, stored) {
  const id = data.model;
  const state = { ...(stored ?? data.coursemachine.figure) };
  if (![...document.head.querySelectorAll("style")].some((one) => one.textContent === css)) {
    document.head.append(page.make("style", {}, css));
  }
  const heard = new Map();
  let waiting = {};
  /** @type {Record<string, any>} */
  const model = {
    get: (key) => state[key],
    set(key, value) {
      state[key] = value;
      waiting[key] = value;
    },
    save_changes() {
      session.current?.post({ action: "moved", model: id, changes: waiting });
      waiting = {};
    },
    on: (event, call) => heard.set(event, [...(heard.get(event) ?? []), call]),
    off: (event, call) => heard.set(event, (heard.get(event) ?? []).filter((one) => one !== call)),
  };
  // A scene computes by itself; of the others Python draws what is not drawn yet, and what lies between the marks.
  if (state.grid) {
    model.send = async (content) => {
      const { content: answer } = (await session.current?.ask("figure", { model: id, content })) ?? {};
      const said = answer ?? { error: "Python was ended; run the cell of this figure again." };
      for (const call of heard.get("msg:custom") ?? []) call({ ...said, request: content.request });
    };
    // An address leads to the book's figure, not to one that a reader has changed.
    model.inPage = Boolean(stored);
  }
  const el = page.make("div");
  let close = null;
  // It is drawn in its place: there it sees whether a caption says its title already.
  const placed = () => (close ??= front.render({ model, el }));
  queueMicrotask(placed);
  return { el, placed, close: () => (close?.(), session.current?.post({ action: "forget", models: [id] })) };
}
