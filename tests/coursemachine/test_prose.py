"""Numbers in prose: what `says` compares, and what the gate finds in a chapter's text."""

import nbformat
import numpy as np
import pytest
from nbformat.v4 import new_code_cell, new_output

from coursemachine import prose
from coursemachine.checkout import BOOK
from coursemachine.notebooks.chapters import parse
from coursemachine.notebooks.checks import Chapter, is_made_from_its_text
from coursemachine.prose import about, above, below, numbers_of, says

CHAPTER = """# A chapter of 3 parts

The error is 0.12, at
most 15 % of the 2,500 points; half of it by Theorem 2.3 and (4)-(7) of Section 3.2.

```{code-cell} ipython3
:tags: [remove-cell]

says("The error is 0.12, at most 15 % of the 2,500 points; {half} of it", error, below(0.12), n, about(0.49))
```

```{prf:theorem} Title
:label: thm-7

Let $x_1 = 2$ and $\\sigma = 0.5$ in `code 7`, {eq}`eq-8` (Lu, 2017).
```

$$ 17 = 3 \\cdot 5.5 $$ (eq-1)

```
plain 99
```

1. A list, 0 or 1.
"""


def test_whole_numbers_of_formulas_do_not_count():
    assert numbers_of(r"$x_1^2 = 0.5$ and 7 of $n$ at 2") == ["0.5", "7", "2"]


def test_numbers_of_a_sentence():
    assert numbers_of("within .5 to 12.25 of 2,500 at 11% or 7 %, {Half} of x2 and A4") == [
        ".5", "12.25", "2,500", "11%", "7 %", "{Half}",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "sentence, values",
    [
        ("0.12", [0.1249]),
        ("0.12", [0.115]),  # an edge goes either way
        ("0.12", [0.125]),
        ("12%", [0.1249]),
        ("12 % of 2,500", [0.12, 2500]),
        ("{half}", [0.5]),
        ("within 0.01", [below(0.006)]),
        ("more than 30%", [above(0.35)]),
        ("about 370", [about(371)]),
        ("7", [np.int64(7)]),
    ],
)
def test_says_passes(sentence, values):
    says(sentence, *values)


@pytest.mark.parametrize(
    "sentence, values",
    [
        ("0.13", [0.1249]),
        ("0.1249", [0.12]),
        ("12%", [12]),
        ("{third}", [0.5]),
        ("within 0.001", [below(0.006)]),
        ("within 0.9", [below(0.006)]),  # true, and says nothing
        ("more than 40%", [above(0.35)]),
        ("more than 3%", [above(0.35)]),
        ("about 730", [about(371)]),
        ("8", [np.int64(7)]),
        ("0.12", [float("nan")]),
        ("within 0.01", [below(float("nan"))]),
    ],
)
def test_says_fails(sentence, values):
    with pytest.raises(AssertionError, match="the text says"):
        says(sentence, *values)


def test_says_refuses():
    with pytest.raises(ValueError, match="has the numbers"):
        says("1 of 2", 1)
    with pytest.raises(ValueError, match="has the numbers"):
        says("none")
    with pytest.raises(TypeError, match="needs a number"):
        says("1 of 2", True, 2)


def test_gate_finds_what_no_cell_holds():
    found = prose.problems(CHAPTER)
    assert len(found) == 1 and "0.5 comes from" in found[0]
    said = prose.problems(CHAPTER.replace("0.12", "0.21", 1))[0]
    assert said.startswith("a cell quotes what the text does not say: 'The error is 0.12, at most")


@pytest.mark.parametrize(
    "old, new",
    [
        ("parts\n\nThe error is 0.12", "parts\n\nThe error is 0.21"),
        ("15 % of the 2,500 points; half of it by", "51 % of the 2,500 points; half of it by"),
        ("; half of", "; a third of"),
        ("of 3 parts\n\nThe", "of 13 parts\n\nThe"),
        ("A list, 0", "A list, 2.5"),
        ("A list, 0", "A list, 2 %"),
        ("Title", "Title 16"),
        ('"The error', '"An error'),
        ("by Theorem", "(12) of 2003 points by Theorem"),
        ("(Lu, 2017)", "of 2017 points"),
        ("by Theorem", "of 18 (36) by Theorem"),
    ],
)
def test_gate_sees_a_change_of_the_text_alone(old, new):
    assert CHAPTER.count(old) == 1
    assert len(prose.problems(CHAPTER.replace(old, new))) > 1


def test_gate_wants_literal_sentences():
    assert "literal" in prose.problems(CHAPTER.replace('says("The', 'says(TITLE + "The'))[0]


ASKS = """
````{admonition} Quick question
:class: question

An error of 0.3, on 40 examples. What is its interval?

```{admonition} Answer
:class: dropdown

About 0.3 ± 0.14, at {given}`95` %.
```
````

```{exercise}
:label: ex-one

The shares are $(.9, .07, .03)$.
```

```{quiz}
Nobody of 26 is ill. What follows?

- [ ] The rate is 0.2
  It would be 0.23, or 26 times that.
- [x] The rate is 0.24
```
"""


def test_what_is_asked_with_is_free_and_what_is_answered_is_not():
    found = prose.problems(ASKS)
    assert [one.split(" comes from")[0].split()[-1] for one in found] == ["0.14", "0.23", "0.24"]
    outside = ASKS.replace("````{admonition} Quick question\n:class: question", "````{admonition} Note")
    assert len(prose.problems(outside)) == 3 + 3  # 0.3 twice, and 40


INSERTS = """# Title

```{code-cell} ipython3
gap, total, shares = 0.0062, 2500, {"a": 0.4}
```

Within {num}`gap:.3f` for {num}`total:,` points, {num}`100 * shares["a"]:.0f` % of them,
and $\\rho = {num}`half`$.

```{code-cell} ipython3
:tags: [remove-cell]

half = total / 5000
```

More.

```{code-cell} ipython3
half = "changed"
```
"""


def ran(text):
    """A text's notebook as it is stored, run by hand."""
    notebook, names = parse(text), {}
    for cell in notebook.cells:
        if cell.cell_type == "code":
            printed = []
            names["print"] = printed.append
            exec(cell.source, names)
            cell.execution_count = 1
            cell.outputs = [new_output("stream", text="".join(f"{line}\n" for line in printed))] if printed else []
    prose.insert(notebook.cells, notebook.cells)
    return notebook


def problems_of(text, stored):
    fresh = parse(text)
    prose.insert(fresh.cells, stored.cells)
    return list(is_made_from_its_text(Chapter(BOOK, None, fresh, stored)))


def test_a_number_is_inserted():
    notebook = ran(INSERTS)
    assert "Within 0.006 for 2,500 points, 40 % of them,\nand $\\rho = 0.5$." in notebook.cells[3].source
    assert [cell.metadata.get("tags") for cell in notebook.cells[4:6]] == [["remove-cell"], prose.TAGS]
    assert prose.problems(INSERTS) == [] == problems_of(INSERTS, notebook)


@pytest.mark.parametrize("where", ["text", "output", "expression"])
def test_an_inserted_number_cannot_be_changed_alone(where):
    text, notebook = INSERTS, ran(INSERTS)
    if where == "text":
        notebook.cells[3].source = notebook.cells[3].source.replace("0.006", "0.009")
    elif where == "output":
        notebook.cells[5].outputs[0].text = notebook.cells[5].outputs[0].text.replace("0.006", "0.009")
    else:
        text = INSERTS.replace("gap:.3f", "gap:.4f")
    assert problems_of(text, notebook)


@pytest.mark.parametrize(
    ("text", "printed", "inserted"),
    [
        ("{num}`a` and {num}`b`", "1\n", "{num}`a` and {num}`b`"),  # for the build to refuse
        ("{num}`a` and ${num}`b`$", "-0.5\n-0.5\n", "\N{MINUS SIGN}0.5 and $-0.5$"),
    ],
)
def test_all_numbers_are_inserted_with_a_true_minus_sign_but_in_a_formula(text, printed, inserted):
    cells = [nbformat.v4.new_markdown_cell(text), new_code_cell("", metadata={"tags": prose.TAGS})]
    cells[1].outputs = [new_output("stream", text=printed)]
    prose.insert(cells, cells)
    assert cells[0].source == inserted
