"""Error against confusion norm: the frontier is convex, prices find it, and one rule reaches a point of it."""

import numpy as np
import pytest
from scipy.optimize import linprog, minimize_scalar

from confusion.decisions import least_norm


def laws(n_laws=3, Q=3, n=6):
    """P(x_i, y) of n equally likely inputs; the first class is the most frequent."""
    for seed in range(n_laws):
        yield np.random.default_rng(seed).dirichlet([2.0] + [0.5] * (Q - 1), size=n) / n


def measured(joint, H):
    """Error matrix, norm and error of the randomised rule that answers q at x_i with probability H[i, q]."""
    C = (joint / joint.sum(axis=0)).T @ H
    C = C - np.diag(np.diag(C))
    return C, np.linalg.norm(C, 2), joint.sum(axis=0) @ C.sum(axis=1)


def least_error(joint):
    return 1 - joint.max(axis=1).sum()


def solved(joint, most_error=None, price=0.0):
    """Least norm + price * error among rules of error at most `most_error`: cutting planes over all H."""
    n, Q = joint.shape
    A, off = joint / joint.sum(axis=0), 1 - np.eye(Q)
    error_row = (joint @ off).ravel()  # error = sum_i sum_q H_iq P(x_i, y != q)
    cuts = [np.full((Q, Q), 1 / Q)]
    for _ in range(600):
        rows = np.array([(A @ (off * M)).ravel() + price * error_row for M in cuts])
        A_ub, b_ub = np.column_stack([rows, -np.ones(len(cuts))]), np.zeros(len(cuts))
        if most_error is not None:
            A_ub, b_ub = np.vstack([A_ub, np.append(error_row, 0)]), np.append(b_ub, most_error)
        found = linprog(
            np.append(np.zeros(n * Q), 1.0), A_ub=A_ub, b_ub=b_ub,
            A_eq=np.column_stack([np.kron(np.eye(n), np.ones(Q)), np.zeros(n)]), b_eq=np.ones(n),
            bounds=[(0, None)] * (n * Q) + [(None, None)],
        )  # fmt: skip
        H = found.x[:-1].reshape(n, Q)
        C, norm, error = measured(joint, H)
        if norm + price * error < found.fun + 1e-7:
            return norm + price * error, H
        U, s, Vt = np.linalg.svd(C)
        cuts += [np.outer(U[:, k], Vt[k]) for k in range(Q)]
    raise AssertionError("the cutting planes have not closed")


def attained(joint, price):
    return least_norm(joint, sample_weight=joint.sum(axis=1), error_price=price, tol=1e-7)


def d(joint, price):
    """The value of a price, by the package."""
    found = attained(joint, price)
    return (found.lower + found.upper) / 2


@pytest.mark.evaluates("def-frontier", "eq-frontier", "prop-frontier-convex")
@pytest.mark.slow
def test_the_frontier_is_convex_and_never_increases():
    for joint in laws():
        low = least_error(joint)
        phi = np.array([solved(joint, eps)[0] for eps in np.linspace(low + 1e-9, low + 0.4, 9)])
        assert (np.diff(phi) < 1e-6).all() and (np.diff(phi, 2) > -1e-6).all()
        assert phi[0] > phi[-1] + 1e-3


@pytest.mark.evaluates("eq-frontier-envelope", "prop-frontier-prices")
@pytest.mark.slow
def test_the_highest_of_all_lines_is_the_frontier():
    for joint in laws(2):
        eps = least_error(joint) + 0.03
        highest = minimize_scalar(lambda t, eps=eps, joint=joint: np.exp(t) * eps - d(joint, np.exp(t)),
                                  bounds=(-4, 5), method="bounded", options={"xatol": 1e-3})  # fmt: skip
        assert max(-highest.fun, d(joint, 0.0)) == pytest.approx(solved(joint, eps)[0], abs=2e-4)


@pytest.mark.evaluates("eq-frontier-price", "prop-frontier-prices")
@pytest.mark.slow
def test_what_attains_a_price_is_on_the_frontier_and_dearer_errors_are_fewer():
    for joint in laws():
        errors = []
        for price in (0.1, 0.7, 3.0, 20.0):
            value, H = solved(joint, price=price)
            assert value == pytest.approx(d(joint, price), abs=1e-6)
            _, norm, error = measured(joint, H)
            assert solved(joint, error + 1e-9)[0] == pytest.approx(norm, abs=1e-5)
            errors.append(error)
        assert (np.diff(errors) < 1e-6).all() and errors[-1] < errors[0] - 1e-3


@pytest.mark.evaluates("eq-frontier-dual")
@pytest.mark.slow
def test_every_matrix_of_the_dual_ball_gives_a_line_and_the_best_one_the_value():
    rng, off = np.random.default_rng(0), 1 - np.eye(3)
    for joint in laws():
        shares = joint.sum(axis=0)
        for price in (0.0, 0.7, 3.0):
            found, costs = attained(joint, price), price * shares[:, None]
            value = (found.lower + found.upper) / 2
            M = rng.normal(size=(200, 3, 3))
            M /= np.linalg.norm(M, "nuc", axis=(1, 2), keepdims=True)
            lines = (joint / shares @ (off * (np.array([*M, found.dual - costs]) + costs))).min(axis=2).sum(axis=1)
            assert (lines[:-1] < value + 1e-7).all() and lines[-1] == pytest.approx(value, abs=1e-6)


@pytest.mark.evaluates("eq-frontier-rule", "prop-frontier-one-rule")
@pytest.mark.slow
def test_all_that_attain_a_price_answer_what_is_cheapest_by_the_singular_vectors():
    seen = 0
    for joint in laws(5, n=8):
        shares = joint.sum(axis=0)
        for price in (0.3, 1.5, 6.0):
            _, H = solved(joint, price=price)
            C, *_ = measured(joint, H)
            U, s, Vt = np.linalg.svd(C)
            if s[0] < s[1] + 0.02:
                continue
            seen += 1
            costs = (np.outer(np.abs(U[:, 0]), np.abs(Vt[0])) / shares[:, None] + price) * (1 - np.eye(3))
            paid = (joint / joint.sum(axis=1, keepdims=True)) @ costs
            extra = paid - paid.min(axis=1, keepdims=True)
            assert (H * extra).max() < 2e-3
            turned = (joint / joint.sum(axis=1, keepdims=True)) @ costs.T
            assert not np.allclose(turned - turned.min(axis=1, keepdims=True), extra, atol=1e-2)
    assert seen >= 5


@pytest.mark.evaluates("prop-frontier-one-rule")
def test_one_pair_is_enough_where_singular_values_tie():
    """The coin of three findings: its two singular values are equal, and it still answers only what is cheapest."""
    shares = np.array([0.9, 0.1])
    joint = np.array([[0.7, 0.2, 0.1], [0.1, 0.3, 0.6]]).T * shares
    for price in (0.0, 1.0):
        dual = least_norm(joint, sample_weight=joint.sum(axis=1), error_price=price, tol=1e-9).dual
        U, s, Vt = np.linalg.svd((dual - price * shares[:, None]) * (1 - np.eye(2)))
        u, v = np.sqrt(U**2 @ s), np.sqrt(s @ Vt**2)
        assert u @ u <= 1 + 1e-9 and v @ v <= 1 + 1e-9
        _, H = solved(joint, price=price)
        assert np.ptp(np.linalg.svd(measured(joint, H)[0], compute_uv=False)) < 1e-6 and 0.5 < H[1, 1] < 0.7
        paid = joint @ ((np.outer(u, v) / shares[:, None] + price) * (1 - np.eye(2)))
        assert (H * (paid - paid.min(axis=1, keepdims=True))).max() < 1e-6
        assert np.ptp(paid[1]) < 1e-6 < np.ptp(paid[[0, 2]], axis=1).min()
