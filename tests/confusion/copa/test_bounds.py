"""Theorems 1 and 2 of the COPA paper on learners that adapt, and the counterexample to Theorem 2."""

import numpy as np
import pytest

from confusion import copa, limits
from confusion.datasets import ThreeGaussians

LAW = ThreeGaussians(weights=[0.5, 0.25, 0.25], sigma=0.4)
BOX = 2.0


def adaptive_run(y, X, blocks=1):
    """A small adaptive learner: projected gradient steps on the hinge losses; returns h_0, ..., h_{T-1}.

    With `blocks` = Q it updates once in Q rounds, as the block protocol asks.
    """
    Q = LAW.n_classes
    W = np.zeros((Q, 2))
    trajectory, pending = [], np.zeros((Q, 2))
    for t, (x, p) in enumerate(zip(X, y)):
        trajectory.append(W)
        slope = (W @ x + 1 / (Q - 1) > 0).astype(float)
        slope[p] = 0.0
        pending = pending - 0.3 * np.outer(slope - slope.mean(), x)
        if (t + 1) % blocks == 0:
            W = W + pending
            W = W / max(1.0, np.abs(W).max() / 0.5)
            pending = np.zeros((Q, 2))
    return np.array(trajectory)


def trajectories(n_runs, T, seed, protocol):
    rng = np.random.RandomState(seed)
    for _ in range(n_runs):
        if protocol == "iid":
            X, y = LAW.sample(T, rng)
        else:
            y = np.tile(np.arange(3), T // 3)
            X = LAW.sample_inputs(y, rng)
        X = np.clip(X, -BOX, BOX)
        yield adaptive_run(y, X, 3 if protocol == "block" else 1), X, y


# Inputs are clipped to the box, so the losses are bounded; the law's own closed form no longer applies and the
# conditional expectations are taken over one large sample of each class.
POOL = [np.clip(LAW.sample_inputs(np.full(4000, p), p), -BOX, BOX) for p in range(3)]
LOSS_BOUND = 2 * 0.5 * BOX + 0.5


def pool_losses(W, p):
    return copa.hinge_losses(W, POOL[p]).mean(axis=0)


def pool_risk(W):
    C = np.array([pool_losses(W, p) for p in range(3)])
    np.fill_diagonal(C, 0)
    return C


# --- Theorem 2: false as printed, three versions that hold ------------------------------------------------------


def hard_margin_run(X, y):
    """The passive-aggressive step with C infinite, by hand, for Q = 2 and d = 1: w_0 = w, w_1 = -w."""
    w, trajectory = 0.0, []
    for x, p in zip(X[:, 0], y):
        trajectory.append([[w], [-w]])
        wrong = -w if p == 0 else w
        if wrong * x + 1 > 0:
            w = (1.0 if p == 0 else -1.0) / x
    return np.array(trajectory)


@pytest.mark.evaluates("rb-counterexample", "rb-false")
@pytest.mark.parametrize("T", [4, 100, 4000])
def test_theorem_2_counterexample(T):
    X, y = copa.theorem2_counterexample(T)
    h = hard_margin_run(X, y)
    empirical = np.linalg.norm(copa.empirical_online_confusion_risk(h, X, y), 2)
    assert empirical == pytest.approx(4 / T)
    average = h.mean(axis=0)
    for W in (average, *h[:: T // 4], [[0.0], [0.0]], [[0.3], [-0.3]], [[-5.0], [5.0]]):
        assert np.linalg.norm(copa.confusion_risk(W, X, y), 2) >= 1 - 1e-12
    printed = empirical + limits.online_risk_radius([T // 2, T // 2], loss_bound=2.0, delta=0.05, form="printed")
    assert (printed < 1) == (T == 4000)
    # Theorem 1 itself is safe: the inputs are constant, so the two online risks are equal.
    exact = copa.online_confusion_risk(h, y, lambda W, p: copa.hinge_losses(W, [[1.0]])[0])
    np.testing.assert_allclose(exact, copa.empirical_online_confusion_risk(h, X, y))


@pytest.mark.evaluates("rb-thm-classwise")
def test_theorem_2_classwise_average():
    """Row p of the risk of the p-th average is below row p of the online risk, entry by entry."""
    for h, X, y in trajectories(10, 60, 1, "fixed"):
        averages = copa.classwise_average(h, y)
        np.testing.assert_allclose(averages[1], h[y == 1].mean(axis=0), atol=1e-12)
        rows = np.array([pool_risk(averages[p])[p] for p in range(3)])
        online = copa.online_confusion_risk(h, y, pool_losses)
        assert (rows <= online + 1e-12).all()
        empirical = np.linalg.norm(copa.empirical_online_confusion_risk(h, X, y), 2)
        radius = limits.online_risk_radius(np.bincount(y), loss_bound=LOSS_BOUND, delta=0.05)
        assert np.linalg.norm(rows, 2) <= empirical + radius


@pytest.mark.evaluates("rb-thm-block")
@pytest.mark.slow
def test_theorem_2_block_protocol():
    misses = 0
    for h, X, y in trajectories(40, 90, 2, "block"):
        average = copa.block_average(h, y)
        np.testing.assert_allclose(average, h[::3].mean(axis=0), atol=1e-12)
        online = copa.online_confusion_risk(h, y, pool_losses)
        assert (pool_risk(average) <= online + 1e-12).all()
        radius = copa.block_average_radius(30, 3, loss_bound=LOSS_BOUND, delta=0.2)
        empirical = copa.empirical_online_confusion_risk(h, X, y)
        misses += np.linalg.norm(pool_risk(average), 2) > np.linalg.norm(empirical, 2) + radius
        misses += np.linalg.norm(online - empirical) > radius
    assert misses <= 0.2 * 40


@pytest.mark.evaluates("rb-jensen", "rb-thm-weights", "rb-weighted", "rb-weights")
@pytest.mark.slow
def test_theorem_2_importance_weights():
    misses, estimates, targets = 0, [], []
    for h, X, y in trajectories(60, 60, 3, "iid"):
        estimate = copa.importance_weighted_risk(h, X, y, LAW.weights)
        target = np.mean([pool_risk(W) for W in h], axis=0)
        assert (pool_risk(h.mean(axis=0)) <= target + 1e-12).all()
        radius = copa.importance_weighted_radius(60, LAW.weights, loss_bound=LOSS_BOUND, delta=0.2)
        misses += np.linalg.norm(estimate - target) > radius
        estimates.append(estimate)
        targets.append(target)
    assert misses <= 0.2 * 60
    spread = np.std(estimates, axis=0) / np.sqrt(60)
    np.testing.assert_array_less(np.abs(np.mean(np.subtract(estimates, targets), axis=0)), 5 * spread + 0.02)


@pytest.mark.evaluates("rb-bernstein", "rb-thm-bernstein")
def test_importance_weighted_radius_covers_rare_classes():
    """Losses equal to M whenever they can be, one rare class: the heavy-tailed case for Bernstein."""
    rng = np.random.default_rng(0)
    T, priors = 200, np.array([0.96, 0.02, 0.02])
    counts = rng.multinomial(T, priors, size=20000)
    # |Z - EZ|_F for losses identically one: row p is (N_p / (T pi_p) - 1) times Q - 1 ones.
    deviation = np.sqrt(2 * np.sum((counts / (T * priors) - 1) ** 2, axis=1))
    for delta in (0.5, 0.1, 0.01, 0.001):
        assert np.mean(deviation > copa.importance_weighted_radius(T, priors, delta=delta)) <= delta
    assert np.quantile(deviation, 0.99) > 0.4 * copa.importance_weighted_radius(T, priors, delta=0.01)


# --- Theorem 2 for drawn labels: counts in the place of weights ---------------------------------------------------


def drawn_game(priors, T, runs, strategy, rng):
    """A learner on a law where all is known: row means of its hypotheses, and their estimates by counts.

    `strategy(t, counts, mean so far, estimate so far)` gives the conditional losses c, of shape (runs, Q, Q); what is
    drawn is a coin with this mean, or with `sure` the mean itself.  Returns A and Chat, as in the theorem.
    """
    Q, everyone = len(priors), np.arange(runs)
    total, sums, counts = np.zeros((runs, Q, Q)), np.zeros((runs, Q, Q)), np.zeros((runs, Q))
    for t in range(T):
        c, sure = strategy(t, counts, total / max(t, 1), sums / np.maximum(counts, 1)[:, :, None])
        c = c * (1 - np.eye(Q))
        y = rng.choice(Q, size=runs, p=priors)
        row = c[everyone, y]
        total += c
        counts[everyone, y] += 1
        sums[everyone, y] += row if sure else rng.uniform(size=(runs, 1)) < row
    return total / T, sums / np.maximum(counts, 1)[:, :, None]


def by_count(sign):
    """Losses one on the classes that came too often so far (or too rarely), zero on the others."""

    def strategy(t, counts, mean, estimate, priors):
        wanted = sign * (counts - t * priors) > 0
        return np.repeat(wanted[:, :, None], len(priors), axis=2).astype(float), True

    return strategy


STRATEGIES = {
    "coins": lambda t, counts, mean, estimate, priors: (np.full(mean.shape, 0.5), False),
    "ones": lambda t, counts, mean, estimate, priors: (np.ones(mean.shape), True),
    "first half": lambda t, counts, mean, estimate, priors: (np.full(mean.shape, float(t < 60)), True),
    "frequent": by_count(1),
    "rare": by_count(-1),
    "keeps what it has": lambda t, counts, mean, estimate, priors: (np.where(mean > estimate, mean, 0.5), False),
}


@pytest.mark.evaluates("rb-cor-iid")
@pytest.mark.parametrize("name", STRATEGIES)
@pytest.mark.parametrize("priors", [[0.5, 0.5], [0.9, 0.1], [0.9, 0.05, 0.05], [0.25] * 4], ids=str)
def test_theorem_2_for_drawn_labels(priors, name):
    """rb-cor-iid: |A - Chat|_F is within the radius, for learners that play against it."""
    priors, T, rng = np.array(priors), 120, np.random.default_rng(len(name))
    A, estimate = drawn_game(priors, T, 2000, lambda *seen: STRATEGIES[name](*seen, priors), rng)
    away = np.linalg.norm(A - estimate, axis=(1, 2))
    excess = np.linalg.norm(A, 2, axis=(1, 2)) - np.linalg.norm(estimate, 2, axis=(1, 2))
    assert (excess <= away + 1e-12).all()
    for delta in (0.5, 0.1, 0.01):
        assert np.mean(away > copa.importance_weighted_radius(T, priors, delta=delta)) <= delta
    if name == "coins":  # the bound is not idle
        assert np.quantile(away, 0.99) > 0.15 * copa.importance_weighted_radius(T, priors, delta=0.01)


@pytest.mark.evaluates("rb-two-parts")
@pytest.mark.parametrize("seed", range(4))
def test_two_parts_of_the_proof_for_drawn_labels(seed):
    """rb-two-parts and the length of one row: identities of the proof, also where a class never comes."""
    rng = np.random.default_rng(seed)
    Q, T, M = 2 + seed, 12, 1.7
    priors = rng.dirichlet(np.full(Q, 0.7))
    y = rng.choice(Q, size=T, p=priors)
    off = ~np.eye(Q, dtype=bool)
    losses = rng.uniform(0, M, size=(T, Q, Q))  # of each hypothesis, on the input of its round
    A = np.array([rng.uniform(0, M, size=Q) for _ in range(Q)])
    counts, rows = np.bincount(y, minlength=Q), np.zeros((Q, Q))
    np.add.at(rows, y, losses[np.arange(T), y])
    estimate = rows / np.maximum(counts, 1)[:, None]
    weighted = np.zeros((Q, Q))
    np.add.at(weighted, y, (losses[np.arange(T), y] - M / 2) / (T * priors[y])[:, None])
    D, v = A - M / 2 - weighted, counts / (T * priors) - 1
    both = D + v[:, None] * (estimate - M / 2)
    np.testing.assert_allclose((A - estimate)[off], both[off])
    kappa = M * np.sqrt(Q - 1) / 2
    D, away = D * off, np.linalg.norm((A - estimate) * off)
    assert away <= np.linalg.norm(D) + kappa * np.linalg.norm(v) + 1e-12
    assert away <= np.sqrt(2) * np.sqrt(np.sum(D**2) + kappa**2 * np.sum(v**2)) + 1e-12
    # One row of G, and its inner product with any mean row of the same kind.
    row, mean = ((x - M / 2) for x in rng.uniform(0, M, size=(2, 500, Q - 1)))
    G, E = np.column_stack([row, np.full(500, -kappa)]), np.column_stack([mean, np.full(500, -kappa)])
    assert np.linalg.norm(G, axis=1).max() <= np.sqrt(2) * kappa and np.sum(G * E, axis=1).min() >= 0


@pytest.mark.evaluates("rb-cor-iid")
@pytest.mark.parametrize(("priors", "T"), [([0.9, 0.05, 0.05], 1000), ([0.5, 0.5], 20), ([0.1] * 10, 100)])
def test_the_printed_radius_for_drawn_labels(priors, T):
    """Here the printed radius is above that of the theorem for a smaller delta, up to the difference of the two."""
    counts = np.random.default_rng(0).multinomial(T, priors, size=40_000)
    Q = len(priors)
    with np.errstate(divide="ignore"):
        printed = np.sqrt(2 * Q * np.sum(1 / counts, axis=1) * np.log(Q / 0.05))
    assert np.mean(printed < copa.importance_weighted_radius(T, priors, delta=0.03)) < 0.01
    # It is the main term that decides: (Q - 1) ln(2 / delta) is below Q ln(Q / delta).
    assert all((Q - 1) * np.log(2 / d) < Q * np.log(Q / d) for d in (1.0, 0.5, 1e-9))
