// Now yours: the idea of a lesson on the matrix that a reader has read on the page of one's own, which this browser keeps and
// no address tells; until there is one, on an example.
// Parameters: idea (one of IDEAS), examples (by their words: { whose, labels, N }), dealt (a list of such matrices, one of which
// a student's number brings, as if it had been read; empty where none is dealt).
import { button, make, save, scene, siteRoot, sum } from "../../coursemachine/controls/static/front.js";
import { describeCounts } from "./arithmetic/report.js";
import { drawMatrix, ownShelf } from "./counts.js";
import { CONTROLS, EXTREMES, IDEAS } from "./ideas.js";
import { textOf } from "./reading.js";

export const parameters = ["idea", "examples", "dealt"];

// The reader's own matrix; null if this browser keeps none.
function mine() {
  const { labels, N, whose } = ownShelf().get({});
  return Array.isArray(N) && N.length === labels?.length && sum(N.flat()) > 0 ? { labels, N, dealt: whose } : null;
}

// A field for a student's number; `take` gets the matrix of it, always the same.
function dealer(key, dealt, take) {
  const field = make("input", { type: "number", min: 0, step: 1, id: `${key}-number`, inputmode: "numeric", style: "width: 8em" });
  const deal = () => /^\d+$/.test(field.value) && take(dealt[Number(BigInt(field.value) % BigInt(dealt.length))]);
  field.addEventListener("change", deal);
  field.addEventListener("keydown", (event) => event.stopPropagation()); // in full screen digits are for choices
  return make("div", {}, make("label", { for: field.id }, "No matrix yet? A student number deals one of "), String(dealt.length), ": ", field);
}

export function fill(view) {
  let [own, known] = [mine(), {}];
  const handle = scene(view, (hand) => {
    const { key, parameters: { idea, examples, dealt }, stage, controls, now, put } = hand;
    hand.buttons({ yours: { whose: "" }, ...Object.fromEntries(Object.keys(examples).map((name) => [name, { whose: name }])) });
    const presets = controls.querySelector(".cf-presets");
    const mineAgain = presets.firstChild;
    const note = controls.appendChild(make("p"));
    Object.assign(note.style, { flexBasis: "100%", margin: "0" });
    const file = button("download as CSV", () => save(new Blob([`${textOf(shown(now()))}\n`], { type: "text/csv" }), "matrix.csv"));
    controls.append(file);
    const take = (one) => (ownShelf().set(one), ([own, known] = [mine() ?? { ...one, dealt: one.whose }, {}]), put({ whose: "" }));
    if (dealt.length) controls.append(dealer(key, dealt, take));
    CONTROLS[idea]?.(hand);
    const code = make("pre", { tabindex: "0", role: "group", "aria-label": "the shift in Python" });
    code.style.overflowX = "auto";
    if (idea === "shift") stage.after(code);
    // In a notebook there is no such page beside.
    const inBook = document.documentElement.dataset.content_root !== undefined;
    const page = inBook ? make("a", { href: new URL("decisions/your-own-matrix.html", siteRoot()).href }, "Your own matrix") : "Your own matrix";
    const shown = (at) => (at.whose || !own ? { ...Object.values(examples)[0], ...examples[at.whose] } : { dealt: "", ...own, whose: "" });
    function show(at) {
      const { whose, labels, N, dealt: by } = shown(at);
      if (own) presets.prepend(mineAgain);
      else mineAgain.remove();
      note.replaceChildren(whose ? `${whose}. Paste yours, or open its file, on ` : by ? `Yours, as dealt: ${by}. Read another on ` : "Yours, as last read on ", page, whose ? "." : "; it stays in this browser.");
      stage.replaceChildren();
      const told = (known[whose] ??= describeCounts(N, labels));
      drawMatrix(stage, told, 140); // so that bars have room beside it
      return IDEAS[idea](stage, told, at, (lines) => (code.textContent = lines.join("\n")));
    }
    return { allow: { whose: (wanted) => ["", ...Object.keys(examples)].find((one) => one === wanted) }, show, extremes: ["", ...Object.keys(examples)].map((one) => ({ whose: one, ...EXTREMES })) };
  });
  /** Yours was read in another window, or the browser brings this page back as it was. @param {any} event */
  const again = ({ persisted, type }) => (persisted || type === "storage") && (([own, known] = [mine(), {}]), handle.go({}));
  const gone = new AbortController();
  for (const kind of ["pageshow", "storage"]) addEventListener(kind, again, { signal: gone.signal });
  return { ...handle, close: () => (gone.abort(), handle.close()) };
}
