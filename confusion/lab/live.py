"""What the page that runs Python in the reader's browser asks of this package.

A notebook has IPython, which turns the value of a cell into an output, and a manager of widgets, which carries the
messages of a figure.  The page has neither; its worker calls the functions below.  They need no package of a notebook
and hand over plain data (dicts, lists, text, numbers), which JSON can tell.

1. :func:`display_bundle` turns the value of a cell's last line into an output.  A figure with controls has the type
   :data:`VIEW` among its data, with its ``model_id``.
2. :func:`state` gives what the front end shows of that figure.  The page wraps it as a model: ``get`` and ``set`` read
   and write the state, ``save_changes`` passes what was set to :func:`moved`, ``send`` passes a message to
   :func:`answer`, whose answer goes to those who listen to ``msg:custom``.  So the front end of a notebook runs as it
   is; its source is :func:`confusion.lab.frames.front.front_end` of the state's ``kind``, or of "flipbook".
3. :func:`forget` drops a figure whose output is gone.

>>> display_bundle([0.5, "half"])
{'text/plain': "[0.5, 'half']"}
>>> display_bundle(None)
{}
"""

import base64
import json
import pprint

__all__ = ["VIEW", "answer", "display_bundle", "forget", "moved", "state"]

#: Type of the data that stands for a figure with controls in an output.
VIEW = "application/vnd.jupyter.widget-view+json"

#: What an object may say of itself besides its text, by the name of the method.
_METHODS = {
    "_repr_html_": "text/html",
    "_repr_markdown_": "text/markdown",
    "_repr_svg_": "image/svg+xml",
    "_repr_png_": "image/png",
    "_repr_jpeg_": "image/jpeg",
    "_repr_latex_": "text/latex",
    "_repr_json_": "application/json",
}

_figures = {}


def display_bundle(value):
    """Output of a cell that ends with `value`, by mime type, as a notebook stores it.

    Parameters
    ----------
    value : object
        Anything; what has a method such as ``_repr_markdown_`` is asked, as in a notebook.

    Returns
    -------
    dict
        Mime type to data: always ``text/plain``, except for None, which shows nothing.  A figure with controls (see
        :func:`~confusion.lab.frames.frames`) has its line, its first state as pictures, and under :data:`VIEW` its
        ``model_id``; it is kept until :func:`forget`.

    Notes
    -----
    A picture that is bytes is told in base64.  Of a method that fails nothing is told, as in a notebook.
    """
    if value is None:
        return {}
    if _is_figure(value):
        _figures[value.model_id] = value
        return value.still() | {VIEW: {"version_major": 2, "version_minor": 0, "model_id": value.model_id}}
    told = _asked(value, "_repr_mimebundle_")
    # A bundle may come with metadata, which the page has no use for.
    bundle = dict((told[0] if isinstance(told, tuple) else told) or {})
    for method, kind in _METHODS.items():
        if kind not in bundle and (told := _asked(value, method)) is not None:
            bundle[kind] = told[0] if isinstance(told, tuple) else told
    bundle.setdefault("text/plain", _text(value))
    return {kind: _plain(data) for kind, data in bundle.items()}


def state(model_id):
    """State of a figure that was shown: what its front end reads.

    Parameters
    ----------
    model_id : str
        As :func:`display_bundle` told it.

    Returns
    -------
    dict
        For all figures ``name``, ``title``, ``caption``, ``alt``, ``question``; for one with a grid ``axes``,
        ``lines``, ``pictures``, ``texts``, ``grid``, ``index``; for a scene ``kind``, ``parameters``, ``at``.

    Raises
    ------
    KeyError
        If there is no such figure.
    """
    from confusion.lab.frames.grid import told

    found = _figure(model_id).get_state()
    return json.loads(json.dumps({key: found[key] for key in told(found)}))


def answer(model_id, message):
    """Answer a message of a figure's front end.

    Parameters
    ----------
    model_id : str
        As :func:`display_bundle` told it.
    message : dict
        What the front end sends: ``exact``, the typed number by control, ``index``, where the controls stand, and
        ``request``, a number that comes back.

    Returns
    -------
    dict or None
        ``request``, and either ``panels`` (SVG texts), ``text`` and ``values`` (what the controls read), or ``error``,
        a sentence.  None from a scene, which computes in the page itself.

    Raises
    ------
    KeyError
        If there is no such figure.
    """
    return _figure(model_id).reply(message)


def moved(model_id, changes):
    """Tell a figure what its front end set: so its cell's variable knows where the controls stand.

    Parameters
    ----------
    model_id : str
        As :func:`display_bundle` told it.
    changes : dict
        ``index`` of a grid, or ``at`` of a scene.

    Raises
    ------
    KeyError
        If there is no such figure, or a change is of something that no reader moves.
    """
    figure = _figure(model_id)
    if wrong := sorted(set(changes) - ({"index", "at"} & set(figure.get_state()))):
        raise KeyError(f"{', '.join(wrong)}: no reader moves that")
    for name, value in changes.items():
        setattr(figure, name, value)


def forget(*model_ids):
    """Drop figures whose outputs are gone, all of them where none is named; an unknown one is no error."""
    for model_id in model_ids or list(_figures):
        _figures.pop(model_id, None)


def _is_figure(value):
    # Without this question every value would bring the frames with it, and they matplotlib.
    return hasattr(value, "reply") and hasattr(value, "still") and hasattr(value, "model_id")


def _figure(model_id):
    try:
        return _figures[model_id]
    except KeyError:
        raise KeyError(f"no figure {model_id!r} is shown; run its cell again") from None


def _asked(value, method):
    # A class describes its objects, not itself.
    if isinstance(value, type) or not callable(getattr(value, method, None)):
        return None
    try:
        return getattr(value, method)()
    except Exception:  # a description that fails must not take the others with it
        return None


def _text(value):
    # A notebook breaks long lists and dicts at the same width, and leaves the order of a dict alone.
    if type(value) in (list, tuple, dict, set, frozenset) and len(repr(value)) > 79:
        return pprint.pformat(value, width=79, sort_dicts=False)
    return repr(value)


def _plain(data):
    return base64.b64encode(data).decode("ascii") if isinstance(data, bytes) else data
