"""Pictures of the toy experiments of UMA: margins on the circle, norms against noise levels, errors of wrong matrices.

Methods are no classes: lines of ink, UMA in the accent colour, told apart by their dashes and markers.
"""

import numpy as np

from coursemachine.figures.base import ACCENT, CLASS_COLORS, INK, mean_curve
from coursemachine.figures.markup import plain

__all__ = ["LINES", "circle_arcs", "curve", "legend_above", "level_panel", "wrong_panel"]

#: line and marker of a method
LINES = {
    "UMA": "-o", "UMA, last": "-x", "mass": ":P", "C = I": "--s", "perceptron": "--^", "perceptron, last": ":v",
    "forward": "-.D",
}  # fmt: skip


def curve(ax, x, values, name, *, label=None, band=True):
    """Draw a method, a key of `LINES`: the mean of `values` (n_runs, m) and a band of one standard deviation."""
    color = ACCENT if name.startswith("UMA") else INK
    mean_curve(ax, x, values, LINES[name], label=label or name, ddof=0 if band else None, color=color)


def level_panel(ax, x, curves, *, stars=(), top=3.3):
    """Draw norms against the noise level, a dict of name to values; `stars` are printed points (x, y)."""
    for name, values in curves.items():
        curve(ax, x, values, name, band=name == "UMA")
    for star in stars:
        ax.plot(*star, "*", color=INK, markersize=12)
    ax.set(ylabel="Frobenius norm, not divided", ylim=(0, top))
    legend_above(ax, 3)


def legend_above(ax, columns):
    """Put the legend above the axes, where no curve can be."""
    tight = {"columnspacing": 1, "handletextpad": 0.5, "borderaxespad": 0}
    ax.legend(fontsize=8.5, ncols=columns, loc="lower left", bbox_to_anchor=(-0.02, 1.0), frameon=False, **tight)


def wrong_panel(ax, fed, values, true, span, baselines, *, top=1.02):
    """Draw errors, shape (n_runs, m), against the level that UMA is told; a vertical line at the true one.

    Shaded is the `span`, if any, of the levels where the told matrix is better than none; `baselines`, value and line
    style by name, are horizontal lines.
    """
    if span is not None:
        ax.axvspan(*span, color=INK, alpha=0.07, linewidth=0)
    curve(ax, fed, values, "UMA", label="UMA")
    for name, (value, line) in baselines.items():
        ax.axhline(value, linestyle=line, color=INK, linewidth=1.2, label=plain(name, "baselines"))
    ax.axvline(true, color=INK, linewidth=0.8)
    ax.set(ylim=(0, top), xlim=(-0.02, 0.845))


def _turns(W):
    """Directions of the rows of `W` as parts of a turn from the left, in (0, 1]; equal but for rounding is equal."""
    turns = np.arctan2(W[:, 1], W[:, 0]) / (2 * np.pi)
    turns[np.hypot(*W.T) <= 1e-10 * np.abs(W).max()] = 0  # a vector of zeros has no direction
    # To the left -1/2 and 1/2 are the same, which of the two is a matter of the last bit: both become 1.
    return 1 - np.round(0.5 - turns, 10) % 1


def circle_arcs(ax, X, t, W, title=None):
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
    ax.set(aspect="equal", xticks=[], yticks=[], xlim=(-1.1, 1.1), ylim=(-1.1, 1.1))
    ax.spines[:].set_visible(False)
    if title:
        ax.set_title(plain(title, "title"), loc="left")
