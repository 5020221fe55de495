"""Proofs end with a mark; the long ones are folded under the name of what they prove."""

from html import escape
from itertools import islice
from math import ceil

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx_proof.nodes import proof_node

from coursemachine.site.common import number_of

#: A proof of more lines than these is folded.
LINES = 10
#: Characters of a line on a wide screen, and the lines that a displayed formula takes around its own.
WIDTH, AROUND = 95, 2
WORDS = nodes.paragraph | nodes.literal_block
END = '<span class="qed" role="img" aria-label="End of proof">∎</span>'
SWITCH = '<p class="proof-switch"><button type="button" aria-pressed="false">Show all proofs</button></p>'


def lines_of(proof):
    """About how many lines a proof takes."""
    formulas = sum(AROUND + 1 + formula.astext().count("\\\\") for formula in proof.findall(nodes.math_block))
    words = [node for node in proof.findall(nodes.TextElement) if isinstance(node, WORDS)]
    return formulas + sum(ceil(len(node.astext()) / WIDTH) for node in words)


def proved(proof):
    """The statement before a proof, or None."""
    before = proof.parent.children[: proof.parent.index(proof)]
    return next((node for node in reversed(before) if isinstance(node, nodes.Element) and "realtype" in node), None)


class MendProofs(SphinxPostTransform):
    """Give the proofs of a page their marks, names and folds."""

    # After references are resolved: they are counted in the words, and none is lost.
    default_priority = 300
    formats = ("html",)

    def run(self, **options):
        seen = set()
        proofs = list(self.document.findall(proof_node))
        for proof in proofs:
            name, label = self.names(proof)
            content = [child for box in proof.children for child in box.children]
            proof["folded"] = lines_of(proof) > LINES
            proof["called"] = name
            proof["ids"] = [f"proof-{label}"] if label and label not in seen else []
            seen.add(label)
            self.begin(content, proof["folded"])
            self.end(content)
            proof.children = []
            proof += content
        in_sight = (proof for proof in proofs if proof["folded"] and isinstance(proof.parent, nodes.section))
        for first in islice(in_sight, 1):
            first.parent.insert(first.parent.index(first), nodes.raw("", SWITCH, format="html", silent=True))

    def names(self, proof):
        """What a proof is called, and the label of what it proves."""
        statement = proved(proof)
        if statement is None:
            return "Proof", ""
        count = number_of(self.env, self.env.docname, statement["countertype"], statement["ids"][0])
        return f"Proof of {statement['realtype'].title()} {count}".strip(), statement["label"]

    def begin(self, content, folded):
        """Set the word that begins a proof apart; the name of a fold says it already."""
        first = next(iter(content[0].findall(nodes.Text)), None) if content else None
        if first is None or not first.startswith("Proof."):
            return
        rest = str(first).removeprefix("Proof.")
        word = [] if folded else [nodes.inline("", "Proof.", classes=["proof-word"])]
        first.parent.replace(first, [*word, nodes.Text(rest.lstrip() if folded else rest)])

    def end(self, content):
        """Put the mark where the last sentence ends, or below a last formula or list."""
        mark = nodes.raw("", END, format="html")
        if content and isinstance(content[-1], nodes.paragraph):
            content[-1] += [nodes.Text(" "), mark]
        else:
            content.append(nodes.paragraph("", "", mark, classes=["qed-line"]))


def visit_proof(self, node):
    place = f' id="{escape(node["ids"][0])}"' if node["ids"] else ""
    if node["folded"]:
        self.body.append(f'<details class="proof-fold"{place}><summary>{escape(node["called"])}</summary>')
        place = ""
    self.body.append(f'<div class="proof proof-steps"{place}>')


def depart_proof(self, node):
    self.body.append("</div></details>" if node["folded"] else "</div>")


def setup(app):
    app.setup_extension("sphinx_proof")
    app.add_node(proof_node, override=True, html=(visit_proof, depart_proof))
    app.add_post_transform(MendProofs)
