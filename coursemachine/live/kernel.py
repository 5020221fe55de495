"""Runs the cells of a page in the reader's browser; ``worker.js`` loads the package in Pyodide and calls this module.

A notebook has IPython, which turns the value of a cell into an output, and a manager of widgets, which carries the
messages of a figure.  The page has neither: here are the few lines of both that it needs, and they import no package of
a notebook.  What a cell prints is passed on as it comes, the rest goes to the page as JSON.  A figure's front end reads
its data, sends what a reader does to :func:`moved`, and asks :func:`ask` for what lies between its marks.
"""

import ast
import base64
import builtins
import gc
import inspect
import io
import json
import linecache
import os
import pprint
import signal
import sys
import time
import traceback
import warnings
from contextlib import redirect_stderr, redirect_stdout

from coursemachine import names
from coursemachine.labels import KEY
from coursemachine.live import imports

#: Characters that one cell may print, and that a value may take: neither must fill the page.
MOST = 50_000
CUT = "... (the rest is not shown)"
#: Seconds between two messages of the same stream.
PAUSE = 0.1
#: What an object may say of itself besides its text, by the name of the method: the types that ``outputs.js`` shows.
_METHODS = {
    "_repr_html_": "text/html",
    "_repr_markdown_": "text/markdown",
    "_repr_svg_": "image/svg+xml",
    "_repr_png_": "image/png",
    "_repr_latex_": "text/latex",
}
JUPYTER = "Lines that begin with % or ! are Jupyter's own; here only Python runs. time.perf_counter() measures time."

#: Whether a cell runs that can be told to stop.
_stoppable = False
_space = {}
_shown = []
_figures = {}


def start():
    """Make this Python the page's: called once."""
    signal.signal(signal.SIGINT, _stop)
    # pyplot in a worker has no window; its open figures are drawn after the cell.
    os.environ["MPLBACKEND"] = "agg"
    builtins.display = display
    builtins.input = _no_keys
    show = warnings.showwarning

    def warn(message, *place):
        # scikit-learn before 1.9.1 reads the number of iterations of such a fit from beyond its array.
        if not (str(message).startswith("Liblinear failed to converge") and _fits_crammer_singer()):
            show(message, *place)

    warnings.showwarning = warn
    # One that is kept back must not keep back the next, of another fit.
    warnings.filterwarnings("always", "Liblinear failed to converge")
    # Between two libraries of the page; no reader can do anything about it.
    warnings.filterwarnings("ignore", r"JsProxy\.as_object_map")
    # Open figures are shown after the cell, with plt.show() and without.
    warnings.filterwarnings("ignore", "FigureCanvasAgg is non-interactive")
    fresh()


def fresh():
    """Forget every name that cells have made, as if Python had begun anew."""
    _space.clear()
    _space.update({"__name__": "__main__", "__builtins__": builtins, "display": display})
    _figures.clear()


def _no_keys(prompt=""):
    raise RuntimeError("this page cannot ask for keys; give the value a name in the cell, as in answer = 'yes'")


def _fits_crammer_singer():
    frame = sys._getframe()
    while frame is not None:
        if getattr(frame.f_locals.get("self"), "multi_class", None) == "crammer_singer":
            return True
        frame = frame.f_back
    return False


# --- outputs


def display(*values):
    """Show values as a cell shows its last line."""
    _shown.extend(map(display_bundle, values))


def display_bundle(value):
    """Output of a cell that ends with `value`, by mime type, as a notebook stores it.

    Always with ``text/plain``, except for None, which shows nothing; with the entry of its metadata that
    :mod:`coursemachine.labels` describes.  A figure with controls has its first state as pictures, and the name of its
    ``model``, which is kept until :func:`forget`; a picture its ``panels`` as the book shows them beside each other.
    """
    if value is None:
        return {}
    if all(hasattr(value, name) for name in ("reply", "static_data", "model_id")):
        _figures[value.model_id] = value
        return value.static_data() | value.metadata() | {"model": value.model_id}
    bundle = _asked(value, "_repr_mimebundle_")
    data, metadata = bundle if isinstance(bundle, tuple) else (bundle, {})
    bundle = dict(data or {}) | {key: metadata[key] for key in (KEY,) if key in metadata}
    for method, kind in _METHODS.items():
        if kind not in bundle and (data := _asked(value, method)) is not None:
            bundle[kind] = data[0] if isinstance(data, tuple) else data
    bundle.setdefault("text/plain", _text(value))
    if isinstance(picture := bundle.get("image/svg+xml"), str):
        from coursemachine.figures.markup import panels_of

        bundle["panels"] = panels_of(picture)
    return {kind: base64.b64encode(d).decode("ascii") if isinstance(d, bytes) else d for kind, d in bundle.items()}


def _asked(value, method):
    if not callable(getattr(value, method, None)):
        return None
    try:
        return getattr(value, method)()
    except Exception:  # of a class, whose methods ask for an object; one that fails must not take the others with it
        return None


def _text(value):
    # A notebook breaks long lists and dicts at the same width, and leaves the order of a dict alone.
    text = repr(value)
    if type(value) in (list, tuple, dict, set, frozenset) and 79 < len(text) <= MOST:
        text = pprint.pformat(value, width=79, sort_dicts=False)
    return text if len(text) <= MOST else f"{text[:MOST]}{CUT}"


# --- figures with controls, by the name of their model


def _figure(model):
    try:
        return _figures[model]
    except KeyError:
        raise KeyError(f"no figure {model!r} is shown; run its cell again") from None


def ask(model, message):
    """Answer of a figure to a message of its front end, both JSON."""
    return json.dumps(_figure(model).reply(json.loads(message)))


def moved(model, changes):
    """Note what a reader has set, as JSON, so that the cell's variable knows where the controls stand."""
    figure, changes = _figure(model), json.loads(changes)
    if wrong := sorted(set(changes) - ({"index", "at"} & set(figure.parts))):
        raise KeyError(f"{', '.join(wrong)}: no reader moves that")
    for name, value in changes.items():
        setattr(figure, name, value)


def forget(models):
    """Drop figures that the page shows no more, by the names of their models, as JSON."""
    for model in json.loads(models):
        _figures.pop(model, None)


# --- cells


class ForwardingStream(io.TextIOBase):
    """A stream that passes on what is written, a few times per second."""

    def __init__(self, name, send):
        self.name, self.send, self.waiting, self.length, self.last = name, send, [], 0, 0.0

    def write(self, text):
        """Take text, and pass it on if the last time is long enough ago."""
        room = MOST - self.length
        if room >= 0 and text:
            self.waiting.append(text if len(text) <= room else f"{text[:room]}\n{CUT}\n")
            self.length += len(text)
            if time.monotonic() - self.last > PAUSE:
                self.flush()
        return len(text)

    def flush(self):
        """Pass on what waits."""
        if self.waiting:
            self.send(self.name, "".join(self.waiting))
            self.waiting, self.last = [], time.monotonic()


def modules(source):
    """Import statements of the packages that a cell needs, but for our own."""
    return "\n".join(f"import {package}" for package in imports.packages(source))


def needed(cells, targets, fresh):
    """What to run, see :func:`coursemachine.names.needed`: numbers with the code that is needed; all are JSON."""
    cells, targets, fresh = map(json.loads, (cells, targets, fresh))
    run = names.needed(cells, targets, fresh).items()
    return json.dumps([[one, cells[one] if one in targets else names.part(cells[one], wanted)] for one, wanted in run])


def touched(cells, at, before):
    """What the run of a cell means for others, as JSON: those that are `old`, and those in conflict with it.

    What conflicts holds no more.  `before` is its code when it ran last.
    """
    cells = json.loads(cells)
    return json.dumps({"old": names.dependents(cells, at, before), "conflicting": names.conflicting_cells(cells, at)})


def _stop(*_):
    """End the cell that runs.  The page asks until it is heard, so that is once a cell, and never in our own code."""
    global _stoppable
    if _stoppable:
        _stoppable = False
        raise KeyboardInterrupt


async def run(number, source, send):
    """Run a cell; `send` takes the name of a stream and text.  Returns JSON: outputs, an error or none, seconds."""
    global _stoppable
    name, error = f"<cell {number}>", None
    linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)
    _shown.clear()
    # On leaving each stream passes on what still waits.
    streams = [ForwardingStream(stream, send) for stream in ("stdout", "stderr")]
    with streams[0] as out, streams[1] as err, redirect_stdout(out), redirect_stderr(err):
        begin = time.perf_counter()
        try:
            _stoppable = True
            await _execute(source, name)
            _show_open_figures()
            _stoppable = False
        except BaseException as stopped:  # also SystemExit and KeyboardInterrupt end the cell only
            _stoppable = False
            error = _described(stopped, name)
    result = json.dumps({"outputs": _shown, "error": error, "seconds": time.perf_counter() - begin})
    _shown.clear()
    gc.collect(0)
    return result


async def _execute(source, name):
    tree = ast.parse(source, name)
    # A semicolon at the end asks for silence, as in Jupyter.
    shows = tree.body and isinstance(tree.body[-1], ast.Expr) and not source.rstrip().endswith(";")
    last = tree.body.pop().value if shows else ast.Constant(None)
    value = None
    for part in (tree, ast.fix_missing_locations(ast.Expression(last))):
        mode = "eval" if isinstance(part, ast.Expression) else "exec"
        code = compile(part, name, mode, flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
        value = eval(code, _space)
        if code.co_flags & inspect.CO_COROUTINE:
            value = await value
    if value is not None:
        _space["_"] = value
        display(value)


def _show_open_figures():
    """Show the figures of pyplot that a cell has left open, and close them."""
    pyplot = sys.modules.get("matplotlib.pyplot")
    for number in pyplot.get_fignums() if pyplot else ():
        text = io.StringIO()
        pyplot.figure(number).savefig(text, format="svg", bbox_inches="tight")
        picture = text.getvalue()
        _shown.append({"image/svg+xml": picture[picture.index("<svg") :], "text/plain": f"<figure of pyplot {number}>"})
        pyplot.close(number)


def _described(error, name):
    """What is said of an error: its kind, its words, the line of the cell, the traceback without our own lines."""
    frames = traceback.extract_tb(error.__traceback__)
    begin = next((place for place, frame in enumerate(frames) if frame.filename == name), len(frames))
    inside = [frame.lineno for frame in frames[begin:] if frame.filename == name]
    line = error.lineno if isinstance(error, SyntaxError) and error.filename == name else (inside or [None])[0]
    shown = traceback.TracebackException.from_exception(error, max_group_depth=3)
    shown.stack = traceback.StackSummary.from_list(frame for frame in frames[begin:] if frame.filename != __file__)
    shown.__context__ = None if shown.__cause__ else shown.__context__
    words = "".join(shown.format())
    described = {"kind": type(error).__name__, "words": str(error), "line": line, "traceback": words[-20_000:]}
    jupyters = isinstance(error, SyntaxError) and (error.text or "").lstrip().startswith(("%", "!"))
    return described | {"hint": JUPYTER if jupyters else ""}
