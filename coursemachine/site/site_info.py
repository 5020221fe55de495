"""Foot of a page, its download menu and what stands on paper: version, date, licence, addresses.

Also the page for an address that leads nowhere, what other sites show of a page, and links from the reference to the
source: they need the addresses of the site and the repository.
"""

import inspect
import os
import re
import subprocess
from datetime import UTC, date, datetime
from functools import cache
from html import escape
from importlib.metadata import version
from pathlib import Path
from pkgutil import resolve_name

from markdown_it import MarkdownIt

from coursemachine import DISTRIBUTION, wheel
from coursemachine.checkout import ROOT
from coursemachine.site.cards import cards
from coursemachine.site.common import add_meta, on_build_finished, repository_of, site_of
from coursemachine.site.downloads import PLACES

LICENCE = "licence.txt"
#: What other sites show of a page.
PICTURE = "_static/imbalance-dial.png"
#: Stands for the wheel's name in the text of a page.
PLACE = "WHEEL-OF-THE-BOOK"
RELEASE = re.compile(r"^## \[(?P<version>[\d.]+)\] - (?P<day>\S+)\n(?P<text>.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)


@cache
def last_change():
    """The day of the last commit, or of SOURCE_DATE_EPOCH; None where neither is known."""
    command = ["git", "-C", str(ROOT), "log", "-1", "--format=%cs"]
    try:
        day = subprocess.run(command, capture_output=True, text=True, check=True, timeout=20).stdout.strip()
        return date.fromisoformat(day)
    except (OSError, ValueError, subprocess.SubprocessError):
        epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
        return datetime.fromtimestamp(int(epoch), UTC).date() if epoch.isdigit() else None


def spoken(day):
    """ "22 November 2026", for people."""
    return f"{day.day} {day:%B %Y}"


def links(app, pagename):
    """Addresses of the repository that concern a page, by their words; none while no repository is configured."""
    home, branch = repository_of(app.config)
    if not home:
        return {}
    addresses = {"Repository": home, "Report a problem": f"{home}/issues"}
    for text in (f"_text/{pagename}.md", f"{pagename}.md"):
        if "Edit this page" not in addresses and Path(app.srcdir, text).exists():
            addresses["Source of this page"] = f"{home}/blob/{branch}/book/{text}"
            addresses["Edit this page"] = f"{home}/edit/{branch}/book/{text}"
    return addresses


def foot(app, pagename, context):
    """The line at the foot of a page."""
    day = last_change()
    parts = [f"Version {escape(version(DISTRIBUTION))}" + (f", {spoken(day)}" if day else "")]
    parts += [f'<a href="{context["pathto"](LICENCE, 1)}">Text CC BY 4.0, code MIT</a>']
    addresses = {"Newest version": site_of(app.config)} | links(app, pagename)  # a copy elsewhere may be an older one
    parts += [f'<a href="{escape(address)}">{words}</a>' for words, address in addresses.items() if address]
    return f'<p class="site-info">{" · ".join(parts)}</p>'


def downloads(pagename, context):
    """The buttons of the download menu, by clear names."""
    paper = {"type": "javascript", "javascript": "window.print()", "text": "Print or save as PDF"}
    buttons = [paper | {"icon": "fas fa-print", "tooltip": "Print this page", "label": "download-pdf-button"}]
    if context.get("page_source_suffix") == ".ipynb":
        link = {"type": "link", "icon": "fas fa-code", "tooltip": "Download", "label": "download-notebook-button"}
        notebooks = {text: context["pathto"](pattern.format(pagename), 1) for pattern, text in PLACES.items()}
        notebooks |= {"Slides": "?slides"} if pagename in cards() else {}
        buttons = [*(link | {"url": url, "text": text} for text, url in notebooks.items()), *buttons]
    return buttons


def add_foot_and_head(app, pagename, templatename, context, doctree):
    """Put it all into a page."""
    context["theme_extra_footer"] = foot(app, pagename, context)
    for group in context.get("header_buttons", []):
        if group.get("label") == "download-buttons":
            group["buttons"] = downloads(pagename, context)
    number = app.env.titles[pagename].get("secnumber") if pagename in app.env.titles else None
    chapter = f"Chapter {number[0]}" if number else ""
    head = [app.config.project, chapter, spoken(last_change()) if last_change() else ""]
    line = " · ".join(filter(None, map(str, head)))
    address = f"{site_of(app.config)}{pagename}.html" if site_of(app.config) else ""
    where = f'<span class="paper-address">{escape(address)}</span>'
    context["body"] = f'<p class="paper-head" aria-hidden="true">{escape(line)} {where}</p>' + context.get("body", "")


def name_wheel(app, docname, source):
    """Name the wheel where a page speaks of it."""
    source[0] = source[0].replace(PLACE, wheel.name())


def carry(app):
    """Put both licences and the package's wheel into the site: a reader needs no repository and no index."""
    texts = [(ROOT / name).read_text(encoding="utf-8") for name in ("LICENSE-CONTENT", "LICENSE")]
    Path(app.outdir, LICENCE).write_text("\n".join(texts), encoding="utf-8")
    wheel.build(Path(app.outdir, "wheels"))


def write_for_programs(app):
    """Tell programs of the pages and of what has changed, where the site has an address."""
    changes = RELEASE.finditer((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"))
    releases = [found.groupdict() | {"html": MarkdownIt().render(found["text"])} for found in changes]
    home, pages = site_of(app.config), sorted(app.env.found_docs)
    names = {"home": home, "pages": pages, "releases": releases, "config": app.config}
    for name in ("sitemap.xml", "robots.txt", "changes.xml") if home else ():
        Path(app.outdir, name).write_text(app.builder.templates.render(name, names), encoding="utf-8")


def configure(app, config):
    """Add 404.html, which servers of static sites show, links to the source, and whole addresses."""
    home = config.html_baseurl = site_of(config)
    config.templates_path.append(str(Path(__file__).parent / "templates"))
    config.html_additional_pages["404"] = "not_found.html"
    config.html_context["site_address"] = home
    config.linkcode_resolve = link_to(config)
    if home:
        config.ogp_site_url, config.ogp_image = home, home + PICTURE


def name_numbers(app, env):
    """Figures and statements of a case file bear its name before their number: bare numbers are those of its source."""
    for page in (page for page in env.toc_fignumbers if page.startswith("cases/")):
        for numbers in env.toc_fignumbers[page].values():
            numbers |= {name: (Path(page).name.upper(), at) for at, name in enumerate(numbers, 1)}
    return ()


def tell_address(app, pagename, templatename, context, doctree):
    """Name the feed of changes, or leave out an address that would be wrong."""
    if home := site_of(app.config):
        feed = f'type="application/atom+xml" title="Changes" href="{home}changes.xml"'
        add_meta(context, f'<link rel="alternate" {feed}>')
    else:
        context["metatags"] = re.sub(r'\s*<meta property="og:url"[^>]*>', "", context.get("metatags", ""))


def source_line(name):
    """File below the repository and line of a public name, or None."""
    try:
        thing = resolve_name(name)
        thing = inspect.unwrap(thing.fget if isinstance(thing, property) else thing)
        file = Path(inspect.getsourcefile(thing)).resolve()
        return file.relative_to(ROOT).as_posix(), inspect.getsourcelines(thing)[1]
    except (ImportError, AttributeError, TypeError, OSError, ValueError):
        return None


def link_to(config):
    """The function that sphinx.ext.linkcode asks."""

    def resolve(domain, info):
        home, branch = repository_of(config)
        # Some pages name the module apart, and some the object in full.
        name = ".".join(filter(None, (info["module"], info["fullname"])))
        line = source_line(name) if home and domain == "py" else None
        return f"{home}/blob/{branch}/{line[0]}#L{line[1]}" if line else None

    return resolve


def setup(app):
    app.setup_extension("sphinx.ext.linkcode")
    # After the theme has made its buttons.
    app.connect("html-page-context", add_foot_and_head, priority=980)
    app.connect("html-page-context", tell_address, priority=985)
    app.connect("source-read", name_wheel)
    app.connect("env-get-updated", name_numbers, priority=900)
    # Before the extension of the cards for other sites looks at its options.
    app.connect("config-inited", configure, priority=100)
    on_build_finished(app, carry)
    on_build_finished(app, write_for_programs)
