"""Pictures of the chapter "Margin bounds"."""

import numpy as np

from coursemachine import figures


def follow_coins(tried, curves):
    """How well the best of N functions follows coins, for classes of functions."""
    fig, ax = figures.subplots(width=4.2, height=2.4)
    for (name, curve), style in zip(curves.items(), ("o--", "o-", "s:")):
        told = name == "linear rules"
        color = figures.ACCENT if told else figures.INK
        ax.plot(tried, curve, style, color=color, label=name, markersize=4)
    ax.set(xscale="log", xlabel="functions in the class")
    ax.set(ylabel="mean score of the best", ylim=(-0.05, 1))
    ax.set_xticks([1, 10, 100, 1000], ["1", "10", "100", "1,000"])
    ax.minorticks_off()
    figures.name_lines(ax)
    return fig


def two_samples(first, second, signs):
    """Losses on two samples, pair by pair, and with the pairs of a minus swapped."""
    figs, (before, after) = figures.panels((3.3, 1.9), (3.3, 1.9))
    for ax, sign in ((before, np.ones(8)), (after, signs)):
        own, new = np.where(sign > 0, (first, second), (second, first))
        gray = {"color": figures.INK, "alpha": 0.55}
        ax.bar(np.arange(8) - 0.19, own, 0.34, **gray)
        ax.bar(np.arange(8) + 0.19, new, 0.34, color=figures.ACCENT)
        middle = {"ha": "center", "va": "center", "size": 12}
        for i, one in enumerate(sign):
            ax.text(i, -0.16, "+" if one > 0 else "−", **middle)
        ax.set(xticks=[], ylim=(-0.3, 1.3), yticks=[0, 0.5, 1])
        ax.set(ylabel="loss g")
        told = f"mean difference {np.mean(new - own):+.2f}"
        ax.text(3.5, 1.16, told.replace("-", "−"), ha="center", size=9)
    return figs


def quarter_circle(ax, angle):
    """Points of two classes between their corners, and marks of the margin of a."""
    a, b = figures.CLASS_COLORS[:2]
    both = (a, angle[0], 1), (b, np.pi / 2 - angle[1], 1.06)
    for color, one, radius in both:
        dots = {"color": color, "markersize": 4, "alpha": 0.6}
        ax.plot(radius * np.cos(one), radius * np.sin(one), "o", **dots)
    middle = {"ha": "center", "va": "center", "size": 9}
    for margin in (1, 0.5, 0, -0.5, -1):
        there = np.arccos(margin / np.sqrt(2)) - np.pi / 4
        x, y = np.cos(there), np.sin(there)
        mark = [0.9 * x, 0.97 * x], [0.9 * y, 0.97 * y]
        ax.plot(*mark, color=figures.INK, linewidth=1)
        told = f"{margin:g}".replace("-", "−")
        ax.text(0.8 * x, 0.8 * y, told, **middle)
    below = {"ha": "right", "va": "top", "size": 9, "color": a}
    ax.text(1.12, -0.09, "corner of a", **below)
    above = {"ha": "left", "va": "bottom", "size": 9, "color": b}
    ax.text(0.02, 1.12, "corner of b", **above)
    ax.text(0.3, 0.3, "margin\nof class a", **middle)
    ax.set(aspect="equal", xlim=(-0.1, 1.2), ylim=(-0.25, 1.25))
    ax.axis("off")


def arc(angle):
    """Inputs on the arc between two corners, and the density of their margins."""
    figs, (left, right) = figures.panels((3.2, 2.5), (3.4, 2.5))
    quarter_circle(left, angle)
    grid = np.linspace(-1, 1, 200)
    density = 2.5 * ((1 + grid) / 2) ** 4
    right.plot(grid, density, color=figures.ACCENT, linewidth=2.2)
    shade = {"color": figures.ACCENT, "alpha": 0.25}
    right.fill_between(grid, density, where=grid <= 0, **shade)
    right.text(-0.35, 0.3, "errors", ha="center", size=9)
    right.set(xlabel="margin", ylabel="density", ylim=(0, 2.7))
    return figs


def explorer(rhos, loss, linear, quadratic, seen, smallest, truth):
    """Bounds against the threshold, and the smallest ones against the examples."""
    figs, (left, right) = figures.panels((3.3, 2.5), (3.3, 2.5))
    bold = {"color": figures.ACCENT, "linewidth": 2.2}
    left.plot(rhos, quadratic, "--", color=figures.INK, label="quadratic")
    left.plot(rhos, linear, label="linear", **bold)
    left.plot(rhos, loss, "-.", color=figures.INK, linewidth=1.1)
    best = linear.argmin()
    dot = {"color": figures.ACCENT, "markersize": 8}
    left.plot([rhos[best]], [linear[best]], "o", **dot)
    # below its curve: no bound comes there
    left.text(1.05, 0.035, "margin loss", ha="right", size=9)
    left.set(xscale="log", xlabel="threshold ρ", ylabel="bound on the error")
    left.set_xticks([0.02, 0.1, 0.5, 1], ["0.02", "0.1", "0.5", "1"])
    thin = {"color": figures.INK, "linewidth": 1.5}
    right.plot(seen, smallest["quadratic"], "s--", markersize=4, **thin)
    right.plot(seen, smallest["linear"], "o-", markersize=4, **bold)
    right.set(xscale="log", xlim=(60, 2e8), xlabel="examples m")
    right.set_xticks([1e2, 1e4, 1e6, 1e8], ["100", "10⁴", "10⁶", "10⁸"])
    ticks = ["0.03", "0.1", "0.3", "1", "3", "10"]
    for ax in (left, right):
        ax.set(yscale="log", ylim=(0.02, 30))
        ax.set_yticks([float(one) for one in ticks], ticks)
        ax.axhline(1, color=figures.INK, linewidth=0.8)
        ax.axhline(truth, color=figures.INK, linestyle=":", linewidth=1.2)
        ax.minorticks_off()
    figures.name_lines(left)
    told = "above 1 it\nsays nothing"
    right.text(1.6e8, 25, told, ha="right", va="top", size=9)
    right.text(80, truth * 1.15, "true error", size=9)
    return figs
