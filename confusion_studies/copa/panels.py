"""Pictures of the COPA update: scores before and after, losses over their threshold, vectors in the plane.

Classes are numbered from 1 in the pictures and from 0 in the arguments, as everywhere in the book.
"""

import numpy as np

from coursemachine.figures.base import CLASS_COLORS, CLASS_MARKERS, INK, rounded, scatter_classes, text_places
from coursemachine.figures.regions import linear_regions

_QUIET = {"color": INK, "linewidth": 0.8}


def _name_classes(axis, classes):
    """Name the ticks of an axis after classes, in their colours."""
    axis.set_ticks(range(len(classes)), [f"class {q + 1}" for q in classes])
    axis.set_tick_params(length=0)
    for label, q in zip(axis.get_ticklabels(), classes):
        label.set_color(CLASS_COLORS[q])


def score_bars(ax, before, after, y):
    """Draw each class's score before (outline) and after a step (filled); dotted, what a wrong class may have."""
    Q = len(before)
    for q in range(Q):
        ax.bar(q - 0.2, before[q], 0.36, fill=False, edgecolor=CLASS_COLORS[q], linewidth=1.4)
        ax.bar(q + 0.2, after[q], 0.36, color=CLASS_COLORS[q])
    ax.axhline(0, **_QUIET)
    ax.axhline(-1 / (Q - 1), linestyle=":", **_QUIET)
    _name_classes(ax.xaxis, range(Q))
    ax.get_xticklabels()[y].set_fontweight("bold")
    ax.set(ylabel="score", xlim=(-0.6, Q - 0.4))
    ax.spines.bottom.set_visible(False)


def threshold_panel(ax, losses, y, tau):
    """Draw the sorted losses of the wrong classes; the filled part above the threshold is kappa alpha."""
    # Equal losses stay in the order of their classes, and a loss at the threshold is not above it.
    *losses, tau = rounded([*losses, tau])
    losses = np.array(losses)
    order = [q for q in np.argsort(-losses, kind="stable") if q != y]
    for place, q in enumerate(order):
        active = losses[q] > tau
        ax.plot(place, losses[q], CLASS_MARKERS[q], color=CLASS_COLORS[q], fillstyle="full" if active else "none")
        if active:
            ax.bar(place, losses[q] - tau, 0.5, bottom=tau, color=CLASS_COLORS[q], alpha=0.45)
    ax.axhline(0, **_QUIET)
    ax.axhline(tau, color=INK, linestyle="--", linewidth=1.4)
    name = f"τ = {tau:.2f}".replace("-", "−")
    ax.annotate(name, (len(order) + 0.05, tau), (0, -4), textcoords="offset points", va="top", ha="right")
    _name_classes(ax.xaxis, order)
    ax.set(xlim=(-0.6, len(order) + 0.1), ylabel="loss")
    low, high = ax.get_ylim()
    ax.set_ylim(low - 0.2 * (high - low), high)  # room for the threshold's name
    ax.spines.bottom.set_visible(False)


def step_map(ax, W, new, X, labels, t, box):
    """Draw step t in the plane: regions and class vectors before (dashed) and after it, the examples so far.

    A class vector that is zero, or only rounding beside the others, has no arrow.
    """
    zero = 1e-10 * max(np.abs(W).max(), np.abs(new).max())
    linear_regions(ax, W, box)
    scatter_classes(ax, X[:t], labels[:t], size=26, alpha=0.7)
    for q, (old, now) in enumerate(zip(W, new)):
        ax.plot([0, old[0]], [0, old[1]], "--", color=CLASS_COLORS[q], linewidth=1.2)
        if np.hypot(*now) > zero:
            arrowprops = {"arrowstyle": "->", "color": CLASS_COLORS[q], "linewidth": 1.8}
            ax.annotate("", now, (0, 0), arrowprops=arrowprops)
    near = 0.08 * np.array([box[1] - box[0], box[3] - box[2]])
    for q, (place, number) in enumerate(text_places(new, near)):
        name = f"w{'₁₂₃₄₅₆₇₈'[q]}"
        ax.annotate(name, place, (4, 3 + 11 * number), textcoords="offset points", color=CLASS_COLORS[q])
    x, q = X[t], labels[t]
    ax.plot(*x, "o", markersize=15, markerfacecolor="none", color=INK, markeredgewidth=1.2)
    ax.plot(*x, CLASS_MARKERS[q], markersize=8, color=CLASS_COLORS[q])
    ax.set(aspect="equal", xticks=[], yticks=[])
