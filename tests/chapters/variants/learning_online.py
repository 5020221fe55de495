"""What readers may write for the stubs of "Learning online"."""

import numpy as np

from tests.chapters.variants import Answers


def taking_in_rivals(W, x, y):
    scores, level, total, count = W @ x, (W @ x)[y], (W @ x)[y], 1
    for bar in sorted((scores[q] + 1 for q in range(len(W)) if q != y), reverse=True):
        if bar <= level:
            break
        total, count = total + bar, count + 1
        level = total / count
    new = [level if q == y else min(score, level - 1) for q, score in enumerate(scores)]
    return W + np.outer(np.subtract(new, scores), x) / (x @ x)


def by_bisection(W, x, y, most=np.inf):
    """The true class's new score by halving; a reader may have a price."""
    scores, n = W @ x, x @ x
    low, high = scores[y], scores[y] + np.abs(scores).sum() * len(W) + len(W)
    for _ in range(200):
        level = (low + high) / 2
        lost = np.maximum(np.delete(scores, y) + 1 - level, 0).sum()
        low, high = (level, high) if lost > min(level - scores[y], most * n) else (low, level)
    new = np.minimum(scores, level - 1)
    new[y] = min(level, scores[y] + most * n)
    return W + np.outer(new - scores, x) / n


def on_mistakes(W, x, y):
    s = W @ x
    return W if s[y] > np.delete(s, y).max() else taking_in_rivals(W, x, y)


def all_rivals(W, x, y):
    s = W @ x
    level = max(s[y], (s.sum() + len(W) - 1) / len(W))
    new = np.minimum(s, level - 1)
    new[y] = level
    return W + np.outer(new - s, x) / (x @ x)


def one_rival(W, x, y):
    q = max((q for q in range(len(W)) if q != y), key=lambda q: W[q] @ x)
    W[[y, q]] = taking_in_rivals(W[[y, q]], x, 0)
    return W


STUBS = {
    "pa_step": Answers(
        [taking_in_rivals, lambda W, x, y: by_bisection(W, x, y)],
        {
            "takes the first class for the true one": lambda W, x, y: taking_in_rivals(W, x, 0),
            "moves on mistakes only": on_mistakes,
            "moves the largest rival only": one_rival,
            "does not divide by |x|^2": lambda W, x, y: W + (taking_in_rivals(W, x, y) - W) * (x @ x),
            "takes the mean of all rivals, also of those below the level": all_rivals,
            "pulls by at most one, as with the price C = 1": lambda W, x, y: by_bisection(W, x, y, most=1),
        },
    ),
    "mistake_bound": Answers(
        [
            lambda f, X: 2 * (np.linalg.norm(f) * np.linalg.norm(X, axis=1).max()) ** 2,
            lambda f, X: 2 * max(sum(v * v for v in x) for x in X) * sum(v * v for row in f for v in row),
        ],
        {
            "takes the spectral norm": lambda f, X: 2 * (X**2).sum(axis=1).max() * np.linalg.norm(f, 2) ** 2,
            "takes the norm of the whole sample": lambda f, X: 2 * np.sum(X**2) * np.sum(f**2),
            "takes columns for inputs": lambda f, X: 2 * np.sum(f**2) * max(column @ column for column in X.T),
            "takes the last input for the longest": lambda f, X: 2 * np.sum(X[-1] ** 2) * np.sum(f**2),
        },
    ),
}
