"""Plain Markdown of a resolved page: what Jupyter shows without any extension, with the numbers of the book.

The page is walked, not its source: references, citations and numbers are Sphinx's own, and a directive or a role that
is new in the text needs nothing here.
"""

import re
from urllib.parse import urljoin

from docutils import nodes

#: Boxes whose first child is a title, and the box in which something is hidden.
SOLUTION, EXERCISE = "solution_node", ("exercise_node", "exercise_enumerable_node")
SKIPPED = ("comment", "target", "colspec", "index", "substitution_definition", "toctree", "compound", "meta")
SPECIAL = re.compile(r"([\\`*$<]|(?<!\w)_|_(?!\w))")
ENVIRONMENT = re.compile(r"\\begin\{(\w+\*?)\}(?:(?!\\begin\{).)*?\\end\{\1\}", re.S)
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


def needs_split(formula):
    """Whether a formula has lines outside every environment; Sphinx sets those in one, too."""
    while (inner := ENVIRONMENT.sub("", formula)) != formula:
        formula = inner
    return r"\\" in formula


def is_cell(node):
    """Whether a node is a code cell of the notebook."""
    return isinstance(node, nodes.container) and node.get("nb_element") == "cell_code"


class Writer:
    """Markdown of the nodes of one page.

    Parameters
    ----------
    env : sphinx.environment.BuildEnvironment
        Has the numbers.
    docname : str
        The page.
    site : str
        Address of the built site, for links; "" leaves their text.
    """

    def __init__(self, env, docname, site=""):
        self.env, self.docname, self.site = env, docname, site
        self.cited = {}

    # Numbers ------------------------------------------------------------------------------------------------------

    def number(self, kind, name):
        """ "1.3" for a counter and an id of the page, "" where nothing is counted."""
        return ".".join(map(str, self.env.toc_fignumbers.get(self.docname, {}).get(kind, {}).get(name, ())))

    def section_number(self, node):
        """ "1.2. " for a section as its page shows it."""
        numbers = self.env.toc_secnumbers.get(self.docname, {})
        found = next((numbers[f"#{name}"] for name in node["ids"] if f"#{name}" in numbers), None)
        if found is None and isinstance(node.parent, nodes.document):
            found = numbers.get("")
        return ".".join(map(str, found)) + self.env.config.html_secnumber_suffix if found else ""

    # A page ------------------------------------------------------------------------------------------------------

    def items(self, node, level=0, hidden=False):
        """What follows each other: ``("text", Markdown, hidden)`` and ``("code", number of the cell, hidden)``.

        `hidden` tells what belongs to a solution.
        """
        if is_cell(node):
            yield "code", node["cell_index"], hidden
            return
        kind = type(node).__name__
        if kind == SOLUTION:
            yield from self.solution(node, level)
        elif isinstance(node, nodes.section | nodes.document) or any(map(is_cell, node.findall(nodes.container))):
            # A box around cells cannot be a quote; its title stands before them.
            inside = level + isinstance(node, nodes.section)
            for child in node.children:
                if isinstance(child, nodes.title):
                    title = f"{self.section_number(node)}{self.inline(child)}"
                    heading = isinstance(node, nodes.section) and not self.is_box(node)
                    yield "text", f"{'#' * inside} {title}" if heading else f"**{title}**", hidden
                else:
                    yield from self.items(child, inside, hidden)
            if kind in EXERCISE:
                yield "answer", "", hidden
        elif text := self.block(node):
            yield "text", text, hidden
            if kind in EXERCISE:
                yield "answer", "", hidden

    @staticmethod
    def is_box(node):
        """Whether a section is the content of a box, which has no heading of its own."""
        return any(str(one).endswith("-content") for one in node["ids"] + node["classes"])

    def solution(self, node, level):
        """A solution: title, then text that is folded, then cells, and so on."""
        title, *body = node.children
        yield "text", f"**{one_line(self.inline(title))}**", True
        found = [item for child in body for item in self.items(child, level, True)]
        said = []
        for item in [*found, None]:
            if item and item[0] == "text":
                said.append(item[1])
                continue
            if said:
                yield "text", "\n\n".join([OPEN.format("Show the solution"), *said, CLOSE]), True
                said = []
            if item:
                yield item

    # Blocks ------------------------------------------------------------------------------------------------------

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

    def block_section(self, node):
        return self.blocks(node.children)

    def block_math_block(self, node):
        formula, number = node.astext().strip(), self.number("displaymath", (node["ids"] or [""])[0])
        if node.get("nowrap"):
            return f"$$ {one_line(formula)} $$"
        if needs_split(formula):
            formula = rf"\begin{{split}} {formula} \end{{split}}"
        tag = rf" \tag{{{number}}}" if number else ""
        return f"$$ {one_line(formula)}{tag} $$"

    def block_bullet_list(self, node):
        return "\n".join(indented(self.blocks(item.children), "* ") for item in node.children)

    def block_enumerated_list(self, node):
        start = node.get("start", 1)
        return "\n".join(indented(self.blocks(one.children), f"{k}. ") for k, one in enumerate(node.children, start))

    def block_definition_list_item(self, node):
        terms = [one_line(self.inline(one)) for one in node.children if isinstance(one, nodes.term)]
        bodies = [self.blocks(one.children) for one in node.children if isinstance(one, nodes.definition)]
        return "\n\n".join([f"**{', '.join(terms)}**", *bodies])

    def block_block_quote(self, node):
        return quoted(self.blocks(node.children))

    def block_literal_block(self, node):
        text = node.astext()
        fence = "`" * max(3, 1 + max(map(len, re.findall("`+", text)), default=0))
        language = node.get("language", "")
        return f"{fence}{language if language.isalnum() else ''}\n{text}\n{fence}"

    def block_transition(self, node):
        return "---"

    def block_raw(self, node):
        return ""  # the page's own buttons and marks

    def block_table(self, node):
        rows = [[self.cell(entry) for entry in row.children] for row in node.findall(nodes.row)]
        title = next((self.block_title(one) for one in node.children if isinstance(one, nodes.title)), "")
        lines = ["| " + " | ".join(row) + " |" for row in rows]
        text = "\n".join([lines[0], "|---" * len(rows[0]) + "|", *lines[1:]])
        return f"{title}\n\n{text}" if title else text

    def cell(self, entry):
        """An entry of a table: one line, in which a bar would end it."""
        text = one_line(self.blocks(entry.children))
        return text.replace(r"\|", r"\Vert ").replace("|", r"\vert " if "$" in text else r"\|")

    # Boxes -------------------------------------------------------------------------------------------------------

    def box(self, node):
        """A box with a title: a quote, or folded where the page folds it."""
        head, body = self.titled(node)
        if "dropdown" in node["classes"]:
            return "\n\n".join([f"**{head}**", OPEN.format("Show"), self.blocks(body), CLOSE])
        return quoted(self.headed(head, self.blocks(body)))

    def titled(self, node):
        """Title and content of a box, the title with its number."""
        children = list(node.children)
        title = ""
        if children and isinstance(children[0], nodes.title):
            title = one_line(self.inline(children.pop(0)))
        kind = node.get("realtype") or ("exercise" if type(node).__name__ in EXERCISE else "")
        if not kind:
            return title.rstrip("."), children
        name = (node["ids"] or [""])[0]
        number = self.number(node.get("countertype", kind), name)
        title = f"({title.strip('() ')})" if kind == "exercise" and title.strip("() ") else title
        return " ".join(filter(None, [kind.title(), number, title])), children

    @staticmethod
    def headed(head, body):
        """A bold title in front of the first line, or above what is no paragraph."""
        if not head:
            return body
        plain = body and not re.match(r"\$\$|[*>|#-] |\d+\. |```|\*\*", body)
        return f"**{head}.**" + (" " if plain else "\n\n") + body

    def block_proof_node(self, node):
        """A proof, which ends with its sign."""
        body = self.blocks(node.children)
        while body.startswith("> "):
            body = "\n".join(line[2:] for line in body.splitlines())
        body = re.sub(r"^(\*\*)?Proof\.?(\*\*)?\.?\s*", "", body)
        end = "\n\n∎" if body.endswith("$$") else " ∎"
        return quoted(self.headed("Proof", body.removesuffix("∎").rstrip() + end))

    # Inline ------------------------------------------------------------------------------------------------------

    def inline(self, node):
        """Text of a node, with its emphasis, mathematics and links."""
        if isinstance(node, nodes.Text):
            return SPECIAL.sub(r"\\\1", node.astext())
        if isinstance(node, nodes.math):
            return f"${one_line(node.astext())}$"
        if isinstance(node, nodes.literal):
            text = node.astext()
            return f"`` {text} ``" if "`" in text else f"`{text}`"
        if isinstance(node, nodes.image):
            return f"*{node.get('alt', '')}*" if node.get("alt") else ""
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
