// The box around every figure: title, question, controls, stage, sentence, and what can be done with the whole:
// start again, play, link, enlarge, save, embed.  `fill` puts the figure inside and returns its handle:
//   keys()      the state as words for an address, such as { share: "0.95" }
//   go(keys)    that state; what cannot be read is left alone
//   reset()     the first state
//   walk        optional: { at(), last, to(at) }, what the arrows and "play" move
//   pick(n)     optional: the n-th choice
import { button, keepKeys, make, set } from "./controls.js";
import { savePng, saveSvg } from "./saving.js";

const PAUSE = 600; // milliseconds without a change before it is spoken
const BEAT = 1300; // milliseconds between two steps of "play"

// What a listener has not heard yet: the sentences that changed.
export function news(before, now) {
  const sentences = (text) => text.match(/[^.!?]*(?:[.!?](?!\s|$)[^.!?]*)*[.!?]?\s*/g).map((one) => one.trim()).filter(Boolean);
  const heard = new Set(sentences(before));
  return sentences(now).filter((one) => !heard.has(one)).join(" ") || now;
}

// The nodes of the box, empty but for its words.
function frameOf(model, el, key) {
  const stage = make("div", { class: "cf-picture", role: "img", "aria-label": model.get("alt") });
  const said = make("span", {});
  const text = make("p", { class: "cf-text" }, said);
  const live = make("p", { class: "cf-live", "aria-live": "polite" });
  const controls = make("div", { class: "cf-controls" });
  const tools = make("div", { class: "cf-tools", role: "group", "aria-label": `${model.get("title")}: tools` });
  const box = make("div", { class: "cf", role: "group", "aria-labelledby": `${key}-title` });
  const numbered = el.closest("figure.numbered");
  const number = numbered?.querySelector(".caption-number")?.textContent ?? "";
  const title = make("p", { class: "cf-title" }, make("span", { class: "cf-number" }, number), make("span", { id: `${key}-title` }, model.get("title")));
  // Where the page's caption says the same it is not said twice; it still names the group.
  title.hidden = Boolean(numbered) && model.get("caption") === model.get("title");
  box.append(title);
  if (model.get("question")) box.append(make("p", { class: "cf-question" }, model.get("question")));
  if (model.get("guess").ask) box.append(guessing(model.get("guess"), key));
  box.append(controls, stage, text, live, tools);
  return { box, stage, said, text, live, controls, tools };
}

// Writes the sentence of a state, and lets it be spoken after a while.
function speaker({ said, live }) {
  let spoken = "";
  let speaking = null;
  function say(words) {
    said.textContent = words;
    clearTimeout(speaking);
    if (!spoken) spoken = words; // what stands there at first is read where it stands
    speaking = setTimeout(() => {
      if (words !== spoken) live.textContent = news(spoken, words);
      spoken = words;
    }, PAUSE);
  }
  return { say, quiet: () => clearTimeout(speaking) };
}

// The sentence that needs the most room keeps it, so that nothing below moves.  Characters only tell which may be it.
function roomKeeper({ text, said, box }) {
  let longest = [];
  const reserve = (texts) => (longest = [...texts].sort((a, b) => b.length - a.length).slice(0, 8));
  const sizes = new ResizeObserver(() => {
    reserve([...longest, said.textContent]);
    const trials = longest.map((words) => make("span", { class: "cf-trial", "aria-hidden": "true" }, words));
    text.append(...trials);
    // Read together: each turn from writing to reading lays out the whole page.
    const heights = trials.map((trial) => Math.ceil(trial.getBoundingClientRect().height));
    for (const trial of trials) trial.remove();
    text.style.minHeight = `${Math.max(0, ...heights)}px`;
  });
  sizes.observe(box);
  return { reserve, leave: () => sizes.disconnect() };
}

// The page's address tells the state of the figure that a reader has touched last, and brings it.
function addressing({ model, inPage, box }, handleOf) {
  const name = model.get("name");
  const address = () => `#${name}?${new URLSearchParams(handleOf().keys())}`;
  let writing = null;
  let touched = false;
  function write() {
    clearTimeout(writing);
    writing = null;
    history.replaceState(history.state, "", touched ? address() : `#${name}`);
  }
  // Before a link changes the address, which would be written over later.
  const finish = ({ target }) => writing !== null && target.closest("a[href]") && write();
  if (inPage) addEventListener("click", finish, true);
  function from(event = undefined) {
    const [id, words] = location.hash.slice(1).split("?")[0] === name ? location.hash.slice(1).split("?") : [];
    if (id === undefined) return;
    if (words) {
      handleOf().go(Object.fromEntries(new URLSearchParams(words)));
      touched = true;
    }
    // A word beside the figure that sets it need not move the page.
    if (!model.send) box.scrollIntoView({ block: event ? "nearest" : "start" });
  }
  return {
    address,
    from,
    touched: () => touched,
    // Called by the figure whenever a reader has changed its state.
    changed() {
      touched = true;
      if (!inPage) return;
      clearTimeout(writing);
      writing = setTimeout(write, 250);
    },
    forget() {
      touched = false;
      if (inPage) write();
    },
    leave() {
      clearTimeout(writing);
      removeEventListener("click", finish, true);
    },
  };
}

// "Play": steps through the states.
function player(box, { walk }, touched) {
  let [playing, button] = [null, null];
  function stop() {
    clearInterval(playing);
    playing = null;
    if (button) button.textContent = walk.at() === walk.last ? "Play again" : "Play";
  }
  function start() {
    // A first state in the middle is for looking at; the way begins at its start.
    if (walk.at() === walk.last || !touched()) walk.to(0);
    button.textContent = "Stop";
    playing = setInterval(() => {
      if (!box.isConnected || walk.at() >= walk.last) return stop();
      walk.to(walk.at() + 1);
    }, BEAT);
  }
  return { stop, toggle: () => (playing ? stop() : start()), shownBy: (node) => (button = node) };
}

// A button tells for a moment what became of it.
function done(node, live, words) {
  const before = node.dataset.words ?? node.textContent;
  node.dataset.words = before;
  node.textContent = words;
  live.textContent = words;
  setTimeout(() => (node.textContent = before), 1500);
}

async function copy(node, live, text) {
  try {
    await navigator.clipboard.writeText(text);
    done(node, live, "Copied");
  } catch {
    // No clipboard outside of https: the words are there to be taken.
    prompt("Copy:", text);
  }
}

// The buttons below the figure; gives the one of the full screen, and the link of the figure's own page.
function toolbar({ model, inPage, box, stage, live, tools }, handle, place, play, reset) {
  const name = model.get("name");
  // `act` gets the button.
  function tool(text, title, act) {
    const node = button(text, () => act(node), { title });
    tools.append(node);
    return node;
  }
  tool("Reset", "Back to the first state", reset);
  if (handle.walk) play.shownBy(tool("Play", "Step through the states", play.toggle));
  if (inPage) {
    tool("Copy link", "Copy the address of this state", (node) => copy(node, live, location.href.split("#")[0] + place.address()));
    const widen = tool("Wide", "Use the margin, too", (node) => {
      const on = box.classList.toggle("cf-wide");
      node.setAttribute("aria-pressed", on);
      box.style.width = on ? `${roomFor(box)}px` : "";
    });
    set(widen, { "aria-pressed": "false", class: "cf-widen" });
  }
  const large = tool("Full screen", "For teaching: arrows and keys 1 to 9 move it", () =>
    document.fullscreenElement ? document.exitFullscreen() : box.requestFullscreen?.(),
  );
  tool("SVG", "Save the picture as SVG", () => saveSvg(stage, name));
  tool("PNG", "Save the picture as PNG", () => savePng(stage, name));
  const embed = inPage && box.ownerDocument.querySelector(`link[rel="embed"][data-figure="${name}"]`);
  if (embed) {
    tool("Embed", "Copy the code that shows this figure in slides", (node) => {
      const height = Math.ceil(box.getBoundingClientRect().height) + 40;
      copy(node, live, `<iframe src="${embed.href}?${new URLSearchParams(handle.keys())}" title="${model.get("title")}" width="760" height="${height}" style="border:0"></iframe>`);
    });
  }
  keepKeys(tools);
  return { large, embed };
}

// In full screen the figure is as large as there is room, and the keys are for the class, unless a control has them.
function fullScreen(box, stage, large, handle) {
  box.addEventListener("fullscreenchange", () => {
    const on = document.fullscreenElement === box;
    large.textContent = on ? "Leave" : "Full screen";
    if (on) {
      box.tabIndex = -1;
      box.focus();
      enlarge(box, stage);
    } else stage.removeAttribute("style");
  });
  box.addEventListener("keydown", (event) => {
    if (document.fullscreenElement !== box || event.target.closest("input, select, .cf-steps")) return;
    const walk = handle.walk;
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by && walk) walk.to(Math.min(walk.last, Math.max(0, walk.at() + by)));
    else if (/^[1-9]$/.test(event.key)) handle.pick?.(Number(event.key) - 1);
    else return;
    event.preventDefault();
  });
}

export function shell({ model, el }, fill) {
  const key = `cf${Math.random().toString(36).slice(2, 10)}`;
  const frame = frameOf(model, el, key);
  const { box, stage, controls } = frame;
  // The book's figure in one of its pages, or alone in one; also where Python in the page draws it.
  const inPage = model.inPage ?? !model.send;
  const { say, quiet } = speaker(frame);
  const room = roomKeeper(frame);
  const place = addressing({ ...frame, model, inPage }, () => handle);
  const handle = fill({ model, key, stage, controls, say, reserve: room.reserve, changed: place.changed, inPage });
  keepKeys(box);
  for (const kind of ["focusin", "input", "click"]) {
    controls.addEventListener(kind, ({ target }) => {
      for (const one of controls.children) one.classList.toggle("cf-touched", one.contains(target));
    });
  }

  const play = player(box, handle, place.touched);
  const { large, embed } = toolbar({ ...frame, model, inPage }, handle, place, play, () => {
    play.stop();
    handle.reset();
    place.forget();
  });
  fullScreen(box, stage, large, handle);

  el.append(box);
  if (inPage) {
    addEventListener("hashchange", place.from);
    place.from();
    if (embed === null && location.search.length > 1) handle.go(Object.fromEntries(new URLSearchParams(location.search)));
  }
  return () => {
    play.stop();
    quiet();
    place.leave();
    room.leave();
    removeEventListener("hashchange", place.from);
    handle.close?.();
  };
}

// A number to guess, beside the figure, which can be moved before and after.
function guessing({ ask, shown }, key) {
  const read = (words) => Number(words.trim().replace(/[%\u00a0]/g, "").replace("−", "-"));
  // As it is shown: a reader who says that is right.
  const [value, percent] = [read(shown.replaceAll(",", "")), shown.endsWith("%")];
  const field = make("input", { type: "text", inputmode: "decimal", id: `${key}-guess`, size: "6", autocomplete: "off" });
  const words = make("p", { class: "cf-guessed", "aria-live": "polite" });
  const given = make("span", {}, field, percent ? "%" : "", make("button", {}, "Guess"));
  const form = make("form", { class: "cf-guess" }, make("label", { for: field.id }, ask), given);
  const node = make("div", {}, form, words);
  const digits = shown.match(/\.(\d+)/)?.[1].length ?? 0;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const number = read(field.value.replace(",", "."));
    if (!field.value.trim() || Number.isNaN(number)) {
      words.textContent = "A number, please.";
      return field.focus();
    }
    const far = Math.abs(number - value).toFixed(digits);
    const how = Number(far) === 0 ? "Just right" : `${far}${percent ? " points" : ""} too ${number > value ? "high" : "low"}`;
    form.hidden = true;
    words.textContent = `${ask} You said ${field.value.trim().replace("%", "")}${percent ? "%" : ""}; it is ${shown}. ${how}. Turn it and see.`;
  });
  return node;
}

// Width from the figure's left edge to the end of the page's content, margin included.
function roomFor(box) {
  const page = box.closest(".bd-main, main, body");
  return Math.min(page.getBoundingClientRect().right - box.getBoundingClientRect().left - 24, 1200);
}

// In full screen the panels grow until the screen is full, beside each other or below, whichever makes them larger.
function enlarge(box, stage) {
  const sizes = [...stage.querySelectorAll(".cf-panel")].map(({ dataset }) => [Number(dataset.width), Number(dataset.height)]);
  if (!sizes.length) return;
  const others = [...box.children].filter((one) => one !== stage && !one.matches(".cf-live"));
  const taken = others.reduce((sum, one) => sum + one.getBoundingClientRect().height, 0);
  const room = [stage.clientWidth - 24, Math.max(innerHeight - taken - 90, 200)];
  let [best, widest] = [0.6, 0];
  for (let across = 1; across <= sizes.length; across += 1) {
    const rows = [];
    for (let k = 0; k < sizes.length; k += across) rows.push(sizes.slice(k, k + across));
    const width = Math.max(...rows.map((row) => row.reduce((sum, [w]) => sum + w + 12, 0)));
    const height = rows.reduce((sum, row) => sum + Math.max(...row.map(([, h]) => h)) + 12, 0);
    const scale = Math.min(room[0] / width, room[1] / height);
    if (scale > best) [best, widest] = [scale, width * scale + 24];
  }
  stage.style.setProperty("--cf-scale", String(best));
  // No panel more in a row than was reckoned with.
  if (widest) set(stage, { style: `${stage.getAttribute("style")} max-width: ${widest}px; margin-inline: auto;` });
}
