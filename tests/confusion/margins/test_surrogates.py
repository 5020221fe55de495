"""Surrogate losses by hand, and their minimisers against solvers, grids and formulas of their own."""

from itertools import product

import numpy as np
import pytest
from scipy.optimize import linprog, minimize_scalar

from confusion.copa import confusion_risk, surrogate_extremal_scores
from confusion.margins import conditional_risk, surrogate_answers, surrogate_loss, surrogate_minimiser

HINGES = ("max-hinge", "sum-hinge", "sum-to-zero-hinge")
SMOOTH = ("softmax", "exponential", "one-vs-all-exponential")
KINDS = HINGES + SMOOTH


def distributions(k, n, seed):
    """Some spread out, some nearly even, some with zeros and ties."""
    rng = np.random.default_rng(seed)
    spread = [rng.dirichlet(np.full(k, strength), size=n) for strength in (0.3, 1, 20)]
    return np.vstack([*spread, rng.multinomial(2 * k, np.full(k, 1 / k), size=n) / (2 * k)])


# --- losses -----------------------------------------------------------------------------------------------------------

#: scores (1, -1, 0), true class 0 and true class 2, worked out on paper
BY_HAND = {
    "max-hinge": (0, 2),
    "sum-hinge": (0, 2),
    "sum-to-zero-hinge": (0.5, 1.5),
    "softmax": (np.log(1 + np.exp(-2) + np.exp(-1)), np.log(np.e + 1 / np.e + 1)),
    "exponential": (np.exp(-2) + np.exp(-1), np.e + 1 / np.e),
    "one-vs-all-exponential": (2 / np.e + 1, np.e + 1 / np.e + 1),
}


@pytest.mark.parametrize("kind", KINDS)
def test_losses_by_hand(kind):
    f = [1.0, -1.0, 0.0]
    first, last = BY_HAND[kind]
    assert surrogate_loss(f, 0, kind) == pytest.approx(first, abs=1e-12)
    assert isinstance(surrogate_loss(f, 0, kind), float)
    np.testing.assert_allclose(surrogate_loss([f, f], [0, 2], kind), [first, last], atol=1e-12)


@pytest.mark.evaluates("def-multiclass-hinge")
def test_max_hinge_is_one_minus_the_margin():
    rng = np.random.default_rng(0)
    F, y = rng.normal(size=(50, 4)), rng.integers(4, size=50)
    margin = [row[c] - np.delete(row, c).max() for row, c in zip(F, y)]
    np.testing.assert_allclose(surrogate_loss(F, y, "max-hinge"), np.maximum(0, 1 - np.array(margin)))


def test_copa_pays_the_sum_to_zero_hinge():
    """A row of COPA's confusion risk sums to the mean loss of the class, here of scores that are linear in x = e_y."""
    for Q in (3, 5):
        S = surrogate_extremal_scores(Q)  # row p: the scores of every instance of class p
        risk = confusion_risk(S.T, np.eye(Q), np.arange(Q))
        np.testing.assert_allclose(surrogate_loss(S, np.arange(Q), "sum-to-zero-hinge"), risk.sum(axis=1))


@pytest.mark.evaluates("prop-mh-is-root-of-mm")
def test_losses_of_boosting_with_a_free_offset():
    """min over b of AdaBoost.MH's loss of f - b is twice the root of AdaBoost.MM's."""
    rng = np.random.default_rng(2)
    for k in (2, 3, 7):
        f, y = 2 * rng.normal(size=k), int(rng.integers(k))
        best = minimize_scalar(lambda b, f=f, y=y: surrogate_loss(f - b, y, "one-vs-all-exponential"), tol=1e-12).fun
        assert best == pytest.approx(2 * np.sqrt(surrogate_loss(f, y, "exponential")), rel=1e-9)


@pytest.mark.evaluates("prop-error-has-a-price")
@pytest.mark.parametrize("kind", KINDS)
def test_what_an_error_costs_at_least(kind):
    rng = np.random.default_rng(3)
    for k in (2, 3, 5):
        # The last two are approached when the other scores fall to minus infinity.
        least = {"sum-to-zero-hinge": k / (2 * (k - 1)), "softmax": np.log(2), "one-vs-all-exponential": 2}.get(kind, 1)
        F = rng.normal(size=(4000, k)) * rng.choice([0.1, 1, 5], size=(4000, 1))
        F -= F.mean(axis=1, keepdims=True)
        wrong = F[F[:, 0] <= F[:, 1:].max(axis=1)]
        assert surrogate_loss(wrong, np.zeros(len(wrong), int), kind).min() >= least - 1e-12
        drawn = np.full(k, -40.0 if kind in SMOOTH else -1 / (k - 1))
        drawn[:2] = 0
        if kind == "sum-to-zero-hinge":
            drawn[:2] = (k - 2) / (2 * (k - 1))
        elif kind == "sum-hinge":
            drawn[2:] = -1
        elif kind == "max-hinge":
            drawn = np.zeros(k)
        assert surrogate_loss(drawn, 0, kind) == pytest.approx(least, abs=1e-12)


# --- minimisers -------------------------------------------------------------------------------------------------------


def least_by_linear_program(p, kind):
    """Least conditional risk of a hinge, one slack for each term."""
    k = len(p)
    pairs = [(y, z) for y, z in product(range(k), repeat=2) if y != z]
    rows, bounds, cost = [], [], np.zeros(k + len(pairs))
    for i, (y, z) in enumerate(pairs):
        row = np.zeros(k + len(pairs))
        row[z] = 1
        if kind != "sum-to-zero-hinge":
            row[y] = -1
        own = k + (y if kind == "max-hinge" else i)
        row[own] = -1
        rows.append(row)
        bounds.append(-1 / (k - 1) if kind == "sum-to-zero-hinge" else -1)
        cost[own] = p[y]
    even = np.append(np.ones(k), np.zeros(len(pairs)))
    free = [(None, None)] * k + [(0, None)] * len(pairs)
    return linprog(cost, rows, bounds, even[None], [0], free).fun


@pytest.mark.slow
@pytest.mark.parametrize("kind", HINGES)
@pytest.mark.parametrize("k", [2, 3, 4, 6])
def test_hinges_against_linear_programs(kind, k):
    for p in distributions(k, 6, seed=k):
        f = surrogate_minimiser(p, kind)
        assert conditional_risk(f, p, kind) == pytest.approx(least_by_linear_program(p, kind), abs=1e-9)
        assert f.sum() == pytest.approx(0, abs=1e-12)


@pytest.mark.evaluates("thm-surrogate-minimisers")
def test_closed_forms_of_the_least_risks():
    for p in np.random.default_rng(5).dirichlet(np.ones(4), size=30):
        minimisers = {kind: surrogate_minimiser(p, kind) for kind in KINDS}
        least = {kind: conditional_risk(f, p, kind) for kind, f in minimisers.items()}
        # Where a constant added to all scores changes nothing, they sum to zero.
        assert minimisers["softmax"].sum() == pytest.approx(0) == pytest.approx(minimisers["exponential"].sum())
        assert least["max-hinge"] == pytest.approx(min(1, 2 * (1 - p.max())))
        assert least["sum-to-zero-hinge"] == pytest.approx((1 - p.max()) * 4 / 3)
        assert least["softmax"] == pytest.approx(-p @ np.log(p))
        assert least["exponential"] == pytest.approx(np.sqrt(p).sum() ** 2 - 1)
        assert least["one-vs-all-exponential"] == pytest.approx(2 * np.sqrt(p * (1 - p)).sum())


@pytest.mark.evaluates("def-consistent")
@pytest.mark.parametrize("kind", ["sum-to-zero-hinge", *SMOOTH])
def test_consistent(kind):
    rng = np.random.default_rng(7)
    for k in (2, 3, 6):
        for p in rng.dirichlet(np.ones(k), size=100):
            assert surrogate_answers(p, kind).tolist() == [p.argmax()]


@pytest.mark.evaluates("prop-sum-hinge")
def test_sum_hinge_of_three_classes():
    """Undecided exactly where two classes have more than a third and less than a half; a sixth of the triangle."""
    draws = np.random.default_rng(8).dirichlet(np.ones(3), size=4000)
    undecided = 0
    for p in draws:
        between = np.flatnonzero((p > 1 / 3) & (p < 1 / 2))
        answers = surrogate_answers(p, "sum-hinge")
        assert answers.tolist() == (between.tolist() if len(between) == 2 else [p.argmax()])
        undecided += len(between) == 2
    assert abs(undecided / 4000 - 1 / 6) < 4 * np.sqrt(5 / 36 / 4000)


@pytest.mark.evaluates("prop-only-by-ties")
@pytest.mark.parametrize("kind", KINDS)
def test_a_less_probable_class_is_never_preferred(kind):
    for p in np.random.default_rng(10).dirichlet(np.ones(5), size=50):
        f = surrogate_minimiser(p, kind)[np.argsort(p)]
        assert (np.diff(f) >= -1e-12).all()


@pytest.mark.parametrize("kind", KINDS)
def test_ties(kind):
    assert surrogate_answers([1 / 3, 1 / 3, 1 / 3], kind).tolist() == [0, 1, 2]
    f = surrogate_minimiser([0.4, 0.4, 0.2], kind)
    assert f[0] == pytest.approx(f[1], abs=1e-12)
    assert {0, 1} <= set(surrogate_answers([0.4, 0.4, 0.2], kind).tolist())
    np.testing.assert_allclose(surrogate_minimiser([0.5, 0.5], kind), 0, atol=1e-12)


def test_which_of_several_minimisers():
    """Equal risks: the draw of the max-hinge, the fewest levels of the sum-hinge and then the largest first one."""
    half = [0.5, 0.3, 0.2]
    assert conditional_risk([2 / 3, -1 / 3, -1 / 3], half, "max-hinge") == pytest.approx(1)
    np.testing.assert_array_equal(surrogate_minimiser(half, "max-hinge"), np.zeros(3))
    third = [0.4, 1 / 3, 4 / 15]
    risks = [conditional_risk(f, third, "sum-hinge") for f in ([1, 0, 0], [1, 1, 0])]
    assert risks[0] == pytest.approx(risks[1])
    np.testing.assert_allclose(surrogate_minimiser(third, "sum-hinge"), [1 / 3, 1 / 3, -2 / 3])


def test_probabilities_of_zero():
    for kind in HINGES:
        assert surrogate_answers([0, 0, 1.0], kind).tolist() == [2]
        assert conditional_risk(surrogate_minimiser([0, 0, 1.0], kind), [0, 0, 1.0], kind) == 0
    for kind in SMOOTH:
        with pytest.raises(ValueError, match="p must be positive for kind="):
            surrogate_minimiser([0, 0.5, 0.5], kind)


def test_a_probability_that_rounds_the_others_to_one():
    """1 - 1e-17 is one in floats, and the score of the other class is finite all the same."""
    for tiny in (1e-17, 5e-324):
        f = surrogate_minimiser([1.0, tiny], "one-vs-all-exponential")
        np.testing.assert_allclose(f, [-np.log(tiny) / 2, np.log(tiny) / 2])
        for kind in KINDS:
            assert surrogate_answers([1.0, tiny], kind).tolist() == [0]


def test_sum_hinge_on_the_border():
    """Decided and undecided minimisers are equally good: an undecided one is returned."""
    for p in ([0.5, 0.4, 0.1], [0.4, 1 / 3, 4 / 15], [0.5, 1 / 3, 1 / 6]):
        decided = [conditional_risk(f, p, "sum-hinge") for f in ([1, 0, 0], [2, 1, 0])]
        assert min(decided) == pytest.approx(conditional_risk([1, 1, 0], p, "sum-hinge"))
        assert surrogate_answers(p, "sum-hinge").tolist() == [0, 1]


def test_tolerance_of_answers():
    p = [0.4, 0.3999, 0.2001]
    assert surrogate_answers(p, "softmax").tolist() == [0]
    assert surrogate_answers(p, "softmax", tolerance=0.01).tolist() == [0, 1]


def test_large_scores_are_no_trouble_for_softmax():
    assert surrogate_loss([2000.0, 0.0], 1, "softmax") == 2000
    assert surrogate_loss([2000.0, 0.0], 0, "softmax") == 0
