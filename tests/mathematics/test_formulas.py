"""Displayed formulas of the book, written out as they stand there and evaluated; each test names their labels.

A formula is written here from its page, not from the package: a sign changed in the page has to be changed here, too,
and then a test fails.
"""

import numpy as np
import pytest
from scipy.optimize import minimize, minimize_scalar

from confusion import copa, decisions, limits, margins, metrics, noise, uma
from tests.helpers import costs, random_separable_law
from tests.helpers import noise as random_noise
from tests.theorems import round_factor

SEEDS = pytest.mark.parametrize("seed", range(8))


def error_matrix(rng, Q):
    C = rng.dirichlet(np.ones(Q), size=Q)
    np.fill_diagonal(C, 0)
    return C


@pytest.mark.evaluates("def-confusion-norms", "eq-risk-from-confusion", "prop-prior-shift", "prop-risk-from-confusion")
@SEEDS
def test_measures_of_a_confusion_matrix(seed):
    """eq-risk-from-confusion, def-confusion-norms, prop-prior-shift."""
    rng = np.random.default_rng(seed)
    Q = 2 + seed % 4
    C, pi = error_matrix(rng, Q), rng.dirichlet(np.ones(Q))
    e = C.sum(axis=1)
    assert metrics.risk(C, pi) == pytest.approx(pi @ e) == pytest.approx(np.abs(pi @ C).sum())
    assert metrics.balanced_error(C) == pytest.approx(e.sum() / Q) == pytest.approx(metrics.risk(C, np.ones(Q) / Q))
    assert metrics.operator_norm(C) == pytest.approx(np.sqrt(np.linalg.eigvalsh(C.T @ C).max()))
    assert metrics.frobenius_norm(C) == pytest.approx(np.sqrt((C**2).sum()))
    assert metrics.confusion_rate(C) == pytest.approx(np.sqrt((C**2).sum()) / np.sqrt(Q))
    largest = max(metrics.risk(C, prior) for prior in np.eye(Q) * (1 - 1e-9 * Q) + 1e-9)
    assert largest == pytest.approx(e.max(), rel=1e-6)
    assert e.max() <= np.sqrt(Q - 1) * metrics.operator_norm(C) + 1e-12


@pytest.mark.evaluates("eq-norm-impossible")
@pytest.mark.parametrize("Q", [3, 4, 6, 26])
def test_answers_that_cannot_be_right(Q):
    """eq-norm-impossible: two classes of the same inputs, answered with probabilities r; the others are never wrong."""

    def matrix(r):
        C = np.zeros((Q, Q))
        C[:2] = r
        C[0, 0] = C[1, 1] = 0
        return C

    least, right = np.sqrt(2 / (Q + 6)), 4 / (Q + 6)
    answers = np.array([right] * 2 + [1 / (Q + 6)] * (Q - 2))
    best = matrix(answers)
    assert metrics.operator_norm(best) == pytest.approx(least)
    assert metrics.per_class_error(best)[:2] == pytest.approx(1 - right)
    assert metrics.operator_norm(matrix(np.array([0.5, 0.5] + [0] * (Q - 2)))) == pytest.approx(0.5)
    # Nothing near it and nothing far from it has a smaller norm; the bound of the proof holds for all.
    rng = np.random.default_rng(Q)
    others = rng.dirichlet(np.ones(Q), 300)
    for r in [*others, *(0.97 * answers + 0.03 * others)]:
        norm, epsilon = metrics.operator_norm(matrix(r)), r[2:].sum()
        assert norm > least
        assert norm**2 >= (1 - epsilon) ** 2 / 4 + 2 * epsilon**2 / (Q - 2) - 1e-12
    found = minimize_scalar(lambda e: (1 - e) ** 2 / 4 + 2 * e**2 / (Q - 2), bounds=(0, 1), method="bounded")
    assert found.x == pytest.approx((Q - 2) / (Q + 6), abs=1e-4) and found.fun == pytest.approx(least**2)
    # Errors on the other classes do not lower it.
    worse = best.copy()
    worse[2, 0] = 0.1
    assert metrics.operator_norm(worse) >= least - 1e-12


@pytest.mark.evaluates(
    "def-tools-norms", "eq-tools-norms", "prop-tools-norms", "prop-tools-nuclear", "prop-tools-trace"
)
@SEEDS
def test_norms_of_a_matrix(seed):
    """eq-tools-norms, prop-tools-norms, prop-tools-nuclear, prop-tools-trace."""
    rng = np.random.default_rng(seed)
    A, B = rng.normal(size=(2, 4, 3))
    U, sigma, Vt = np.linalg.svd(A, full_matrices=False)
    v = rng.normal(size=(3, 2000))
    stretched = np.linalg.norm(A @ (v / np.linalg.norm(v, axis=0)), axis=0).max()
    assert 0.9 * sigma[0] <= stretched <= sigma[0] == pytest.approx(np.linalg.norm(A @ Vt[0]))
    assert np.sqrt((A**2).sum()) == pytest.approx(np.sqrt((sigma**2).sum()))
    np.testing.assert_allclose(sum(s * np.outer(u, w) for s, u, w in zip(sigma, U.T, Vt)), A)
    assert sigma[0] <= np.sqrt((sigma**2).sum()) <= sigma.sum()
    assert np.sqrt((sigma**2).sum()) <= np.sqrt(3) * sigma[0]
    assert np.sum(A * B / np.linalg.svd(B)[1].sum()) <= sigma[0] == pytest.approx(np.sum(A * np.outer(U[:, 0], Vt[0])))
    P = A.T @ A
    assert np.trace(P @ (-B.T @ B)) <= np.trace(P @ np.zeros((3, 3)))


@pytest.mark.evaluates(
    "eq-update-dual", "eq-update-family", "eq-update-gap", "eq-update-grow", "eq-update-notation", "eq-update-root",
    "eq-update-scores", "eq-update-step", "eq-update-threshold", "eq-update-w", "lem-update-concave",
    "lem-update-stop", "thm-update-copa", "thm-update-grow",
)  # fmt: skip
@SEEDS
def test_a_step_of_copa(seed):
    """eq-update-notation to eq-update-grow, lem-update-concave."""
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
    active = alpha > 0
    D_I = Q / C + (Q - active.sum()) * n
    assert D_I == pytest.approx(kappa * Q - active.sum() * n)
    assert tau == pytest.approx(-n / D_I * ell[active].sum(), abs=1e-9)
    new = W - np.outer(alpha - s / Q, x)
    np.testing.assert_allclose(new, copa.copa_step(W, x, y, C), atol=1e-9)
    grown = [0.0]
    for _ in range(Q - 1):
        above = wrong & (ell > grown[-1])
        grown.append(-n / (Q / C + (Q - above.sum()) * n) * ell[above].sum())
    assert (np.diff(grown) <= 1e-12).all() and grown[-1] == pytest.approx(tau, abs=1e-9)
    dual = alpha @ ell - kappa / 2 * alpha @ alpha + n / (2 * Q) * s**2
    assert dual == pytest.approx(kappa / 2 * alpha @ alpha - n / (2 * Q) * s**2)
    hinge = np.maximum(new @ x + 1 / (Q - 1), 0)[wrong]
    assert 0.5 * np.sum((new - W) ** 2) + C / 2 * np.sum(hinge**2) == pytest.approx(dual)
    moved = np.sum((new @ x - W @ x) ** 2) / (2 * n)  # in the scores alone
    assert moved + C / 2 * np.sum(hinge**2) == pytest.approx(dual)
    hessian = np.eye(Q) / C + n * (np.eye(Q) - np.ones((Q, Q)) / Q)
    np.testing.assert_allclose(np.linalg.eigvalsh(hessian), [1 / C] + [1 / C + n] * (Q - 1))
    np.testing.assert_allclose(np.linalg.eigvalsh(hessian[1:, 1:]), [1 / C + n / Q] + [1 / C + n] * (Q - 2))


@pytest.mark.evaluates("prop-update-fisher")
@SEEDS
def test_the_minimiser_of_the_squared_hinge(seed):
    """prop-update-fisher."""
    p = np.random.default_rng(seed).dirichlet(np.ones(3))
    Q, mu = 3, 3 / 2 / np.sum(1 / (1 - p))
    found = minimize(
        lambda f: p @ [sum(max(0, g + 1 / 2) ** 2 for q, g in enumerate([*f, -sum(f)]) if q != y) for y in range(3)],
        np.zeros(2),
        options={"gtol": 1e-9},
    )
    np.testing.assert_allclose([*found.x, -sum(found.x)], mu / (1 - p) - 1 / (Q - 1), atol=1e-5)


@pytest.mark.evaluates("eq-update-row", "rb-chord", "rb-dilation", "rb-lem-step")
@SEEDS
def test_chord_and_dilation(seed):
    """rb-chord, rb-lem-step, rb-dilation, eq-update-row."""
    rng = np.random.default_rng(seed)
    U, theta, r = rng.normal(size=(3, 2)), rng.normal(), rng.normal(size=4)
    D = np.block([[np.zeros((3, 3)), U], [U.T, np.zeros((2, 2))]])
    np.testing.assert_allclose(D @ D, np.block([[U @ U.T, np.zeros((3, 2))], [np.zeros((2, 3)), U.T @ U]]))
    values, vectors = np.linalg.eigh(D)
    M = np.abs(values).max() * 1.3
    exponential = vectors @ np.diag(np.exp(theta * values)) @ vectors.T
    chord = np.cosh(theta * M) * np.eye(5) + D / M * np.sinh(theta * M)
    assert np.linalg.eigvalsh(chord - exponential).min() >= 0
    opposite = vectors @ np.diag(np.exp(-theta * values)) @ vectors.T
    assert np.linalg.eigvalsh(np.cosh(theta * M) * np.eye(5) - (exponential + opposite) / 2).min() >= 0
    assert np.linalg.norm(np.outer(np.eye(4)[1], r), 2) == pytest.approx(np.linalg.norm(r))


@pytest.mark.evaluates("rb-cor-printed", "rb-free", "rb-increment", "rb-printed", "rb-route", "rb-thm-one")
def test_radii_of_the_online_risk():
    """rb-free, rb-printed, rb-route."""
    counts, M, delta, Q = np.array([30, 7, 50]), 1.5, 0.1, 3
    displayed = {
        "dimension-free": M * np.sqrt((Q - 1) / 2 * np.sum(1 / counts) * np.log(2 / delta)),
        "printed": M * np.sqrt(2 * Q * np.sum(1 / counts) * np.log(Q / delta)),
        "route": M * np.sqrt(2 * Q * np.sum(1 / counts) * np.log(2 * Q / delta)),
    }
    assert sorted(displayed.values()) == list(displayed.values())
    for form, radius in displayed.items():
        assert limits.online_risk_radius(counts, loss_bound=M, delta=delta, form=form) == pytest.approx(radius)


@SEEDS
def test_jensen_for_the_weights_of_a_stream(seed):
    """eq-jensen-scaling."""
    rng = np.random.default_rng(seed)
    y, losses = rng.permutation(np.arange(12) % 3), rng.uniform(0, 2, size=(12, 3))
    losses[np.arange(12), y] = 0
    C = np.array([losses[y == p].mean(axis=0) for p in range(3)])
    weight = 1 / np.bincount(y)[y]
    assert np.linalg.norm(C, 2) ** 2 <= np.sum(C**2) + 1e-12
    assert np.sum(C**2) <= weight @ (losses**2).sum(axis=1)


@pytest.mark.evaluates(
    "def-combo-cost", "def-combo-edge", "eq-combo-cost", "eq-combo-drop", "eq-combo-edge", "eq-combo-factor",
    "eq-combo-half", "eq-combo-parts", "eq-combo-vote", "thm-combo-step",
)  # fmt: skip
@SEEDS
def test_a_round_of_combo(seed):
    """eq-combo-cost, eq-combo-edge, eq-combo-drop, eq-combo-factor, eq-combo-half, thm-combo-step."""
    rng = np.random.default_rng(seed)
    y, Q = np.array([0, 0, 0, 1, 1, 2]), 3
    f, rows, w = rng.normal(size=(6, Q)), np.arange(6), 1 / np.array([3, 3, 3, 2, 2, 1])
    D = w[:, None] * np.exp(f - f[rows, y][:, None])
    D[rows, y] = 0
    D[rows, y] = -D.sum(axis=1)
    np.testing.assert_allclose(costs(f, y, w)[0], D)
    h = np.array([0, 0, 1, 1, 2, rng.integers(3)])
    right, L = h == y, -D[rows, y].sum()
    plus, minus = -D[rows, y][right].sum(), D[rows, h][~right].sum()
    rest, delta = L - plus - minus, (plus - minus) / L
    assert delta == pytest.approx(-D[rows, h].sum() / L)

    def loss(alpha):
        g = f.copy()
        g[rows, h] += alpha
        return costs(g, y, w)[1]

    for alpha in (-0.7, 0.3, 1.1):
        assert loss(alpha) == pytest.approx(rest + plus * np.exp(-alpha) + minus * np.exp(alpha))
        half = (plus + rest / 2) * np.exp(-alpha) + (minus + rest / 2) * np.exp(alpha)
        factor = (1 - delta) / 2 * np.exp(alpha) + (1 + delta) / 2 * np.exp(-alpha)
        assert loss(alpha) <= half == pytest.approx(L * factor)
        if alpha > 0:
            assert round_factor(delta, alpha) == pytest.approx(factor)
    edge, exact = 0.5 * np.log((1 + delta) / (1 - delta)), 0.5 * np.log(plus / minus)
    assert round_factor(delta, edge) == pytest.approx(np.sqrt(1 - delta**2))
    assert loss(exact) == pytest.approx(rest + 2 * np.sqrt(plus * minus))
    assert L - loss(exact) == pytest.approx((np.sqrt(plus) - np.sqrt(minus)) ** 2)
    assert loss(exact) <= min(loss(exact + 0.01), loss(exact - 0.01), loss(edge)) and loss(edge) <= L


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


@pytest.mark.evaluates("prop-tables-pooled")
@SEEDS
def test_pooled_and_mean_matrices(seed):
    """prop-tables-pooled, (a)."""
    rng = np.random.default_rng(seed)
    y, answers, fold = rng.permutation(np.arange(60) % 3), rng.integers(3, size=60), np.arange(60) % 4
    folds = [metrics.confusion_matrix(y[fold == f], answers[fold == f], labels=[0, 1, 2]) for f in range(4)]
    shares = [np.bincount(y[fold == f], minlength=3) / np.bincount(y) for f in range(4)]
    pooled = metrics.confusion_matrix(y, answers)
    np.testing.assert_allclose(pooled, sum(share[:, None] * C for share, C in zip(shares, folds)))


@pytest.mark.evaluates("prop-real-at-g")
def test_the_error_that_uma_sees_at_the_labels():
    """prop-real-at-g, 2 and 3."""
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
    """prop-weighted-probabilities."""
    rng = np.random.default_rng(seed)
    p, c, f = rng.dirichlet(np.ones(3)), rng.uniform(0.5, 3, 3), rng.normal(size=3)
    moved = c * p / (c @ p)
    weighed = sum(c[y] * p[y] * margins.surrogate_loss(f, y, "softmax") for y in range(3))
    assert weighed == pytest.approx((c @ p) * margins.conditional_risk(f, moved, "softmax"))
    assert margins.surrogate_answers(moved, "softmax").tolist() == [np.argmax(c * p)]


@SEEDS
def test_margin_over_the_difference_of_weights_is_a_distance(seed):
    """scores-and-margins, below def-margin: no point of the border is nearer, and one is as near."""
    rng = np.random.default_rng(seed)
    W, b, x = rng.normal(size=(3, 2)), rng.normal(size=3), rng.normal(size=2)
    distance = abs((W[0] - W[1]) @ x + b[0] - b[1]) / np.linalg.norm(W[0] - W[1])
    along = np.array([[0, 1], [-1, 0]]) @ (W[0] - W[1])
    on_border = np.linalg.lstsq((W[0] - W[1])[None], [b[1] - b[0]], rcond=None)[0]
    points = on_border + np.linspace(-20, 20, 40_001)[:, None] * along / np.linalg.norm(along)
    np.testing.assert_allclose(points @ W[0] + b[0], points @ W[1] + b[1], atol=1e-9)
    assert np.linalg.norm(points - x, axis=1).min() == pytest.approx(distance, abs=1e-4)


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
    """eq-noise-model, eq-noise-proportions, eq-noise-bayes."""
    rng = np.random.default_rng(seed)
    C, pi = random_noise(rng, 3), rng.dirichlet(np.ones(3))
    joint = C * pi  # rows given, columns true
    np.testing.assert_allclose(np.linalg.inv(C) @ joint.sum(axis=1), pi)
    posterior = [[C[j, i] * pi[i] / sum(C[j, q] * pi[q] for q in range(3)) for j in range(3)] for i in range(3)]
    np.testing.assert_allclose(posterior, (joint / joint.sum(axis=1, keepdims=True)).T)
    labels = np.array([0, 0, 1, 2, 2, 2])
    expected = np.linalg.inv(C) @ np.bincount(labels) / 6
    np.testing.assert_allclose(noise.class_proportions(labels, C, classes=[0, 1, 2]), expected)


@pytest.mark.evaluates("eq-noise-costs", "eq-noise-regret", "prop-noise-costs")
@SEEDS
def test_noise_is_a_cost_matrix(seed):
    """eq-noise-costs, eq-noise-regret, prop-noise-costs: on a finite law whose true classes are uncertain, too."""
    rng = np.random.default_rng(seed)
    Q, n = 2 + seed % 4, 50
    C, K = random_noise(rng, Q), rng.uniform(-1, 2, (Q, Q + seed % 2))
    eta, mass = rng.dirichlet(np.full(Q, 0.5), size=n), rng.dirichlet(np.ones(n))
    noisy = np.array([[sum(C[k, p] * eta[i, p] for p in range(Q)) for k in range(Q)] for i in range(n)])
    turned = np.linalg.inv(C).T @ K
    np.testing.assert_allclose(noisy @ turned, eta @ K, atol=1e-10)
    best = decisions.bayes_answers(eta, K)
    assert (decisions.bayes_answers(noisy, turned) == best).all()
    if Q > 2:  # with two classes no answer may differ
        assert (decisions.bayes_answers(noisy, np.linalg.inv(C) @ K) != best).any()
    estimated = rng.dirichlet(np.full(Q, 0.5), size=n) * 0.2 + noisy * 0.8
    answers = decisions.bayes_answers(estimated, turned)
    rows = np.arange(n)
    excess = mass @ ((eta @ K)[rows, answers] - (eta @ K)[rows, best])
    spread = turned.max(axis=1) - turned.min(axis=1)
    bound = spread @ (mass @ np.abs(estimated - noisy))
    assert -1e-12 <= excess <= bound == pytest.approx(decisions.regret_bound(mass @ np.abs(estimated - noisy), turned))


@pytest.mark.evaluates("prop-noise-costs")
@pytest.mark.parametrize("Q", [2, 3, 5])
def test_symmetric_noise_leaves_the_likeliest_class(Q):
    """prop-noise-costs, for errors that all cost the same: no answer changes; with other costs some do."""
    rng, alike = np.random.default_rng(Q), 1 - np.eye(Q)
    C = noise.symmetric_noise(Q, 0.9 * (1 - 1 / Q))
    noisy = rng.dirichlet(np.ones(Q), size=400) @ C.T
    turned = np.linalg.solve(C.T, alike)
    assert (decisions.bayes_answers(noisy, turned) == noisy.argmax(axis=1)).all()
    dear = alike * np.arange(1, Q + 1)[:, None]
    answers = [decisions.bayes_answers(noisy, costs) for costs in (dear, np.linalg.solve(C.T, dear))]
    assert (answers[0] != answers[1]).any()


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


@pytest.mark.evaluates("prop-noise-weak")
def test_labels_that_agree_with_a_classifier():
    """prop-noise-weak: the error that is estimated of the classifier that made the labels."""
    for eta in (0.1, 0.25, 0.4):
        y = np.repeat([0, 1], [30, 70])
        C = np.array([[1 - eta, eta], [eta, 1 - eta]])
        assert noise.estimated_error(y, y, C) == pytest.approx(-eta / (1 - 2 * eta))


@pytest.mark.evaluates("eq-uma-counts", "eq-uma-error")
@SEEDS
def test_counts_and_error_from_noisy_labels(seed):
    """eq-uma-counts, eq-uma-error."""
    rng = np.random.default_rng(seed)
    C, y, f = random_noise(rng, 3), rng.integers(3, size=60), rng.integers(3, size=60)
    N = np.array([[np.mean((f == p) & (y == k)) for k in range(3)] for p in range(3)])
    J = np.array([np.linalg.inv(C) @ N[p] for p in range(3)])
    np.testing.assert_allclose(noise.estimated_joint(y, f, C), J, atol=1e-12)
    assert noise.estimated_error(y, f, C) == pytest.approx(1 - np.trace(J))


@pytest.mark.evaluates("eq-uma-z")
@SEEDS
def test_the_direction_of_uma(seed):
    """eq-uma-z, with the region that a class wins by alpha."""
    rng = np.random.default_rng(seed)
    X, y, W = rng.normal(size=(50, 2)), rng.integers(3, size=50), rng.normal(size=(3, 2))
    C, alpha = random_noise(rng, 3), 0.4
    for p, q in ((0, 1), (2, 0)):
        region = [all((W[p] - W[k]) @ x >= alpha for k in range(3) if k != p) for x in X]
        gamma = [sum(x for x, inside, label in zip(X, region, y) if inside and label == k) / 50 for k in range(3)]
        z = sum(np.linalg.inv(C)[q, k] * gamma[k] for k in range(3))
        np.testing.assert_allclose(uma.uma_direction(X, y, W, C, p, q, alpha), z, atol=1e-12)


@pytest.mark.evaluates("eq-uma-lower", "eq-uma-n", "eq-uma-radius", "prop-uma-free", "prop-uma-sample")
def test_sample_size_of_uma():
    """eq-uma-radius, eq-uma-n, eq-uma-lower."""
    C, theta, pi, rho, delta, Q = np.array([[0.8, 0.1], [0.2, 0.9]]), 0.5, 0.1, 0.25, 0.1, 2
    B, root = np.abs(np.linalg.inv(C)).max(), 1 + np.sqrt(2 * np.log(Q**2 / delta))
    n = uma.sample_size(theta, pi, C, delta=delta, precision=rho)
    assert n == np.ceil(2 * B**2 / (rho**2 * theta**2 * pi**2) * root**2)
    assert uma.direction_radius(n, C, delta=delta) == pytest.approx(B / np.sqrt(n) * root)
    assert B / np.sqrt(n) * root <= rho * theta * pi / np.sqrt(2) < B / np.sqrt(n - 1) * root
    for h in (0.2, 0.01):
        K = 2 * h * np.log((1 + 2 * h) / (1 - 2 * h))
        least = uma.sample_size_lower_bound([[0.5 + h, 0.5 - h], [0.5 - h, 0.5 + h]], delta=delta)
        assert least == pytest.approx(np.log(1 / (4 * delta)) / K)
        assert K == pytest.approx(8 * h**2, rel=5 * h**2)


@pytest.mark.evaluates("eq-uma-updates", "thm-uma-updates")
def test_updates_of_uma():
    """eq-uma-updates: what the package promises is at most the displayed bound, and equal to it without deviation."""
    for theta, eta, rho in ((0.5, 0.1, 0.25), (1.3, 0.02, 0.5), (0.2, 0.5, 0.9)):
        displayed = 2 / (eta * theta**2) * ((1 + rho) / (1 - rho)) ** 2
        assert uma.update_bound(theta, eta, precision=rho) <= displayed
        assert uma.update_bound(theta, eta, precision=rho) >= displayed / (1 + rho) ** 2
        assert uma.update_bound(theta, eta) == pytest.approx(2 / (eta * theta**2))
        unit = uma.update_bound(theta, eta, precision=rho, vector="unit")
        assert unit <= 2 / theta**2 * ((1 + rho) / (1 - rho)) ** 2
