"""Pictures of the chapter "Which measure when"."""

from coursemachine import figures


def two_places(clinic, ward):
    """Measures of one classifier in two places, by their names."""
    fig, ax = figures.subplots(width=4.4, height=2.1)
    rows = range(len(clinic))
    ring = {"color": figures.INK, "markersize": 11, "fillstyle": "none"}
    ax.plot([*clinic.values()], rows, "o", **ring)
    ax.plot([*ward.values()], rows, "s", color=figures.ACCENT, markersize=6)
    for row, name in enumerate(clinic):
        thin = {"color": figures.INK, "linewidth": 1, "alpha": 0.5}
        ax.plot([clinic[name], ward[name]], [row, row], **thin)
    figures.row_names(ax, list(clinic))
    there = "precision of b"
    ax.text(clinic[there], 0.62, "clinic", ha="center", size=10)
    beside = {"va": "center", "color": figures.ACCENT, "size": 10}
    ax.text(ward[there] + 0.03, 1, "ward", **beside)
    ax.set(xlim=(0, 1.15), xlabel="value")
    return fig


def alarm(roc_curve, pr_curve, false, recall, precision, measures):
    """A ROC curve and a precision-recall curve with a dot, and bars of measures."""
    figs, panels = figures.panels((1.8, 1.9), (1.8, 1.9), (2.4, 1.9))
    roc, pr, bars = panels
    dot = {"color": figures.ACCENT, "markersize": 8}
    roc.plot(*roc_curve, color=figures.INK, linewidth=1.2)
    roc.plot(false, recall, "o", **dot)
    roc.set(xlabel="false alarms", ylabel="recall of the ill", xlim=(0, 1))
    pr.plot(*pr_curve, color=figures.INK, linewidth=1.2)
    pr.plot(recall, precision, "o", **dot)
    pr.set(xlabel="recall of the ill", ylabel="precision", xlim=(0, 1.03))
    for ax in (roc, pr):
        ax.set(ylim=(0, 1.03), xticks=[0, 0.5, 1], yticks=[0, 0.5, 1])
    gray = {"color": figures.INK, "alpha": 0.35, "height": 0.62}
    bars.barh(range(5), [*measures.values()], **gray)
    for row, value in enumerate(measures.values()):
        bars.text(value + 0.02, row, f"{value:.2f}", va="center")
    figures.row_names(bars, list(measures))
    bars.set(xlim=(0, 1.2), xticks=[0, 0.5, 1])
    return figs


def reliability_diagrams(plain, balanced):
    """True share of the ill over the estimated one, of two classifiers."""
    fig, ax = figures.subplots(width=4.2, height=2.1)
    ax.plot([0, 1], [0, 1], ":", color=figures.INK, linewidth=1)
    ink, accent = {"color": figures.INK}, {"color": figures.ACCENT}
    line = {"markersize": 5, "linewidth": 1.2}
    ax.plot(*plain, "o-", **line, **ink)
    ax.text(0.36, 0.52, "plain", size=9, **ink)
    ax.plot(*balanced, "s-", **line, **accent)
    ax.text(0.52, 0.26, "balanced weights", size=9, **accent)
    ax.set(xlabel="estimated probability of illness")
    ax.set(ylabel="share of the ill", xlim=(0, 1.02), ylim=(0, 1.02))
    return fig
