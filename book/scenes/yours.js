// Now yours: the idea of a lesson on the matrix that a reader has read on the page of one's own, which this browser keeps and
// no address tells; until there is one, on an example.
// Parameters: idea (accuracy, cost, promise or shift), examples (by their words: { whose, labels, N }).
import { choice, fix, make, percent, scene, siteRoot, slider, sum } from "../../coursemachine/controls/static/front.js";
import { describeCounts } from "./arithmetic/report.js";
import { costsOf, missingOf, worstOf } from "./arithmetic/yours.js";
import { drawBars, drawErrors, drawMatrix, inThousands, ownShelf, shortened } from "./counts.js";
import { shiftCode } from "./reading.js";

export const parameters = ["idea", "examples"];

const span = ([low, high]) => `${fix(low, 3)} to ${fix(high, 3)}`;
const listed = (texts) => texts.slice(0, 6).join(", ") + (texts.length > 6 ? ` and ${texts.length - 6} more` : "");
// Classes with their numbers of examples, fewest first.
const sizesOf = ({ labels, counts }) => labels.map((name, p) => ({ name: shortened(name), size: sum(counts[p]) })).sort((one, other) => one.size - other.size);

const CONTROLS = {
  cost: ({ control }) => control(slider, "k", [1, 2, 3, 5, 10, 20, 50, 100], "price of an error of the class that pays"),
  promise: ({ control }) => control(choice, "allowance", [0.2, 0.1, 0.05], "allowance"),
};

// What an idea draws and says of a matrix, at a state; `write` takes lines of code.
const IDEAS = {
  accuracy(stage, told) {
    drawErrors(stage, told);
    const { measures, intervals, accuracy_hides: hides } = told;
    const { label, examples, error, low, high } = worstOf(told.classes);
    const pays = error ? `The class that pays is ${shortened(label)}: its error is ${fix(error, 3)} (${span([low, high])}), on ${inThousands(examples)} examples.` : "There is no error, so no class pays.";
    return `Accuracy ${fix(measures.accuracy, 3)} (95 % interval ${span(intervals.accuracy)}); always predicting ${shortened(hides.most_frequent)} has ${fix(hides.accuracy_of_most_frequent, 3)}. Norm ${fix(measures.operator_norm, 3)}. ${pays}`;
  },

  cost(stage, told, { k }) {
    const { worst, often, own, always, frequent, from } = costsOf(told, k);
    const [name, rows] = [shortened(worst), { "as predicted": own, [`always ${shortened(worst, 10)}`]: always, [`always ${shortened(often, 10)}`]: frequent }];
    drawBars(stage, { title: "cost of an example", left: 94, rows: Object.entries(rows).map(([one, value], row) => ({ name: one, value, text: fix(value, 3), marked: !row })) });
    const limit = from === Infinity ? "No error of any class was seen, so a price changes nothing." : from < 1 ? "At no price from 1 on is this classifier the cheaper one." : `Above a price of ${fix(from, 1)} the second costs less.`;
    return `If an error of ${name} costs ${k} and any other 1, an example costs ${fix(own, 3)}; if one always predicts ${name}, ${fix(always, 3)}. ${limit}`;
  },

  promise(stage, told, { allowance }) {
    const [{ wanted, missing }, { measures: { operator_norm: norm }, norm_at_most: most, labels }] = [missingOf(told, allowance), told];
    const rows = sizesOf(told).slice(0, 12).map(({ name, size }) => ({ name, value: Math.min(size, 2 * wanted), text: inThousands(size), marked: size < wanted }));
    drawBars(stage, { title: "examples, fewest first", rows, most: 2 * wanted, line: wanted });
    const short = labels.flatMap((label, p) => (missing[p] ? [`${inThousands(missing[p])} of ${shortened(label)}`] : []));
    const none = told.classes.length < labels.length ? " Classes without an example are not in it." : "";
    return `Norm ${fix(norm, 3)}. With probability 95 % the true one is at most ${fix(most, 3)}, ${fix(most - norm, 3)} more, if the classifier was fixed before these examples were seen.${none} For an allowance of ${allowance} each class needs ${inThousands(wanted)} examples; ${short.length ? `missing are ${listed(short)}` : "none are missing"}.`;
  },

  shift(stage, told, _at, write) {
    const [classes, { examples, labels, counts }] = [sizesOf(told), told];
    drawBars(stage, { title: "share of the examples", rows: classes.slice(0, 12).map(({ name, size }, k) => ({ name, value: size / examples, text: percent(size / examples, 1), marked: !k })) });
    const [fewest, most] = [classes[0], classes[classes.length - 1]];
    write(fewest.size ? shiftCode(labels, counts.map(sum)) : []);
    if (!fewest.size) return `There is no example of ${fewest.name}, so there is no share to divide by.`;
    return `The shift weighs the probability of ${fewest.name} ${fix(most.size / fewest.size, 1)} times as much as that of ${most.name}. What it does to the errors does not follow from counts: it takes the probabilities, P. Where the training data had other shares, put in their counts.`;
  },
};

// The reader's own matrix; null if this browser keeps none.
function mine() {
  const { labels, N } = ownShelf().get({});
  return Array.isArray(N) && N.length === labels?.length && sum(N.flat()) > 0 ? { labels, N } : null;
}

export function fill(view) {
  let [own, known] = [mine(), {}];
  const handle = scene(view, (hand) => {
    const { parameters: { idea, examples }, stage, controls } = hand;
    hand.buttons({ yours: { whose: "" }, ...Object.fromEntries(Object.keys(examples).map((name) => [name, { whose: name }])) });
    const presets = controls.querySelector(".cf-presets");
    const mineAgain = presets.firstChild;
    const note = controls.appendChild(make("p"));
    Object.assign(note.style, { flexBasis: "100%", margin: "0" });
    CONTROLS[idea]?.(hand);
    const code = make("pre", { tabindex: "0", role: "group", "aria-label": "the shift in Python" });
    code.style.overflowX = "auto";
    if (idea === "shift") stage.after(code);
    // In a notebook there is no such page beside.
    const inBook = document.documentElement.dataset.content_root !== undefined;
    const page = inBook ? make("a", { href: new URL("decisions/your-own-matrix.html", siteRoot()).href }, "Your own matrix") : "Your own matrix";
    function show(at) {
      const { whose, labels, N } = at.whose || !own ? { ...Object.values(examples)[0], ...examples[at.whose] } : { ...own, whose: "" };
      if (own) presets.prepend(mineAgain);
      else mineAgain.remove();
      note.replaceChildren(whose ? `${whose}. Read yours on ` : "Yours, as last read on ", page, whose ? "." : "; it stays in this browser.");
      stage.replaceChildren();
      const told = (known[whose] ??= describeCounts(N, labels));
      drawMatrix(stage, told, 140); // so that bars have room beside it
      return IDEAS[idea](stage, told, at, (lines) => (code.textContent = lines.join("\n")));
    }
    return { allow: { whose: (wanted) => ["", ...Object.keys(examples)].find((one) => one === wanted) }, show, extremes: ["", ...Object.keys(examples)].map((one) => ({ whose: one, k: 100, allowance: 0.05 })) };
  });
  /** Yours was read in another window, or the browser brings this page back as it was. @param {any} event */
  const again = ({ persisted, type }) => (persisted || type === "storage") && (([own, known] = [mine(), {}]), handle.go({}));
  const gone = new AbortController();
  for (const kind of ["pageshow", "storage"]) addEventListener(kind, again, { signal: gone.signal });
  return { ...handle, close: () => (gone.abort(), handle.close()) };
}
