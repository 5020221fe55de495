"""Displayed formulas of the book, written out as they stand there and evaluated; each test names their labels.

A formula is written here from its page, not from the package: a sign changed in the page has to be changed here, too,
and then a test fails.
"""

import numpy as np
import pytest
from scipy.linalg import expm

from confusion import copa, limits, margins, noise, uma
from tests.helpers import costs, random_separable_law
from tests.helpers import noise as random_noise

SEEDS = pytest.mark.parametrize("seed", range(8))


@pytest.mark.evaluates(
    "def-tools-norms", "eq-tools-norms", "prop-tools-norms", "prop-tools-nuclear", "prop-tools-trace"
)
@pytest.mark.decides("copa/norm-is-singular-value", "true")
@SEEDS
def test_norms_of_a_matrix(seed):
    rng = np.random.default_rng(seed)
    A, B = rng.normal(size=(2, 4, 3))
    U, sigma, Vt = np.linalg.svd(A, full_matrices=False)
    v = rng.normal(size=(3, 2000))
    stretched = np.linalg.norm(A @ (v / np.linalg.norm(v, axis=0)), axis=0).max()
    assert 0.9 * sigma[0] <= stretched <= sigma[0] == pytest.approx(np.linalg.norm(A @ Vt[0]))
    # A norm: homogeneous, below the sum.
    assert np.linalg.norm(-3 * A, 2) == pytest.approx(3 * sigma[0])
    assert np.linalg.norm(A + B, 2) <= sigma[0] + np.linalg.norm(B, 2) + 1e-12
    assert np.sqrt((A**2).sum()) == pytest.approx(np.sqrt((sigma**2).sum()))
    np.testing.assert_allclose(sum(s * np.outer(u, w) for s, u, w in zip(sigma, U.T, Vt)), A)
    assert sigma[0] <= np.sqrt((sigma**2).sum()) <= sigma.sum()
    assert np.sqrt((sigma**2).sum()) <= np.sqrt(3) * sigma[0]
    assert np.sum(A * B / np.linalg.svd(B)[1].sum()) <= sigma[0] == pytest.approx(np.sum(A * np.outer(U[:, 0], Vt[0])))
    P = A.T @ A
    assert np.trace(P @ (-B.T @ B)) <= np.trace(P @ np.zeros((3, 3)))


@pytest.mark.evaluates(
    "eq-update-grow", "eq-update-notation", "eq-update-root", "eq-update-step", "eq-update-threshold", "eq-update-w",
    "thm-update-grow",
)  # fmt: skip
@SEEDS
def test_a_step_of_copa(seed):
    rng = np.random.default_rng(seed)
    Q, d, C, y = 3 + seed % 3, 3, 10 ** rng.uniform(-1, 1), 0
    W = rng.normal(size=(Q, d))
    W, x = W - W.mean(axis=0), rng.normal(size=d)
    ell, n, kappa = W @ x + 1 / (Q - 1), x @ x, 1 / C + x @ x
    wrong = np.arange(Q) != y
    low, high = -np.abs(ell).sum() - 1, 0.0  # the root by bisection: slopes are above 1
    for _ in range(200):
        tau = (low + high) / 2
        phi = np.maximum(ell[wrong] - tau, 0).sum() + kappa * Q / n * tau
        low, high = (tau, high) if phi < 0 else (low, tau)
    alpha = np.where(wrong, np.maximum(ell - tau, 0), 0) / kappa
    s = alpha.sum()
    np.testing.assert_allclose(alpha, copa.copa_multipliers(W, x, y, C), atol=1e-9)
    assert tau == pytest.approx(-n / Q * s, abs=1e-9)
    new = W - np.outer(alpha - s / Q, x)
    np.testing.assert_allclose(new, copa.copa_step(W, x, y, C), atol=1e-9)
    grown = [0.0]
    for _ in range(Q - 1):
        above = wrong & (ell > grown[-1])
        grown.append(-n / (Q / C + (Q - above.sum()) * n) * ell[above].sum())
    assert (np.diff(grown) <= 1e-12).all() and grown[-1] == pytest.approx(tau, abs=1e-9)


@pytest.mark.evaluates("rb-chord", "rb-lem-step")
@SEEDS
def test_the_chord_of_an_exponential(seed):
    rng = np.random.default_rng(seed)
    U, theta = rng.normal(size=(5, 5)), rng.normal()
    X = U + U.T
    M = np.linalg.norm(X, 2)
    even, odd = np.cosh(theta * M) * np.eye(5), X / M * np.sinh(theta * M)
    rounding = 1e-12 * np.cosh(theta * M)
    assert np.linalg.eigvalsh(even + odd - expm(theta * X)).min() >= -rounding
    assert np.linalg.eigvalsh(even - (expm(theta * X) + expm(-theta * X)) / 2).min() >= -rounding


@pytest.mark.evaluates("rb-cor-printed", "rb-free", "rb-increment", "rb-printed", "rb-route", "rb-thm-one")
def test_radii_of_the_online_risk():
    counts, M, delta, Q = np.array([30, 7, 50]), 1.5, 0.1, 3
    displayed = {
        "dimension-free": M * np.sqrt((Q - 1) / 2 * np.sum(1 / counts) * np.log(2 / delta)),
        "printed": M * np.sqrt(2 * Q * np.sum(1 / counts) * np.log(Q / delta)),
        "route": M * np.sqrt(2 * Q * np.sum(1 / counts) * np.log(2 * Q / delta)),
    }
    assert sorted(displayed.values()) == list(displayed.values())
    for form, radius in displayed.items():
        assert limits.online_risk_radius(counts, loss_bound=M, delta=delta, form=form) == pytest.approx(radius)


@pytest.mark.evaluates("eq-mm-bound", "eq-mm-gradient", "eq-mm-log", "eq-mm-slope", "prop-mm-gradient")
@SEEDS
def test_the_costs_are_the_gradient_of_the_loss(seed):
    """prop-mm-gradient, eq-mm-bound, eq-mm-gradient, eq-mm-slope, eq-mm-log, by differences."""
    rng = np.random.default_rng(seed)
    y, h, rows, w = rng.integers(4, size=5), rng.integers(4, size=5), np.arange(5), rng.uniform(0.5, 2, 5)
    f = 2 * rng.normal(size=(5, 4))

    def losses(g):
        return np.exp(g - g[rows, y][:, None]).sum(axis=1) - 1

    def slope(function, direction):
        return (function(f + 1e-6 * direction) - function(f - 1e-6 * direction)) / 2e-6

    assert (losses(f) >= (f.argmax(axis=1) != y)).all()
    weighted, plain = (np.array(costs(f, y, weights)[0]) for weights in (w, np.ones(5)))
    p = np.exp(f) / np.exp(f).sum(axis=1, keepdims=True)
    np.testing.assert_allclose(plain / (1 + losses(f))[:, None], p - np.eye(4)[y], atol=1e-12)
    for i, l in np.ndindex(5, 4):
        square = np.zeros((5, 4))
        square[i, l] = 1
        assert slope(lambda g: w @ losses(g), square) == pytest.approx(weighted[i, l], rel=1e-5, abs=1e-6)
        assert slope(lambda g: np.log1p(losses(g)).sum(), square) == pytest.approx(p[i, l] - (l == y[i]), abs=1e-6)
    along = slope(lambda g: w @ losses(g), np.eye(4)[h])
    assert along == pytest.approx(weighted[rows, h].sum(), rel=1e-5, abs=1e-6)


@pytest.mark.evaluates("prop-mh-stump")
@SEEDS
def test_the_best_votes_of_a_stump(seed):
    """prop-mh-stump, by all votes on both sides of a threshold."""
    rng = np.random.default_rng(seed)
    c, D, left = np.where(rng.random((6, 3)) < 0.5, 1, -1), rng.dirichlet(np.ones(18)).reshape(6, 3), np.arange(6) < 2
    errors = []
    for votes in np.ndindex(*(2,) * 6):
        h = np.where(left[:, None], np.array(votes[:3]), np.array(votes[3:])) * 2 - 1
        errors.append(D[h != c].sum())
    sums = [(c * D)[side].sum(axis=0) for side in (left, ~left)]
    assert 1 - 2 * min(errors) == pytest.approx(np.abs(sums).sum())


@pytest.mark.evaluates("prop-real-at-g")
def test_the_error_that_uma_sees_at_the_labels():
    rng = np.random.default_rng(0)
    X, G, C = rng.normal(size=(90, 2)), rng.normal(size=(3, 2)), random_noise(rng, 3)
    y, inverse = (X @ G.T).argmax(axis=1), np.linalg.inv(C)
    for p in range(3):
        gamma = X[y == p].sum(axis=0) / 90
        for q in range(3):
            np.testing.assert_allclose(uma.uma_direction(X, y, G, C, p, q), inverse[q, p] * gamma, atol=1e-12)
    counts = np.bincount(y, minlength=3)
    displayed = sum(counts[p] / 90 * inverse[q, p] for p in range(3) for q in range(3) if q != p)
    assert noise.estimated_error(y, y, C, classes=[0, 1, 2]) == pytest.approx(displayed)


@pytest.mark.evaluates("prop-weighted-probabilities")
@SEEDS
def test_weights_move_the_probabilities(seed):
    rng = np.random.default_rng(seed)
    p, c, f = rng.dirichlet(np.ones(3)), rng.uniform(0.5, 3, 3), rng.normal(size=3)
    moved = c * p / (c @ p)
    weighed = sum(c[y] * p[y] * margins.surrogate_loss(f, y, "softmax") for y in range(3))
    assert weighed == pytest.approx((c @ p) * margins.conditional_risk(f, moved, "softmax"))
    assert margins.surrogate_answers(moved, "softmax").tolist() == [np.argmax(c * p)]


@pytest.mark.evaluates(
    "def-svm-primal", "eq-svm-dual", "eq-svm-gap", "eq-svm-primal", "eq-svm-rows", "eq-svm-slack", "prop-svm-dual"
)
@SEEDS
def test_the_gap_of_the_svm(seed):
    """eq-svm-slack to eq-svm-gap: the identity, for any f and any feasible table."""
    rng = np.random.default_rng(seed)
    m, k, C = 7, 3, 10 ** rng.uniform(-1, 1)
    X, y, f = rng.normal(size=(m, 2)), rng.integers(k, size=m), rng.normal(size=(k, 2))
    rows, true = np.arange(m), np.eye(k, dtype=bool)[y]
    alpha = -rng.dirichlet(np.ones(k - 1), size=m) * rng.uniform(0, C, size=(m, 1))
    alpha = np.array([np.insert(row, label, -row.sum()) for row, label in zip(alpha, y)])
    assert (alpha[true] <= C).all() and (alpha[~true] <= 0).all()
    scores = X @ f.T
    eta = np.maximum(0, 1 - scores[true] + np.where(true, -np.inf, scores).max(axis=1))
    primal = 0.5 * np.sum(f**2) + C * eta.sum()
    made = alpha.T @ X
    dual = alpha[rows, y].sum() - 0.5 * np.sum(made**2)
    lead = scores[true][:, None] - scores - 1 + eta[:, None]
    g = (C - alpha[true]) * eta + np.where(true, 0, -alpha * lead).sum(axis=1)
    assert primal - dual == pytest.approx(0.5 * np.sum((f - made) ** 2) + g.sum())
    assert (lead[~true] >= -1e-12).all() and (g >= -1e-12).all()


@pytest.mark.evaluates("eq-noise-bayes", "eq-noise-proportions")
@SEEDS
def test_proportions_and_posterior_of_noisy_labels(seed):
    rng = np.random.default_rng(seed)
    C, pi = random_noise(rng, 3), rng.dirichlet(np.ones(3))
    joint = C * pi  # rows given, columns true
    np.testing.assert_allclose(np.linalg.inv(C) @ joint.sum(axis=1), pi)
    posterior = [[C[j, i] * pi[i] / sum(C[j, q] * pi[q] for q in range(3)) for j in range(3)] for i in range(3)]
    np.testing.assert_allclose(posterior, (joint / joint.sum(axis=1, keepdims=True)).T)
    labels = np.array([0, 0, 1, 2, 2, 2])
    expected = np.linalg.inv(C) @ np.bincount(labels) / 6
    np.testing.assert_allclose(noise.class_proportions(labels, C, classes=[0, 1, 2]), expected)


@pytest.mark.evaluates("def-noise-ultra", "eq-noise-counts", "eq-noise-errorset", "eq-noise-steps", "prop-noise-counts")
@SEEDS
def test_mistakes_on_correct_and_on_wrong_labels(seed):
    """eq-noise-errorset, eq-noise-steps, eq-noise-counts: after every mistake of a run on noisy labels."""
    rng = np.random.default_rng(seed)
    law, W_star, theta = random_separable_law(rng)
    Q, X, true = len(W_star), law.X, law.labels
    labels = np.where(rng.random(len(X)) < 0.2, rng.integers(Q, size=len(X)), true)
    W, plus, minus = np.zeros_like(W_star), 0, 0
    for i in np.tile(np.arange(len(X)), 30):
        scores, y = W @ X[i], labels[i]
        errors = [r for r in range(Q) if r != y and scores[r] >= scores[y]]
        if errors:
            W[y] += X[i]
            W[errors] -= np.outer(rng.dirichlet(np.ones(len(errors))), X[i])
            plus, minus = plus + (y == true[i]), minus + (y != true[i])
            assert theta * plus <= np.sqrt(2) * minus + np.sqrt(2 * (plus + minus)) + 1e-9
    assert plus > 0


@pytest.mark.evaluates("eq-uma-updates", "thm-uma-updates")
def test_updates_of_uma():
    """What the package promises is at most the displayed bound, and equal to it without deviation."""
    for theta, eta, rho in ((0.5, 0.1, 0.25), (1.3, 0.02, 0.5), (0.2, 0.5, 0.9)):
        displayed = 2 / (eta * theta**2) * ((1 + rho) / (1 - rho)) ** 2
        assert displayed / (1 + rho) ** 2 <= uma.update_bound(theta, eta, precision=rho) <= displayed
        assert uma.update_bound(theta, eta, precision=rho, vector="unit") <= eta * displayed
