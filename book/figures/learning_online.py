"""Pictures of the chapter "Learning online"."""

from coursemachine import figures


def jumps(seen, lost):
    """What the classifier of the moment loses of a class, against the examples seen."""
    fig, ax = figures.subplots(width=4.8, height=1.8)
    ax.plot(seen, lost, color="black", linewidth=1)
    ax.plot(seen[-1:], lost[-1:], "o", color=figures.ACCENT, markersize=8)
    ax.set(xlabel="patients seen", ylabel="share of b lost")
    ax.set(ylim=(0, 1), xlim=(0, 2600))
    return fig


def one_at_a_time(inputs, classes, n, walk, wrong, bounds, box):
    """The classifier after n examples with its mistakes and the next one; mistakes and their bound."""
    figs, (plane, counts) = figures.panels((3.3, 2.8), (3.3, 2.8))
    figures.linear_regions(plane, walk[n], box)
    figures.scatter_classes(plane, inputs[:n], classes[:n], size=30)
    ring = {"marker": "o", "linestyle": "", "fillstyle": "none"}
    missed = inputs[:n][wrong[:n]].T
    plane.plot(*missed, markersize=11, color=figures.INK, **ring)
    plane.plot(*inputs[n], markersize=13, color=figures.ACCENT, **ring)
    figures.scatter_classes(plane, inputs[[n]], classes[[n]], size=30)
    plane.set(aspect="equal", xticks=[], yticks=[])
    rounds, sums = range(n + 2), wrong[: n + 1].cumsum()
    ceiling = [0, *bounds[: n + 1]]
    counts.plot(rounds, ceiling, "--", color=figures.INK, label="bound")
    counts.plot(rounds, [0, *sums], color=figures.ACCENT, label="mistakes")
    counts.set(yscale="symlog", xlim=(0, 20), ylim=(0, 1000))
    counts.set(xlabel="examples")
    counts.set_yticks([0, 1, 10, 100, 1000], ["0", "1", "10", "100", "1000"])
    counts.minorticks_off()
    counts.locator_params(axis="x", integer=True)
    counts.legend(loc="upper right")
    return figs


def last_or_average(rounds, errors, after, rates, sizes, averaged):
    """Errors of the classifiers of a stream, the rate of its mistakes, and the errors of its averages."""
    fig, ax = figures.subplots(width=4.8, height=2.2)
    ink = {"color": "black"}
    ax.plot(rounds, errors, linewidth=0.8, label="of the round", **ink)
    ax.plot(after, rates, "--", linewidth=1.3, label="mistake rate", **ink)
    ax.plot(sizes, averaged, "o-", color=figures.ACCENT, label="average")
    ax.set(xlabel="patients seen", ylabel="error", ylim=(0, 0.36))
    ax.set(xlim=(0, after[-1] * 1.02))
    ax.legend(loc="upper right", ncols=3, columnspacing=1, handlelength=1.5)
    return fig
