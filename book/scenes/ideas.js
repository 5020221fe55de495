// The ideas of lessons on a matrix of counts: what each draws and says of it, and its controls.
import { ACCENT, choice, draw, fix, graph, percent, polygon, set, slider, sum, words } from "../../coursemachine/controls/static/front.js";
import { leastError } from "./arithmetic/pairs.js";
import { leastCost, leastOf, stepsOfF1 } from "./arithmetic/relabelled.js";
import { asNoise, chainOf, costsOf, dealt, duelOf, leavesOf, missingOf, radiiOf, roundOf, unmixed, worstOf } from "./arithmetic/yours.js";
import { describeCounts } from "./arithmetic/report.js";
import { drawBars, drawErrors, inThousands, shortened } from "./counts.js";
import { shiftCode } from "./reading.js";

const span = ([low, high]) => `${fix(low, 3)} to ${fix(high, 3)}`;
const listed = (texts) => texts.slice(0, 6).join(", ") + (texts.length > 6 ? ` and ${texts.length - 6} more` : "");
// Classes with their numbers of examples, fewest first.
const sizesOf = ({ labels, counts }) => labels.map((name, p) => ({ name: shortened(name), size: sum(counts[p]) })).sort((one, other) => one.size - other.size);
const barsOf = (stage, title, values, more = {}, own = 0) =>
  drawBars(stage, { title, left: 94, rows: Object.entries(values).map(([name, value], k) => ({ name, value, text: fix(value, 3), marked: k === own })), ...more });
// The predictions that get another name.
function namesOf({ labels }, names) {
  const other = names.flatMap((k, q) => (k === q ? [] : [`${shortened(labels[k])} where it says ${shortened(labels[q])}`]));
  return other.length ? `says ${listed(other)}` : "keeps every prediction";
}
const instead = (value, own) => (Math.abs(value - own) < 5e-4 ? fix(value, 3) : `${fix(value, 3)} in place of ${fix(own, 3)}`);
const PRICES = [0, 0.5, 1, 2, 5, 10, 20];
const SAME = "On the counts that it was found on, a rule looks better than it is.";

// What is long to say.
export const EXTREMES = { k: 100, allowance: 0.05, impurity: "misclassification", times: 100, wrong: 0.2, part: 0.5, shares: "equal", price: 1, folds: 20 };

export const CONTROLS = {
  cost: ({ control }) => control(slider, "k", [1, 2, 3, 5, 10, 20, 50, 100], "price of an error of the class that pays"),
  promise: ({ control }) => control(choice, "allowance", [0.2, 0.1, 0.05], "allowance"),
  leaves: ({ control }) => control(choice, "impurity", ["misclassification", "entropy", "Gini"], "impurity"),
  stream: ({ control }) => control(slider, "times", [1, 2, 5, 10, 20, 50, 100], "examples of the rarest class, times"),
  unmix: ({ control }) => control(slider, "wrong", [0, 0.01, 0.02, 0.05, 0.1, 0.15, 0.2], "share of wrong labels"),
  forced: ({ control }) => control(choice, "part", [1, 0.5, 0.2, 0.1], "the table's error, as a part of the one counted"),
  rule({ control }) {
    control(slider, "k", [1, 2, 3, 5, 10, 20, 50, 100], "price of an error of the class that pays");
    control(choice, "shares", ["as counted", "equal"], "shares of the classes in use");
  },
  frontier: ({ control }) => control(slider, "price", PRICES, "price of the error"),
  folds: ({ control }) => control(choice, "folds", [2, 5, 10, 20], "folds"),
};

export const IDEAS = {
  accuracy(stage, told) {
    drawErrors(stage, told);
    const { measures, intervals, accuracy_hides: hides } = told;
    const { label, examples, error, low, high } = worstOf(told.classes);
    const pays = error ? `The class that pays is ${shortened(label)}: its error is ${fix(error, 3)} (${span([low, high])}), on ${inThousands(examples)} examples.` : "There is no error, so no class pays.";
    return `Accuracy ${fix(measures.accuracy, 3)} (95 % interval ${span(intervals.accuracy)}); always predicting ${shortened(hides.most_frequent)} has ${fix(hides.accuracy_of_most_frequent, 3)}. Norm ${fix(measures.operator_norm, 3)}. ${pays}`;
  },

  cost(stage, told, { k }) {
    const { worst, often, own, always, frequent, from } = costsOf(told, k);
    const name = shortened(worst);
    barsOf(stage, "cost of an example", { "as predicted": own, [`always ${shortened(worst, 10)}`]: always, [`always ${shortened(often, 10)}`]: frequent });
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

  duel(stage, told) {
    const { rare, often, size, plain, ovo, ova } = duelOf(told);
    if (told.classes.length < 2) return "Only one class has examples, so there is no duel.";
    barsOf(stage, `${shortened(rare)} from this probability on`, { "one-vs-all": ova, "one-vs-one": ovo, "no weights": plain }, { most: 0.5 });
    return `One-vs-all holds ${inThousands(size)} of ${shortened(rare)} against ${inThousands(told.examples - size)} of the rest. Where only ${shortened(rare)} and ${shortened(often)} are possible, exact learners predict ${shortened(rare)} from a probability of ${fix(plain)} on; with both sides balanced from ${fix(ovo, 3)} on in one-vs-one, the least balanced error, and from ${fix(ova, 3)} on in one-vs-all.`;
  },

  leaves(stage, told, { impurity }) {
    const { before, after, leaves } = leavesOf(told, impurity);
    const rows = leaves.sort((one, other) => other.size - one.size).slice(0, 12).map(({ label, size, impurity: value, called }) => ({ name: label, value, text: `${fix(value)} of ${inThousands(size)}`, marked: called !== label }));
    drawBars(stage, { title: `${impurity} where it says`, rows, most: 1.6 * Math.max(before, ...rows.map(({ value }) => value)) || 1 });
    const calls = (key) => ((other) => (other.length ? listed(other) : "its own name"))(leaves.flatMap((leaf) => (leaf[key] === leaf.label ? [] : [`${shortened(leaf[key])} in place of ${shortened(leaf.label)}`])));
    return `As the leaves of a tree the predictions lower ${impurity} from ${fix(before, 3)} to ${fix(after, 3)}. The name that a tree would give to each leaf: by counts ${calls("called")}, with class weights ${calls("even")}.`;
  },

  stream(stage, told, { times }) {
    const [{ stream, test, rarest }, norm] = [radiiOf(told, times), told.measures.operator_norm];
    const [name, more] = [sizesOf({ labels: told.labels, counts: told.counts }).find(({ size }) => size).name, times > 1 ? `With ${times} times as many of it` : "Here"];
    barsOf(stage, "what is added to the norm", { "a stream": stream, "a test sample": test });
    return `The rarest class is ${name}. ${more} it makes ${percent(rarest)} of the sum of all 1/T. If each example was predicted once and learned from afterwards, the online norm, ${fix(norm, 3)} here, is within ${fix(stream, 3)} of the norm of the online confusion risk, with 95 %${stream > Math.sqrt(told.labels.length - 1) ? ", which is more than any norm, so it promises nothing" : ""}; for a classifier that was fixed before, ${fix(test, 3)} is added, to one side.`;
  },

  noise(stage, told) {
    const found = asNoise(told);
    if (!found) return "A class has no example, so its column of the noise matrix is not known.";
    const rows = told.labels.map((name, q) => ({ name, value: Math.abs(found.gaps[q]), text: fix(found.gaps[q], 3), marked: found.gaps[q] <= 0, gap: found.gaps[q] })).sort((one, other) => one.gap - other.gap).slice(0, 12);
    drawBars(stage, { title: "ahead of the likeliest other name", rows, most: 1 });
    const lost = rows.filter(({ gap }) => gap <= 0).map(({ name }) => shortened(name));
    const kept = lost.length ? `a rich learner would lose ${listed(lost)}, where another name is as likely or likelier` : "each class would still have its own name most often, so a rich learner needs no matrix";
    const back = found.inverse === Infinity ? "The matrix has no inverse, so shares cannot be had back" : `Undoing the noise may multiply an error of the shares by ${fix(found.inverse, 2)}, the norm of the inverse`;
    return `If labels were wrong at these rates, ${kept}. ${back}.`;
  },

  unmix(stage, told, { wrong }) {
    const { errors, accuracy, least } = unmixed(told, wrong);
    const barOf = (name, error) => (error === null ? { name, value: 0, text: "none is left", marked: true } : { name, value: Math.max(0, error), text: fix(error, 3), marked: error < 0 });
    const rows = told.labels.flatMap((name, p) => (sum(told.counts[p]) ? [barOf(name, errors[p])] : [])).slice(0, 12);
    drawBars(stage, { title: "class error on true labels", rows, most: Math.max(1e-9, ...rows.map(({ value }) => value)) });
    const below = least < -0.5 ? ` The least count becomes ${fix(least, 1)}: as far as this is more than chance, so many labels are not wrong in this way.` : "";
    return `If ${percent(wrong)} of the labels of each class were wrong, evenly, and the classifier had not seen them, its accuracy on true labels would be ${fix(accuracy, 3)} in place of ${fix(told.measures.accuracy, 3)}.${below}`;
  },

  round(stage, told) {
    const found = roundOf(told);
    const edge = chainOf(told).mm;
    if (!found) return edge <= 0 ? `The edge of AdaBoost.MM is ${fix(edge, 3)}: no weak learner that a round could use.` : "There is no error, so the vote would have no end.";
    const rows = told.labels.map((name, p) => ({ name, value: found.shares[p], text: `${percent(found.shares[p])} from ${percent(sum(told.counts[p]) / told.examples)}`, marked: found.shares[p] > sum(told.counts[p]) / told.examples })).sort((one, other) => other.value - one.value).slice(0, 8);
    drawBars(stage, { title: "share of the loss after the round", rows, most: 1.8 * rows[0].value });
    return `As the weak classifier of a first round this has the edge δ = ${fix(edge, 3)} and a vote of ${fix(found.vote, 3)}; ${fix(found.left, 3)} of the loss is left, at most √(1 − δ²) = ${fix(Math.sqrt(1 - edge ** 2), 3)}. The next round sees a class by its share of what is left, not of the examples.`;
  },

  chain(stage, told) {
    const [{ S, most, combo, mm }, { balanced_error: ber, operator_norm: norm, frobenius_norm: size }] = [chainOf(told), told.measures];
    barsOf(stage, "least to most", { "balanced error": ber, norm, Frobenius: size, "S or its root": most, "sum S": S }, {}, 1);
    return `The norm, ${fix(norm, 3)}, is between the balanced error, ${fix(ber, 3)}, and ${fix(most, 3)}, the smaller of S and its root. In a first round CoMBo would see of this classifier its edge ${fix(combo, 3)}, whose weights count classes alike, and AdaBoost.MM ${fix(mm, 3)}; where the errors go changes neither.`;
  },

  forced(stage, told, { part }) {
    const [{ operator_norm: norm, error }, sizes] = [told.measures, told.counts.map(sum).filter(Boolean)];
    const [least, claimed] = [leastError(norm, sizes.map((size) => size / told.examples)), part * error];
    barsOf(stage, "error", { "in the table": claimed, "least possible": least, "as counted": error });
    return `No classifier with the norm ${fix(norm, 3)} has at these shares an error below ${fix(least, 4)}; counted is ${fix(error, 4)}. So a table with this norm and the error ${fix(claimed, 4)} ${claimed < least - 1e-9 ? "cannot be right" : "may be right"}.`;
  },

  rule(stage, told, { k, shares }) {
    const dear = told.labels.indexOf(worstOf(told.classes).label);
    const { names, own, least } = leastCost(told, dear, k, shares === "equal");
    barsOf(stage, "cost of an example", { "least cost": least, "as predicted": own });
    return `If an error of ${shortened(told.labels[dear])} costs ${k} and any other 1, the rule of least cost that sees the predictions alone ${namesOf(told, names)}: an example costs ${instead(least, own)}. ${SAME} Probabilities would tell it more.`;
  },

  floor(stage, told) {
    const [{ lower, upper, error }, { operator_norm: norm, error: own }] = [leastOf(told), told.measures];
    barsOf(stage, "norm", { "a mixture": upper, "no rule below": lower, "as predicted": norm });
    return `No rule that sees of an example only the prediction has a norm below ${fix(lower, 3)} on these counts, coins allowed; one has ${fix(upper, 3)}, with the error ${fix(error, 3)}. As predicted it is ${fix(norm, 3)}, with ${fix(own, 3)}. ${SAME} Probabilities allow less.`;
  },

  frontier(stage, told, { price }) {
    const [{ lower, norm, error }, { operator_norm: own, error: R }] = [leastOf(told, price), told.measures];
    const [right, top] = [1.25 * Math.max(error, R, 0.01), 1.15 * Math.max(own, norm, 0.01)];
    const ticks = (end) => [0, 0.5, 1].map((part) => Number((part * end).toPrecision(1)));
    const { root, to } = graph(stage, [210, 176], [0, right, 0, top], { name: "error", ticks: ticks(0.9 * right) }, { name: "norm", ticks: ticks(0.9 * top) });
    set(root, { role: "img", "aria-label": `as predicted error ${fix(R, 3)}, norm ${fix(own, 3)}; at this price error ${fix(error, 3)}, norm ${fix(norm, 3)}; none below a line` });
    const [start, end] = price ? [Math.max(0, (lower - top) / price), Math.min(right, lower / price)] : [0, right];
    root.append(draw("path", { d: `M${polygon([start, end].map((x) => to([x, lower - price * x])))}`, stroke: "currentColor", "stroke-dasharray": "4 3", fill: "none" }));
    for (const [point, color, name] of [[[R, own], "currentColor", "as predicted"], [[error, norm], ACCENT, "least"]]) {
      const [cx, cy] = to(/** @type {[number, number]} */ (point));
      root.append(draw("circle", { cx, cy, r: 4, fill: color }), words(cx + 7, cy - 8, name, { "text-anchor": "start", class: "cf-halo" }));
    }
    return `At a price of ${price} a mixture of names for the predictions has the error ${fix(error, 3)} and the norm ${fix(norm, 3)}; as predicted they are ${fix(R, 3)} and ${fix(own, 3)}. No rule that sees the predictions alone lies below the dashed line, on these counts.`;
  },

  gains(stage, told) {
    const { own, names, value } = stepsOfF1(told);
    barsOf(stage, "macro-F1", { "by the gains": value, "as predicted": own }, { most: 1 });
    return `The gains of macro-F1 at this matrix give each prediction a name: the best that the steps meet ${namesOf(told, names)}. Macro-F1 is ${instead(value, own)}. ${SAME}`;
  },

  folds(stage, told, { folds }) {
    const norms = dealt(told, folds, 1).map((N) => describeCounts(N, told.labels).measures.operator_norm);
    const [mean, whole] = [sum(norms) / folds, told.measures.operator_norm];
    drawBars(stage, { title: folds > 10 ? "norms of the first ten folds" : "norm of a fold", rows: norms.map((value, k) => ({ name: `fold ${k + 1}`, value, text: fix(value, 3), marked: false })).slice(0, 10), line: whole, slots: 10 });
    return `Dealt to ${folds} folds by chance, the examples have a mean norm of ${fix(mean, 3)}, from ${span([Math.min(...norms), Math.max(...norms)])}; put together, ${fix(whole, 3)} (dashed). Of the rarest class a fold has about ${fix(sizesOf(told).find(({ size }) => size).size / folds, 1)} examples; where every class is spread evenly the mean is never the smaller of the two.`;
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
