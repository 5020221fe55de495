"""What UMA knows about its sample, kept up to date at the cost of the examples whose region changes.

For every region A_p (the examples that class p wins) and noisy label k the state holds

    gamma[p, k]   = sum of x over the examples of A_p labelled k        (n gamma_k^p of Proposition 1)
    gram[p, k, j] = <gamma[p, k], gamma[p, j]>                          (the length of every z_pq, without z_pq)
    counts[p, k]  = number of those examples

An update of W changes the scores by an outer product; an example that changes region then leaves one sum and enters
another.  When whole regions change hands, as they do while W is short, the regions first exchange their sums.  Sums
are not divided by n, so integer features keep them exact.
"""

from __future__ import annotations

import numpy as np
from scipy import sparse
from scipy.optimize import linear_sum_assignment

from ._compiled import compiled

__all__ = ["NOWHERE", "UmaState", "region_sums", "regions"]

#: region of an example that no class wins by the margin alpha
NOWHERE = -1

#: updates after which everything is computed anew, so that rounding errors do not pile up
REFRESH = 1000


@compiled
def assign(scores, alpha, predicted, region):
    """Write the first class of largest score, and the region; `region` is `predicted` where the margin is alpha.

    `scores` has shape (Q, n).
    """
    Q, n = scores.shape
    for i in range(n):
        best = 0
        for r in range(1, Q):
            if scores[r, i] > scores[best, i]:
                best = r
        inside = True
        if alpha > 0.0:
            for r in range(Q):
                if r != best and scores[best, i] - scores[r, i] < alpha:
                    inside = False
        predicted[i] = best
        region[i] = best if inside else NOWHERE


@compiled
def advance(scores, change, tau, alpha, gap, predicted, region, y, hits, moved, old):
    """Add ``tau[r] * change[i]`` to the scores; list the examples whose region changes, return their number.

    `gap` bounds the winner's lead from below; the scores are looked at only where an update may have used it up.
    `hits` counts the pairs (prediction, noisy label).
    """
    Q, n = scores.shape
    for r in range(Q):
        if tau[r] != 0.0:
            for i in range(n):
                scores[r, i] += tau[r] * change[i]
    width = tau.max() - tau.min()
    for i in range(n):
        gap[i] -= width * abs(change[i])
    n_moved = 0
    for i in range(n):
        if gap[i] > alpha and region[i] != NOWHERE:
            continue
        best, second = 0, -np.inf
        for r in range(1, Q):
            if scores[r, i] > scores[best, i]:
                second = scores[best, i]
                best = r
            elif scores[r, i] > second:
                second = scores[r, i]
        gap[i] = scores[best, i] - second
        last = predicted[i]
        if best != last:
            hits[last, y[i]] -= 1.0
            hits[best, y[i]] += 1.0
            predicted[i] = best
        new = best if gap[i] >= alpha else NOWHERE
        if new != region[i]:
            moved[n_moved], old[n_moved] = i, region[i]
            region[i] = new
            n_moved += 1
    return n_moved


@compiled
def move_dense(X, y, moved, old, new, slot, gamma, counts, touched):
    """Take the moved rows of `X` out of their old regions and put them into their new ones; mark these regions."""
    for m in range(len(moved)):
        i, k = moved[m], y[moved[m]]
        for sign in (-1.0, 1.0):
            p = old[m] if sign < 0 else new[m]
            if p != NOWHERE:
                s = slot[p]
                for f in range(X.shape[1]):
                    gamma[s, k, f] += sign * X[i, f]
                counts[p, k] += sign
                touched[p] = True


@compiled
def move_sparse(data, indices, indptr, y, moved, old, new, slot, gamma, counts, gram):
    """The same for a CSR matrix, the Gram matrices included; `gamma` has the features before the labels."""
    Q = gamma.shape[2]
    products = np.zeros(Q)
    for m in range(len(moved)):
        i, k = moved[m], y[moved[m]]
        for sign in (-1.0, 1.0):
            p = old[m] if sign < 0 else new[m]
            if p == NOWHERE:
                continue
            s = slot[p]
            products[:] = 0.0
            sqnorm = 0.0
            for entry in range(indptr[i], indptr[i + 1]):
                value, f = data[entry], indices[entry]
                sqnorm += value * value
                for j in range(Q):
                    products[j] += value * gamma[s, f, j]
                gamma[s, f, k] += sign * value
            for j in range(Q):
                gram[p, k, j] += sign * products[j]
                gram[p, j, k] += sign * products[j]
            gram[p, k, k] += sqnorm
            counts[p, k] += sign


def regions(X, W, alpha):
    """Scores of shape (Q, n), predictions and regions A_p^alpha of the rows of `X`, equation (8)."""
    scores = np.ascontiguousarray((X @ W.T).T)
    predicted, region = np.empty(X.shape[0], dtype=np.int64), np.empty(X.shape[0], dtype=np.int64)
    assign(scores, alpha, predicted, region)
    return scores, predicted, region


def region_sums(X, y, region, n_classes):
    """``gamma`` of shape (Q, Q, d) and ``counts`` of shape (Q, Q), from scratch."""
    Q = n_classes
    rows = np.flatnonzero(region != NOWHERE)
    cells = (region * Q + y)[rows]
    pick = sparse.csr_array((np.ones(len(rows)), (cells, rows)), shape=(Q * Q, X.shape[0]))
    sums = pick @ X
    sums = sums.toarray() if sparse.issparse(sums) else sums
    return sums.reshape(Q, Q, X.shape[1]), np.bincount(cells, minlength=Q * Q).reshape(Q, Q).astype(float)


class UmaState:
    """Scores, regions and sums of one sample under changing class vectors `W`, which it owns.

    Parameters
    ----------
    X : array or CSR matrix of shape (n, d)
    y : array of shape (n,)
        Noisy labels, integers 0..Q-1.
    W : array of shape (Q, d)
        Changed in place by :meth:`update`.
    inverse : array of shape (Q, Q)
        C^-1.
    alpha : float
    """

    def __init__(self, X, y, W, inverse, alpha):
        self.X, self.y, self.W, self.inverse, self.alpha = X, y, W, inverse, alpha
        self.sparse = sparse.issparse(X)
        self._moved, self._old = np.empty(len(y), dtype=np.int64), np.empty(len(y), dtype=np.int64)
        self.refresh()

    def refresh(self):
        """Compute everything from `X`, `y` and `W`."""
        Q = len(self.W)
        self.scores, self.predicted, self.region = regions(self.X, self.W, self.alpha)
        self.hits = np.bincount(self.predicted * Q + self.y, minlength=Q * Q).reshape(Q, Q).astype(float)
        gamma, self.counts = region_sums(self.X, self.y, self.region, Q)
        self.gram = gamma @ gamma.transpose(0, 2, 1)
        # Features first, a sparse example reads whole cache lines; labels first, a dense one does.
        self._gamma = np.ascontiguousarray(gamma.transpose(0, 2, 1)) if self.sparse else gamma
        self._gap = np.zeros(len(self.y))
        self._slot = np.arange(Q)  # region p keeps its sums in _gamma[_slot[p]]
        self.age = 0

    def gamma(self, p):
        """The sums of region p by noisy label, n Gamma^p, shape (Q, d)."""
        return self._gamma[self._slot[p]].T if self.sparse else self._gamma[self._slot[p]]

    def direction(self, p, q):
        """z_pq, shape (d,): row q of C^-1 Gamma^p."""
        return (self.inverse[q] / len(self.y)) @ self.gamma(p)

    def lengths(self):
        """|z_pq| for all p, q, shape (Q, Q)."""
        squares = ((self.inverse @ self.gram) * self.inverse).sum(axis=2)
        return np.sqrt(np.maximum(squares, 0.0)) / len(self.y)

    def masses(self):
        """Estimates of P(X in A_p, t(X) = q) for all p, q, shape (Q, Q)."""
        return self.counts @ self.inverse.T / len(self.y)

    def error(self):
        """Misclassification rate estimated from the noisy labels."""
        return 1.0 - float((self.inverse * self.hits).sum()) / len(self.y)

    def update(self, tau, z):
        """``w_r += tau_r z``, and everything that follows from it."""
        for r in np.flatnonzero(tau):
            self.W[r] += tau[r] * z
        self.age += 1
        if self.age == REFRESH:
            self.refresh()
            return
        lists = (self._gap, self.predicted, self.region, self.y, self.hits, self._moved, self._old)
        n_moved = advance(self.scores, self.X @ z, tau, self.alpha, *lists)
        moved, old = self._moved[:n_moved], self._old[:n_moved]
        if 4 * n_moved > len(self.y):
            moved, old = self._exchange(moved, old)
        change = (self.y, moved, old, self.region[moved], self._slot, self._gamma, self.counts)
        if self.sparse:
            move_sparse(self.X.data, self.X.indices, self.X.indptr, *change, self.gram)
        else:
            touched = np.zeros(len(self.W), dtype=bool)
            move_dense(self.X, *change, touched)
            gamma = self._gamma[self._slot[touched]]
            self.gram[touched] = gamma @ gamma.transpose(0, 2, 1)

    def _exchange(self, moved, old):
        """Let regions take over each other's sums so that few examples have to move; these, and where they are."""
        Q = len(self.W)
        before = self.region.copy()
        before[moved] = old
        both = (before != NOWHERE) & (self.region != NOWHERE)
        flow = np.bincount((before * Q + self.region)[both], minlength=Q * Q).reshape(Q, Q)
        heir = linear_sum_assignment(flow, maximize=True)[1]
        for array in (self.gram, self.counts, self._slot):
            array[heir] = array.copy()
        before = np.append(heir, NOWHERE)[before]  # NOWHERE is -1, the last entry
        moved = np.flatnonzero(before != self.region)
        return moved, before[moved]
