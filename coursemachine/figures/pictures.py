"""From a matplotlib figure to what a page stores: SVG that follows the page, and PNG for those who show no SVG."""

import base64
import io
import sys
import warnings

import numpy as np

from coursemachine import needs_extra
from coursemachine.figures.base import rounded, style
from coursemachine.figures.legible import unreadable
from coursemachine.figures.markup import joined, tidy
from coursemachine.labels import KEY, label, typeset

with needs_extra("coursemachine.figures"):
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure
    from matplotlib.image import imsave
    from matplotlib.text import Text

#: Pixels per inch of a PNG.
DPI = 110


def drawn(figs, *, prefix=None, raster=True, where=""):
    """Draw one figure, or the panels of a picture, each a matplotlib figure, which is cleared, or SVG text.

    The SVG has no fixed size, coordinates rounded to two decimals and the ends of the axes to ten digits (a difference
    in the last bit between two machines must not change a byte), black as ``currentColor``, one element per line.  Its
    ids begin with `prefix`, by default with a digest of the content, so that several pictures in one page cannot
    collide; those of panels after the first get their number behind it.  `where` is for the warning about what cannot
    be read.  Back come the SVG, panels side by side (:func:`~coursemachine.figures.markup.panels_of` takes them apart
    again), and with `raster` the same as PNG on white; no PNG where a panel is given as SVG.
    """
    figs = list(figs) if isinstance(figs, list | tuple) else [figs]
    if not figs:
        raise ValueError("fig: there is no panel")
    texts, rasters = [], []
    for number, fig in enumerate(figs):
        text, pixels = fig, None
        if not isinstance(fig, str):
            text, pixels = _drawn(fig, prefix and prefix + (f"p{number}" if number else ""), raster, where)
        if not text.lstrip().startswith("<svg"):
            raise ValueError("fig: expected a matplotlib Figure or SVG text that starts with <svg")
        texts.append(text)
        rasters.append(pixels)
    return joined(texts), None if any(one is None for one in rasters) else _png(rasters)


def _drawn(fig, prefix, raster, where):
    if not isinstance(fig, Figure):
        raise ValueError(f"fig: expected a matplotlib Figure, got {type(fig).__name__}")
    for ax in fig.axes:
        _round_ends(ax.xaxis, ax.set_xlim)
        _round_ends(ax.yaxis, ax.set_ylim)
    for words in fig.findobj(Text):
        words.set_text(typeset(words.get_text()))
    buffer, pixels = io.StringIO(), None
    with style(), warnings.catch_warnings():
        # Told when the clock says so, that is on a busy machine; a chapter that warns fails its gate.
        warnings.filterwarnings("ignore", 'Creating legend with loc="best" can be slow')
        nothing = dict.fromkeys(("Date", "Creator", "Format", "Type"))
        fig.savefig(buffer, format="svg", metadata=nothing, transparent=True)
        if raster:
            canvas = FigureCanvasAgg(fig)
            fig.set(dpi=DPI, facecolor="white")
            canvas.draw()
            pixels = np.array(canvas.buffer_rgba())
        found = unreadable(fig)
    if found:
        # An author's chapter that warns fails its gate; a reader who changed a number gets the picture as well.
        warnings.warn(f"hard to read in the picture{where}: {'; '.join(found)}", stacklevel=5)
    if "matplotlib.pyplot" in sys.modules:
        # A figure left open would be drawn a second time by a notebook's inline backend.
        sys.modules["matplotlib.pyplot"].close(fig)
    fig.clear()
    return tidy(buffer.getvalue(), prefix), pixels


def _png(rasters):
    """Panels side by side on white, as the bytes of a PNG."""
    height = max(len(raster) for raster in rasters)
    fill = [np.pad(one, ((0, height - len(one)), (0, 0), (0, 0)), constant_values=255) for one in rasters]
    buffer = io.BytesIO()
    imsave(buffer, np.concatenate(fill, axis=1), format="png", metadata={"Software": None})
    return buffer.getvalue()


def _round_ends(axis, set_limits):
    """Round the ends of an axis: matplotlib compares them exactly with the steps of the ticks it could choose."""
    ends = axis.get_view_interval()
    low, high = rounded(ends) if axis.get_scale() == "linear" else map(rounded, ends)
    if low == high:
        # What was spread out is rounding: the axis gets the ends, with their margins, of values that are equal.
        scale = axis.get_transform()
        low, high = scale.transform(axis.get_major_locator().nonsingular(low, high))
        margin = 0.05 * (high - low)
        low, high = scale.inverted().transform([low - margin, high + margin])
    set_limits(low, high, auto=None)


class Picture:
    """A picture with its alternative text; what a book cell ends with (see :func:`show`)."""

    def __init__(self, picture, alt, caption=None, name=None):
        if not isinstance(alt, str) or not alt.strip():
            raise ValueError("alt: every picture needs an alternative text that says what it shows")
        self.alt = " ".join(alt.split())
        self.label = label("picture", name, caption, alt=self.alt)
        self.svg, self.png = drawn(picture)

    def __repr__(self):
        return f"Picture: {self.alt}"

    def _repr_mimebundle_(self, include=None, exclude=None):
        return {"text/plain": repr(self)} | images(self.svg, self.png), {KEY: self.label}


def images(picture, raster):
    """The part of an output that shows a picture: SVG, and PNG where there is one."""
    png = {} if raster is None else {"image/png": base64.b64encode(raster).decode("ascii")}
    return {"image/svg+xml": picture} | png


def show(fig, alt, caption=None, name=None):
    """Show a matplotlib figure, SVG text, or a list of them, the panels of one picture, in a cell of the book.

    `alt` says what it shows, for a reader who cannot see it; `caption` is what stands under it, inline Markdown, and
    `name` its address in the book, such as ``"fig-two-clouds"``.
    """
    return Picture(fig, alt, caption, name)
