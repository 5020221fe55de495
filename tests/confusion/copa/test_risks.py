"""The online confusion risk and its averages, by their definitions."""

import numpy as np
import pytest

from confusion import copa


@pytest.mark.evaluates("rb-def-online", "rb-def-round", "rb-losses", "rb-online")
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


@pytest.mark.evaluates("rb-def-risk")
def test_definition_1_of_a_constant_trajectory_is_definition_4():
    rng = np.random.default_rng(1)
    X, y, W = rng.normal(size=(20, 3)), np.arange(20) % 4, rng.normal(size=(4, 3))
    online = copa.empirical_online_confusion_risk(np.tile(W, (20, 1, 1)), X, y)
    np.testing.assert_allclose(copa.confusion_risk(W, X, y), online)
