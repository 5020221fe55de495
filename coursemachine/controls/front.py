"""The front end of the figures: its source, and pages that hold one figure alone."""

import json
from html import escape
from pathlib import Path
from string import Template

STATIC = Path(__file__).parent / "static"
#: What esbuild has made of the scripts: ``front.js``, and a file for each scene of the book (``make scenes``).
BUNDLE = Path(__file__).parent / "bundle"
#: What can be handled directly, and the parameters that each scene draws, as its module exports them.
SCENES = {name: set(names) for name, names in json.loads((BUNDLE / "scenes.json").read_text("utf-8")).items()}


def _script(kinds):
    return "".join((BUNDLE / f"{name}.js").read_text("utf-8") for name in ("front", *kinds) if name != "flipbook")


def front_end(*kinds):
    """Source of the front end by its names in a widget's state, ``_esm`` and ``_css``.

    `kinds` are what fills the box of a figure: "flipbook" for frames drawn beforehand, or scenes by their names; all
    of them by default.
    """
    kinds = kinds or ("flipbook", *SCENES)
    styles = [STATIC / "frames.css", *[STATIC / "scenes.css"] * (kinds != ("flipbook",))]
    styles += [path for kind in kinds if (path := BUNDLE / f"{kind}.css").exists()]
    css = "".join(path.read_text("utf-8") for path in styles)
    return {"_esm": f"{_script(kinds)}export default front;\n", "_css": css}


def module():
    """The front end as a JavaScript module, for figures whose model lives in the page's Python."""
    esm, css = front_end().values()
    return f"{esm}export const {{ drawing, kept, save }} = front;\nexport const css = {json.dumps(css)};\n"


def stored(figure):
    """HTML text of what a figure leaves in a page: its data, where its front end will stand."""
    # "</script>" inside of a script would end it.
    text = json.dumps(figure).replace("</", "<\\/")
    return f'<script type="application/json" class="cf-data">{text}</script>'


def standalone(figure):
    """HTML text of a page that holds a figure and asks for nothing else."""
    page, kind = Template((STATIC / "alone.html").read_text("utf-8")), figure.get("kind", "flipbook")
    words, css = {name: escape(figure[name]) for name in ("title", "alt")}, json.dumps(front_end(kind)["_css"])
    return page.substitute(words, stored=stored(figure), scripts=_script([kind]), css=css)
