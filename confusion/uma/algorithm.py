"""UMA, Algorithm 2 of Louche and Ralaivola (2015, Section 3), step by step and in the paper's symbols.

Labels are noisy, C[k, q] = P(Y = k | t(X) = q) is known.  For every class p the sums of the examples that p wins, apart
by noisy label, mix the sums apart by true class with the coefficients C; inverting C unmixes them:

    gamma_k^p = (1/n) sum_i 1{x_i in A_p} 1{y_i = k} x_i,     z_pq = sum_k (C^-1)_qk gamma_k^p,
    E z_pq = mu_q^p = E[ 1{t(X) = q} 1{X in A_p} X ].                                                       (9)-(11)

So z_pq stands for the examples of true class q that are predicted p, though no such example is known, and an
ultraconservative algorithm can learn from it as from an example of class q.

*Ties are ruled*: of numbers that are equal up to `TIE` the first is taken, so that no rounding error decides.  Worths
are compared relative to the largest one; scores <w_r, x> relative to ``reach * |x|_1``, where `reach` is the largest
entry of the first W plus those of all steps: no score is larger, and its rounding error is some 1e-15 of that.
"""

from typing import NamedTuple

import numpy as np
from scipy import sparse

__all__ = ["SELECTIONS", "STEPS", "TIE", "Iterate", "move_sums", "regions", "selected", "step_sizes", "uma"]

#: numbers that differ by less than this share of their scale are equal
TIE = 1e-11

#: how step 3 selects the pair, and which classes of the error set pay: the highest one, all alike, or p
SELECTIONS, STEPS = ("error", "confusion", "random", "mass"), ("max", "uniform", "pair")


class Iterate(NamedTuple):
    """Where a run is before its first update, or after one."""

    W: np.ndarray  # class vectors, changed in place by the next update
    pair: tuple[int, int] | None  # (p, q) of the update that led here
    error: float  # estimated from the noisy labels
    stop: str | None  # the reason why no update follows


def regions(scores, alpha, tie):
    """Predictions (7), of scores (Q, n), and regions A_p^alpha (8): p where class p wins by alpha, else -1."""
    predicted = (scores >= scores.max(axis=0) - tie).argmax(axis=0)
    if alpha == 0:
        return predicted, predicted
    won, others = (predicted, np.arange(len(predicted))), scores.copy()
    others[won] = -np.inf
    lead = scores[won] - others.max(axis=0)
    return predicted, np.where(lead >= alpha - tie, predicted, -1)


def move_sums(gamma, X, y, old, new):
    """Steps 4-5: move each x_i from gamma[p, k], p its old region and k = y_i, to that of its new one; -1 is none."""
    n, (P, Q, d), region = len(y), gamma.shape, np.stack([old, new], axis=1)
    cells, signs = np.maximum(region, 0) * Q + y[:, None], np.where(region >= 0, [-1.0, 1.0], 0.0)
    moves = sparse.csc_array((signs.ravel(), cells.ravel(), np.arange(0, 2 * n + 1, 2)), shape=(P * Q, n))
    sums, flat = moves @ X, gamma.reshape(P * Q, d)
    if sparse.issparse(sums):
        sums = sums.tocoo()
        flat[sums.coords] += sums.data
    else:
        flat += sums


def step_sizes(scores, p, q, step, tie):
    """Steps 8-9: tau (6) for the error set (5) of a point of class q with these scores; 0 if it is empty."""
    tau = np.zeros(len(scores))
    E = scores >= scores[q] - tie
    E[q] = False
    if step == "pair":
        E &= np.arange(len(scores)) == p
    if E.any():
        tau[q] = 1.0
        if step == "uniform":
            tau[E] = -1.0 / E.sum()
        else:
            worst = E & (scores >= scores[E].max() - tie)
            tau[p if worst[p] else worst.argmax()] = -1.0
    return tau


def selected(worth):
    """Step 3: the pairs (p, q) from the largest worth down; those of worth -inf never.  `worth` is used up."""
    while (top := worth.max()) > -np.inf:
        first = (worth >= top - TIE * abs(top)).argmax()
        p, q = divmod(int(first), len(worth))
        yield p, q
        worth[p, q] = -np.inf


def uma(
    X, y, C, W, *, selection="error", alpha=0.0, step="max",
    max_iter=1000, tol=1e-6, rng=None, gram=False
):  # fmt: skip
    """Algorithm 2: yield an :class:`Iterate` before the first update and after each.

    `X` has shape (n, d), dense or CSR, `y` noisy labels 0..Q-1, and `W`, (Q, d), is changed in place.  With `gram`, `X`
    is the Gram matrix ``<x_i, x_j>`` and `W` has the coefficients of ``w_r = sum_i W[r, i] x_i``.  The options are
    those of :class:`confusion.uma.UmaClassifier`; `rng`, a RandomState, is for random pairs alone.
    """
    (n, d), Q = X.shape, len(C)
    inverse = np.linalg.inv(C)
    weights = inverse / n
    # P(t = q), estimated and raised to 1/n; what counts as zero; |x_i|_1
    pi = np.maximum(inverse @ np.bincount(y, minlength=Q), 1) / n
    total = X.trace() if gram else (X * X).sum()
    zero, size = max(tol, TIE) * np.sqrt(total / n), abs(X).sum(axis=1)
    diagonal = np.eye(Q, dtype=bool)

    def direction(p, q=slice(None)):
        """Steps 6-7, of one q or all: z_pq, and what it adds to W."""
        z = weights[q] @ gamma[p]
        return z, weights[q, y] * (region == p) if gram else z

    scores, reach = np.array((X @ W.T).T, order="C"), abs(W).max()
    predicted, region = regions(scores, alpha, TIE * reach * size)
    gamma, squares = np.zeros((Q, Q, d)), np.zeros((Q, Q))
    move_sums(gamma, X, y, np.full(n, -1), region)
    pair, made, touched = None, 0, range(Q)
    while True:
        for p in touched:
            squares[p] = np.einsum("qi,qi->q", *direction(p))
        lengths = np.sqrt(np.maximum(squares, 0))
        if selection == "error":
            worth = lengths  # (19)
        elif selection == "confusion":
            worth = lengths / pi  # (20)
        elif selection == "random":
            worth = rng.random_sample((Q, Q))
        else:
            # P(X in A_p, t(X) = q), estimated
            mass = (region == np.arange(Q)[:, None]) @ weights[:, y].T
            worth = np.where(mass > TIE * abs(inverse).max(), mass, -np.inf)
        short = (lengths <= zero) | diagonal
        worth = np.where(short, -np.inf, worth)
        stop = "tol" if short.all() else "no_error"
        stop = "max_iter" if made == max_iter else stop
        for p, q in selected(worth) if made < max_iter else ():
            z, v = direction(p, q)
            tau = step_sizes(W @ z, p, q, step, TIE * reach * abs(z).sum())
            if tau[q]:
                stop = None
                break
        yield Iterate(W, pair, 1 - inverse[predicted, y].mean(), stop)
        if stop:
            return
        change = X @ v
        for r in np.flatnonzero(tau):  # step 10
            W[r] += tau[r] * v
            scores[r] += tau[r] * change
        pair, made, old = (p, q), made + 1, region
        reach += abs(v).max()
        predicted, region = regions(scores, alpha, TIE * reach * size)
        # The sums follow those that moved, or are made anew for most of them.
        moved = np.flatnonzero(region != old)
        if 2 * len(moved) > n:
            gamma[:], touched = 0, range(Q)
            move_sums(gamma, X, y, np.full(n, -1), region)
        else:
            touched = {*old[moved].tolist(), *region[moved].tolist()} - {-1}
            move_sums(gamma, X[moved], y[moved], old[moved], region[moved])
