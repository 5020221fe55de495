"""Curves along which a place is dragged, as the scene of that name draws them."""

import numpy as np

from coursemachine import figures


def curves(at, *, across, up, choices, lines, bars, facts, tells):
    """The first state: lines, the chosen ones in the accent colour, and bars beside them."""
    chosen = [at[name] for name in choices]

    def of(one):
        every = one["values"]
        return every[" ".join(chosen)] if isinstance(every, dict) else every

    sizes = ((4.0, 2.5), (2.6, 2.5)) if bars else ((4.2, 2.6),)
    figs, (ax, *beside) = figures.panels(*sizes)
    stops, texts = list(across["stops"]), across["texts"]
    for line in lines:
        own = line.get("own") in (True, *chosen)
        faint = "only" in line and line["only"] not in chosen
        style = "--" if "dashes" in line else "-"
        look = {"linestyle": style, "alpha": 0.35 if faint else 1}
        look |= {"color": figures.ACCENT if own else figures.INK}
        look |= {"linewidth": 2.2 if own else 1.1}
        if "dot" in line:
            look |= {"marker": "o", "markersize": line["dot"]}
        name = "_" if faint or "dot" in line else line["name"]
        ax.plot(stops, np.array(of(line), dtype=float), label=name, **look)
    ax.set_xscale("log" if "log" in across else "linear")
    ax.set_yscale("log" if "log" in up else "linear")
    ax.set(xlabel=across["label"], ylabel=up["name"], ylim=up["ends"])
    named = across["named"]
    ax.set_xticks([stops[k] for k in named], [texts[k] for k in named])
    ax.set_yticks(up["ticks"], [f"{tick:g}" for tick in up["ticks"]])
    ax.minorticks_off()
    figures.name_lines(ax, size=9.5)
    for ax in beside:
        heights = np.array(of(bars))[stops.index(at["at"])]
        rows = ax.barh(bars["names"], heights, color=figures.INK, alpha=0.4)
        if "own" in bars:
            rows[bars["own"]].set_color(figures.ACCENT)
        ax.set(xlim=(0, bars["most"]), title=bars["title"])
        ax.invert_yaxis()
    return figs
