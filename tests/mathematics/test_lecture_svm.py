"""Evidence for the chapter "The multiclass SVM": no line of the package is run here.

What Lu (2017) says of the multi-class kernel SVM: primal, representer theorem, Kuhn-Tucker conditions, support vectors,
dual, classifier.  Primal and dual are solved apart from each other, by SLSQP on small samples.
"""

from functools import cache
from itertools import product

import numpy as np
import pytest
from scipy.optimize import minimize

TIGHT = 1e-12
PRICE = 0.7


@cache
def sample(seed=0, m=7, k=3, d=2):
    """A small sample with every class and some overlap."""
    rng = np.random.default_rng(seed)
    y = np.append(np.arange(k), rng.integers(0, k, m - k))
    return 1.2 * rng.normal(size=(k, d))[y] + rng.normal(size=(m, d)), y, k


def others(y, k):
    """Where (m, k) has not the own class."""
    return np.arange(k) != y[:, None]


def slack(scores, y):
    """max(0, 1 - f_y + max_{z != y} f_z)."""
    own = scores[np.arange(len(y)), y]
    return np.where(others(y, scores.shape[1]), 1 - own[:, None] + scores, 0).max(axis=1)


def objective(f, X, y):
    """Half the squared norm plus the slacks times their price."""
    return (f**2).sum() / 2 + PRICE * slack(X @ f.T, y).sum()


def solved(function, gradient, start, constraints=(), bounds=None):
    """The minimiser by SLSQP, which ends in the last digits by a line search that fails (8); the gap certifies it."""
    options = {"maxiter": 1000, "ftol": 1e-14}
    found = minimize(
        function, start, jac=gradient, constraints=constraints, bounds=bounds, method="SLSQP", options=options
    )
    assert found.status in (0, 8), found.message
    return found


@cache
def primal(seed=0, price=PRICE, **shape):
    """Weights (k, d), slacks and optimum of the constrained primal problem."""
    X, y, k = sample(seed, **shape)
    m, d = X.shape
    rows, bounds = [], [(None, None)] * (k * d) + [(0, None)] * m
    for i, z in product(range(m), range(k)):
        if z != y[i]:
            row = np.zeros((k, d))
            row[y[i]], row[z] = X[i], -X[i]
            rows.append(np.append(row.ravel(), np.eye(m)[i]))
    rows = np.array(rows)
    found = solved(
        lambda v: v[: k * d] @ v[: k * d] / 2 + price * v[k * d :].sum(),
        lambda v: np.append(v[: k * d], np.full(m, price)),
        np.append(np.zeros(k * d), np.full(m, 2.0)),
        [{"type": "ineq", "fun": lambda v: rows @ v - 1, "jac": lambda v: rows}],
        bounds,
    )
    return found.x[: k * d].reshape(k, d), found.x[k * d :], found.fun


def theta(multipliers, X, y):
    """The dual function as printed: the sum of the multipliers of the own classes, less half a quadratic form."""
    own = ~others(y, multipliers.shape[-1])
    signed = np.where(own, -1, 1) * multipliers
    return (own * multipliers).sum() - np.einsum("iy,jy,ij->", signed, signed, X @ X.T) / 2


@cache
def dual(seed=0, **shape):
    """Multipliers (m, k), those of the own class being the sum of the others, and optimum of the dual."""
    X, y, k = sample(seed, **shape)
    m, own, kernel = len(y), ~others(y, k), X @ X.T
    sign = np.where(own, -1.0, 1.0)

    def gradient(v):
        return -(own - sign * (kernel @ (sign * v.reshape(m, k)))).ravel()

    sums = (np.eye(m)[:, :, None] * -sign).reshape(m, -1)
    bounds = [(0, PRICE if inside else None) for inside in own.ravel()]
    found = solved(
        lambda v: -theta(v.reshape(m, k), X, y),
        gradient,
        np.zeros(m * k),
        [{"type": "eq", "fun": lambda v: sums @ v, "jac": lambda v: sums}],
        bounds,
    )
    return found.x.reshape(m, k), -found.fun


def weights_of(multipliers, X, y):
    """The stationarity condition as printed: own examples with the sum of their multipliers, others with minus."""
    free = others(y, multipliers.shape[1])
    total = (free * multipliers).sum(axis=1, keepdims=True)
    return np.where(free, -multipliers, total).T @ X


SEEDS = range(4)


@pytest.mark.decides("lecture/dual-problem", "true")
@pytest.mark.decides("lecture/equality-constraint", "true")
@pytest.mark.decides("lecture/dual-kuhn-tucker", "true")
@pytest.mark.evaluates("cor-svm-kkt")
@pytest.mark.decides("lecture/slack-form", "true")
@pytest.mark.decides("lecture/stationarity", "true")
@pytest.mark.decides("lecture/price-is-shared", "true")
@pytest.mark.decides("lecture/complementary-slackness", "true")
@pytest.mark.decides("lecture/support-on-the-margin", "true")
@pytest.mark.decides("lecture/outliers", "true")
@pytest.mark.decides("lecture/equivalent-problems", "true")
@pytest.mark.decides("lecture/kuhn-tucker-is-enough", "true")
@pytest.mark.decides("lecture/strong-duality", "true")
@pytest.mark.decides("lecture/slater", "true")
def test_primal_and_dual_solutions_fulfil_the_kuhn_tucker_conditions():
    """Solved apart, they have equal optima and certify each other; no weights nearby or far off are better."""
    support = outliers = inside = 0
    for seed in SEEDS:
        X, y, k = sample(seed)
        f, eta, value = primal(seed)
        multipliers, largest = dual(seed)
        assert value == pytest.approx(largest, abs=1e-6) and value > 0.1
        np.testing.assert_allclose(slack(X @ f.T, y), eta, atol=1e-6)
        best = weights_of(multipliers, X, y)
        np.testing.assert_allclose(best, f, atol=1e-4)
        assert objective(f, X, y) == pytest.approx(value, abs=1e-6) == objective(best, X, y)
        np.testing.assert_allclose(f.sum(axis=0), 0, atol=1e-5, err_msg="the weights sum to zero of themselves")
        free = others(y, k)
        mu = PRICE - (free * multipliers).sum(axis=1)
        assert (multipliers >= -1e-9).all() and (mu >= -1e-9).all()
        scores = X @ f.T
        gaps = 1 - eta[:, None] - scores[np.arange(len(y)), [y]].T + scores
        assert (gaps[free] <= 1e-6).all()
        np.testing.assert_allclose(mu * eta, 0, atol=1e-4)
        np.testing.assert_allclose((multipliers * gaps)[free], 0, atol=1e-4)
        support += (multipliers[free] > 1e-3).sum()
        outliers += (eta > 1e-3).sum()
        inside += (mu > 1e-3).sum()
        rng = np.random.default_rng(seed)
        for scale in (1e-3, 0.1, 1.0, 10.0):
            for other in f + rng.normal(size=(100, *f.shape)) * scale:
                assert objective(other, X, y) >= value - 1e-7
        assert (slack(np.zeros((len(y), k)), y) < 2).all(), "zero weights with a slack of 2 are strictly feasible"
        # The dual is concave: its quadratic form is positive semi-definite; the own multipliers are the others' sum.
        np.testing.assert_allclose((np.where(free, 1, -1) * multipliers).sum(axis=1), 0, atol=1e-9)
        signs = np.where(free, 1.0, -1.0).ravel()
        quadratic = np.kron(X @ X.T, np.eye(k)) * np.outer(signs, signs)
        assert np.linalg.eigvalsh(quadratic).min() > -1e-10
        v = multipliers.ravel()
        assert multipliers[~free].sum() - v @ quadratic @ v / 2 == pytest.approx(largest)
    assert min(support, outliers, inside) > 0


@pytest.mark.decides("lecture/price", "true")
def test_the_price_trades_norm_for_slack():
    found = [primal(0, price) for price in (0.01, 0.1, 0.5, 2.0, 10.0)]
    norms, slacks = [(f**2).sum() for f, _, _ in found], [eta.sum() for _, eta, _ in found]
    assert (np.diff(norms) >= -1e-6).all()
    assert (np.diff(slacks) <= 1e-6).all()
    assert norms[-1] > 2 * norms[0]
    assert slacks[0] > 1.2 * slacks[-1]


@pytest.mark.decides("lecture/span-is-closed", "true")
@pytest.mark.decides("lecture/projection-does-not-hurt", "true")
@pytest.mark.decides("lecture/representer-for-the-svm", "true")
def test_projections_on_the_span_keep_the_scores_and_are_shorter():
    """And so the weights of the SVM, free in six dimensions, end in the span of four examples."""
    rng = np.random.default_rng(1)
    for seed in SEEDS:
        X = sample(seed, m=4, d=6)[0]
        f, weights = rng.normal(size=(3, 6)), primal(seed, m=4, d=6)[0]
        basis = np.linalg.qr(X.T)[0]
        assert basis.shape[1] == 4
        h = f @ basis @ basis.T
        np.testing.assert_allclose(X @ h.T, X @ f.T)
        assert (np.linalg.norm(h, axis=1) < np.linalg.norm(f, axis=1)).all()
        np.testing.assert_allclose(np.linalg.lstsq(X.T, h.T, rcond=None)[0].T @ X, h)
        np.testing.assert_allclose(weights @ basis @ basis.T, weights, atol=1e-6)


@pytest.mark.decides("lecture/representer-exists", "partly")
@pytest.mark.decides("lecture/representer-strict", "partly")
def test_there_may_be_no_solution_to_represent_or_one_outside_the_span():
    """Erratum E9: G = 0 and L = exp(-f) have equal infima, not reached; where L is infinite every f is a solution."""
    point = np.array([1.0, 0.0])
    for f in np.random.default_rng(2).normal(size=(200, 2)) * 5:
        inside = (f @ point) * point
        assert np.exp(-point @ inside) == pytest.approx(np.exp(-point @ f))
        assert 0 < np.exp(-point @ (f + point)) < np.exp(-point @ f)
    inside, outside = np.array([0.5, 0.0]), np.array([0.5, 2.0])
    infinite, finite = ([f @ f / 2 + loss for f in (inside, outside)] for loss in (np.inf, (point @ inside - 1) ** 2))
    assert infinite[0] == infinite[1] and finite[0] < finite[1]


def numeric_gradient(function, at, step=1e-5):
    """Central differences."""
    return np.array([(function(at + step * e) - function(at - step * e)) / (2 * step) for e in np.eye(len(at))])


@pytest.mark.decides("lecture/convex-problem", "true")
def test_the_objective_is_convex_and_the_constraints_are_affine():
    X, y, k = sample()
    rng = np.random.default_rng(3)

    def problem(f, eta):
        scores = X @ f.T
        constraints = 1 - eta[:, None] - scores[np.arange(len(y)), [y]].T + scores
        return (f**2).sum() / 2 + PRICE * eta.sum(), constraints[others(y, k)]

    for _ in range(50):
        points = rng.normal(size=(2, k, X.shape[1])), rng.normal(size=(2, len(y)))
        (first, one), (second, two) = (problem(f, eta) for f, eta in zip(*points))
        least, both = problem(*(each.mean(axis=0) for each in points))
        assert least <= (first + second) / 2 + TIGHT
        np.testing.assert_allclose(both, (one + two) / 2, atol=TIGHT)


@pytest.mark.decides("lecture/gradient-in-coordinates", "partly")
@pytest.mark.decides("lecture/hessian", "partly")
def test_the_gradient_is_f_in_an_orthonormal_basis_only():
    """In the basis K(omega_i, .), which is the natural one here, it is the Gram matrix times the coordinates."""
    rng = np.random.default_rng(4)
    X = rng.normal(size=(3, 3))
    gram, a = X @ X.T, rng.normal(size=3)

    def half_norm(coordinates):
        return (coordinates @ X) @ (coordinates @ X) / 2

    np.testing.assert_allclose(numeric_gradient(half_norm, a), gram @ a, atol=1e-6)
    assert not np.allclose(gram @ a, a, atol=0.1)
    assert np.linalg.eigvalsh(gram).min() >= 0, "positive semi-definite in any basis"
    basis = np.linalg.qr(X.T)[0]
    np.testing.assert_allclose(numeric_gradient(lambda b: (basis @ b) @ (basis @ b) / 2, a), a, atol=1e-6)


@pytest.mark.decides("lecture/kronecker-order", "partly")
def test_the_block_of_a_class_is_the_other_kronecker_product():
    """Erratum E8: blocks one class after another are e_y (x) Phi; the printed order interleaves the classes."""
    x, k, y, z = np.array([2.0, 3.0]), 3, 0, 2
    e, f = np.eye(k), np.random.default_rng(0).normal(size=(k, 2))
    constraint = 1 - f[y] @ x + f[z] @ x
    assert constraint == pytest.approx(1 + np.kron(e[z] - e[y], x) @ f.ravel())
    assert constraint != pytest.approx(1 + np.kron(x, e[z] - e[y]) @ f.ravel())


@pytest.mark.decides("lecture/support-vectors", "partly")
def test_which_vectors_support_depends_on_the_multipliers():
    """Two classes on two parallel lines: one weight, two optimal multipliers with other support vectors."""
    X = np.array([[1.0, -1], [1, 0], [1, 1], [-1, -1], [-1, 0], [-1, 1]])
    y = np.repeat([0, 1], 3)
    middle, ends = np.zeros((6, 2)), np.zeros((6, 2))
    middle[[1, 4], 1 - y[[1, 4]]] = 0.25
    ends[[0, 2, 3, 5], 1 - y[[0, 2, 3, 5]]] = 0.125
    for multipliers in (middle, ends):
        f = weights_of(multipliers, X, y)
        np.testing.assert_allclose(f, [[0.5, 0], [-0.5, 0]])
        margin = (X @ f.T)[np.arange(6), y] - (X @ f.T)[np.arange(6), 1 - y]
        np.testing.assert_allclose(margin, 1)
        # all conditions hold for C = .7: feasible, slack zero, multipliers below C, and the same dual value
        assert multipliers.sum(axis=1).max() < PRICE
        assert multipliers.sum() - (f**2).sum() / 2 == pytest.approx(0.25) == (f**2).sum() / 2
    assert not ((middle > 0) & (ends > 0)).any()


def lagrangian(f, eta, multipliers, mu, X, y):
    """L as printed, by loops."""
    value = (f**2).sum() / 2 + PRICE * eta.sum() - mu @ eta
    for i, z in product(range(len(y)), range(len(f))):
        if z != y[i]:
            value += multipliers[i, z] * (1 - eta[i] - (f[y[i]] - f[z]) @ X[i])
    return value


@pytest.mark.decides("lecture/lagrangian-minimiser", "true")
@pytest.mark.decides("lecture/gradient-of-the-lagrangian", "partly")
@pytest.mark.decides("lecture/minus-infinity", "true")
@pytest.mark.decides("lecture/dual-function", "true")
def test_the_lagrangian_is_least_where_the_printed_gradient_vanishes():
    """Erratum E8: with e_c(omega_i); the printed e_c(omega) has no omega.  The least value is the dual function."""
    X, y, k = sample()
    rng = np.random.default_rng(5)
    free = others(y, k)
    multipliers = free * rng.normal(size=(len(y), k))
    sums = multipliers.sum(axis=1)
    mu, eta = PRICE - sums, rng.normal(size=len(y))
    best = weights_of(multipliers, X, y)
    value = lagrangian(best, eta, multipliers, mu, X, y)
    for move in rng.normal(size=(50, *best.shape)):
        expected = value + (move**2).sum() / 2
        assert lagrangian(best + move, eta, multipliers, mu, X, y) == pytest.approx(expected)
    assert theta(multipliers + ~free * sums[:, None], X, y) == pytest.approx(value)
    # no slack is left in it, but where the price is not shared
    third = np.arange(len(y)) == 2
    for off, size in product((0.0, 0.01, -0.01), (1e3, 1e6)):
        far = lagrangian(best, np.sign(off) * size * third, multipliers, mu + off * third, X, y)
        assert far == pytest.approx(value - abs(off) * size)


@pytest.mark.decides("lecture/optima-are-reached", "true")
def test_optima_are_reached_on_a_trivial_sample_too():
    """A single class on the sample: "non-trivial" is not needed; the multipliers are in a compact set."""
    X, y = np.array([[1.0, 0.0], [2.0, 0.0]]), np.array([0, 0])
    # f_0 = a e_1, the others -a/2 e_1: the norm is 3/4 a^2, the first example's slack 1 - 3/2 a up to a = 2/3
    a = 2 / 3
    best = np.array([[a, 0], [-a / 2, 0], [-a / 2, 0]])
    value = objective(best, X, y)
    assert value == pytest.approx(0.75 * a**2)
    rng = np.random.default_rng(8)
    assert min(objective(best + move, X, y) for move in rng.normal(size=(2000, 3, 2)) * 0.2) >= value - TIGHT


@pytest.mark.decides("lecture/classifier-line-1", "true")
@pytest.mark.decides("lecture/returned-weights", "false")
@pytest.mark.decides("lecture/classifier-lines-2-3", "false")
@pytest.mark.decides("lecture/kernel-values-only", "true")
@pytest.mark.parametrize("seed", SEEDS)
def test_the_printed_classifier_is_the_argmin(seed):
    """Erratum E1: the exponent must be 1 - delta."""
    X, y, k = sample(seed)
    f, multipliers = primal(seed)[0], dual(seed)[0]
    delta = np.eye(k)[y]
    new = np.random.default_rng(seed).normal(size=(200, X.shape[1])) * 2
    kernel = new @ X.T
    printed, right = (kernel @ ((-1.0) ** exponent * multipliers) for exponent in (delta, 1 - delta))
    np.testing.assert_allclose(right, new @ f.T, atol=1e-3)
    np.testing.assert_allclose(printed, -right, atol=TIGHT)
    decided = np.diff(np.sort(right, axis=1), axis=1).min(axis=1) > 0.01
    assert decided.sum() > 100
    np.testing.assert_array_equal(right.argmax(axis=1)[decided], (new @ f.T).argmax(axis=1)[decided])
    np.testing.assert_array_equal(printed.argmax(axis=1)[decided], (new @ f.T).argmin(axis=1)[decided])
    assert ((X @ f.T).argmax(axis=1) == y).sum() > ((X @ f.T).argmin(axis=1) == y).sum()
