"""The page for an address that leads nowhere, and what other sites show of a page."""

import re
from html import escape
from pathlib import Path

CARD = "_static/imbalance-dial.png"
# By itself: it is shown at any address, from which the site's style sheets have another one.
LOST = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Page not found: {title}</title>
<style>
:root {{ color-scheme: light dark; font: 1.1rem/1.6 system-ui, sans-serif; }}
main {{ max-width: 36rem; margin: 15vh auto; padding: 0 1rem; }}
</style>
</head>
<body>
<main>
<h1>Page not found</h1>
<p>There is no page at this address. It may have moved when chapters were renamed.</p>
<ul>
<li><a href="{home}index.html">Begin at the cover</a></li>
<li><a href="{home}search.html">Search the book</a></li>
<li><a href="{home}together/figures.html">Find a figure or a table</a></li>
</ul>
</main>
</body>
</html>
"""


def address(config):
    """Where the site is published, with a closing slash; empty while that is not configured."""
    return config.html_baseurl.rstrip("/") + "/" if config.html_baseurl else ""


def tell_card(app, config):
    """Give other sites the whole address of the picture; without one there is none to give."""
    if home := address(config):
        config.ogp_site_url = home
        config.ogp_image = home + CARD


def drop_address(app, pagename, templatename, context, doctree):
    """Leave out an address that would be wrong."""
    if not address(app.config):
        context["metatags"] = re.sub(r'\s*<meta property="og:url"[^>]*>', "", context.get("metatags", ""))


def write_lost(app, error):
    """Write 404.html, which servers of static sites show."""
    if not error and app.builder.format == "html":
        page = LOST.format(title=escape(app.config.html_title or app.config.project), home=escape(address(app.config)))
        Path(app.outdir, "404.html").write_text(page, encoding="utf-8")


def setup(app):
    """Register with Sphinx."""
    # Before the extension looks at what it is told.
    app.connect("config-inited", tell_card, priority=100)
    app.connect("html-page-context", drop_address, priority=985)
    app.connect("build-finished", write_lost)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
