"""The concentration experiment against a slower, plainer computation and against the bound."""

import numpy as np
import pytest

from confusion.copa import copa_step
from confusion.limits import online_risk_radius
from confusion_studies import load_results
from confusion_studies.copa import concentration


@pytest.mark.parametrize("C", [0.3, 10.0, np.inf])
def test_parallel_steps_are_the_package_steps(C):
    rng = np.random.default_rng(0)
    for Q, d in ((2, 1), (3, 2), (5, 4)):
        W = rng.standard_normal((30, Q, d))
        W -= W.mean(axis=1, keepdims=True)
        X = rng.standard_normal((30, d))
        y = int(rng.integers(Q))
        expected = [copa_step(w, x, y, C) for w, x in zip(W, X)]
        concentration.copa_steps(W, X, y, C)
        np.testing.assert_allclose(W, expected, atol=1e-11)


def test_one_replicate_by_the_definitions():
    """Replicate after replicate, hypothesis after hypothesis, straight from (8)-(11)."""
    T, share, replicates = 60, 0.1, 4
    risk, empirical = concentration.deviations(T, share, replicates=replicates)
    support, counts = concentration.finite_law(), concentration.class_counts(T, share)
    rng = np.random.default_rng([T, round(10_000 * share)])
    labels = rng.permutation(np.repeat(np.arange(3), counts))
    drawn = np.array([rng.integers(60, size=replicates) for _ in labels])
    for r in range(replicates):
        W, C, Chat = np.zeros((3, 2)), np.zeros((3, 3)), np.zeros((3, 3))
        for y, k in zip(labels, drawn[:, r]):
            for point in support[y]:
                q = np.argmax(W @ point)
                C[y, q] += (q != y) / 60 / counts[y]
            q = np.argmax(W @ support[y, k])
            Chat[y, q] += (q != y) / counts[y]
            W = copa_step(W, support[y, k], y, 1.0)
        np.testing.assert_allclose(risk[r], C, atol=1e-12)
        np.testing.assert_allclose(empirical[r], Chat, atol=1e-12)


def test_no_replicate_passes_the_radius():
    """At delta = 1/400 no more than a few of the 400 may; here none does."""
    for row in load_results("concentration"):
        counts = concentration.class_counts(row["T"], row["share"])
        assert 0 < row["frobenius_q100"] <= online_risk_radius(counts, delta=1 / row["replicates"])
