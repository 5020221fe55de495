"""Section 3 of the COPA paper: its bounds as printed, as they hold, and the counterexample to Theorem 2."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from scipy.optimize import minimize

from confusion import copa, limits
from confusion.datasets import ThreeGaussians
from confusion.metrics import operator_norm

SEEDS = st.integers(0, 2**32 - 1)


# --- Corollary 1 and the two martingale lemmas ----------------------------------------------------------------


def test_corollary_1_by_hand():
    assert limits.matrix_azuma_tail(2.0, [1.0, 1.0], (2, 3)) == pytest.approx(5 * np.exp(-1))
    np.testing.assert_allclose(limits.matrix_azuma_tail([1, 2], [2.0], (1, 1)), 2 * np.exp([-1 / 8, -1 / 2]))


@settings(deadline=None)
@given(st.floats(1e-6, 1), hnp.arrays(float, 4, elements=st.floats(0.01, 10)), st.integers(1, 9), st.integers(1, 9))
def test_corollary_1_radius_inverts_the_tail(delta, M, d1, d2):
    radius = limits.matrix_azuma_radius(M, (d1, d2), delta=delta)
    assert limits.matrix_azuma_tail(radius, M, (d1, d2)) == pytest.approx(delta, rel=1e-9)


@pytest.mark.decides("copa/corollary-1", "true")
def test_corollary_1_holds_on_matrix_walks():
    """Rectangular sign walks with increments of rank one and of full rank; the bound is also not vacuous."""
    rng = np.random.default_rng(0)
    runs, n = 2000, 40
    sizes = 1 / np.sqrt(np.arange(1, n + 1))
    for shape in ((1, 1), (2, 3), (4, 4)):
        directions = rng.normal(size=(n, *shape))
        directions /= np.linalg.norm(directions, 2, axis=(1, 2))[:, None, None]
        signs = rng.choice([-1.0, 1.0], size=(runs, n))
        norms = np.linalg.norm(np.tensordot(signs * sizes, directions, 1), 2, axis=(1, 2))
        for delta in (0.5, 0.1, 0.02):
            assert np.mean(norms >= limits.matrix_azuma_radius(sizes, shape, delta=delta)) <= delta
        assert np.median(norms) > 0.2 * limits.matrix_azuma_radius(sizes, shape, delta=0.5)


def test_corollary_1_needs_the_dimension():
    """Diagonals of signs, of norm one: the norm of the sum is the largest of d scalar walks and grows with d."""
    walks = np.random.default_rng(1).choice([-1.0, 1.0], size=(200, 40, 64)).sum(axis=1)
    norms = np.abs(walks).max(axis=1)
    one, all_ = (limits.matrix_azuma_radius(0.5, np.ones(40), (d, d)) for d in (1, 64))
    assert np.mean(norms >= all_) <= 0.5 < 0.9 < np.mean(norms >= one)


# --- Theorem 1 ------------------------------------------------------------------------------------------------


@settings(deadline=None)
@given(st.lists(st.integers(1, 10**6), min_size=2, max_size=12), st.floats(1e-9, 1), st.floats(1e-3, 1e3))
def test_theorem_1_printed_radius_is_at_least_the_dimension_free_one(counts, delta, M):
    free, printed, route = (
        limits.online_risk_radius(counts, loss_bound=M, delta=delta, form=form)
        for form in ("dimension-free", "printed", "route")
    )
    assert 0 < free <= printed * (1 + 1e-12)
    assert printed < route


def test_theorem_1_equation_12_by_hand():
    counts, delta, M = [10, 40, 50], 0.1, 2.0
    inverse = 1 / 10 + 1 / 40 + 1 / 50
    radii = {
        "printed": M * np.sqrt(2 * 3 * inverse * np.log(3 / delta)),
        "route": M * np.sqrt(2 * 3 * inverse * np.log(6 / delta)),
        "dimension-free": M * np.sqrt(2 * 2 * inverse * np.log(2 / delta)),
    }
    for form, radius in radii.items():
        assert limits.online_risk_radius(counts, loss_bound=M, delta=delta, form=form) == pytest.approx(radius)


def test_theorem_1_route_is_corollary_1_on_its_increments():
    counts = np.array([7, 3, 5])
    y = np.repeat(np.arange(3), counts)
    increments = np.sqrt(3) / counts[y]
    route = limits.online_risk_radius(counts, delta=0.05, form="route")
    assert route == pytest.approx(limits.matrix_azuma_radius(increments, (3, 3)))
    free = limits.frobenius_azuma_radius(np.sqrt(2) / counts[y])
    assert limits.online_risk_radius(counts, delta=0.05) == pytest.approx(free)


def signs_game(T_counts, runs, rng):
    """An adaptive learner on an atomic law, where everything is known: the worst kind of loss, a fair coin.

    Given its past, round t's losses are all M or all 0 with probability one half, each with a sign chosen by
    the past deviation, so that conditional means are M/2.  Returns Frobenius norms of C - Chat over the runs.
    """
    Q = len(T_counts)
    y = rng.permutation(np.repeat(np.arange(Q), T_counts))
    deviation = np.zeros((runs, Q, Q))
    for p in y:
        direction = np.where(deviation[:, p] >= 0, 1.0, -1.0)
        step = 0.5 * rng.choice([-1.0, 1.0], size=(runs, 1)) * direction / T_counts[p]
        step[:, p] = 0.0
        deviation[:, p] += step
    return deviation


def test_theorem_1_coverage_on_an_adversarial_game():
    rng = np.random.default_rng(0)
    for counts in ([5, 5], [30, 4, 4], [60, 10, 3, 3]):
        deviation = signs_game(np.array(counts), 4000, rng)
        frobenius = np.linalg.norm(deviation, axis=(1, 2))
        assert (np.linalg.norm(deviation, 2, axis=(1, 2)) <= frobenius + 1e-12).all()
        for delta in (0.5, 0.1, 0.01):
            # The losses' deviations are at most M/2 here: the lemma applies with M = 1/2 too.
            radius = limits.online_risk_radius(counts, loss_bound=0.5, delta=delta)
            assert np.mean(frobenius > radius) <= delta
        assert np.quantile(frobenius, 0.99) > 0.3 * limits.online_risk_radius(counts, loss_bound=0.5, delta=0.01)


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


def test_theorem_1_coverage_of_an_adaptive_learner():
    misses, gaps = 0, []
    for h, X, y in trajectories(40, 60, 0, "fixed"):
        difference = copa.online_confusion_risk(h, y, pool_losses) - copa.empirical_online_confusion_risk(h, X, y)
        gaps.append(np.linalg.norm(difference))
        misses += gaps[-1] > limits.online_risk_radius(np.bincount(y), loss_bound=LOSS_BOUND, delta=0.2)
    assert misses <= 0.2 * 40
    assert np.mean(gaps) > 0.02


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


@pytest.mark.parametrize("T", [4, 100, 4000])
def test_theorem_2_counterexample(T):
    X, y = copa.theorem2_counterexample(T)
    h = hard_margin_run(X, y)
    empirical = operator_norm(copa.empirical_online_confusion_risk(h, X, y))
    assert empirical == pytest.approx(4 / T)
    average = h.mean(axis=0)
    for W in (average, *h[:: T // 4], [[0.0], [0.0]], [[0.3], [-0.3]], [[-5.0], [5.0]]):
        assert operator_norm(copa.confusion_risk(W, X, y)) >= 1 - 1e-12
    printed = empirical + limits.online_risk_radius([T // 2, T // 2], loss_bound=2.0, delta=0.05, form="printed")
    assert (printed < 1) == (T == 4000)
    # Theorem 1 itself is safe: the inputs are constant, so the two online risks are equal.
    exact = copa.online_confusion_risk(h, y, lambda W, p: copa.hinge_losses(W, [[1.0]])[0])
    np.testing.assert_allclose(exact, copa.empirical_online_confusion_risk(h, X, y))


def test_theorem_2_counterexample_refutes_the_gibbs_remark():
    """The conditional online risk is not the average risk of the hypotheses (remark after Theorem 1)."""
    X, y = copa.theorem2_counterexample(400)
    h = hard_margin_run(X, y)
    gibbs = np.mean([copa.confusion_risk(W, X, y) for W in h], axis=0)
    online = copa.online_confusion_risk(h, y, lambda W, p: copa.hinge_losses(W, [[1.0]])[0])
    assert operator_norm(online) == pytest.approx(4 / 400)
    assert operator_norm(gibbs) > 0.9


def test_theorem_2_classwise_average():
    """Row p of the risk of the p-th average is below row p of the online risk, entry by entry."""
    for h, X, y in trajectories(10, 60, 1, "fixed"):
        averages = copa.classwise_average(h, y)
        np.testing.assert_allclose(averages[1], h[y == 1].mean(axis=0), atol=1e-12)
        rows = np.array([pool_risk(averages[p])[p] for p in range(3)])
        online = copa.online_confusion_risk(h, y, pool_losses)
        assert (rows <= online + 1e-12).all()
        empirical = operator_norm(copa.empirical_online_confusion_risk(h, X, y))
        radius = limits.online_risk_radius(np.bincount(y), loss_bound=LOSS_BOUND, delta=0.05)
        assert operator_norm(rows) <= empirical + radius


def test_theorem_2_classwise_average_survives_the_counterexample():
    X, y = copa.theorem2_counterexample(400)
    averages = copa.classwise_average(hard_margin_run(X, y), y)
    rows = np.array([copa.confusion_risk(averages[p], X, y)[p] for p in range(2)])
    assert operator_norm(rows) <= 4 / 400 + 1e-12


def test_theorem_2_block_protocol():
    misses = 0
    for h, X, y in trajectories(40, 90, 2, "block"):
        average = copa.block_average(h, y)
        np.testing.assert_allclose(average, h[::3].mean(axis=0), atol=1e-12)
        online = copa.online_confusion_risk(h, y, pool_losses)
        assert (pool_risk(average) <= online + 1e-12).all()
        radius = copa.block_average_radius(30, 3, loss_bound=LOSS_BOUND, delta=0.2)
        empirical = copa.empirical_online_confusion_risk(h, X, y)
        misses += operator_norm(pool_risk(average)) > operator_norm(empirical) + radius
        misses += np.linalg.norm(online - empirical) > radius
    assert misses <= 0.2 * 40


def test_block_average_refuses_another_protocol():
    h = np.zeros((4, 2, 1))
    with pytest.raises(ValueError, match="y must come in blocks of 2"):
        copa.block_average(h, [0, 0, 1, 1])
    h[1] = 1.0
    with pytest.raises(ValueError, match="hypotheses must not change within a block"):
        copa.block_average(h, [0, 1, 1, 0])


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


def test_importance_weighted_radius_by_hand():
    L = np.log(2 / 0.05)
    expected = 3 * np.sqrt(2 * 1 * (1 / 0.2 + 1 / 0.8) * L / 50) + np.sqrt(1.5) / 3 * 3 * L / (50 * 0.2)
    assert copa.importance_weighted_radius(50, [0.2, 0.8], loss_bound=3, delta=0.05) == pytest.approx(expected)


# --- Lemma 1 and the surrogate's constant -----------------------------------------------------------------------


def test_lemma_1_does_not_apply_to_the_hinge():
    """Scores (.01, 0, -.01) on the second class: an error, with a loss of .51 < 1 on the predicted class."""
    losses = copa.hinge_losses(np.eye(3), [[0.01, 0.0, -0.01]])[0]
    np.testing.assert_allclose(losses, [0.51, 0.5, 0.49])


def atomic_law(rng, Q, atoms):
    """Confusion matrix and hinge risk of a random law on sum-zero scores, errors favoured."""
    C, L = np.zeros((Q, Q)), np.zeros((Q, Q))
    for p in range(Q):
        s = rng.normal(size=(atoms, Q)) * 10 ** rng.uniform(-2, 0.3, size=(atoms, 1))
        s[:, rng.integers(Q)] += rng.exponential() * 0.2
        s -= s.mean(axis=1, keepdims=True)
        mass = rng.dirichlet(np.full(atoms, 0.3)) * rng.choice([0.0, 1.0], p=[0.2, 0.8])
        losses = copa.hinge_losses(np.eye(Q), s)
        np.add.at(C[p], s.argmax(axis=1), mass)
        L[p] = mass @ losses
        C[p, p] = L[p, p] = 0.0
    return C, L


@settings(deadline=None, max_examples=300)
@given(SEEDS, st.integers(2, 7), st.integers(1, 4))
def test_surrogate_constant_on_random_laws(seed, Q, atoms):
    C, L = atomic_law(np.random.default_rng(seed), Q, atoms)
    assert np.linalg.norm(C, 2) <= copa.surrogate_constant(Q) * np.linalg.norm(L, 2) * (1 + 1e-12)


@pytest.mark.parametrize("Q", range(3, 31))
def test_surrogate_constant_is_attained(Q):
    scores = copa.surrogate_extremal_scores(Q)
    np.testing.assert_allclose(scores.sum(axis=1), 0, atol=1e-12)
    L = copa.hinge_losses(np.eye(Q), scores)
    np.fill_diagonal(L, 0)
    C = np.eye(Q)[scores.argmax(axis=1)]
    np.fill_diagonal(C, 0)
    ratio = np.linalg.norm(C, 2) / np.linalg.norm(L, 2)
    assert ratio == pytest.approx(copa.surrogate_constant(Q), rel=1e-7)
    assert ratio <= copa.surrogate_constant(Q)
    assert copa.surrogate_constant(Q) <= min(Q - 1, 2 + np.sqrt(Q), (Q - 1) / Q * (1 + np.sqrt(Q)))


def test_surrogate_constant_of_two_classes_is_one():
    assert copa.surrogate_constant(2) == 1.0
    losses = copa.hinge_losses([[1.0], [-1.0]], [[1e-9]])
    assert losses[0, 0] == pytest.approx(1)


@pytest.mark.parametrize("Q", [3, 4])
def test_surrogate_constant_resists_an_optimiser(Q):
    """Gradient search over all laws made of the extreme error atoms finds no larger ratio, and gets close.

    On an error p -> q the smallest losses are l_q = l_r = Q / ((Q-1)(k+2)) for q and k other classes r.
    """
    rows, predicted, losses = [], [], []
    for p in range(Q):
        for q in set(range(Q)) - {p}:
            others = sorted(set(range(Q)) - {p, q})
            for subset in range(2 ** len(others)):
                chosen = [q] + [r for k, r in enumerate(others) if subset >> k & 1]
                vector = np.zeros(Q)
                vector[chosen] = Q / ((Q - 1) * (len(chosen) + 1))
                rows.append(p), predicted.append(q), losses.append(vector)
    C_atoms, L_atoms = np.zeros((2, len(rows), Q, Q))
    C_atoms[np.arange(len(rows)), rows, predicted] = 1
    L_atoms[np.arange(len(rows)), rows] = losses

    def log_ratio(z):
        value, gradient = 0.0, 0.0
        for atoms, sign in ((C_atoms, -1), (L_atoms, 1)):
            U, s, Vt = np.linalg.svd(np.tensordot(z**2, atoms, 1))
            value += sign * np.log(s[0])
            gradient = gradient + sign * 2 * z * np.einsum("kij,i,j->k", atoms, U[:, 0], Vt[0]) / s[0]
        return value, gradient

    rng = np.random.default_rng(Q)
    best = 0.0
    for _ in range(25):
        start = np.abs(rng.normal(size=len(rows))) ** 3 * (rng.random(len(rows)) < 0.4) + 1e-3
        best = max(best, np.exp(-minimize(log_ratio, start, jac=True, method="BFGS").fun))
    assert best <= copa.surrogate_constant(Q) + 1e-9
    assert best >= 0.99 * copa.surrogate_constant(Q)


# --- the quantities, and bad input --------------------------------------------------------------------------------


def test_definition_4_is_a_sum_over_rounds():
    rng = np.random.default_rng(0)
    y = np.array([0, 2, 1, 0, 2])
    h, X = rng.normal(size=(5, 3, 4)), rng.normal(size=(5, 4))
    expected = np.zeros((3, 3))
    for t in range(5):
        for q in range(3):
            if q != y[t]:
                expected[y[t], q] += max(0, h[t, q] @ X[t] + 0.5) / np.sum(y == y[t])
    np.testing.assert_allclose(copa.empirical_online_confusion_risk(h, X, y), expected)
    weighted = expected * (np.bincount(y) / 5 / [0.5, 0.3, 0.2])[:, None]
    np.testing.assert_allclose(copa.importance_weighted_risk(h, X, y, [0.5, 0.3, 0.2]), weighted)


def test_definition_1_of_a_constant_trajectory_is_definition_4():
    rng = np.random.default_rng(1)
    X, y, W = rng.normal(size=(20, 3)), np.arange(20) % 4, rng.normal(size=(4, 3))
    online = copa.empirical_online_confusion_risk(np.tile(W, (20, 1, 1)), X, y)
    np.testing.assert_allclose(copa.confusion_risk(W, X, y), online)


ONES = np.ones((2, 2, 1))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: limits.matrix_azuma_tail(0, [1.0], (1, 1)), "t must be positive"),
        (lambda: limits.matrix_azuma_tail(1, [], (1, 1)), "increment_bounds must list one bound"),
        (lambda: limits.matrix_azuma_tail(1, [np.nan], (1, 1)), "increment_bounds must list one bound"),
        (lambda: limits.matrix_azuma_radius([1.0], (0, 2)), "shape must be the two dimensions"),
        (lambda: limits.matrix_azuma_radius([1.0], (1, 2), delta=0), "delta must be in"),
        (lambda: limits.frobenius_azuma_radius([1.0], delta=np.nan), "delta must be in"),
        (lambda: limits.online_risk_radius([5, 0]), "class_counts must all be at least one"),
        (lambda: limits.online_risk_radius([5]), "two or more"),
        (lambda: limits.online_risk_radius([5, 5], loss_bound=0), "loss_bound must be a finite positive number"),
        (lambda: limits.online_risk_radius([5, 5], delta=2), "delta must be in"),
        (lambda: limits.online_risk_radius([5, 5], form="other"), "form must be one of dimension-free"),
        (lambda: copa.block_average_radius(0, 3), "n_blocks must be"),
        (lambda: copa.block_average_radius(3, 1), "n_classes must be"),
        (lambda: copa.importance_weighted_radius(0, [0.5, 0.5]), "n_rounds must be"),
        (lambda: copa.importance_weighted_radius(9, [1.0, 0.0]), "priors must be positive"),
        (lambda: copa.importance_weighted_risk(ONES, [[1], [1]], [0, 0], [1.0, 0.0]), "priors must all be positive"),
        (lambda: copa.surrogate_constant(1), "n_classes must be"),
        (lambda: copa.surrogate_extremal_scores(2), "n_classes must be at least 3"),
        (lambda: copa.theorem2_counterexample(5), "n_rounds must be an even number"),
        (lambda: copa.hinge_losses([[1.0]], [[1.0]]), "at least two rows"),
        (lambda: copa.hinge_losses([[1.0], [2.0]], [[1.0, 2.0]]), "share their features"),
        (lambda: copa.hinge_losses([[np.inf], [2.0]], [[1.0]]), "W must be finite"),
        (lambda: copa.confusion_risk([[1.0], [2.0]], [[1.0]], [0]), "class 1 has no example"),
        (lambda: copa.confusion_risk([[1.0], [2.0]], [[1.0]], [2]), "integers 0 to 1"),
        (lambda: copa.confusion_risk([[1.0], [2.0]], [[1.0]], ["a"]), "integers 0 to 1"),
        (lambda: copa.empirical_online_confusion_risk(ONES, [[1]], [0, 1]), "X must have shape"),
        (lambda: copa.empirical_online_confusion_risk(ONES, [[1], [1]], [0]), "y must have one label"),
        (lambda: copa.empirical_online_confusion_risk(ONES[0], [[1]], [0]), "hypotheses must have shape .T, Q, d."),
        (lambda: copa.online_confusion_risk(ONES, [0, 1], lambda W, p: [1.0]), "conditional_losses must return 2"),
        (lambda: copa.classwise_average(ONES, [0, 0]), "class 1 has no example"),
    ],
)
def test_bounds_refuse(call, message):
    with pytest.raises(ValueError, match=message):
        call()
