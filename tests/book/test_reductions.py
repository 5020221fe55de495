"""The statements of the chapter "Reductions", by brute force, and the states of its figure, by other routes."""

import json
import re
from itertools import combinations, product

import numpy as np
import pytest
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.metrics import confusion_matrix
from sklearn.model_selection import train_test_split

from confusion.datasets import ThreeGaussians, load_car
from tests.book.stored import BOOK, figures_of

CHAPTER = "foundations/reductions"
FIGURES = figures_of(CHAPTER)
CENTERS, SIGMA = np.array([[0, 1], [1, 0], [-1, 0], [0, -1]]), 0.6
#: all ways to cut four classes in two
CUTS = [{0}, {1}, {2}, {3}, {0, 1}, {0, 2}, {0, 3}]


@pytest.fixture(scope="module")
def printed():
    """Everything the chapter's cells print or tabulate, one text."""
    notebook = json.loads((BOOK / f"{CHAPTER}.ipynb").read_text(encoding="utf-8"))
    outputs = [output for cell in notebook["cells"] for output in cell.get("outputs", [])]
    texts = [output.get("text") or output["data"].get("text/markdown", "") for output in outputs]
    return "\n".join("".join(text) for text in texts)


def random_code(rng, k, n):
    """A code with entries -1 and 1 and different rows."""
    while True:
        M = rng.choice([-1, 1], size=(k, n))
        if len(np.unique(M, axis=0)) == k:
            return M


# the figure


@pytest.fixture(scope="module")
def plane():
    """Densities of the classes in cells of the plane, at both sides of their middles, and the mass of each class."""
    law = ThreeGaussians(np.full(4, 0.25), SIGMA, CENTERS)
    points, mass = law.quadrature(24)
    sides = []
    for step in (1, -1):  # on the diagonals two classes tie: each gets them once
        squares = ((points[:, None] + step * np.array([1e-3, 2e-3]) - CENTERS) ** 2).sum(axis=2)
        sides.append(np.exp(-squares / (2 * SIGMA**2)))
    return sides, mass / 2


def answers_of(reduction, p, pi):
    """Balanced exact learners, by the ratios of their densities instead of posteriors."""
    if reduction == "OVO":
        return p.argmax(axis=1)
    if reduction == "OVA":
        rest = [(p @ pi - pi[y] * p[:, y]) / (1 - pi[y]) for y in range(4)]
        return np.column_stack([p[:, y] / rest[y] for y in range(4)]).argmax(axis=1)
    agreement = np.zeros_like(p)
    for cut in map(list, CUTS):
        other = [y for y in range(4) if y not in cut]
        ratio = (p[:, cut] @ pi[cut] / pi[cut].sum()) / (p[:, other] @ pi[other] / pi[other].sum())
        agreement[:, cut] += (ratio / (1 + ratio))[:, None]
        agreement[:, other] += (1 / (1 + ratio))[:, None]
    return agreement.argmax(axis=1)


@pytest.mark.parametrize(("values", "text", "picture"), FIGURES["Balanced reductions"])
def test_balanced_reductions(values, text, picture, plane):
    sides, mass = plane
    share = float(values["share"].rstrip("%")) / 100
    pi = np.array([share, *[(1 - share) / 3] * 3])
    C = np.zeros((4, 4))
    for p in sides:
        answers = answers_of(values["reduction"], p, pi)
        C += [[mass[answers == z, y].sum() * (y != z) for z in range(4)] for y in range(4)]
    if values["reduction"] == "OVO":  # a linear rule, whose matrix is an integral
        exact = ThreeGaussians(np.full(4, 0.25), SIGMA, CENTERS).confusion(CENTERS)
        np.testing.assert_allclose(C, exact, atol=0.001)
        C = exact
    cells = [float(cell) for cell in re.findall(r">(\d\.\d{3})<", picture)]
    assert cells == pytest.approx(C.ravel(), abs=0.0015)
    told = re.match(r"(\w+) with .* has (\d+)%.* wrong on ([\d.]+)% .* on ([\d.]+)% of .* ([\d.]+)\.$", text)
    assert told[1] == values["reduction"] and float(told[2]) == round(100 * share)
    expected = [100 * C[0].sum(), 100 * C[1].sum(), np.linalg.norm(C, 2)]
    assert [float(told[n]) for n in (3, 4)] == pytest.approx(expected[:2], abs=0.15)
    assert float(told[5]) == pytest.approx(expected[2], abs=0.0015)


def test_only_one_vs_one_stays_and_the_others_lean_further_and_further():
    norms = {}
    for values, text, _ in FIGURES["Balanced reductions"]:
        norms.setdefault(values["reduction"], []).append(float(re.search(r"([\d.]+)\.$", text)[1]))
    assert set(norms["OVO"]) == {0.224}
    assert all(np.all(np.diff(norms[name]) > -5e-4) and norms[name][-1] > 0.25 for name in ("OVA", "code"))


# the theorems


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


def test_one_vs_all_needs_an_error_of_its_two_learners():
    S = np.random.default_rng(2).normal(size=(4000, 4))
    answered = S.argmax(axis=1)
    for y in range(4):
        right = np.where(np.arange(4) == y, 1, -1)
        wrong = np.sign(S) != right
        missed = answered != y
        assert (wrong[missed, y] | wrong[missed, answered[missed]]).all()


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


def test_scikit_learns_distance_is_the_squared_loss():
    rng = np.random.default_rng(4)
    M, S = random_code(rng, 5, 7), rng.normal(size=(100, 7))
    distance = ((S[:, None] - M[None]) ** 2).sum(axis=2)
    np.testing.assert_allclose(distance, ((1 - S[:, None] * M[None]) ** 2).sum(axis=2))
    assert (distance.argmin(axis=1) == (S @ M.T).argmax(axis=1)).all()


def test_regret_of_one_vs_all():
    rng = np.random.default_rng(5)
    for _ in range(200):
        mass, eta = rng.dirichlet(np.ones(6)), rng.dirichlet(np.full(4, 0.5), size=6)
        s = eta + rng.normal(scale=0.3, size=eta.shape)
        regret = mass @ (eta.max(axis=1) - eta[np.arange(6), s.argmax(axis=1)])
        assert regret <= 2 * mass @ np.abs(s - eta).max(axis=1) + 1e-12


@pytest.mark.parametrize("share", [0.1, 0.32, 0.34, 0.6])
def test_the_class_in_the_middle(share):
    """Least squares on three mirrored groups of points, by a library, against the closed form."""
    c = np.array([1.0, 2.5, 4.0])
    x = np.concatenate([-c, [-0.7, 0, 0.7], c])
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
    assert (answered(codes["OVA"], np.ones(4), True) == (p / rest).argmax(axis=1)).all()


@pytest.mark.parametrize("k", [3, 4, 10])
def test_balanced_one_vs_all_leans_by_the_root_of_k_minus_one(k):
    pi = np.array([1 - 1e-9, *[1e-9 / (k - 1)] * (k - 1)])
    for factor, answer in ((0.99, 0), (1.01, 1)):
        p = np.full(k, 1e-7)
        p[:2] = 1, factor * np.sqrt(k - 1)
        rest = (p @ pi - pi * p) / np.append(1e-9, 1 - pi[1:])
        assert (p / rest).argmax() == answer


# the numbers


def test_codes_drawn_at_random(printed):
    """Shares of useless codes against their exact probabilities, with 1000 draws."""
    twins = 1 - 127 * 126 * 125 / 128**3
    idle = 1 - (7 / 8) ** 7
    told = [float(re.search(rf"{words}: ([\d.]+)%", printed)[1]) / 100 for words in ("share a codeword", "on one side")]
    for share, probability in zip(told, (twins, idle)):
        assert abs(share - probability) < 3 * np.sqrt(probability * (1 - probability) / 1000) + 0.005


def test_the_table_of_car(printed):
    """One row by hand: duels with the weights of the whole sample, which differ from balanced sides by a factor."""
    car = load_car()
    measured = []
    for seed in range(10):
        A, B, y_a, y_b = train_test_split(car.data, car.target, test_size=0.5, stratify=car.target, random_state=seed)
        S = np.zeros((len(B), 4))
        for y, z in combinations(range(4), 2):
            here = np.isin(y_a, (y, z))
            w = len(y_a) / 4 / np.bincount(y_a)[y_a[here]]
            s = LogisticRegression(solver="newton-cholesky").fit(A[here], y_a[here] == z, sample_weight=w)
            s = s.decision_function(B)
            S[:, z] += (s > 0) + 1e-6 * s
            S[:, y] += (s <= 0) - 1e-6 * s
        N = confusion_matrix(y_b, S.argmax(axis=1), normalize="true")
        C = N - np.diag(np.diag(N))
        measured.append([np.mean(S.argmax(axis=1) == y_b), C.sum(axis=1).mean(), np.linalg.norm(C, 2)])
    expected = [*np.mean(measured, axis=0), np.std(measured, axis=0, ddof=1)[2] / np.sqrt(10)]
    row = re.search(r"\| one-vs-one \| classes \| (.*) \|", printed)[1].split(" | ")
    assert [float(cell) for cell in row] == pytest.approx(expected, abs=0.0051)
