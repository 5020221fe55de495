"""Pictures of the chapter "Boosting and stumps"."""

import numpy as np

from confusion_studies.combo.panels import vote_regions
from coursemachine import figures

NAMES = "abc"


def one_and_fifty(models, X, y):
    """The same points over the regions of two votes, by their titles."""
    figs, axes = figures.panels((3.2, 2.9), (3.2, 2.9))
    for ax, (title, model) in zip(axes, models.items()):
        vote_regions(ax, model, (-2.4, 2.4, -1.4, 2.6))
        figures.scatter_classes(ax, X, y, size=12)
        ax.set_title(title, loc="left")
    return figs


def stump_in_the_plane(plane, X, y, wrong, cut, votes, box):
    """Numbered examples, rings around wrong answers, and a threshold with its votes."""
    figures.scatter_classes(plane, X, y, size=30)
    ring = {"markersize": 11, "fillstyle": "none", "color": figures.ACCENT}
    plane.plot(*X[wrong].T, "o", **ring)
    for i, point in enumerate(X):
        beside = {"textcoords": "offset points", "size": 8.5}
        plane.annotate(str(i + 1), point, (5, 5), **beside)
    plane.axhline(cut, color=figures.INK, linewidth=1.2)
    for side, height in zip(votes, (-1.2, 1.6)):
        said = ["yes" if vote > 0 else "no" for vote in side]
        told = ", ".join(f"{name} {word}" for name, word in zip(NAMES, said))
        plane.text(1.6, height, told, ha="right", size=9)
    plane.set(xlim=box[:2], ylim=box[2:])
    plane.set(aspect="equal", xticks=[], yticks=[])


def board_of_weights(board, D, y, missed):
    """A bar in each square as long as its weight; rings where the stump errs."""
    own, lengths = np.eye(3, dtype=bool)[y], 0.7 * D / D.max()
    for l, color in enumerate(figures.CLASS_COLORS[:3]):
        for strong in (True, False):
            rows = np.flatnonzero(own[:, l] == strong)
            style = {"color": color, "alpha": 0.9 if strong else 0.35}
            board.barh(rows, lengths[rows, l], 0.8, l, **style)
    rows, columns = np.nonzero(missed)
    ring = {"markersize": 6, "fillstyle": "none", "color": figures.ACCENT}
    board.plot(columns + lengths[missed] + 0.12, rows, "o", **ring)
    board.set_xticks(np.arange(3) + 0.02, NAMES)
    names = [f"{i + 1} {NAMES[q]}" for i, q in enumerate(y)]
    board.set_yticks(range(12), names, size=8.5)
    board.set(xlim=(-0.05, 3), ylim=(11.6, -0.6))
    board.xaxis.tick_top()
    board.tick_params(length=0)
    board.spines[:].set_visible(False)


def first_round(X, y, wrong, cut, votes, box, D, missed):
    """A stump in the plane, and the board before its round."""
    panels, (plane, board) = figures.panels((3.4, 3.1), (2.9, 3.1))
    stump_in_the_plane(plane, X, y, wrong, cut, votes, box)
    board_of_weights(board, D, y, missed)
    return panels
