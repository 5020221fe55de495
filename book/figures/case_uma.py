"""Pictures of the case file of UMA: the source's figures by their numbers, on its own axes; stars are printed."""

import numpy as np

from confusion_studies.uma.panels import curve, level_panel, lines
from coursemachine import figures


def stars(ax, points):
    """Printed numbers (x, y, learner) as stars, UMA's in its colour."""
    for x, y, name in points:
        color = figures.ACCENT if name == "UMA" else figures.INK
        ax.plot(x, y, "*", color=color, markersize=12)


def against_noise(noise, norms, printed):
    """Figure 1a: norms by method against the norm of C without its diagonal; printed ends by learner."""
    fig, ax = figures.subplots(width=4.2, height=3.5)
    level_panel(ax, noise, norms, stars=())
    for name, pair in printed.items():
        stars(ax, [(noise[at], pair[at], name) for at in (0, -1)])
    ax.set_xlabel("‖C − diag C‖")
    return fig


def against_factor(factor, norms, printed):
    """Figure 1b: norms against the approximation factor; a star at 0, and printed levels of either side, dashed."""
    fig, ax = figures.subplots(width=4.2, height=3.5)
    lower, truth, upper = printed
    ax.plot([-1, -0.05], [lower, lower], ":", color=figures.ACCENT)
    ax.plot([0.05, 1], [upper, upper], ":", color=figures.ACCENT)
    stars(ax, [(0, truth, "UMA")])
    curve(ax, factor, norms, "UMA")
    ax.set(xlabel="approximation factor ρ", ylim=(0, 3.3))
    ax.set_ylabel("Frobenius norm, not divided")
    figures.name_lines(ax)
    return fig


def against_labels(curves, n, printed):
    """Figures 3 and 4: errors against the size of S_conf, of `n` in all; printed (share, value, learner)."""
    fig, ax = figures.subplots(width=4.2, height=3.2)
    counts = {k: (n * np.array(x), v) for k, (x, v) in curves.items()}
    lines(ax, counts, xlabel="examples in S_conf", top=0.7)
    stars(ax, [(n * share, value, name) for share, value, name in printed])
    ticks = [round(n * share) for share in (0.005, 0.05, 0.5)]
    ax.set_xticks(ticks, [f"{tick:,}" for tick in ticks])
    return fig


def along_updates(steps, measured, plateau):
    """Figure 5: two measures along the updates, a line for each way to choose the pair; where a plateau is printed."""
    figs, axes = figures.panels((3.3, 2.9), (3.3, 2.9))
    for ax, (measure, curves) in zip(axes, measured.items()):
        styles = zip(curves.items(), ("--", "-", ":", "-."))
        for (name, values), style in styles:
            color = figures.ACCENT if name == "confusion" else figures.INK
            options = {"color": color, "linewidth": 1.2, "label": name}
            ax.plot(steps, values, style, **options)
        ax.axvline(plateau, color=figures.INK, linewidth=0.5)
        ax.set(xlabel="iteration", ylabel=measure, ylim=(0, None))
        figures.name_lines(ax)
    return figs
