"""The toy law of Section 4 of the COPA paper, and cuts of a sample."""

import numpy as np
import pytest
from scipy import sparse, stats
from scipy.integrate import quad

from confusion import datasets
from confusion.datasets import ThreeGaussians, imbalanced_cut

LAW = ThreeGaussians()


def linear_bayes(law, class_weights):
    """The Bayes rule for one common covariance is linear: its W and intercept."""
    W = law.centers / law.sigma**2
    return W, np.log(law.weights * class_weights) - (law.centers**2).sum(axis=1) / (2 * law.sigma**2)


def test_section_4_moments():
    X, y = LAW.sample(60000, random_state=1)
    np.testing.assert_allclose(np.bincount(y) / y.size, [0.9, 0.05, 0.05], atol=0.004)
    for p, center in enumerate([(0, 1), (1, 0), (-1, 0)]):
        tolerance = 5 * 0.5 / np.sqrt(np.sum(y == p))
        np.testing.assert_allclose(X[y == p].mean(axis=0), center, atol=tolerance)
        np.testing.assert_allclose(np.cov(X[y == p].T), 0.25 * np.eye(2), atol=tolerance)


@pytest.mark.slow
def test_two_class_confusion_is_the_normal_tail():
    """Two classes at distance d, equal costs: each error is Phi(-d / (2 sigma))."""
    law = ThreeGaussians(weights=[0.3, 0.7], sigma=0.8, centers=[[0, 0], [3, 4]])
    error = stats.norm.cdf(-5 / 1.6)
    W, b = linear_bayes(law, 1 / law.weights)
    np.testing.assert_allclose(law.confusion(W, intercept=b), [[0, error], [error, 0]], rtol=1e-9, atol=0)
    np.testing.assert_allclose(
        law.confusion(lambda X: law.bayes_predict(X, "balanced")), [[0, error], [error, 0]], atol=1e-4
    )


def test_cone_through_the_center_has_the_probability_of_its_angle():
    """Class 0 sits at the apex of the three cones of W, whose angles are known."""
    law = ThreeGaussians(centers=[[0, 0], [1, 0], [0, 1]])
    angles = 2 * np.pi * np.array([0, 1, 2]) / 3
    W = np.column_stack([np.cos(angles), np.sin(angles)])
    np.testing.assert_allclose(law.confusion(W, zero_diagonal=False)[0], [1 / 3] * 3, rtol=1e-12)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
def test_the_two_quadratures_agree_on_linear_rules(seed):
    rng = np.random.default_rng(seed)
    Q = 2 + seed % 4
    law = ThreeGaussians(np.full(Q, 1 / Q), sigma=rng.uniform(0.2, 1.5), centers=rng.normal(size=(Q, 2)))
    W, b = rng.normal(size=(Q, 2)), rng.normal(size=Q) * (seed % 2)
    exact = law.confusion(W, intercept=b, zero_diagonal=False)
    np.testing.assert_allclose(exact.sum(axis=1), 1, atol=1e-12)
    lattice = law.confusion(lambda X: np.argmax(X @ W.T + b, axis=1), zero_diagonal=False)
    np.testing.assert_allclose(lattice, exact, atol=1e-4)


def test_linear_ties_go_to_the_smallest_class_like_argmax():
    np.testing.assert_array_equal(LAW.confusion(np.zeros((3, 2)), zero_diagonal=False), [[1, 0, 0]] * 3)
    np.testing.assert_array_equal(LAW.confusion(np.zeros((3, 2)))[:, 0], [0, 1, 1])
    C = LAW.confusion([[1.0, 0], [-1, 0], [-1, 0]], zero_diagonal=False)
    np.testing.assert_allclose(C[0], [0.5, 0.5, 0], atol=1e-12)
    C = LAW.confusion(np.zeros((3, 2)), intercept=[0, 0, 1], zero_diagonal=False)
    np.testing.assert_array_equal(C, [[0, 0, 1]] * 3)


def test_bayes_rule_minimises_the_expected_cost():
    rng = np.random.default_rng(0)
    costs = rng.uniform(size=(3, 3))
    points, mass = LAW.quadrature(20)

    def expected(labels):
        return np.sum((mass * LAW.weights) * costs[:, labels].T)

    best = expected(LAW.bayes_predict(points, costs))
    for _ in range(20):
        W, b = rng.normal(size=(3, 2)), rng.normal(size=3)
        assert best <= expected(np.argmax(points @ W.T + b, axis=1)) + 1e-12
    assert best == pytest.approx(np.sum(np.min((mass * LAW.weights) @ costs, axis=1)))
    X = rng.normal(size=(200, 2))
    nearest = np.linalg.norm(X[:, None] - LAW.centers, axis=2).argmin(axis=1)
    np.testing.assert_array_equal(LAW.bayes_predict(X, "balanced"), nearest)


def test_bayes_rule_far_from_every_center():
    """Densities underflow there; the posteriors must not."""
    np.testing.assert_array_equal(LAW.bayes_predict([[0, 1e3], [1e3, 0], [-1e3, 0]]), [0, 1, 2])


def test_expected_hinge_losses_of_equation_2_against_integration():
    W, b = np.array([[0.4, -1.2], [1.1, 0.3], [0.0, 0.0]]), np.array([0.1, -0.7, -0.2])

    def positive_part(z, m, s):
        return (m + s * z) * stats.norm.pdf(z)

    for p in range(3):
        for q in range(3):
            m, s = W[q] @ LAW.centers[p] + b[q] + 0.5, 0.5 * np.linalg.norm(W[q])
            expected = quad(positive_part, -m / s, 12, args=(m, s))[0] if s else max(0, m)
            assert LAW.hinge_losses(W, p, b)[q] == pytest.approx(expected, abs=1e-8)


def test_quadrature_has_the_laws_moments():
    points, mass = LAW.quadrature()
    np.testing.assert_allclose(mass.sum(axis=0), 1, rtol=1e-12)
    np.testing.assert_allclose(mass.T @ points, LAW.centers, atol=1e-9)
    np.testing.assert_allclose(mass.T @ points**2, LAW.centers**2 + 0.25, atol=1e-8)


TOY = datasets.UmaToyLaw(random_state=2)
DRAWS = {
    "three Gaussians": lambda seed: np.column_stack(LAW.sample(50, random_state=seed)),
    "toy law": lambda seed: datasets.UmaToyLaw(random_state=seed).W,
    "toy sample": lambda seed: np.column_stack(TOY.sample(50, random_state=seed)),
}


@pytest.mark.parametrize("what", DRAWS)
def test_a_draw_depends_on_the_seed_only(what):
    first, again, other = (DRAWS[what](seed) for seed in (3, 3, 4))
    np.testing.assert_array_equal(first, again)
    assert not np.array_equal(first, other)


def test_imbalanced_cut_keeps_the_asked_counts_in_order():
    y = np.repeat([0, 1, 2], 100)
    X = np.arange(300)[:, None]
    X_cut, y_cut = imbalanced_cut(X, y, [50, 5, 1], random_state=0)
    np.testing.assert_array_equal(np.bincount(y_cut), [50, 5, 1])
    np.testing.assert_array_equal(y[X_cut[:, 0]], y_cut)
    assert (np.diff(X_cut[:, 0]) > 0).all()
    again, _ = imbalanced_cut(X, y, [50, 5, 1], random_state=0)
    np.testing.assert_array_equal(X_cut, again)
    assert not np.array_equal(X_cut, imbalanced_cut(X, y, [50, 5, 1], random_state=1)[0])


def test_imbalanced_cut_of_strings_and_sparse_rows():
    X, y = sparse.csr_array(np.eye(6)), np.array(list("aabbcc"))
    X_cut, y_cut = imbalanced_cut(X, y, {"c": 1, "a": 2}, random_state=0)
    assert X_cut.shape == (3, 6)
    assert y_cut.tolist() == ["a", "a", "c"]
