"""What several parts of the site need: text made anew, numbers, stored notebooks, addresses, mended HTML."""

import json
import re
from collections import Counter
from pathlib import Path

from docutils import nodes
from sphinx.util.docutils import SphinxDirective


class MarkdownDirective(SphinxDirective):
    """A directive whose content is Markdown that is made anew in every build."""

    def written(self, text, *classes):
        """The content in a box."""
        self.env.note_reread()
        box = nodes.container(classes=list(classes))
        self.state.nested_parse(text.splitlines(), 0, box)
        return [box]


class Placeholder(SphinxDirective):
    """Leave a place for what is known when all pages are read."""

    def run(self):
        self.env.note_reread()
        return [nodes.pending(None, {"name": self.name})]


def add_placeholder(app, name, fill):
    """Register a directive, in whose place stands the node ``fill(app, docname)``."""

    def listener(app, doctree, docname):
        for place in [node for node in doctree.findall(nodes.pending) if node.details.get("name") == name]:
            place.replace_self(fill(app, docname))

    app.add_directive(name, Placeholder)
    app.connect("doctree-resolved", listener)


def is_cell(node, element="cell_code"):
    """Whether a node is a code cell of a notebook, or another `element` of one."""
    return isinstance(node, nodes.container) and node.get("nb_element") == element


def number_of(env, docname, kind, name):
    """ "1.3" for a counter and an id of a page, "" where nothing is counted."""
    return ".".join(map(str, env.toc_fignumbers.get(docname, {}).get(kind, {}).get(name, ())))


def load(path):
    """A notebook as it is stored."""
    return json.loads(Path(path).read_text(encoding="utf-8"))


def outputs_of(cells):
    """Every output of the cells of a notebook."""
    return [output for cell in cells for output in cell.get("outputs", ())]


def site_of(config):
    """Address of the built site with a closing slash: the configured one, or where GitHub shows a repository."""
    if config.html_baseurl:
        return config.html_baseurl.rstrip("/") + "/"
    owner, name = re.fullmatch(r"(?:https://github\.com/([^/]+)/([^/]+))?.*", repository_of(config)[0]).groups("")
    return f"https://{owner}.github.io/{name}/" if name else ""


def repository_of(config):
    """Address of the repository, "" while none is configured, and its branch."""
    options = config.html_theme_options
    return (options.get("repository_url") or "").rstrip("/"), options.get("repository_branch") or "main"


def add_meta(context, text):
    """Put an element into the head of a page."""
    context["metatags"] = f"{context.get('metatags', '')}\n{text}"


def on_build_finished(app, write):
    """Call `write(app)` when the pages of the site are written."""

    def listener(app, error):
        if not error and app.builder.format == "html":
            write(app)

    # After the theme, which then writes the colours of code.
    app.connect("build-finished", listener, priority=900)


#: How often each pattern of :func:`patched` was found.
_hits = Counter()


def patched(pattern, replacement, html, **options):
    """Replace what Sphinx, the theme or an extension has written; :func:`unmatched` knows whether it ever did."""
    html, count = re.subn(pattern, replacement, html, **options)
    _hits[getattr(pattern, "pattern", pattern)] += count
    return html


def unmatched():
    """Patterns that were looked for and never found: somebody's next version writes something else."""
    return [pattern for pattern, count in _hits.items() if not count]
