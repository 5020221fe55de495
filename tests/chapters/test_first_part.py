"""What every chapter of Part I has, and what it does not speak of: what comes after it."""

import re

import pytest

from coursemachine.checkout import BOOK
from coursemachine.prose import split
from coursemachine.site.cards import cards, parts

PART = next(parts()).files
TEXTS = {file: (BOOK / "_text" / f"{file}.md").read_text(encoding="utf-8") for file in PART}
LATER = re.compile(r"\b(?:COPA|UMA|CoMBo|AdaBoost\.MM)\b")
FORWARD = re.compile(r"\{(?:doc|ref)\}`[^`]*?/?(?:copa|uma|combo)/[^`]*`")


@pytest.mark.parametrize("file", PART)
def test_nothing_of_a_later_part_is_named(file):
    words = split(TEXTS[file])[0]
    # The distribution of a simulation is taken from a paper, which is cited.
    assert LATER.findall(words) == [] and FORWARD.findall(words) == []


@pytest.mark.parametrize("file", PART)
def test_links_lead_back(file):
    later = PART[PART.index(file) + 1 :]
    linked = {target for target in later if re.search(rf"\{{doc\}}`[^`]*\b{target.split('/')[1]}>?`", TEXTS[file])}
    assert linked == set()


@pytest.mark.parametrize("file", PART)
def test_the_parts_of_a_lecture(file):
    titles = re.findall(r"^## (.*)", TEXTS[file], re.MULTILINE)
    assert titles[0] == "A naive attempt that fails" and "Today" in titles
    assert titles[-2:] == ["Take-away", "Quiz"] and TEXTS[file].count("```{quiz}") == 1
    assert TEXTS[file].count("\nSymbols: ") == 1
    take_away = TEXTS[file].partition("\n## Take-away\n")[2].partition("\n## ")[0]
    assert 1 <= len(re.findall(r"^\* ", take_away, re.MULTILINE)) <= 5
    assert cards()[file].exercises > 0


@pytest.mark.parametrize("file", PART)
def test_every_stub_has_hints_in_steps_and_a_hidden_case(file):
    stubs = [at.start() for at in re.finditer(r":tags: \[stub\]", TEXTS[file])]
    assert stubs
    for at in stubs:
        exercise = TEXTS[file][at : TEXTS[file].index("{solution-start}", at)]
        assert len(re.findall(r"\{admonition\} Hint \d\n:class: dropdown hint", exercise)) >= 2
        assert re.search(r"^check\(.*\bhidden=", exercise, re.MULTILINE | re.DOTALL)
