// A service worker, registered at a reader's first run: keeps the files of Python, and the pages where it was used, for a
// visit without a network.  site/live_python.py puts it at the root of the site.
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const STORE = `live ${worker.registration.scope}`;
const PYTHON = `${worker.registration.scope}_static/pyodide/`;

worker.addEventListener("install", () => worker.skipWaiting());

worker.addEventListener("activate", (event) => event.waitUntil(begin()));

async function begin() {
  const old = (await caches.keys()).filter((name) => name.startsWith(`${STORE} `));
  await Promise.all(old.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

// A page tells what it was made of before there was a store.
worker.addEventListener("message", (event) => {
  const { data } = event;
  if (data.forget) event.waitUntil(forget(() => true));
  if (data.lock) event.waitUntil(drop(data.core, data.lock));
  const files = (data.files ?? []).filter((file) => file.startsWith(worker.registration.scope)).map((file) => new Request(file));
  event.waitUntil(Promise.allSettled(files.map((file) => (file.url.startsWith(PYTHON) ? lacking(file) : newest(file)))));
});

/** @param {(address: string) => boolean} unwanted */
async function forget(unwanted) {
  const store = await caches.open(STORE);
  for (const { url } of await store.keys()) if (url.startsWith(PYTHON) && unwanted(url)) await store.delete(url);
}

// Python has started: what neither it nor its lock names is of an earlier edition.
async function drop(core, lock) {
  const response = await caches.match(lock, { cacheName: STORE });
  if (!response) return;
  const { packages } = await response.json();
  const files = new Set(Object.values(packages).map((one) => PYTHON + one.file_name));
  await forget((address) => address !== lock && !address.startsWith(core) && !files.has(address));
}

async function keep(request, response) {
  // A full disk is no reason to withhold the answer.
  if (response.status === 200) await (await caches.open(STORE)).put(request, response).catch(() => {});
}

// Files of Python never change under their addresses; where one is damaged the page asks to forget them.
async function kept(request, event) {
  const found = await caches.match(request, { cacheName: STORE });
  if (found && request.cache !== "reload") return found;
  try {
    const response = await fetch(request);
    const done = keep(request, response.clone());
    // Asked to load it again, the store must have the new file before the next one asks for it.
    if (found) await done;
    else event.waitUntil(done);
    return response;
  } catch (error) {
    if (found) return found;
    throw error;
  }
}

async function lacking(request) {
  if (!(await caches.match(request, { cacheName: STORE }))) await keep(request, await fetch(request));
}

// Everything else may have changed: the network first, and what was kept where there is none.
async function newest(request) {
  try {
    // A page names the addresses of all else, so a server is asked whether it has changed.
    const response = await fetch(request, request.mode === "navigate" ? { cache: "no-cache" } : {});
    await keep(request, response.clone());
    return response;
  } catch (error) {
    const found = await caches.match(request, { cacheName: STORE, ignoreSearch: true });
    if (found) return found;
    throw error;
  }
}

// What a reader writes stays here: the worker that runs it reaches no other site.
const POLICY = "default-src 'self'; script-src 'self' 'unsafe-eval' 'wasm-unsafe-eval'";

// A site that cannot send these gets them here, from the second visit on: Stop can interrupt Python then.
function sharing(request, response) {
  if (response.status !== 200) return response;
  const headers = new Headers(response.headers);
  if (request.destination === "worker") headers.set("Content-Security-Policy", POLICY);
  headers.set("Cross-Origin-Opener-Policy", "same-origin");
  headers.set("Cross-Origin-Embedder-Policy", "require-corp");
  return new Response(response.body, { status: 200, statusText: response.statusText, headers });
}

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(worker.registration.scope)) return;
  if (request.url.startsWith(PYTHON)) event.respondWith(kept(request, event));
  else if (request.mode === "navigate" || request.destination === "worker") event.respondWith(newest(request).then((response) => sharing(request, response)));
  else event.respondWith(newest(request));
});
