"""UMA and the backward-corrected multiclass perceptron loss: the statements, each beside a computation of its own.

``C[k, t] = P(label k | true class t)``, its columns sum to one; ``D = C^-1``.  The multiclass perceptron loss is
``l(W; x, k) = max_r <w_r, x> - <w_k, x>``, and its backward correction ``l<-(W; x, y) = sum_k D[k, y] l(W; x, k)``.

1. As the columns of D sum to one, ``l<-(W; x, y) = max_r <w_r, x> - sum_k D[k, y] <w_k, x>``: convex in W and
   positively homogeneous, whatever the signs in D.  Its mean over the noise is the loss at the true class.
2. Its mean over a sample is ``L(W) = h(W) - <G, W>``, with the corrected label moment ``G = mean_i D[:, y_i] x_i^T``
   and the support function h of the polytope ``P = {mean_i p_i x_i^T : p_i in the simplex}``.  So inf L = 0 if G is in
   P, and inf L = -infinity if it is not.  For a concept that is separable with a margin, the moment of the true labels
   is a vertex of P, so that a little noise in G is enough to leave P.
3. With ``z_pq = mean_i 1[f(x_i) = p] D[q, y_i] x_i``, the vectors of UMA at alpha = 0, and where no scores tie,
   ``L(W) = sum_{p != q} <w_p - w_q, z_pq>`` and ``dL/dw_q = sum_p z_qp - sum_p z_pq``.  A pair adds +z_pq in row p and
   -z_pq in row q to the gradient, and UMA's update ``w_p -= z_pq, w_q += z_pq`` is one step against these two rows:
   one part of a subgradient step; with all pairs at once it is the whole one.
4. One such part is the gradient of ``mean_i 1[i in S] D[q, y_i] (max_r <w_r, x_i> - <w_q, x_i>)``, S fixed as the
   examples that are predicted p.  This function is convex where no D[q, y_i] is negative, for C = I above all; in
   general it is not.
5. UMA is not a descent method: many of its updates raise L.
6. With alpha > 0 the sum of 3 is not L: what no class wins by alpha is in no region.
"""

from itertools import product

import numpy as np
import pytest
from scipy.optimize import linprog

pytestmark = pytest.mark.mathematics


def loss(W, X, y, D):
    """L as it is defined: the losses at all classes, weighed by a column of D."""
    scores = X @ W.T
    losses = scores.max(axis=1, keepdims=True) - scores
    return float(np.mean(np.sum(D[:, y].T * losses, axis=1)))


def moment(X, y, D):
    return D[:, y] @ X / len(X)


def vectors(W, X, y, D, alpha=None):
    """z_pq for all pairs, shape (Q, Q, d); by the largest score, or by a lead of alpha."""
    Q, scores = len(W), X @ W.T
    if alpha is None:
        inside = np.eye(Q)[scores.argmax(axis=1)]
    else:
        rest = [np.delete(scores, p, axis=1).max(axis=1) for p in range(Q)]
        inside = np.array([scores[:, p] - rest[p] >= alpha for p in range(Q)], float).T
    return np.einsum("ip,qi,id->pqd", inside, D[:, y], X) / len(X)


def problem(seed, Q=4, d=3, n=60, level=0.3, margin=0.0):
    """A separable sample with noisy labels: X, the concept's vectors, true and noisy labels, C^-1."""
    rng = np.random.default_rng(seed)
    V = rng.normal(size=(Q, d))
    X = rng.normal(size=(20 * n, d))
    X /= np.linalg.norm(X, axis=1, keepdims=True)
    ordered = np.sort(X @ V.T, axis=1)
    X = X[ordered[:, -1] - ordered[:, -2] > margin][:n]
    assert len(X) == n
    t = (X @ V.T).argmax(axis=1)
    C = (1 - level) * np.eye(Q) + level * rng.dirichlet(np.ones(Q), size=Q).T
    y = np.array([rng.choice(Q, p=C[:, q]) for q in t])
    return X, V, t, y, C


def in_polytope(G, X):
    """Whether shares p_i exist with mean_i p_i x_i^T = G, by a linear program."""
    (Q, d), n = G.shape, len(X)
    A = np.zeros((Q * d + n, Q * n))  # variables p[q, i]
    for q in range(Q):
        A[q * d : (q + 1) * d, q * n : (q + 1) * n] = X.T / n
        A[Q * d :, q * n : (q + 1) * n] = np.eye(n)
    return linprog(np.zeros(Q * n), A_eq=A, b_eq=np.concatenate([G.ravel(), np.ones(n)])).status == 0


def least_in_box(X, y, D):
    """The minimum of L over |W| <= 1, and where: minimise mean_i m_i - <G, W> with m_i >= <w_r, x_i>."""
    (n, d), Q, G = X.shape, len(D), moment(X, y, D)
    A = np.zeros((n * Q, Q * d + n))
    for r in range(Q):
        A[r * n : (r + 1) * n, r * d : (r + 1) * d] = X
        A[r * n : (r + 1) * n, Q * d :] = -np.eye(n)
    bounds = [(-1, 1)] * (Q * d) + [(None, None)] * n
    found = linprog(np.concatenate([-G.ravel(), np.full(n, 1 / n)]), A_ub=A, b_ub=np.zeros(n * Q), bounds=bounds)
    return found.fun, found.x[: Q * d].reshape(Q, d)


@pytest.mark.evaluates("eq-uma-backward", "prop-uma-convex")
def test_the_corrected_loss_is_convex_homogeneous_and_unbiased():
    rng = np.random.default_rng(0)
    negative = 0
    for seed in range(60):
        X, _, t, y, C = problem(seed, n=12)
        D = np.linalg.inv(C)
        negative += (D < 0).any()
        W, V, share = rng.normal(size=(4, 3)), rng.normal(size=(4, 3)), rng.random()
        largest = (X @ W.T).max(axis=1)
        assert loss(W, X, y, D) == pytest.approx(np.mean(largest - np.sum(D[:, y].T * (X @ W.T), axis=1)))
        assert loss(W, X, y, D) == pytest.approx(np.mean(largest) - np.sum(moment(X, y, D) * W))
        mixed = loss(share * W + (1 - share) * V, X, y, D)
        assert mixed <= share * loss(W, X, y, D) + (1 - share) * loss(V, X, y, D) + 1e-12
        assert loss(3.5 * W, X, y, D) == pytest.approx(3.5 * loss(W, X, y, D))
        for x, true in zip(X, t):
            mean = sum(C[k, true] * loss(W, x[None], np.array([k]), D) for k in range(4))
            assert mean == pytest.approx(loss(W, x[None], np.array([true]), np.eye(4)))
    assert negative == 60, "the signs of D differ, and nothing depends on it"


@pytest.mark.evaluates("prop-uma-unbounded")
def test_the_corrected_loss_is_bounded_below_if_and_only_if_its_moment_is_in_the_polytope():
    inside = {0.0: 0, 0.3: 0}
    for seed, level in product(range(12), inside):
        X, V, t, y, C = problem(seed, Q=3, d=2, n=40, level=level)
        D = np.linalg.inv(C)
        bounded = in_polytope(moment(X, y, D), X)
        least, W = least_in_box(X, y, D)
        inside[level] += bounded
        assert least == pytest.approx(0, abs=1e-9) if bounded else least < -1e-5
        if not bounded:  # a ray along which it falls without end
            assert loss(1e6 * W, X, y, D) == pytest.approx(1e6 * least) and least < 0
        # The moment of the true labels is a vertex: the shares that maximise <., V> are unique.
        scores = np.sort(X @ V.T, axis=1)
        assert (scores[:, -1] > scores[:, -2]).all()
        assert np.sum(moment(X, t, np.eye(3)) * V) == pytest.approx(np.mean(scores[:, -1]))
    assert inside[0.0] == 12 and 0 < inside[0.3] < 12


@pytest.mark.evaluates("eq-uma-gradient", "prop-uma-gradient")
def test_the_gradient_is_made_of_the_vectors_of_uma():
    rng = np.random.default_rng(1)
    for seed in range(20):
        X, _, _, y, C = problem(seed)
        D, W = np.linalg.inv(C), rng.normal(size=(4, 3))
        scores = np.sort(X @ W.T, axis=1)
        assert (scores[:, -1] - scores[:, -2]).min() > 1e-5, "no tie within the difference"
        z = vectors(W, X, y, D)
        pairs = [(p, q) for p, q in product(range(4), repeat=2) if p != q]
        assert loss(W, X, y, D) == pytest.approx(sum((W[p] - W[q]) @ z[p, q] for p, q in pairs))
        parts = np.zeros((4, 3))
        for p, q in pairs:
            parts[p] += z[p, q]
            parts[q] -= z[p, q]
        np.testing.assert_allclose(parts, z.sum(axis=1) - z.sum(axis=0), atol=1e-12)
        for index in np.ndindex(W.shape):
            step = np.zeros_like(W)
            step[index] = 1e-7
            slope = (loss(W + step, X, y, D) - loss(W - step, X, y, D)) / 2e-7
            assert slope == pytest.approx(parts[index], abs=1e-6)
        # All pairs at once: a subgradient of the convex L.
        for _ in range(50):
            V = W + rng.normal(size=W.shape) * 10 ** rng.uniform(-2, 1)
            assert loss(V, X, y, D) >= loss(W, X, y, D) + np.sum(parts * (V - W)) - 1e-9


def part_of_loss(V, X, weights):
    """mean_i weights_i (max_r <v_r, x_i> - <v_q, x_i>), with q the last class."""
    scores = X @ V.T
    return np.mean(weights * (scores.max(axis=1) - scores[:, -1]))


def test_one_pair_is_a_subgradient_for_sure_only_without_negative_weights():
    rng, q = np.random.default_rng(2), 3
    violated = {True: 0, False: 0}
    for seed, clean in product(range(30), violated):
        X, _, _, y, C = problem(seed)
        W, D = rng.normal(size=(4, 3)), np.eye(4) if clean else np.linalg.inv(C)
        mine = (X @ W.T).argmax(axis=1)
        p = int(np.bincount(mine[mine != q], minlength=q).argmax())
        weights, gradient = D[q, y] * (mine == p), np.zeros_like(W)
        gradient[p] = vectors(W, X, y, D)[p, q]
        gradient[q] = -gradient[p]
        for _ in range(50):
            V = W + rng.normal(size=W.shape) * 10 ** rng.uniform(-2, 1)
            plane = part_of_loss(W, X, weights) + np.sum(gradient * (V - W))
            violated[clean] += part_of_loss(V, X, weights) < plane - 1e-9
    assert violated[True] == 0 < 100 < violated[False]


def test_uma_is_not_descent():
    rng = np.random.default_rng(3)
    raised = steps = 0
    for seed in range(6):
        X, _, _, y, C = problem(seed, n=200)
        D, W = np.linalg.inv(C), 1e-3 * rng.normal(size=(4, 3))
        for _ in range(100):
            z = vectors(W, X, y, D)
            length = np.linalg.norm(z, axis=2)
            np.fill_diagonal(length, 0)
            p, q = np.unravel_index(length.argmax(), length.shape)
            before = loss(W, X, y, D)
            W[p] -= z[p, q]
            W[q] += z[p, q]
            steps, raised = steps + 1, raised + (loss(W, X, y, D) > before)
    assert 0.2 < raised / steps < 0.8


def test_a_lead_of_alpha_loses_a_part_of_the_loss():
    X, _, _, y, C = problem(0)
    D, W = np.linalg.inv(C), np.random.default_rng(4).normal(size=(4, 3))

    def total(alpha):
        z = vectors(W, X, y, D, alpha)
        return sum((W[p] - W[q]) @ z[p, q] for p, q in product(range(4), repeat=2))

    assert total(0.0) == pytest.approx(loss(W, X, y, D))
    assert abs(total(0.5) - loss(W, X, y, D)) > 0.01
