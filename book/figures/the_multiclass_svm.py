"""Pictures of the chapter "The multiclass SVM"."""

import numpy as np

from coursemachine import figures


def name_points(ax, X, offset=(5, 4)):
    """Numbers beside the points."""
    for i, point in enumerate(X):
        style = {"textcoords": "offset points", "size": 8.5}
        ax.annotate(str(i + 1), point, offset, **style)


def regions_of_two(models, X, y, box):
    """The same points over the regions of two models, by their titles."""
    figs, axes = figures.panels((3.3, 1.9), (3.3, 1.9))
    for ax, (title, model) in zip(axes, models.items()):
        figures.linear_regions(ax, model.coef_, box)
        figures.scatter_classes(ax, X, y, size=34)
        name_points(ax, X)
        ax.set(aspect="equal", xticks=[], yticks=[])
        ax.set_title(title, loc="left")
    return figs


def first_visit(W, X, y, box, gaps, bars, cut):
    """Regions, pieces of the gap and a ring; the bars of the visited point, cut."""
    panels, (plane, sides) = figures.panels((3.4, 2.1), (3.1, 2.1))
    figures.linear_regions(plane, W, box)
    disc = {"color": figures.ACCENT, "alpha": 0.3, "linewidth": 0}
    plane.scatter(*X.T, s=420 * gaps, **disc)
    figures.scatter_classes(plane, X, y, size=30)
    ring = {"markersize": 14, "fillstyle": "none", "color": figures.INK}
    plane.plot(*X[0], "o", **ring)
    name_points(plane, X, (8, 5))
    plane.set(aspect="equal", xticks=[], yticks=[])
    colors = figures.CLASS_COLORS[:3]
    sides.bar(range(3), bars - cut, 0.6, color=colors)
    sides.bar(range(3), cut, 0.6, bottom=bars - cut, color=colors, alpha=0.3)
    sides.axhline((bars - cut)[0], color=figures.INK, linestyle="--")
    sides.set_xticks(range(3), ["a, own", "b", "c"])
    sides.set(ylabel="bar")
    return panels


def kernel_regions(axis, scores, points, labels, pulling):
    """Regions of scores on a square, and points: filled ones pull."""
    fig, ax = figures.subplots(width=3.4, height=2.7)
    for q in range(3):
        color, marker = figures.CLASS_COLORS[q], figures.CLASS_MARKERS[q]
        rivals = np.delete(scores, q, axis=2)
        lead = scores[..., q] - rivals.max(axis=2)
        fill = {"levels": [0, np.inf], "colors": [color], "alpha": 0.14}
        ax.contourf(axis, axis, lead, **fill)
        for some, style in ((pulling, "full"), (~pulling, "none")):
            shown = points[some & (labels == q)].T
            dots = {"color": color, "fillstyle": style, "markersize": 5}
            ax.plot(*shown, marker, **dots)
    ax.set(aspect="equal", xticks=[], yticks=[])
    return fig
