"""The COPA update against equations (18)-(21), and the classifier against Algorithm 1."""

from fractions import Fraction
from itertools import chain, combinations

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from confusion.copa import CopaClassifier, copa_multipliers, copa_step


def random_problem(rng):
    """W (centred), x, y, C with Q in 2..6, |x| in 1e-6..1e6 and C in 1e-8..1e8."""
    Q, d = rng.integers(2, 7), rng.integers(1, 5)
    x = rng.normal(size=d)
    x *= 10 ** rng.uniform(-6, 6) / np.linalg.norm(x)
    # Scores of order one at every |x|, so that every kind of active set occurs.
    W = rng.normal(size=(Q, d)) * 10 ** rng.uniform(-1, 1) / np.linalg.norm(x)
    return W - W.mean(axis=0), x, int(rng.integers(Q)), 10 ** rng.uniform(-8, 8)


def exact_multipliers(W, x, y, C):
    """Maximiser of the dual (15) of the supplement: every active set, in rational arithmetic."""
    Q = len(W)
    W, x, C = [[Fraction(v) for v in w] for w in W], [Fraction(v) for v in x], Fraction(C)
    mean = [sum(column) / Q for column in zip(*W)]
    loss = [sum((a - m) * b for a, m, b in zip(w, mean, x)) + Fraction(1, Q - 1) for w in W]
    n = sum(v * v for v in x)
    kappa = 1 / C + n
    others = [q for q in range(Q) if q != y]
    for active in chain.from_iterable(combinations(others, size) for size in range(Q)):
        s = Fraction(Q) / (kappa * Q - len(active) * n) * sum(loss[q] for q in active)
        alpha = [(loss[q] + n / Q * s) / kappa if q in active else Fraction(0) for q in range(Q)]
        outside = (loss[q] + n / Q * s <= 0 for q in others if q not in active)
        if all(alpha[q] > 0 for q in active) and all(outside):
            return alpha
    raise AssertionError("no active set satisfies the KKT conditions")


def primal(W_new, W, x, y, C):
    """The objective of (18)."""
    losses = np.maximum(W_new @ x + 1 / (len(W) - 1), 0)
    losses[y] = 0
    return 0.5 * np.sum((W_new - W) ** 2) + 0.5 * C * np.sum(losses**2)


@pytest.mark.evaluates("eq-update-family", "eq-update-twenty", "lem-update-stop", "thm-update-copa")
@pytest.mark.slow
def test_equations_19_to_21_against_exact_rational_enumeration():
    rng = np.random.default_rng(12)
    sizes = set()
    for _ in range(300):
        W, x, y, C = random_problem(rng)
        exact = exact_multipliers(W, x, y, C)
        alpha = copa_multipliers(W, x, y, C)
        scale = float(max(exact)) or 1.0
        # The scores themselves carry a rounding error of about |w||x| eps, hence the absolute part.
        assert_allclose(alpha, [float(a) for a in exact], rtol=1e-10, atol=1e-10 * scale)
        assert_array_equal(alpha > 0, [a > 0 for a in exact])
        mean = sum(exact) / len(exact)
        step = [[Fraction(w) - (a - mean) * Fraction(v) for w, v in zip(row, x)] for row, a in zip(W, exact)]
        got = copa_step(W, x, y, C)
        centre = [sum(Fraction(w) for w in column) / len(W) for column in W.T]
        want = np.array([[float(v - m) for v, m in zip(row, centre)] for row in step])
        assert_allclose(got, want, rtol=1e-9, atol=1e-10 * np.abs(want).max())
        sizes.add((len(W), int((alpha > 0).sum())))
    assert {(3, 0), (4, 0)} | {(Q, I) for Q in (3, 4, 5) for I in range(1, Q)} <= sizes, (
        "some active-set sizes were never tried"
    )


@pytest.mark.evaluates("eq-update-lagrangian", "eq-update-stationary", "thm-update-root")
@pytest.mark.slow
def test_kkt_conditions_and_zero_duality_gap():
    rng = np.random.default_rng(4)
    for _ in range(500):
        W, x, y, C = random_problem(rng)
        Q, n, alpha, new = len(W), x @ x, copa_multipliers(W, x, y, C), copa_step(W, x, y, C)
        slack = new @ x + 1 / (Q - 1)
        size = 1 + np.abs(W @ x).max()
        active = alpha > 0
        assert alpha[y] == 0 and (alpha >= 0).all()
        assert_allclose(slack[active], alpha[active] / C, atol=1e-9 * size)
        rest = ~active & (np.arange(Q) != y)
        assert (slack[rest] <= 1e-9 * size).all()
        gap_terms = (C / 2 * np.sum(alpha[active] ** 2) / C**2, 0.5 * np.sum((new - W) ** 2))
        losses = W @ x + 1 / (Q - 1)
        dual = -0.5 * (n + 1 / C) * alpha @ alpha + n / (2 * Q) * alpha.sum() ** 2 + alpha @ losses
        assert_allclose(sum(gap_terms), dual, rtol=1e-7, atol=1e-12)


@pytest.mark.evaluates("eq-update-family", "eq-update-nineteen", "lem-update-stop", "thm-update-copa")
def test_the_initial_segment_of_19_stops_at_its_first_failure():
    rng = np.random.default_rng(5)
    for _ in range(500):
        W, x, y, C = random_problem(rng)
        Q, n = len(W), x @ x
        losses = np.delete(W @ x + 1 / (Q - 1), y)
        losses = np.sort(losses)[::-1]
        holds = [losses[I - 1] + n / (Q / C + (Q - I + 1) * n) * losses[: I - 1].sum() > 0 for I in range(1, Q)]
        assert sum(holds) == (copa_multipliers(W, x, y, C) > 0).sum()
        assert holds == sorted(holds, reverse=True)


@pytest.mark.evaluates("eq-update-pa")
def test_two_classes_are_binary_pa_ii_with_a_quarter_of_C():
    rng = np.random.default_rng(6)
    for _ in range(100):
        w, x, C = rng.normal(size=3), rng.normal(size=3), 10 ** rng.uniform(-3, 3)
        sign = rng.choice([-1, 1])
        loss = max(0.0, 1 - sign * w @ x)
        pa = w + sign * loss / (x @ x + 1 / (2 * C / 4)) * x  # Crammer et al. 2006, PA-II
        new = copa_step(np.array([-w, w]), x, 1 if sign > 0 else 0, C)
        assert_allclose(new, [-pa, pa], rtol=1e-10, atol=1e-12)


def test_hard_margin_limit_of_C():
    rng = np.random.default_rng(7)
    W, x = rng.normal(size=(5, 3)), rng.normal(size=3)
    W -= W.mean(axis=0)
    hard = copa_step(W, x, 2, np.inf)
    assert_allclose(hard, copa_step(W, x, 2, 1e12), atol=1e-9)
    assert np.delete(hard @ x, 2).max() <= -1 / 4 + 1e-12


@pytest.mark.evaluates("eq-update-primal")
def test_a_step_from_uncentred_vectors_is_still_the_minimiser_of_18():
    rng = np.random.default_rng(8)
    W, x = rng.normal(size=(4, 3)) + 1.0, rng.normal(size=3)
    new = copa_step(W, x, 1, 2.0)
    assert_allclose(new.sum(axis=0), 0, atol=1e-12)
    for _ in range(50):
        other = new + 1e-3 * (lambda D: D - D.mean(axis=0))(rng.normal(size=W.shape))
        assert primal(other, W, x, 1, 2.0) > primal(new, W, x, 1, 2.0)


def test_x_zero_moves_nothing():
    W = np.array([[1.0, 0.0], [-1.0, 0.0]])
    for C in (1.0, np.inf):
        assert_array_equal(copa_step(W, np.zeros(2), 0, C), W)


@pytest.mark.evaluates("eq-update-hinge")
@pytest.mark.slow
def test_the_simple_hinge_satisfies_its_optimality_conditions():
    rng, sizes = np.random.default_rng(22), set()
    for _ in range(1000):
        W, x, y, C = random_problem(rng)
        C = min(C, 10 ** rng.uniform(-2, 2)) / (x @ x)  # caps of the size of the losses
        Q, alpha, new = len(W), copa_multipliers(W, x, y, C, "hinge"), copa_step(W, x, y, C, "hinge")
        after = np.delete(new @ x + 1 / (Q - 1), y)
        size, alpha = 1e-9 * (1 + np.abs(W @ x).max()), np.delete(alpha, y)
        assert ((alpha >= 0) & (alpha <= C)).all()
        assert (after[alpha == 0] <= size).all() and (after[alpha == C] >= -size).all()
        assert_allclose(after[(alpha > 0) & (alpha < C)], 0, atol=size)
        assert_allclose(new.sum(axis=0), 0, atol=1e-9 * np.abs(W).max())
        sizes.add((int((alpha == C).sum()), int(((alpha > 0) & (alpha < C)).sum())))
    assert {(0, 0), (0, 1), (1, 0), (1, 1), (2, 1), (1, 2), (3, 0), (0, 3)} <= sizes


def test_the_simple_hinge_by_hand_and_at_infinite_C():
    """At W = 0 with Q = 3 both losses are 1/2, and |x|^2 = 1: alpha = C up to C = 3/2, where both losses reach zero."""
    for C, alpha in ((0.3, 0.3), (1.5, 1.5), (7.0, 1.5), (np.inf, 1.5)):
        assert_allclose(copa_multipliers(np.zeros((3, 1)), [1.0], 0, C, loss="hinge"), [0, alpha, alpha])
    rng = np.random.default_rng(23)
    for _ in range(50):
        W, x, y, _ = random_problem(rng)
        assert_allclose(copa_step(W, x, y, np.inf, "hinge"), copa_step(W, x, y, np.inf), atol=1e-9 * np.abs(W).max())


def literal_algorithm_1(X, y, C, epochs, Q, scale=lambda p: 1.0, loss="squared-hinge"):
    """Algorithm 1 step by step; the mean of all post-update vectors, and the last ones."""
    W, total, steps = np.zeros((Q, X.shape[1])), 0.0, 0
    for _ in range(epochs):
        for x, p in zip(X, y):
            W = copa_step(W, x, int(p), C * scale(p), loss)
            total, steps = total + W, steps + 1
    return total / steps, W


@pytest.fixture
def sample():
    rng = np.random.default_rng(11)
    y = rng.choice(4, size=700, p=[0.5, 0.3, 0.15, 0.05])
    X = rng.normal(size=(700, 6)) + 1.5 * np.eye(4, 6)[y]
    X[rng.random(X.shape) < 0.4] = 0
    return X, y


@pytest.mark.evaluates("eq-update-average", "prop-update-average", "prop-update-storage")
@pytest.mark.slow
@pytest.mark.parametrize("scaling", [None, "inverse-count", "inverse-count-squared"])
@pytest.mark.parametrize("average", [True, False])
@pytest.mark.parametrize("loss", ["squared-hinge", "hinge"])
def test_lazy_average_and_uncentred_storage_are_algorithm_1(sample, scaling, average, loss):
    X, y = sample
    power = {None: 0, "inverse-count": 1, "inverse-count-squared": 2}[scaling]
    counts = np.bincount(y).astype(float)
    averaged, last = literal_algorithm_1(X, y, 3.0, 2, 4, lambda p: counts[p] ** -power, loss)
    options = {"scaling": scaling, "average": average, "loss": loss}
    model = CopaClassifier(C=3.0, epochs=2, shuffle=False, **options).fit(X, y)
    assert_allclose(model.coef_, averaged if average else last, rtol=1e-9, atol=1e-12)
    assert model.n_steps_ == 1400


def test_partial_fit_divides_by_the_running_count(sample):
    X, y = sample
    W, total, seen = np.zeros((4, 6)), 0.0, np.zeros(4)
    for x, p in zip(X, y):
        seen[p] += 1
        W = copa_step(W, x, int(p), 3.0 / seen[p])
        total = total + W
    model = CopaClassifier(C=3.0, scaling="inverse-count")
    for part in np.array_split(np.arange(len(y)), 7):
        model.partial_fit(X[part], y[part], classes=range(4))
    assert_allclose(model.coef_, total / len(y), rtol=1e-9, atol=1e-12)
    assert_array_equal(model.class_count_, np.bincount(y))
