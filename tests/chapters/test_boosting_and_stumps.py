"""What the chapter "Boosting and stumps" says of its starts."""

import re

from tests.chapters.stored import numbers_in

CHAPTER = "foundations/boosting-and-stumps"


def test_the_start_decides_the_norm(printed):
    """Of the three starts only the balanced one finds the rare classes; its error rate is the price."""
    shown = {name: numbers_in(line) for name, line in re.findall(r"\| (uniform|half|balanced) \|(.*)", printed)}
    assert shown["balanced"][1] < min(shown["uniform"][1], shown["half"][1]) / 3
    assert shown["balanced"][0] > max(shown["uniform"][0], shown["half"][0])
