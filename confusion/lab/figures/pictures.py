"""From a matplotlib figure to what a page stores: SVG that follows the page, and PNG for those who show no SVG."""

import base64
import io
import sys
import warnings

import numpy as np

from confusion.lab import needs_extra
from confusion.lab.figures.base import style
from confusion.lab.figures.markup import digest, joined, labelled, tidy
from confusion.lab.figures.steady import steady

with needs_extra("confusion.lab.figures"):
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure
    from matplotlib.image import imsave

__all__ = ["Picture", "drawn", "images", "show", "svg"]

#: Pixels per inch of a PNG.
DPI = 110


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
        SVG without a fixed size, coordinates rounded to two decimals and the ends of the axes to ten digits (a
        difference in the last bit between two machines must not change a byte), black as ``currentColor``, one
        element per line.

    Raises
    ------
    ValueError
        If `fig` is not a matplotlib figure, or one of its texts has a control character.
    """
    return _drawn(fig, prefix, False)[0]


def drawn(figs, *, prefix=None, raster=True):
    """Draw one figure, or the panels of a picture.

    Parameters
    ----------
    figs : matplotlib.figure.Figure, SVG text, or list of them
        As in :func:`svg`; several are panels.
    prefix : str, optional
        As in :func:`svg`; panels after the first get their number behind it.
    raster : bool
        Whether a PNG is wanted.

    Returns
    -------
    (str, bytes or None)
        SVG text, panels side by side (:func:`~confusion.lab.figures.markup.panels_of` takes them apart again), and
        the same as PNG on white; no PNG where a panel is given as SVG.
    """
    figs = list(figs) if isinstance(figs, list | tuple) else [figs]
    if not figs:
        raise ValueError("fig: there is no panel")
    texts, rasters = [], []
    for number, fig in enumerate(figs):
        if isinstance(fig, str):
            text, pixels = fig, None
        else:
            text, pixels = _drawn(fig, prefix and prefix + (f"p{number}" if number else ""), raster)
        if not text.lstrip().startswith("<svg"):
            raise ValueError("fig: expected a matplotlib Figure or SVG text that starts with <svg")
        texts.append(text)
        rasters.append(pixels)
    return joined(texts), None if any(one is None for one in rasters) else _png(rasters)


def _drawn(fig, prefix, raster):
    if not isinstance(fig, Figure):
        raise ValueError(f"fig: expected a matplotlib Figure, got {type(fig).__name__}")
    for ax in fig.axes:
        _settle(ax.xaxis, ax.set_xlim)
        _settle(ax.yaxis, ax.set_ylim)
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


def _settle(axis, set_limits):
    """Round the ends of an axis: matplotlib compares them exactly with the steps of the ticks it could choose."""
    ends = axis.get_view_interval()
    rounded = steady(ends) if axis.get_scale() == "linear" else np.array([*map(steady, ends)])
    if rounded[0] == rounded[1]:
        # What was spread out is rounding: the axis gets the ends, with their margins, of values that are equal.
        scale = axis.get_transform()
        low, high = scale.transform(axis.get_major_locator().nonsingular(*rounded))
        margin = 0.05 * (high - low)
        rounded = scale.inverted().transform([low - margin, high + margin])
    set_limits(*rounded, auto=None)


class Picture:
    """A picture with its alternative text; what a book cell ends with (see :func:`show`)."""

    def __init__(self, picture, alt, caption=None, name=None):
        if not isinstance(alt, str) or not alt.strip():
            raise ValueError("alt: every picture needs an alternative text that says what it shows")
        self.alt = " ".join(alt.split())
        self._label = labelled(name, caption)
        self.svg, self.png = drawn(picture)

    @property
    def digest(self):
        """First twelve hexadecimal digits of the SHA-256 of the SVG text."""
        return digest(self.svg)

    def __repr__(self):
        # The digest ties the stored picture to its output; book/_tools/pictures.py says whether a fresh one is equal.
        return f"<picture {self.digest}: {self.alt}{self._label}>"

    def _repr_mimebundle_(self, include=None, exclude=None):
        return {"text/plain": repr(self)} | images(self.svg, self.png)


def images(picture, raster):
    """The part of an output that shows a picture: SVG, and PNG where there is one."""
    found = {"image/svg+xml": picture}
    if raster is not None:
        found["image/png"] = base64.b64encode(raster).decode("ascii")
    return found


def show(fig, alt, caption=None, name=None):
    """Show a picture in a book cell.

    Parameters
    ----------
    fig : matplotlib.figure.Figure, str, or list of them
        A figure, or SVG text; a list has the panels of one picture.
    alt : str
        What the picture shows, for a reader who cannot see it.
    caption, name : str, optional
        What stands under it, inline Markdown; and its address in the book, such as ``"fig-three-gaussians"``.

    Returns
    -------
    Picture
        Displays as SVG, or PNG where no SVG is shown; its repr carries `alt`, a digest of the picture, and the caption.
    """
    return Picture(fig, alt, caption, name)
