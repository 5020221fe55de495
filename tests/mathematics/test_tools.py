"""What the chapter "Tools" states: facts about matrices, and tails of sums, on random and on extreme cases."""

import numpy as np
import pytest
from scipy.linalg import expm
from scipy.optimize import brentq, minimize
from scipy.stats import binom


def random_symmetric(rng, size=3):
    A = rng.normal(size=(size, size))
    return A + A.T


def test_the_facts_that_the_page_states_without_proof():
    """Golden-Thompson for two matrices and not for three; Weyl's sums; the product formula."""
    rng = np.random.default_rng(0)
    broken = 0
    for _ in range(200):
        A, B, C = (random_symmetric(rng) for _ in range(3))
        two = np.trace(expm(A) @ expm(B))
        assert np.trace(expm(A + B)) <= two * (1 + 1e-9)
        broken += np.trace(expm(A + B + C)) > np.trace(expm(A) @ expm(B) @ expm(C))
        Z = rng.normal(size=(4, 4))
        eigenvalues, singular = np.abs(np.linalg.eigvals(Z)), np.linalg.svd(Z)[1]
        for p in (0.3, 1, 2, 5):
            assert np.sum(eigenvalues**p) <= np.sum(singular**p) * (1 + 1e-9)
    assert broken > 0
    # The product formula's error falls like one over the number of steps.
    A, B = random_symmetric(rng), random_symmetric(rng)
    errors = []
    for steps in (1000, 2000):
        product = np.linalg.matrix_power(expm(A / steps) @ expm(B / steps), steps)
        errors.append(np.abs(product - expm(A + B)).max())
    assert errors[1] == pytest.approx(errors[0] / 2, rel=0.05)


@pytest.mark.evaluates("eq-tools-azuma", "lem-tools-hoeffding", "thm-tools-azuma")
def test_hoeffding_and_azuma_on_distributions_of_two_and_three_points():
    """The lemma for mean-zero variables in an interval; the sum for a stake that depends on the past."""
    rng = np.random.default_rng(1)
    for _ in range(300):
        values = rng.uniform(-1, 1, size=3)
        shares = rng.dirichlet(np.ones(3))
        values -= shares @ values
        theta = rng.normal(scale=3)
        assert shares @ np.exp(theta * values) <= np.exp(theta**2 * np.ptp(values) ** 2 / 8) * (1 + 1e-12)
    # The game stops at its first loss: the increments of a coin, times "still in play", by counting all 2^10 courses.
    courses = 1 - 2 * ((np.arange(1024)[:, None] >> np.arange(10)) & 1)
    playing = np.cumprod(np.column_stack([np.ones(1024), courses[:, :-1]]) > 0, axis=1)
    sums = (courses * playing).sum(axis=1)
    assert sums.mean() == 0
    for r in (2, 4, 6, 8, 10):
        assert np.mean(sums >= r) <= np.exp(-(r**2) / 20)


@pytest.mark.evaluates("cor-tools-mcdiarmid")
def test_bounded_differences_for_the_largest_of_some_means():
    """f = the larger of two means of n coins of 0 and 1: one coin changes it by at most 1/n."""
    n, heads = 20, np.arange(21)
    chance = np.outer(binom.pmf(heads, n, 0.5), binom.pmf(heads, n, 0.5))
    f = np.maximum.outer(heads, heads) / n
    mean = np.sum(chance * f)
    for r in (0.05, 0.1, 0.2, 0.3):
        # Twice n independent coins, each with c = 1/n.
        assert chance[f - mean >= r].sum() <= np.exp(-2 * r**2 / (2 * n / n**2))


@pytest.mark.evaluates("prop-tools-simplex")
def test_the_projection_on_the_simplex_is_the_nearest_point():
    """The point as stated, against a solver that knows no formula; the sum of its entries is a strictly falling one."""
    rng = np.random.default_rng(2)
    for _ in range(20):
        size, total = int(rng.integers(1, 6)), rng.uniform(0.1, 3)
        b = rng.normal(scale=2, size=size)
        found = minimize(
            lambda beta, b=b: ((beta - b) ** 2).sum() / 2, np.full(size, total / size), jac=lambda beta, b=b: beta - b,
            bounds=[(0, None)] * size, constraints={"type": "eq", "fun": lambda beta, s=total: beta.sum() - s},
            method="SLSQP", options={"ftol": 1e-12},
        ).x  # fmt: skip
        theta = brentq(lambda theta, b=b, s=total: np.maximum(0, b - theta).sum() - s, b.min() - total, b.max())
        assert np.maximum(0, b - theta) == pytest.approx(found, abs=1e-5)


@pytest.mark.evaluates("eq-tools-subgradient", "prop-tools-subgradient")
def test_steps_along_subgradients_lose_no_more_than_stated():
    """Random sums of hinges, and the case that attains the bound: one linear function, u at the last point."""
    rng = np.random.default_rng(3)
    for _ in range(100):
        A, b, step = rng.normal(size=(30, 2)), rng.normal(size=30), rng.uniform(0.01, 1)
        w, u, lost = rng.normal(size=2), rng.normal(size=2), 0.0
        bound = ((w - u) ** 2).sum() / (2 * step) + step * (A**2).sum(axis=1).max() * 30 / 2
        for a, c in zip(A, b):
            lost += max(0, c - a @ w) - max(0, c - a @ u)
            w = w + step * a * (a @ w < c)
        assert lost <= bound
    # f_t(w) = -w, w_1 = 0: the points are 0, 1, 2, ... times the step.
    T, step = 7, 0.3
    points = step * np.arange(T)
    assert (-points + step * T).sum() == pytest.approx((step * T) ** 2 / (2 * step) + step * T / 2)


@pytest.mark.evaluates("prop-tools-union")
def test_markov_and_the_union_bound():
    """On random laws, and where they are attained: Z is a or 0; events that exclude each other."""
    rng = np.random.default_rng(4)
    for _ in range(200):
        Z, law, a = rng.exponential(size=6) * (rng.random(6) < 0.7), rng.dirichlet(np.ones(6)), rng.uniform(0.05, 3)
        assert law[Z >= a].sum() <= law @ Z / a + 1e-12
        events = rng.random((4, 6)) < 0.4
        assert law[events.any(axis=0)].sum() <= (events @ law).sum() + 1e-12
    Z, law, disjoint = np.array([0.0, 2.0]), np.array([0.9, 0.1]), np.eye(2, dtype=bool)
    assert law[Z >= 2].sum() == pytest.approx(law @ Z / 2)
    assert law[disjoint.any(axis=0)].sum() == pytest.approx((disjoint @ law).sum())
