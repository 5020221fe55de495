// What a link leads to, beside the link: terms, statements, formulas, figures, sources and claims, on hover and on focus.
(() => {
  const KINDS = "dt, div.math, div.proof.admonition, div.exercise.admonition, .citation, figure.numbered, tr[id]";
  const OPEN_AFTER = 250, CLOSE_AFTER = 250; // milliseconds
  const pages = new Map();
  let box = null, owner = null, timer = 0;

  async function fetched(address) {
    const answer = await fetch(address).catch(() => null); // a page opened from a file may fetch none
    return answer?.ok ? new DOMParser().parseFromString(await answer.text(), "text/html") : null;
  }
  const pageAt = (address) => pages.get(address) ?? pages.set(address, fetched(address)).get(address);

  // A definition for a term; else the thing itself, without what only works in its place.
  function content(page, name, address) {
    const target = page.getElementById(name);
    if (!target?.matches(KINDS)) return null;
    let source = target;
    if (target.matches("dt")) {
      source = target.nextElementSibling;
      while (source && source.tagName !== "DD") source = source.nextElementSibling;
      if (!source || !target.closest("dl.glossary")) return null;
    }
    const copy = source.cloneNode(true);
    for (const one of copy.querySelectorAll("script, .headerlink, button, .cf-controls, noscript")) one.remove();
    for (const one of [copy, ...copy.querySelectorAll("[id], [tabindex]")]) {
      one.removeAttribute("id");
      one.removeAttribute("tabindex");
    }
    for (const link of copy.querySelectorAll("a")) {
      link.href = new URL(link.getAttribute("href"), address).href;
      link.tabIndex = -1; // read, not visited: the way on is the link itself
    }
    return copy;
  }

  function place(link) {
    const at = link.getClientRects()[0] ?? link.getBoundingClientRect();
    const { width, height } = box.getBoundingClientRect();
    const left = Math.max(8, Math.min(at.left, document.documentElement.clientWidth - width - 8));
    const below = at.bottom + 6;
    const top = below + height > innerHeight && at.top - height - 6 > 0 ? at.top - height - 6 : below;
    Object.assign(box.style, { left: `${left}px`, top: `${top}px` });
  }

  function close() {
    clearTimeout(timer);
    owner?.removeAttribute("aria-describedby");
    if (owner?.dataset.title) owner.title = owner.dataset.title;
    box?.remove();
    box = owner = null;
  }

  async function open(link) {
    const address = new URL(link.href);
    const name = address.hash.slice(1);
    const here = address.pathname === location.pathname;
    const page = here ? document : await pageAt(address.href.split("#")[0]);
    const copy = page && content(page, name, address.href);
    if (!copy || !(link.matches(":hover") || link === document.activeElement)) return;
    close();
    owner = link;
    if (link.title) [link.dataset.title, link.title] = [link.title, ""]; // or the browser shows its own as well
    box = front.make("div", { id: "preview", class: "preview bd-content", role: "tooltip" });
    box.append(...(copy.matches("dd") ? copy.childNodes : [copy]));
    box.addEventListener("pointerenter", () => clearTimeout(timer));
    box.addEventListener("pointerleave", later);
    document.body.append(box);
    link.setAttribute("aria-describedby", "preview");
    place(link);
  }

  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(close, CLOSE_AFTER);
  };

  function soon(link) {
    clearTimeout(timer);
    if (link !== owner) timer = setTimeout(() => open(link), OPEN_AFTER);
  }

  document.addEventListener("DOMContentLoaded", () => {
    const links = /** @type {HTMLAnchorElement[]} */ ([...document.querySelectorAll(".bd-article a.internal[href*='#']:not(.headerlink)")]);
    for (const link of links) {
      link.addEventListener("pointerenter", (/** @type {PointerEvent} */ event) => event.pointerType !== "touch" && soon(link));
      link.addEventListener("pointerleave", later);
      link.addEventListener("focus", () => link.matches(":focus-visible") && soon(link));
      link.addEventListener("blur", later);
    }
  });
  addEventListener("keydown", (event) => event.key === "Escape" && close());
})();
