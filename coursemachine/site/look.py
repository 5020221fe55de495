"""What stands around the text of a page: the colour of its part, a side bar that folds, the next pages as cards.

``chapters.toml`` gives each part its ``colours``, one on light pages and one on dark ones; a style sheet has them as
``--part``.  A chapter's picture is the first of its figures, small.
"""

import re
from pathlib import Path

from coursemachine.site.cards import cards, entries, parts, picture_of, thumbnail
from coursemachine.site.common import add_meta, on_build_finished, patched

FONTS = ("source-serif-4-latin-wght-normal", "inter-latin-wght-normal")
#: The theme knows whether a page is light or dark only when its scripts run; what was painted before would jump.
EARLY = (
    "{ const page = document.documentElement.dataset; if (!/light|dark/.test(page.theme)) "
    'page.theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light"; }'
)
CAPTION = re.compile(
    r'<p[^>]*class="caption"[^>]*><span class="caption-text">(?P<name>.*?)</span></p>\s*'
    r'(?P<pages>.*?)(?=<p[^>]*class="caption"|\Z)',
    re.DOTALL,
)


def folded(html):
    """The list of the side bar with a fold for each part, that of the page open."""

    def fold(part):
        is_open = " open" * ("current" in part["pages"])
        return f'<details class="side-part"{is_open}><summary>{part["name"]}</summary>{part["pages"]}</details>'

    return patched(CAPTION, fold, html)


def write_thumbnails(app):
    """Write the pictures of all chapters into the site."""
    for docname in cards():
        path = Path(app.outdir) / thumbnail(docname)
        path.parent.mkdir(parents=True, exist_ok=True)
        picture = picture_of(docname).replace('font-family="inherit"', 'font-family="sans-serif"', 1)
        path.write_text(picture, encoding="utf-8")


def colours_of(docname):
    """The colours of the part that a page belongs to, or none."""
    return next((part.colours for part in parts() if part.folder == docname.split("/")[0]), ())


def neighbour(app, docname, context, rel):
    """What a card says of a page."""
    card = cards().get(docname)
    said = {tool["file"]: tool["sentence"] for tool in entries()["tool"]} | {one.about: one.question for one in parts()}
    return {
        "rel": rel,
        "word": {"prev": "Previous", "next": "Next"}[rel],
        "link": context["pathto"](docname),
        "title": card.title if card else app.env.titles[docname].astext(),
        "number": card.number if card else "",
        "sentence": card.sentence if card else said.get(docname, ""),
        "picture": context["pathto"](thumbnail(docname), resource=True) if card else "",
        "colours": colours_of(docname),
    }


def lay_out(app, pagename, templatename, context, doctree):
    """Give a page its side bar and its cards."""
    for font in FONTS:  # before the style sheets are read, so that no line moves when they come
        place = context["pathto"](f"_static/fonts/{font}.woff2", resource=True)
        add_meta(context, f'<link rel="preload" href="{place}" as="font" type="font/woff2" crossorigin>')
    if colours := colours_of(pagename):
        add_meta(context, "<style>html {{ --part-light: {}; --part-dark: {} }}</style>".format(*colours))
    make_list = context["generate_toctree_html"]
    context["generate_toctree_html"] = lambda *args, **options: folded(str(make_list(*args, **options)))
    around = zip(("prev", "next"), app.builder.relations.get(pagename, [None] * 3)[1:])
    number = r'(<h1><span class="section-number">)(\d+)\. '
    context["body"] = patched(number, r"\1\2", context.get("body", ""), count=1)
    context["neighbours"] = [neighbour(app, there, context, rel) for rel, there in around if there]


def setup(app):
    app.add_js_file(None, body=EARLY, priority=100)
    # After the theme has made its own list.
    app.connect("html-page-context", lay_out, priority=985)
    on_build_finished(app, write_thumbnails)
