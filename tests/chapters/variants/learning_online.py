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


def by_bisection(W, x, y, most=np.inf, margin=1):
    """The true class's new score by halving, with the slips that a reader may make: a price, another margin."""
    scores, n = W @ x, x @ x
    low, high = scores[y], scores[y] + np.abs(scores).sum() * len(W) + len(W)
    for _ in range(200):
        level = (low + high) / 2
        lost = np.maximum(np.delete(scores, y) + margin - level, 0).sum()
        low, high = (level, high) if lost > min(level - scores[y], most * n) else (low, level)
    new = np.minimum(scores, level - margin)
    new[y] = min(level, scores[y] + most * n)
    return W + np.outer(new - scores, x) / n


def on_mistakes(W, x, y):
    s = W @ x
    return W if s[y] > np.delete(s, y).max() else taking_in_rivals(W, x, y)


def toward(W, x, y, level, cut=True):
    """A step to this score of the true class."""
    new = np.minimum(W @ x, level - 1) if cut else np.full(len(W), level - 1)
    new[y] = level
    return W + np.outer(new - W @ x, x) / (x @ x)


def one_rival(W, x, y):
    s = W @ x
    q = np.where(np.arange(len(W)) == y, -np.inf, s).argmax()
    pull = max(0, 1 - s[y] + s[q]) / (2 * x @ x)
    return W + np.outer(pull * (np.eye(len(W))[y] - np.eye(len(W))[q]), x)


def all_rivals(W, x, y):
    s = W @ x
    return toward(W, x, y, max(s[y], (s.sum() + len(W) - 1) / len(W)))


STUBS = {
    "pa_step": Answers(
        [taking_in_rivals, lambda W, x, y: by_bisection(W, x, y)],
        {
            "takes the first class for the true one": lambda W, x, y: taking_in_rivals(W, x, 0),
            "moves on mistakes only": on_mistakes,
            "moves the strongest rival alone": one_rival,
            "forgets the length of x": lambda W, x, y: W + (taking_in_rivals(W, x, y) - W) * (x @ x),
            "asks for a positive margin only": lambda W, x, y: by_bisection(W, x, y, margin=0),
            "takes the mean of all rivals, also of those below the level": all_rivals,
            "pulls by at most one, as with the price C = 1": lambda W, x, y: by_bisection(W, x, y, most=1),
            "raises the low rivals to the level of the others": lambda W, x, y: toward(
                W, x, y, taking_in_rivals(W, x, y)[y] @ x, cut=False
            ),
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
            "forgets a square": lambda f, X: 2 * np.linalg.norm(X, axis=1).max() * np.sum(f**2),
            "takes the last input for the longest": lambda f, X: 2 * np.sum(X[-1] ** 2) * np.sum(f**2),
            "forgets the factor of two class vectors": lambda f, X: (X**2).sum(axis=1).max() * (f**2).sum(),
        },
    ),
}
