// The page's side of the worker: its start with what a reader sees of it, its answers, its end.

const SLOW = 3000; // milliseconds that a cell has to hear an interrupt
const AGAIN = 50; // milliseconds until it is asked again
const DAMAGED = /integrity|digest|CompileError|SyntaxError|BadZipFile|zipimport|encodings|Fatal Python|Program terminated/i;
let again = false; // whether the last start failed: then no file comes from a store

/** Why files did not come and what to do, in a sentence. @param {string} words @param {string} [what] */
export function reason(words, what = "Python did not start") {
  const short = words.length > 160 ? `${words.slice(0, 160)} …` : words;
  if (typeof WebAssembly !== "object") {
    return `${what}: this browser has no WebAssembly, or forbids it. A newer Firefox, Chrome, Edge or Safari has it.`;
  }
  if (!navigator.onLine) return `${what}: you are offline, and not all of its files are here. Press Run again when you are online.`;
  if (/out of memory|allocate|RangeError/i.test(words)) {
    return `${what}: the browser gives it too little memory. Close other pages, or use a computer, then press Run again.`;
  }
  if (DAMAGED.test(words)) {
    return `${what}: a file of it arrived damaged, or this browser is too old for it (${short}). Press Run to load it again.`;
  }
  if (/status 404/.test(words)) {
    return `${what}: a file is not there (${short}). This page may be of an older edition of the book: reload it, then press Run again.`;
  }
  if (/status \d|did not come|fetch|import|network|load/i.test(words)) {
    return `${what}: a file could not be loaded (${short}). Look at your connection, then press Run again.`;
  }
  return `${what} (${short}). Press Run to try again.`;
}

// From the second visit on this lets the files come from the browser's own store, also without a network.
/** @param {Live.Page} page */
async function keepFiles(page) {
  const { serviceWorker } = navigator;
  if (!serviceWorker) return;
  try {
    const registration = await serviceWorker.register(`${page.root}live-files.js`, { scope: page.root });
    await registration.update().catch(() => {}); // no network: the one that is there will do
    const controls = () => serviceWorker.controller && !registration.installing && !registration.waiting;
    const until = performance.now() + 4000;
    while (!controls() && performance.now() < until) await new Promise((done) => setTimeout(done, 50));
    // What this page was made of came before the store was there.
    const files = performance.getEntriesByType("resource").map((one) => one.name);
    serviceWorker.controller?.postMessage({ files: [location.href.split("#")[0], ...files] });
  } catch {
    // Without it everything works, as long as there is a network.
  }
}

/** @param {Live.Page} page @param {import("./session.js").Session} session */
export async function startWorker(page, session) {
  if (typeof WebAssembly !== "object") throw new Error(reason(""));
  session.say(`Loading Python${page.progress.knows("Python") ? "" : ", about half a minute the first time"}. You can read on …`);
  await keepFiles(page);
  page.progress.begin("Python", "Python", page.bytes);
  const python = new Python(page);
  session.current = python;
  try {
    await python.ready;
  } catch (error) {
    if (error.message === "ended") throw new Error("Stopped.", { cause: error });
    // What was kept for later visits may be the damaged file itself.
    again = true;
    if (DAMAGED.test(error.message)) navigator.serviceWorker?.controller?.postMessage({ forget: true });
    throw new Error(reason(error.message), { cause: error });
  } finally {
    page.progress.end();
  }
  again = false;
  python.fatal = (words) => session.ended(`Python broke down (${words}). The next run starts it anew.`);
  return python;
}

export class Python {
  /** @type {Map<number, { done(result: any): void, print?(text: string): void, printed: string, warned: string }>} */
  waiting = new Map();
  last = 0;
  asked = false;
  /** @type {((words: string) => void) | null} */
  fatal = null;

  /** @param {Live.Page} page */
  constructor(page) {
    this.page = page;
    // Only a page that is served with the two headers for it may share memory.
    this.shared = self.crossOriginIsolated && typeof SharedArrayBuffer === "function" ? new Uint8Array(new SharedArrayBuffer(1)) : null;
    this.worker = new Worker(page.file("worker.js"), { type: "module" });
    this.ready = /** @type {Promise<void>} */ (new Promise((done, failed) => (this.begun = { done, failed })));
    this.worker.onerror = (event) => this.heard.failed({ during: "start", words: event.message ?? "the worker could not be loaded" });
    this.worker.onmessage = ({ data }) => this.heard[data.kind](data);
    this.post({ action: "start", folder: page.folder, core: page.core, lock: page.lock, root: page.package, interrupt: this.shared, again });
  }

  post(message) {
    this.worker.postMessage(message);
  }

  /** What the worker answers to an action. @param {string} action @param {object} content @param {(text: string) => void} [print] @returns {Promise<any>} */
  ask(action, content, print) {
    const id = (this.last += 1);
    return new Promise((done) => {
      this.waiting.set(id, { done, print, printed: "", warned: "" });
      this.post({ action, id, ...content });
    });
  }

  /** @param {number | string} number @param {string} source @param {(text: string) => void} print @returns {Promise<Live.Result>} */
  run(number, source, print) {
    if (this.shared) this.shared[0] = 0;
    return this.ask("run", { number, source }, print);
  }

  /** Ask the running cell to stop; false where that is impossible, or was in vain. */
  interrupt() {
    if (!this.shared || this.asked) return false;
    this.asked = true;
    // Pyodide reads the byte and clears it in two steps: what is written between them is lost. The kernel stops a cell once.
    const ask = setInterval(() => {
      if (this.asked && this.waiting.size) this.shared[0] = 2;
      else clearInterval(ask);
    }, AGAIN);
    // A long step in compiled code does not hear it; the second click ends the worker.
    setTimeout(() => {
      if (!this.asked || !this.waiting.size) return;
      this.page.status.textContent = "It does not stop by itself. Stop once more ends Python, and what it has computed is lost.";
    }, SLOW);
    return true;
  }

  end() {
    this.worker.terminate();
    this.begun.failed(new Error("ended"));
    for (const { done } of this.waiting.values()) done({ ended: true, outputs: [], printed: "", warned: "" });
    this.waiting.clear();
  }

  // What the worker says, by its kind.
  heard = {
    /** @param {{ bytes: number }} message */
    bytes: ({ bytes }) => this.page.progress.came(bytes),

    /** @param {{ names: string[], total: number }} message */
    loading: ({ names, total }) => {
      this.page.progress.begin(names.length > 3 ? `${names.length} packages` : names.join(", "), `${names}`, total);
    },

    /** @param {{ files: string[] }} message */
    loaded: ({ files }) => {
      this.page.progress.end();
      this.keep({ files });
    },

    /** @param {{ files: string[] }} message */
    begun: ({ files }) => {
      const { core, lock } = this.page;
      this.keep({ files, core, lock });
      this.begun.done();
    },

    /** @param {{ id: number, name: string, text: string }} message */
    stream: ({ id, name, text }) => {
      const one = this.waiting.get(id);
      if (!one) return;
      one[name === "stderr" ? "warned" : "printed"] += text;
      one.print(text);
    },

    /** @param {{ id: number, [more: string]: any }} message */
    answer: ({ id, ...result }) => {
      const one = this.waiting.get(id);
      this.waiting.delete(id);
      this.asked = false;
      one?.done({ printed: one.printed, warned: one.warned, ...result });
    },

    /** @param {{ during: string, words: string, id?: number }} message */
    failed: ({ during, words, id }) => {
      if (during === "start") this.begun.failed(new Error(words));
      else if (during === "figure") this.heard.answer({ id, content: { error: "The figure could not be drawn; run its cell again." } });
      else this.fatal?.(words);
    },
  };

  /** What came before the store was in charge is fetched for it now. @param {object} told */
  keep(told) {
    navigator.serviceWorker?.ready.then(({ active }) => active?.postMessage(told));
  }
}
