"""The numbers of "From a step to a stream": the steps one by one, and the bound written out."""

import numpy as np
import pytest
from scipy.optimize import minimize

from confusion.copa import copa_step, surrogate_constant
from confusion.datasets import ThreeGaussians
from confusion.metrics import operator_norm
from tests.chapters.stored import scenes_of

CHAPTER = "copa/from-a-step-to-a-stream"
POWERS = {"C": 0, "C / T": 1, "C / T²": 2}


@pytest.fixture(scope="module")
def patients():
    X, y = ThreeGaussians().sample(2500, random_state=0)
    return X, y, np.bincount(y)


def run(X, y, prices):
    """The online matrices of hinge losses and of errors, round by round."""
    W, hinge, errors = np.zeros((3, 2)), np.zeros((3, 3)), np.zeros((3, 3))
    counts = np.bincount(y)
    for x, p, price in zip(X, y, prices):
        scores = W @ x
        losses = np.maximum(scores + 0.5, 0)
        losses[p] = 0
        hinge[p] += losses / counts[p]
        if scores.argmax() != p:
            errors[p, scores.argmax()] += 1 / counts[p]
        W = copa_step(W, x, int(p), price)
    return hinge, errors


def least_bound(X, y, counts, C, power):
    """The corollary with the best U, found by a search without gradients."""
    c = counts[y] ** -float(power)

    def value(z):
        U = np.array([z[:2], z[2:], -z[:2] - z[2:]])
        losses = np.maximum(X @ U.T + 0.5, 0)
        losses[np.arange(len(y)), y] = 0
        return np.sum(U**2) + C * np.sum(c[:, None] * losses**2)

    start = minimize(value, np.zeros(4), method="Powell").x
    best = minimize(value, start, method="Nelder-Mead", options={"xatol": 1e-7, "fatol": 1e-10}).fun
    A = 2 / 3 * np.max((X**2).sum(axis=1) / counts[y])
    return np.sqrt((np.max(1 / (c * counts[y])) / C + A) * best)


def beneath():
    """Numbers of the first figure: (scaling, price) -> name -> value."""
    (told, _), found = scenes_of(CHAPTER)["curves"], {}
    for line in told["lines"][:-1]:
        for price, value in zip(told["across"]["stops"], line["values"], strict=True):
            found.setdefault((line["own"], price), {})[line["name"]] = value
    return found


@pytest.mark.slow
def test_the_matrix_and_its_bound(patients):
    X, y, counts = patients
    assert len(beneath()) == 27
    for (scaling, price), told in beneath().items():
        power = POWERS[scaling]
        assert told["norm"] <= told["size"] <= told["bound"]
        if price in (0.003, 0.1, 3.0):
            hinge, errors = run(X, y, price * (counts.min() / counts[y]) ** power)
            assert told["size"] == pytest.approx(np.linalg.norm(hinge), rel=1e-6)
            assert told["norm"] == pytest.approx(np.linalg.norm(hinge, 2), rel=1e-6)
            assert operator_norm(errors) <= surrogate_constant(3) * np.linalg.norm(hinge, 2)
            C = price * counts.min() ** power
            assert told["bound"] == pytest.approx(least_bound(X, y, counts, C, power), rel=1e-4)


def test_only_one_scaling_has_a_bound_below_vectors_that_never_move():
    still = np.sqrt(6) / 2
    assert {scaling for (scaling, _), told in beneath().items() if told["bound"] < still} == {"C / T"}


@pytest.mark.slow
def test_to_pay_in_full_is_worse_than_never_to_move(patients):
    X, y, _ = patients
    assert np.linalg.norm(run(X, y, np.full(2500, np.inf))[0]) > 1.2 * np.sqrt(6) / 2
