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
