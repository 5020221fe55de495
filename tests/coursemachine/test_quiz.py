"""A quiz: every choice is a fold that tells; what is not a quiz is refused."""

import pytest
from bs4 import BeautifulSoup
from docutils.utils import SystemMessage
from sphinx.errors import SphinxWarning

from tests.coursemachine.site import build

QUIZ = """# Page

```{quiz}
What is the norm of a matrix
with the single entry $\\frac12$?

- [ ] $\\frac14$
  That is its square.
- [x] $\\frac12$
  Every norm of one entry is *its* size.

And of zero?

- [x] 0
  By definition.
- [ ] 1
  Of the identity.
```
"""
PARTS = {"extensions": ["myst_nb", *(f"coursemachine.site.{part}" for part in ("captions", "references", "quiz"))]}


def test_choices_are_folds_that_tell(tmp_path):
    page = BeautifulSoup(build(tmp_path, {"page": QUIZ}, **PARTS)["page"], "html.parser")
    questions = page.select("ol.quiz > li")
    assert [one.p.get_text(" ", strip=True).split("\n")[0] for one in questions] == [
        "What is the norm of a matrix", "And of zero?"
    ]  # fmt: skip
    first, second = (one.select("details.quiz-choice") for one in questions)
    assert [("right" in one["class"]) for one in first + second] == [False, True, True, False]
    # Of the choices of one question only one is open.
    assert [{one["name"] for one in group} for group in (first, second)] == [{"quiz-1"}, {"quiz-2"}]
    assert not any(one.has_attr("open") for one in first + second)
    assert first[1].summary.text.startswith("A formula:") and second[0].summary.text == "0"
    assert first[1].summary.select(".math") and "Right. Every norm" in first[1].p.get_text()
    assert first[1].p.em.string == "its" and first[0].p.get_text().startswith("No. That")
    assert [one.p.strong.string for one in first] == ["No.", "Right."]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "needs a question"),
        ("- [x] 1\n  Yes.", "begins with a question"),
        ("One?\n\n- [x] 1\n  Yes.", "two choices or more"),
        ("One?\n\n- [ ] 1\n  No.\n- [ ] 2\n  No.", "one of them right"),
        ("One?\n\n- [x] 1\n  Yes.\n- [x] 2\n  Yes.", "one of them right"),
        ("One?\n\n- [x] 1\n  Yes.\n- [ ] 2", "say below '2' why"),
    ],
)
def test_what_is_no_quiz_is_refused(tmp_path, text, words):
    with pytest.raises((SphinxWarning, SystemMessage), match=words):
        build(tmp_path, {"page": f"# Page\n\n```{{quiz}}\n{text}\n```\n"}, **PARTS)
