"""Statements of the chapter on learning online, evaluated as they stand there; each test names their labels."""

import numpy as np
import pytest
from scipy.optimize import minimize
from scipy.special import log_softmax, softmax

from confusion.linear import ultraconservative_step
from confusion.margins import block_step

SEEDS = pytest.mark.parametrize("seed", range(8))


def margin(W, x, y):
    scores = W @ x
    return scores[y] - np.delete(scores, y).max()


def separable(rng, Q, d, m):
    """Inputs, classes, and a U whose least margin is 1."""
    U = rng.normal(size=(Q, d))
    X = rng.normal(size=(m, d)) * rng.uniform(0.3, 3)
    y = (X @ U.T).argmax(axis=1)
    margins = np.array([margin(U, *one) for one in zip(X, y)])
    wide = margins > np.quantile(margins, 0.3)
    return X[wide], y[wide], U / margins[wide].min()


@pytest.mark.evaluates(
    "def-online-perceptron", "eq-online-mistakes", "eq-online-step", "prop-online-pa-mistakes",
    "thm-online-mistakes",
)  # fmt: skip
@SEEDS
@pytest.mark.parametrize("update", ["max", "max-hinge"])
def test_mistakes_on_a_separable_stream(update, seed):
    """thm-online-mistakes, eq-online-mistakes, prop-online-pa-mistakes, eq-online-step, def-online-perceptron."""
    rng = np.random.default_rng(seed)
    Q = 2 + seed % 4
    X, y, U = separable(rng, Q, 3, 40)
    r, W, mistakes, squares = np.linalg.norm(X, axis=1).max(), np.zeros((Q, 3)), 0, 0.0
    for t in rng.integers(len(y), size=400):  # any order, any number of passes
        new = ultraconservative_step(W, X[t], y[t], update)
        n = X[t] @ X[t]
        a, wrong = (new - W) @ X[t] / n, margin(W, X[t], y[t]) <= 0
        np.testing.assert_allclose(W + np.outer(a, X[t]), new, atol=1e-9)
        assert a.sum() == pytest.approx(0, abs=1e-9) and a[y[t]] >= 0 and np.delete(a, y[t]).max() <= 1e-12
        if update == "max":
            rivals = np.where(np.arange(Q) == y[t], -np.inf, W @ X[t])
            expected = (np.arange(Q) == y[t]) - 1.0 * (np.arange(Q) == rivals.argmax())
            np.testing.assert_allclose(a, wrong * expected, atol=1e-9)
            assert np.sum(U * new) >= np.sum(U * W) + wrong * (1 - 1e-9)
            assert np.sum(new**2) <= np.sum(W**2) + wrong * (2 * r**2 + 1e-9)
        elif wrong:
            assert np.sum((new - W) ** 2) >= 1 / (2 * n) - 1e-9
        mistakes, squares, W = mistakes + wrong, squares + np.sum((new - W) ** 2), new
    assert 0 < mistakes <= 2 * r**2 * np.sum(U**2)
    assert update == "max" or squares <= np.sum(U**2) + 1e-9


@pytest.mark.evaluates("eq-online-mistakes", "prop-online-pa-mistakes", "thm-online-mistakes")
def test_the_bound_on_mistakes_is_met():
    """ex-online-tight: unit vectors; no smaller constant than 2 holds, neither with the operator norm for Frobenius."""
    for d in (1, 3, 10):
        signs = np.random.default_rng(d).choice([-1, 1], size=d)
        for update in ("max", "max-hinge"):
            W, mistakes = np.zeros((2, d)), 0
            for x, sign in zip(np.eye(d), signs):
                y = int(sign < 0)
                mistakes += margin(W, x, y) <= 0
                W = ultraconservative_step(W, x, y, update)
            U = np.array([signs, -signs]) / 2
            assert mistakes == d == 2 * np.sum(U**2)
    # Three classes, one unit vector each: the spectral norm of the shortest U would promise too little.
    W, mistakes = np.zeros((3, 3)), 0
    for y in range(3):
        mistakes += margin(W, np.eye(3)[y], y) <= 0
        W = ultraconservative_step(W, np.eye(3)[y], y, "max")
    U = np.eye(3) - 1 / 3
    assert mistakes == 3 > 2 * np.linalg.norm(U, 2) ** 2 and 2 * np.sum(U**2) >= 3


@SEEDS
def test_mistakes_with_slack(seed):
    """ex-online-tight (c): M <= sum of slacks over the mistakes + sqrt(2) r |U| sqrt(M), for every U."""
    rng = np.random.default_rng(seed)
    X, y, W, U = rng.normal(size=(200, 2)), rng.integers(3, size=200), np.zeros((3, 2)), rng.normal(size=(3, 2))
    M, xi = 0, 0.0
    for x, q in zip(X, y):
        if margin(W, x, q) <= 0:
            M, xi = M + 1, xi + max(0, 1 - margin(U, x, q))
        W = ultraconservative_step(W, x, q, "max")
    assert M <= xi + np.sqrt(2 * M) * np.linalg.norm(X, axis=1).max() * np.linalg.norm(U)


@pytest.mark.evaluates("eq-online-level", "eq-svm-pa", "prop-svm-first-visit")
@SEEDS
@pytest.mark.parametrize("C", [0.1, 0.7, 50.0])
def test_the_passive_aggressive_step(C, seed):
    """prop-svm-first-visit, eq-svm-pa, eq-online-level: by a solver that knows nothing of levels."""
    rng = np.random.default_rng(seed)
    Q, y = 2 + seed % 4, 0
    W, x = rng.normal(size=(Q, 3)), rng.normal(size=3)
    s, n = W @ x, x @ x

    def objective(V):
        return np.sum((V - W) ** 2) / 2 + C * max(0, 1 - margin(V, x, y))

    low, high = s[y], max(s[y], s.max() + 1) + 1e-9
    for _ in range(200):
        tau = (low + high) / 2
        owed = np.maximum(np.delete(s, y) + 1 - tau, 0).sum()
        low, high = (tau, high) if owed > min(n * C, tau - s[y]) else (low, tau)
    new = np.minimum(s, tau - 1)
    new[y] = s[y] + min(n * C, tau - s[y])
    step = W + np.outer(new - s, x) / n
    # Slack as a variable makes the problem smooth.
    rows = [
        {"type": "ineq", "fun": lambda v, q=q: v[-1] - 1 + (v[: Q * 3].reshape(Q, 3)[[y, q]] @ x) @ [1, -1]}
        for q in range(1, Q)
    ]
    rows.append({"type": "ineq", "fun": lambda v: v[-1]})
    found = minimize(
        lambda v: np.sum((v[:-1] - W.ravel()) ** 2) / 2 + C * v[-1],
        np.append(W.ravel(), 5.0),
        constraints=rows,
        method="SLSQP",
        options={"ftol": 1e-14, "maxiter": 500},
    )
    assert objective(step) == pytest.approx(found.fun, abs=1e-6)
    np.testing.assert_allclose(step, found.x[:-1].reshape(Q, 3), atol=1e-3)
    np.testing.assert_allclose((new - s) / n, block_step(s, y, n, C, np.zeros(Q)), atol=1e-9)
    if n * C > tau - s[y]:
        np.testing.assert_allclose(step, ultraconservative_step(W, x, y, "max-hinge"), atol=1e-8)
        bars = np.sort(np.delete(s, y) + 1)[::-1]
        means = np.append(s[y], bars).cumsum() / np.arange(1, Q + 1)
        assert tau == pytest.approx(means.max(), abs=1e-8)


@pytest.mark.evaluates("eq-online-gradient", "eq-online-step")
@SEEDS
def test_the_gradient_of_the_softmax_loss(seed):
    """eq-online-gradient, by differences; the step has the form of eq-online-step."""
    rng = np.random.default_rng(seed)
    Q, y = 2 + seed % 4, 1
    W, x, h = rng.normal(size=(Q, 3)), rng.normal(size=3), 1e-6
    stated = np.outer(softmax(W @ x) - np.eye(Q)[y], x)
    for q, j in np.ndindex(Q, 3):
        move = np.zeros((Q, 3))
        move[q, j] = h
        slope = (log_softmax((W - move) @ x)[y] - log_softmax((W + move) @ x)[y]) / (2 * h)
        assert slope == pytest.approx(stated[q, j], abs=1e-7)
    a = np.eye(Q)[y] - softmax(W @ x)
    assert a.sum() == pytest.approx(0, abs=1e-12) and a[y] > 0 and np.delete(a, y).max() < 0


@SEEDS
def test_softmax_steps_lose_little_more_than_a_fixed_matrix(seed):
    """The sentence below eq-online-gradient: prop-tools-subgradient with gradients of length at most r sqrt(2)."""
    rng = np.random.default_rng(seed)
    Q = 2 + seed % 4
    for m in (25, 400):
        X, y, U = rng.normal(size=(m, 3)), rng.integers(Q, size=m), rng.normal(size=(Q, 3))
        r2 = (X**2).sum(axis=1).max()
        step = np.linalg.norm(U) / np.sqrt(2 * r2 * m)
        W, excess = np.zeros((Q, 3)), 0.0
        for x, label in zip(X, y):
            gradient = np.outer(softmax(W @ x) - np.eye(Q)[label], x)
            assert np.sum(gradient**2) <= 2 * r2
            excess += log_softmax(U @ x)[label] - log_softmax(W @ x)[label]
            W = W - step * gradient
        assert excess / m <= np.linalg.norm(U) * np.sqrt(2 * r2 / m)


@pytest.mark.evaluates("eq-online-batch", "thm-online-batch")
def test_the_mean_risk_of_a_stream():
    """thm-online-batch, eq-online-batch: a learner that chooses by the past; half the root would not do."""
    rng = np.random.default_rng(0)
    runs, m = 20_000, 50
    # Coins of probability .5 and .3: after a success the learner tests the first, after a failure the second.
    risks, losses, chance = [], [], np.full(runs, 0.5)
    for _ in range(m):
        loss = rng.random(runs) < chance
        risks.append(chance)
        losses.append(loss)
        chance = np.where(loss, 0.3, 0.5)
    gap = np.mean(risks, axis=0) - np.mean(losses, axis=0)
    for delta in (0.1, 0.05, 0.01):
        root = np.sqrt(np.log(1 / delta) / (2 * m))
        assert (gap > root).mean() <= delta
        assert (gap > root / 2).mean() > delta
    assert abs(gap.mean()) < 4 * gap.std() / np.sqrt(runs)  # martingale differences: the mean is zero


@pytest.mark.evaluates("prop-online-keep")
@SEEDS
def test_which_classifier_to_keep(seed):
    """prop-online-keep: convex losses obey Jensen's inequality, the number of errors does not."""
    rng = np.random.default_rng(seed)
    Ws, X, y = rng.normal(size=(9, 3, 2)), rng.normal(size=(60, 2)), rng.integers(3, size=60)

    def losses(W):
        margins = np.array([margin(W, *one) for one in zip(X, y)])
        soft = -log_softmax(X @ W.T, axis=1)[np.arange(60), y]
        return np.array([np.maximum(0, 1 - margins).mean(), soft.mean()])

    assert (losses(Ws.mean(axis=0)) <= np.mean([losses(W) for W in Ws], axis=0)).all()
    # Errors: right by little twice and wrong by far once, one third on average; their average is wrong.
    scores = np.array([[1.0, 0.0], [1.0, 0.0], [0.0, 9.0]])
    assert (scores.argmax(axis=1) == 1).mean() < 0.5 and scores.mean(axis=0).argmax() == 1
