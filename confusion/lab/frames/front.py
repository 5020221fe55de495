"""The front end of the figures: its source, and pages that hold one figure alone."""

import json
from html import escape
from pathlib import Path

__all__ = ["front_end", "standalone"]

STATIC = Path(__file__).parent / "static"
#: What every scene needs besides its own file.
HANDLED = ["arithmetic.js", "sketch.js", "scene.js"]
_BODY = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
:root {{ color-scheme: light dark; }}
:root[data-theme="light"] {{ color-scheme: light; }}
:root[data-theme="dark"] {{ color-scheme: dark; }}
body {{ margin: 0.5rem; font: 16px/1.5 system-ui, sans-serif; }}
{css}
</style>
</head>
<body>
<main id="figure"></main>
<noscript><p>{alt}</p></noscript>
<script type="application/json" id="state">{state}</script>
<script>
{start}
</script>
</body>
</html>
"""
_START = """const state = JSON.parse(document.getElementById("state").textContent);
const dark = matchMedia("(prefers-color-scheme: dark)");
const follow = () => (document.documentElement.dataset.theme = dark.matches ? "dark" : "light");
dark.addEventListener("change", follow);
follow();
const nothing = () => {};
const model = { get: (key) => state[key], set: (key, value) => (state[key] = value) };
Object.assign(model, { save_changes: nothing, on: nothing, off: nothing });
const front = (() => { SOURCE })();
front.render({ model, el: document.getElementById("figure") });"""


def _source(name):
    return (STATIC / name).read_text(encoding="utf-8")


def front_end(kind="flipbook"):
    """Sources of the front end by their names in a figure's state.

    Parameters
    ----------
    kind : str
        What fills the box: "flipbook" for :func:`~confusion.lab.frames.frames`, or the name of a scene.

    Returns
    -------
    dict
        ``_esm``, one JavaScript module, and ``_css``.
    """
    drawn = kind == "flipbook"
    names = ["controls.js", "saving.js", "shell.js"] + HANDLED * (not drawn) + [f"{kind}.js"]
    parts = [*map(_source, names), f"export default {{ render: (view) => shell(view, {kind}) }};\n"]
    return {"_esm": "\n".join(parts), "_css": "".join(map(_source, ["frames.css"] + ["scenes.css"] * (not drawn)))}


def standalone(state, kind=None):
    """HTML text of a page that holds one figure and asks for nothing else.

    Parameters
    ----------
    state : dict
        What the figure shows: its title, axes, frames, ...
    kind : str, optional
        As in :func:`front_end`; by default the one that a scene's state tells.
    """
    sources = front_end(kind or state.get("kind", "flipbook"))
    start = _START.replace("SOURCE", sources["_esm"].replace("export default ", "return "))
    # "</script>" inside of a script would end it.
    data = json.dumps(state).replace("</", "<\\/")
    title, alt = escape(state["title"]), escape(state["alt"])
    return _BODY.format(title=title, alt=alt, css=sources["_css"], state=data, start=start)
