"""Drawing for the book: small, deterministic SVG that reads in light and dark.

Every picture of the book passes through :func:`svg` (a matplotlib figure becomes SVG text) or is written as
SVG by hand (:func:`matrix_svg`), and is displayed through :func:`show` or :func:`confusion.lab.frames.frames`.
Two rules hold everywhere: one colour is one class, and black is "ink" (it follows the page's text colour).
Only this module and :mod:`confusion.lab.frames` import matplotlib.
"""

from __future__ import annotations

import io
import sys
from html import escape

import numpy as np

from confusion.lab import needs_extra
from confusion.lab.figures.markup import digest, fluid, tidy

with needs_extra("confusion.lab.figures"):
    import matplotlib
    from matplotlib.figure import Figure

__all__ = ["CLASS_COLORS", "CLASS_MARKERS", "INK", "Picture", "linear_regions", "matrix_cells", "matrix_svg"]
__all__ += ["mean_curve", "row_names", "scatter_classes", "show", "style", "subplots", "svg"]

#: One colour = one class, in every figure; each has a contrast of at least 3 on white and on the dark page.
CLASS_COLORS = ("#0072b2", "#d55e00", "#009e73", "#c2629a", "#8c6bd6", "#a8830f", "#2590a8", "#7f7f7f")
#: Markers double the colours, so that a picture survives a grey printer.
CLASS_MARKERS = ("o", "^", "s", "D", "v", "P", "X", "*")
#: Black stands for the page's own text colour: :func:`svg` turns it into ``currentColor``.
INK = "#000000"

STYLE = {
    "axes.prop_cycle": matplotlib.cycler(color=CLASS_COLORS),
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlesize": 10,
    "font.size": 10.5,
    "legend.frameon": False,
    "lines.linewidth": 1.8,
    "lines.markersize": 5,
    "svg.fonttype": "none",
    "svg.hashsalt": "confusion",
}


def style():
    """The book's matplotlib parameters, as a context manager (``with figures.style(): ...``)."""
    return matplotlib.rc_context(STYLE)


def subplots(nrows=1, ncols=1, *, width=4.8, height=3.2, **options):
    """Make a figure in the book's style, without pyplot's global state.

    Parameters
    ----------
    nrows, ncols : int
        Grid of axes.
    width, height : float
        Size in inches; 4.8 inches fill a phone, 7 inches the text column.
    **options
        Passed on to matplotlib's ``Figure.subplots``.

    Returns
    -------
    (matplotlib.figure.Figure, matplotlib.axes.Axes or ndarray of Axes)
    """
    with style():
        fig = Figure(figsize=(width, height), layout="constrained")
        return fig, fig.subplots(nrows, ncols, **options)


def svg(fig, *, prefix=None):
    """Turn a matplotlib figure into a small SVG text that is the same on every run.

    Parameters
    ----------
    fig : matplotlib.figure.Figure
        The figure; it is closed (cleared) afterwards.
    prefix : str, optional
        Start of the ids inside the SVG.  By default it comes from the content, so that several
        pictures inlined in one page cannot collide.

    Returns
    -------
    str
        SVG without a fixed size, coordinates rounded to two decimals (a difference in the last bit between
        two machines must not change a byte), black as ``currentColor``, one element per line.

    Raises
    ------
    ValueError
        If `fig` is not a matplotlib figure.
    """
    if not isinstance(fig, Figure):
        raise ValueError(f"fig: expected a matplotlib Figure, got {type(fig).__name__}")
    buffer = io.StringIO()
    with style():
        nothing = dict.fromkeys(("Date", "Creator", "Format", "Type"))
        fig.savefig(buffer, format="svg", metadata=nothing, transparent=True)
    if "matplotlib.pyplot" in sys.modules:
        # A figure left open would be drawn a second time by a notebook's inline backend.
        sys.modules["matplotlib.pyplot"].close(fig)
    fig.clear()
    return tidy(buffer.getvalue(), prefix)


class Picture:
    """A picture with its alternative text; what a book cell ends with (see :func:`show`)."""

    def __init__(self, picture, alt):
        if not isinstance(alt, str) or not alt.strip():
            raise ValueError("alt: every picture needs an alternative text that says what it shows")
        self.alt = " ".join(alt.split())
        self.svg = picture if isinstance(picture, str) else svg(picture)
        if not self.svg.lstrip().startswith("<svg"):
            raise ValueError("fig: expected a matplotlib Figure or SVG text that starts with <svg")

    @property
    def digest(self):
        """First twelve hexadecimal digits of the SHA-256 of the SVG text."""
        return digest(self.svg)

    def __repr__(self):
        # The digest ties the stored picture to its output; book/_tools/pictures.py says whether a fresh one is equal.
        return f"<picture {self.digest}: {self.alt}>"

    def _repr_html_(self):
        return f'<figure class="picture" role="img" aria-label="{escape(self.alt)}">{self.svg}</figure>'


def show(fig, alt):
    """Show a picture in a book cell.

    Parameters
    ----------
    fig : matplotlib.figure.Figure or str
        A figure, or SVG text such as :func:`matrix_svg` returns.
    alt : str
        What the picture shows, for a reader who cannot see it.

    Returns
    -------
    Picture
        Displays as an inline SVG; its repr carries `alt` and a digest of the picture.
    """
    return Picture(fig, alt)


def matrix_svg(M, labels=None, *, title=None, format=".2f", true="true", predicted="predicted"):
    """Draw a small matrix as hand-written SVG: rows in the colour of their true class, deeper = larger.

    Parameters
    ----------
    M : array-like of shape (n_rows, n_columns)
        Entries; the depth of the colour is the entry over the largest magnitude.
    labels : sequence of str, optional
        Names of the classes; 1, 2, ... by default.
    title : str, optional
        A line above the matrix.
    format : str
        Format specification of the numbers.
    true, predicted : str
        Names of the row and column directions; empty for none.

    Returns
    -------
    str
        SVG text.
    """
    M = np.asarray(M, dtype=float)
    if M.ndim != 2 or not np.isfinite(M).all():
        raise ValueError(f"M: expected a matrix of finite numbers, got shape {M.shape}")
    rows, columns = M.shape
    names = [str(k + 1) for k in range(max(M.shape))] if labels is None else [str(name) for name in labels]
    if len(names) != max(M.shape):
        raise ValueError(f"labels: {len(names)} names for {max(M.shape)} classes")
    cell, left, top = 46, 26 + 7 * max(map(len, names)), 34 + 18 * bool(title)
    width, height = left + columns * cell + 4, top + rows * cell + 4
    largest = max(np.abs(M).max(initial=0), 1e-300)
    root = " ".join(f'{key}="{value}"' for key, value in fluid(1.2 * width).items())
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" {root} font-size="12">']
    if title:
        parts.append(f'<text x="4" y="14" font-weight="bold">{escape(title)}</text>')

    def text(content, x, y, anchor="middle", color=None):
        place = f'x="{x:g}" y="{y:g}" text-anchor="{anchor}"'
        place += f' fill="{color}" font-weight="bold"' if color else ""
        parts.append(f"<text {place}>{escape(content)}</text>")

    text(predicted, left + columns * cell / 2, top - 20)
    middle = top + rows * cell / 2
    turned = f'transform="translate(12 {middle:g}) rotate(-90)" text-anchor="middle"'
    parts.append(f"<text {turned}>{escape(true)}</text>")
    for q in range(columns):
        text(names[q], left + (q + 0.5) * cell, top - 5, color=CLASS_COLORS[q % len(CLASS_COLORS)])
    for p in range(rows):
        color, y = CLASS_COLORS[p % len(CLASS_COLORS)], top + p * cell
        text(names[p], left - 5, y + 27, anchor="end", color=color)
        for q in range(columns):
            x, depth = left + q * cell, 0.06 + 0.5 * abs(M[p, q]) / largest
            box = f'x="{x}" y="{y}" width="{cell - 2}" height="{cell - 2}" rx="3"'
            parts.append(f'<rect {box} fill="{color}" fill-opacity="{depth:.2f}"/>')
            text(f"{M[p, q]:{format}}", x + cell / 2 - 1, y + 27)
    return "\n".join([*parts, "</svg>"])


def scatter_classes(ax, X, y, *, labels=None, size=14, alpha=0.8):
    """Scatter a two-dimensional sample, one colour and one marker per class.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    X : array-like of shape (n, 2)
    y : array-like of shape (n,)
        Classes 0, 1, ...; thin the sample to a few hundred points, each of them is in the page.
    labels : sequence of str, optional
        Names for a legend.
    size, alpha : float
        Marker area and opacity.
    """
    X, y = np.asarray(X, dtype=float), np.asarray(y)
    if X.ndim != 2 or X.shape[1] != 2 or y.shape != X.shape[:1]:
        raise ValueError(f"X, y: expected shapes (n, 2) and (n,), got {X.shape} and {y.shape}")
    for q in np.unique(y).astype(int):
        color, marker = CLASS_COLORS[q % len(CLASS_COLORS)], CLASS_MARKERS[q % len(CLASS_MARKERS)]
        name = None if labels is None else str(labels[q])
        ax.scatter(*X[y == q].T, s=size, c=color, marker=marker, alpha=alpha, linewidths=0, label=name)


def linear_regions(ax, W, box, *, alpha=0.14):
    """Fill the decision regions argmax_q w_q.x of a linear classifier of the plane.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    W : array-like of shape (Q, 2) or (Q, 3)
        One row per class; a third column is the intercept.
    box : (float, float, float, float)
        x-range and y-range to fill: xmin, xmax, ymin, ymax.
    alpha : float
        Opacity.

    Notes
    -----
    Each region is the box cut by Q - 1 half-planes (Sutherland and Hodgman): exact, and a few vertices
    instead of a grid of pixels.
    """
    W = np.asarray(W, dtype=float)
    if W.ndim != 2 or W.shape[1] not in (2, 3):
        raise ValueError(f"W: expected shape (Q, 2) or (Q, 3), got {W.shape}")
    W = np.column_stack([W, np.zeros((len(W), 3 - W.shape[1]))])
    xmin, xmax, ymin, ymax = box
    for q, w in enumerate(W):
        corners = np.array([[xmin, ymin, 1], [xmax, ymin, 1], [xmax, ymax, 1], [xmin, ymax, 1]], dtype=float)
        for r, other in enumerate(W):
            # Ties belong to the class with the smaller number, as with numpy's argmax.
            if r != q and not (np.array_equal(w, other) and q < r):
                corners = _cut(corners, w - other, strict=np.array_equal(w, other))
        if len(corners):
            ax.fill(*corners[:, :2].T, color=CLASS_COLORS[q % len(CLASS_COLORS)], alpha=alpha, linewidth=0)
    ax.set(xlim=(xmin, xmax), ylim=(ymin, ymax))


def _cut(corners, normal, strict):
    """Part of a convex polygon (homogeneous corners) where normal.x >= 0; nothing for `strict` equality."""
    if strict or not len(corners):
        return corners[:0]
    side = corners @ normal
    kept = []
    for a, b, sa, sb in zip(corners, np.roll(corners, -1, 0), side, np.roll(side, -1)):
        if sa >= 0:
            kept.append(a)
        if (sa > 0 > sb) or (sa < 0 < sb):
            kept.append(a + (b - a) * sa / (sa - sb))
    return np.array(kept).reshape(-1, 3)


def mean_curve(ax, x, values, style, *, label=None, ddof=None):
    """Draw the mean of `values`, shape (n_runs, m), over `x`, shape (m,), in ink, with the matplotlib format `style`.

    With `ddof`, that of the standard deviation over runs, the curve has a band of one standard deviation.
    """
    values = np.asarray(values, dtype=float)
    mean = values.mean(axis=0)
    ax.plot(x, mean, style, color=INK, linewidth=1.2, markersize=4, markerfacecolor="none", label=label)
    if ddof is not None:
        spread = values.std(axis=0, ddof=ddof)
        ax.fill_between(x, mean - spread, mean + spread, color=INK, alpha=0.12, linewidth=0)


def row_names(ax, names, **text):
    """Name the rows 0, 1, ... of a chart whose rows are lines, from the top down; `text` as for the tick labels."""
    ax.set_yticks(range(len(names)), names, **text)
    ax.invert_yaxis()
    ax.spines["left"].set_visible(False)
    ax.tick_params(axis="y", length=0)


def matrix_cells(ax, M, labels=None, *, format=".2f", largest=None):
    """Draw a matrix as shaded cells with their numbers, for panels beside matplotlib curves.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    M : array-like of shape (n_rows, n_columns)
    labels : sequence of str, optional
        Class names of rows and columns.
    format : str
        Format specification of the numbers.
    largest : float, optional
        Magnitude of the deepest colour; the largest entry by default.
    """
    M = np.asarray(M, dtype=float)
    largest = max(np.abs(M).max(initial=0), 1e-300) if largest is None else largest
    for (p, q), value in np.ndenumerate(M):
        depth = 0.06 + 0.5 * min(abs(value) / largest, 1)
        color = CLASS_COLORS[p % len(CLASS_COLORS)]
        ax.fill([q, q + 0.96, q + 0.96, q], [p, p, p + 0.96, p + 0.96], color=color, alpha=depth, linewidth=0)
        ax.text(q + 0.48, p + 0.5, f"{value:{format}}", ha="center", va="center")
    names = [str(k + 1) for k in range(max(M.shape))] if labels is None else list(map(str, labels))
    ax.set_xticks(np.arange(M.shape[1]) + 0.48, names[: M.shape[1]])
    ax.set_yticks(np.arange(M.shape[0]) + 0.48, names[: M.shape[0]])
    ax.set(xlim=(0, M.shape[1]), ylim=(M.shape[0], 0), aspect="equal", xlabel="predicted", ylabel="true")
    ax.spines[:].set_visible(False)
    ax.tick_params(length=0)
