"""Pictures of the chapter "Tools"."""

import numpy as np

from coursemachine import figures


def circle():
    """Points of the unit circle."""
    angle = np.linspace(0, 2 * np.pi, 181)
    return np.array([np.cos(angle), np.sin(angle)])


def ellipse(A):
    """The unit circle with the right singular vectors of A, and what A makes of both."""
    U, sigma, Vt = np.linalg.svd(A)
    unit = circle()
    figs, (before, after) = figures.panels((3.2, 2.4), (3.2, 2.4))
    for ax, curve, arrows, names in (
        (before, unit, Vt, ("v₁", "v₂")),
        (after, A @ unit, sigma[:, None] * U.T, ("σ₁u₁", "σ₂u₂")),
    ):
        ax.plot(*curve, color="black", linewidth=1.3)
        colors = figures.ACCENT, "black"
        for arrow, name, color in zip(arrows, names, colors):
            arrow = arrow if arrow[0] > 0 else -arrow
            style = {"arrowstyle": "->", "color": color, "linewidth": 2}
            ax.annotate("", arrow, (0, 0), arrowprops=style)
            place = arrow * (1 + 0.26 / np.hypot(*arrow))
            middle = {"ha": "center", "va": "center"}
            ax.text(*place, name, color=color, size=11, **middle)
        ax.set(aspect="equal", xlim=(-1.7, 2.0), ylim=(-1.3, 1.2))
        ax.set(xticks=[], yticks=[])
        ax.spines[["left", "bottom"]].set_visible(False)
    before.set(title="v, of length one")
    after.set(title="Av")
    return figs


def chord_and_tangent():
    """A convex curve, and the two sides of Jensen's inequality for a variable with two values."""
    fig, ax = figures.subplots(width=4.6, height=2.6)
    x = np.linspace(-1.6, 2.3, 120)
    ends, shares = np.array([-1.0, 2.0]), np.array([0.4, 0.6])
    mean = shares @ ends
    of_mean, mean_of = np.exp(mean / 1.4), shares @ np.exp(ends / 1.4)
    ink = {"color": "black"}
    ax.plot(x, np.exp(x / 1.4), linewidth=1.6, **ink)
    ax.plot(ends, np.exp(ends / 1.4), "o-", linewidth=1, markersize=5, **ink)
    ax.plot(x, of_mean * (1 + (x - mean) / 1.4), ":", linewidth=1.3, **ink)
    accent = {"color": figures.ACCENT}
    for height, name, side in ((of_mean, "f(𝔼X)", -1), (mean_of, "𝔼f(X)", 1)):
        ax.plot([mean], [height], "o", markersize=7, **accent)
        place = mean - side * 0.1, height + side * 0.3
        align = {"ha": "right" if side > 0 else "left", "va": "center"}
        ax.text(*place, name, **align, **accent)
    ax.text(-0.35, 1.75, "chord", ha="right")
    ax.text(2.3, 2.55, "tangent", ha="right")
    ax.set(xticks=[*ends, mean], xticklabels=["x", "z", "𝔼X"])
    ax.set(yticks=[], ylim=(-0.5, 5))
    return fig


def wall(center, b, nearest, price, dual, box):
    """The permitted half-plane below a wall with the point nearest to c, and the dual of the multiplier."""
    panels, (plane, hill) = figures.panels((3.3, 2.8), (3.3, 2.8))
    for radius in (0.5, 1.0, 1.5, 2.0):
        around = center[:, None] + radius * circle()
        plane.plot(*around, color="black", linewidth=0.7, alpha=0.4)
    line, prices = np.array([-4.0, 6.0]), np.linspace(0, 2, 41)
    plane.plot(line, b - line, color="black", linewidth=1.8)
    shade = {"color": "black", "alpha": 0.1, "linewidth": 0}
    plane.fill_between(line, b - line, -6, **shade)
    plane.text(*center + [0.1, 0.12], "c")
    arrow = {"arrowstyle": "->", "color": figures.ACCENT, "linewidth": 1.8}
    plane.annotate("", center, nearest, arrowprops=arrow)
    plane.plot(*nearest, "o", color=figures.ACCENT, markersize=8)
    plane.set(aspect="equal", xlim=box[:2], ylim=box[2:])
    plane.set(xlabel="w₁", ylabel="w₂")
    hill.plot(prices, dual(prices, b), color="black", linewidth=1.6)
    top = [price], [dual(price, b)]
    hill.plot(*top, "o", color=figures.ACCENT, markersize=8)
    hill.set(xlabel="multiplier λ", ylabel="dual q(λ)")
    return panels
