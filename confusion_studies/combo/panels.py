"""Pictures of boosting: regions and costs in the plane, loss and bound; printed tables and runs beside each other."""

import numpy as np
from scipy.stats import norm as gauss

from coursemachine.figures.base import (
    ACCENT,
    CLASS_COLORS,
    CLASS_MARKERS,
    INK,
    matrix_cells,
    name_lines,
    rounded,
)
from coursemachine.figures.markup import plain

#: Areas of the dots of :func:`cost_sample`: few, for every area is a shape of its own in the page.
AREAS = np.array([3.0, 6.0, 12.0, 24.0, 48.0, 96.0])


def vote_cells(model):
    """Cut the plane where boosted trees or stumps, fitted on two features, can change their votes.

    Back come the edges of the cells in x and in y, from minus to plus infinity, and a point in each cell, an array of
    shape (cells in x, cells in y, 2).
    """
    nodes = [(np.atleast_1d(learner.feature_), np.atleast_1d(learner.threshold_)) for learner in model.estimators_]
    edges, middles = [], []
    for f in (0, 1):
        cuts = [t for feature, threshold in nodes for t in threshold[feature == f]]
        edges.append(np.unique([-np.inf, *cuts, np.inf]))
        ends = edges[-1].clip(min(cuts, default=0) - 1, max(cuts, default=0) + 1)
        middles.append((ends[:-1] + ends[1:]) / 2)
    return edges, np.stack(np.meshgrid(*middles, indexing="ij"), axis=-1)


def strip_masses(edges, law):
    """Find the masses of the strips between edges in x and in y: two arrays of shape (classes, strips), exact.

    `law` is a :class:`confusion.datasets.ThreeGaussians`; the mass of a cell is the product of those of its strips.
    """
    return [np.diff(gauss.cdf(cuts, law.centers[:, [f]], law.sigma), axis=1) for f, cuts in enumerate(edges)]


def vote_grid(model):
    """Find what boosted trees or stumps, fitted on two features, answer in each of :func:`vote_cells`.

    Back come the edges of the cells in x and in y, from minus to plus infinity, and the array of answers, as numbers of
    classes.
    """
    edges, points = vote_cells(model)
    answers = np.searchsorted(model.classes_, model.predict(points.reshape(-1, 2))).reshape(points.shape[:2])
    return *edges, answers


def vote_confusion(model, law):
    """Find the confusion matrix of boosted trees or stumps, fitted on two features of `law`, under `law`: exact.

    `law` is a :class:`confusion.datasets.ThreeGaussians`, so each cell of :func:`vote_grid` has a known mass.
    """
    xs, ys, answers = vote_grid(model)
    C = np.zeros((len(law.centers), len(law.centers)))
    for p, two in enumerate(zip(*strip_masses((xs, ys), law))):
        mass = np.outer(*two)
        C[p] = [mass[answers == q].sum() for q in range(len(C))]
    return C - np.diag(np.diag(C))


def _rectangles(answers, q):
    """Rectangles (row, end row, column, end column) that make up the cells with the answer `q`, no two overlapping."""
    open_runs, done = {}, []
    for i in range(answers.shape[0] + 1):
        edges = []
        if i < answers.shape[0]:
            edges = np.flatnonzero(np.diff(np.concatenate([[0], answers[i] == q, [0]]).astype(int)))
        runs = set(zip(edges[::2], edges[1::2]))
        done += [(open_runs.pop(run), i, *run) for run in sorted(set(open_runs) - runs)]
        open_runs |= {run: i for run in runs - set(open_runs)}
    return done


def vote_regions(ax, model, box):
    """Fill the regions of boosted stumps in `box` = (xmin, xmax, ymin, ymax), one path for each class."""
    xs, ys, answers = vote_grid(model)
    xs, ys = np.clip(xs, *box[:2]), np.clip(ys, *box[2:])
    for q in range(len(model.classes_)):
        corners = []
        for i, j, k, l in _rectangles(answers, q):
            a, b, c, d = xs[i], xs[j], ys[k], ys[l]
            if b > a and d > c:
                corners += [(a, c), (b, c), (b, d), (a, d), (a, c), (np.nan, np.nan)]
        if corners:
            ax.fill(*np.array(corners[:-1]).T, color=CLASS_COLORS[q % len(CLASS_COLORS)], alpha=0.16, linewidth=0)
    ax.set(xlim=box[:2], ylim=box[2:], aspect="equal", xticks=[], yticks=[])
    ax.spines[:].set_visible(False)


def cost_sample(ax, X, y, costs):
    """Scatter a sample of classes 0, 1, ..., the area of a dot 12 times its cost, in steps of a factor two."""
    X, y = np.asarray(X), np.asarray(y)
    nearest = np.abs(np.log(np.maximum(costs, 1e-9))[:, None] - np.log(AREAS / 12)).argmin(axis=1)
    for level in range(len(AREAS)):
        for q in np.unique(y).astype(int):
            chosen = (nearest == level) & (y == q)
            if chosen.any():
                color, marker = CLASS_COLORS[q % len(CLASS_COLORS)], CLASS_MARKERS[q % len(CLASS_MARKERS)]
                ax.scatter(*X[chosen].T, s=AREAS[level], c=color, marker=marker, alpha=0.75, linewidths=0)


def error_cells(ax, C, labels=None, *, format=".3f", size=None):
    """Draw a confusion matrix and, in a column of its own, the class errors; names of classes, if any, are slanted."""
    C = np.asarray(C, dtype=float)
    Q = len(C)
    matrix_cells(ax, C, labels, format=format, largest=1.0, size=size)
    for p, error in enumerate(rounded(C.sum(axis=1))):
        color = CLASS_COLORS[p % len(CLASS_COLORS)]
        ax.text(Q + 0.7, p + 0.5, f"{error:{format}}", ha="center", va="center", color=color, weight="bold", size=size)
    ax.text(Q + 0.7, -0.12, "error", ha="center", va="bottom", size=9)
    ax.set(xlim=(0, Q + 1.3))
    if labels is None:
        ax.xaxis.set_label_coords(Q / 2 / (Q + 1.3), -0.16)
    else:
        ax.tick_params(axis="x", labelrotation=40)


def race_panel(ax, losses, bounds, errors, t, top):
    """Draw a loss (solid) under its bound (dashed), by rounds; dots at round `t`.

    `errors` has the curves that are dotted, by their names, two at most; the second one is the protagonist's.
    """
    for values, dash, label in ((bounds, "--", "its bound"), (losses, "-", "loss")):
        _by_rounds(ax, values, t, dash, INK, label)
    for (label, values), color in zip(errors.items(), (INK, ACCENT)):
        _by_rounds(ax, values, t, ":", color, label)
    ax.set(yscale="log", ylim=(0.08, top))
    ax.set_yticks([0.1, 0.3, 1, 3], ["0.1", "0.3", "1", "3"])
    ax.minorticks_off()
    name_lines(ax)


def _by_rounds(ax, values, t, dash, color, label):
    """Draw what is known after each round, with a dot at round `t`."""
    rounds = len(values) - 1
    ax.plot(np.arange(1, rounds + 1), values[1:], dash, color=color, linewidth=1.5, label=plain(label, "name"))
    ax.plot(t, values[t], "o", color=color, markersize=5)
    ax.set(xscale="log", xlabel="rounds", xlim=(0.9, 1.1 * rounds))
    ax.set_xticks(marks := [r for r in (1, 2, 5, 10, 20, 50, 100, 200) if r <= rounds], list(map(str, marks)))
    ax.minorticks_off()


def log_ticks(axis, low, high):
    """Label a logarithmic axis at 1, 10, ...; at 1, 3, 10, ... or 1, 2, 3, 5, 7, 10, ... if fewer would show."""
    for digits in ((1,), (1, 3), (1, 2, 3, 5, 7)):
        ticks = [digit * 10.0**power for power in range(-4, 2) for digit in digits]
        ticks = [tick for tick in ticks if low <= tick <= high]
        if len(ticks) > 2:
            break
    axis.set_ticks(ticks, [f"{tick:g}".removeprefix("0") for tick in ticks])
    axis.set_ticks([], minor=True)


def trade_off(ax, paths, at, *, rivals, limits):
    """Draw norm and error of methods over the depths, on logarithmic axes, and of rivals.

    `paths` has by its name the (norm, error) of a method at each depth, shape (depths, 2), four at most, the last one
    is the protagonist's; each path begins at a 1, for the first depth (one 1 for beginnings that lie on each other),
    and the depth number `at` is marked.  Marks that lie on each other are nested.  `rivals` has one (norm, error) by
    each name, five at most.  `limits` are the lower and the upper ends of the axes, the same for all frames of one data
    set; what is below a lower end, such as zero, is drawn there.
    """
    (left, low), (right, high) = limits
    ax.set(xscale="log", yscale="log", xlim=(left, right), ylim=(low, high), ylabel="error")
    ax.set_xlabel("norm, mean of the folds")
    colors, begun = [INK] * (len(paths) - 1) + [ACCENT], []
    for (name, points), color, marker, size, dash in zip(
        paths.items(), colors, ("s", "D", "^", "o")[-len(paths) :], (11, 8, 6, 5), ("-", "--", ":", "-")
    ):
        points = np.maximum(points, limits[0])
        ax.plot(*points.T, dash, color=color, linewidth=1, alpha=0.5)
        begin = (np.log(points[0]) - np.log(limits[0])) / np.diff(np.log(limits), axis=0)[0]
        if all(np.abs(begin - other).max() > 0.06 for other in begun):
            ax.annotate("1", points[0], (0, 5), textcoords="offset points", ha="center", size=8.5, color=color)
            begun.append(begin)
        style = {"color": color, "markersize": size, "markerfacecolor": "none", "markeredgewidth": 1.5}
        ax.plot(*points[at], marker, label=plain(name, "paths"), **style)
    for marker, (name, one) in zip("vPX<>", rivals.items()):
        one = np.maximum(one, limits[0])
        ax.plot(*one, marker, color=INK, markersize=5, alpha=0.5, label=plain(name, "rivals"))
    log_ticks(ax.xaxis, left, right)
    log_ticks(ax.yaxis, low, high)
    name_lines(ax)
