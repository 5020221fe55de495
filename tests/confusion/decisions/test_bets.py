"""The p-value of `challenge`: its level by summing over all outcomes of small laws, nothing drawn."""

from itertools import product

import numpy as np
import pytest
from scipy.stats import multinomial

from confusion.decisions.bets import BETS, betting_p_value, stakes


def outcomes(size, pairs):
    """All counts of the values of one class, and their probabilities; pairs are (value, probability)."""
    counts = np.array([c for c in product(range(size + 1), repeat=len(pairs)) if sum(c) == size])
    return counts, multinomial.pmf(counts, size, [q for _, q in pairs])


def exact(bounds, classes):
    """p-values of all outcomes of a law of two classes, (size, pairs) each, and the probabilities of the outcomes."""
    (first, q_first), (second, q_second) = (outcomes(size, pairs) for size, pairs in classes)
    at, of = np.divmod(np.arange(len(first) * len(second)), len(second))
    values = np.array([value for _, pairs in classes for value, _ in pairs])
    codes = np.repeat([0, 1], [len(pairs) for _, pairs in classes])
    counts = np.hstack([first[at], second[of]])
    return betting_p_value(values, codes, bounds, counts), q_first[at] * q_second[of]


def tie(rare, sizes):
    """A part `rare` of the common class and half of the other look alike, and cost as much by either prediction."""
    common, other = 0.5 / (0.5 + rare), rare / (0.5 + rare)
    return (common, other), [(sizes[0], [(common, rare), (0, 1 - rare)]), (sizes[1], [(-other, 0.5), (0, 0.5)])]


COIN, IDLE = [(1, 0.5), (-1, 0.5)], [(0, 1.0)]
LAWS = {
    **{f"tie {rare} {sizes}": tie(rare, sizes) for rare, sizes in [
        (0.05, (10, 2)), (0.05, (30, 3)), (0.02, (100, 10)), (0.1, (20, 2)), (0.02, (300, 20)),
    ]},
    "coins, one each": ((1, 1), [(1, COIN), (1, COIN)]),
    "coins, three each": ((1, 1), [(3, COIN), (3, COIN)]),
    "coins, twenty and one": ((1, 0.5), [(20, COIN), (1, [(0.5, 0.5), (-0.5, 0.5)])]),
    "a rare loss": ((1, 1), [(30, [(1, 0.1), (-1 / 9, 0.9)]), (30, IDLE)]),
    "a loss unseen": ((1, 1), [(100, [(-0.2, 1.0)]), (10, [(1, 0.2), (0, 0.8)])]),
    "three values": ((1, 1), [(8, [(1, 0.2), (-0.5, 0.4), (0, 0.4)]), (4, [(1, 0.1), (-0.25, 0.4), (0, 0.5)])]),
}  # fmt: skip


@pytest.mark.evaluates("prop-least-challenge")
@pytest.mark.parametrize("name", LAWS)
def test_no_level_is_exceeded_where_the_rival_costs_exactly_as_much(name):
    """Of any alpha: stakes above what a class can pay, of one class or of all, and a normal law all fail here."""
    bounds, classes = LAWS[name]
    assert sum(value * q for _, pairs in classes for value, q in pairs) == pytest.approx(0, abs=1e-12)
    p, q = exact(bounds, classes)
    assert q.sum() == pytest.approx(1) and (p > 0).all() and (p <= 1).all()
    order = np.argsort(p)
    p, level = p[order], q[order].cumsum()
    last = np.append(np.diff(p) > 1e-12, True)  # of equal ones
    assert (level[last] <= p[last] + 1e-9).all()


def test_the_level_is_nearly_reached():
    """Coins of a few examples: no p-value could be smaller by more than a part 1.99 / 2 for each of them."""
    for name, n in (("coins, one each", 2), ("coins, three each", 6)):
        p, q = exact(*LAWS[name])
        assert q[p == p.min()] == pytest.approx(p.min() * 0.995**n)


@pytest.mark.evaluates("eq-least-challenge")
def test_by_hand():
    """Differences in units of the largest bound, 0.5; stakes that are all alike, and stakes on a scale."""
    differences, codes, bounds = [0.5, -0.5, -0.25, -0.4], [0, 0, 0, 1], np.array([0.5, 0.4])
    most = 0.99 * min(3 / 0.5, 1 / 0.4)
    assert stakes(np.array([3, 1]), bounds) == pytest.approx(np.full(BETS, most))
    wealth = (1 - most * 0.5 / 3) * (1 + most * 0.5 / 3) * (1 + most * 0.25 / 3) * (1 + most * 0.4)
    assert betting_p_value(differences, codes, bounds) == pytest.approx(1 / wealth)
    many, counts = stakes(np.array([300, 100]), bounds), [60, 200, 40, 100]
    assert many[0] == pytest.approx(np.sqrt(6 / (0.25 / 300 + 0.16 / 100))) and many[-1] == pytest.approx(99 / 0.4)
    assert (many[-6:] == many[-1]).all() and np.ptp(np.diff(np.log(many[:15]))) < 1e-9
    logs = [60 * np.log(1 - t / 600) + 200 * np.log(1 + t / 600) + 40 * np.log(1 + t / 1200) for t in many]
    wealth = np.mean([np.exp(log + 100 * np.log(1 + t * 0.4 / 100)) for log, t in zip(logs, many)])
    for scale in (1, 1e-200, 1e200):
        found = betting_p_value(np.array(differences) * scale, codes, bounds * scale, counts)
        assert found == pytest.approx(1 / wealth)
    again = np.repeat(differences, counts), np.repeat(codes, counts)
    assert betting_p_value(*again, bounds) == pytest.approx(1 / wealth)


def test_never_zero_and_never_above_one():
    one = np.ones(100_000)
    for value, p in ((-1.0, np.finfo(float).tiny), (1.0, 1.0), (0.0, 1.0)):
        assert betting_p_value(value * one, 0 * one, [1.0]) == p
    assert betting_p_value([0, 0, 0], [0, 0, 2], [0, 0, 0]) == 1  # M is 0
    assert betting_p_value([-1, 0, 0], [0, 0, 2], [1, 0, 0]) == betting_p_value([-1, 0], [0, 0], [1])


@pytest.mark.evaluates("prop-least-challenge")
def test_a_small_class_keeps_it_from_being_small():
    """At least exp(-m |D| / b) for every class, on random samples."""
    rng = np.random.default_rng(0)
    for _ in range(200):
        sizes, bounds = rng.integers(1, 40, 3), rng.uniform(0.1, 1, 3)
        codes = np.repeat(np.arange(3), sizes)
        values = bounds[codes] * rng.choice([-1, -0.5, 0, 1], len(codes), p=[0.3, 0.2, 0.45, 0.05])
        least = np.exp(min((sizes / bounds).min() * (values / sizes[codes]).sum(), 0))
        assert least <= betting_p_value(values, codes, bounds)
