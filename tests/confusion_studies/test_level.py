"""The study of the level of `challenge`: its laws are ties within their bounds, its table, what it compares with."""

import numpy as np
import pytest
from scipy.stats import norm

from confusion_studies import load_results
from confusion_studies.decisions import level


@pytest.mark.parametrize("law", level.LAWS)
def test_the_rival_costs_exactly_as_much(law):
    """A law on the other side of the condition would make any test look valid, or none."""
    sizes, bounds, parts = level.LAWS[law]
    assert sum(value * share for part in parts for value, share in part.items()) == pytest.approx(0, abs=1e-12)
    assert len(sizes) == len(bounds) == len(parts)
    for bound, part in zip(bounds, parts):
        assert max(map(abs, part), default=0) <= bound and sum(part.values()) <= 1 + 1e-12


def test_bets_keep_every_level_and_the_normal_law_does_not():
    rows = load_results("challenge_level")
    for alpha in level.ALPHAS:
        shares = {test: [row[f"at_{alpha:.2f}"] / row["samples"] for row in rows if row["test"] == test]
                  for test in ("bets", "normal")}  # fmt: skip
        assert max(shares["bets"]) <= alpha and max(shares["normal"]) > 0.36
    assert not any(row["zero"] for row in rows if row["test"] == "bets")


def test_the_normal_law_of_before_on_examples_one_by_one():
    values, codes, sizes, _, counts = level.drawn("ten classes, 500 to 5", samples=20)
    found = level.normal_p_value(values, codes, sizes, counts)
    for sample, p in zip(counts, found):
        groups = [np.repeat(values[codes == k], sample[codes == k]) for k in range(10)]
        assert [len(group) for group in groups] == list(sizes)
        error = np.sqrt(sum(group.var(ddof=1) / len(group) for group in groups))
        assert p == pytest.approx(norm.cdf(sum(group.mean() for group in groups) / error))
    values, codes, sizes, _, counts = level.drawn("three classes of two", samples=200)
    same = (counts.reshape(200, 3, 3) == 2).any(axis=2).all(axis=1)  # no standard error: 0 or 1
    found = level.normal_p_value(values, codes, sizes, counts)
    difference = counts @ values / 2
    assert same.any() and (found[same] == (difference[same] >= 0)).all()
