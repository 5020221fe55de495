"""Evidence for the chapter "Guarantees": no line of the package is run here.

What Lu (2017) says of kernel classes: Proposition 8.1, Corollary 8.1, and the guarantee behind the SVM.  Expectations
run over all signs; suprema over balls are taken in closed form and compared with many members of the ball.
"""

from itertools import combinations

import numpy as np
import pytest
from scipy.special import zeta
from scipy.stats import binom, multinomial

from tests.mathematics.test_lecture_margins import margins, signs

TIGHT = 1e-12


def samples():
    """Feature vectors of small samples: random, orthogonal, all equal, with a zero."""
    for seed in range(20):
        rng = np.random.default_rng(seed)
        yield rng.normal(size=(rng.integers(1, 9), rng.integers(1, 4)))
    yield np.eye(6) * 2.0
    yield np.ones((5, 1))
    yield np.array([[0.0, 0.0], [1.0, 2.0]])


def many_members(rng, k, d, p, size):
    """Weight vectors of k classes on the sphere |f|_{p} = size."""
    f = rng.normal(size=(400, k, d)) * rng.exponential(size=(400, k, 1)) ** 3
    return f * (size / (np.linalg.norm(f, axis=2) ** p).sum(axis=1) ** (1 / p))[:, None, None]


@pytest.mark.decides("lecture/reproducing-property", "true")
def test_the_inner_product_with_a_feature_is_the_value_of_the_function():
    """For the Gaussian kernel, with features from its matrix; f is a combination of some K(x_i, .)."""
    x, a = np.random.default_rng(8).normal(size=(2, 6))
    K = np.exp(-((x[:, None] - x) ** 2))
    values, vectors = np.linalg.eigh(K)
    features = vectors * np.sqrt(np.maximum(values, 0))
    np.testing.assert_allclose(features @ features.T, K, atol=1e-10)
    f = a @ features
    np.testing.assert_allclose(features @ f, [sum(a[i] * np.exp(-((x[i] - at) ** 2)) for i in range(6)) for at in x])


@pytest.mark.decides("lecture/norms-of-parts", "true")
@pytest.mark.decides("lecture/finite-suprema", "true")
@pytest.mark.decides("lecture/jensen-step", "true")
@pytest.mark.decides("lecture/proposition-8-1", "true")
def test_proposition_8_1_holds_and_is_an_equality_up_to_jensen():
    """The complexity is Lambda E|sum sigma phi| / m whatever p and k are; orthogonal features reach the bound."""
    rng, size = np.random.default_rng(1), 1.7
    for X in samples():
        m, d = X.shape
        sums, lengths, root = signs(m) @ X, np.linalg.norm(X, axis=1), np.linalg.norm(X)
        assert (sums**2).sum(axis=1).mean() == pytest.approx(root**2)
        mean = np.linalg.norm(sums, axis=1).mean()
        assert root / np.sqrt(2) - TIGHT <= mean <= root + TIGHT <= np.sqrt(m) * lengths.max() + 2 * TIGHT
        exact = size * mean / m
        for p, k in ((1.0, 2), (2.0, 4), (7.0, 3)):
            parts = many_members(rng, k, d, p, size).reshape(-1, d)
            assert np.linalg.norm(parts, axis=1).max() <= size + TIGHT
            assert (np.abs(parts @ X.T) <= size * lengths + TIGHT).all()
            assert (sums @ parts.T).max(axis=1).mean() / m <= exact + TIGHT
        # one class has the whole norm: the supremum of Cauchy-Schwarz is reached
        length = np.linalg.norm(sums, axis=1, keepdims=True)
        best = size * np.divide(sums, length, out=np.zeros_like(sums), where=length > 0)
        assert np.einsum("sd,sd->s", best, sums).mean() / m == pytest.approx(exact)
    sums = signs(6) @ np.eye(6) * 2.0
    assert size * np.linalg.norm(sums, axis=1).mean() / 6 == pytest.approx(np.sqrt(2.0**2 * size**2 / 6))


def corollary(loss, size, m, delta, constant):
    """Right side of Corollary 8.1 for rho = r = 1 with a constant in the place of k^2."""
    return loss + 2 * constant * size / np.sqrt(m) + np.sqrt(np.log(1 / delta) / (2 * m))


def memorised(points, y, k):
    """The member of a ball that has margin 1 on the sample: weights (k, number of points), zero at other points."""
    f = np.zeros((k, points.max() + 1))
    f[:, points] = -1 / k
    f[y, points] = (k - 1) / k
    return f


def size_of_the_memory(m, k, p):
    """The Lambda that is enough for it, but for a probability, and that probability; inputs are N orthogonal vectors.

    A class with n of m different points has the squared length (n (k - 1)^2 + m - n) / k^2, equal points need less.
    """
    if p == 2:
        return np.sqrt(m * (k - 1) / k), 0.0
    most = m / k + 5 * np.sqrt(m / k)
    return k ** (1 / p) * np.sqrt(most * (k - 1) ** 2 + m - most) / k, k * binom.sf(most, m, 1 / k)


def test_the_memory_knows_its_sample_and_nothing_else():
    rng, k, m, n = np.random.default_rng(9), 4, 50, 400
    concept = np.arange(n) % k
    points = rng.integers(n, size=m)
    f = np.zeros((k, n))
    f[:, : points.max() + 1] = memorised(points, concept[points], k)
    margin = margins(f.T, concept)
    np.testing.assert_allclose(margin[points], 1)
    assert (margin <= 0).mean() == 1 - len(set(points)) / n >= 1 - m / n
    for p in (2, 8.0, 500.0):
        assert (np.linalg.norm(f, axis=1) ** p).sum() ** (1 / p) <= size_of_the_memory(m, k, p)[0] + TIGHT


@pytest.mark.decides("lecture/corollary-8-1", "true")
@pytest.mark.decides("lecture/svm-guarantee", "true")
def test_corollary_8_1_holds_and_a_memory_refutes_small_constants():
    """2k for k^2 holds; below k / (2 sqrt(k - 1)) it fails, and for the guarantee of the SVM (p = 2) below 1/2."""
    m, n, delta = 10**7, 10**10, 0.5
    for k in (2, 3, 10, 100):
        for p, least in ((500.0, k / (2 * np.sqrt(k - 1))), (2, np.sqrt(k / (k - 1)) / 2)):
            size, unless = size_of_the_memory(m, k, p)
            for constant in (k**2, 2 * k, 1.1 * least):
                assert corollary(0, size, m, delta, constant) >= 1
            for constant in (0.02, 0.1, 0.5, 0.95):
                assert corollary(0, size, m, delta, constant * least) < 1 - m / n, "below the risk"
            assert 1 - unless > delta, "and more often than it may"


@pytest.mark.decides("lecture/class-of-classifiers", "partly")
def test_as_classifiers_the_ball_of_any_size_is_the_same_class():
    """Erratum E3: the norm bound says something of scores, nothing of their argmax."""
    rng = np.random.default_rng(4)
    X, f = rng.normal(size=(50, 3)), rng.normal(size=(4, 3)) * 100
    small = f * (0.01 / np.linalg.norm(f))
    np.testing.assert_array_equal((X @ f.T).argmax(axis=1), (X @ small.T).argmax(axis=1))


@pytest.mark.decides("lecture/norm-set-to-the-bound", "partly")
def test_sharp_bounds_of_nested_balls_fail_together_more_often_than_each():
    """Erratum E6: what holds for each ball with 1 - delta fails for one chosen afterwards; shares of delta repair it.

    Two classes, rho = 1.  An input is a new orthogonal vector of one of six lengths, equally likely.  The ball of the
    j-th size can memorise the inputs of the j largest lengths, and the others have margins of at most 1e-6 in the mean;
    the risk is 1, as new inputs are ties.  So its largest gap is the share of those lengths in the sample, within 1e-6.
    The bounds of Corollary 8.1 are larger than those here: that it fails for a chosen norm is not shown.
    """
    m, n_lengths, delta = 10, 6, 0.02
    lengths = 1e-6 ** np.arange(n_lengths)
    sizes = np.sqrt(m / 2) / lengths[:-1]
    counts = np.array([np.diff([-1, *c, m + n_lengths - 1]) - 1 for c in combinations(range(m + 5), n_lengths - 1)])
    weights = multinomial(m, np.full(n_lengths, 1 / n_lengths)).pmf(counts)
    assert weights.sum() == pytest.approx(1)
    needed = np.sqrt((counts / lengths**2).cumsum(axis=1) / 2)[:, :-1]  # weights u / 2 and -u / 2, u = 1 / length
    assert (needed <= sizes * (1 + TIGHT)).all()
    assert (np.sqrt(2) * sizes * lengths[1:] / np.sqrt(m) <= 1e-6 * (1 + TIGHT)).all(), "by Cauchy and Schwarz"
    memorised_share = counts.cumsum(axis=1)[:, :-1] / m
    shares_of_lengths = np.arange(1, n_lengths) / n_lengths

    def fails(deltas):
        """On which samples and for which balls the smallest bound for its delta fails."""
        return memorised_share > binom.isf(deltas, m, shares_of_lengths) / m + 1e-6

    each = fails(delta)
    assert (weights @ each <= delta).all()
    assert weights @ each.any(axis=1) > 2 * delta
    shares = delta * 6 / np.pi**2 / np.arange(1, 100_001) ** 2
    assert shares.sum() < delta
    assert 6 / np.pi**2 * zeta(2) == pytest.approx(1)
    assert 0 < weights @ fails(shares[: n_lengths - 1]).any(axis=1) <= delta
    # the price on the grid Lambda_j = 2^j: a factor of two, and a logarithm of the logarithm of the norm
    m = 500
    for norm in (1.5, 3.0, 100.0):
        j = int(np.ceil(np.log2(norm)))
        assert norm <= 2.0**j <= 2 * norm
        tail = np.sqrt(np.log(1 / (delta * 6 / np.pi**2 / j**2)) / (2 * m))
        assert tail <= np.sqrt(np.log(1 / delta) / (2 * m)) + np.sqrt((np.log(2) + 2 * np.log(j)) / (2 * m))


@pytest.mark.decides("lecture/minimise-both", "partly")
def test_the_two_sums_are_not_minimised_at_once():
    """Zero weights have the smallest norm and the largest slack of the ray."""
    X, y = np.array([1.0, 2.0, -1.0, -0.5]), np.array([0, 0, 1, 1])
    sizes = np.linspace(0, 4, 41)
    slack = np.array([np.maximum(0, 1 - 2 * s * X * np.where(y == 0, 1, -1)).sum() for s in sizes])
    assert (np.diff(slack) <= 0).all()
    assert slack[0] > slack[-1] == 0
    assert (np.diff(2 * sizes**2) > 0).all()
