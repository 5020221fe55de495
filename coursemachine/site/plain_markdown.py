"""Plain Markdown of a resolved page: what Jupyter shows without any extension, with the numbers of the book.

The page is walked, not its source: references, citations and numbers are Sphinx's own, and a directive or a role that
is new in the text needs nothing here.
"""

import re
from itertools import groupby
from urllib.parse import urljoin

from docutils import nodes

from coursemachine.site.common import is_cell, number_of

#: Boxes whose first child is a title, and the box in which something is hidden.
SOLUTION, EXERCISE = "solution_node", ("exercise_node", "exercise_enumerable_node")
SKIPPED = ("comment", "target", "colspec", "index", "substitution_definition", "toctree", "compound", "meta")
SPECIAL = re.compile(r"([\\`*$<]|(?<!\w)_|_(?!\w))")
OPEN, CLOSE = "<details><summary>{}</summary>", "</details>"


def quoted(text):
    """A block quote."""
    return "\n".join(f"> {line}".rstrip() for line in text.splitlines())


def indented(text, mark):
    """A list item."""
    first, *others = text.splitlines() or [""]
    return "\n".join([mark + first, *(" " * len(mark) + line if line else "" for line in others)])


def one_line(text):
    """Mathematics in one line: Jupyter would take the marks of a quote or the indent of a list for a part of it."""
    return re.sub(r"\s+", " ", text).strip()


class Writer:
    """Markdown of the nodes of one page; `site` is the address of the built site, for links, "" leaves their text."""

    def __init__(self, env, docname, site=""):
        self.env, self.docname, self.site = env, docname, site
        self.cited = {}

    def section_number(self, node):
        """ "1.2. " for a section as its page shows it."""
        numbers = self.env.toc_secnumbers.get(self.docname, {})
        keys = [f"#{name}" for name in node["ids"]] + [""] * isinstance(node.parent, nodes.document)
        found = next((numbers[key] for key in keys if key in numbers), None)
        return ".".join(map(str, found)) + self.env.config.html_secnumber_suffix if found else ""

    def items(self, node, level=0, hidden=False):
        """What follows each other: ``("text", Markdown, hidden)`` and ``("code", number of the cell, hidden)``.

        `hidden` tells what belongs to a solution.
        """
        kind = type(node).__name__
        if is_cell(node):
            yield "code", node["cell_index"], hidden
        elif kind == SOLUTION:
            yield from self.solution(node, level)
        elif isinstance(node, nodes.section | nodes.document) or any(map(is_cell, node.findall(nodes.container))):
            # A box around cells cannot be a quote; its title stands before them.
            inside = level + isinstance(node, nodes.section)
            boxed = any(str(one).endswith("-content") for one in node["ids"] + node["classes"])
            for child in node.children:
                if isinstance(child, nodes.title):
                    title = f"{self.section_number(node)}{self.inline(child)}"
                    heading = isinstance(node, nodes.section) and not boxed  # a box's content has no heading of its own
                    yield "text", f"{'#' * inside} {title}" if heading else f"**{title}**", hidden
                else:
                    yield from self.items(child, inside, hidden)
        elif text := self.block(node):
            yield "text", text, hidden
        if kind in EXERCISE:
            yield "answer", "", hidden

    def solution(self, node, level):
        """A solution: title, then text that is folded, then cells, and so on."""
        title, *body = node.children
        yield "text", f"**{one_line(self.inline(title))}**", True
        inside = (item for child in body for item in self.items(child, level, True))
        for is_text, found in groupby(inside, key=lambda item: item[0] == "text"):
            if is_text:
                said = (text for _, text, _ in found)
                yield "text", "\n\n".join([OPEN.format("Show the solution"), *said, CLOSE]), True
            else:
                yield from found

    def block(self, node):
        """A block without cells."""
        method = getattr(self, f"block_{type(node).__name__}", None)
        if method:
            return method(node)
        if isinstance(node, nodes.admonition | nodes.Admonition):
            return self.box(node)
        if node.tagname in SKIPPED or isinstance(node, nodes.Invisible):
            return ""
        if isinstance(node, nodes.Inline | nodes.Text):
            return self.inline(node)
        return self.blocks(node.children)

    def blocks(self, children):
        """Blocks with an empty line between."""
        return "\n\n".join(text for child in children if (text := self.block(child)))

    def block_paragraph(self, node):
        return self.inline(node).strip()

    block_rubric = block_caption = block_numbered_caption = block_paragraph

    def block_title(self, node):
        return f"**{one_line(self.inline(node))}**"

    def block_math_block(self, node):
        count = number_of(self.env, self.docname, "displaymath", (node["ids"] or [""])[0])
        tag = rf" \tag{{{count}}}" if count else ""
        return f"$$ {one_line(node.astext())}{tag} $$"

    def block_bullet_list(self, node):
        return "\n".join(indented(self.blocks(item.children), "* ") for item in node.children)

    def block_enumerated_list(self, node):
        start = node.get("start", 1)
        return "\n".join(indented(self.blocks(one.children), f"{k}. ") for k, one in enumerate(node.children, start))

    def block_quiz_choice(self, node):
        choice, *answer = node.children
        folded = [OPEN.format("Is it right?"), self.blocks(answer), CLOSE]
        return indented("\n\n".join([self.block(choice), *folded]), "* ")

    def block_block_quote(self, node):
        return quoted(self.blocks(node.children))

    def block_literal_block(self, node):
        text = node.astext()
        fence = "`" * max(3, 1 + max(map(len, re.findall("`+", text)), default=0))
        language = node.get("language", "")
        return f"{fence}{language if language.isalnum() else ''}\n{text}\n{fence}"

    def block_table(self, node):
        rows = [[self.cell(entry) for entry in row.children] for row in node.findall(nodes.row)]
        titles = [self.block_title(one) for one in node.children if isinstance(one, nodes.title)]
        lines = ["| " + " | ".join(row) + " |" for row in rows]
        return "\n\n".join([*titles, "\n".join([lines[0], "|---" * len(rows[0]) + "|", *lines[1:]])])

    def cell(self, entry):
        """An entry of a table: one line, in which a bar would end it."""
        text = one_line(self.blocks(entry.children))
        return text.replace(r"\|", r"\Vert ").replace("|", r"\vert " if "$" in text else r"\|")

    def box(self, node):
        """A box with a title: a quote, or folded where the page folds it."""
        head, body = self.titled(node)
        if "dropdown" in node["classes"]:
            return "\n\n".join([f"**{head}**", OPEN.format("Show"), self.blocks(body), CLOSE])
        return quoted(self.headed(head, self.blocks(body)))

    def titled(self, node):
        """Title and content of a box, the title with its number."""
        children = list(node.children)
        titled = children and isinstance(children[0], nodes.title)
        title = one_line(self.inline(children.pop(0))) if titled else ""
        kind = node.get("realtype") or ("exercise" if type(node).__name__ in EXERCISE else "")
        if not kind:
            return title.rstrip("."), children
        count = number_of(self.env, self.docname, node.get("countertype", kind), (node["ids"] or [""])[0])
        title = f"({title.strip('() ')})" if kind == "exercise" and title.strip("() ") else title
        return " ".join(filter(None, [kind.title(), count, title])), children

    @staticmethod
    def headed(head, body):
        """A bold title in front of the first line, or above what is no paragraph."""
        plain = body and not re.match(r"\$\$|[*>|#-] |\d+\. |```|\*\*", body)
        return f"**{head}.**" + (" " if plain else "\n\n") + body

    def block_proof_node(self, node):
        """A proof, which ends with its sign."""
        body = self.blocks(node.children)
        body = re.sub(r"^(\*\*)?Proof\.?(\*\*)?\.?\s*", "", body)
        end = "\n\n∎" if body.endswith("$$") else " ∎"
        return quoted(self.headed("Proof", body.removesuffix("∎").rstrip() + end))

    def inline(self, node):
        """Text of a node, with its emphasis, mathematics and links."""
        if isinstance(node, nodes.Text):
            return SPECIAL.sub(r"\\\1", node.astext())
        if isinstance(node, nodes.math):
            return f"${one_line(node.astext())}$"
        if isinstance(node, nodes.literal):
            text = node.astext()
            return f"`` {text} ``" if "`" in text else f"`{text}`"
        # What is raw are the page's own buttons and marks.
        if isinstance(node, nodes.Invisible | nodes.raw) or node.tagname in SKIPPED:
            return ""
        text = "".join(map(self.inline, node.children))
        if isinstance(node, nodes.emphasis):
            return f"*{text}*"
        if isinstance(node, nodes.strong):
            return f"**{text}**"
        if isinstance(node, nodes.reference):
            if node.get("reftitle") and "bibliography" in node.get("refuri", ""):
                self.cited[node["reftitle"]] = node.astext()
            address = self.address(node)
            return f"[{text}]({address})" if address else text
        return text

    def address(self, node):
        """Where a link goes: out of the book, or into its site where that has an address."""
        goal = node.get("refuri") or (f"#{node['refid']}" if node.get("refid") else "")
        if re.match(r"https?:|mailto:", goal):
            return goal
        return urljoin(f"{self.site}{self.docname}.html", goal) if self.site and goal else ""
