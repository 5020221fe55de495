"""A small Sphinx project with the book's own extensions, to look at what they write."""

import html

import nbformat
from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace, patch_docutils

from coursemachine.labels import KEY

LANGUAGE = {"name": "python", "pygments_lexer": "ipython3"}
CONF = {
    "extensions": ["myst_nb", *(f"coursemachine.site.{part}" for part in ("captions", "references"))],
    "nb_execution_mode": "off",
    "nb_render_markdown_format": "myst",
    "myst_enable_extensions": ["dollarmath", "colon_fence"],
    "numfig": True,
    "numfig_secnum_depth": 1,
    "numfig_format": {"figure": "Figure %s", "table": "Table %s"},
    "bibtex_bibfiles": [],
    "mathjax_path": "none.js",
}


def shown(data, source="1", tags=(), **label):
    """A code cell with one stored output, which says of itself what :mod:`coursemachine.labels` describes."""
    metadata = {KEY: label} if label else {}
    output = nbformat.v4.new_output("execute_result", data, execution_count=1, metadata=metadata)
    return nbformat.v4.new_code_cell(source, outputs=[output], metadata={"tags": list(tags)})


def build(folder, pages, **conf):
    """Build `pages`, name to cells or Markdown text, and return the HTML of each by name."""
    src, out = folder / "src", folder / "out"
    for name, content in pages.items():
        (src / name).parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, str):
            (src / f"{name}.md").write_text(content, encoding="utf-8")
            continue
        cells = [nbformat.v4.new_markdown_cell(cell) if isinstance(cell, str) else cell for cell in content]
        book = nbformat.v4.new_notebook(cells=cells, metadata={"language_info": LANGUAGE})
        nbformat.write(book, src / f"{name}.ipynb")
    index = ["# Home", "```{toctree}", ":numbered: 2", *pages, "```"]
    (src / "index.md").write_text("\n".join(index), encoding="utf-8")
    with patch_docutils(str(src)), docutils_namespace():
        app = Sphinx(src, None, out, folder / "doctrees", "html", CONF | conf, status=None, warningiserror=True)
        app.build(force_all=True)
    return {name: html.unescape((out / f"{name}.html").read_text(encoding="utf-8")) for name in pages}
