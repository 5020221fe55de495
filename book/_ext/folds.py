"""Names for folded code: what it draws or computes, in place of the same words for every cell.

A cell that is folded is called by the caption or the title of what it shows; one without either by the comment in its
first line.
"""

import re

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform


def name_of(code):
    """Name of a cell by its code, or None.

    >>> name_of("figures.show(fig, alt='...', caption='Regions of two rules.')")
    'Regions of two rules'
    >>> name_of("# how sharp the constant is\\nprint(1)")
    'how sharp the constant is'
    """
    told = re.findall(r"""\bcaption=(["'])(.+?)\1(?=,?\s*(?:name=|\)|$))""", code, re.MULTILINE)
    told = told or re.findall(r"""frames\(.*?\btitle=(["'])(.+?)\1,""", code, re.DOTALL)
    if told:
        return told[-1][1].rstrip(".")
    comment = re.match(r"# (.+)", code.lstrip())
    return comment[1].rstrip(".") if comment else None


class NameFolds(SphinxPostTransform):
    """Give every folded cell its name, before myst-nb folds it."""

    default_priority = 198
    formats = ("html",)

    def run(self, **kwargs):
        for cell in self.document.findall(nodes.container):
            if cell.get("nb_element") != "cell_code" or not cell.get("hide_mode"):
                continue
            source = next((one for one in cell.findall(nodes.literal_block)), None)
            words = "Show the whole table"
            if cell.children and cell.children[0].get("nb_element") == "cell_code_source":
                name = name_of(source.astext()) if source is not None else None
                words = f"Code: {name or 'of this cell'}"
            cell["prompt_show"] = cell["prompt_hide"] = words


def setup(app):
    """Register with Sphinx."""
    app.add_post_transform(NameFolds)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
