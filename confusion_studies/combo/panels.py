"""Pictures of boosting: regions and costs in the plane, loss and bound; printed tables and runs beside each other."""

import numpy as np

from coursemachine.figures.base import (
    ACCENT,
    CLASS_COLORS,
    CLASS_MARKERS,
    INK,
    matrix_cells,
    rounded,
    row_names,
    text_places,
)
from coursemachine.figures.markup import plain

#: Areas of the dots of :func:`cost_sample`: few, for every area is a shape of its own in the page.
AREAS = np.array([3.0, 6.0, 12.0, 24.0, 48.0, 96.0])


def vote_grid(model):
    """Cut the plane where boosted trees or stumps, fitted on two features, can change their answer.

    Back come the edges of the cells in x and in y, from minus to plus infinity, and the array of what `model` predicts
    in each cell, as numbers of classes; it is constant there.
    """
    nodes = [(np.atleast_1d(learner.feature_), np.atleast_1d(learner.threshold_)) for learner in model.estimators_]
    edges, middles = [], []
    for f in (0, 1):
        cuts = [t for feature, threshold in nodes for t in threshold[feature == f]]
        edges.append(np.unique([-np.inf, *cuts, np.inf]))
        ends = edges[-1].clip(min(cuts, default=0) - 1, max(cuts, default=0) + 1)
        middles.append((ends[:-1] + ends[1:]) / 2)
    grid = np.stack(np.meshgrid(*middles, indexing="ij"), axis=-1)
    answers = np.searchsorted(model.classes_, model.predict(grid.reshape(-1, 2))).reshape(grid.shape[:2])
    return *edges, answers


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


def race_panel(ax, losses, bounds, errors, t, name):
    """Draw a loss (solid) under its bound (dashed), above what it bounds (dotted), by rounds; dots at round `t`."""
    rounds = np.arange(1, len(losses))
    for values, dash, label in ((bounds, "--", "its bound"), (losses, "-", "loss"), (errors, ":", name)):
        ax.plot(rounds, values[1:], dash, color=INK, linewidth=1.5, label=plain(label, "name"))
        ax.plot(t, values[t], "o", color=INK, markersize=5)
    ax.set(xscale="log", xlabel="rounds", ylim=(0, None), xlim=(0.9, 1.1 * rounds[-1]))
    ax.set_xticks(marks := [r for r in (1, 2, 5, 10, 20, 50, 100, 200) if r <= rounds[-1]], list(map(str, marks)))
    ax.minorticks_off()
    ax.legend(fontsize=9, handlelength=2.4)


def forced_errors(ax, names, printed, forced):
    """Draw printed errors (stars) and the least errors that the printed norms force (bars), one line for each.

    A thick line leads to a bar that is right of its star.  Errors below 0.0001 are drawn there.
    """
    low = 1e-4
    for line, (star, bar) in enumerate(zip(np.maximum(printed, low), np.maximum(forced, low))):
        ax.axhline(line, color=INK, linewidth=0.3, alpha=0.5)
        if bar > star:
            ax.plot([star, bar], [line, line], color=CLASS_COLORS[1], linewidth=3, solid_capstyle="butt")
        ax.plot(bar, line, "|", color=INK, markersize=12, markeredgewidth=2)
        ax.plot(star, line, "*", color=INK, markersize=9)
    ax.set(xscale="log", xlim=(0.8 * low, 1), xlabel="error")
    ax.set_xticks([low, 1e-3, 1e-2, 0.1, 1], ["≤.0001", ".001", ".01", ".1", "1"])
    ax.minorticks_off()
    row_names(ax, names, fontsize=8.5)


def trade_off(ax, paths, at, *, rivals, printed, limits):
    """Draw (norm, error) of AdaBoost.MM and CoMBo over the depths, the depth number `at` marked, and of rivals.

    `paths` has norm and error at each depth by algorithm, then by the name of its step, two at most; `rivals` by a
    letter, and letters that would lie on each other stand side by side; `printed` has those of the two algorithms,
    stars.  `limits` are the ends of the axes, the same for all frames of one data set.
    """
    for color, marker, (name, by_step) in zip((INK, ACCENT), "so", paths.items()):
        for (step, points), dash, face in zip(by_step.items(), "-:", (color, "none")):
            ax.plot(*points.T, dash, color=color, linewidth=1, alpha=0.6)
            label = plain(f"{name}, {step} step", "paths")
            ax.plot(*points[at], marker, color=color, markersize=8, markerfacecolor=face, label=label)
    for color, point in zip((INK, ACCENT), printed):
        ax.plot(*point, "*", color=color, markersize=10)
    ax.set(xlim=(0, limits[0]), ylim=(0, limits[1]), xlabel="norm, mean of ten folds", ylabel="error")
    for letter, (place, number) in zip(rivals, text_places(rivals.values(), 0.06 * limits)):
        style = {"ha": "center", "va": "center", "size": 10, "color": INK, "weight": "bold"}
        ax.annotate(plain(letter, "rivals"), place, (9 * number, 0), textcoords="offset points", **style)
    ax.legend(fontsize=8.5, loc="upper center", bbox_to_anchor=(0.5, -0.2), ncols=2, columnspacing=1, handletextpad=0.3)
