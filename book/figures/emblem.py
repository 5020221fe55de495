"""The picture of the course, *Drag the boundary*, for every chapter that opens it: a hundred points of each class of
COPA's law, a linear rule, its error matrix as piles of points, and the ellipse of its norm."""

import numpy as np
from matplotlib.patches import Ellipse

from confusion.metrics import confusion_matrix, operator_norm
from coursemachine import figures

NAMES = "abc"
PLANE = (-2.4, 2.4, -1.4, 2.2)
TARGET = {"right": 0.9, "norm": 0.2}
LABELS = np.repeat([0, 1, 2], 100)


def points(law):
    # Of a few hundred seeds, one on which a logistic regression has the law's matrix to the percent.
    return law.sample_inputs(LABELS, random_state=267).round(2)


def rule(coef, intercept, length=1.0):
    """A linear rule as it is dragged: where its regions meet, and its class vectors, the longest of this length."""
    W = coef - coef.mean(axis=0)
    meeting = np.linalg.solve(W[1:] - W[0], intercept[0] - intercept[1:])
    # Their common length changes no prediction.
    vectors = length * W / np.linalg.norm(W, axis=1).max()
    return {"m": meeting.round(2), **dict(zip(NAMES, vectors.round(2)))}


def predictions(X, at):
    return ((X - at["m"]) @ np.array([at[name] for name in NAMES]).T).argmax(axis=1)


def matrix(law, at):
    """The error matrix of a rule on the points."""
    return confusion_matrix(LABELS, predictions(points(law), at))


def picture(X, at):
    """What the scene shows before it is touched: plane, piles and ellipse."""
    panels, (plane, side) = figures.panels((3.6, 2.7), (3.2, 2.9))
    predicted, C = predictions(X, at), confusion_matrix(LABELS, predictions(X, at))
    W = np.array([at[name] for name in NAMES])
    figures.linear_regions(plane, np.column_stack([W, -W @ at["m"]]), PLANE)
    right = predicted == LABELS
    figures.scatter_classes(plane, X[right], LABELS[right], alpha=0.45)
    for p, (w, color, marker) in enumerate(zip(W, figures.CLASS_COLORS, figures.CLASS_MARKERS)):
        plane.scatter(*X[~right & (LABELS == p)].T, s=14, facecolors="none", edgecolors=color, marker=marker)
        plane.annotate("", at["m"] + w, at["m"], arrowprops={"arrowstyle": "->", "color": color, "linewidth": 2})
        for q in range(3):
            number = np.arange((predicted[LABELS == p] == q).sum() * (p != q))
            side.fill([q, q + 0.96, q + 0.96, q], [p, p, p + 0.92, p + 0.92], color=color, alpha=0.07, linewidth=0)
            side.scatter(q + 0.08 + 0.066 * (number % 13), p + 0.85 - 0.1 * (number // 13), s=6, c=color, marker=marker)
            side.text(q + 0.9, p + 0.16, "" if p == q else f"{C[p, q]:.2f}", ha="right", va="center", size=9)
    U, (norm, second, _), _ = np.linalg.svd(C)
    turns = np.pi / 2 - 2 * np.pi * np.arange(3) / 3
    up, across = U[:, 0] @ np.sin(turns), U[:, 0] @ np.cos(turns)
    center, unit = np.array([0.9, 4.0]), np.array([0.4, 0.71])  # half-axes of the unit circle in this panel
    side.add_patch(Ellipse(center, *2 * unit, fill=False, linestyle="--", edgecolor=figures.INK, alpha=0.5))
    # Turned in the circle's own plane, in which the panel's units are equal.
    around = np.exp(2j * np.pi * np.arange(60) / 60)
    shape = (norm * around.real + 1j * second * around.imag) * np.exp(1j * np.arctan2(up, across))
    side.fill(*(center[:, None] + unit[:, None] * [shape.real, -shape.imag]), color=figures.ACCENT, alpha=0.5)
    side.text(1.55, 4.0, f"norm {operator_norm(C):.2f}", color=figures.ACCENT, size=12, va="center")
    side.set(xlim=(0, 3), ylim=(4.75, 0), yticks=np.arange(3) + 0.46, yticklabels=NAMES, xticks=np.arange(3) + 0.48)
    side.set_xticklabels(NAMES)
    side.xaxis.tick_top()
    side.tick_params(length=0)
    side.spines[:].set_visible(False)
    plane.set(aspect="equal", xticks=[], yticks=[])
    return panels


def parts(law, at, *, shares=(0.9,), presets=None, frontier=None):
    """What a scene of the kind "boundary" is made of, but for its words."""
    X = points(law)
    measured = frontier is not None and {"centers": law.centers, "sigma": law.sigma, "frontier": frontier}
    return {
        "picture": picture(X, at), "at": {**at, "share": 0.9, "cell": ""}, "points": X, "labels": LABELS,
        "names": list(NAMES), "box": PLANE, "shares": shares, "target": TARGET, "presets": presets or {},
        "law": measured or None,
    }  # fmt: skip
