"""Continuous sliders that call Python each time: for a running notebook only."""

from functools import partial

from confusion.lab import figures, needs_extra
from confusion.lab.frames.widgets import draw_frame

__all__ = ["live"]


def live(draw, **ranges):
    """Show a figure with continuous sliders; for notebooks with a kernel, not for the book's cells.

    Parameters
    ----------
    draw : callable
        As in :func:`frames`.
    **ranges : (float, float), (float, float, float) or sequence of str
        From, to and optionally step of a slider, or the options of a choice.

    Returns
    -------
    ipywidgets.interactive

    Raises
    ------
    RuntimeError
        If there is no kernel to redraw the figure.
    ValueError
        If a range is neither.
    """
    with needs_extra("live()"):
        import ipywidgets
        from IPython import get_ipython
        from IPython.display import display

    if getattr(get_ipython(), "kernel", None) is None:
        raise RuntimeError("live() redraws in a running notebook; without a kernel use frames()")
    if not ranges:
        raise ValueError("ranges: give at least one control, as name=(from, to)")

    def redraw(**values):
        frame, _ = draw_frame(draw, values, prefix=None)
        display(figures.show(frame.picture, frame.text))
        print(frame.text)

    return ipywidgets.interactive(redraw, **{name: _control(ipywidgets, name, span) for name, span in ranges.items()})


def _control(ipywidgets, name, span):
    if all(isinstance(value, str) for value in span):
        return ipywidgets.Dropdown(options=list(span), description=name)
    if len(span) not in (2, 3) or not span[0] < span[1]:
        raise ValueError(f"{name}: expected (from, to), (from, to, step) or strings, got {span!r}")
    step = span[2] if len(span) == 3 else (span[1] - span[0]) / 100
    slider = partial(ipywidgets.FloatSlider, continuous_update=False)
    return slider(value=(span[0] + span[1]) / 2, min=span[0], max=span[1], step=step, description=name)
