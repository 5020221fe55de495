"""Decision regions of a linear classifier of the plane, as polygons."""

import numpy as np

from coursemachine.figures.base import CLASS_COLORS


def linear_regions(ax, W, box):
    """Fill the decision regions argmax_q w_q.x of a linear classifier of the plane within a box.

    `W` has a row for each class, a third column is the intercept; `box` is (xmin, xmax, ymin, ymax).  Each region is
    the box cut by Q - 1 half-planes (Sutherland and Hodgman): exact, and a few vertices instead of a grid of pixels.
    Scores that differ by less than 1e-10 of the largest term in a score of the box count as equal: the lines of a
    classifier without intercept all meet in one point, where only rounding tells them apart.
    """
    W, box = np.asarray(W, dtype=float), np.asarray(box, dtype=float)
    if W.ndim != 2 or W.shape[1] not in (2, 3):
        raise ValueError(f"W: expected shape (Q, 2) or (Q, 3), got {W.shape}")
    if not np.isfinite(W).all():
        raise ValueError("W: expected finite numbers")
    if box.shape != (4,) or not np.isfinite(box).all() or not (box[0] < box[1] and box[2] < box[3]):
        raise ValueError(f"box: expected finite xmin < xmax and ymin < ymax, got {tuple(box.tolist())}")
    W = np.column_stack([W, np.zeros((len(W), 3 - W.shape[1]))])
    xmin, xmax, ymin, ymax = box
    whole = np.array([[xmin, ymin, 1], [xmax, ymin, 1], [xmax, ymax, 1], [xmin, ymax, 1]])
    # Relative to the terms of the sums, not to their differences: those of nearly equal vectors are all rounding.
    least = 1e-10 * (np.abs(whole) @ np.abs(W).T).max()
    for q, w in enumerate(W):
        corners = whole
        for r, other in enumerate(W):
            if r != q:
                corners = _cut(corners, w - other, least, first=q < r)
        if len(corners):
            ax.fill(*corners[:, :2].T, color=CLASS_COLORS[q % len(CLASS_COLORS)], alpha=0.14, linewidth=0)
    ax.set(xlim=(xmin, xmax), ylim=(ymin, ymax))


def _cut(corners, normal, least, first):
    """Part of a convex polygon (homogeneous corners) where normal.x >= 0; without area, nothing.

    A corner with |normal.x| <= `least` is on the line: it is kept, and no second corner is made beside it.  Where all
    corners are on the line the two classes are equal, and the polygon is that of the `first`, as with numpy's argmax.
    """
    side = corners @ normal
    side[np.abs(side) <= least] = 0
    if not (side > 0).any():
        return corners if first and not side.any() else corners[:0]
    kept = []
    for a, b, sa, sb in zip(corners, np.roll(corners, -1, 0), side, np.roll(side, -1)):
        if sa >= 0:
            kept.append(a)
        if min(sa, sb) < 0 < max(sa, sb):
            kept.append(a + (b - a) * sa / (sa - sb))
    return np.array(kept)
