"""What several test modules need: samples, boosting replayed from its parts, stored rows compared."""

import numpy as np
import pytest

from confusion.lab.experiments import load_results


def sample(m=240, K=4, seed=0, shift=1.0, d=3):
    """Overlapping classes of sizes about 1 : 2 : ... : K."""
    rng = np.random.default_rng(seed)
    y = rng.choice(K, size=m, p=np.arange(1, K + 1) / (K * (K + 1) / 2))
    y[:K] = np.arange(K)
    return rng.normal(size=(m, d)) + shift * rng.normal(size=(K, d))[y], y


def class_sizes(y):
    return np.bincount(y)[y]


def costs(F, y, weights):
    """D of (1) and (11), and its total loss, from the scores."""
    D = weights[:, None] * np.exp(F - F[np.arange(len(y)), y][:, None])
    D[np.arange(len(y)), y] = 0
    D[np.arange(len(y)), y] = -D.sum(axis=1)
    return D, -D[np.arange(len(y)), y].sum()


def rounds(model, X, y, weights):
    """(D_t, L_{t-1}, right, wrong, alpha_t, L_t) of every round, from the learners and their weights alone."""
    F, rows = np.zeros((len(y), len(model.classes_))), np.arange(len(y))
    for learner, alpha in zip(model.estimators_, model.estimator_weights_):
        D, before = costs(F, y, weights)
        answer = learner.predict(X)
        price = D[rows, answer]
        right, wrong = -price[answer == y].sum() / before, price[answer != y].sum() / before
        F[rows, answer] += alpha
        yield D, before, right, wrong, alpha, costs(F, y, weights)[1]


def close(a, b):
    return a == b if isinstance(a, str) else a == pytest.approx(b, rel=1e-5, abs=1e-6)


def assert_stored(module, task, rows, exact=()):
    stored = [r for r in load_results(module.NAME) if all(r[key] == task[key] for key in module.KEY)]
    assert rows, "nothing was computed"
    for row in rows:
        same = [r for r in stored if all(close(r[key], row[key]) for key in exact)]
        assert len(same) == 1 and set(same[0]) == set(row)
        for column, value in row.items():
            assert close(same[0][column], value), column
