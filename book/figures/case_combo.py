"""Pictures of the case file of CoMBo: lines of the source's tables, stars as printed, circles as run."""

from coursemachine import figures

FLOOR = 5e-4


def table_lines(sets, measures, log=()):
    """A panel for each measure: of each data set and method the printed mean, with its spread, and ours.

    `measures` has by name and set triples (printed, spread, ours) by method;
    without runs, ours is nan.  Axes of `log` are logarithmic, down to FLOOR.
    """
    size = 3.3, 0.9 + 0.34 * len(sets)
    figs, axes = figures.panels(size, size)
    for ax, (measure, lines) in zip(axes, measures.items()):
        low = FLOOR if measure in log else 0
        for row, name in enumerate(sets):
            places = (-0.2, 0.05, 0.3)
            for at, (method, numbers) in zip(places, lines[name].items()):
                mean, spread, ours = numbers
                color = figures.ACCENT if method == "CoMBo" else figures.INK
                style = {"color": color, "linewidth": 1}
                ends = max(low, mean - spread), mean + spread
                ax.plot(ends, [row + at, row + at], **style)
                ax.plot(max(low, mean), row + at, "*", **style, markersize=8)
                circle = {"markersize": 5, "fillstyle": "none"}
                ax.plot(max(low, ours), row + at, "o", **style, **circle)
        ax.set_yticks(range(len(sets)), sets)
        ax.set(xlabel=measure, ylim=(len(sets) - 0.4, -0.6))
        if measure in log:
            ax.set(xscale="log", xlim=(0.8 * FLOOR, 1.2))
            ax.set_xticks([1e-3, 1e-2, 1e-1, 1], [".001", ".01", ".1", "1"])
            ax.minorticks_off()
    return figs
