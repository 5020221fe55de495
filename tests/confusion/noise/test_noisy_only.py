"""The noise matrix from noisy labels alone: anchors, confident counting, EM, and what none of them can do."""

import warnings

import numpy as np
import pytest
from numpy.testing import assert_allclose
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import cross_val_predict
from sklearn.neighbors import KNeighborsClassifier

from confusion.datasets import ThreeGaussians, UmaToyLaw
from confusion.noise import anchor_points, confident_joint, corrupt_labels, em_noise, estimate_noise_matrix

ASYMMETRIC = np.array([[0.8, 0.1, 0.05], [0.15, 0.7, 0.15], [0.05, 0.2, 0.8]])
LOGISTIC = LogisticRegression(C=np.inf, tol=1e-8, max_iter=1000, warm_start=True)


def normalised(joint):
    return joint / joint.sum(axis=0)


def error(estimate):
    return np.abs(estimate - ASYMMETRIC).max()


def gaussians(n, seed, sigma=0.5):
    """Points, noisy labels (by another seed than the true ones), and the exact law of the true class at each point."""
    law = ThreeGaussians(weights=(0.5, 0.3, 0.2), sigma=sigma)
    X, t = law.sample(n, seed)
    squares = ((X[:, None] - law.centers) ** 2).sum(axis=2)
    density = law.weights * np.exp(-(squares - squares.min(axis=1, keepdims=True)) / (2 * law.sigma**2))
    return X, corrupt_labels(t, ASYMMETRIC, seed + 1000), density / density.sum(axis=1, keepdims=True)


def out_of_sample(X, y, model=None):
    return cross_val_predict(model or LogisticRegression(), X, y, method="predict_proba")


def estimates(y, proba, clean):
    """All three, by name; EM is given the law of the true classes."""
    joint = confident_joint(y, proba)
    return {"anchors": anchor_points(proba), "confident": normalised(joint), "EM": em_noise(y, clean).noise_matrix}


@pytest.mark.evaluates("prop-told-identifiable")
def test_two_causes_of_one_noisy_law_and_what_anchors_exclude():
    clean = np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [0.2, 0.3, 0.5]])
    first, second = (np.eye(3), clean @ ASYMMETRIC.T), (ASYMMETRIC, clean)
    assert_allclose(first[1] @ first[0].T, second[1] @ second[0].T)
    assert first[1].max() < 0.9 and (second[1].max(axis=0) == 1).all()  # the first is nowhere sure of a class
    assert_allclose(anchor_points(second[1] @ second[0].T), ASYMMETRIC)


def test_anchors_need_a_diagonal_that_is_largest_in_its_row():
    C = ASYMMETRIC[:, [1, 0, 2]]
    assert_allclose(anchor_points(np.eye(3) @ C.T), ASYMMETRIC)  # not C: classes are called by their likeliest label


def test_exact_probabilities_of_overlapping_classes_give_C_by_anchors_and_EM_not_by_confident_counting():
    _, y, clean = gaussians(100_000, seed=1, sigma=0.5)
    found = estimates(y, clean @ ASYMMETRIC.T, clean)
    assert error(found["anchors"]) < 1e-3 and error(found["EM"]) < 0.02
    assert error(found["confident"]) > 0.05


def test_without_overlap_confident_counting_and_EM_count_the_true_classes():
    X, t = UmaToyLaw(3, margin="geometric", on_empty="redraw", random_state=1).sample(2000, 1)
    y = corrupt_labels(t, ASYMMETRIC, 5)
    counted = estimate_noise_matrix(t, y)
    assert_allclose(normalised(confident_joint(y, ASYMMETRIC.T[t])), counted)
    assert_allclose(em_noise(y, np.eye(3)[t]).noise_matrix, counted)
    assert_allclose(anchor_points(ASYMMETRIC.T[t]), ASYMMETRIC)


@pytest.mark.slow
def test_exact_probabilities_of_well_separated_classes_give_C():
    _, y, clean = gaussians(20_000, seed=0, sigma=0.1)
    found = estimates(y, clean @ ASYMMETRIC.T, clean)
    assert error(found["anchors"]) < 1e-9
    assert error(found["confident"]) < 0.02 and error(found["EM"]) < 0.02
    for name in found:
        assert np.abs(found[name] - ASYMMETRIC.T).max() > 0.04  # the orientation shows


def test_the_anchors_come_closer_with_more_examples():
    _, _, clean = gaussians(20_000, seed=2, sigma=0.7)
    errors = [error(anchor_points(clean[:n] @ ASYMMETRIC.T)) for n in (20, 200, 2000, 20_000)]
    assert errors == sorted(errors, reverse=True) and errors[-1] < errors[0] / 20


@pytest.mark.parametrize("seed", [3, 4, 5])
def test_three_gaussians_from_noisy_labels_alone(seed):
    X, y, clean = gaussians(4000, seed)
    proba = out_of_sample(X, y, KNeighborsClassifier(50))
    by_em = em_noise(y, proba, X, LOGISTIC)
    assert error(by_em.noise_matrix) < 0.05
    assert np.abs(by_em.posterior - clean).mean() < 0.03
    assert error(anchor_points(proba, quantile=0.97)) < 0.12 and error(normalised(confident_joint(y, proba))) < 0.12
    assert error(em_noise(y, proba).noise_matrix) > 0.15  # nothing but the noisy law: nearer to the identity


@pytest.mark.parametrize("with_model", [False, True])
def test_EM_does_not_lower_the_likelihood_and_reports_it(with_model):
    X, y, clean = gaussians(400, seed=7)
    model = {"X": X, "model": LOGISTIC} if with_model else {}
    C, posterior, likelihoods = em_noise(y, clean, **model)
    assert len(likelihoods) > 3 and (np.diff(likelihoods) >= -1e-10).all()
    assert_allclose(posterior.sum(axis=1), 1)
    one_more = np.log((C[y] * posterior).sum(axis=1)).mean()
    assert_allclose(likelihoods[-1], one_more)
    with pytest.warns(ConvergenceWarning, match="max_iter=2"):
        shorter = em_noise(y, clean, **model, max_iter=2)
    assert_allclose(shorter.log_likelihood, likelihoods[:2], atol=1e-9)


def test_EM_without_a_model_ends_where_no_other_matrix_is_likelier():
    _, y, clean = gaussians(500, seed=8)
    best = em_noise(y, clean, tol=1e-12, max_iter=5000)
    rng = np.random.default_rng(0)
    random = rng.dirichlet(np.ones(3), size=(300, 3)).transpose(0, 2, 1)
    others = [np.eye(3), np.full((3, 3), 1 / 3), ASYMMETRIC, *random]
    for towards in others:  # the likelihood is concave: a step towards any matrix may not raise it
        C = 0.99 * best.noise_matrix + 0.01 * towards
        assert np.log((clean @ C.T)[np.arange(500), y]).mean() <= best.log_likelihood[-1] + 1e-9


@pytest.mark.parametrize("order", [[2, 0, 1], [1, 0, 2]])
def test_classes_in_another_order(order):
    X, y, clean = gaussians(600, seed=9)
    noisy, place = clean @ ASYMMETRIC.T, np.argsort(order)
    found = estimates(y, noisy, clean)
    moved = estimates(place[y], noisy[:, order], clean[:, order])
    for name in found:
        assert_allclose(moved[name], found[name][np.ix_(order, order)], rtol=1e-6)
    names = np.array(["c", "a", "b"])
    assert_allclose(confident_joint(names[y], noisy, classes=names), confident_joint(y, noisy))
    assert_allclose(anchor_points(noisy, names[y], classes=names), anchor_points(noisy, y))
    assert_allclose(em_noise(names[y], clean, classes=names).noise_matrix, found["EM"])


def test_the_joint_has_the_shares_of_the_labels_and_counts_by_the_paper():
    proba = [[0.9, 0.1, 0.0], [0.5, 0.3, 0.2], [0.3, 0.4, 0.3], [0.1, 0.5, 0.4], [0.8, 0.0, 0.2], [0.2, 0.3, 0.5]]
    y = [0, 0, 1, 1, 2, 2]
    # Thresholds .7, .45, .35.  Counted: (0, 0); the fourth reaches those of classes 1 and 2, and 1 is likelier; (2, 0);
    # (2, 2).  The second and the third example reach none.
    joint = confident_joint(y, proba)
    assert_allclose(joint, np.array([[2, 0, 0], [0, 2, 0], [1, 0, 1]]) / 6)
    # Here the first example reaches .4 of class 1 alone, though class 0 is likelier.
    assert_allclose(confident_joint([1, 0], [[0.6, 0.4], [0.9, 0.1]]), [[0.5, 0], [0, 0.5]])


def test_of_the_thresholds_reached_the_likeliest_counts_and_a_class_without_a_count_gets_one_right_example():
    # Thresholds .98, .3, .3: the last two examples reach those of classes 1 and 2, which tie, and the first counts,
    # though class 0 is likelier.  For class 2 nothing is counted.
    proba = [[0.98, 0.01, 0.01], [0.98, 0.01, 0.01], [0.4, 0.3, 0.3], [0.4, 0.3, 0.3]]
    assert_allclose(confident_joint([0, 0, 1, 2], proba), [[0.5, 0, 0], [0, 0.25, 0], [0, 0.125, 0.125]])
    # All four reach .05 of class 1, but .9 of class 0 as well.
    proba = [[0.9, 0.1], [0.9, 0.1], [0.95, 0.05], [0.95, 0.05]]
    assert_allclose(confident_joint([0, 0, 1, 1], proba), [[1 / 2, 0], [1 / 3, 1 / 6]])


def test_a_quantile_of_all_or_of_the_labelled():
    proba = np.column_stack([np.linspace(0, 1, 100), np.linspace(1, 0, 100)])
    assert_allclose(anchor_points(proba), np.eye(2))
    assert_allclose(anchor_points(proba, quantile=0.97)[:, 0], proba[96])
    assert_allclose(anchor_points(proba, quantile=0.97)[:, 1], proba[3])
    y = np.where(np.arange(100) < 96, 1, 0)  # four examples of class 0: its 97% are nobody's
    assert_allclose(anchor_points(proba, y, quantile=0.5)[:, 0], proba[97])
    tied = [[0.8, 0.1, 0.1], [0.8, 0.2, 0.0], [0.1, 0.9, 0.0], [0.1, 0.1, 0.8]]
    assert_allclose(anchor_points(tied)[:, 0], tied[0])


def test_single_precision_is_good_enough():
    proba = np.float32([[0.9, 0.1], [1 / 3, 2 / 3]])
    assert_allclose(anchor_points(proba).sum(axis=0), 1, rtol=1e-15)


def test_the_model_given_is_left_as_it_is_and_X_may_be_sparse():
    sparse = pytest.importorskip("scipy.sparse")
    X, y, clean = gaussians(200, seed=10)
    model = LogisticRegression()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        dense, thin = (em_noise(y, clean, x, model, max_iter=3) for x in (X, sparse.coo_array(X)))
    assert_allclose(dense.noise_matrix, thin.noise_matrix, atol=1e-3)
    assert not hasattr(model, "coef_")


def test_EM_without_a_model_calls_the_exact_noisy_law_noiseless():
    _, y, clean = gaussians(5000, seed=6, sigma=0.3)
    found = em_noise(y, clean @ ASYMMETRIC.T, tol=1e-9, max_iter=5000).noise_matrix
    assert np.abs(found - np.eye(3)).max() < 0.05 < error(found)
