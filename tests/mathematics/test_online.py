"""Statements of the chapter on learning online, evaluated as they stand there."""

import numpy as np
import pytest
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
    rng = np.random.default_rng(seed)
    Q = 2 + seed % 4
    X, y, U = separable(rng, Q, 3, 40)
    W, mistakes = np.zeros((Q, 3)), 0
    for t in rng.integers(len(y), size=400):  # any order, any number of passes
        new = ultraconservative_step(W, X[t], y[t], update)
        a, wrong = (new - W) @ X[t] / (X[t] @ X[t]), margin(W, X[t], y[t]) <= 0
        np.testing.assert_allclose(W + np.outer(a, X[t]), new, atol=1e-9)
        assert a.sum() == pytest.approx(0, abs=1e-9) and a[y[t]] >= 0 and np.delete(a, y[t]).max() <= 1e-12
        if update == "max":
            rival = np.where(np.arange(Q) == y[t], -np.inf, W @ X[t]).argmax()
            np.testing.assert_allclose(a, wrong * (np.eye(Q)[y[t]] - np.eye(Q)[rival]), atol=1e-9)
            # The two halves of the proof: these streams do not come near the bound itself.
            assert np.sum(U * new) >= np.sum(U * W) + wrong * (1 - 1e-9)
            assert np.sum(new**2) <= np.sum(W**2) + wrong * (2 * X[t] @ X[t] + 1e-9)
        mistakes, W = mistakes + wrong, new
    assert 0 < mistakes <= 2 * (X**2).sum(axis=1).max() * np.sum(U**2)


@pytest.mark.evaluates("eq-online-mistakes", "prop-online-pa-mistakes", "thm-online-mistakes")
def test_the_bound_on_mistakes_is_met():
    """Unit vectors; no smaller constant than 2 holds, neither with the operator norm for Frobenius."""
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


@pytest.mark.evaluates("eq-online-level", "eq-svm-pa", "prop-svm-first-visit")
@SEEDS
@pytest.mark.parametrize("C", [0.1, 0.7, 50.0])
def test_the_passive_aggressive_step(C, seed):
    """The level by bisection; its multipliers leave no gap to the dual, so that nothing is better."""
    rng = np.random.default_rng(seed)
    Q, y = 2 + seed % 4, 0
    W, x = rng.normal(size=(Q, 3)), rng.normal(size=3)
    s, n = W @ x, x @ x

    low, high = s[y], max(s[y], s.max() + 1) + 1e-9
    for _ in range(200):
        tau = (low + high) / 2
        owed = np.maximum(np.delete(s, y) + 1 - tau, 0).sum()
        low, high = (tau, high) if owed > min(n * C, tau - s[y]) else (low, tau)
    new = np.minimum(s, tau - 1)
    new[y] = s[y] + min(n * C, tau - s[y])
    step = W + np.outer(new - s, x) / n
    pays = np.delete(s - new, y) / n
    assert pays.min() >= 0 and pays.sum() <= C + 1e-9
    primal = np.sum((step - W) ** 2) / 2 + C * max(0, 1 - margin(step, x, y))
    dual = pays @ (np.delete(s, y) - s[y] + 1) - n / 2 * (pays @ pays + pays.sum() ** 2)
    assert primal == pytest.approx(dual)
    np.testing.assert_allclose((new - s) / n, block_step(s, y, n, C, np.zeros(Q)), atol=1e-9)
    if n * C > tau - s[y]:
        np.testing.assert_allclose(step, ultraconservative_step(W, x, y, "max-hinge"), atol=1e-8)
        bars = np.sort(np.delete(s, y) + 1)[::-1]
        means = np.append(s[y], bars).cumsum() / np.arange(1, Q + 1)
        assert tau == pytest.approx(means.max(), abs=1e-8)


@pytest.mark.evaluates("eq-online-gradient", "eq-online-step")
@SEEDS
def test_the_gradient_of_the_softmax_loss(seed):
    """By differences; its length, of which prop-tools-subgradient makes a bound; the form of eq-online-step."""
    rng = np.random.default_rng(seed)
    Q, y = 2 + seed % 4, 1
    W, x, h = rng.normal(size=(Q, 3)), rng.normal(size=3), 1e-6
    stated = np.outer(softmax(W @ x) - np.eye(Q)[y], x)
    for q, j in np.ndindex(Q, 3):
        move = np.zeros((Q, 3))
        move[q, j] = h
        slope = (log_softmax((W - move) @ x)[y] - log_softmax((W + move) @ x)[y]) / (2 * h)
        assert slope == pytest.approx(stated[q, j], abs=1e-7)
    far = softmax(99 * np.eye(Q)[0]) - np.eye(Q)[y]
    assert np.sum(stated**2) <= 2 * x @ x and np.sum(far**2) == pytest.approx(2)
    a = np.eye(Q)[y] - softmax(W @ x)
    assert a.sum() == pytest.approx(0, abs=1e-12) and a[y] > 0 and np.delete(a, y).max() < 0


@pytest.mark.evaluates("eq-online-batch", "thm-online-batch")
def test_the_mean_risk_of_a_stream():
    """A learner that chooses by the past; half the root would not do."""
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
    """Convex losses obey Jensen's inequality, the number of errors does not."""
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
