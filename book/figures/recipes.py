"""Pictures of the page "Six recipes"."""

from coursemachine import figures


def before_and_after(names, *measures, chosen):
    """Rows of classes: for each measure (its name, values before, values after) a ring and a dot, joined by a line."""
    figs, axes = figures.panels(*[(3.4, 0.75 + 0.26 * len(names))] * len(measures))
    for ax, (title, before, after) in zip(axes, measures):
        for row, (name, *ends) in enumerate(zip(names, before, after)):
            color = figures.ACCENT if name == chosen else figures.INK
            ax.plot(ends, [row, row], color=color, linewidth=1.5)
            ax.plot(ends[0], row, "o", color=figures.INK, markerfacecolor="none", markersize=8)
            ax.plot(ends[1], row, "o", color=color, markersize=6)
        figures.row_names(ax, names)
        ax.get_yticklabels()[list(names).index(chosen)].set_color(figures.ACCENT)
        ax.set(xlim=(0, 1.04), ylim=(len(names) - 0.5, -0.5), xlabel=title)
    return figs
