"""Pictures of the chapter "Which measure when"."""

import numpy as np

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


def piles(ax, healthy, ill, threshold):
    """Patients, by their estimates, in four cells: ill or not, alarm or not."""
    p = np.concatenate([healthy, ill])
    row = (np.arange(len(p)) >= len(healthy)).astype(int)
    column = (p >= threshold).astype(int)
    places = np.empty((len(p), 2))
    for i, j in np.ndindex(2, 2):
        sides = [j, j + 0.97, j + 0.97, j], [i, i, i + 0.95, i + 0.95]
        ax.fill(*sides, color=figures.INK, alpha=0.06, linewidth=0)
        # Who is nearest to the threshold lies on top: next to go, or last in.
        own = np.flatnonzero((row == i) & (column == j))
        order = own[np.argsort(-p[own] if j else p[own], kind="stable")]
        height, along = np.divmod(np.arange(len(own)), 20)
        x, y = j + 0.05 + 0.046 * along, i + 0.9 - 0.075 * height
        places[order] = np.column_stack([x, y])
        at = {"ha": "right", "va": "center", "size": 9}
        ax.text(j + 0.93, i + 0.1, f"{len(own)}", **at)
    colors = [figures.CLASS_COLORS[one] for one in row]
    ax.scatter(*places.T, s=7, c=colors, linewidths=0)
    ax.set(xlim=(0, 2), ylim=(2, 0), xticks=[0.48, 1.48], yticks=[0.48, 1.48])
    ax.set(xticklabels=["no alarm", "alarm"], yticklabels=["healthy", "ill"])
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)


def alarm(patients, threshold, curves, false, recall, precision, measures):
    """Piles of patients, bars of measures, a ROC and a precision-recall curve."""
    sizes = (3.5, 2.1), (2.4, 1.9), (2.4, 1.7), (2.4, 1.7)
    figs, (cells, bars, roc, pr) = figures.panels(*sizes)
    piles(cells, *patients, threshold)
    roc_curve, pr_curve = curves
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
