"""Foot of a page, its download menu and what stands on paper: version, date, licence, addresses."""

import os
import subprocess
from calendar import month_name
from datetime import UTC, date, datetime
from functools import cache
from html import escape
from pathlib import Path

import confusion

ROOT = Path(__file__).resolve().parents[2]
LICENCE = "licence.txt"
#: Where the downloads of a chapter stand in the site, if they are made.
NOTEBOOKS = {"notebooks/{}.ipynb": "Notebook", "notebooks/{}-student.ipynb": "Notebook without solutions"}


@cache
def last_change():
    """The day of the last commit, or of SOURCE_DATE_EPOCH; None where neither is known."""
    command = ["git", "-C", str(ROOT), "log", "-1", "--format=%cs"]
    try:
        told = subprocess.run(command, capture_output=True, text=True, check=True, timeout=20).stdout.strip()
        return date.fromisoformat(told)
    except (OSError, ValueError, subprocess.SubprocessError):
        epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
        return datetime.fromtimestamp(int(epoch), UTC).date() if epoch.isdigit() else None


def spoken(day):
    """ "22 November 2026", for people."""
    return f"{day.day} {month_name[day.month]} {day.year}"


def source_of(app, pagename):
    """Path in the repository of the text that a page is made from, or None."""
    for place in (f"_text/{pagename}.md", f"{pagename}.md"):
        if Path(app.srcdir, place).exists():
            return f"book/{place}"
    return None


def links(app, pagename):
    """Addresses of the repository that concern a page, by their words; none while no repository is configured."""
    options = app.config.html_theme_options
    home = (options.get("repository_url") or "").rstrip("/")
    if not home:
        return {}
    found = {"Repository": home, "Report a problem": f"{home}/issues"}
    if source := source_of(app, pagename):
        found["Edit this page"] = f"{home}/edit/{options.get('repository_branch') or 'main'}/{source}"
    return found


def foot(app, pagename, context):
    """The line at the foot of a page."""
    day = last_change()
    parts = [f"Version {escape(confusion.__version__)}" + (f", {spoken(day)}" if day else "")]
    parts += [f'<a href="{context["pathto"](LICENCE, 1)}">MIT licence</a>']
    parts += [f'<a href="{escape(address)}">{words}</a>' for words, address in links(app, pagename).items()]
    return f'<p class="site-info">{" · ".join(parts)}</p>'


def downloads(app, pagename, context):
    """The buttons of the download menu, by clear names."""
    kinds = {pattern.format(pagename): words for pattern, words in NOTEBOOKS.items()}
    paper = {"type": "javascript", "javascript": "window.print()", "text": "Print or save as PDF"}
    buttons = [paper | {"icon": "fas fa-print", "tooltip": "Print this page", "label": "download-pdf-button"}]
    if context.get("page_source_suffix") == ".ipynb":
        link = {"type": "link", "icon": "fas fa-code", "tooltip": "Download", "label": "download-notebook-button"}
        wanted = {f"_sources/{context['sourcename']}": "Notebook"}
        if "downloads" in app.extensions:
            wanted = kinds
        made = [link | {"url": context["pathto"](path, 1), "text": words} for path, words in wanted.items()]
        buttons = made + buttons
    return buttons


def tell(app, pagename, templatename, context, doctree):
    """Put it all into a page."""
    context["theme_extra_footer"] = foot(app, pagename, context)
    for group in context.get("header_buttons", []):
        if group.get("label") == "download-buttons":
            group["buttons"] = downloads(app, pagename, context)
    number = app.env.titles[pagename].get("secnumber") if pagename in app.env.titles else None
    chapter = f"Chapter {number[0]}" if number else ""
    head = [app.config.project or app.config.html_title, chapter, spoken(last_change()) if last_change() else ""]
    line = " · ".join(filter(None, map(str, head)))
    base = (app.config.html_baseurl or "").rstrip("/")
    address = f"{base}/{pagename}.html" if base else ""
    where = f'<span class="paper-address">{escape(address)}</span>'
    context["body"] = f'<p class="paper-head" aria-hidden="true">{escape(line)} {where}</p>' + context.get("body", "")


def copy_licence(app, error):
    """Put the licence into the site."""
    if not error and app.builder.format == "html":
        Path(app.outdir, LICENCE).write_text((ROOT / "LICENSE").read_text(encoding="utf-8"), encoding="utf-8")


def setup(app):
    """Register with Sphinx."""
    # After the theme has made its buttons.
    app.connect("html-page-context", tell, priority=980)
    app.connect("build-finished", copy_licence)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
