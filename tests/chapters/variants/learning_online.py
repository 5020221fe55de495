"""What readers may write for the stubs of "Learning online"."""

import numpy as np

from tests.chapters.variants import right, wrong


@right("pa_step")
def taking_in_rivals(W, x, y):
    scores, level, total, count = W @ x, (W @ x)[y], (W @ x)[y], 1
    for bar in sorted((scores[q] + 1 for q in range(len(W)) if q != y), reverse=True):
        if bar <= level:
            break
        total, count = total + bar, count + 1
        level = total / count
    new = [level if q == y else min(score, level - 1) for q, score in enumerate(scores)]
    return W + np.outer(np.subtract(new, scores), x) / (x @ x)


@right("pa_step")
def by_bisection(W, x, y):
    scores = W @ x
    low, high = scores[y], scores[y] + np.abs(scores).sum() * len(W) + len(W)
    for _ in range(200):
        level = (low + high) / 2
        lost = sum(max(0, scores[q] + 1 - level) for q in range(len(W)) if q != y)
        low, high = (level, high) if lost > level - scores[y] else (low, level)
    new = np.minimum(scores, level - 1)
    new[y] = level
    return W + (new - scores)[:, None] * x / (x @ x)


@right("pa_step")
def without_those_below(W, x, y):
    """The rivals that are cut: all at first, then without those that would have to rise."""
    s = W @ x
    cut = [q for q in range(len(W)) if q != y]
    while cut:
        level = (s[y] + sum(s[q] + 1 for q in cut)) / (1 + len(cut))
        kept = [q for q in cut if s[q] > level - 1]
        if kept == cut:
            break
        cut = kept
    a = np.zeros(len(W))
    for q in cut:
        a[q] = (level - 1 - s[q]) / (x @ x)
    a[y] = -a.sum()
    return W + a[:, None] * x


@wrong("pa_step", because="takes the first class for the true one")
def first_class(W, x, y):
    return taking_in_rivals.function(W, x, 0)


@wrong("pa_step", because="moves on mistakes only")
def on_mistakes(W, x, y):
    s = W @ x
    return W if s[y] > np.delete(s, y).max() else taking_in_rivals.function(W, x, y)


@wrong("pa_step", because="takes the true class among its rivals")
def own_rival(W, x, y):
    s = W @ x
    bars = np.sort(s + 1)[::-1]
    level = (np.append(s[y], bars).cumsum() / np.arange(1, len(W) + 2)).max()
    new = np.minimum(s, level - 1)
    new[y] = level
    return W + np.outer(new - s, x) / (x @ x)


@wrong("pa_step", because="moves the strongest rival alone")
def one_rival(W, x, y):
    scores = W @ x
    rivals = scores.copy()
    rivals[y] = -np.inf
    q = rivals.argmax()
    a = max(0, 1 - scores[y] + scores[q]) / (2 * x @ x)
    W = W.copy()
    W[y] += a * x
    W[q] -= a * x
    return W


@wrong("pa_step", because="forgets the length of x")
def unit_length(W, x, y):
    scores = W @ x
    bars = np.sort(np.delete(scores, y) + 1)[::-1]
    level = (np.append(scores[y], bars).cumsum() / np.arange(1, len(W) + 1)).max()
    new = np.minimum(scores, level - 1)
    new[y] = level
    return W + np.outer(new - scores, x)


@wrong("pa_step", because="asks for a positive margin only")
def no_margin(W, x, y):
    scores = W @ x
    bars = np.sort(np.delete(scores, y))[::-1]
    level = (np.append(scores[y], bars).cumsum() / np.arange(1, len(W) + 1)).max()
    new = np.minimum(scores, level)
    new[y] = level
    return W + np.outer(new - scores, x) / (x @ x)


@wrong("pa_step", because="takes the mean of all rivals, also of those below the level")
def all_rivals(W, x, y):
    scores = W @ x
    level = max(scores[y], (scores[y] + np.sum(np.delete(scores, y) + 1)) / len(W))
    new = np.minimum(scores, level - 1)
    new[y] = level
    return W + np.outer(new - scores, x) / (x @ x)


@wrong("pa_step", because="is the perceptron's step")
def perceptron(W, x, y):
    scores = W @ x
    rivals = scores.copy()
    rivals[y] = -np.inf
    W = W.copy()
    if scores[y] <= rivals.max():
        W[y] += x
        W[rivals.argmax()] -= x
    return W


@right("mistake_bound")
def by_loops(f, X):
    r2 = max(sum(v * v for v in x) for x in X)
    return 2 * r2 * sum(v * v for row in f for v in row)


@right("mistake_bound")
def by_norms(f, X):
    return 2 * (np.linalg.norm(f) * np.linalg.norm(X, axis=1).max()) ** 2


@right("mistake_bound")
def by_operators(f, X):
    return 2 * (X**2).sum(axis=1).max() * (f**2).sum()


@wrong("mistake_bound", because="takes the spectral norm")
def spectral(f, X):
    return 2 * (X**2).sum(axis=1).max() * np.linalg.norm(f, 2) ** 2


@wrong("mistake_bound", because="takes the norm of the whole sample")
def whole_sample(f, X):
    return 2 * np.sum(X**2) * np.sum(f**2)


@wrong("mistake_bound", because="takes the largest entry")
def largest_entry(f, X):
    return 2 * np.max(X) ** 2 * np.sum(f**2)


@wrong("mistake_bound", because="forgets a square")
def one_square(f, X):
    return 2 * np.linalg.norm(X, axis=1).max() * np.sum(f**2)


@wrong("mistake_bound", because="takes the last input for the longest")
def last_input(f, X):
    return 2 * np.sum(X[-1] ** 2) * np.sum(f**2)


@wrong("mistake_bound", because="takes the longest class vector")
def longest_vector(f, X):
    return 2 * (X**2).sum(axis=1).max() * (f**2).sum(axis=1).max()


@right("mistake_bound")
def by_pairs(f, X):
    return max(2 * np.vdot(f, f) * np.vdot(x, x) for x in X)


@wrong("mistake_bound", because="forgets the factor of two class vectors")
def without_two(f, X):
    return (X**2).sum(axis=1).max() * (f**2).sum()


@wrong("mistake_bound", because="takes the mean squared length of the inputs")
def mean_length(f, X):
    return 2 * (X**2).sum(axis=1).mean() * (f**2).sum()


@wrong("pa_step", because="pulls by at most one, as with the price C = 1")
def price_one(W, x, y):
    a = (taking_in_rivals.function(W, x, y) - W) @ x / (x @ x)
    if a[y] <= 1:
        return W + np.outer(a, x)
    s, n = W @ x, x @ x
    low, high = s[y], s.max() + 1
    for _ in range(200):
        level = (low + high) / 2
        lost = np.maximum(np.delete(s, y) + 1 - level, 0).sum()
        low, high = (level, high) if lost > n else (low, level)
    new = np.minimum(s, level - 1)
    new[y] = s[y] + n
    return W + np.outer((new - s) / n, x)


@wrong("pa_step", because="raises the low rivals to the level of the others")
def raising(W, x, y):
    s = W @ x
    new = np.full(len(W), (taking_in_rivals.function(W, x, y) @ x)[y] - 1)
    new[y] += 1
    return W + np.outer((new - s) / (x @ x), x)


@wrong("pa_step", because="meets one rival after the other")
def one_by_one(W, x, y):
    for q in range(len(W)):
        if q != y:
            short = max(0, 1 - (W[y] - W[q]) @ x) / (2 * x @ x)
            W[y], W[q] = W[y] + short * x, W[q] - short * x
    return W


@wrong("mistake_bound", because="takes the sum of the singular values")
def nuclear(f, X):
    return 2 * (X**2).sum(axis=1).max() * np.linalg.norm(f, "nuc") ** 2


@wrong("mistake_bound", because="counts the classes in place of two class vectors")
def classes(f, X):
    return len(f) * (X**2).sum(axis=1).max() * (f**2).sum()
