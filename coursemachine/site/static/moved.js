// An address that names a place which has moved to another chapter leads there.
addEventListener("DOMContentLoaded", () => {
  const name = location.hash.slice(1).split("?")[0];
  if (!/^[a-z][a-z0-9-]*-[a-z0-9-]+$/.test(name) || document.getElementById(name)) return;
  const root = new URL(document.documentElement.dataset.content_root ?? "./", location.href).href;
  const list = document.createElement("script");
  list.src = `${root}_static/places.js`;
  list.addEventListener("load", () => {
    const page = Object.entries(/** @type {any} */ (window).places).find(([, names]) => names.includes(name))?.[0];
    if (page) location.replace(`${root}${page}.html${location.hash}`);
  });
  document.head.append(list);
});
