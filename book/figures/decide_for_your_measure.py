"""Pictures of the chapter "Decide for your measure"."""

import numpy as np

from coursemachine import figures


def map_and_measures(box, predicted, points, labels, names, values, plain, best, chosen):
    """Regions of a rule in the plane, and its measures beside those of the largest probability and the best ones."""
    figs, (plane, rows) = figures.panels((2.4, 2.4), (3.9, 2.4))
    across, up = (np.linspace(*ends, n) for ends, n in zip((box[:2], box[2:]), predicted.shape[::-1]))
    for q in range(3):
        region = predicted == q
        plane.contourf(across, up, region, levels=[0.5, 1.5], colors=[figures.CLASS_COLORS[q]], alpha=0.18)
    figures.scatter_classes(plane, points, labels, size=8)
    plane.spines[:].set_visible(False)
    plane.set(aspect="equal", xticks=[], yticks=[], xlim=box[:2], ylim=box[2:])
    for k, (here, before, most) in enumerate(zip(values, plain, best)):
        color = figures.ACCENT if k == chosen else figures.INK
        rows.plot([before, here], [k, k], color=color, linewidth=1.5)
        rows.plot(before, k, "o", color=figures.INK, markerfacecolor="none", markersize=7)
        rows.plot([most, most], [k - 0.3, k + 0.3], color=figures.INK, linewidth=1.2)
        rows.plot(here, k, "o", color=color, markersize=7)
    figures.row_names(rows, names)
    rows.get_yticklabels()[chosen].set_color(figures.ACCENT)
    rows.set(xlim=(0.12, 1.02), ylim=(len(names) - 0.4, -0.6), xlabel="larger is better")
    return figs
