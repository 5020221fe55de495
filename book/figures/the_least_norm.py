"""Pictures of the chapter "The least norm"."""

import numpy as np

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


def impossible_answers(matrix_of, Q, share):
    """The answers to class a, and norm and class error against the share of impossible answers."""
    C, along = matrix_of(Q, share), np.linspace(0, 1, 41)
    error = C[0].sum()
    figs, (left, right) = figures.panels((3.3, 2.1), (3.3, 2.1))
    heights = C[0] + (1 - error) * np.eye(Q)[0]
    left.bar([0], heights[:1], color=figures.CLASS_COLORS[0], width=0.8)
    gray = {"color": figures.INK, "alpha": 0.55}
    left.bar(np.arange(1, Q), heights[1:], width=0.8, **gray)
    third = ((Q + 1) / 2, "others") if Q > 3 else (2, "c")
    left.set_xticks([0, 1, third[0]], ["a", "b", third[1]])
    left.tick_params(axis="x", length=0)
    left.set(xlim=(-0.8, max(Q, 6) - 0.2), ylim=(0, 1.02))
    left.set(ylabel="share of class a", xlabel="answer")
    norms = [operator_norm(matrix_of(Q, one)) for one in along]
    right.plot(along, norms, color=figures.ACCENT, linewidth=2)
    right.plot(along, (1 + along) / 2, "--", color=figures.INK)
    norm = operator_norm(C)
    right.plot(share, norm, "o", color=figures.ACCENT, markersize=9)
    right.plot(share, error, "o", color=figures.INK, markersize=6)
    right.text(0.02, 0.78, "class error", size=9.5)
    right.text(0.02, 0.3, "norm", size=9.5, color=figures.ACCENT)
    right.set(xlim=(-0.03, 1.03), ylim=(0, 1.45), xlabel="impossible answers")
    right.set_xticks([0, 0.5, 1], ["0 %", "50 %", "100 %"])
    return figs
