"""Pictures of the chapter "Risk and bounds"."""

import numpy as np

from coursemachine import figures

#: Names of what the runs show, by per cent of them.
SEEN = {100: "runs: largest", 95: "runs: 95 %", 50: "runs: median"}


def norms_by_size(sizes, curves):
    """Norms of a learner's matrices against the number of examples."""
    fig, ax = figures.subplots(width=4.2, height=2.9)
    for (name, values), dash in zip(curves.items(), (":", "-.", "-", "--")):
        told = name == "online estimate"
        color = figures.ACCENT if told else figures.INK
        dots = {"marker": "o", "markersize": 4, "color": color}
        ax.plot(sizes, values, dash, label=name, **dots)
    ax.set(xscale="log", xlabel="patients T", ylim=(-0.04, 1.25))
    ax.set(ylabel="norm of the confusion matrix")
    ax.set_xticks(sizes, [str(T) for T in sizes])
    ax.minorticks_off()
    figures.name_lines(ax, size=8.5)
    return fig


def bound_and_runs(shares, share, radii, seen):
    """A bound and observed distances against the share of the small classes."""
    fig, ax = figures.subplots(width=4.2, height=3.3)
    at = shares.index(share)
    gray = {"color": figures.INK, "linewidth": 0}
    ax.axhspan(np.sqrt(2), 9, alpha=0.12, **gray)
    ax.text(0.33, 7.5, "says nothing", ha="right", va="top", size=9)
    ax.axvline(share, color=figures.INK, linewidth=0.6)
    line = {"color": figures.ACCENT, "linewidth": 1.5}
    ax.plot(shares, radii, "-", label="the bound", **line)
    ax.plot(share, radii[at], "o", markersize=6, **line)
    ax.fill_between(shares, seen[50], seen[100], alpha=0.1, **gray)
    for percent, name in SEEN.items():
        told, ink = percent == 95, {"color": figures.INK}
        line = {"linewidth": 1.8 if told else 0.9, "label": name}
        ax.plot(shares, seen[percent], ":", **line, **ink)
        mark = {"markersize": 9, "markeredgewidth": 1.8 if told else 1}
        ax.plot(share * 0.97, seen[percent][at], "_", **mark, **ink)
    ax.set(xscale="log", yscale="log", xlim=(0.018, 0.37), ylim=(0.006, 9))
    ax.set(xlabel="share of each small class")
    ax.set(ylabel="distance in operator norm")
    ax.set_xticks(shares, [f"{100 * one:.0f}\N{NBSP}%" for one in shares])
    ax.set_yticks([0.01, 0.1, 1], ["0.01", "0.1", "1"])
    ax.minorticks_off()
    figures.name_lines(ax)
    return fig
