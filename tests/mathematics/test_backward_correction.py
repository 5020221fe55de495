"""UMA and the backward-corrected multiclass perceptron loss: the statements, each beside a computation of its own.

The loss is ``l(W; x, k) = max_r <w_r, x> - <w_k, x>``, its correction ``sum_k D[k, y] l(W; x, k)`` with ``D = C^-1``.
"""

from itertools import product

import numpy as np
import pytest
from scipy.optimize import linprog

from tests.mathematics.test_uma_claims import labelled, noisy_sample, primal_run, vectors


def loss(W, X, y, D):
    """L as it is defined: the losses at all classes, weighed by a column of D."""
    scores = X @ W.T
    losses = scores.max(axis=1, keepdims=True) - scores
    return float(np.mean(np.sum(D[:, y].T * losses, axis=1)))


def moment(X, y, D):
    return D[:, y] @ X / len(X)


def problem(seed, **settings):
    """A separable sample with noisy labels, C^-1, and vectors that are not the concept's."""
    rng, X, t, y, C, V, _ = noisy_sample(seed, **settings)
    return rng, X, t, y, C, np.linalg.inv(C), V, rng.normal(size=V.shape)


def in_polytope(G, X):
    """Whether shares p_i exist with mean_i p_i x_i^T = G, by a linear program."""
    Q, n = len(G), len(X)
    A = np.vstack([np.kron(np.eye(Q), X.T / n), np.kron(np.ones(Q), np.eye(n))])  # variables p[q, i]
    return linprog(np.zeros(Q * n), A_eq=A, b_eq=np.concatenate([G.ravel(), np.ones(n)])).status == 0


def least_in_box(X, y, D):
    """The minimum of L over |W| <= 1, and where: minimise mean_i m_i - <G, W> with m_i >= <w_r, x_i>."""
    (n, d), Q, G = X.shape, len(D), moment(X, y, D)
    A = np.column_stack([np.kron(np.eye(Q), X), np.kron(np.ones((Q, 1)), -np.eye(n))])
    bounds = [(-1, 1)] * (Q * d) + [(None, None)] * n
    found = linprog(np.concatenate([-G.ravel(), np.full(n, 1 / n)]), A_ub=A, b_ub=np.zeros(n * Q), bounds=bounds)
    return found.fun, found.x[: Q * d].reshape(Q, d)


@pytest.mark.evaluates("eq-uma-backward", "prop-uma-convex")
def test_the_corrected_loss_is_convex_homogeneous_and_unbiased():
    for seed in range(60):
        rng, X, t, y, C, D, V, W = problem(seed, n=12)
        assert (D < 0).any(), "the signs of D differ, and nothing depends on it"
        assert loss(W, X, y, D) == pytest.approx(np.mean((X @ W.T).max(axis=1)) - np.sum(moment(X, y, D) * W))
        share = rng.random()
        mixed = loss(share * W + (1 - share) * V, X, y, D)
        assert mixed <= share * loss(W, X, y, D) + (1 - share) * loss(V, X, y, D) + 1e-12
        assert loss(3.5 * W, X, y, D) == pytest.approx(3.5 * loss(W, X, y, D))
        for x, true in zip(X, t):
            mean = sum(C[k, true] * loss(W, x[None], np.array([k]), D) for k in range(len(C)))
            assert mean == pytest.approx(loss(W, x[None], np.array([true]), np.eye(len(C))))


@pytest.mark.evaluates("prop-uma-unbounded")
def test_the_corrected_loss_is_bounded_below_if_and_only_if_its_moment_is_in_the_polytope():
    inside = {0.0: 0, 0.35: 0}
    for seed, level in product(range(40), inside):
        _, X, t, y, _, D, V, _ = problem(seed, n=12, level=level)
        bounded = in_polytope(moment(X, y, D), X)
        least, W = least_in_box(X, y, D)
        inside[level] += bounded
        assert least == pytest.approx(0, abs=1e-9) if bounded else least < -1e-5
        if not bounded:  # a ray along which it falls without end
            assert loss(1e6 * W, X, y, D) == pytest.approx(1e6 * least)
        # The moment of the true labels is a vertex: the shares that maximise <., V> are unique.
        scores = np.sort(X @ V.T, axis=1)
        assert (scores[:, -1] > scores[:, -2]).all()
        assert np.sum(moment(X, t, np.eye(len(V))) * V) == pytest.approx(np.mean(scores[:, -1]))
    assert inside[0.0] == 40 and 0 < inside[0.35] < 40


@pytest.mark.evaluates("eq-uma-gradient", "prop-uma-gradient")
def test_the_gradient_is_made_of_the_vectors_of_uma():
    for seed in range(20):
        _, X, _, y, _, D, _, W = problem(seed)
        scores = np.sort(X @ W.T, axis=1)
        assert (scores[:, -1] - scores[:, -2]).min() > 1e-5, "no tie within the difference"
        z = vectors(W, X, labelled(y, len(W)), D)
        assert loss(W, X, y, D) == pytest.approx(sum((W[p] - W[q]) @ z[p, q] for p, q in np.ndindex(z.shape[:2])))
        for index in np.ndindex(W.shape):
            step = np.zeros_like(W)
            step[index] = 1e-7
            slope = (loss(W + step, X, y, D) - loss(W - step, X, y, D)) / 2e-7
            assert slope == pytest.approx((z.sum(axis=1) - z.sum(axis=0))[index], abs=1e-6)


def part_of_loss(V, X, weights):
    """mean_i weights_i (max_r <v_r, x_i> - <v_q, x_i>), with q the last class."""
    scores = X @ V.T
    return np.mean(weights * (scores.max(axis=1) - scores[:, -1]))


def test_one_pair_is_a_subgradient_for_sure_only_without_negative_weights():
    violated = {True: 0, False: 0}
    for seed, clean in product(range(30), violated):
        rng, X, _, y, C, D, _, W = problem(seed)
        D, q = np.eye(len(C)) if clean else D, len(C) - 1
        mine = (X @ W.T).argmax(axis=1)
        p = int(np.bincount(mine[mine != q], minlength=q).argmax())
        weights, gradient = D[q, y] * (mine == p), np.zeros_like(W)
        gradient[p] = vectors(W, X, labelled(y, len(C)), D)[p, q]
        gradient[q] = -gradient[p]
        for _ in range(50):
            V = W + rng.normal(size=W.shape) * 10 ** rng.uniform(-2, 1)
            plane = part_of_loss(W, X, weights) + np.sum(gradient * (V - W))
            violated[clean] += part_of_loss(V, X, weights) < plane - 1e-9
    assert violated[True] == 0 < 100 < violated[False]


def test_uma_is_not_descent():
    raised = []
    for seed in range(6):
        _, X, _, y, C, D, *_ = problem(seed)
        losses = [loss(W, X, y, D) for W, _ in primal_run(X, y, C, 100)]
        raised.extend(np.diff(losses) > 0)
    assert 0.2 < np.mean(raised) < 0.8
