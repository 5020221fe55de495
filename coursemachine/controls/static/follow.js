// Small movements between two states, so that an eye can follow what changes; none where a reader wants none.

const BRIEF = 400; // milliseconds, so that an eye sees what goes where
const NUMBERS = /-?\d+(?:\.\d+)?/g;
const PLACES = ["d", "x", "y", "width", "height", "transform", "points", "cx", "cy", "x1", "x2", "y1", "y2"];

// Attributes of `after` that differ from those of `before` in their numbers alone, element by element.
function changes(before, after) {
  const [was, is] = [before, after].map((root) => [...root.querySelectorAll("*")]);
  if (was.length !== is.length) return [];
  return is.flatMap((node, k) =>
    PLACES.flatMap((name) => {
      const [from, to] = [was[k], node].map((one) => one.getAttribute(name) ?? "");
      if (!from || !to || from === to || was[k].localName !== node.localName || from.replace(NUMBERS, "") !== to.replace(NUMBERS, "")) return [];
      return [{ node, name, to, ends: [from, to].map((text) => text.match(NUMBERS).map(Number)), last: to }];
    }),
  );
}

export function follow(before, after) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const moves = changes(before, after);
  const start = performance.now();
  const step = (time) => {
    const part = Math.min(1, Math.max(0, (time - start) / BRIEF));
    for (const move of moves) {
      // What somebody else has moved meanwhile is theirs.
      if (move.node.getAttribute(move.name) !== move.last) continue;
      let k = 0;
      const [a, b] = move.ends;
      const mixed = () => (a[k] + part * (b[k] - a[k++])).toFixed(2);
      move.last = part < 1 ? move.to.replace(NUMBERS, mixed) : move.to;
      move.node.setAttribute(move.name, move.last);
    }
    if (part < 1 && moves.length) requestAnimationFrame(step);
  };
  step(start);
}
