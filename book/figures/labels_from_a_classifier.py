"""The picture of the chapter "Labels that look at the input"."""

import numpy as np

from confusion_studies.uma.panels import disc_sample
from coursemachine import figures


def wrong_on_disc(ax, X, t, y, V, W, keep=10):
    """Wrong labels on the regions of `V`, one in `keep` of the right ones, pale, and dashed the borders of `W`."""
    wrong = y != t
    few = ~wrong & (np.arange(len(t)) % keep == 0)
    disc_sample(ax, X[wrong], y[wrong], V)
    figures.scatter_classes(ax, X[few], y[few], size=8, alpha=0.25)
    angles = np.linspace(0, 2 * np.pi, 2001)
    rays = np.column_stack([np.cos(angles), np.sin(angles)])
    for x in rays[np.flatnonzero(np.diff((rays @ W.T).argmax(axis=1)))]:
        ax.plot([0, x[0]], [0, x[1]], "--", color=figures.INK, linewidth=1.2)
