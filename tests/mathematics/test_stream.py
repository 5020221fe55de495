"""From a step to a stream: the step's inequality, the bound along a stream, its three scalings, and the limit C -> 0.

The chapter "From a step to a stream" proves them. In fractions, and on random and hostile streams.
"""

from fractions import Fraction

import numpy as np
import pytest

from confusion import copa
from tests.mathematics.test_copa_claims import update

POWERS = {None: 0, "inverse-count": 1, "inverse-count-squared": 2}


def losses(W, x, y):
    """Squared hinge losses of the wrong classes, together; of floats or of fractions."""
    least = Fraction(1, len(W) - 1) if isinstance(x[0], Fraction) else 1 / (len(W) - 1)
    return sum(max(sum(a * b for a, b in zip(w, x)) + least, 0) ** 2 for q, w in enumerate(W) if q != y)


def square(W):
    return sum(w * w for row in W for w in row)


def exact_step(W, x, y, a):
    """COPA's step on fractions."""
    *_, alpha, s = update([sum(w * v for w, v in zip(row, x)) for row in W], square([x]), a, y)
    return [[w - (b - s / len(W)) * v for w, v in zip(row, x)] for row, b in zip(W, alpha)]


def fractions(rng, size, scale=4):
    return [[Fraction(int(v), scale) for v in row] for row in rng.integers(-9, 10, size=size)]


def sum_zero(rows):
    return [[v - sum(column) / len(rows) for v, column in zip(row, zip(*rows))] for row in rows]


def least_value(W, x, y, a):
    """Twice the objective of (18) at the step."""
    new = exact_step(W, x, y, a)
    return square([[u - v for u, v in zip(*rows)] for rows in zip(new, W)]) + a * losses(new, x, y)


def lower(W, x, y, a):
    """a S / (1 + a n (1 - 1/Q))."""
    Q = len(W)
    return a * losses(W, x, y) / (1 + a * square([x]) * Fraction(Q - 1, Q))


@pytest.mark.evaluates("eq-stream-least", "eq-stream-step", "lem-stream-row")
def test_the_step_costs_at_least_so_much():
    """Exactly; with equality where one wrong class is active, so no smaller constant will do."""
    rng, equal = np.random.default_rng(0), 0
    for trial in range(60):
        Q = 2 + trial % 4
        W, [x] = sum_zero(fractions(rng, (Q, 2))), fractions(rng, (1, 2))
        y, a = int(rng.integers(Q)), Fraction(int(rng.integers(1, 60)), 8)
        assert least_value(W, x, y, a) >= lower(W, x, y, a)
        equal += least_value(W, x, y, a) == lower(W, x, y, a) > 0
    assert equal > 5


@pytest.mark.evaluates("lem-stream-row")
def test_the_length_of_a_row_falls_no_faster_than_the_vectors_move():
    """With equality where one class has a loss and the step goes straight down."""
    rng, largest = np.random.default_rng(8), 0
    for trial in range(300):
        Q, y = 2 + trial % 5, trial % 2
        W, V = rng.normal(size=(2, Q, 3)) * 10 ** rng.uniform(-1, 1, size=(2, 1, 1))
        W, V, x = W - W.mean(axis=0), V - V.mean(axis=0), rng.normal(size=3)
        gap = np.sqrt(losses(W, x, y)) - np.sqrt(losses(V, x, y))
        moved = np.sqrt((1 - 1 / Q) * x @ x) * np.linalg.norm(W - V)
        assert gap <= moved * (1 + 1e-12)
        largest = max(largest, gap / moved)
    assert largest > 0.5
    W, x = np.array([[-3.0], [7.0], [-4.0]]), np.ones(1)
    V = W - np.array([[-1.0], [2.0], [-1.0]])
    assert np.sqrt(losses(W, x, 0)) - np.sqrt(losses(V, x, 0)) == pytest.approx(np.sqrt(2 / 3) * np.linalg.norm(W - V))


@pytest.mark.evaluates("eq-stream-notation", "eq-stream-regret", "thm-stream-regret")
@pytest.mark.decides("copa/regret", "true")
def test_the_bound_along_a_stream_in_fractions():
    """From any start, for any weights c_t and any U; an equality for two classes, one example and U = W_2."""
    rng = np.random.default_rng(1)
    zero = [[Fraction(0)] * 2] * 6

    def away(U, W):
        return square([[u - w for u, w in zip(*rows)] for rows in zip(U, W)])

    for trial in range(24):
        Q, T = (2 + trial % 3, 4) if trial % 8 else (6, 4)
        X, y = fractions(rng, (T, 2), 3), [int(q) for q in rng.integers(Q, size=T)]
        y = sorted(y) if trial % 2 else y
        weights = [Fraction(1, int(v)) for v in rng.integers(1, 6, size=T)]
        C = Fraction(10) ** int(rng.integers(-2, 4))
        W = first = zero[:Q] if trial % 3 else sum_zero(fractions(rng, (Q, 2)))
        left = Fraction(0)
        for x, label, c in zip(X, y, weights):
            left += c * losses(W, x, label) / (1 + C * c * square([x]) * Fraction(Q - 1, Q))
            W = exact_step(W, x, label, C * c)
        for U in (W, first, sum_zero(fractions(rng, (Q, 2))), zero[:Q]):
            own = sum(c * losses(U, x, label) for x, label, c in zip(X, y, weights))
            assert left + away(U, W) / C <= away(U, first) / C + own
    x, C, zero = [Fraction(1, 3), Fraction(2)], Fraction(7, 2), zero[:2]
    U, n = exact_step(zero, x, 0, C), square([x])
    assert losses(zero, x, 0) / (1 + C * n / 2) == square(U) / C + losses(U, x, 0)
    assert losses(zero, x, 0) / (1 + C * n / 3) > square(U) / C + losses(U, x, 0)  # a smaller constant is refuted


@pytest.mark.evaluates("prop-stream-sharp")
@pytest.mark.parametrize("Q", [2, 3, 6])
def test_no_smaller_factor_will_do(Q):
    """Many short steps towards class 0, and a long input of class 1 that undoes them: a factor 2 % smaller fails."""
    N, rho = 500, 1 - 1 / Q
    X, y = np.append(np.full(N, 1 / N), N)[:, None], np.append(np.zeros(N, int), 1)
    prices, U = np.append(np.full(N, Q), N), np.full((Q, 1), -1 / (Q - 1) / N)
    U[1] = 1 / N
    S = np.array([losses(*one) for one in zip(run(X, y, Q, 1, prices), X, y)])
    right = np.sum(U**2) + prices @ own(U, X, y)
    for part in (1, 0.98, 0.5):
        left = np.sum(prices * S / (1 + part * rho * prices * X[:, 0] ** 2))
        assert left - right == pytest.approx((1 / part - 1) / rho, abs=9 / N)
        assert (left > right) == (part < 1)


def streams(rng, count):
    """Streams of 2 to 6 classes at all scales and prices: at random, sorted, in clouds, and of one feature."""
    for trial in range(count):
        Q, d, T = int(rng.integers(2, 7)), 1 if trial % 4 == 3 else 3, 30
        y = np.append(np.arange(Q), rng.choice(Q, size=T - Q, p=rng.dirichlet(np.ones(Q))))
        y = np.sort(y) if trial % 2 else rng.permutation(y)
        X = rng.normal(size=(T, d)) + (3 * rng.normal(size=(Q, d))[y] if trial % 4 in (0, 1) else 0)
        yield X * 10 ** rng.uniform(-2, 2), y, Q, 10 ** rng.uniform(-3, 4)


def run(X, y, Q, C, weights):
    """W_1 = 0, ..., W_T and W_{T+1}."""
    path = [np.zeros((Q, X.shape[1]))]
    for x, label, c in zip(X, y, weights):
        path.append(copa.copa_step(path[-1], x, int(label), C * c))
    return np.array(path)


def own(W, X, y):
    """S_t(W) for all t."""
    found = copa.hinge_losses(W, X) ** 2
    return found.sum(axis=1) - found[np.arange(len(y)), y]


@pytest.mark.evaluates("cor-stream-confusion", "eq-stream-confusion", "eq-stream-jensen")
@pytest.mark.parametrize("scaling", [*POWERS, "so far"])
def test_the_online_matrix_is_below_its_bound(scaling):
    """For the last vectors, their mean, nothing, and twice the last; and by the remark on counts that are not known."""
    largest, tight = 0, (np.eye(2), np.arange(2), 2, 1e6)
    for X, y, Q, C in [*streams(np.random.default_rng(2), 60), tight]:
        counts, so_far = np.bincount(y), np.array([np.sum(y[: t + 1] == y[t]) for t in range(len(y))])
        weights = 1 / so_far if scaling == "so far" else counts[y] ** -float(POWERS[scaling])
        path = run(X, y, Q, C, weights)
        Chat = copa.empirical_online_confusion_risk(path[:-1], X, y)
        factor = 1 / C + (1 - 1 / Q) * np.max((X**2).sum(axis=1) / counts[y])
        for U in (path[-1], path.mean(axis=0), 0 * path[-1], 2 * path[-1]):
            if scaling == "so far":
                bound = np.sqrt(factor * (np.sum(U**2) + C * weights @ own(U, X, y)))
            else:
                bound = copa.stream_confusion_bound(U, X, y, C, scaling=scaling)
            assert np.linalg.norm(Chat, 2) <= np.linalg.norm(Chat) <= bound * (1 + 1e-9)
            largest = max(largest, np.linalg.norm(Chat) / bound)
    assert largest > 0.999


@pytest.mark.evaluates("eq-stream-best")
def test_the_best_C_and_the_weights_it_leaves():
    """The least of the bound over C is sqrt(A) |U| + sqrt(B), and 1/T_y has the smallest B."""
    rng = np.random.default_rng(3)
    for X, y, Q, _ in streams(rng, 40):
        counts = np.bincount(y)
        U = rng.normal(size=(Q, X.shape[1])) / np.abs(X).max()
        U = U - U.mean(axis=0)
        rows = np.array([own(U, X, y)[y == p].mean() for p in range(Q)])
        A = (1 - 1 / Q) * np.max((X**2).sum(axis=1) / counts[y])
        for scaling, power in POWERS.items():
            wide = max(counts ** (power - 1.0))
            B = wide * counts ** (1.0 - power) @ rows
            best = np.sqrt(A) * np.linalg.norm(U) + np.sqrt(B)
            C = wide * np.linalg.norm(U) / np.sqrt(A * B)
            bounds = [copa.stream_confusion_bound(U, X, y, f * C, scaling=scaling) for f in (0.5, 0.9, 1, 1.1, 2)]
            assert min(bounds) == bounds[2] == pytest.approx(best)
            assert B >= rows.sum() * (1 - 1e-12)


def test_a_mistake_costs_so_much():
    """On an error S >= Q^2 / ((Q-1)^2 (Q+2)), attained: rb-error-cost and the inequality of Cauchy and Schwarz."""
    rng = np.random.default_rng(5)
    for Q in (2, 3, 5):
        least = Q**2 / ((Q - 1) ** 2 * (Q + 2))
        scores = rng.normal(size=(4000, Q)) * rng.uniform(0, 1, size=(4000, 1))
        scores -= scores.mean(axis=1, keepdims=True)
        wrong = scores[:, 1:].max(axis=1) >= scores[:, 0]
        hinge = np.maximum(scores + 1 / (Q - 1), 0)[wrong, 1:]
        found = (hinge**2).sum(axis=1).min()
        best = np.full(Q, least * (Q - 1) / Q)  # losses proportional to (2, 1, ..., 1)
        best[1] *= 2
        tied = best - 1 / (Q - 1)
        tied[0] = -tied[1:].sum()
        assert tied[1] == pytest.approx(tied[0]) and np.sum(best[1:] ** 2) == pytest.approx(least)
        assert least * (1 - 1e-9) <= found <= 1.5 * least


@pytest.mark.parametrize("scaling", POWERS)
@pytest.mark.parametrize("average", [False, True])
def test_small_C_is_a_rule_of_class_means(scaling, average):
    """Last vectors and averages after three epochs, sorted labels, with a constant feature."""
    rng, epochs = np.random.default_rng(7), 3
    y = np.repeat([0, 1, 2], [60, 20, 10])
    X = rng.normal(size=(90, 2)) + np.array([[0, 2], [2, 0], [-1, 3]])[y]
    counts, place = np.bincount(y), np.arange(90)
    seen = (epochs + 1) / 2 - place / 90 if average else np.full(90, float(epochs))
    weights = seen * counts[y] ** -float(POWERS[scaling])
    sums = (weights[:, None] * np.eye(3)[y]).T @ np.column_stack([X, np.ones(90)])
    limit = (sums - sums.mean(axis=0)) / 2
    settings = {"epochs": epochs, "average": average, "shuffle": False, "fit_intercept": True}
    model = copa.CopaClassifier(1e-7, scaling, **settings).fit(X, y)
    found = np.column_stack([model.coef_, model.intercept_]) / 1e-7
    np.testing.assert_allclose(found, limit, atol=2e-3 * np.abs(limit).max())
    if not average and scaling == "inverse-count":
        assert np.abs(limit[:, 2]).max() < 1e-12  # no intercept
