"""What CoMBo's paper claims, each statement as printed and as it holds, in numbers."""

from functools import cache

import numpy as np
import pytest
from numpy.testing import assert_allclose

from confusion import AdaBoostMMClassifier, ComboClassifier, confusion_matrix, frobenius_norm, operator_norm
from confusion.boosting import fixed_classifier_radius, product_thresholds
from tests.helpers import class_sizes, costs, rounds, sample
from tests.theorems import norm_from_balanced_error, norm_from_loss, normalised_loss_floor, round_factor, training_bound


def random_matrix(rng, K=None):
    """A confusion matrix: rows of a transition matrix without its diagonal, from even to extreme."""
    K = K or rng.integers(2, 8)
    A = rng.dirichlet(np.full(K, 10 ** rng.uniform(-2, 1)), size=K)
    np.fill_diagonal(A, 0)
    return A


@cache
def trained(count=6):
    found = []
    for seed in range(count):
        K = 2 + seed % 5
        X, y = sample(m=200, K=K, seed=seed, shift=0.5 + seed % 3)
        found.append((X, y, K, ComboClassifier(60, max_depth=1 + seed % 2, step=("exact", "edge")[seed % 2]).fit(X, y)))
    return found


# Norms and errors ---------------------------------------------------------------------------------------------


@pytest.mark.evaluates("eq-combo-ber", "prop-combo-ber")
def test_balanced_error_and_norm_bound_each_other():
    rng = np.random.default_rng(2)
    for _ in range(500):
        C = random_matrix(rng)
        low, high = norm_from_balanced_error(C.sum() / len(C), len(C))
        assert low - 1e-12 <= operator_norm(C) <= high + 1e-12


@pytest.mark.evaluates("eq-combo-ber", "prop-combo-ber")
@pytest.mark.parametrize("K", [2, 3, 5, 9])
def test_both_sides_are_attained(K):
    for error in (0.1, 0.7, 1.0):
        even = error * (1 - np.eye(K)) / (K - 1)
        assert operator_norm(even) == pytest.approx(norm_from_balanced_error(error, K)[0])
    single = np.zeros((K, K))
    single[0, 1] = 0.4
    assert operator_norm(single) == pytest.approx(norm_from_balanced_error(0.4 / K, K)[1]) == pytest.approx(0.4)
    for n in range(1, K):
        all_to_first = np.zeros((K, K))
        all_to_first[1 : n + 1, 0] = 1
        assert operator_norm(all_to_first) == pytest.approx(norm_from_balanced_error(n / K, K)[1])
    worst = np.zeros((K, K))
    worst[1:, 0], worst[0, 1] = 1, 1
    assert operator_norm(worst) == pytest.approx(norm_from_balanced_error(1, K)[1]) == pytest.approx(np.sqrt(K - 1))


# (8) to (11) --------------------------------------------------------------------------------------------------


@pytest.mark.evaluates("eq-combo-chain", "thm-combo-chain")
def test_10_holds_for_scores_of_any_kind():
    rng = np.random.default_rng(3)
    for _ in range(300):
        K, m = rng.integers(2, 7), 60
        y = np.concatenate([np.arange(K), rng.integers(0, K, m - K)])
        F = 10 ** rng.uniform(-2, 1) * rng.normal(size=(m, K)) + rng.choice([0, 3, 30]) * np.eye(K)[y]
        loss = costs(F, y, 1 / class_sizes(y))[1]
        C = confusion_matrix(y, F.argmax(axis=1), labels=np.arange(K))
        assert operator_norm(C) <= frobenius_norm(C) + 1e-12 <= C.sum() + 2e-12 <= loss + 3e-12
        assert frobenius_norm(C) <= norm_from_loss(loss) + 1e-12


def test_the_proof_by_normalised_scores_is_vacuous_from_three_classes_on():
    for X, y, K, model in trained():
        normalised = costs(model.votes(X) / model.estimator_weights_.sum(), y, 1 / class_sizes(y))[1]
        assert normalised >= normalised_loss_floor(K) - 1e-12
        assert normalised > np.exp(model.losses_[-1])  # it is another loss than the one minimised
    for K in range(3, 50):
        assert norm_from_loss(normalised_loss_floor(K)) > np.sqrt(K - 1)  # the smaller of the floor and its root
    assert normalised_loss_floor(2) < 1


# Lemma 1 and Theorem 1 ----------------------------------------------------------------------------------------


@pytest.mark.evaluates("eq-combo-drop", "eq-combo-factor", "thm-combo-step")
def test_16_bounds_every_round_at_any_weight():
    rng = np.random.default_rng(4)
    for X, y, _, model in trained():
        for D, before, right, wrong, _, _ in rounds(model, X, y, 1 / class_sizes(y)):
            assert D[np.arange(len(y)), y].sum() == pytest.approx(-before)
            for alpha in rng.uniform(0, 3, 3):
                factor = 1 - right - wrong + right * np.exp(-alpha) + wrong * np.exp(alpha)
                assert factor <= round_factor(right - wrong, alpha) + 1e-12
    delta = np.linspace(-0.99, 0.99, 50)
    assert_allclose(round_factor(delta), np.sqrt(1 - delta**2))
    best = np.maximum(0.5 * np.log((1 + delta) / (1 - delta)), 0)
    assert_allclose(round_factor(delta[25:], best[25:]), round_factor(delta[25:]))
    alpha = np.linspace(0, 3, 20)
    lemma = 1 - np.sinh(alpha) * 0.3 + np.cosh(alpha) - 1  # as Lemma 1 prints the factor
    assert_allclose(round_factor(0.3, alpha), lemma)


@pytest.mark.evaluates("def-combo-weak", "eq-combo-weak")
def test_the_baseline_U_is_a_law_of_answers_for_k_equal_to_K_only():
    X, y, K, model = trained(3)[2]
    D, before, right, wrong, *_ = next(rounds(model, X, y, 1 / class_sizes(y)))
    delta = right - wrong
    for k in (K - 1, K, K + 1):  # Section 4.2 writes k where Algorithm 1 has K
        U = np.full(D.shape, (1 - delta) / k)
        U[np.arange(len(y)), y] += delta
        assert np.allclose(U.sum(axis=1), 1) == (k == K)
        assert (D * U).sum() == pytest.approx(-delta * before)  # the rows of D sum to 0: (14) to (15) for any k


def test_the_scores_of_algorithm_1_are_those_of_the_text_one_round_later():
    """Algorithm 1 sums f_{t+1} over the rounds 1 to t, Section 3 sums f_t; its own f_T would leave out the last one."""
    X, y, K, _ = trained(2)[1]
    model = ComboClassifier(8, max_depth=2).fit(X, y)
    F, rows = [np.zeros((len(y), K))], np.arange(len(y))
    for learner, alpha in zip(model.estimators_, model.estimator_weights_):
        F.append(F[-1].copy())
        F[-1][rows, learner.predict(X)] += alpha
    losses = np.log([costs(f, y, 1 / class_sizes(y))[1] for f in F])
    assert_allclose(model.losses_, losses, atol=1e-9)  # after 0, ..., T rounds
    assert (model.predict(X) == F[-1].argmax(axis=1)).all()
    assert (model.predict(X) != F[-2].argmax(axis=1)).any()


@pytest.mark.evaluates("eq-combo-train", "thm-combo-train")
def test_theorem_1_bounds_the_loss_and_so_the_sum_of_the_class_errors():
    for X, y, K, model in trained():
        edges = np.where(model.edges_ > 1 - 1e-10, np.tanh(model.estimator_weights_), model.edges_)
        for t in range(1, len(edges) + 1, 10):
            bound = training_bound(edges[:t], K)
            assert np.exp(model.losses_[t]) <= bound.loss * (1 + 1e-9)
            assert bound.loss <= K * (K - 1) * np.exp(-0.5 * (edges[:t] ** 2).sum()) + 1e-9
            answer = list(model.staged_predict(X))[t - 1]
            C = confusion_matrix(y, answer, labels=np.arange(K))
            assert C.sum() / K <= bound.balanced_error and operator_norm(C) <= bound.norm
            assert np.mean(answer != y) <= np.bincount(y).max() / len(y) * bound.loss


@pytest.mark.parametrize("K", [2, 3, 4, 10])
def test_from_which_product_on_theorem_1_says_something(K):
    thresholds = product_thresholds(K)
    for factor in (1 - 1e-9, 1 + 1e-9):
        says = factor < 1
        bounds = [training_bound([np.sqrt(1 - (factor * t) ** 2) if factor * t < 1 else 0], K) for t in thresholds]
        assert (bounds[0].balanced_error < 1) == says or K == 2
        assert (bounds[1].norm < np.sqrt(K - 1)) == says
        assert (bounds[1].balanced_error < (K - 1) / K) == says  # that of a constant answer
        assert (bounds[2].norm < 1) == says
    # AdaBoost.MM's loss starts from m(K - 1) and bounds m times the error: 1/(K - 1) there too.
    X, y = sample(K=K)
    model = AdaBoostMMClassifier(30, max_depth=2).fit(X, y)
    product = np.prod(round_factor(model.edges_))
    assert np.mean(model.predict(X) != y) <= np.exp(model.losses_[-1]) / len(y) <= (K - 1) * product * (1 + 1e-9)


# Corollary 1 --------------------------------------------------------------------------------------------------


@pytest.mark.evaluates("eq-combo-fixed", "thm-combo-fixed")
@pytest.mark.slow
def test_corollary_1_holds_for_a_fixed_classifier_and_mcdiarmid_is_tighter():
    rng = np.random.default_rng(6)
    for counts in ([30, 50, 80], [5, 5, 5, 5], [4, 100], [3] * 10):
        K = len(counts)
        A = rng.dirichlet(np.ones(K), size=K)
        C = A * (1 - np.eye(K))
        excess = []
        for _ in range(1500):
            S = np.array([rng.multinomial(m, row) / m for m, row in zip(counts, A)]) * (1 - np.eye(K))
            assert np.linalg.norm(C - S) >= operator_norm(C) - operator_norm(S) - 1e-12
            excess.append(np.linalg.norm(C - S))
        assert np.mean(np.square(excess)) <= sum(1 / m for m in counts)
        for delta in (0.5, 0.1, 0.01):
            tight, printed = (
                fixed_classifier_radius(counts, delta=delta, form=form) for form in ("mcdiarmid", "printed")
            )
            assert np.mean(np.array(excess) > tight) <= delta
            assert tight < printed


def test_mcdiarmid_is_below_the_printed_radius_everywhere():
    for K in (2, 3, 10, 100):
        for delta in (1.0, 0.5, 1e-3, 1e-300):
            counts = np.arange(1, K + 1)
            assert fixed_classifier_radius(counts, delta=delta) < fixed_classifier_radius(
                counts, delta=delta, form="printed"
            )


# Bad input ----------------------------------------------------------------------------------------------------


def test_bad_arguments():
    with pytest.raises(ValueError, match="at least one"):
        fixed_classifier_radius([3, 0])
