// Python in a worker: loads Pyodide from the book's own folder, runs cells, answers figures.
const counted = { bytes: 0, last: 0 };
let fresh = {};
let missing = ""; // the file that did not come: some of Pyodide's own errors do not name it
const plain = self.fetch.bind(self);

const tell = (kind, more = {}) => self.postMessage({ kind, ...more });

// Pyodide fetches through this: what arrives is counted, for a reader who waits.
self.fetch = async (address, options) => {
  const name = String(address instanceof Request ? address.url : address).split("/").pop();
  const response = await plain(address, { ...options, ...fresh }).catch((error) => {
    // A browser does not say which of the two where it has compared the digest.
    missing = `${name} did not come${options?.integrity ? ", or came damaged" : ""}`;
    throw error;
  });
  if (!response.ok) throw new Error((missing = `${name} is missing (status ${response.status})`));
  if (!response.body) return response;
  const count = new TransformStream({
    transform(chunk, controller) {
      counted.bytes += chunk.byteLength;
      if (counted.bytes - counted.last > 250_000) tell("bytes", { bytes: (counted.last = counted.bytes) });
      controller.enqueue(chunk);
    },
  });
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(count), { status, statusText, headers });
};

// Pyodide waits for ever where its core does not come or is damaged: this tells.  It also takes a core that a server
// sends under another type.
const lost = new Promise((_, fail) => {
  const streaming = WebAssembly.instantiateStreaming;
  WebAssembly.instantiateStreaming = async (asked, imports) => {
    try {
      const response = await asked;
      if (response.headers.get("Content-Type")?.startsWith("application/wasm")) return await streaming(response, imports);
      return await WebAssembly.instantiate(await response.arrayBuffer(), imports);
    } catch (error) {
      fail(error);
      throw error;
    }
  };
});
lost.catch(() => {}); // it is heard below

let pyodide = null;
let kernel = null;

/** Bring packages, with what they need. @param {string} load a method of Pyodide @param {(words: string) => void} [messageCallback] */
async function bring(load, names, messageCallback = () => {}) {
  const failed = [];
  await pyodide[load](names, { messageCallback, errorCallback: (words) => failed.push(words) });
  if (failed.length) throw new Error(failed.join("; "));
}

async function start({ folder, core, lock, root, interrupt, again }) {
  if (again) {
    fresh = { cache: "reload" };
    // An import asks the browser's store, whatever the other files do: what it finds there must be new.
    await self.fetch(`${core}pyodide.mjs`);
  }
  // A folder is an address here: the page has made it whole.
  const { loadPyodide } = await import(`${core}pyodide.mjs`);
  pyodide = await Promise.race([loadPyodide({ indexURL: core, lockFileURL: lock, packageBaseUrl: folder }), lost]);
  if (interrupt) pyodide.setInterruptBuffer(interrupt);
  await bring("loadPackage", [root]);
  const loaded = pyodide.pyimport("coursemachine.live.kernel");
  loaded.start();
  kernel = loaded;
  tellFiles("begun");
}

const tellFiles = (kind) => tell(kind, { files: performance.getEntriesByType("resource").map((one) => one.name) });

/** Bring the packages that a cell imports; null, or why they did not come. @param {string} source */
async function lacking(source) {
  let loading = false;
  Object.assign(counted, { bytes: 0, last: 0 });
  try {
    await bring("loadPackagesFromImports", kernel.modules(source), (words) => {
      if (loading || !words.startsWith("Loading ")) return;
      loading = true;
      const names = words.replace("Loading ", "").split(", ");
      const { packages } = pyodide.lockfile; // site/live_python.py gives each its size
      tell("loading", { names, total: names.reduce((sum, name) => sum + (packages[name.toLowerCase()]?.size ?? 0), 0) });
    });
    fresh = {};
    // Only now: what came damaged is not to be kept for later visits.
    if (loading) tellFiles("loaded");
    return null;
  } catch (error) {
    fresh = { cache: "reload" }; // the next run asks again
    if (loading) tell("loaded", { files: [] });
    return missing || wordsOf(error);
  } finally {
    missing = "";
  }
}

const actions = {
  start,
  async run({ id, number, source }) {
    const send = (name, text) => tell("stream", { id, name, text });
    const missing_packages = await lacking(source);
    tell("answer", { id, ...(missing_packages ? { missing_packages, outputs: [] } : JSON.parse(await kernel.run(number, source, send))) });
  },
  figure: ({ id, model, content }) => tell("answer", { id, content: JSON.parse(kernel.ask(model, JSON.stringify(content))) }),
  needed: ({ id, cells, targets, fresh }) => tell("answer", { id, run: JSON.parse(kernel.needed(...[cells, targets, fresh].map((one) => JSON.stringify(one)))) }),
  touched: ({ id, cells, at, before }) => tell("answer", { id, ...JSON.parse(kernel.touched(JSON.stringify(cells), at, before)) }),
  fresh: () => kernel.fresh(),
  moved: ({ model, changes }) => kernel.moved(model, JSON.stringify(changes)),
  forget: ({ models }) => kernel.forget(JSON.stringify(models)),
};

// An error's kind says more than its words: RangeError for memory, CompileError for a damaged file.
const wordsOf = (error) => (error instanceof Error ? String(error) : (error?.message ?? JSON.stringify(error))).replace(/^Error: /, "").trim().slice(-600);

self.onmessage = async ({ data }) => {
  try {
    await actions[data.action](data);
  } catch (error) {
    // Not an error of a cell, which comes back as its result: Pyodide itself failed, or a file did.
    tell("failed", { during: data.action, id: data.id, words: (!kernel && missing) || wordsOf(error) });
  }
};
