"""The index of the search holds words, no code and no formulas, and other names that a page is looked for by.

A table of class ``other-names`` has these in its first column, and a link to where they lead in its second.
"""

from collections import Counter, defaultdict
from pathlib import Path
from posixpath import dirname, join, normpath

from docutils import nodes
from sphinx.search import js_index

from coursemachine.site.common import is_cell, on_build_finished

NAMES = "other-names"


def is_not_prose(node):
    """Whether nobody would search for what is in a node."""
    formal = isinstance(node, nodes.literal_block | nodes.math | nodes.math_block)
    return formal or is_cell(node, "cell_code_source") or (isinstance(node, nodes.raw) and "silent" in node)


def other_names(pagename, doctree):
    """Pairs of a name and the page that it leads to."""
    for table in doctree.findall(lambda node: isinstance(node, nodes.table) and NAMES in node["classes"]):
        for row in table.findall(nodes.row):
            for link in row.findall(nodes.reference):
                page = normpath(join(dirname(pagename), link["refuri"])).partition(".html")[0]
                yield from ((name, page) for name in row[0].astext().lower().split(", "))


def weighed(index, said, names):
    """The index with other names, and every word's pages in order: first that which says it most."""
    number = {page: k for k, page in enumerate(index["docnames"])}
    for name, page in names:
        index["indexentries"].setdefault(name, []).append([number[page], "", True])
    for word, pages in [*index["terms"].items(), *index["titleterms"].items()]:
        if isinstance(pages, list):
            pages.sort(key=lambda page: -said[index["docnames"][page]][word])
    return index


def index_prose_only(app):
    """Let the builder index a copy of each page that has words only."""
    index_page = app.builder.index_page
    said, names = defaultdict(Counter), []

    def index_words(pagename, doctree, title):
        words = doctree.deepcopy()
        names.extend(other_names(pagename, words))
        for node in list(words.findall(is_not_prose)):
            if node.parent is not None:
                node.parent.remove(node)
        index_page(pagename, words, title)
        language = app.builder.indexer.lang
        text = " ".join(text for text in words.findall(nodes.Text) if not isinstance(text.parent, nodes.raw))
        said[pagename].update(language.stem(word).lower() for word in language.split(text))

    def weigh(app):
        path = Path(app.outdir, app.builder.searchindex_filename)
        index = weighed(js_index.loads(path.read_text(encoding="utf-8")), said, names)
        path.write_text(js_index.dumps(index), encoding="utf-8")

    app.builder.index_page = index_words
    on_build_finished(app, weigh)


def setup(app):
    app.connect("builder-inited", index_prose_only)
