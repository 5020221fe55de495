"""Pictures of the chapter "AdaBoost.MM"."""

import numpy as np

from coursemachine import figures

NAMES = "abc"


def predictions_in_rows(predicted):
    """Rows of predictions for a few examples, the first of them the truth; rings mark wrong ones."""
    figs, ax = figures.subplots(width=3.6, height=1.9)
    truth = next(iter(predicted.values()))
    for row, (name, said) in enumerate(predicted.items()):
        weight = "bold" if name in ("truth", "vote") else "normal"
        middle = {"ha": "center", "va": "center"}
        aside = {"ha": "right", "va": "center", "size": 10, "weight": weight}
        ax.text(-0.65, -row, name, **aside)
        for i, letter in enumerate(said):
            color = figures.CLASS_COLORS[truth.index(letter)]
            ax.barh(-row, 0.92, 0.8, i - 0.46, color=color, alpha=0.22)
            ax.text(i, -row, letter, color=color, size=12, **middle)
            if letter != truth[i]:
                ring = {"markersize": 15, "fillstyle": "none"}
                ax.plot(i, -row, "o", color=figures.ACCENT, **ring)
    ax.set(xlim=(-1.6, 2.6), ylim=(-4.6, 0.6), xticks=[], yticks=[])
    ax.spines[:].set_visible(False)
    return figs


def board_of_costs(board, labels, said, D, cut):
    """Costs of the labels of each example; frames around what a stump predicts, and where its threshold is."""
    middle = {"ha": "center", "va": "center", "size": 9.5}
    for i, own in enumerate(labels):
        style = {"size": 10, "color": figures.CLASS_COLORS[own]}
        name = f"{i + 1} {NAMES[own]}"
        board.text(-0.1, i, name, ha="right", va="center", **style)
        for l, color in enumerate(figures.CLASS_COLORS[:3]):
            alpha = 0.08 if l == own else 0.35
            board.barh(i, 0.94, 0.84, l + 0.02, color=color, alpha=alpha)
            if said[i] == l:
                frame = {"edgecolor": figures.INK, "linewidth": 1.6}
                board.barh(i, 0.94, 0.84, l + 0.02, fill=False, **frame)
            cost = f"{D[i, l]:.2f}".replace("-", "−")
            board.text(l + 0.45, i, cost, **middle)
            if l != own and said[i] in (own, l):
                arrow = "↓" if said[i] == own else "↑"
                board.text(l + 0.86, i, arrow, color=figures.ACCENT, **middle)
    board.axhline(cut - 0.5, color=figures.INK, linewidth=1.2)
    board.set_xticks(np.arange(3) + 0.5, list(NAMES))
    board.set(xlim=(-0.7, 3.1), ylim=(5.6, -0.6), yticks=[])
    board.xaxis.tick_top()
    board.tick_params(length=0)
    board.spines[:].set_visible(False)


def one_round(labels, said, D, cut, right, wrong, total):
    """The board of costs of a round, and the loss against the step with both steps on it."""
    panels, (board, curve) = figures.panels((3.1, 3.0), (3.2, 3.0))
    board_of_costs(board, labels, said, D, cut)
    alpha = np.linspace(0, 2, 81)
    moved = right * np.exp(-alpha) + wrong * np.exp(alpha)
    shares = (total - right - wrong + moved) / total
    edge = (right - wrong) / total
    promise = ((1 - edge) * np.exp(alpha) + (1 + edge) * np.exp(-alpha)) / 2
    curve.plot(alpha, shares, color=figures.INK, linewidth=1.8)
    curve.plot(alpha, promise, "--", color=figures.INK, linewidth=1)
    both = (1 + edge) / (1 - edge), right / wrong
    for odds, color in zip(both, (figures.INK, figures.ACCENT)):
        step = np.log(odds) / 2
        here = np.interp(step, alpha, shares)
        curve.plot(step, here, "o", color=color, markersize=5)
    curve.set(xlim=(0, 2), ylim=(0.5, 1.1), xlabel="step α")
    curve.set(title="loss, as a share of L")
    return panels
