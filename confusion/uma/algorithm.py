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

__all__ = ["SELECTIONS", "STEPS", "TIE", "Iterate", "add_sums", "regions", "selected", "step_sizes", "uma"]

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
    """Predictions (7), of scores (n, Q), and regions A_p^alpha (8): p where class p wins by alpha, else -1."""
    top = scores.max(axis=1, keepdims=True)
    predicted = (scores >= top - tie[:, None]).argmax(axis=1)
    if alpha == 0:
        return predicted, predicted
    rows, others = np.arange(len(scores)), scores.copy()
    others[rows, predicted] = -np.inf
    lead = scores[rows, predicted] - others.max(axis=1)
    return predicted, np.where(lead >= alpha - tie, predicted, -1)


def add_sums(gamma, X, y, rows, region, sign):
    """Steps 4-5: add sign * x_i for the i of `rows` to gamma[p, k], p their `region`, k = y_i; return these p."""
    inside, Q, flat = np.flatnonzero(region >= 0), gamma.shape[1], gamma.reshape(-1, gamma.shape[2])
    cell = region[inside] * Q + y[rows[inside]]
    order = cell.argsort(kind="stable")
    cells, start = np.unique(cell[order], return_index=True)
    order = inside[order]
    picked = sign[order], rows[order], np.append(start, len(order))
    sums = sparse.csr_array(picked, shape=(len(cells), len(y))) @ X
    if sparse.issparse(sums):
        flat[np.repeat(cells, np.diff(sums.indptr)), sums.indices] += sums.data
    else:
        flat[cells] += sums
    return np.unique(cells // Q)


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
    X, y, C, W, *, selection="error", alpha=0.0, step="max", max_iter=1000,
    tol=1e-6, rng=None, gram=False,
):  # fmt: skip
    """Algorithm 2: yield an :class:`Iterate` before the first update and after each.

    `X` has shape (n, d), dense or CSR, `y` noisy labels 0..Q-1, and `W`, (Q, d), is changed in place.  With `gram`, `X`
    is the Gram matrix ``<x_i, x_j>`` and `W` has the coefficients of ``w_r = sum_i W[r, i] x_i``.  The options are
    those of :class:`confusion.uma.UmaClassifier`; `rng`, a RandomState, is for random pairs alone.
    """
    (n, d), Q = X.shape, len(C)
    inverse = np.linalg.inv(C)
    weights = inverse / n
    # P(t = q), estimated and raised to 1/n; what is zero; |x_i|_1
    pi = np.maximum(inverse @ np.bincount(y, minlength=Q), 1) / n
    total = X.trace() if gram else (X * X).sum()
    zero, size = max(tol, TIE) * np.sqrt(total / n), abs(X).sum(axis=1)

    def directions(p):
        """Steps 6-7, for all q: z_pq, and what it adds to a row of W."""
        z = weights @ gamma[p]
        return z, weights[:, y] * (region == p) if gram else z

    def count(p):
        """Examples, by region or prediction and by noisy label."""
        cells = p[p >= 0] * Q + y[p >= 0]
        return np.bincount(cells, minlength=Q * Q).reshape(Q, Q)

    scores, reach = X @ W.T, abs(W).max()
    predicted, region = regions(scores, alpha, TIE * reach * size)
    gamma, squares = np.zeros((Q, Q, d)), np.zeros((Q, Q))
    touched = add_sums(gamma, X, y, np.arange(n), region, np.ones(n))
    pair, made = None, 0
    while True:
        for p in touched:
            squares[p] = np.einsum("qi,qi->q", *directions(p))
        lengths = np.sqrt(np.maximum(squares, 0))
        if selection == "error":
            worth = lengths  # (19)
        elif selection == "confusion":
            worth = lengths / pi  # (20)
        elif selection == "random":
            worth = rng.random_sample((Q, Q))
        else:
            # P(X in A_p, t(X) = q), estimated
            mass = count(region) @ inverse.T / n
            least = TIE * abs(inverse).max()
            worth = np.where(mass > least, mass, -np.inf)
        short = (lengths <= zero) | np.eye(Q, dtype=bool)
        worth = np.where(short, -np.inf, worth)
        stop = "tol" if short.all() else "no_error"
        stop = "max_iter" if made == max_iter else stop
        for p, q in selected(worth) if made < max_iter else ():
            z, v = (vectors[q] for vectors in directions(p))
            tie = TIE * reach * abs(z).sum()
            tau = step_sizes(W @ z, p, q, step, tie)
            if tau[q]:
                stop = None
                break
        error = 1 - (inverse * count(predicted)).sum() / n
        yield Iterate(W, pair, error, stop)
        if stop:
            return
        W += np.outer(tau, v)  # step 10
        scores += np.outer(X @ v, tau)
        pair, made, old = (p, q), made + 1, region
        reach += abs(v).max()
        predicted, region = regions(scores, alpha, TIE * reach * size)
        # the sums follow what moved, or are made anew where most has
        moved = np.flatnonzero(region != old)
        if 2 * len(moved) > n:
            gamma[:], squares[:] = 0, 0
            rows, where, signs = np.arange(n), region, np.ones(n)
        else:
            rows = np.append(moved, moved)
            where = np.append(old[moved], region[moved])
            signs = np.repeat([-1.0, 1.0], len(moved))
        touched = add_sums(gamma, X, y, rows, where, signs)
