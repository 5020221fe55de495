"""Pictures of the chapter "The least norm"."""

from confusion.metrics import operator_norm
from coursemachine import figures


def two_matrices(matrices):
    """Error matrices of four classes beside each other, with their norms."""
    figs, axes = figures.panels((2.3, 1.7), (2.3, 1.7))
    for ax, (name, C) in zip(axes, matrices.items()):
        figures.matrix_cells(ax, C, "abcd", largest=1, format=".1f", size=9)
        title = f"{name}: norm {operator_norm(C):.1f}"
        ax.set_title(title, loc="left", size=10)
    return figs
