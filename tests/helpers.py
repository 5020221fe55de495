"""What several test modules need: samples, and boosting replayed from its parts."""

import numpy as np

from confusion.uma.finite_laws import FiniteLaw


def sample(m=240, K=4, seed=0, shift=1.0, d=3):
    """Overlapping classes of sizes about 1 : 2 : ... : K."""
    rng = np.random.default_rng(seed)
    y = rng.choice(K, size=m, p=np.arange(1, K + 1) / (K * (K + 1) / 2))
    y[:K] = np.arange(K)
    return rng.normal(size=(m, d)) + shift * rng.normal(size=(K, d))[y], y


def zero_diagonal(C):
    return np.where(np.eye(len(C), dtype=bool), 0.0, C)


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


def random_separable_law(rng, Q=None, d=None, n_points=12):
    """Unit points with random masses, labelled by a W* of norm 1, and the margin of W* on them."""
    Q, d = Q or int(rng.integers(2, 6)), d or int(rng.integers(2, 5))
    W_star = rng.normal(size=(Q, d))
    W_star /= np.linalg.norm(W_star)
    X = rng.normal(size=(n_points, d))
    X /= np.linalg.norm(X, axis=1)[:, None]
    scores = np.sort(X @ W_star.T, axis=1)
    law = FiniteLaw(X, rng.dirichlet(np.ones(n_points)), np.argmax(X @ W_star.T, axis=1))
    return law, W_star, float((scores[:, -1] - scores[:, -2]).min())


def noise(rng, Q):
    return 0.6 * np.eye(Q) + 0.4 * rng.dirichlet(np.ones(Q), size=Q).T
