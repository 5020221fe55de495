"""Pictures of the chapter "Why accuracy lies, and what a confusion matrix sees"."""

import numpy as np

from confusion.metrics import balanced_error, frobenius_norm, operator_norm, per_class_error
from coursemachine import figures

NAMES = "abc"
#: Where the names of the dial's curves stand, over the share: of accuracy, of norm.
NAME_PLACES = {
    "best accuracy": [(0.36, 1.04), (0.58, 0.65)],
    "best at equal shares": [(0.36, 0.755), (0.36, -0.22)],
    "majority rule": [(0.66, 0.52), (0.36, 1.08)],
}


def dial(law, points, share, priors, meets, shares, rated):
    """Points and regions of the rule of highest accuracy, its matrix, and curves of all rules over the share."""
    panels, (plane, cells, *axes) = figures.panels(
        (3.3, 2.2), (3.0, 2.2), (3.3, 2.0), (3.3, 2.0)
    )
    W = law.centers / law.sigma**2
    rule = np.column_stack([W, -W @ meets])
    figures.linear_regions(plane, rule, (-2.1, 2.1, -1.2, 2.2))
    n = len(points) // 3  # drawn of each class; shown as many as its share
    q, at = np.divmod(np.arange(3 * n), n)
    shown = at < np.rint(n * priors)[q]
    figures.scatter_classes(plane, points[shown], q[shown])
    plane.set(aspect="equal", xticks=[], yticks=[])
    C = rated("best accuracy", share)[0]
    figures.matrix_cells(cells, C, NAMES, format=".3f", largest=1)
    for k, label in enumerate(("accuracy", "norm of the errors"), 1):
        ax = axes[k - 1]
        for name, places in NAME_PLACES.items():
            ours = name == "best accuracy"
            color = figures.ACCENT if ours else figures.INK
            width = 2.4 if ours else 1.1
            curve = [rated(name, one)[k] for one in shares]
            ax.plot(shares, curve, color=color, linewidth=width)
            ax.text(*places[k - 1], name, color=color, size=9)
        here = rated("best accuracy", share)[k]
        ax.plot(share, here, "o", color=figures.ACCENT, markersize=8)
        ax.set(xlabel="share of class a", ylabel=label)
        ax.set(xlim=(0.34, 1), xticks=[0.4, 0.6, 0.8, 1])
    axes[1].set_ylim(-0.4, 1.55)
    return panels


def matrix_and_norms(C):
    """A matrix of three classes, and bars of its norms and of what bounds them."""
    panels, (cells, bars) = figures.panels((2.7, 2.2), (3.4, 2.2))
    figures.matrix_cells(cells, C, NAMES, largest=1)
    e = per_class_error(C)
    lengths = {
        "mean error": balanced_error(C),
        "‖e‖₂ / √Q": np.linalg.norm(e) / np.sqrt(3),
        "max e / √(Q−1)": e.max() / np.sqrt(2),
        "‖C‖": operator_norm(C),
        "‖C‖ Frobenius": frobenius_norm(C),
        "‖e‖₂": np.linalg.norm(e),
    }
    values = list(lengths.values())
    bars.barh(range(6), values, color="black", alpha=0.35, height=0.66)
    for k, value in enumerate(values):
        bars.text(value + 0.02, k, f"{value:.2f}", va="center")
    figures.row_names(bars, list(lengths))
    bars.set(xlim=(0, 1.8))
    return panels
