"""The front end of the figures: its source, and pages that hold one figure alone."""

import json
from html import escape
from pathlib import Path

STATIC = Path(__file__).parent / "static"
#: What esbuild has made of the scripts: ``front.js``, and a file for each scene of the book (``make scenes``).
BUNDLE = Path(__file__).parent / "bundle"
#: What can be handled directly, and the parameters that each scene draws, as its module exports them.
SCENES = {name: set(names) for name, names in json.loads((BUNDLE / "scenes.json").read_text("utf-8")).items()}
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
    return f"{esm}export const {{ drawing, save }} = front;\nexport const css = {json.dumps(css)};\n"


def page_script(*kinds):
    """JavaScript text that starts the stored figures of a page; `kinds` as in :func:`front_end`.

    Not a module: that would be run only after MathJax, and not at all in a page opened from a file.
    """
    return f"(() => {{\n{_script(kinds)}front.start({json.dumps(front_end(*kinds)['_css'])});\n}})();\n"


def stored(figure):
    """HTML text of what a figure leaves in a page: its data, where its front end will stand."""
    # "</script>" inside of a script would end it.
    text = json.dumps(figure).replace("</", "<\\/")
    return f'<script type="application/json" class="cf-data">{text}</script>'


def standalone(figure):
    """HTML text of a page that holds a figure and asks for nothing else."""
    title, alt, script = escape(figure["title"]), escape(figure["alt"]), page_script(figure.get("kind", "flipbook"))
    return _BODY.format(title=title, alt=alt, stored=stored(figure), script=script)
