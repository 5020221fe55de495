"""A report as a table of 80 columns, and as a picture of the matrix with the entries that make its norm."""

import textwrap

import numpy as np

__all__ = ["as_text", "picture"]

WIDTH, LONGEST = 80, 14
#: As the chapters call the measures.
NAMES = {
    "accuracy": "accuracy", "error": "error", "balanced_error": "balanced error",
    "largest_class_error": "largest class error", "macro_f1": "macro-F1", "g_mean": "G-mean", "kappa": "Cohen's kappa",
    "mcc": "MCC", "operator_norm": "operator norm", "frobenius_norm": "Frobenius norm", "confusion_rate": "confusion rate",
}  # fmt: skip
READ_AS = {
    "matrix": "a matrix of counts", "labels": "true and predicted labels", "probabilities": "true labels and probabilities"
}  # fmt: skip
#: Entries of the norm that are worth a mark: at least this share of it.
MARKED = 0.05
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
        Lines of at most 80 characters.
    """
    values, level = found["measures"], f"{100 * found['level']:g} %"
    interval = f"{level} interval"
    Q, norm = len(found["labels"]), values["operator_norm"]
    parts = [_wrapped(f"Read as {READ_AS[found['kind']]}: {Q} classes, {found['examples']:,} examples. Rows are true classes. "
                      "All that follows supposes that the classifier was not trained on these examples.")]  # fmt: skip
    labels = [_short(label) for label in found["labels"]]
    matrix = _table(["true \\ answer", *labels], [[name, *row] for name, row in zip(labels, found["counts"])])
    fits = len(matrix.partition("\n")[0]) <= WIDTH
    parts.append(matrix if fits else "The matrix is too wide to be printed here; --picture draws it, --json has it.")
    rows = [[NAMES[name], f"{value:.3f}", _span(*found["intervals"][name])] for name, value in values.items()]
    parts.append(_table(["measure", "value", interval], rows))
    told = "Exact binomial intervals for accuracy, error and classes; the others from a bootstrap within the classes"
    parts.append(_wrapped(told + (", and an interval of zero length says that there are too few examples to see an error."
                                  if any(low == high for low, high in found["intervals"].values()) else ".")))  # fmt: skip
    parts.append(_wrapped(
        f"The norm of a sample is too large on average, here by about {found['norm_bias']:.3f} (the bootstrap's estimate; the "
        f"interval is not corrected for it). Whatever the law, the true norm is at most {found['norm_at_most']:.3f} with "
        f"probability {level} (the smallest class has {min(one['examples'] for one in found['classes']):,} examples)."
    ))  # fmt: skip

    classes = sorted(found["classes"], key=lambda one: -round(one["error"], 9))
    rows = [
        [_short(one["label"]), f"{one['examples']:,}", f"{one['error']:.3f}", _span(one["low"], one["high"]),
         "-" if one["precision"] is None else f"{one['precision']:.3f}", f"{one['f1']:.3f}"]
        for one in classes[:12]
    ]  # fmt: skip
    parts.append(_table(["class, worst first", "examples", "error", interval, "precision", "F1"], rows))

    hides = found["accuracy_hides"]
    parts.append(_wrapped(
        f"What accuracy hides: it is {values['accuracy']:.3f}, and always answering {_short(hides['most_frequent'])} would have "
        f"{hides['accuracy_of_most_frequent']:.3f}. With the same errors of each class it would be "
        f"{hides['accuracy_at_equal_shares']:.3f} if all classes were equally frequent, and "
        f"{hides['accuracy_at_worst_shares']:.3f} if all examples were of {_short(classes[0]['label'])}."
    ))  # fmt: skip

    if not norm:
        parts.append("No answer is wrong: the norm is 0, and no entry makes it.")
    else:
        rows = [[f"{_short(one['true'])} as {_short(one['answer'])}", f"{one['count']:,}", f"{one['rate']:.3f}", f"{one['share']:.1%}"]
                for one in found["norm_entries"] if one["share"] >= MARKED / 5][:8]  # fmt: skip
        parts.append(_table([f"the norm, {norm:.3f}, is made of", "count", "rate", "share"], rows))
    if found["shared_errors"]:
        rows = [[" and ".join(map(_short, one["classes"])), *(f"{rate:.3f}" for rate in one["rates"])]
                for one in found["shared_errors"][:5]]  # fmt: skip
        parts.append(_table(["taken for each other", "there", "back"], rows))
    if "rules" in found:
        parts += _decided(found, interval)
    return "\n\n".join(parts) + "\n"


def _decided(found, interval):
    rows = [
        [{"shift": "divided by shares"}.get(name, name), *(f"{rule['measures'][key]:.3f}" for key in
         ("accuracy", "balanced_error", "largest_class_error", "operator_norm")), _span(*rule["intervals"]["operator_norm"])]
        for name, rule in found["rules"].items()
    ]  # fmt: skip
    yield _table(["answers", "accuracy", "bal. error", "worst class", "norm", interval], rows)
    if pair := found["norm_difference"]:
        yield _wrapped(f"Norm of argmax less that of the answers divided by shares: {pair['value']:+.3f}, on the same examples "
                       f"{pair['low']:+.3f} to {pair['high']:+.3f}.")  # fmt: skip
    one = found["calibration"]
    yield _wrapped(f"Calibration error {one['error']:.3f} (calibrated probabilities would have about "
                   f"{one['error_if_calibrated']:.3f} in such a sample), Brier score {one['brier']:.3f}.")  # fmt: skip
    if one["other_shares"]:
        yield _wrapped(f"The mean probability of {_short(one['class'])} is {one['mean_probability']:.3f} and its share "
                       f"{one['share']:.3f}: the probabilities are of other shares than this file's, or wrong. Then divide by "
                       "the shares that the classifier has learnt from.")  # fmt: skip
    yield ("The rule to copy; P has a row for each example. The numbers are examples of the\nclasses in this file: put in "
           "those of the training data if they differ.\n\n" + "\n".join(f"    {line}" for line in found["code"]))  # fmt: skip


def picture(found):
    """Draw the matrix as row rates, and frame the entries that make its norm: the wider, the larger their share.

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
    from matplotlib.figure import Figure  # here, for the numbers do without
    from matplotlib.patches import Rectangle

    labels, N = found["labels"], np.array(found["counts"], dtype=float)
    Q, rates = len(labels), N / N.sum(axis=1, keepdims=True)
    size = min(max(3.4, 1.6 + 0.55 * Q), 9)
    fig = Figure(figsize=(size, size), layout="constrained")
    ax = fig.subplots()
    ax.imshow(rates, cmap="Greys", vmin=0, vmax=1)
    step = -(-Q // 25)  # more names would overlap
    names = [_short(label).replace("$", r"\$") for label in labels[::step]]
    ax.set_xticks(range(0, Q, step), names, rotation=90 if Q > 4 else 0)
    ax.set_yticks(range(0, Q, step), names)
    for p, q in np.ndindex(Q, Q) if Q <= 12 else ():
        ax.text(q, p, f"{rates[p, q]:.2f}", ha="center", va="center", size=9, color="white" if rates[p, q] > 0.5 else "black")
    for one in found["norm_entries"]:
        if one["share"] >= MARKED:
            corner = labels.index(one["answer"]) - 0.45, labels.index(one["true"]) - 0.45
            ax.add_patch(Rectangle(corner, 0.9, 0.9, fill=False, edgecolor=ACCENT, linewidth=1 + 4 * one["share"]))
    ax.set(xlabel="answer", ylabel="true class", title=f"norm {found['measures']['operator_norm']:.3f}")
    return fig


def _short(label):
    return label if len(label) <= LONGEST else label[: LONGEST - 2] + ".."


def _span(low, high):
    return f"{low:.3f} to {high:.3f}"


def _wrapped(text):
    return textwrap.fill(text, WIDTH)


def _table(header, rows):
    """Columns as wide as their longest cell, two blanks apart: the first to the left, the others to the right."""
    rows = [header, *rows]
    widths = [max(len(str(row[k])) for row in rows) for k in range(len(header))]
    lines = ["  ".join(str(c).rjust(w) if k else str(c).ljust(w) for k, (c, w) in enumerate(zip(row, widths))) for row in rows]
    return "\n".join([lines[0], "-" * len(lines[0]), *lines[1:]])
