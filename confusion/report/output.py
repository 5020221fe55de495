"""A report as a table of 80 columns, and as a picture of the matrix with the entries that make its norm."""

import textwrap

import numpy as np

from confusion._core.sampling import LOSSES, MEASURES
from confusion.report.reading import UNSAID

__all__ = ["as_text", "picture"]

WIDTH, MAX_LABEL = 80, 14
#: As the chapters call the measures.
NAMES = {name: name.replace("_", " ") for name in MEASURES} | {
    "macro_f1": "macro-F1", "weighted_f1": "weighted F1", "g_mean": "G-mean", "kappa": "Cohen's kappa", "mcc": "MCC",
    "frobenius_norm": "Frobenius norm",
}  # fmt: skip
KINDS = dict(matrix="a matrix of counts", labels="labels and predictions", probabilities="labels and probabilities")
RULES = {"argmax": "largest probability", "shift": "divided by shares"}
#: Entries that make less of the norm than this are not framed.
FRAMED = 0.05
ACCENT = "#c4203a"


def as_text(found):
    """Write a report for a terminal.

    Parameters
    ----------
    found : dict
        As :func:`confusion.report.report` returns it.

    Returns
    -------
    str
        Lines of at most 80 characters, but for the code if there are many classes.
    """
    if not isinstance(found, dict) or "intervals" not in found:
        raise TypeError("found must be the dictionary that report() returns, with intervals")
    values, intervals, hides = found["measures"], found["intervals"], found["accuracy_hides"]
    exact = intervals is not None  # else there is nothing but sums of weights
    level, labels = f"{100 * found['level']:g} %", [_short(label) for label in found["labels"]]
    spans = [f"{level} interval"] if exact else []
    classes = sorted(found["classes"], key=lambda of_class: -round(of_class["error"], 9))
    chance = f" (McNemar's exact test that the first is no larger: {_p(hides['p_value'])})" if exact else ""
    rows = ([f"{count:.{12 if exact else 6}g}" for count in row] if any(row) else () for row in found["counts"])
    matrix = [[name, *row] for name, row in zip(labels, rows) if row]
    matrix = _table(["true \\ predicted", *labels], matrix)
    parts = [
        f"Read as {KINDS[found['kind']]}: {len(labels)} classes, {'' if exact else 'weights that sum to '}"
        f"{_count(found['examples'])}{' examples' * exact}. What follows supposes that the classifier was not trained "
        "on these examples."
        + ("" if exact else " There are no intervals, for weights do not say how many examples they stand for."),
        *found["notes"],
        matrix if matrix.index("\n") <= WIDTH else "The matrix is too wide for 80 columns: --picture draws it.",
        _table(
            ["measure", "value", *spans],
            [row for name, value in values.items() for row in _rows(found, name, value)],
        ),
        *(_of_intervals(found, level) if exact else ()),
        _table(
            ["class, worst first", "examples" if exact else "weights", "error", *spans, "precision", "F1"],
            [
                [_short(row["label"]), _count(row["examples"]), f"{row['error']:.3f}",
                 *([_span(row["low"], row["high"])] if exact else ()),
                 "-" if row["precision"] is None else f"{row['precision']:.3f}", f"{row['f1']:.3f}"]
                for row in classes[:12]
            ],
        ),
        "1 - error is the recall of a class, in remote sensing its producer's accuracy; precision is the user's "
        "accuracy.",
        f"What accuracy hides: it is {values['accuracy']:.3f}, and always predicting {_short(hides['most_frequent'])} "
        f"would have {hides['accuracy_of_most_frequent']:.3f}{chance}. With the same class errors it would be "
        f"{hides['accuracy_at_equal_shares']:.3f} if all classes were equally frequent, and "
        f"{hides['accuracy_at_worst_shares']:.3f} if all examples were of {_short(classes[0]['label'])}.",
        _table(
            [f"the norm, {values['operator_norm']:.3f}, is made of", "count", "rate", "share"],
            [
                [f"{_short(entry['true'])} as {_short(entry['predicted'])}", _count(entry["count"]),
                 f"{entry['rate']:.3f}", f"{entry['share']:.1%}"]
                for entry in found["norm_entries"][:8]
                if entry["share"] >= 0.0005
            ],
        ),
        _table(
            ["taken for each other", "there", "back"],
            [[" and ".join(map(_short, pair["classes"])), *(f"{rate:.3f}" for rate in pair["rates"])]
             for pair in found["shared_errors"][:5]],
        ),
        *(_compared(found, level) if "comparison" in found else ()),
        *(_decided(found, level) if "rules" in found else ()),
        *(note for note in found["notes"] if note == UNSAID),  # again: all above rests on it
    ]  # fmt: skip
    return "\n\n".join(part if "\n" in part else textwrap.fill(part, WIDTH) for part in parts if part) + "\n"


def _rows(found, name, value):
    """A measure with its interval, which that of a norm has beside the value that is corrected for its bias."""
    row, exact = [NAMES[name], f"{value:.3f}"], found["intervals"] is not None
    if exact and name in found["corrected"]:
        yield [*row, ""]
        row = ["  corrected", f"{found['corrected'][name]:.3f}"]
    yield [*row, _span(*found["intervals"][name])] if exact else row


def _of_intervals(found, level):
    first, *_, last = map(_short, found["labels"])
    order = f" Quadratic kappa takes the classes in their order, {first} to {last}."
    yield (
        "Accuracy, error and class errors have exact intervals; those of the others held the true value in at least "
        "93 % of the samples of each law on which 95 % was tried. Micro-averaged precision, recall and F1 equal the "
        f"accuracy, for an example has one label.{order if 'quadratic_kappa' in found['measures'] else ''}"
    )
    yield (
        "The norms of a sample are too large on average: corrected, they are without what it adds. Whatever the law, "
        f"the operator norm is at most {found['norm_at_most']:.3f} with probability {level}; the "
        f"{min(of_class['examples'] for of_class in found['classes']):,} examples of the smallest class decide that."
    )


def _compared(found, level):
    comparison, values = found["comparison"], found["measures"]
    one, other = (_short(comparison[key]) for key in ("predicted", "against"))
    rows, said = [], {one: [], other: []}
    for name, pair in comparison["measures"].items():
        low, high = pair["interval"]
        rows.append([NAMES[name], f"{values[name]:.3f}", f"{pair['against']:.3f}", f"{pair['difference']:+.3f}",
                     f"{low:+.3f} to {high:+.3f}"])  # fmt: skip
        if low > 0 or high < 0:
            ends = sorted((abs(low), abs(high)))
            better = one if (low > 0) != (name in LOSSES) else other
            said[better].append(f"{NAMES[name]} by {abs(pair['difference']):.3f} ({_span(*ends)})")
    yield _table(["measure", one, other, "difference", f"{level} interval"], rows)
    for name, measures in said.items():
        if measures:
            yield f"{name} is better in {', '.join(measures)}."
    alone, beside = comparison["only"]
    yield (
        f"Where an interval holds 0 the measure does not tell the two apart, which does not show that they are equal. "
        f"Each interval alone holds with {level}; of {len(rows)}, one that misses is no surprise. "
        f"Only {one} is right on {alone:,} examples, only {other} on {beside:,}; McNemar's exact test of equal "
        f"accuracy: {_p(comparison['p_value'])}."
    )


def _decided(found, level):
    keys, calibration, scores = ("accuracy", "balanced_error", "operator_norm"), found["calibration"], found["scores"]
    yield _table(
        ["predicts by", "accuracy", "balanced error", "norm", f"{level} interval"],
        [[RULES.get(name, name), *(f"{rule['measures'][key]:.3f}" for key in keys), _span(*rule["intervals"][keys[2]])]
         for name, rule in found["rules"].items()],
    )  # fmt: skip
    if pair := found.get("norm_difference"):
        yield ("Norm by the largest probability less that divided by shares, of the same examples: "
               f"{pair['value']:+.3f}, {level} interval {_span(*pair['interval'])}.")  # fmt: skip
    yield (
        f"Calibration error {calibration['error']:.3f} (calibrated probabilities: about "
        f"{calibration['error_if_calibrated']:.3f} in such a sample). Brier score {calibration['brier']:.3f}, log loss "
        f"{scores['log_loss']:.3f}"
        + ("" if scores["auc"] is None else f", AUC by Hand and Till {scores['auc']:.3f}")
        + (f", accuracy of the {scores['k']} most probable {scores['top_k']:.3f}" if "k" in scores else "")
        + "; of these no interval is given."
    )
    if calibration["other_shares"]:
        yield (f"The mean probability of {_short(calibration['class'])} is {calibration['mean_probability']:.3f}, and "
               f"its share {calibration['share']:.3f}: the probabilities are for other shares than this file's, or "
               "wrong. Divide by the shares for which they are.")  # fmt: skip
    if "code" in found:
        yield ("The rule to copy. P has a row for each example; the numbers are the examples of each class here: put "
               "in those of the training data if the shares differ.")  # fmt: skip
        yield "\n".join(found["code"])


def picture(found):
    """Draw the matrix as row rates, and frame the entries that make its norm: the wider, the larger their share.

    Of two predictions it is that of the first; beside it stand the differences of the measures with their intervals.

    Parameters
    ----------
    found : dict
        As :func:`confusion.report.describe` or :func:`confusion.report.report` returns it.

    Returns
    -------
    matplotlib.figure.Figure
        Its `savefig` writes it.

    Raises
    ------
    ImportError
        If matplotlib, of the extra ``notebook``, is not there.
    """
    if not isinstance(found, dict) or "norm_entries" not in found:
        raise TypeError("found must be the dictionary that describe() or report() returns")
    from matplotlib.figure import Figure  # here, for the numbers do without
    from matplotlib.patches import Rectangle

    labels, N = found["labels"], np.array(found["counts"], dtype=float)
    rows = [label for label, row in zip(labels, N) if row.any()]
    Q, N = len(labels), N[N.any(axis=1)]
    rates = N / N.sum(axis=1, keepdims=True)
    size = min(max(3.4, 1.6 + 0.55 * Q), 9)
    pairs = found.get("comparison", {}).get("measures", {})
    fig = Figure(figsize=(size + 4 * bool(pairs), size), layout="constrained")
    ax, *beside_it = fig.subplots(1, 1 + bool(pairs), squeeze=False, width_ratios=[size, 4][: 1 + bool(pairs)])[0]
    for second in beside_it:
        ends = np.array([pair["interval"] for pair in pairs.values()])
        second.hlines(range(len(pairs)), *ends.T, color="0.5")
        second.plot([pair["difference"] for pair in pairs.values()], range(len(pairs)), "o", color=ACCENT)
        second.axvline(0, color="black", linewidth=0.8)
        second.set_yticks(range(len(pairs)), [NAMES[name] for name in pairs])
        second.invert_yaxis()
        second.set(xlabel=" less ".join(_short(found["comparison"][key]) for key in ("predicted", "against")))
    ax.imshow(rates, cmap="Greys", vmin=0, vmax=1)
    step = -(-Q // 25)  # more names would overlap
    names, beside = ([_short(label).replace("$", r"\$") for label in some[::step]] for some in (labels, rows))
    ax.set_xticks(range(0, Q, step), names, rotation=90 if Q > 4 or max(map(len, names)) > 8 else 0)
    ax.set_yticks(range(0, len(rows), step), beside)
    for (p, q), rate in np.ndenumerate(rates) if Q <= 12 else ():
        ax.text(q, p, f"{rate:.2f}", ha="center", va="center", size=9, color="white" if rate > 0.5 else "black")
    for entry in found["norm_entries"]:
        if entry["share"] >= FRAMED:
            corner = labels.index(entry["predicted"]) - 0.45, rows.index(entry["true"]) - 0.45
            ax.add_patch(Rectangle(corner, 0.9, 0.9, fill=False, edgecolor=ACCENT, linewidth=1 + 4 * entry["share"]))
    ax.set(xlabel="predicted", ylabel="true class", title=f"norm {found['measures']['operator_norm']:.3f}")
    return fig


def _short(label):
    half = MAX_LABEL // 2 - 1  # of both ends: names often differ in their last letters
    return label if len(label) <= MAX_LABEL else f"{label[:half]}..{label[-half:]}"


def _count(count):
    return f"{count:,}" if isinstance(count, int) else f"{count:,.6g}"


def _p(value):
    return f"p = {value:.3f}" if value >= 0.0005 else "p < 0.001"


def _span(low, high):
    return f"{low:.3f} to {high:.3f}"


def _table(header, rows):
    """Columns as wide as their longest cell, two blanks apart: the first to the left, the others to the right."""
    if not rows:
        return ""
    table = [[str(cell) for cell in row] for row in (header, *rows)]
    widths = [max(map(len, column)) for column in zip(*table)]
    lines = ["  ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])]).rstrip() for row in table]
    return "\n".join([lines[0], "-" * len(lines[0]), *lines[1:]])
