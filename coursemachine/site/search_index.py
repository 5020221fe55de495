"""The index of the search holds words: no code, no formulas."""

from docutils import nodes

from coursemachine.site.common import is_cell


def is_not_prose(node):
    """Whether nobody would search for what is in a node."""
    formal = isinstance(node, nodes.literal_block | nodes.math | nodes.math_block)
    return formal or is_cell(node, "cell_code_source") or (isinstance(node, nodes.raw) and "silent" in node)


def index_prose_only(app):
    """Let the builder index a copy of each page that has words only."""
    index_page = app.builder.index_page

    def index_words(pagename, doctree, title):
        words = doctree.deepcopy()
        for node in list(words.findall(is_not_prose)):
            if node.parent is not None:
                node.parent.remove(node)
        index_page(pagename, words, title)

    app.builder.index_page = index_words


def setup(app):
    app.connect("builder-inited", index_prose_only)
