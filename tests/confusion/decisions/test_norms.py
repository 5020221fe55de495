"""The least norm beside brute force, linear programs over all rules, and laws whose least norm is known."""

from itertools import product

import numpy as np
import pytest
from scipy.optimize import OptimizeResult, linprog
from sklearn.exceptions import ConvergenceWarning

from confusion.decisions import bayes_predictions, least_norm, norms
from tests.helpers import zero_diagonal

SIZES = {
    "operator": lambda C: np.linalg.norm(C, 2),
    "frobenius": np.linalg.norm,
    "max-error": lambda C: C.sum(axis=1).max(),
    "column-sum": lambda C: C.sum(axis=0).max(),
}
NORMS = pytest.mark.parametrize("norm", SIZES)


def laws(n_laws=6, Q=3, n=5, zeros=False):
    for seed in range(n_laws):
        P = np.random.default_rng(seed).dirichlet(np.full(Q, 0.7), size=n)
        P = np.where(P < 0.2, 0, P) if zeros else P
        yield P / P.sum(axis=1, keepdims=True)


def matrix(P, H):
    """Error matrix of the rule that answers with the probabilities H, plainly."""
    n, Q = P.shape
    C = np.zeros((Q, Q))
    for p, q in product(range(Q), repeat=2):
        C[p, q] = 0 if p == q else sum(P[i, p] * H[i, q] for i in range(n)) / sum(P[i, p] for i in range(n))
    return C


def program(P, gradient, value, price=0.0):
    """Least norm plus price times error by cutting planes over all randomised rules, without plug-in rules."""
    n, Q = P.shape
    A = P / P.sum(axis=0)
    priced = price * (1 - np.eye(Q)) * P.mean(axis=0)[:, None]
    cuts = [np.ones((Q, Q)) / Q]
    for _ in range(400):
        rows = np.array([(A @ (zero_diagonal(M) + priced)).ravel() for M in cuts])
        found = linprog(
            np.append(np.zeros(n * Q), 1.0),
            A_ub=np.column_stack([rows, -np.ones(len(cuts))]),
            b_ub=np.zeros(len(cuts)),
            A_eq=np.column_stack([np.kron(np.eye(n), np.ones(Q)), np.zeros(n)]),
            b_eq=np.ones(n),
            bounds=[(0, None)] * (n * Q) + [(None, None)],
        )
        C = zero_diagonal(A.T @ found.x[:-1].reshape(n, Q))
        if value(C) + np.sum(priced * C) < found.fun + 1e-6:
            return found.fun
        cuts += gradient(C)
    raise AssertionError("the cutting planes have not closed")


def singular(C):
    U, s, Vt = np.linalg.svd(C)
    return [np.outer(U[:, k], Vt[k]) for k in range(len(s))]


GRADIENTS = {
    "operator": singular,
    "frobenius": lambda C: [C / np.linalg.norm(C)],
    "max-error": lambda C: [np.outer(e, np.ones(len(C))) for e in np.eye(len(C))],
    "column-sum": lambda C: [np.outer(np.ones(len(C)), e) for e in np.eye(len(C))],
}


@NORMS
def test_the_first_matrix_of_the_dual_ball_has_the_value_of_the_norm(norm):
    C = np.random.default_rng(0).random((4, 4))
    value, duals = norms.NORMS[norm](C)
    assert value == pytest.approx(SIZES[norm](C)) == pytest.approx(np.sum(duals[0] * C))


@pytest.mark.slow
@NORMS
def test_no_deterministic_rule_is_below_and_the_best_single_rule_is_one_of_them(norm):
    for P in laws(3):
        found = least_norm(P, norm, tol=1e-6)
        values = {rule: SIZES[norm](matrix(P, np.eye(3)[list(rule)])) for rule in product(range(3), repeat=5)}
        assert found.lower <= min(values.values()) + 1e-9
        mine = tuple(bayes_predictions(P, found.rule).tolist())
        assert found.rule_norm == pytest.approx(values[mine]) and found.rule_norm >= min(values.values()) - 1e-12


@pytest.mark.evaluates("thm-least-duality")
@pytest.mark.slow
@NORMS
@pytest.mark.parametrize(("Q", "n", "zeros"), [(2, 6, False), (3, 5, False), (3, 6, True), (4, 5, True)])
def test_against_cutting_planes_over_all_rules(norm, Q, n, zeros):
    for P in laws(3, Q, n, zeros):
        if not P.any(axis=0).all():
            continue
        exact, found = program(P, GRADIENTS[norm], SIZES[norm]), least_norm(P, norm, tol=1e-6)
        assert found.lower - 1e-6 <= exact + 1e-6 and exact <= found.upper + 1e-8
        assert found.upper - found.lower <= 1e-6


@pytest.mark.slow
def test_with_a_price_on_errors_against_cutting_planes_over_all_rules():
    for P, price in zip(laws(3), (0.2, 1.0, 4.0)):
        found = least_norm(P, error_price=price, tol=1e-6)
        assert program(P, singular, SIZES["operator"], price) == pytest.approx(found.lower, abs=3e-6)
        C = found.confusion
        assert found.upper == pytest.approx(np.linalg.norm(C, 2) + price * (P.mean(axis=0) @ C.sum(axis=1)))


@pytest.mark.slow
@NORMS
def test_the_result_proves_itself(norm):
    for P in laws(4, 4, 8, zeros=True):
        found = least_norm(P, norm, tol=1e-6)
        H = found.mixture(P)
        np.testing.assert_allclose(H.sum(axis=1), 1)
        np.testing.assert_allclose(zero_diagonal((P / P.sum(axis=0)).T @ H), found.confusion, atol=1e-12)
        assert SIZES[norm](found.confusion) == pytest.approx(found.upper)
        assert found.weights.sum() == pytest.approx(1) and (found.weights > 0).all()
        rule = zero_diagonal((P / P.sum(axis=0)).T @ np.eye(4)[bayes_predictions(P, found.costs)])
        assert np.sum(found.dual * rule) == pytest.approx(found.lower)
        dual_norm = {
            "operator": np.linalg.norm(found.dual, "nuc"),
            "frobenius": np.linalg.norm(found.dual),
            "max-error": found.dual.max(axis=1).sum(),
            "column-sum": found.dual.max(axis=0).sum(),
        }[norm]
        assert dual_norm <= 1 + 1e-9 and (found.dual >= 0).all()


def coin(Q):
    """Two classes that nothing tells apart, Q - 2 that are recognised."""
    P = np.eye(Q)[1:]
    P[0, :2] = 0.5
    return P, np.append(2.0, np.ones(Q - 2))


@pytest.mark.evaluates("prop-least-twins")
@pytest.mark.slow
@pytest.mark.parametrize(("Q", "tol"), [(3, 1e-5), (4, 1e-5), (6, 1e-5), (12, 1e-3)])
def test_the_norm_pays_for_answers_that_cannot_be_right(Q, tol):
    P, weight = coin(Q)
    found = least_norm(P, sample_weight=weight, tol=tol)
    assert found.lower <= np.sqrt(2 / (Q + 6)) <= found.upper + 1e-9 and found.upper - found.lower <= tol
    assert found.mixture(P)[0, 2:].sum() == pytest.approx((Q - 2) / (Q + 6), abs=0.05)
    honest = least_norm(P, sample_weight=weight, plausible=0.05, tol=1e-5)
    assert honest.lower == pytest.approx(0.5, abs=1.1e-5) == honest.upper  # the coin
    assert not honest.mixture(P)[0, 2:].any()


@pytest.mark.parametrize("Q", [2, 3, 5])
def test_one_atom_needs_a_coin(Q):
    found = least_norm(np.ones((1, Q)), tol=1e-6)
    assert found.lower == pytest.approx((Q - 1) / Q, abs=1e-6) == found.upper
    assert found.rule_norm == pytest.approx(np.sqrt(Q - 1))
    with pytest.warns(ConvergenceWarning):
        first = least_norm(np.ones((1, Q)), max_iter=1)
    assert bayes_predictions(np.ones((1, Q)), first.rule).tolist() == [0]


def test_recognised_classes_have_the_norm_zero():
    found = least_norm(np.eye(4))
    assert (found.lower, found.upper, found.n_iter) == (0.0, 0.0, 1)


def test_a_large_price_leads_to_the_bayes_rule():
    for P in laws(4, 4, 9):
        found = least_norm(P, error_price=1e4)
        np.testing.assert_array_equal(bayes_predictions(P, found.rule), P.argmax(axis=1))
        priors = np.array([0.1, 0.2, 0.3, 0.4])
        shifted = least_norm(P, error_price=1e4, priors=priors)
        np.testing.assert_array_equal(bayes_predictions(P, shifted.rule), (P / P.mean(axis=0) * priors).argmax(axis=1))


@pytest.mark.slow
@NORMS
def test_what_changes_nothing(norm):
    """Priors of the law, the order of the classes, the units of the rows; weights are repetitions."""
    rng = np.random.default_rng(5)
    for P in laws(3, 3, 6):
        least = least_norm(P, norm, tol=1e-5)
        priors = P * [1, 5, 0.2]
        order = rng.permutation(3)
        times = rng.integers(1, 4, 6)
        for other, reference in (
            (least_norm(priors, norm, sample_weight=priors.sum(axis=1), tol=1e-5), least),
            (least_norm(P[:, order], norm, tol=1e-5), least),
            (least_norm(P * rng.uniform(0.1, 9, (6, 1)), norm, tol=1e-5), least),
            (least_norm(P, norm, priors=[0.9, 0.05, 0.05], tol=1e-5), least),
            (least_norm(P, norm, sample_weight=times, tol=1e-5), least_norm(P.repeat(times, axis=0), norm, tol=1e-5)),
        ):
            assert other.lower <= reference.upper + 1e-9 and reference.lower <= other.upper + 1e-9


def test_a_class_without_share_is_no_answer():
    P = np.random.default_rng(0).dirichlet(np.ones(4), size=30)
    without = least_norm(P, priors=[0.5, 0, 0.25, 0.25], tol=1e-5)
    assert not without.mixture(P)[:, 1].any() and not without.confusion[1].any()
    three = least_norm(P[:, [0, 2, 3]], sample_weight=P[:, [0, 2, 3]].sum(axis=1), tol=1e-5)
    assert max(without.lower, three.lower) <= min(without.upper, three.upper) + 1e-9
    nobody = np.column_stack([P[:, :3], np.zeros(30)])
    assert not least_norm(nobody, tol=1e-5).mixture(nobody)[:, 3].any()
    single = least_norm(P, priors=[0, 1, 0, 0])
    assert (single.lower, single.upper) == (0, 0) and single.mixture(P)[:, 1].all()


def test_refused_answers_are_those_that_are_small_by_both_scales():
    P = np.array([[0.90, 0.06, 0.04], [0.97, 0.03, 0.0], [0.1, 0.1, 0.8], [0.001, 0.0, 0.999]] + [[1, 0, 0]] * 36)
    shares = P.mean(axis=0)
    small = (P < 0.05 * P.max(axis=1, keepdims=True)) & (P / shares < 0.05 * (P / shares).max(axis=1, keepdims=True))
    allowed = norms.plausible_predictions(P, shares, 0.05)
    np.testing.assert_array_equal(allowed, ~small)
    assert allowed[:2].tolist() == [[True, True, True], [True, True, False]]  # .04 and .03 are much for classes so rare
    assert not least_norm(P, plausible=0.05, max_iter=40).mixture(P)[small].any()


def test_averaged_matrices_are_those_of_the_mixture():
    """Where Frank-Wolfe's method closes the gap alone, the weights of its rules are those of their matrices."""
    scores = np.random.default_rng(0).normal(size=(3000, 3))
    P = np.exp(2 * scores) * [8, 1, 1]
    P /= P.sum(axis=1, keepdims=True)
    found = least_norm(P, tol=2e-3)
    assert 3 <= found.n_iter < 10 and len(found.weights) > 1 and found.weights.sum() == pytest.approx(1)
    H = found.mixture(P)
    np.testing.assert_allclose(zero_diagonal((P / P.sum(axis=0)).T @ H), found.confusion, atol=1e-12)


def test_an_open_gap_is_told():
    P = next(laws(1, 4, 9))
    with pytest.warns(ConvergenceWarning, match="after 3 rules; raise max_iter or tol"):
        found = least_norm(P, tol=1e-9, max_iter=3)
    assert found.n_iter == 3 and found.upper - found.lower > 1e-9
    closed = least_norm(P, tol=1e-6)
    assert found.lower <= closed.upper and closed.lower <= found.upper


@pytest.mark.parametrize("norm", norms.NORMS)
def test_the_gap_closes_with_many_classes(norm):
    # Without least squares for Frobenius, or the best M in the next for norms with edges, it is open after 300 rules.
    generator = np.random.default_rng(0)
    y = generator.integers(30, size=600)
    P = generator.dirichlet(np.full(30, 0.2), size=600) + 0.5 * np.eye(30)[y] * generator.random((600, 1))
    found = least_norm(P, norm)
    assert found.upper - found.lower <= 1e-3 and norms.NORMS[norm](found.confusion)[0] == pytest.approx(found.upper)


def test_a_program_that_fails_leaves_a_gap(monkeypatch):
    P = next(laws(1, 4, 9))
    tight = least_norm(P, tol=1e-6)
    monkeypatch.setattr(norms, "matrix_game", lambda *arguments, **options: OptimizeResult(status=4, x=None))
    with pytest.warns(ConvergenceWarning):
        found = least_norm(P, tol=1e-6)
    assert found.n_iter < tight.n_iter and found.upper - found.lower > 1e-6
    assert found.lower <= tight.upper and tight.lower <= found.upper
    assert np.linalg.norm(found.confusion, 2) == pytest.approx(found.upper)
