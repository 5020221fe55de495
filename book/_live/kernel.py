"""Runs the cells of a page in the reader's browser; ``worker.js`` calls :func:`run` and :func:`ask`.

What a cell prints is passed on as it comes, the rest comes back as JSON.  This file runs in Pyodide only.
"""

import ast
import builtins
import gc
import io
import json
import linecache
import os
import sys
import time
import traceback
import warnings

from confusion.lab import live

#: Characters that one cell may print: a loop without an end must not fill the page.
MOST = 200_000
#: Seconds between two messages of the same stream.
PAUSE = 0.1
# pyplot in a worker has no window; its open figures are drawn after the cell.
os.environ["MPLBACKEND"] = "agg"

_FIRST = {"__name__": "__main__", "__builtins__": builtins}
space = dict(_FIRST)
_send = None
_shown = []


class Passed(io.TextIOBase):
    """A stream that passes on what is written, a few times per second."""

    def __init__(self, name):
        self.name, self.waiting, self.told, self.last = name, [], 0, 0.0

    def writable(self):
        """Whether it can be written to: always."""
        return True

    def write(self, text):
        """Take text, and pass it on if the last time is long enough ago."""
        room = MOST - self.told
        if room > 0 and text:
            self.waiting.append(text if len(text) <= room else f"{text[:room]}\n... (the rest is not shown)\n")
            self.told += len(text)
            if time.monotonic() - self.last > PAUSE:
                self.flush()
        return len(text)

    def flush(self):
        """Pass on what waits."""
        if self.waiting:
            _send(self.name, "".join(self.waiting))
            self.waiting, self.last = [], time.monotonic()


def _counts_nothing():
    """Whether a fit is running whose number of iterations scikit-learn before 1.9.1 reads from beyond its array."""
    frame = sys._getframe()
    while frame is not None:
        if getattr(frame.f_locals.get("self"), "multi_class", None) == "crammer_singer":
            return True
        frame = frame.f_back
    return False


def _warn(message, category, filename, lineno, file=None, line=None):
    # What is there is read as the number, and passes for too many; in the page it mostly is.
    if not (str(message).startswith("Liblinear failed to converge") and _counts_nothing()):
        _plainly(message, category, filename, lineno, file, line)


_plainly, warnings.showwarning = warnings.showwarning, _warn
# One that is kept back must not keep back the next, of another fit.
warnings.filterwarnings("always", "Liblinear failed to converge")
# Between two libraries of the page; no reader can do anything about it.
warnings.filterwarnings("ignore", r"JsProxy\.as_object_map")


def bundle(value):
    """Forms of a value by mime type; panels of a picture beside each other as the book shows them."""
    data = dict(live.display_bundle(value))
    # Imported where a picture is there already: matplotlib takes seconds.
    if view := data.get(live.VIEW):
        data["state"] = live.state(view["model_id"])
        from confusion.lab.frames.front import front_end

        data["front"] = front_end(data["state"].get("kind", "flipbook"))
    if isinstance(picture := data.get("image/svg+xml"), str):
        from confusion.lab.figures.markup import panels_of

        data["panels"] = panels_of(picture)
    return data


def display(*values):
    """Show values as a cell shows its last line."""
    for value in values:
        _shown.append(bundle(value))


def _left_open():
    """Show the figures of pyplot that a cell has left open, and close them."""
    pyplot = sys.modules.get("matplotlib.pyplot")
    if pyplot is None:
        return
    for number in pyplot.get_fignums():
        text = io.StringIO()
        pyplot.figure(number).savefig(text, format="svg", bbox_inches="tight")
        picture = text.getvalue()
        _shown.append({"image/svg+xml": picture[picture.index("<svg") :], "text/plain": f"<figure of pyplot {number}>"})
        pyplot.close(number)


def _told(error, name):
    """What is said of an error: its kind, its words, the line of the cell, and the traceback from the cell on."""
    frames = traceback.extract_tb(error.__traceback__)
    start = next((place for place, frame in enumerate(frames) if frame.filename == name), len(frames))
    inside = [frame.lineno for frame in frames[start:] if frame.filename == name]
    line = error.lineno if isinstance(error, SyntaxError) and error.filename == name else (inside or [None])[0]
    shown = traceback.TracebackException.from_exception(error, max_group_depth=3)
    shown.stack = traceback.StackSummary.from_list(frames[start:])
    shown.__context__ = None if shown.__cause__ else shown.__context__
    words = "".join(shown.format())
    return {"kind": type(error).__name__, "words": str(error), "line": line, "traceback": words[-20_000:]}


def _execute(source, name):
    tree = ast.parse(source, name)
    last = tree.body[-1] if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    # A semicolon at the end asks for silence, as in Jupyter.
    if last is not None and not source.rstrip().endswith(";"):
        tree.body.pop()
    else:
        last = None
    exec(compile(tree, name, "exec"), space)
    if last is not None:
        value = eval(compile(ast.Expression(last.value), name, "eval"), space)
        if value is not None:
            space["_"] = value
            _shown.append(bundle(value))


def run(number, source, send):
    """Run a cell; `send` takes the name of a stream and text.  Returns JSON: outputs, an error or none, seconds."""
    global _send
    _send, name, error = send, f"<cell {number}>", None
    linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)
    _shown.clear()
    before = sys.stdout, sys.stderr
    streams = sys.stdout, sys.stderr = Passed("stdout"), Passed("stderr")
    start = time.perf_counter()
    try:
        _execute(source, name)
        _left_open()
    except BaseException as stopped:  # also SystemExit and KeyboardInterrupt end the cell only
        error = _told(stopped, name)
    finally:
        sys.stdout, sys.stderr = before
        for stream in streams:
            stream.flush()
    told = {"outputs": list(_shown), "error": error, "seconds": time.perf_counter() - start}
    _shown.clear()
    gc.collect(0)
    return json.dumps(told)


def fresh():
    """Forget every name that cells have made, as if Python had begun anew."""
    space.clear()
    space.update(_FIRST)
    live.forget()


def ask(model, content):
    """Answer of a figure with controls to a message of its front end, both JSON."""
    return json.dumps(live.answer(model, json.loads(content)))


def moved(model, changes):
    """Tell a figure what a reader has set in the page, as JSON."""
    live.moved(model, json.loads(changes))


def forget(models):
    """Drop figures that the page shows no more, by the names of their models, as JSON."""
    if names := json.loads(models):
        live.forget(*names)


_FIRST["display"] = space["display"] = builtins.display = display
