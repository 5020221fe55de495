"""Pictures of the chapter "Label noise"."""

import numpy as np

from confusion_studies.uma.panels import disc_sample, noise_cells
from coursemachine import figures


def true_and_noisy(X, t, y, V, W):
    """The same points with true labels and regions, and with noisy and learned ones."""
    figs, (left, right) = figures.panels((3.2, 3.3), (3.2, 3.3))
    disc_sample(left, X, t, V, "true labels, true regions")
    disc_sample(right, X, y, W, "noisy labels, learned regions")
    return figs


def noise_machine(X, y, V, C, borders):
    """Points with their labels, dashed borders of a learner, and the noise matrix."""
    panels, (sample, cells) = figures.panels((2.6, 2.8), (2.8, 2.8))
    disc_sample(sample, X, y, V)
    for border in borders:
        dashed = {"color": figures.INK, "linewidth": 1.4}
        sample.plot([0, np.cos(border)], [0, np.sin(border)], "--", **dashed)
    noise_cells(cells, C)
    return panels
