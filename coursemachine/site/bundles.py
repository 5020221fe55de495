"""What a page asks for: one style sheet and one script in place of those that the theme and its extensions name.

Sphinx names a file for each extension, two dozen that a page waits for before it is painted.  Here those of a page are
written into one file of each kind, whose name is its digest; pages that name the same files share them.
"""

import hashlib
import os
import re
from functools import cache

from coursemachine.site.common import patched

_SHEET = re.compile(r'\s*<link\b(?=[^>]*\brel="stylesheet")[^>]*\bhref="([^"?]*_static/[^"?]*)[^>]*>')
# Those that look at their own element or address, or are read by a script that stands beside them, stay.
_SCRIPT = re.compile(
    r'\s*<script(?: defer)? src="([^"?]*_static/'
    r'(?!documentation_options|figures(?!/front)|design-tabs|live/)[^"?]*\.js)[^>]*></script>'
)
_SEARCH = re.compile(r'\s*<script src="[^"]*(?:searchtools|language_data|searchindex)\.js[^>]*></script>')
_IMPORT = re.compile(r'@import "([^"]*)";')
# Comments, two thousand letters of the theme's font of icons (icons.css draws those that are seen), and round corners
# by a selector for which every change of a page is a question about all of its cells.
_UNREAD = re.compile(
    r'/\*.*?\*/|(?:\.fa-[\w-]+:before,?)+\{content:"[^"]*"\}|div\.cell:has\(> \*:nth-child\(2\)\)[^{]*\{[^}]*\}',
    re.DOTALL,
)
# The theme asks of each box whether it scrolls and marks it before it asks the next: each question lays out the page,
# and what is folded.  Instead it asks of all that are shown, and again where a fold is opened.
_ASKED = {
    r"\.forEach\(e=>\{e\.tabIndex=([^?]*)\?0:-1\}\)":
        r".forEach((e,k,all)=>{e.tabIndex=(all.wide??=[...all].map(e=>e.checkVisibility()&&(\1)))[k]?0:-1})",
    r'(getElementById\("main-content"\),\{subtree:!0,childList:!0)\}': r'\1,attributeFilter:["open"]}',
}  # fmt: skip
_BESIDE = re.compile(r"url\((?![\"']?(?:data:|#))([\"']?)([^)\"']*)\1\)")


def sheet(path, folder):
    """The text of a style sheet, imports taken in, the files that it names as seen from `folder`."""
    text = _IMPORT.sub(lambda name: sheet(path.parent / name[1], folder), path.read_text(encoding="utf-8"))

    def seen(name):
        target = (path.parent / name[2]).resolve()
        return f'url("{os.path.relpath(target, folder)}")'

    return _BESIDE.sub(seen, text.replace('@charset "UTF-8";', ""))


@cache
def written(kind, folder, paths):
    """Name of the file in `folder` that holds these sheets or scripts, written once."""
    if kind == "css":
        whole = _UNREAD.sub("", "".join(sheet(path, folder) for path in paths))
    else:
        # First an empty statement: a script that asks to be read strictly means itself, not those after it.
        whole = "\n;\n".join(["", *(path.read_text(encoding="utf-8") for path in paths), ""])
        for pattern, replacement in _ASKED.items():
            whole = patched(pattern, replacement, whole)
    file = folder / f"page-{hashlib.sha256(whole.encode()).hexdigest()[:12]}.{kind}"
    file.write_text(whole, encoding="utf-8")
    return file.name


def bundled(page, text):
    """The text of a page that asks for one file of each kind; on the page that searches, scripts stay as they are."""
    kinds = {"css": (_SHEET, '<link rel="stylesheet" href="{}">'), "js": (_SCRIPT, '<script defer src="{}"></script>')}
    if page.name == "search.html":
        del kinds["js"]
    else:
        text = _SEARCH.sub("", text)
    for kind, (pattern, element) in kinds.items():
        names = list(dict.fromkeys(pattern.findall(text)))
        if len(names) < 2:  # a figure that stands alone, or a page of an earlier build
            continue
        static = names[0].partition("_static/")[0] + "_static"
        paths = tuple((page.parent / name).resolve() for name in names)
        file = written(kind, (page.parent / static).resolve(), paths)
        first = pattern.search(text).start()
        text = text[:first] + "\n" + element.format(f"{static}/{file}") + pattern.sub("", text[first:])
    return text
