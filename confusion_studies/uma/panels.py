"""Pictures of label noise and of UMA: noise matrices, noisy samples, the anatomy of an update.

Classes are numbered from 1 in the pictures and from 0 in the arguments, as everywhere in the book.
"""

import numpy as np

from coursemachine.figures.base import CLASS_COLORS, INK, matrix_cells, rounded, scatter_classes
from coursemachine.figures.markup import plain
from coursemachine.figures.regions import linear_regions

__all__ = ["anatomy", "disc_sample", "joint_cells", "noise_cells", "profile_panel", "run_panel"]


def disc_sample(ax, X, y, W=None, title=None):
    """Draw a sample of the unit disc, coloured by `y`, over the regions of the linear classifier `W`."""
    if W is not None:
        linear_regions(ax, W, (-1.08, 1.08, -1.08, 1.08))
    scatter_classes(ax, X, y, size=12)
    turn = np.linspace(0, 2 * np.pi, 73)
    ax.plot(np.cos(turn), np.sin(turn), color=INK, linewidth=0.6)
    ax.set(aspect="equal", xticks=[], yticks=[], xlim=(-1.08, 1.08), ylim=(-1.08, 1.08))
    ax.spines[:].set_visible(False)
    if title:
        ax.set_title(plain(title, "title"), loc="left")


def noise_cells(ax, C):
    """Draw a noise matrix: columns are true classes, each row in the colour of the noisy label it stands for."""
    matrix_cells(ax, C, largest=1.0)
    ax.set(xlabel="true class", ylabel="noisy label")


def joint_cells(ax, J, largest, title=None):
    """Draw masses of (predicted, true) pairs: rows are predicted classes, columns true ones."""
    matrix_cells(ax, np.round(rounded(J), 2) + 0.0, largest=largest)  # no minus zero
    ax.set(xlabel="true class", ylabel="predicted")
    if title:
        ax.set_title(plain(title, "title"), loc="left")


def profile_panel(ax, profiles, names):
    """Draw shares of wrong labels over the bins of the distance to the boundary, one line for each kind of noise."""
    for k, (profile, name) in enumerate(zip(profiles, names)):
        line = "os^"[k] + ("-", "--", ":")[k]
        ax.plot(range(1, len(profile) + 1), profile, line, color=INK, label=plain(name, "names"))
    ax.set(xlabel="fifth of the sample, from the boundary outwards", ylabel="share of wrong labels", ylim=(0, None))
    ax.set_xticks(range(1, len(profile) + 1))
    ax.legend()


def anatomy(ax, X, y, W, p, q, z, mu):
    """Draw one update: regions of `W`, noisy labels, z_pq in the colour of class q and the true mean (dashed).

    A mean that is zero, or only rounding beside the examples, has no direction and no arrow.
    """
    zero = 1e-10 * np.abs(X).max()
    disc_sample(ax, X, y, W)
    for vector, name, style in ((mu, None, "--"), (z, "z", "-")):
        length = np.hypot(*vector)
        if length > zero:
            tip = 0.92 * np.asarray(vector) / length
            color = INK if name is None else CLASS_COLORS[q]
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
    ax.legend()
