"""Pictures of the real-data experiments of UMA: rows of a table as dots, errors against labels, runs by iteration."""

import numpy as np

from coursemachine.figures.base import ACCENT, INK, mean_curve, row_names
from coursemachine.figures.markup import plain

__all__ = ["class_bars", "dots", "lines"]

_STYLES = (("-", "o"), ("--", "s"), (":", "^"), ("-.", "D"), ("-", "x"), ("--", "v"))


def dots(ax, rows, *, printed=None, right=None):
    """Draw measures by method, from the top down: a ring for each run, a bar at their mean, a star where `printed`.

    A method without runs leaves its line free; `right` is the end of the axis.
    """
    for line, (name, runs) in enumerate(rows.items()):
        ax.axhline(line, color=INK, linewidth=0.3, alpha=0.5)
        color = ACCENT if name.startswith("UMA") else INK
        if len(runs):
            ax.plot(runs, np.full(len(runs), line), "o", color=color, markersize=4, markerfacecolor="none", alpha=0.6)
            ax.plot(np.mean(runs), line, "|", color=color, markersize=14, markeredgewidth=2)
        if printed and name in printed:
            ax.plot(printed[name], line, "*", color=INK, markersize=11)
    ax.set(xlim=(0, right), xlabel="error on the test set")
    row_names(ax, list(rows))


def lines(ax, curves, *, xlabel, ylabel="error", top=None, markers=True):
    """Draw means over runs, log axis, a dict of name to (x, array (n_runs, m)); the first one with its spread."""
    for (name, (x, values)), (style, marker) in zip(curves.items(), _STYLES):
        spread = name == next(iter(curves)) and len(values) > 1
        color = ACCENT if name.startswith("UMA") else INK
        mean_curve(ax, x, values, style + marker * markers, label=name, ddof=1 if spread else None, color=color)
    ax.set_xscale("log")
    ax.minorticks_off()
    ax.set(xlabel=xlabel, ylabel=ylabel, ylim=(0, top))
    ax.legend(fontsize=8.5)


def class_bars(ax, counts, names, title):
    """Draw class sizes as bars, the largest class as named by the data set first."""
    ax.bar(range(len(counts)), counts, color=INK, alpha=0.45, width=0.75)
    names = [plain(name, "names") for name in names]
    ax.set_xticks(range(len(counts)), names, fontsize=8 if len(counts) > 12 else None)
    ax.set_ylabel("training examples")
    ax.set_title(plain(title, "title"), loc="left")
