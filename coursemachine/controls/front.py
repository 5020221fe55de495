"""The front end of the figures: its source, and pages that hold one figure alone."""

import json
from html import escape
from pathlib import Path

STATIC = Path(__file__).parent / "static"
#: What fills the box of a figure: frames drawn beforehand, or a scene by its name; ``static/`` has a file for each.
KINDS = (
    "flipbook", "boundary", "norms", "update", "noise", "dial", "dual", "board", "wall", "triangle", "pruning",
    "stream", "pair", "shift", "strip", "oneround", "errors", "printed", "anatomy", "ownmatrix",
)  # fmt: skip
#: What every figure needs, and what every scene needs besides its own file.
COMMON, HANDLED = ("controls", "drawing", "follow", "saving", "shell"), ("arithmetic", "sketch", "scene")
_BODY = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
:root {{ color-scheme: light dark; }}
body {{ margin: 0.5rem; font: 16px/1.5 system-ui, sans-serif; }}
</style>
</head>
<body>
<main>{stored}</main>
<noscript><p>{alt}</p></noscript>
<script>
const dark = matchMedia("(prefers-color-scheme: dark)");
const follow = () => (document.documentElement.dataset.theme = dark.matches ? "dark" : "light");
dark.addEventListener("change", follow);
follow();
{script}
</script>
</body>
</html>
"""


def _source(name):
    return (STATIC / name).read_text(encoding="utf-8")


def front_end(*kinds):
    """Source of the front end by its names in a widget's state, ``_esm`` and ``_css``, for these (or all) `KINDS`."""
    kinds = kinds or KINDS
    scenes = kinds != ("flipbook",)
    esm = "\n".join(_source(f"{name}.js") for name in (*COMMON, *HANDLED * scenes, *kinds))
    kinds = f"{{ {', '.join(kinds)} }}"
    render = f"(view) => shell(view, {kinds}[view.model.get('kind') || 'flipbook'])"
    css = _source("frames.css") + _source("scenes.css") * scenes
    return {"_esm": f"{esm}\nexport default {{ render: {render} }};\n", "_css": css}


def module():
    """The front end as a JavaScript module, for figures whose model lives in the page's Python."""
    esm, css = front_end().values()
    return f"{esm}export {{ drawing }};\nexport const css = {json.dumps(css)};\n"


def page_script(*kinds):
    """JavaScript text that starts the stored figures of a page; `kinds` as in :func:`front_end`.

    Not a module: that would be run only after MathJax, and not at all in a page opened from a file.
    """
    esm, css = front_end(*kinds).values()
    front = f"const front = (() => {{ {esm.replace('export default ', 'return ')} }})();"
    return "\n".join(["(() => {", front, f"const css = {json.dumps(css)};", _source("page.js") + "})();\n"])


def stored_scripts(state):
    """HTML text of the two scripts that a figure leaves in a page, as a notebook with widgets leaves them."""
    view = {"model_id": state["name"], "version_major": 2, "version_minor": 1}
    contents = {"state": {"state": {state["name"]: {"state": state}}}, "view": view}
    # "</script>" inside of a script would end it.
    texts = {kind: json.dumps(content).replace("</", "<\\/") for kind, content in contents.items()}
    kinds = "application/vnd.jupyter.widget-{}+json".format
    return "".join(f'<script type="{kinds(kind)}">{text}</script>' for kind, text in texts.items())


def standalone(state):
    """HTML text of a page that holds the figure of a `state` and asks for nothing else."""
    title, alt, script = escape(state["title"]), escape(state["alt"]), page_script(state.get("kind", "flipbook"))
    return _BODY.format(title=title, alt=alt, stored=stored_scripts(state), script=script)
