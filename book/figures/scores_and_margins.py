"""Pictures of the chapter "Scores and margins"."""

import numpy as np

from confusion.margins import surrogate_minimiser
from coursemachine import figures

NAMES = "abc"
STYLES = {
    "0-1": "-",
    "ramp": "-",
    "hinge": "--",
    "softmax": ":",
    "exponential": "-.",
}


def losses(margin_axis, curves, at_half, rivals):
    """Losses against the margin, and the scores of an example at the margin 0.5."""
    figs, (ax, bars) = figures.panels((4.5, 2.5), (2.2, 2.1))
    ax.axvline(0.5, color=figures.INK, linewidth=0.7, alpha=0.5)
    for name, values in curves.items():
        ramp = name == "ramp"
        color = figures.ACCENT if ramp else figures.INK
        values = np.where(values > 3.2, np.nan, values)
        line = {"color": color, "linewidth": 2.6 if ramp else 1.4}
        ax.plot(margin_axis, values, STYLES[name], label=name, **line)
        ax.plot(0.5, at_half[name], "o", color=color, markersize=4)
    ax.set(xlabel="margin", ylabel="loss", xlim=(-1.5, 3), ylim=(-0.1, 3.2))
    figures.name_lines(ax, size=9.5)
    heights = [0.9, 0.4, 0.4 if rivals == "level" else 0.05]
    frame = {"color": [figures.INK, "none", "none"], "width": 0.6}
    bars.bar(range(3), heights, edgecolor=figures.INK, **frame)
    arrow = {"arrowstyle": "<->", "color": figures.ACCENT}
    arrow |= {"shrinkA": 0, "shrinkB": 0}
    bars.annotate("", (0.45, 0.9), (0.45, 0.4), arrowprops=arrow)
    bars.text(0.6, 0.72, "margin 0.5", color=figures.ACCENT, size=9)
    bars.set(xticks=range(3), xticklabels=["true", "rival", "rival"])
    bars.set(yticks=[], ylim=(0, 1.1), title="its scores")
    return figs


def name_thirds(ax, centers, out, down):
    """The name of each class, so far out in its third of the disk."""
    for q, center in enumerate(centers):
        style = {"weight": "bold", "size": 13, "ha": "center"}
        place = out * center + [0, -down]
        ax.text(*place, NAMES[q], color=figures.CLASS_COLORS[q], **style)


def disk_twice(regression, X, y, centers, box):
    """Points of a disk, over the regions of a regression and over none."""
    figs, axes = figures.panels((3.1, 2.2), (3.1, 2.2))
    rule = np.column_stack([regression.coef_, regression.intercept_])
    figures.linear_regions(axes[0], rule, box)
    told = "logistic regression", "multiclass SVM: all scores equal"
    for ax, title in zip(axes, told):
        figures.scatter_classes(ax, X, y, size=10)
        ax.set(aspect="equal", xticks=[], yticks=[])
        ax.set(xlim=box[:2], ylim=box[2:], title=title)
        name_thirds(ax, centers, 1.1, 0.03)
    return figs


def strips(model, grid, lead, rho, line, centers, box, losses):
    """Where the best class leads by at most rho, at two scales of the scores."""
    figs, planes = figures.panels((3.1, 2.15), (3.1, 2.15))
    rule = np.column_stack([model.coef_, model.intercept_])
    for plane, (scale, loss) in zip(planes, losses.items()):
        figures.linear_regions(plane, rule, box)
        gray = {"colors": [figures.INK], "alpha": 0.18}
        plane.contourf(*grid, scale * lead, [-1, rho], **gray)
        plane.plot(*line.T, color=figures.ACCENT, linewidth=2)
        plane.plot(*line[0], "o", color=figures.ACCENT, markersize=7)
        plane.text(*(line[0] + [0.06, 0.07]), "x", color=figures.ACCENT)
        name_thirds(plane, centers, 1.02, 0.04)
        title = f"scores × {scale}: margin loss {loss:.2f}"
        plane.set(aspect="equal", xticks=[], yticks=[], title=title)
    return figs


def leaving_the_tie(leads, curves, lowest):
    """Conditional risks against the lead of a, for two of its probabilities."""
    figs, axes = figures.panels((3.4, 2.3), (3.4, 2.3))
    lines = ("max-hinge", figures.ACCENT, "-"), ("softmax", figures.INK, "--")
    for ax, likely in zip(axes, (0.4, 0.6)):
        for kind, color, line in lines:
            risks = curves[likely, kind]
            ax.plot(leads, risks, line, color=color, label=kind)
            dot = {"color": color, "markersize": 7, "label": "_"}
            ax.plot(*lowest[likely, kind], "o", **dot)
        ax.set(xlabel="lead d of class a", ylim=(0.6, 2))
        ax.set(xlim=(leads[0], leads[-1]), xticks=[0, 1, 2], yticks=[1, 2])
        ax.set(title=f"a has probability {likely}")
        figures.name_lines(ax, size=9)
    return figs


def triangle(corner, dot):
    """Where the max-hinge decides in the triangle of three probabilities."""
    fig, plane = figures.subplots(width=2.9, height=2.6)
    middles = (corner + np.roll(corner, -1, axis=0)) / 2
    center = corner.mean(axis=0)
    aside = [-0.05, -0.06], [0.05, -0.06], [0, 0.03]
    for q, color in enumerate(figures.CLASS_COLORS[:3]):
        third = np.array([corner[q], middles[q], middles[q - 1]])
        plane.fill(*third.T, color=color, alpha=0.4, linewidth=0)
        border = np.array([center, middles[q]])
        plane.plot(*border.T, color=figures.INK, linewidth=0.8)
        style = {"weight": "bold", "size": 13, "ha": "center"}
        plane.text(*(corner[q] + aside[q]), NAMES[q], color=color, **style)
    edge = np.vstack([corner, corner[:1]])
    plane.plot(*edge.T, color=figures.INK, linewidth=1.2)
    plane.plot(*(dot @ corner), "o", color=figures.ACCENT, markersize=7)
    plane.set(aspect="equal", xlim=(-0.1, 1.1), ylim=(-0.1, 0.97))
    plane.axis("off")
    return fig


def cards(kinds, dot):
    """The scores that each loss asks for at the dot."""
    fig, axes = figures.subplots(3, 2, width=3.8, height=3.2)
    for ax, kind in zip(axes.ravel(), kinds):
        scores, colors = surrogate_minimiser(dot, kind), figures.CLASS_COLORS
        ax.barh(range(3), scores, color=colors[:3], height=0.7)
        ax.axvline(0, color=figures.INK, linewidth=0.8)
        figures.row_names(ax, list(NAMES))
        ax.set(xlim=(-1.5, 1.5), xticks=[])
        ax.set_title(kind, size=9)
    return fig
