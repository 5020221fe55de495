"""Claims of Louche and Ralaivola (2015) on label noise and UMA: computations that do not know the package.

A finite law is points of length at most 1 with masses and true classes; expectations over it are sums.  ``C[k, q]`` is
the probability of the label k where the true class is q, and D the inverse of C.
"""

from fractions import Fraction
from functools import cache
from itertools import product
from math import log, sqrt

import numpy as np
import pytest
from scipy.optimize import linprog
from scipy.stats import binom

from confusion_studies import load_results
from confusion_studies.claims import CLAIMS
from confusion_studies.uma import competitors, toy


def separable_law(rng, points=14, least=0.05):
    """Points of length 1, masses, classes, a concept of Frobenius norm 1, and its margin (Definition 2)."""
    while True:
        Q, d = int(rng.integers(2, 5)), int(rng.integers(2, 5))
        V = rng.normal(size=(Q, d))
        V /= np.linalg.norm(V)
        X = rng.normal(size=(200, d))
        X /= np.linalg.norm(X, axis=1, keepdims=True)
        ordered = np.sort(X @ V.T, axis=1)
        lead = ordered[:, -1] - ordered[:, -2]
        X, lead = X[lead > least][:points], lead[lead > least][:points]
        t = (X @ V.T).argmax(axis=1)
        if len(X) == points and len(set(t)) == Q:
            return X, rng.dirichlet(np.full(points, 2.0)), t, V, lead.min()


def noise(rng, Q, level=0.35):
    """A noise matrix, its columns distributions."""
    return (1 - level) * np.eye(Q) + level * rng.dirichlet(np.ones(Q), size=Q).T


def regions(W, X, alpha=None):
    """Membership of the examples in A_p, (8), shape (n, Q); without alpha ties go to the first class."""
    scores = X @ W.T
    if alpha is None:
        return np.eye(len(W))[scores.argmax(axis=1)]
    rest = np.stack([np.delete(scores, p, axis=1).max(axis=1) for p in range(len(W))], axis=1)
    return (scores - rest >= alpha).astype(float)


def gammas(W, X, share, alpha=None):
    """gamma^p_k, shape (p, k, d), where share[i, k] is the mass of example i with the label k."""
    return np.einsum("ip,ik,id->pkd", regions(W, X, alpha), share, X)


def vectors(W, X, share, D, alpha=None):
    """z_pq for all pairs: row q of D Gamma^p."""
    return np.einsum("qk,pkd->pqd", D, gammas(W, X, share, alpha))


def partial_means(W, X, mass, t, alpha=None):
    """mu^p_q of (10), shape (p, q, d), and the masses pi^p_q."""
    share = np.eye(len(W))[t] * mass[:, None]
    return gammas(W, X, share, alpha), np.einsum("ip,iq->pq", regions(W, X, alpha), share)


def labelled(y, Q):
    """share of a sample: 1/n where the label is."""
    return np.eye(Q)[y] / len(y)


def redraw(rng, C, t):
    return np.array([rng.choice(len(C), p=C[:, q]) for q in t])


def steps(scores, q, rng=None):
    """tau of (6) for a point of class q: all on the worst offender, or shared out at random."""
    wrong = [r for r in range(len(scores)) if r != q and scores[r] >= scores[q]]
    tau = np.zeros(len(scores))
    if wrong:
        tau[q] = 1
        tau[wrong] = -rng.dirichlet(np.ones(len(wrong))) if rng else 0
        if rng is None:
            tau[max(wrong, key=lambda r: scores[r])] = -1
    return tau


def exact_run(X, mass, t, Q, rng, choose="random", tau=None, limit=20_000):
    """UMA on the expectations themselves, from W = 0: the masses of its updates, and the vectors at the end."""
    W, made = np.zeros((Q, X.shape[1])), []
    for _ in range(limit):
        mu, pi = partial_means(W, X, mass, t)
        pairs = [(p, q) for p, q in product(range(Q), repeat=2) if p != q and pi[p, q] > 0]
        if not pairs:
            return made, W
        if choose == "random":
            p, q = pairs[rng.integers(len(pairs))]
        else:
            p, q = max(pairs, key=lambda pair: np.linalg.norm(mu[pair]))
        change = steps(W @ mu[p, q], q, tau)
        assert change.any(), "mu is an error, always"
        W = W + np.outer(change, mu[p, q])
        made.append(pi[p, q])
    raise AssertionError("no end")


# Section 2: the setting.


@pytest.mark.decides("uma/inputs-of-length-one", "partly")
def test_scaled_inputs_have_the_same_answers_and_other_margins():
    rng, ratios, turned = np.random.default_rng(0), [], []
    for _ in range(40):
        X, mass, t, V, theta = separable_law(rng)
        lengths = rng.uniform(0.05, 1, size=len(X))
        Z = X * lengths[:, None]
        assert ((Z @ V.T).argmax(axis=1) == t).all()
        scores = np.sort(Z @ V.T, axis=1)
        ratios.append((scores[:, -1] - scores[:, -2]).min() / theta)
        W = rng.normal(size=V.shape)
        assert (regions(W, Z) == regions(W, X)).all()
        (mu, pi), (scaled, _) = partial_means(W, X, mass, t), partial_means(W, Z, mass, t)
        for pair in zip(*np.nonzero(pi)):
            turned.append(mu[pair] @ scaled[pair] / np.linalg.norm(mu[pair]) / np.linalg.norm(scaled[pair]))
    assert max(ratios) <= 1, "with length 1 the margin is the larger"
    assert min(ratios) < 0.3 and min(turned) < 0.95, "margins and sums are others"


@pytest.mark.decides("uma/columns-sum-to-one", "true")
@pytest.mark.decides("uma/same-law-of-labels", "false")
def test_the_columns_of_the_noise_matrix_are_distributions():
    rng = np.random.default_rng(1)
    for _ in range(20):
        X, mass, t, V, _ = separable_law(rng)
        Q = len(V)
        C = noise(rng, Q)
        of_label = C[:, t]  # P(Y = p | X = x_i)
        joint = np.array([[mass[t == q] @ of_label[p, t == q] for q in range(Q)] for p in range(Q)])
        priors = np.array([mass[t == q].sum() for q in range(Q)])
        np.testing.assert_allclose(joint / priors, C)
        np.testing.assert_allclose(C.sum(axis=0), 1)
        assert np.abs(C.sum(axis=1) - 1).max() > 1e-3
        # One law of Y for all x would be equal columns: the labels are independent of x, and C is singular.
        same = np.tile(C @ priors, (Q, 1)).T
        assert np.linalg.matrix_rank(same) == 1 < np.linalg.matrix_rank(C) == Q


@pytest.mark.evaluates("eq-noise-corrected")
@pytest.mark.decides("uma/another-matrix", "true")
@pytest.mark.decides("uma/losses-from-the-other-matrix", "partly")
def test_the_matrix_of_remark_1_is_another_and_gives_no_unbiased_loss():
    rng = np.random.default_rng(2)
    for _ in range(100):
        Q = int(rng.integers(2, 6))
        C, priors, losses = noise(rng, Q), rng.dirichlet(np.full(Q, 3.0)), rng.uniform(0, 5, size=Q)
        joint = C * priors  # P(Y = k, t = q)
        other = (joint / joint.sum(axis=1, keepdims=True)).T  # P(t = i | Y = j)
        np.testing.assert_allclose(other.sum(axis=0), 1)
        assert not np.allclose(other, C, atol=1e-3) and not np.allclose(other, C.T, atol=1e-3)
        D = np.linalg.inv(C)
        for true in range(Q):
            # Weigh the loss of class q, at a label k, by column k of a matrix; the mean over the noise of class `true`.
            by = {
                name: sum(C[k, true] * (M[:, k] @ losses) for k in range(Q)) for name, M in (("C", D), ("other", other))
            }
            assert by["C"] == pytest.approx(losses[true])
            assert abs(by["other"] - losses[true]) > 1e-4
        # Where it does what Remark 1 says: the mean cost of an answer to the label k, over what the label stands for.
        prices = rng.uniform(0, 5, size=(Q, Q))  # of the answer p to the true class q
        for k, p in np.ndindex(Q, Q):
            answered = sum(joint[k, q] * prices[p, q] for q in range(Q)) / sum(joint[k, q] for q in range(Q))
            assert (prices @ other)[p, k] == pytest.approx(answered)


@pytest.mark.decides("uma/diagonally-dominant-rows", "partly")
def test_labels_right_more_often_than_not_dominate_columns_and_not_rows():
    C = np.array([[0.6, 0.4, 0.4], [0.4, 0.6, 0.0], [0.0, 0.0, 0.6]])
    assert (2 * np.diag(C) > C.sum(axis=0)).all() and not (2 * np.diag(C) > C.sum(axis=1)).all()
    rng, rows = np.random.default_rng(3), 0
    for k in range(300):
        Q = 2 + k % 5
        C = rng.dirichlet(np.ones(Q), size=Q).T
        C = (C + np.eye(Q)) / 2 if k % 2 else C
        by_columns, by_rows = (2 * np.diag(C) > C.sum(axis=0)).all(), (2 * np.diag(C) > C.sum(axis=1)).all()
        assert by_columns == (np.diag(C) > 0.5).all()
        if by_columns or by_rows:
            assert np.linalg.svd(C)[1][-1] > 1e-6
        rows += by_columns and not by_rows
    assert rows > 20


@pytest.mark.decides("uma/invertibility-is-sufficient", "true")
def test_a_singular_matrix_can_leave_the_concept_learnable():
    C = [[4, 0, 2, 2], [0, 4, 2, 2], [3, 3, Fraction(7, 2), Fraction(5, 2)], [3, 3, Fraction(5, 2), Fraction(7, 2)]]
    C = np.array([[Fraction(v) / 10 for v in row] for row in C])
    assert (C.sum(axis=0) == 1).all() and (C @ [1, 1, -1, -1] == 0).all(), "singular"
    # Each class is the likeliest name of its own: the classifier of fewest disagreements with the labels is t.
    assert all(C[q, q] > C[k, q] for q, k in product(range(4), repeat=2) if k != q)


@pytest.mark.evaluates("prop-real-at-g")
@pytest.mark.decides("uma/labels-of-a-weak-classifier", "false")
def test_labels_of_a_classifier_are_not_the_noise_of_assumption_2():
    for eta, majority in product((Fraction(1, 10), Fraction(1, 4), Fraction(2, 5)), (Fraction(1, 2), Fraction(4, 5))):
        C = np.array([[1 - eta, eta], [eta, 1 - eta]])
        D = np.array([[1 - eta, -eta], [-eta, 1 - eta]]) / (1 - 2 * eta)
        assert (C @ D == [[1, 0], [0, 1]]).all()
        # Y = g(X): given x, a label has probability 0 or 1, and (4) wants 1 - eta and eta.
        assert {1 - eta, eta}.isdisjoint({0, 1})
        labels = np.array([majority * (1 - eta) + (1 - majority) * eta, majority * eta + (1 - majority) * (1 - eta)])
        assert 1 - sum(D[p, p] * labels[p] for p in (0, 1)) == -eta / (1 - 2 * eta) < 0
        # With labels of Assumption 2 the same estimate is the error of g.
        joint = np.array([[majority * (1 - eta), (1 - majority) * eta], [majority * eta, (1 - majority) * (1 - eta)]])
        independent = joint @ C.T  # P(g = p, Y = k)
        assert 1 - sum((D @ independent[p])[p] for p in (0, 1)) == eta


# Sections 3.2 and 3.3: the vectors.


@pytest.mark.decides("uma/eq-9", "true")
@pytest.mark.decides("uma/eq-11", "true")
def test_the_vectors_are_unbiased_for_a_fixed_W():
    rng, away = np.random.default_rng(4), []
    for alpha in (None, 0.0, 0.2):
        X, mass, t, V, _ = separable_law(rng, points=3 + len(away))
        Q = len(V)
        C, W = noise(rng, Q), rng.normal(size=V.shape)
        D = np.linalg.inv(C)
        mu, _ = partial_means(W, X, mass, t, alpha)
        gamma, z, learned, wanted = (np.zeros_like(mu) for _ in range(4))
        for pair in product(np.ndindex(len(X), Q), repeat=2):  # every sample of two examples
            chosen, y = np.transpose(pair)
            share, probability = labelled(y, Q), np.prod(mass[chosen] * C[y, t[chosen]])
            gamma += probability * gammas(W, X[chosen], share, alpha)
            z += probability * vectors(W, X[chosen], share, D, alpha)
            # A W that is learned from the sample: sums of the examples of each label.
            own = share.T @ X[chosen]
            learned += probability * vectors(own, X[chosen], share, D)
            wanted += probability * partial_means(own, X, mass, t)[0]
        np.testing.assert_allclose(gamma, np.einsum("kq,pqd->pkd", C, mu), atol=1e-12)
        np.testing.assert_allclose(z, mu, atol=1e-12)
        away.append(np.abs(learned - wanted).max())
    assert min(away) > 0.01, "not for a W of the same sample"


def noisy_sample(seed, n=300, level=0.35):
    """Generator, inputs, true and noisy labels, noise matrix, concept and margin."""
    rng = np.random.default_rng(seed)
    X, mass, t, V, theta = separable_law(rng, points=60)
    drawn = rng.choice(len(X), size=n, p=mass)
    C = noise(rng, len(V), level)
    return rng, X[drawn], t[drawn], redraw(rng, C, t[drawn]), C, V, theta


@pytest.mark.decides("uma/sum-zero", "true")
def test_a_run_is_an_ultraconservative_one_on_its_vectors():
    for seed in range(4):
        rng, X, _, y, C, V, _ = noisy_sample(seed)
        Q, D, W, stream = len(C), np.linalg.inv(C), np.zeros_like(V), []
        for _ in range(40):
            z = vectors(W, X, labelled(y, Q), D)
            p, q = rng.choice(Q, size=2, replace=False)
            tau = steps(W @ z[p, q], q, rng if seed % 2 else None)
            stream.append((z[p, q], q, tau))
            W = W + np.outer(tau, z[p, q])
            assert np.abs(W.sum(axis=0)).max() < 1e-12
        # The algorithm of Section 3.1, fed with (z, q): error sets (5), step sizes (6), no look at anything else.
        U = np.zeros_like(V)
        for point, q, tau in stream:
            wrong = [r for r in range(Q) if r != q and (U[r] - U[q]) @ point >= 0]
            assert tau.sum() == pytest.approx(0) and tau[q] == bool(wrong)
            assert all(tau[r] <= 0 if r in wrong else tau[r] == 0 for r in range(Q) if r != q)
            U = U + np.outer(tau, point)
        np.testing.assert_allclose(U, W)


A, B = np.array([1.0, 0, 0, 0]), np.array([0.5, 0.5, 0.5, 0.5])  # class 2 (index 1), class 1 (index 0)
STAR = np.array([B - A, A - B]) / sqrt(2)  # margin 1/sqrt(2) at both


def two_points(eta, alpha=0.0, least=0.0, unit=False, W=None, limit=100_000):
    """UMA without noise on A, of mass 1 - eta, and B, of mass eta: updates and vectors; ties to class 1."""
    W, updates = np.zeros((2, 4)) if W is None else W.copy(), 0
    while updates < limit:
        for point, mass, true in ((A, 1 - eta, 1), (B, eta, 0)):
            lead = (W[1 - true] - W[true]) @ point
            inside = lead >= alpha if alpha or true == 1 else lead > 0
            if inside and mass > least:
                W[true] += point if unit else mass * point
                W[1 - true] -= point if unit else mass * point
                updates += 1
                break
        else:
            return updates, W
    raise AssertionError("no end")


def wrong_on(W, point, true):
    return (W @ point).argmax() != true


@pytest.mark.decides("uma/eq-12-13", "false")
@pytest.mark.decides("uma/classes-of-mu", "true")
def test_the_margins_of_mu_carry_its_mass():
    for eta in (0.5, 0.1, 0.01):
        W = np.array([-(1 - eta) * A, (1 - eta) * A])  # after one update
        mu, alpha = eta * B, (W[1] - W[0]) @ B  # true class 1, predicted 2
        assert (STAR[0] - STAR[1]) @ mu == pytest.approx(eta / sqrt(2)) and eta / sqrt(2) < 1 / sqrt(2)
        assert (W[1] - W[0]) @ mu == pytest.approx(eta * alpha) and eta * alpha < alpha
    rng = np.random.default_rng(5)
    for _ in range(100):
        X, mass, t, V, theta = separable_law(rng)
        W, alpha = rng.normal(size=V.shape), rng.uniform(0.01, 0.5)
        mu, pi = partial_means(W, X, mass, t, alpha)
        for p, q in zip(*np.nonzero(pi)):
            lead = [(V[q] - V[k]) @ mu[p, q] for k in range(len(V)) if k != q]
            won = [(W[p] - W[k]) @ mu[p, q] for k in range(len(V)) if k != p]
            assert min(lead) >= theta * pi[p, q] - 1e-12 and min(won) >= alpha * pi[p, q] - 1e-12
            assert theta * pi[p, q] / sqrt(2) <= np.linalg.norm(mu[p, q]) + 1e-12 <= pi[p, q] + 2e-12
            assert (V @ mu[p, q]).argmax() == q and (W @ mu[p, q]).argmax() == p


def hidden(n, h, rng):
    """P(<e_2 - e_1, z_12> <= 0): points e_1 of class 1 and e_2 of class 2, labels wrong with probability 1/2 - h."""
    right, wrong = 0.5 + h, 0.5 - h  # a label 2 at e_2 adds D[2, 2], which is right / 2h, a label 1 D[2, 1]
    chances, leads = np.array([right, wrong, wrong, right]) / 2, [right, -wrong, -right, wrong]
    assert chances @ leads == pytest.approx(h), "the mean of z is mu"
    return np.mean(rng.multinomial(n, chances, size=20_000) @ leads <= 1e-9)


@pytest.mark.decides("uma/n-0", "false")
@pytest.mark.decides("uma/polynomial", "false")
def test_no_sample_size_is_free_of_the_noise_matrix():
    """d = 2, Q = 2 and the margin are fixed, and C comes close to singular."""
    # (14) would have <w*_2 - w*_1, z_12> > 0, for any epsilon < theta.
    rng = np.random.default_rng(14)
    assert hidden(60, 0.4, rng) < 0.01 and hidden(60, 0.01, rng) > 0.4
    # No method does much better: the best test of the concept against its opposite counts the labels that agree.
    for n in (11, 1001, 100_001):
        h = 0.1 / sqrt(n)
        assert binom.cdf(n // 2, n, 0.5 + h) > 0.25
        least = log(1 / (4 * 0.2)) / (2 * h * log((1 + 2 * h) / (1 - 2 * h)))  # prop-uma-free, at delta = 0.2
        assert least > 0.25 * n
    # And it has its factor: with the noise fixed, examples help.
    assert binom.cdf(500, 1001, 0.6) < 1e-9


@pytest.mark.decides("uma/eq-14", "false")
def test_the_margin_of_z_tends_to_one_that_carries_the_mass():
    eta, X, C = 0.05, np.array([A, B]), np.array([[0.8, 0.3], [0.2, 0.7]])
    cells = ([1 - eta, eta] * C[:, [1, 0]]).T  # of each point and label
    W, share = np.array([-A, A]), np.random.default_rng(6).multinomial(1_000_000, cells.ravel()) / 1_000_000
    margin = (STAR[0] - STAR[1]) @ vectors(W, X, share.reshape(2, 2), np.linalg.inv(C))[1, 0]  # answers 2 at both
    assert (W @ B).argmax() == 1 and margin == pytest.approx(eta / sqrt(2), abs=0.005)
    assert margin < 0.1 / sqrt(2), "theta - epsilon for no epsilon below 0.9 theta"


@pytest.mark.decides("uma/eq-15", "false")
def test_a_vector_is_predicted_p_only_if_its_mass_is_large_enough():
    """All examples in the region of p, each by the lead alpha; of mass 1 - pi of class p, of mass pi of class q."""
    for n, h in product((101, 100_001), (0.2, 0.45)):
        below = []
        for pi in (0.1 / n, 0.3):
            # <w_p - w_q, z_pq> is alpha / n times the sum of D[q, y_i]: negative if too few labels are q.
            rate = (1 - pi) * (0.5 - h) + pi * (0.5 + h)
            assert (rate - (0.5 - h)) / 2 / h == pytest.approx(pi), "its mean is alpha pi, and not alpha"
            count = np.arange(n + 1)
            lead = count * (0.5 + h) - (n - count) * (0.5 - h)
            below.append(binom.pmf(count, n, rate)[lead < 0].sum())
        assert below[0] > 0.25 and below[1] < 0.01


@pytest.mark.decides("uma/eq-16", "false")
@pytest.mark.decides("uma/alpha-is-a-distance", "false")
def test_scores_have_the_units_of_W():
    _, X, t, y, C, V, _ = noisy_sample(1)
    W = np.random.default_rng(8).normal(size=V.shape)
    mu, _ = partial_means(W, X, np.full(len(X), 1 / len(X)), t)
    z = vectors(W, X, labelled(y, len(C)), np.linalg.inv(C))
    deviation = abs((W[0] - W[1]) @ (z[0, 1] - mu[0, 1]))
    assert deviation > 1e-6 and (regions(1e7 * W, X) == regions(W, X)).all()
    assert abs(1e7 * (W[0] - W[1]) @ (z[0, 1] - mu[0, 1])) > 1, "the same predictions and the same z"
    # (8): a lead of alpha; the boundary is at the lead over the length of w_p - w_k.
    for scale, near in ((20, True), (0.02, False)):
        U, inside = scale * W, regions(scale * W, X, 0.1).astype(bool)
        distances = [
            min((U[p] - U[k]) @ x / np.linalg.norm(U[p] - U[k]) for k in range(len(U)) if k != p)
            for p in range(len(U)) for x in X[inside[:, p]]
        ]  # fmt: skip
        assert not distances or (min(distances) < 0.1) == near
    assert regions(20 * W, X, 0.1).any()


# Remark 2 and Section 3.4: how many updates.


@pytest.mark.decides("uma/remark-2", "partly")
def test_alpha_is_not_needed_and_a_larger_one_leaves_errors():
    for eta in (0.3, 0.01):
        updates, W = two_points(eta)
        assert not wrong_on(W, A, 1) and not wrong_on(W, B, 0) and updates <= 2 / eta / 0.5
    start = np.array([-0.99 * A, 0.99 * A])
    _, W = two_points(0.01, alpha=0.15, W=start)
    assert wrong_on(W, B, 0), "an error by less than alpha is in no region"
    assert two_points(0.01, alpha=0.15)[0] == 0, "from W = 0 nothing is won by alpha"
    # The larger alpha, the less mass in the regions: (15) gains alpha and loses pi.
    rng = np.random.default_rng(9)
    X, mass, t, V, _ = separable_law(rng, points=40)
    masses = [partial_means(V[::-1], X, mass, t, alpha)[1].sum() for alpha in (0.0, 0.2, 0.6, 1.2)]
    assert masses == sorted(masses, reverse=True) and masses[0] == pytest.approx(1) and masses[-1] < 0.5


@pytest.mark.decides("uma/number-of-updates", "false")
@pytest.mark.decides("uma/fresh-chunks", "false")
@pytest.mark.decides("uma/guarantees-carry-over", "partly")
@pytest.mark.decides("uma/footnote-2", "partly")
def test_updates_grow_as_one_over_the_smallest_mass():
    theta = (STAR[1] - STAR[0]) @ A
    assert theta == pytest.approx((STAR[0] - STAR[1]) @ B) == pytest.approx(1 / sqrt(2))
    for eta in (Fraction(3, 10), Fraction(1, 10), Fraction(3, 100), Fraction(1, 1000)):
        updates, W = two_points(float(eta))
        assert updates == 1 - (-(1 - eta) // (2 * eta)) and not wrong_on(W, B, 0)
        assert updates <= 2 / float(eta) / theta**2
        assert two_points(float(eta), unit=True)[0] <= 2 / theta**2, "divided by its mass"
    assert updates > 100 * 2 / theta**2, "one chunk each, and each of them with at least one example"
    # Footnote 2, its other half: one look at each example gives all z of one region.
    _, X, _, y, C, V, _ = noisy_sample(2)
    D, W, gamma = np.linalg.inv(C), np.random.default_rng(10).normal(size=V.shape), np.zeros_like(V)
    for x, label in zip(X, y):
        if (W @ x).argmax() == 0:
            gamma[label] += x / len(X)
    np.testing.assert_allclose(D @ gamma, vectors(W, X, labelled(y, len(C)), D)[0], atol=1e-12)


def test_a_class_of_small_mass_can_be_all_wrong_at_the_end():
    updates, W = two_points(0.01, least=0.02)
    assert updates == 1 and wrong_on(W, B, 0), "no mass above 0.02 is left, and class 1 is all wrong"


@pytest.mark.evaluates("prop-uma-halt")
@pytest.mark.decides("uma/small-errors", "false")
def test_where_no_vector_is_an_error_half_of_the_predictions_can_be():
    X, D, rng, runs = np.eye(2), np.linalg.inv([[0.7, 0.3], [0.3, 0.7]]), np.random.default_rng(17), 4000
    for n in (1000, 10**8):
        early = 0
        for share in rng.multinomial(n, [0.15, 0.35, 0.35, 0.15], size=runs).reshape(runs, 2, 2) / n:
            z = vectors(np.zeros((2, 2)), X, share, D)[0, 1]  # the first point is of class 2, the second of class 1
            W = np.array([-z, z])
            ends = not steps(W @ vectors(W, X, share, D)[1, 0], 0).any() and (X @ W.T).argmax(axis=1).all()
            early += ends
        assert early / runs == pytest.approx(1 / 8, abs=4 * sqrt(7 / 64 / runs))
    updates, W = two_points(0.01, least=0.02)
    assert updates == 1 and wrong_on(W, B, 0), "no mass above 0.02 is left, and class 1 is all wrong"


@pytest.mark.slow
@pytest.mark.decides("uma/any-choice", "partly")
@pytest.mark.decides("uma/any-additive", "true")
def test_any_choice_of_pairs_and_steps_ends_for_exact_vectors():
    rng = np.random.default_rng(12)
    for k in range(12):
        X, mass, t, V, theta = separable_law(rng, points=8, least=0.15)
        made, W = exact_run(X, mass, t, len(V), rng, choose=("random", "longest")[k % 2], tau=(None, rng)[k % 3 > 0])
        assert len(made) <= 2 / min(made) / theta**2
        assert ((X @ W.T).argmax(axis=1) == t).all()
    # On a noisy sample no z is ever 0, and nothing ends.
    rng, X, t, y, C, V, _ = noisy_sample(3)
    Q, D, W = len(C), np.linalg.inv(C), np.zeros_like(V)
    for _ in range(1500):
        z = vectors(W, X, labelled(y, Q), D)
        p, q = max(((p, q) for p, q in product(range(Q), repeat=2) if p != q), key=lambda e: np.linalg.norm(z[e]))
        W = W + np.outer(steps(W @ z[p, q], q), z[p, q])
        assert np.linalg.norm(z[p, q]) > 1e-4


# Section 3.5: which pair.


@pytest.mark.decides("uma/length-estimates-17", "partly")
def test_the_length_of_z_is_near_the_mass_of_its_pair():
    rng = np.random.default_rng(13)
    ratios, alike = [], []
    for _ in range(100):
        X, mass, t, V, theta = separable_law(rng)
        W = rng.normal(size=V.shape)
        mu, pi = partial_means(W, X, mass, t)
        wrong = 1 - np.trace(pi)  # (17): one number for all pairs
        for p, q in zip(*np.nonzero(pi - np.diag(np.diag(pi)))):
            assert pi[p, q] <= wrong + 1e-12
            ratios.append(np.linalg.norm(mu[p, q]) / pi[p, q])
            alike.append(pi[p, q] < 0.5 * wrong)
    assert min(ratios) < 0.7 and max(ratios) <= 1 + 1e-12 and np.mean(alike) > 0.5
    # A pair without examples has a length all the same, from the noise.
    X, C, n = np.array([[1.0, 0.0]]), np.array([[0.7, 0.2], [0.3, 0.8]]), 40
    D, W = np.linalg.inv(C), np.array([[1.0, 0.0], [0.0, 0.0]])  # all of class 1, all predicted 1
    z = [vectors(W, X, np.array([[n - c, c]]) / n, D)[0, 1, 0] for c in range(n + 1)]
    chance = binom.pmf(np.arange(n + 1), n, C[1, 0])
    assert chance @ z == pytest.approx(0, abs=1e-12)
    assert chance @ np.square(z) == pytest.approx(C[:, 0] @ D[1] ** 2 / n)


@pytest.mark.decides("uma/bigger-is-better", "partly")
def test_a_bigger_region_helps_by_its_own_class_and_harms_by_the_others():
    rng, grown, own = np.random.default_rng(15), 0, 0
    for _ in range(200):
        X, mass, t, V, _ = separable_law(rng)
        C, W, U = noise(rng, len(V)), rng.normal(size=V.shape), rng.normal(size=V.shape)
        small, large = regions(W, X), regions(U, X)
        second = mass[:, None] * (np.linalg.inv(C) ** 2 @ C)[:, t].T  # what example i adds to E[D_qY^2], [i, q]
        for p, q in product(range(len(V)), repeat=2):
            # Only examples of other classes are added to the region: what z stands for is the same.
            more = large[:, p] > small[:, p]
            if p != q and more.any() and (large[:, p] >= small[:, p]).all() and (t[more] != q).all():
                np.testing.assert_allclose(*(partial_means(M, X, mass, t)[0][p, q] for M in (W, U)), atol=1e-12)
                assert large[:, p] @ second[:, q] > small[:, p] @ second[:, q], "of points of length 1"
                grown += 1
        # Only examples of class q are added: their estimated mass, the sum of the weights, has less relative variance.
        for q in range(len(V)):
            inside = np.flatnonzero(rng.random(len(t)) < 0.5)
            more = np.setdiff1d(np.flatnonzero(t == q), inside)
            if len(more) and (t[inside] == q).any():
                ratios = [
                    second[part, q].sum() / mass[part[t[part] == q]].sum() ** 2 - 1
                    for part in (inside, np.union1d(inside, more))
                ]
                assert ratios[1] < ratios[0]
                own += 1
    assert grown > 20 and own > 100


@pytest.mark.decides("uma/proportions", "true")
@pytest.mark.decides("uma/eq-18", "true")
@pytest.mark.decides("uma/eq-20", "partly")
def test_what_is_estimated_in_place_of_17_and_18():
    rng, ratios = np.random.default_rng(16), []
    for _ in range(60):
        X, mass, t, V, theta = separable_law(rng)
        Q, C, W = len(V), noise(rng, len(V)), rng.normal(size=V.shape)
        D = np.linalg.inv(C)
        share = mass[:, None] * C[:, t].T  # expected share of each (example, label)
        priors = np.array([mass[t == q].sum() for q in range(Q)])
        np.testing.assert_allclose(D @ share.sum(axis=0), priors)
        mu, pi = partial_means(W, X, mass, t)
        counts = regions(W, X).T @ share  # [p, k]
        np.testing.assert_allclose(counts @ D.T, pi, atol=1e-12)  # its parts: (17), and over the priors (18)
        for p, q in zip(*np.nonzero(pi)):
            rate = pi[p, q] / priors[q]  # the population of (18)
            ratios.append(np.linalg.norm(mu[p, q]) / priors[q] / rate)
            assert theta / sqrt(2) - 1e-12 <= ratios[-1] <= 1 + 1e-12
    assert min(ratios) < 0.7
    # Nobody can compute (18) from the labels: two sets of true labels with the same noisy ones.
    predicted, truths = np.array([0, 0, 1, 1]), (np.array([0, 0, 1, 1]), np.array([0, 1, 1, 1]))
    rates = [np.sum((t == 1) & (predicted == 0)) / np.sum(t == 1) for t in truths]
    assert rates == [0, 1 / 3]
    # And the estimates can be zero or negative, where (20) divides by them.
    D = np.linalg.inv(np.array([[0.7, 0.4], [0.3, 0.6]]))
    assert (D @ [0.3, 0.7])[0] < 0 and (D @ [0.4, 0.6])[0] == pytest.approx(0)


@pytest.mark.decides("uma/longest-vector", "true")
def test_the_error_strategy_takes_the_longest_vector_and_the_confusion_strategy_may_not():
    shorter = 0
    for seed in range(20):
        rng, X, _, y, C, V, _ = noisy_sample(seed)
        Q, D = len(C), np.linalg.inv(C)
        lengths = np.linalg.norm(vectors(rng.normal(size=V.shape), X, labelled(y, Q), D), axis=2)
        np.fill_diagonal(lengths, -np.inf)
        priors = D @ np.bincount(y, minlength=Q) / len(y)
        by_error, by_confusion = lengths.argmax(), np.where(priors > 0, lengths / priors, -np.inf).argmax()
        assert lengths.ravel()[by_error] >= lengths.max()
        shorter += lengths.ravel()[by_confusion] < 0.5 * lengths.max()
    assert shorter >= 3


# Section 3.6: kernels.


def primal_run(X, y, C, updates):
    """UMA, longest vector first, steps of -1 and +1: the vectors after each update, and its pair."""
    Q, D = len(C), np.linalg.inv(C)
    W = np.zeros((Q, X.shape[1]))
    for _ in range(updates):
        z = vectors(W, X, labelled(y, Q), D)
        lengths = np.linalg.norm(z, axis=2)
        np.fill_diagonal(lengths, -1)
        p, q = map(int, np.unravel_index(lengths.argmax(), lengths.shape))
        W[p] -= z[p, q]
        W[q] += z[p, q]
        yield W.copy(), (p, q)


def dual_run(K, y, C, updates):
    """The same from the Gram matrix alone: coefficients of the examples, shape (Q, n), and pairs."""
    Q, D, n = len(C), np.linalg.inv(C), len(y)
    beta, pairs = np.zeros((Q, n)), []
    for _ in range(updates):
        inside = np.eye(Q)[(beta @ K).argmax(axis=0)]
        z = np.einsum("ip,qi->pqi", inside, D[:, y]) / n
        squares = np.einsum("pqi,ij,pqj->pq", z, K, z)
        np.fill_diagonal(squares, -1)
        p, q = np.unravel_index(squares.argmax(), squares.shape)
        beta[p] -= z[p, q]
        beta[q] += z[p, q]
        pairs.append((int(p), int(q)))
    return beta, pairs


def squared_features(X):
    """(1 + <x, x'>)^2 written out for the plane."""
    a, b = X.T
    return np.column_stack([np.ones(len(X)), sqrt(2) * a, sqrt(2) * b, a * a, b * b, sqrt(2) * a * b])


def rings(n=240, seed=17):
    """Two classes that no line separates, 25 and 30 % of their labels wrong."""
    rng = np.random.default_rng(seed)
    t = rng.integers(2, size=n)
    radius, turn = np.where(t == 0, rng.uniform(0, 0.5, n), rng.uniform(0.7, 1.0, n)), rng.uniform(0, 2 * np.pi, n)
    X = np.column_stack([radius * np.cos(turn), radius * np.sin(turn)])
    C = np.array([[0.75, 0.3], [0.25, 0.7]])
    return X, t, redraw(rng, C, t), C


@pytest.mark.decides("uma/kernel-dual", "true")
@pytest.mark.decides("uma/kernel-sparse", "true")
def test_uma_needs_the_gram_matrix_only_and_its_expansions_are_not_sparse():
    X, _, y, C = rings()
    features = squared_features(X)
    K = (1 + X @ X.T) ** 2
    np.testing.assert_allclose(features @ features.T, K)
    Ws, pairs = zip(*primal_run(features, y, C, 12))
    beta, again = dual_run(K, y, C, 12)
    assert again == list(pairs)
    np.testing.assert_allclose(beta @ features, Ws[-1], atol=1e-9)
    # At W = 0 one region holds every example: after one update all have a coefficient; a perceptron has one a mistake.
    assert (dual_run(K, y, C, 1)[0] != 0).any(axis=0).all()
    mistaken, coefficients = [], np.zeros((2, len(y)))
    for i, label in enumerate(y):
        scores = coefficients @ K[:, i]
        if scores[label] <= scores[1 - label]:
            coefficients[label, i], coefficients[1 - label, i] = 1, -1
            mistaken.append(i)
    assert np.flatnonzero(coefficients.any(axis=0)).tolist() == mistaken and len(mistaken) < 0.6 * len(y)


@pytest.mark.decides("uma/kernel-pca", "true")
def test_kernel_pca_lets_uma_learn_what_no_line_separates():
    X, t, y, C = rings()
    K = np.exp(-2 * ((X[:, None] - X[None]) ** 2).sum(axis=2))
    centre = np.eye(len(X)) - 1 / len(X)
    values, axes = np.linalg.eigh(centre @ K @ centre)
    projected = axes[:, -10:] * np.sqrt(values[-10:])  # D = 10 principal axes
    errors = {name: [] for name in ("plain", "projected")}
    for name, inputs in (("plain", X), ("projected", projected)):
        for W, _ in primal_run(inputs, y, C, 30):
            guess = (inputs @ W.T).argmax(axis=1)
            counts = np.array([[np.mean((guess == p) & (y == k)) for k in (0, 1)] for p in (0, 1)])
            estimated = 1 - np.trace(counts @ np.linalg.inv(C).T)
            errors[name].append((estimated, np.mean(guess != t)))
    least = {name: min(found)[1] for name, found in errors.items()}  # kept by the labels alone
    assert least["projected"] < 0.1 < 0.3 < least["plain"]


# Section 5 and the footnotes.


@pytest.mark.decides("uma/footnote-1", "partly")
def test_uma_told_the_identity_steps_on_sums():
    rng, X, t, y, C, V, _ = noisy_sample(4)
    Q, W, P = len(C), np.zeros_like(V), np.zeros_like(V)
    # One example: the step of a perceptron.
    z = vectors(W, X[:1], labelled(np.array([1]), Q), np.eye(Q))
    np.testing.assert_allclose(z[0, 1], X[0])
    # Many: a step on the sum of all examples that are predicted p and labelled q, and a perceptron takes them singly.
    one = vectors(W, X, labelled(y, Q), np.eye(Q))[0, 1]
    np.testing.assert_allclose(one, X[y == 1].sum(axis=0) / len(X))
    for x, label in zip(X, y):
        scores = P @ x
        P += np.outer(steps(scores, label), x)
    *_, (W, _) = primal_run(X, y, np.eye(Q), 50)
    cosine = np.sum(W * P) / np.linalg.norm(W) / np.linalg.norm(P)
    assert cosine < 0.95
    # What they share: where the labels are separable, both end without an error on them.
    made, W = exact_run(X, np.full(len(X), 1 / len(X)), t, Q, rng, choose="longest")
    assert ((X @ W.T).argmax(axis=1) == t).all() and made


def separates(points, classes, Q):
    """A batch learner, by a linear program: vectors of largest margin with entries of at most 1, and this margin."""
    d, one = points.shape[1], np.eye(Q)
    rows = [
        np.append(np.outer(one[k] - one[q], point), np.linalg.norm(point))
        for point, q in zip(points, classes) for k in set(range(Q)) - {q}
    ]  # fmt: skip
    goal = np.zeros(Q * d + 1)
    goal[-1] = -1
    found = linprog(goal, A_ub=np.array(rows), b_ub=np.zeros(len(rows)), bounds=[(-1, 1)] * (Q * d) + [(None, None)])
    return found.x[:-1].reshape(Q, d), found.x[-1]


@pytest.mark.slow
@pytest.mark.decides("uma/other-algorithms", "partly")
def test_a_batch_learner_on_the_vectors_ends_if_they_are_exact():
    rng = np.random.default_rng(18)
    for _ in range(4):
        X, mass, t, V, _ = separable_law(rng, points=10, least=0.1)
        W, points, classes = np.zeros_like(V), [], []
        while True:
            mu, pi = partial_means(W, X, mass, t)
            np.fill_diagonal(pi, 0)
            if pi.max() == 0:
                break
            p, q = np.unravel_index(pi.argmax(), pi.shape)
            points.append(mu[p, q])
            classes.append(q)
            W, margin = separates(np.array(points), classes, len(V))
            assert margin > 1e-9 and len(points) < 200, "W* separates them all"
        assert ((X @ W.T).argmax(axis=1) == t).all()
    # On noisy samples they soon have no common classifier, though each is one that W errs on.
    inseparable = 0
    for seed in (2, 3, 7, 11):
        _, X, _, y, C, V, _ = noisy_sample(seed)
        Q, D, W, points, classes, margin = len(C), np.linalg.inv(C), np.zeros_like(V), [], [], 1.0
        while margin > 1e-9 and len(points) < 60:
            z = vectors(W, X, labelled(y, Q), D)
            erred = [(p, q) for p, q in product(range(Q), repeat=2) if p != q and steps(W @ z[p, q], q).any()]
            p, q = max(erred, key=lambda pair: np.linalg.norm(z[pair]))
            points.append(z[p, q])
            classes.append(q)
            W, margin = separates(np.array(points), classes, Q)
        inseparable += margin <= 1e-9
    assert inseparable == 4


@pytest.mark.decides("uma/rate-free-of-Q", "partly")
def test_the_margin_of_assumption_1_falls_with_the_number_of_classes():
    rng = np.random.default_rng(19)
    for _ in range(200):
        _, _, _, V, theta = separable_law(rng)
        assert theta <= sqrt(len(V)) / (len(V) - 1) + 1e-12
    counts = []
    for Q in (2, 3, 5, 9, 17):
        simplex = np.eye(Q) - 1 / Q
        X = simplex / np.linalg.norm(simplex[0])
        margins = [(X[q] - X[k]) @ X[q] / sqrt(Q) for q, k in product(range(Q), repeat=2) if q != k]
        theta = min(margins)
        assert theta == pytest.approx(sqrt(Q) / (Q - 1)), "attained, so 2 / theta^2 is at least 2 (Q - 1)^2 / Q"
        made, _ = exact_run(X, np.full(Q, 1 / Q), np.arange(Q), Q, rng, choose="longest")
        counts.append(len(made))
        # Divided by its mass, a vector is one of the examples: Theorem 1, whose formula has no Q.
        assert Q - 1 <= len(made) <= 2 * Q / theta**2
    assert counts == sorted(counts) and counts[-1] >= 16


# Section 4.1.


@pytest.mark.decides("uma/approximation-factor", "true")
def test_a_positive_factor_tells_too_little_noise_in_each_class():
    rng = np.random.default_rng(20)
    for _ in range(50):
        M = rng.uniform(size=(10, 10))
        M /= M.sum(axis=0)
        for i in range(1, 21):
            A = np.maximum(np.eye(10) + i * (M - np.eye(10)) / 10, 0)
            corrupted = 1 - np.diag(A / A.sum(axis=0))
            factor, true = 1 - i / 10, 1 - np.diag(M)
            if i == 10:
                np.testing.assert_allclose(corrupted, true)
            else:
                assert ((corrupted < true) if factor > 0 else (corrupted > true)).all()


WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", *("",) * 4, "fifteen")
rows_of = cache(load_results)


def runs_of(table, **values):
    """In words, how many runs a stored table has with these values."""
    return WORDS[len({row["run"] for row in rows_of(table) if all(row[k] == v for k, v in values.items())})]


def test_entries_name_the_runs_and_updates_they_rest_on():
    said = {claim.id: claim.because for claim in CLAIMS.load_claims("uma")}

    def says(ids, *words):
        for one, each in product(ids.split(), words):
            assert each in said[one], one

    toys = "uma-at-small-noise uma-at-the-strongest perceptron-is-uma-told-identity better-at-every-level"
    says(f"{toys} degrades-with-noise", f"{runs_of('uma_toy')} runs, up to {toy.UPDATES:,} updates")
    told = "best-at-the-truth norm-told-the-truth norm-told-too-little norm-told-too-much"
    says(told, f"{runs_of('uma_told')} runs, up to {toy.UPDATES:,} updates")
    columns = [("perceptron", labels) for labels in ("g", "S_conf", "all")] + [("UMA, error", "g"), ("S3VM", "S_conf")]
    for data, classes in (("digits", 10), ("letter", 26)):
        (count,) = {runs_of("uma_real", data=data, model=model, labels=labels) for model, labels in columns}
        says(f"table-1-{data}", f"{count.capitalize()} runs, UMA with {competitors.UPDATES * classes:,} updates")
    sets = ("digits", "letter", "stand-in")
    digits, letter, texts = (runs_of("uma_size", data=data, model="UMA, error") for data in sets)
    sizes = f"digits ({digits} runs) and, from [[not_yet:.0%]] on, on letter ({letter} runs), **no** on the stand-in"
    says("size-of-the-sample", f"{sizes} with $m = 20$ ({texts} runs)")
    says("f-conf-overtakes", f"digits ({digits} runs)", f"letter ({letter} runs)", f"({texts} runs)")
    says("few-labels", f"digits {digits} runs, letter {letter}, stand-in {texts}")
    curves = "on the digits ({} runs), letter ({}) and the stand-in ({})"
    says("s3vm-keeps-improving", curves.format(*(runs_of("uma_size", data=data, model="S3VM") for data in sets)))
    rough, told = (runs_of("uma_rough", data="letter", **only) for only in ({}, {"model": "UMA, error"}))
    says("m-below-50", f"in {rough} runs; from", f"({told} runs)")
    says("below-f-conf", f"({runs_of('uma_widths', data='digits')} runs)")
    assert runs_of("uma_widths", data="letter") == "one"
    says("plateau strategies random-is-worse", f"({runs_of('uma_selection', labels='g')} runs")
