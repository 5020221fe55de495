"""Pictures of the chapter "Guarantees"."""

import numpy as np

from coursemachine import figures


def best_of_many(tried, best_of, promise):
    """Training error of the best of many rules, and what is promised for one."""
    fig, ax = figures.subplots(width=4.2, height=2.9)
    ax.plot(tried, best_of, "o-", color=figures.ACCENT)
    promised = np.array(best_of) + promise
    ax.plot(tried, promised, "s--", color=figures.INK, markersize=4)
    ax.axhline(0.5, color=figures.INK, linestyle=":", linewidth=1.2)
    ax.text(1.1e5, 0.52, "error on new examples", ha="right", size=9)
    aside = {"ha": "right", "size": 9, "color": figures.ACCENT}
    ax.text(1.1e5, 0.09, "training error", **aside)
    ax.text(15, 0.62, "what is promised for one rule", size=9)
    ax.set(xscale="log", xlabel="rules that were tried")
    ax.set(ylabel="error of the one that is kept", ylim=(0, 0.9))
    ax.set_xticks(tried, [f"{N:,}" for N in tried], rotation=25)
    ax.minorticks_off()
    return fig


def class_errors(ax, rates, ends, true_errors):
    """Measured errors with bars to their upper ends, and marks at the true ones."""
    for p, color in enumerate(figures.CLASS_COLORS[:3]):
        ax.plot([rates[p], ends[p]], [p, p], color=color, linewidth=3)
        ax.plot([rates[p]], [p], "o", color=color, markersize=7)
        mark = {"color": figures.INK, "linewidth": 1.5}
        ax.plot([true_errors[p]] * 2, [p - 0.3, p + 0.3], **mark)
    ax.set(xlim=(0, 1), ylim=(2.6, -0.6), yticks=range(3), yticklabels="abc")
    ax.set(xlabel="class error and its upper end")


def sample_size(seen, curves, by_class, rates, ends, true_errors, true_norm):
    """Class errors at one sample size; norm and promises against the size."""
    figs, (left, right) = figures.panels((3.0, 2.4), (3.6, 2.8))
    class_errors(left, rates, ends, true_errors)
    thin = {"color": figures.INK, "linewidth": 1}
    right.plot(seen, curves[0], ".-", **thin)
    right.plot(seen, by_class, "s--", markersize=3, **thin)
    promise = {"color": figures.ACCENT, "linewidth": 2.2, "markersize": 4}
    right.plot(seen, curves[1], "o-", **promise)
    right.axhline(true_norm, color=figures.INK, linestyle=":", linewidth=1.2)
    aside = {"ha": "right", "size": 9}
    right.text(5.5e4, true_norm - 0.025, "true norm", va="top", **aside)
    right.set(xscale="log", xlim=(80, 6e4), ylim=(0, 1.2))
    right.set(xlabel="test examples", ylabel="norm")
    right.set_xticks([100, 1000, 10_000], ["100", "1,000", "10,000"])
    right.minorticks_off()
    told = "promised for the norm"
    right.text(5.5e4, 1.1, told, color=figures.ACCENT, **aside)
    right.text(5.5e4, 1.0, "dashed: by the class errors", **aside)
    right.text(5.5e4, 0.9, "thin: measured norm", **aside)
    return figs
