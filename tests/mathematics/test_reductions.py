"""What the chapter "Reductions" says of codes, votes and balanced learners, by brute force."""

from itertools import combinations, product

import numpy as np
import pytest
from sklearn.linear_model import LinearRegression

#: all ways to cut four classes in two
CUTS = [{0}, {1}, {2}, {3}, {0, 1}, {0, 2}, {0, 3}]


def random_code(rng, k, n):
    """A code with entries -1 and 1 and different rows."""
    while True:
        M = rng.choice([-1, 1], size=(k, n))
        if len(np.unique(M, axis=0)) == k:
            return M


@pytest.mark.evaluates("eq-decoding", "thm-decoding")
def test_decoding_theorem_on_every_answer():
    """Whatever the binary answers: who is answered z in place of y has half of the columns between them wrong."""
    rng, reached = np.random.default_rng(0), False
    for _ in range(30):
        k, n = rng.integers(3, 6), rng.integers(3, 8)
        M = random_code(rng, k, n)
        for g in product([-1, 1], repeat=int(n)):
            away = (np.array(g) != M).sum(axis=1)
            for z in np.flatnonzero(away == away.min()):
                for y in set(range(k)) - {z}:
                    between = M[y] != M[z]
                    wrong = (np.array(g) != M[y])[between].sum()
                    assert 2 * wrong >= between.sum()
                    reached |= 2 * wrong == between.sum()
    assert reached  # the half cannot be raised


@pytest.mark.evaluates("cor-reduction-norm")
def test_cell_and_row_bounds_on_random_tables():
    """Both inequalities for random joint distributions of class and answers, and the average of the second."""
    rng = np.random.default_rng(1)
    for _ in range(200):
        k, n = rng.integers(3, 6), rng.integers(3, 7)
        M = random_code(rng, k, n)
        G = np.array(list(product([-1, 1], repeat=int(n))))
        P = rng.dirichlet(np.full(len(G), 0.05), size=k)
        answered = (G @ M.T).argmax(axis=1)
        E = np.array([P[y] @ (G != M[y]) for y in range(k)])
        C = np.array([[P[y] @ (answered == z) * (y != z) for z in range(k)] for y in range(k)])
        between = M[:, None] != M[None]
        d = between.sum(axis=2)
        least = np.where(np.eye(k, dtype=bool), n + 1, d).min(axis=1)
        bound = 2 * (E[:, None] * between).sum(axis=2) / np.maximum(d, 1)
        assert (C <= bound + 1e-12).all()
        assert (C.sum(axis=1) <= 2 * E.sum(axis=1) / least + 1e-12).all()
        pi = rng.dirichlet(np.ones(k))
        assert pi @ C.sum(axis=1) <= n * np.mean(pi @ E) / (least.min() / 2) + 1e-12
        assert np.linalg.norm(C, 2) <= 2 / least.min() * np.sqrt(n) * np.linalg.norm(E, 2) + 1e-12


@pytest.mark.evaluates("prop-ova-ovo")
def test_one_vs_all_needs_an_error_of_its_two_learners():
    S = np.random.default_rng(2).normal(size=(4000, 4))
    answered = S.argmax(axis=1)
    for y in range(4):
        right = np.where(np.arange(4) == y, 1, -1)
        wrong = np.sign(S) != right
        missed = answered != y
        assert (wrong[missed, y] | wrong[missed, answered[missed]]).all()


@pytest.mark.evaluates("prop-ova-ovo")
def test_one_vs_one_is_right_where_all_duels_of_the_class_are():
    pairs = list(combinations(range(4), 2))
    elsewhere = False
    for winners in product(*pairs):
        votes = np.bincount(winners, minlength=4)
        for y in range(4):
            own = [winner for winner, pair in zip(winners, pairs) if y in pair]
            if set(own) == {y}:
                assert (np.delete(votes, y) < votes[y]).all()
            # the quick question: z may be answered although the duel of y and z is right
            for z in set(range(4)) - {y}:
                lost = winners[pairs.index(tuple(sorted((y, z))))] == z
                elsewhere |= not lost and votes[z] == votes.max()
    assert elsewhere


@pytest.mark.evaluates("eq-loss-decoding")
@pytest.mark.parametrize(
    "loss",
    [lambda s: (1 - s) ** 2, lambda s: np.maximum(1 - s, 0), lambda s: np.logaddexp(0, -s), lambda s: np.exp(-s)],
    ids=["square", "hinge", "logistic", "exponential"],
)
def test_loss_based_decoding(loss):
    rng = np.random.default_rng(3)
    for _ in range(50):
        k, n = 4, 6
        M = random_code(rng, k, n)
        S = rng.normal(scale=rng.choice([0.1, 1, 3]), size=(300, n))
        losses = loss(S[:, None] * M[None]).sum(axis=2)
        z = losses.argmin(axis=1)
        d = (M[:, None] != M[None]).sum(axis=2)
        for y in range(k):
            missed = z != y
            assert (losses[missed, y] >= loss(np.zeros(1)) * d[y, z[missed]] - 1e-9).all()


@pytest.mark.evaluates("prop-ova-regret")
def test_regret_of_one_vs_all():
    rng = np.random.default_rng(5)
    for _ in range(200):
        mass, eta = rng.dirichlet(np.ones(6)), rng.dirichlet(np.full(4, 0.5), size=6)
        s = eta + rng.normal(scale=0.3, size=eta.shape)
        regret = mass @ (eta.max(axis=1) - eta[np.arange(6), s.argmax(axis=1)])
        assert regret <= 2 * mass @ np.abs(s - eta).max(axis=1) + 1e-12


@pytest.mark.evaluates("eq-masked-scores", "prop-masked-class")
@pytest.mark.parametrize("share", [0.1, 0.32, 0.34, 0.6])
def test_the_class_in_the_middle(share):
    """Least squares on three groups of points, by a library, against the closed form."""
    c = np.array([1.0, 2.5, 4.0])
    x = np.concatenate([[-5, -2.2, -0.3], [-0.7, -0.2, 0.9], c])  # no group mirrors another
    y = np.repeat([0, 1, 2], 3)
    w = np.array([(1 - share) / 2, share, (1 - share) / 2])[y] / 3
    model = LinearRegression().fit(x[:, None], np.eye(3)[y], sample_weight=w)
    beta = (1 - share) / 2 * c.mean() / (w @ x**2)
    np.testing.assert_allclose(model.coef_.ravel(), [-beta, 0, beta], atol=1e-12)
    np.testing.assert_allclose(model.intercept_, [(1 - share) / 2, share, (1 - share) / 2])
    grid = np.linspace(-6, 6, 4001)
    middle = np.abs(grid[model.predict(grid[:, None]).argmax(axis=1) == 1])
    assert bool(len(middle)) == (share > 1 / 3)
    if len(middle):
        assert middle.max() == pytest.approx((share - (1 - share) / 2) / beta, abs=0.004)


@pytest.mark.evaluates("eq-balanced-ova", "prop-balanced-reductions")
def test_what_balanced_balances():
    """The three statements on random densities; the learners are told their weights, nothing else."""
    rng = np.random.default_rng(6)
    M = np.array([[1 if y in cut else -1 for cut in CUTS] for y in range(4)])
    duels = np.array([[(y == a) - (y == b) for a, b in combinations(range(4), 2)] for y in range(4)])
    p, pi = rng.dirichlet(np.ones(4), size=500), np.array([0.7, 0.15, 0.1, 0.05])

    def answered(code, example_weights, balance_sides):
        S = []
        for column in code.T:
            first, second = (p @ (pi * example_weights * (column == side)) for side in (1, -1))
            if balance_sides:
                first, second = first / pi[column == 1].sum(), second / pi[column == -1].sum()
            S.append((first - second) / (first + second))
        S = np.column_stack(S)
        return ((np.sign(S) if (code == 0).any() else S) @ code.T).argmax(axis=1)

    codes = {"OVA": 2 * np.eye(4, dtype=int) - 1, "OVO": duels, "code": M}
    leans = {}
    for name, code in codes.items():
        assert (answered(code, np.ones(4), False) == (p * pi).argmax(axis=1)).all()
        assert (answered(code, 1 / pi, False) == p.argmax(axis=1)).all()
        leans[name] = np.mean(answered(code, np.ones(4), True) != p.argmax(axis=1))
    assert leans["OVO"] == 0 and min(leans["OVA"], leans["code"]) > 0.05
    rest = np.column_stack([(p @ pi - pi[y] * p[:, y]) / (1 - pi[y]) for y in range(4)])
    eta = p * pi / (p @ pi)[:, None]
    odds = eta / (1 - eta) * (1 - pi) / pi  # the statement; the same as the ratio to the density of the rest
    np.testing.assert_allclose(odds, p / rest)
    assert (answered(codes["OVA"], np.ones(4), True) == odds.argmax(axis=1)).all()


@pytest.mark.parametrize("k", [3, 4, 10])
def test_balanced_one_vs_all_leans_by_the_root_of_k_minus_one(k):
    pi = np.array([1 - 1e-9, *[1e-9 / (k - 1)] * (k - 1)])
    for factor, answer in ((0.99, 0), (1.01, 1)):
        p = np.full(k, 1e-7)
        p[:2] = 1, factor * np.sqrt(k - 1)
        rest = (p @ pi - pi * p) / np.append(1e-9, 1 - pi[1:])
        assert (p / rest).argmax() == answer
