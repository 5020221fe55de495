// An address that names a place which has moved to another chapter leads there; a page that is no more leads on.
addEventListener("DOMContentLoaded", () => {
  const name = location.hash.slice(1).split("?")[0];
  const named = /^[a-z][a-z0-9-]*-[a-z0-9-]+$/.test(name) && !document.getElementById(name);
  const on = /** @type {HTMLAnchorElement | null} */ (document.querySelector("a.leads-on"))?.href;
  if (!named) {
    if (on) location.replace(on);
    return;
  }
  const root = front.siteRoot();
  const list = front.make("script", { src: `${root}_static/places.js` });
  list.addEventListener("load", () => {
    const page = Object.entries(/** @type {any} */ (window).places).find(([, names]) => names.includes(name))?.[0];
    const to = page ? `${root}${page}.html${location.hash}` : on;
    if (to) location.replace(to);
  });
  document.head.append(list);
});
