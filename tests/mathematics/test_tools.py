"""What the chapter "Tools" states: facts about matrices, and tails of sums, on random and on extreme cases."""

import numpy as np
import pytest
from scipy.linalg import expm
from scipy.stats import binom

pytestmark = pytest.mark.mathematics


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


def test_bounded_differences_for_the_largest_of_some_means():
    """f = the larger of two means of n coins of 0 and 1: one coin changes it by at most 1/n."""
    n, heads = 20, np.arange(21)
    chance = np.outer(binom.pmf(heads, n, 0.5), binom.pmf(heads, n, 0.5))
    f = np.maximum.outer(heads, heads) / n
    mean = np.sum(chance * f)
    for r in (0.05, 0.1, 0.2, 0.3):
        # Twice n independent coins, each with c = 1/n.
        assert chance[f - mean >= r].sum() <= np.exp(-2 * r**2 / (2 * n / n**2))
