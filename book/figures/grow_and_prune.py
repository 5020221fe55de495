"""Pictures of the chapter "Grow and prune"."""

import numpy as np

from coursemachine import figures


def regions(ax, boxes, limits):
    """The rectangles of the leaves: lower corner, upper corner, class."""
    least, most = np.reshape(limits, (2, 2)).T
    for low, high, q in boxes:
        a, b = np.clip(low, least, most), np.clip(high, least, most)
        if (a < b).all():
            corners = [a[0], b[0], b[0], a[0]], [a[1], a[1], b[1], b[1]]
            color = figures.CLASS_COLORS[q]
            ax.fill(*corners, color=color, alpha=0.16, linewidth=0)
    ax.set(xlim=limits[:2], ylim=limits[2:])
    ax.set(xticks=[], yticks=[], aspect="equal")


def seats_of(tree, n=0, depth=0, seats=None):
    """Where each node stands: leaves side by side, an inner node over its children."""
    seats = {} if seats is None else seats
    children = tree.children_left[n], tree.children_right[n]
    if children[0] < 0:
        across = sum(tree.children_left[k] < 0 for k in seats)
    else:
        for child in children:
            seats_of(tree, child, depth + 1, seats)
        across = np.mean([seats[child][0] for child in children])
    seats[n] = across, -depth
    return seats


def branches(ax, tree, seats, n, said, gap):
    """Lines from a node to its children, `gap` from both, with their answers."""
    x, y = seats[n]
    children = tree.children_left[n], tree.children_right[n]
    for child, word in zip(children, said):
        there, below = seats[child]
        line = {"color": figures.INK, "linewidth": 0.8}
        ax.plot([x, there], [y - gap, below + gap], **line)
        off, side = (0.08, "left") if there > x else (-0.08, "right")
        ax.text((x + there) / 2 + off, y - 0.44, word, size=8.5, ha=side)


def nodes_of_tree(ax, tree, counts, said):
    """Questions, leaves with their classes, and the counts of a, b, c in each."""
    seats, high = seats_of(tree), tree.max_depth + 0.55
    gap = 0.19 * high / ax.figure.get_figheight()  # two lines of text
    for n, (x, y) in seats.items():
        q, inner = int(np.argmax(counts[n])), tree.children_left[n] >= 0
        words = "abc"[q]
        if inner:
            branches(ax, tree, seats, n, said, gap)
            asked = f"x{'₁₂'[tree.feature[n]]} ≤ {tree.threshold[n]:.2f}?"
            words = asked.replace("-", "−")
        color = figures.INK if inner else figures.CLASS_COLORS[q]
        style = {"size": 8.5, "weight": "normal" if inner else "bold"}
        words += "\n" + " ".join(map(str, counts[n]))
        ax.text(x, y, words, color=color, ha="center", va="center", **style)
    ax.set(xlim=(-0.5, tree.n_leaves - 0.5))
    ax.set(ylim=(0.25 - high, 0.25))
    ax.axis("off")


SIZES = (4.2, 2.7), (2.6, 2.3)


def tree_and_regions(
    tree, counts, boxes, X, y, limits, said=("yes", "no"), sizes=SIZES
):
    """A tree, and the regions of its leaves with examples; `said` are the answers that lead left and right."""
    figs, (nodes, plane) = figures.panels(*sizes)
    nodes_of_tree(nodes, tree, counts, said)
    regions(plane, boxes, limits)
    figures.scatter_classes(plane, X, y, size=9)
    plane.set(xlabel="x₁", ylabel="x₂")
    return figs


def gains(grid, drawn):
    """Gains of splits into halves: between the curve and the chord of the children."""
    figs, axes = figures.panels(*[(2.25, 1.8)] * 3)
    for ax, (kind, values, low, high) in zip(axes, drawn):
        at = (low + high) / 2
        *ends, top = np.interp([low, high, at], grid, values)
        chord = np.mean(ends)
        ax.plot(grid, values, color=figures.INK, linewidth=1.2)
        dots = {"color": figures.INK, "markersize": 5, "linewidth": 1}
        ax.plot([low, high], ends, "o--", **dots)
        ax.plot([at, at], [chord, top], color=figures.ACCENT, linewidth=2.2)
        ax.plot(at, top, "o", color=figures.ACCENT, markersize=7)
        told = "gain" if top > chord + 1e-9 else "no gain"
        ax.text(at + 0.05, chord - 0.13, told, color=figures.ACCENT, size=9.5)
        ax.set(title=kind, xlabel="share of a class", ylim=(-0.02, 0.58))
        ax.set(xlim=(0, 1), xticks=[0, 0.5, 1], yticks=[0, 0.5])
    return figs


def pruned(boxes, X, y, limits, prices, at, norms):
    """Regions of a pruned tree, and norms against the price of a leaf as far as it."""
    figs, (plane, curves) = figures.panels((3.2, 2.8), (3.4, 2.8))
    regions(plane, boxes, limits)
    figures.scatter_classes(plane, X, y, size=9)
    for (name, values), style in zip(norms.items(), (":", "--", "-")):
        line = {"color": "black", "linewidth": 1.3, "label": name}
        curves.plot(range(at + 1), values, style, **line)
    last = [values[-1] for values in norms.values()]
    curves.plot([at] * 3, last, "o", color=figures.ACCENT)
    curves.set_xticks(range(len(prices)), [f"{price}" for price in prices])
    curves.set(xlabel="price λ of a leaf", ylabel="norm of the errors")
    curves.set(xlim=(-0.3, len(prices) - 0.7), ylim=(-0.05, 1.05))
    curves.legend(loc="upper right")
    return figs
