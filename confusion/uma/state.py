"""What UMA knows about its sample, kept up to date at the cost of the examples whose region changes.

For every region A_p (the examples that class p wins) and noisy label k the state holds

    gamma[p, k]   = sum of x over the examples of A_p labelled k        (n gamma_k^p of Proposition 1)
    gram[p, k, j] = <gamma[p, k], gamma[p, j]>                          (the length of every z_pq, without z_pq)
    counts[p, k]  = number of those examples

An update of W changes the scores by an outer product; an example that changes region then leaves one sum and enters
another.  When whole regions change hands, as they do while W is short, the regions first exchange their sums.  Sums
are not divided by n, so integer features keep them exact.
"""

import numpy as np
from scipy import sparse
from scipy.optimize import linear_sum_assignment

from confusion.uma.arrays import NOWHERE, Examples, Regions
from confusion.uma.loops import (
    advance,
    assign,
    choose_step,
    move_dense,
    move_sparse,
    renew_grams,
    renew_lengths,
)

__all__ = ["UmaState", "region_sums", "regions"]

#: updates after which everything is computed anew, so that rounding errors do not pile up
REFRESH = 1000


def regions(X, W, alpha):
    """Scores of shape (Q, n), predictions and regions A_p^alpha of the rows of `X`, equation (8)."""
    scores = np.ascontiguousarray((X @ W.T).T)
    predicted, region = np.empty(X.shape[0], dtype=np.intp), np.empty(X.shape[0], dtype=np.intp)
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

    Notes
    -----
    Memory: n Q numbers for the scores, Q^2 d for the sums of the regions (twice that while they are made of sparse
    data), and Q^3 for their Gram matrices: 8 GB for a thousand classes.
    """

    def __init__(self, X, y, W, inverse, alpha):
        self.X, self.y, self.W, self.inverse, self.alpha = X, y, W, inverse, alpha
        self.sparse = sparse.issparse(X)
        self._weights = inverse / len(y)  # row q makes z_pq of the sums of region p
        # estimates of P(t(X) = q), which can be negative and are raised to 1/n
        self.proportions = np.maximum(inverse @ np.bincount(y, minlength=len(W)) / len(y), 1 / len(y))
        self._moved, self._old = np.empty(len(y), dtype=np.intp), np.empty(len(y), dtype=np.intp)
        self._lengths = np.empty((len(W), len(W)))
        self.refresh()

    def refresh(self):
        """Compute everything from `X`, `y` and `W`."""
        Q, n = len(self.W), len(self.y)
        self.scores, self.predicted, self.region = regions(self.X, self.W, self.alpha)
        self._examples = Examples(self.y, self.predicted, self.region, top=self.scores.max(axis=0), gap=np.zeros(n))
        self.hits = np.bincount(self.predicted * Q + self.y, minlength=Q * Q).reshape(Q, Q).astype(float)
        gamma, self.counts = region_sums(self.X, self.y, self.region, Q)
        gram = gamma @ gamma.transpose(0, 2, 1)
        # Features first, a sparse example reads whole cache lines; labels first, a dense one does.
        gamma = np.ascontiguousarray(gamma.transpose(0, 2, 1)) if self.sparse else gamma
        self._regions = Regions(gamma, np.arange(Q), self.counts, gram, touched=np.ones(Q, dtype=bool))
        self._up_to_date = False  # that no region is touched
        self.age = 0

    def gamma(self, p):
        """The sums of region p by noisy label, n Gamma^p, shape (Q, d)."""
        sums = self._regions.gamma[self._regions.slot[p]]
        return sums.T if self.sparse else sums

    def choose(self, worth, threshold, step):
        """(p, q, z_pq, tau) for the pair of largest worth that has an error set, or None; was a long z_pq seen?

        `worth` is used up, `step` is a position in STEPS; -inf and a z_pq no longer than `threshold` rule a pair out.
        """
        tau = np.empty(len(self.W))
        lengths, sums = self.lengths(), (self._regions, self.sparse, self._weights)
        p, q, z, seen = choose_step(worth, lengths, threshold, *sums, self.W, step, tau)
        return None if p < 0 else (p, q, z, tau), seen

    def lengths(self):
        """|z_pq| for all p, q, shape (Q, Q); not to be written to."""
        if not self._up_to_date:
            renew_lengths(self._regions, self.inverse, len(self.y), self._lengths)
            self._up_to_date = True
        return self._lengths

    def masses(self):
        """Estimates of P(X in A_p, t(X) = q) for all p, q, shape (Q, Q)."""
        return self.counts @ self.inverse.T / len(self.y)

    def error(self):
        """Misclassification rate estimated from the noisy labels."""
        return 1.0 - float((self.inverse * self.hits).sum()) / len(self.y)

    def update(self, tau, z):
        """``w_r += tau_r z``, and everything that follows from it."""
        self.age += 1
        if self.age == REFRESH:
            self.W += np.outer(tau, z)
            self.refresh()
            return
        self._up_to_date = False
        change, lists = self.X @ z, (self._moved, self._old)
        n_moved = advance(self.W, z, tau, self.scores, change, self.alpha, self._examples, self.hits, *lists)
        moved, old = self._moved[:n_moved], self._old[:n_moved]
        if 4 * n_moved > len(self.y):
            moved, old = self._exchange(moved, old)
        if self.sparse:
            move_sparse(self.X.data, self.X.indices, self.X.indptr, self._examples, moved, old, self._regions)
        else:
            move_dense(self.X, self._examples, moved, old, self._regions)
            renew_grams(self._regions)

    def _exchange(self, moved, old):
        """Let regions take over each other's sums so that few examples have to move.

        Region p's sums go to the region that most of its examples went to, one heir for each region.

        Parameters
        ----------
        moved, old : arrays of shape (m,)
            The examples whose region changed, and the regions they left.

        Returns
        -------
        moved, old : arrays of shape (m',)
            The examples that still are among the sums of another region than theirs, and that region.
        """
        Q = len(self.W)
        before = self.region.copy()
        before[moved] = old
        both = (before != NOWHERE) & (self.region != NOWHERE)
        flow = np.bincount((before * Q + self.region)[both], minlength=Q * Q).reshape(Q, Q)
        heir = linear_sum_assignment(flow, maximize=True)[1]
        for array in (*self._regions[1:], self._lengths):  # all but gamma, which the slots point into
            array[heir] = array.copy()
        before = np.append(heir, NOWHERE)[before]  # NOWHERE is -1, the last entry
        moved = np.flatnonzero(before != self.region)
        return moved, before[moved]
