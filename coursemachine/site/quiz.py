"""A quiz of choices: each choice opens to say whether it is right, and why.

A fold of HTML is all it takes: it works without a script, by keyboard, and in a downloaded notebook.
"""

import re

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

CHOICE = re.compile(r"- \[([ x])\] (.+)")


class quiz_choice(nodes.General, nodes.Element):
    """A choice (its first child) and the answer to it (the others); ``right``, and the ``name`` of its question."""


class Quiz(SphinxDirective):
    """Questions, each followed by its choices; indented lines below a choice say why it is right or wrong.

    ::

        What does a classifier that is never wrong have?

        - [x] A norm of 0
          Its matrix has no entry.
        - [ ] A norm of 1
          That is the norm of the matrix with the diagonal.
    """

    has_content = True

    def run(self):
        questions = self.questions()
        listed = nodes.enumerated_list(classes=["quiz"])
        for number, (question, choices) in enumerate(questions, start=1):
            item = nodes.list_item("", *self.parse_text_to_nodes(question))
            for right, choice, why in choices:
                node = quiz_choice(right=right, name=f"quiz-{number}")
                node += self.parse_text_to_nodes(choice)
                answer = self.parse_text_to_nodes(why)
                # The space is outside: a downloaded notebook has asterisks, which do not close after one.
                answer[0].insert(0, [nodes.strong("", "Right." if right else "No."), nodes.Text(" ")])
                node += answer
                item += node
            listed += item
        return [listed]

    def questions(self):
        """(question, its choices as (right, choice, why)) of each question, all text."""
        entries, asked = [], True
        for line in self.content:
            if choice := CHOICE.fullmatch(line):
                if not entries:
                    raise self.error("A quiz begins with a question.")
                entries[-1][1].append((choice[1] == "x", choice[2], []))
                asked = False
            elif not asked and (line.startswith("  ") or not line):
                entries[-1][1][-1][2].append(line.removeprefix("  "))
            elif asked and entries:
                entries[-1][0].append(line)
            else:
                entries.append(([line], []))
                asked = True
        questions = [
            ("\n".join(question), [(right, choice, "\n".join(why).strip()) for right, choice, why in choices])
            for question, choices in entries
        ]
        for question, choices in questions:
            if len(choices) < 2 or sum(right for right, *_ in choices) != 1:
                raise self.error(f"{question!r} needs two choices or more, and one of them right.")
            if missing := [choice for _, choice, why in choices if not why]:
                raise self.error(f"{question!r}: say below {missing[0]!r} why it is right or wrong, indented.")
        if not questions:
            raise self.error("A quiz needs a question.")
        return questions


def visit_choice(self, node):
    kind = "right" if node["right"] else "wrong"
    self.body.append(f'<details class="quiz-choice {kind}" name="{node["name"]}"><summary>')
    first, *answer = node.children
    if all(isinstance(child, nodes.math) for child in first.children):  # no name for who hears it
        self.body.append('<span class="visually-hidden">A formula: </span>')
    for child in first.children:
        child.walkabout(self)
    self.body.append("</summary>\n")
    for child in answer:
        child.walkabout(self)
    self.body.append("</details>\n")
    raise nodes.SkipNode


def setup(app):
    app.add_node(quiz_choice, html=(visit_choice, None))
    app.add_directive("quiz", Quiz)
