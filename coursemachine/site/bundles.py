"""What a page asks for: one style sheet and one script in place of those that the theme and its extensions name.

Sphinx names a file for each extension, two dozen that a page waits for before it is painted.  Here those of a page are
written into one file of each kind, whose name is its digest; pages that name the same files share them.
"""

import hashlib
import os
import re

_SHEET = re.compile(r'\s*<link\b(?=[^>]*\brel="stylesheet")[^>]*\bhref="([^"?]*_static/[^"?]*)[^>]*>')
# Those that look at their own element or address, or are read by a script that stands beside them, stay.
_SCRIPT = re.compile(
    r'\s*<script(?: defer)? src="([^"?]*_static/(?!documentation_options|figures|design-tabs|live/|mathjax/)[^"?]*\.js)'
    r"[^>]*></script>"
)
# Only one page searches.
_SEARCH = re.compile(
    r'\s*<script src="[^"]*(?:_static/searchtools|_static/language_data|searchindex)\.js[^>]*></script>'
)
_PRELOAD = re.compile(r'\s*<link rel="preload" as="script"[^>]*>')
_IMPORT = re.compile(r'@import "([^"]*)";')
_BESIDE = re.compile(r"url\((?![\"']?(?:data:|#))([\"']?)([^)\"']*)\1\)")


def sheet(path, folder):
    """The text of a style sheet, imports taken in, the files that it names as seen from `folder`."""
    text = _IMPORT.sub(lambda name: sheet(path.parent / name[1], folder), path.read_text(encoding="utf-8"))

    def seen(name):
        target = (path.parent / name[2]).resolve()
        return f'url("{os.path.relpath(target, folder)}")'

    return _BESIDE.sub(seen, text.replace('@charset "UTF-8";', ""))


def script(path, folder):
    """The text of a script, which ends where it ends."""
    return path.read_text(encoding="utf-8") + "\n;\n"


def bundled(page, text):
    """The text of a page that asks for one file of each kind, which are written where they are not there yet."""
    searches = page.name == "search.html"
    if not searches:
        text = _SEARCH.sub("", text)
    for pattern, read, kind, element in (
        (_SHEET, sheet, "css", '\n<link rel="stylesheet" href="{}">'),
        # First an empty statement: a script that asks to be read strictly means itself, not those after it.
        (_SCRIPT, script, "js", '\n<script defer src="{}"></script>'),
    ):
        names = list(dict.fromkeys(pattern.findall(text)))
        # A figure that stands alone, or a page of an earlier build; scripts in the page that searches call others.
        if len(names) < 2 or (searches and kind == "js"):
            continue
        static = (page.parent / names[0].split("_static/")[0] / "_static").resolve()
        whole = ";\n" * (kind == "js") + "".join(read((page.parent / name).resolve(), static) for name in names)
        file = static / f"page-{hashlib.sha256(whole.encode()).hexdigest()[:12]}.{kind}"
        if not file.exists():
            file.write_text(whole, encoding="utf-8")
        address = names[0].split("_static/")[0] + "_static/" + file.name
        first = pattern.search(text).start()
        text = pattern.sub("", text)
        text = text[:first] + element.format(address) + text[first:]
    return _PRELOAD.sub("", text)
