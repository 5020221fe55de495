"""Drawing for the book: small, deterministic SVG that reads in light and dark.

Three rules hold everywhere: one colour is one class; black is "ink" (it follows the page's text colour); what is
written does not depend on the last bits of a number.  Only this module, :mod:`~coursemachine.figures.pictures`, through
which every picture passes, and ``legible`` import matplotlib; the panels of a source's chapters draw on the
axes that this module makes.  The names of all are addressed as ``coursemachine.figures``.
"""

import math
from pathlib import Path

import numpy as np

from coursemachine import needs_extra
from coursemachine.figures.markup import plain

with needs_extra("coursemachine.figures"):
    import matplotlib
    from matplotlib import font_manager
    from matplotlib.figure import Figure

#: One colour = one class, in every figure; each has a contrast of at least 3 on white and on the dark page.
CLASS_COLORS = ("#0072b2", "#d55e00", "#009e73", "#c2629a", "#8c6bd6", "#a8830f", "#2590a8", "#7f7f7f")
#: The protagonist among methods, which are no classes: this chapter's algorithm, or what the reader chose.
ACCENT = "#c4203a"
#: Markers double the colours, so that a picture survives a grey printer.
CLASS_MARKERS = ("o", "^", "s", "D", "v", "P", "X", "*")
#: Black stands for the page's own text colour: in a picture it becomes ``currentColor``.
INK = "#000000"

STYLE = {
    "axes.prop_cycle": matplotlib.cycler(color=CLASS_COLORS), "axes.spines.right": False, "axes.spines.top": False,
    "axes.titlesize": 10, "font.size": 10.5, "legend.frameon": False, "lines.linewidth": 1.8, "lines.markersize": 5,
    "svg.fonttype": "none", "svg.hashsalt": "confusion",
}  # fmt: skip


def own_fonts_first(manager=None):
    """Put matplotlib's own fonts at the head of a list of fonts, by default its own; one that is right stays.

    The list is in the reader's home, made once, by whichever installation came first.  One in which these fonts are
    missing, or come after a system's, moves every formula of a picture by a fraction of a unit.
    """
    manager = font_manager.fontManager if manager is None else manager
    folder = Path(matplotlib.get_data_path(), "fonts", "ttf").resolve()
    ours = sorted(folder.glob("*.ttf"))
    listed = list(dict.fromkeys(Path(entry.fname).resolve() for entry in manager.ttflist))
    if set(listed[: len(ours)]) == set(ours):
        return
    others = [entry for entry in manager.ttflist if Path(entry.fname).resolve() not in set(ours)]
    manager.ttflist.clear()
    for path in ours:
        manager.addfont(path)
    manager.ttflist.extend(others)


own_fonts_first()


def style():
    """The book's matplotlib parameters, as a context manager (``with figures.style(): ...``)."""
    return matplotlib.rc_context(STYLE)


def panels(*sizes, **options):
    """Make panels that stand side by side where there is room and below each other on a phone: figures and their axes.

    `sizes` are width and height of each in inches; two of 3.3 stand beside each other in the text column.  `options`
    are passed on to :func:`subplots`; :func:`show` and a ``Frame`` take the list of figures.
    """
    if not sizes:
        raise ValueError("sizes: give (width, height) of at least one panel")
    made = [subplots(width=width, height=height, **options) for width, height in sizes]
    return [fig for fig, _ in made], [ax for _, ax in made]


def subplots(nrows=1, ncols=1, *, width=4.8, height=3.2, **options):
    """Make a figure and its axes in the book's style, without pyplot's global state; `options` are matplotlib's.

    Its size is in inches: 4.8 fill a phone, 7 the text column.
    """
    with style():
        fig = Figure(figsize=(width, height), layout="constrained")
        return fig, fig.subplots(nrows, ncols, **options)


def rounded(values):
    """Round numbers of one kind, such as the entries of a matrix, to ten digits of the largest; minus zero to zero.

    0.125 must not be written 0.12 on one machine and 0.13 on another, where a sum came out one bit higher.
    """
    values = np.asarray(values, dtype=float)
    largest = np.abs(values).max(initial=0)
    if not 0 < largest < np.inf:
        return values + 0.0
    # A power of ten beyond 1e300 would overflow; numbers that small become zero.
    return np.round(values, min(9 - math.floor(math.log10(largest)), 300)) + 0.0


def scatter_classes(ax, X, y, *, size=14, alpha=0.8):
    """Scatter a sample of the plane, `X` of shape (n, 2), one colour and one marker for each class 0, 1, ... of `y`.

    Thin it to a few hundred points, each of them is in the page.
    """
    X, y = np.asarray(X, dtype=float), np.asarray(y)
    if X.ndim != 2 or X.shape[1] != 2 or y.shape != X.shape[:1]:
        raise ValueError(f"X, y: expected shapes (n, 2) and (n,), got {X.shape} and {y.shape}")
    if not np.isfinite(X).all():
        raise ValueError("X: expected finite numbers")
    present = np.unique(y)
    if present.dtype.kind not in "biuf" or not all(q >= 0 and float(q).is_integer() for q in present):
        raise ValueError("y: expected classes 0, 1, ...")
    for q in present.astype(int):
        color, marker = CLASS_COLORS[q % len(CLASS_COLORS)], CLASS_MARKERS[q % len(CLASS_MARKERS)]
        ax.scatter(*X[y == q].T, s=size, c=color, marker=marker, alpha=alpha, linewidths=0)


def mean_curve(ax, x, values, style, *, label=None, ddof=None, color=INK):
    """Draw the mean of `values`, shape (n_runs, m), over `x`, shape (m,), with the matplotlib format `style`.

    With `ddof`, that of the standard deviation over runs, the curve has a band of one standard deviation.
    """
    values = np.asarray(values, dtype=float)
    mean = values.mean(axis=0)
    label = label if label is None else plain(label, "label")
    ax.plot(x, mean, style, color=color, linewidth=1.2, markersize=4, markerfacecolor="none", label=label)
    if ddof is not None:
        spread = values.std(axis=0, ddof=ddof)
        ax.fill_between(x, mean - spread, mean + spread, color=color, alpha=0.12, linewidth=0)


def row_names(ax, names, **text):
    """Name the rows 0, 1, ... of a chart whose rows are lines, from the top down; `text` as for the tick labels."""
    ax.set_yticks(range(len(names)), [plain(name, "names") for name in names], **text)
    ax.invert_yaxis()
    ax.spines["left"].set_visible(False)
    ax.tick_params(axis="y", length=0)


def apart(places, gap, low=-np.inf):
    """Move numbers so that no two are nearer than `gap` and none is below `low`; equal ones keep their order.

    Without `low` they are moved as little as possible, by the sum of squares.
    """
    places = np.round(np.asarray(places, dtype=float), 4)
    order = np.argsort(places, kind="stable")
    blocks = []  # neighbours that touch: mean of their places less the gaps before them, and how many
    for number, place in enumerate(places[order]):
        blocks.append((place - gap * number, 1))
        while len(blocks) > 1 and blocks[-2][0] >= blocks[-1][0]:
            (one, m), (two, n) = blocks[-2:]
            blocks[-2:] = [((m * one + n * two) / (m + n), m + n)]
    moved = np.empty(len(places))
    means = np.repeat([mean for mean, _ in blocks], [n for _, n in blocks])
    moved[order] = np.maximum(means, low) + gap * np.arange(len(places))
    return moved


def name_lines(ax, *, size=9):
    """Write the labels of lines and marks beside the axes, at the height of their last points, in place of a legend.

    What is drawn later must not change limits and scales.  Names that would lie on each other are moved apart, each
    at the end of a short piece of its line; one that leaves the axes is named at their edge.
    """
    lines, names = ax.get_legend_handles_labels()
    right = ax.get_xlim()[1]  # asked first: it settles limits that nobody set
    inside, ends = ax.transScale + ax.transLimits, []
    for line in lines:
        x, y = (np.asarray(values, dtype=float) for values in line.get_data())
        last = np.flatnonzero(np.isfinite(y))[-1]
        across = line.get_transform() == ax.get_yaxis_transform(which="grid")  # a line from side to side
        x, y = inside.transform((right if across else x[last], y[last]))
        ends.append((x, np.clip(y, 0, 1)))
    gap = 1.3 * size / (72 * 0.75 * ax.figure.get_figheight())
    for line, name, (x, y), place in zip(lines, names, ends, apart([y for _, y in ends], gap, 0.02)):
        style, color = line.get_linestyle().replace("None", ":"), line.get_color()
        ax.plot(
            [x, max(x, 1.03), 1.08], [y, place, place], style, color=color, linewidth=1, alpha=0.7, label="_",
            marker=line.get_marker(), markevery=[2], markersize=4, markerfacecolor=line.get_markerfacecolor(),
            transform=ax.transAxes, clip_on=False,
        )  # fmt: skip
        ax.text(1.11, place, name, transform=ax.transAxes, va="center", size=size, color=color)


def text_places(points, near):
    """Where to write a text for each point, so that no two lie on each other, and how many are there before it.

    Points that differ by less than `near` in both coordinates share a place: that of the first of them.
    """
    found = []
    for point in points:
        place = next((one for one, _ in found if (np.abs(np.subtract(one, point)) < near).all()), point)
        found.append((place, sum(one is place for one, _ in found)))
    return found


def matrix_cells(ax, M, labels=None, *, format=".2f", largest=None, size=None):
    """Draw a matrix as shaded cells with their numbers, of a `format` and a `size`, for panels beside curves.

    `labels` name the classes of its rows and columns as they are written, 1, 2, ... by default; `largest` is the
    magnitude of the deepest colour, that of the largest entry by default.
    """
    M = np.asarray(M, dtype=float)
    if M.ndim != 2 or not M.size or not np.isfinite(M).all():
        raise ValueError(f"M: expected a matrix of finite numbers, got {M.tolist()!r:.60}")
    names = [str(k + 1) for k in range(max(M.shape))] if labels is None else [plain(name, "labels") for name in labels]
    if len(names) != max(M.shape):
        raise ValueError(f"labels: {len(names)} names for {max(M.shape)} classes")
    M = rounded(M)
    largest = max(np.abs(M).max(), 1e-300) if largest is None else largest
    for (p, q), value in np.ndenumerate(M):
        depth = 0.06 + 0.5 * min(abs(value) / largest, 1)
        color = CLASS_COLORS[p % len(CLASS_COLORS)]
        ax.fill([q, q + 0.96, q + 0.96, q], [p, p, p + 0.96, p + 0.96], color=color, alpha=depth, linewidth=0)
        ax.text(q + 0.48, p + 0.5, f"{value:{format}}", ha="center", va="center", size=size)
    ax.set_xticks(np.arange(M.shape[1]) + 0.48, names[: M.shape[1]])
    ax.set_yticks(np.arange(M.shape[0]) + 0.48, names[: M.shape[0]])
    ax.set(xlim=(0, M.shape[1]), ylim=(M.shape[0], 0), aspect="equal", xlabel="predicted", ylabel="true")
    ax.spines[:].set_visible(False)
    ax.tick_params(length=0, **({} if size is None else {"labelsize": size}))
