"""Pictures of the chapter "Reductions"."""

import numpy as np

from coursemachine import figures

NAMES = "abcd"


def fill_regions(ax, wins, box, steps=41, edge=None):
    """Fill the region of each class q, where wins(x)[:, q] >= 0; that of the first one may have an edge."""
    xs, ys = np.linspace(*box[:2], steps), np.linspace(*box[2:], steps)
    grid = np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2)
    for q, column in enumerate(wins(grid).T):
        if column.max() > 0:
            # a tie is inside, whatever its last bit says
            heights = column.reshape(steps, steps) + 1e-7
            fill = {"colors": [figures.CLASS_COLORS[q]], "alpha": 0.14}
            ax.contourf(xs, ys, heights, levels=[0, 1e9], **fill)
            if edge and q == 0:
                line = {"colors": [edge], "linewidths": 1.5}
                ax.contour(xs, ys, heights, levels=[0], **line)
    ax.set(xlim=box[:2], ylim=box[2:], xticks=[], yticks=[])


def class_in_the_middle(wins, X, y):
    """Three clouds in a row over the regions of two reductions, by their titles."""
    figs, axes = figures.panels((3.3, 2.0), (3.3, 2.0))
    for ax, (title, one) in zip(axes, wins.items()):
        fill_regions(ax, one, (-2.7, 2.7, -1.3, 1.3))
        figures.scatter_classes(ax, X, y, size=11)
        ax.set_title(title, loc="left")
        for q, name in enumerate("abc"):
            style = {"weight": "bold", "size": 13, "ha": "center"}
            color = figures.CLASS_COLORS[q]
            ax.text(1.5 * (q - 1), 1.05, name, color=color, **style)
    return figs


def weighted_plane(plane, wins, points, labels):
    """Regions of a reduction, that of a with an edge, and the fairest borders, dotted."""
    box = (-1.8, 1.8, -1.8, 1.8)
    fill_regions(plane, wins, box, edge=figures.ACCENT)
    for slope in (-1, 1):
        ends = [-1.8 * slope, 1.8 * slope]
        plane.plot([-1.8, 1.8], ends, ":", color="black", linewidth=1)
    figures.scatter_classes(plane, points, labels, size=5)
    places = (0, 1.6), (1.6, 0), (-1.6, 0), (0, -1.6)
    middle = {"ha": "center", "va": "center"}
    for name, place, color in zip(NAMES, places, figures.CLASS_COLORS):
        style = {"color": color, "weight": "bold", "size": 11}
        plane.text(*place, name, **style, **middle)
    plane.set(aspect="equal", anchor="N")


def weights_inside(wins, points, labels, errors, fair, weights):
    """Regions of the reductions under one kind of weights, and their class errors."""
    figs, pairs = figures.panels((2.8, 2.02), (3.8, 2.02), ncols=2)
    *planes, dots = np.concatenate(pairs)
    for row, (plane, reduction) in enumerate(zip(planes, wins)):
        weighted_plane(plane, wins[reduction], points, labels)
        plane.set_title(reduction, loc="left")
        for q in (3, 1, 0):  # c is as b
            color, marker = figures.CLASS_COLORS[q], figures.CLASS_MARKERS[q]
            there = errors[reduction][q], -row
            dots.plot(*there, marker, color=color, markersize=7)
    dots.axvline(fair, color="black", linestyle=":", linewidth=1)
    dots.set(xlim=(-0.03, 0.93), ylim=(-2.5, 0.5), yticks=[0, -1, -2])
    dots.set(yticklabels=wins, xlabel="error on a, b, d")
    dots.set_title(f"weights: {weights}", loc="left")
    return figs
