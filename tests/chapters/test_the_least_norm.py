"""Numbers of the chapter "The least norm", from closed forms."""

import re

import numpy as np
import pytest

from tests.chapters.stored import figures_of, numbers_in

CHAPTER = "decisions/the-least-norm"


@pytest.fixture(scope="module")
def dial():
    frames = figures_of(CHAPTER)["Impossible answers"]
    shares = {0: 0.0, 10: 0.1, 20: 0.2, 33: 1 / 3, 50: 0.5, 67: 2 / 3, 75: 0.75, 100: 1.0}
    places = [(int(shown.values["Q"]), shares[int(numbers_in(shown.values["share"])[0])]) for shown in frames]
    return dict(zip(places, frames, strict=True))


def test_frames_of_impossible_answers(dial):
    """The closed form of the norm, and the class error, in every frame."""
    assert len(dial) == 48
    for (Q, share), shown in dial.items():
        norm, error = np.sqrt((1 - share) ** 2 / 4 + 2 * share**2 / (Q - 2)), (1 + share) / 2
        assert [shown.numbers[name] for name in ("norm", "error")] == pytest.approx([norm, error], abs=1e-7)


def test_norm_falls_while_the_errors_rise(dial):
    for Q in (3, 4, 6, 10, 18, 26):
        row = sorted((share, shown.numbers) for (classes, share), shown in dial.items() if classes == Q)
        norms = np.array([numbers["norm"] for _, numbers in row])
        errors = np.array([numbers["error"] for _, numbers in row])
        best = norms.argmin()
        assert 0 < best < len(row) - 1 and (np.diff(errors) > 0).all() and errors[0] == norms[0] == 0.5
        assert (np.diff(norms[: best + 1]) < 0).all() and (np.diff(norms[best:]) > 0).all()
        nearest = np.abs(np.array([share for share, _ in row]) - (Q - 2) / (Q + 6)).argmin()
        assert best == nearest and norms[best] == pytest.approx(np.sqrt(2 / (Q + 6)), abs=2e-3)
    least = [min(s.numbers["norm"] for key, s in dial.items() if key[0] == Q) for Q in (3, 4, 6, 10, 18, 26)]
    assert least == sorted(least, reverse=True) and least[-1] == pytest.approx(0.25)


def test_the_vectors_do_not_settle(printed):
    first, later = map(float, re.search(r"^first (\S+), lowest later (\S+)$", printed, re.M).groups())
    assert later > first + 0.01 > 0.1122


def test_ten_halves_of_car(printed):
    """The order of the four, which the text tells."""
    lines = [re.search(rf"^{name} +(0\S+)$", printed, re.M) for name in ("weights", "least norm", "shift", "argmax")]
    norms = [float(line[1]) for line in lines]
    assert norms == sorted(norms)
