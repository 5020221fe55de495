"""What CoMBo's paper claims, each statement as printed and as it holds, in numbers."""


import numpy as np
import pytest

from confusion import ComboClassifier, confusion_matrix, frobenius_norm, operator_norm
from tests.helpers import class_sizes, costs, rounds, sample
from tests.theorems import norm_from_balanced_error, norm_from_loss


def random_matrix(rng, K):
    """A confusion matrix: rows of a transition matrix without its diagonal, from even to extreme."""
    A = rng.dirichlet(np.full(K, 10 ** rng.uniform(-2, 1)), size=K)
    np.fill_diagonal(A, 0)
    return A


@pytest.mark.evaluates("eq-combo-ber", "prop-combo-ber")
@pytest.mark.parametrize("K", [2, 3, 5, 9])
def test_both_sides_are_attained(K):
    for error in (0.1, 0.7, 1.0):
        even = error * (1 - np.eye(K)) / (K - 1)
        assert operator_norm(even) == pytest.approx(norm_from_balanced_error(error, K)[0])
    for seed in range(100):  # and none is passed
        C = random_matrix(np.random.default_rng(seed), K)
        low, high = norm_from_balanced_error(C.sum() / K, K)
        assert low - 1e-12 <= operator_norm(C) <= high + 1e-12
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


@pytest.mark.evaluates("def-combo-weak", "eq-combo-weak")
def test_the_baseline_U_is_a_law_of_answers_for_k_equal_to_K_only():
    K = 4
    X, y = sample(m=200, K=K, seed=2, shift=2.5)
    model = ComboClassifier(1).fit(X, y)
    D, before, right, wrong, *_ = next(rounds(model, X, y, 1 / class_sizes(y)))
    delta = right - wrong
    for k in (K - 1, K, K + 1):  # Section 4.2 writes k where Algorithm 1 has K
        U = np.full(D.shape, (1 - delta) / k)
        U[np.arange(len(y)), y] += delta
        assert np.allclose(U.sum(axis=1), 1) == (k == K)
        assert (D * U).sum() == pytest.approx(-delta * before)  # the rows of D sum to 0: (14) to (15) for any k
