"""Each frame has a sentence and a picture of its own; the numbers of the sentence are the frame's, rounded."""

import re

import pytest

from coursemachine.checkout import BOOK
from tests.chapters.stored import figures_of, states_of

CHAPTERS = [path.relative_to(BOOK).with_suffix("").as_posix() for path in BOOK.glob("*/*.ipynb")]
CHAPTERS = sorted(chapter for chapter in CHAPTERS if states_of(chapter))
#: Figures that say more than their frames hold; the tests of their chapters compute it.
MORE = {"Boosting race", "Confusion matrices side by side", "Lower norm, at what cost?"}


def flat(value):
    """The numbers of a stored value."""
    if isinstance(value, list):
        return [number for one in value for number in flat(one)]
    return [value] if isinstance(value, int | float) else []


def unfounded(shown):
    """What a sentence says that neither the frame's numbers nor its controls hold."""
    known = flat(list(shown.numbers.values()))
    for word, percent in re.findall(r"(-?\d[\d,]*\.\d+)(\N{NBSP}?%|)", shown.text.replace("−", "-")):
        said, step = float(word.replace(",", "")), 10.0 ** -len(word.partition(".")[2])
        near = any(abs((100 if percent else 1) * number - said) <= 0.5 * step + 1e-6 for number in known)
        if not near and not any(word in value for value in shown.values.values()):
            yield word


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_a_sentence_says_the_numbers_of_its_frame(chapter):
    figures = figures_of(chapter)
    wrong = {title for title, frames in figures.items() if any(word for shown in frames for word in unfounded(shown))}
    assert wrong == MORE & set(figures)


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_every_position_has_a_sentence_and_a_picture_of_its_own(chapter):
    for title, frames in figures_of(chapter).items():
        assert len({shown.text for shown in frames}) == len(frames), title
        assert len({shown.picture for shown in frames}) == len(frames), title
