"""Pictures of label noise, of UMA and of its experiments: samples and updates in the plane, matrices, runs, errors.

Classes are numbered from 1 in the pictures and from 0 in the arguments, as everywhere in the book.  Methods are no
classes: lines of ink, UMA in the accent colour, told apart by their dashes and markers.
"""

import re

import numpy as np

from coursemachine.figures.base import (
    ACCENT,
    CLASS_COLORS,
    INK,
    matrix_cells,
    mean_curve,
    name_lines,
    rounded,
    row_names,
    scatter_classes,
)
from coursemachine.figures.markup import plain
from coursemachine.figures.regions import linear_regions

#: line and marker of a method of the toy
LINES = {
    "UMA": "-o", "UMA, last": "-x", "mass": ":P", "C = I": "--s", "perceptron": "--^", "perceptron, last": ":v",
    "forward": "-.D",
}  # fmt: skip


def _color(name):
    """Colour of a method."""
    return ACCENT if name.startswith("UMA") else INK


def _plane(ax, reach, title):
    """Make the axes a bare plane from -reach to reach."""
    ax.set(aspect="equal", xticks=[], yticks=[], xlim=(-reach, reach), ylim=(-reach, reach))
    ax.spines[:].set_visible(False)
    if title:
        ax.set_title(plain(title, "title"), loc="left")


def disc_sample(ax, X, y, W=None, title=None):
    """Draw a sample of the unit disc, coloured by `y`, over the regions of the linear classifier `W`."""
    if W is not None:
        linear_regions(ax, W, (-1.08, 1.08, -1.08, 1.08))
    scatter_classes(ax, X, y, size=12)
    turn = np.linspace(0, 2 * np.pi, 73)
    ax.plot(np.cos(turn), np.sin(turn), color=INK, linewidth=0.6)
    _plane(ax, 1.08, title)


def noise_cells(ax, C):
    """Draw a noise matrix: columns are true classes, each row in the colour of the noisy label it stands for."""
    matrix_cells(ax, C, largest=1.0)
    ax.set(xlabel="true class", ylabel="noisy label")


def joint_cells(ax, J, largest):
    """Draw masses of (predicted, true) pairs: rows are predicted classes, columns true ones.

    What is below zero, which no mass can be, has a red frame.
    """
    J = np.round(rounded(J), 2) + 0.0  # no minus zero
    matrix_cells(ax, J, largest=largest)
    for text, value in zip(ax.texts, J.ravel()):
        if value < 0:
            text.set_weight("bold")
            x, y = text.get_position()
            side = 0.46 * np.array([-1, 1, 1, -1, -1])
            ax.plot(x + side, y + np.roll(side, 1), color=ACCENT)
    ax.set(xlabel="true class", ylabel="predicted")


def profile_panel(ax, profiles, names, top=None, own=None):
    """Draw shares of wrong labels, up to `top`, over bins of the distance to the boundary; `own` has the accent."""
    for line, profile, name in zip(("o-", "s--", "^:"), profiles, names):
        color = ACCENT if name == own else INK
        ax.plot(range(1, len(profile) + 1), profile, line, color=color, label=plain(name, "names"))
    ax.set(xlabel="fifth of the sample,\nfrom the boundary outwards", ylabel="share of wrong labels", ylim=(0, top))
    ax.set_xticks(range(1, len(profile) + 1))
    name_lines(ax)


def anatomy(ax, X, y, W, p, q, z, mu):
    """Draw one update: regions of `W`, noisy labels, z_pq in the colour of class q and the true mean (dashed).

    A mean that is zero, or only rounding beside the examples, has no direction and no arrow.
    """
    zero = 1e-10 * np.abs(X).max()
    disc_sample(ax, X, y, W)
    for vector, color, style in ((mu, INK, "--"), (z, CLASS_COLORS[q], "-")):
        length = np.hypot(*vector)
        if length > zero:
            tip = 0.92 * np.asarray(vector) / length
            arrowprops = {"arrowstyle": "-|>", "color": color, "linewidth": 2.2, "linestyle": style}
            ax.annotate("", tip, (0, 0), arrowprops=arrowprops)
    ax.set_title(f"predicted {p + 1}, true {q + 1}", loc="left")


def run_panel(ax, estimated, true, best):
    """Draw the estimated (dashed) and the true error along a run; a ring at the iterate that is kept."""
    ax.plot(true, color=INK, linewidth=1.4, label="true error")
    ax.plot(estimated, color=INK, linewidth=1.0, linestyle="--", label="estimated")
    ax.axhline(0, color=INK, linewidth=0.5)
    ax.plot(best, estimated[best], "o", color=INK, markerfacecolor="none", markersize=9)
    ax.set(xlabel="updates", ylabel="error")
    name_lines(ax)


def curve(ax, x, values, name, *, label=None, band=True):
    """Draw a method, a key of `LINES`: the mean of `values` (n_runs, m) and a band of one standard deviation."""
    mean_curve(ax, x, values, LINES[name], label=label or name, ddof=0 if band else None, color=_color(name))


def level_panel(ax, x, curves, stars, behind=()):
    """Draw norms against the noise level, a dict of name to values; `stars` are printed points (x, y).

    `behind` has (x, values, name) of another reading, faint lines without a name.
    """
    for levels, values, name in behind:
        ax.plot(levels, np.mean(values, axis=0), color=_color(name), linewidth=2.5, alpha=0.25)
    for name, values in curves.items():
        curve(ax, x, values, name, band=name == "UMA")
    for star in stars:
        ax.plot(*star, "*", color=INK, markersize=12)
    ax.set(ylabel="Frobenius norm, not divided", ylim=(0, 3.3))
    name_lines(ax)


def wrong_panel(ax, fed, values, true, span, baselines, top, bottom=0):
    """Draw errors, shape (n_runs, m), against the level that UMA is told; a vertical line at the true one.

    Shaded and named is the `span`, if any, of the levels where the told matrix is better than none; `baselines`, value
    and line style by name, are horizontal lines.  The axis is logarithmic if it has a `bottom` above 0.
    """
    if bottom:
        ax.set_yscale("log")
    told = "nowhere better than nothing"
    if span is not None:
        ax.axvspan(*span, color=INK, alpha=0.07, linewidth=0)
        told = "better than nothing"
    middle = 0.4 if span is None else np.clip(np.mean(span), 0.25, 0.58)
    ax.text(middle, 1.02 * top, told, ha="center", va="bottom", size=9)
    curve(ax, fed, values, "UMA")
    for name, (value, line) in baselines.items():
        ax.axhline(value, linestyle=line, color=INK, linewidth=1.2, label=plain(name, "baselines"))
    ax.axvline(true, color=INK, linewidth=0.8)
    ax.set(ylim=(bottom, top), xlim=(-0.02, 0.845))
    name_lines(ax)


def _turns(W):
    """Directions of the rows of `W` as parts of a turn from the left, in (0, 1]; equal but for rounding is equal."""
    turns = np.arctan2(W[:, 1], W[:, 0]) / (2 * np.pi)
    turns[np.hypot(*W.T) <= 1e-10 * np.abs(W).max()] = 0  # a vector of zeros has no direction
    # To the left -1/2 and 1/2 are the same, which of the two is a matter of the last bit: both become 1.
    return 1 - np.round(0.5 - turns, 10) % 1


def circle_arcs(ax, X, t, W, title):
    """Draw which parts of the unit circle are left to which class, and the class vectors as spokes.

    A class without a point has a dotted spoke of ink.  Spokes alternate in length, to keep their numbers apart.  Ten
    classes and eight colours: the last two repeat, in hollow.
    """
    turn = np.linspace(0, 2 * np.pi, 121)
    ax.plot(np.cos(turn), np.sin(turn), color=INK, linewidth=0.4)
    order = np.argsort(_turns(W), kind="stable")
    for place, q in enumerate(order):
        w = W[q] * (0.72 if place % 2 else 0.5)
        color, mine = CLASS_COLORS[q % len(CLASS_COLORS)], X[t == q]
        empty = len(mine) == 0
        ax.plot([0, w[0]], [0, w[1]], ":" if empty else "-", color=INK if empty else color, linewidth=1.2)
        ax.text(*(w + 0.1 * W[q]), str(q + 1), ha="center", va="center", fontsize=8.5)
        hollow = {"markerfacecolor": "none"} if q >= len(CLASS_COLORS) else {}
        ax.plot(*mine.T, "o", color=color, markersize=3, **hollow)
    _plane(ax, 1.1, title)


def dots(ax, rows, *, printed=(), right=None):
    """Draw measures by method, from the top down: a ring for each run, a bar at their mean, a star where `printed`.

    A method without runs leaves its line free; `right` is the end of the axis.
    """
    for line, (name, runs) in enumerate(rows.items()):
        ax.axhline(line, color=INK, linewidth=0.3, alpha=0.5)
        color = _color(name)
        if len(runs):
            ax.plot(runs, np.full(len(runs), line), "o", color=color, markersize=4, markerfacecolor="none", alpha=0.6)
            ax.plot(np.mean(runs), line, "|", color=color, markersize=14, markeredgewidth=2)
        if name in printed:
            ax.plot(printed[name], line, "*", color=INK, markersize=11)
    ax.set(xlim=(0, right), xlabel="error on the test set", ylim=(-0.6, len(rows) - 0.4))
    row_names(ax, list(rows))
    ax.set_yticklabels([subscripts(name) for name in rows])


def subscripts(text):
    """Text for matplotlib with the index of a learner f or a sample S set below the line, and all else as written."""
    return re.sub(r"\b([fS])_([a-z]+)\b", r"$\1_\\mathrm{\2}$", plain(text, "text"))


def lines(ax, curves, *, xlabel, ylabel="error", top=None, markers=True, accent="UMA"):
    """Draw means over runs, log axis, a dict of name to (x, array (n_runs, m)); the first one with its spread.

    The line called `accent` is the protagonist.
    """
    for (name, (x, values)), style in zip(curves.items(), ("-o", "--s", ":^", "-.D")):
        spread = name == next(iter(curves)) and len(values) > 1
        style = style if markers else style[:-1]
        color = ACCENT if name == accent else INK
        mean_curve(ax, x, values, style, ddof=1 if spread else None, color=color)
        ax.lines[-1].set_label(subscripts(name))
    ax.set_xscale("log")
    ax.minorticks_off()
    ax.set(xlabel=subscripts(xlabel), ylabel=ylabel, ylim=(0, top), xlim=ax.get_xlim())
    name_lines(ax)


def class_bars(ax, counts, names, title):
    """Draw class sizes as bars, the largest class as named by the data set first."""
    ax.bar(range(len(counts)), counts, color=INK, alpha=0.45, width=0.75)
    names = [plain(name, "names") for name in names]
    ax.set_xticks(range(len(counts)), names, fontsize=8 if len(counts) > 12 else None)
    ax.set_ylabel("training examples")
    ax.set_title(plain(title, "title"), loc="left")
