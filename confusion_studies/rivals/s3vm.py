"""S3VM: a linear support vector machine that also chooses the labels of unlabelled examples.

For each class against the rest, over a hyperplane (w, b) and the signs s of the unlabelled examples,

    min  1/2 (|w|^2 + b^2) + C sum_labelled l(y_i f(x_i)) + C* sum_unlabelled l(s_j f(x_j)),   f(x) = <w, x> + b,

with l the squared hinge, and as many positive signs as the class should have (Bennett and Demiriz 1998, Joachims
1999).  Given the signs, Newton's method finds (w, b), for all classes at once and from where it was (:func:`newton`): a
product with all class vectors costs little more than one with a single vector.  Given (w, b), the best signs are known:
l(f) - l(-f) decreases with f, so the allowed number of positive signs goes to the highest scores; without the balance
constraint s = sign f.  Neither step raises the objective, and both are repeated until no sign changes.  C* starts small
and doubles up to its final value, which lets the labelled examples speak first: the annealing of Joachims (1999), with
all the switches of a round made at once as in Sindhwani and Keerthi (2006).
"""

import warnings

import numpy as np
from scipy import sparse
from sklearn.exceptions import ConvergenceWarning

from confusion.linear.base import LinearClassifier

__all__ = ["S3VMClassifier", "best_signs"]

#: A problem is solved where its gradient is at most so many times as long as at w = 0, or after so many Newton steps.
TOL, MAX_ITER = 1e-4, 1000


def best_signs(scores, n_positive=None):
    """Signs of the unlabelled examples that minimise the loss at given scores, `n_positive` of them positive.

    These go to the highest scores, earlier ones first on ties; None leaves their number free.
    """
    if n_positive is None:
        return np.where(scores > 0, 1.0, -1.0)
    signs = np.full(scores.shape, -1.0)
    signs[np.argsort(-scores, kind="stable")[:n_positive]] = 1.0
    return signs


def s3vm_objective(w, b, X, signs, weights):
    """The objective above, ``1/2 (|w|^2 + b^2) + sum_i weights_i max(0, 1 - signs_i f(x_i))^2``, of checked arrays.

    The weights are the prices of the losses, C or C*.
    """
    margins = signs * (X @ w + b)
    return 0.5 * (w @ w + b**2) + weights @ np.maximum(0, 1 - margins) ** 2


def newton(X, signs, weights, W, tol, max_iter):
    """Minimise the objective above for all problems at once, from `W`, (d, Q), given `signs` and `weights`, (n, Q).

    Steps of Newton's method, each by conjugate gradients with the Hessian of the examples within their margin (Keerthi
    and DeCoste 2005), end where the gradient is at most `tol` times as long as at zero, or after `max_iter` steps.
    Returns the vectors and the number of steps.
    """
    tiny = np.finfo(float).tiny
    W, scores, enough = W.copy(), X @ W, tol * np.linalg.norm(2 * (X.T @ (weights * signs)), axis=0)

    def slope(W, scores, k):  # of the objectives k by their scores, and by W as far as it enters by itself
        return W, -2 * weights[:, k] * signs[:, k] * np.maximum(0, 1 - signs[:, k] * scores)

    for steps in range(max_iter + 1):
        own, loss = slope(W, scores, slice(None))
        G = own + X.T @ loss
        k = np.flatnonzero(np.linalg.norm(G, axis=0) > enough)  # the problems that are not solved yet
        if not k.size or steps == max_iter:
            return W, steps
        D, along, R = np.zeros((len(W), k.size)), np.zeros((len(scores), k.size)), -G[:, k]
        P, size, curvature = R, (R * R).sum(axis=0), 2 * weights[:, k] * (loss[:, k] != 0)
        ends = size / 100
        for _ in range(len(W)):
            XP = X @ P
            HP = P + X.T @ (curvature * XP)
            a = np.where(size > ends, size / np.maximum((P * HP).sum(axis=0), tiny), 0.0)
            D, along, R = D + a * P, along + a * XP, R - a * HP
            size, old = (R * R).sum(axis=0), size
            if (size <= ends).all():
                break
            P = R + size / np.maximum(old, tiny) * P
        t, down = np.ones(k.size), (G[:, k] * D).sum(axis=0)
        for _ in range(50):  # a step is halved where it would lead far beyond the minimum on its line
            own, loss = slope(W[:, k] + t * D, scores[:, k] + t * along, k)
            far = (own * D).sum(axis=0) + (loss * along).sum(axis=0) > -0.1 * down
            if not far.any():
                break
            t[far] /= 2
        W[:, k] += t * D
        scores[:, k] += t * along


class S3VMClassifier(LinearClassifier):
    """One-vs-rest transductive linear SVM by annealed label switching: a rival for comparisons.

    The price C of a labelled example is 1; the final one of an unlabelled example gives all of them together the weight
    of the labelled ones, C* = l / u (but at most 1), the default of Sindhwani and Keerthi (2006).

    Parameters
    ----------
    balance : bool, default=True
        Fix the number of unlabelled examples given to each class, at its share of the labelled ones.  Without the
        constraint a class may take, or lose, nearly all of them.
    n_levels : int, default=10
        Values of C*, each twice the one before: from C* / 2^(n_levels - 1) up.
    max_switches : int, default=20
        Most rounds of switching at one value of C*.

    Attributes
    ----------
    classes_ : array of shape (Q,)
        The labels met, without -1.
    coef_, intercept_ : arrays of shape (Q, d) and (Q,), or (1, d) and (1,) for two classes
        scikit-learn's shapes for one-vs-rest: two classes are one problem, the second class against the first.
    objective_ : array of shape (Q,) or (1,)
        Final values of the objective of each one-vs-rest problem.
    n_iter_ : int
        Most Newton steps between two switches; from 1,000 on a ConvergenceWarning is given.

    Notes
    -----
    With no unlabelled example this is scikit-learn's one-vs-rest LinearSVC.  The problem is not convex: annealing finds
    a good local minimum, not always the best one.  The balance constraint is worth what its proportions are: on text
    with a dominant class it is decisive, while on balanced classes the proportions of a few labels, rougher than the
    truth, can cost more than the constraint saves.  The paper names "a multiclass semi-supervised SVM" and gives
    neither C, C* nor a balance constraint; its S3VM column is to be read with that in mind.

    References
    ----------
    * Bennett and Demiriz, Semi-supervised support vector machines, NIPS 1998.
    * Joachims, Transductive inference for text classification using support vector machines, ICML 1999.
    * Keerthi and DeCoste, A modified finite Newton method for fast solution of large scale linear SVMs, JMLR 2005.
    * Sindhwani and Keerthi, Large scale semi-supervised linear SVMs, SIGIR 2006.

    Examples
    --------
    >>> X = [[0.0], [0.2], [0.4], [1.6], [1.8], [2.0]]
    >>> S3VMClassifier().fit(X, [0, -1, -1, -1, -1, 1]).predict(X)
    array([0, 0, 0, 1, 1, 1])
    """

    def __init__(self, balance=True, n_levels=10, max_switches=20):
        self.balance, self.n_levels, self.max_switches = balance, n_levels, max_switches

    def fit(self, X, y):
        """Fit on labelled and unlabelled examples together; these have the label -1."""
        X, y = self._check_sample(X, y)
        known = y != -1
        self.classes_, codes = np.unique(y[known], return_inverse=True)
        if len(self.classes_) < 2:
            raise ValueError(f"labelled examples of two classes are needed, got {self.classes_.tolist()}")
        self._solve(X[np.concatenate([np.flatnonzero(known), np.flatnonzero(~known)])], codes, int((~known).sum()))
        return self

    def _solve(self, X, codes, u):
        """Set the vectors and what is known of the solver; the last `u` rows of `X` are unlabelled."""
        l, Q = codes.size, self.classes_.size
        counts = np.rint(np.bincount(codes) / l * u).astype(int) if self.balance else [None] * Q
        prices = min(1.0, l / u) / 2.0 ** np.arange(self.n_levels - 1, -1, -1) if u else []
        ones = np.ones((X.shape[0], 1))
        X = sparse.hstack([X, ones], format="csr") if sparse.issparse(X) else np.hstack([X, ones])
        positives = np.array([1] if Q == 2 else range(Q))
        known = np.where(codes[:, None] == positives, 1.0, -1.0)
        labels = np.vstack([known, np.zeros((u, positives.size))])
        weights, every = np.ones(labels.shape), np.arange(positives.size)
        W, self.n_iter_ = newton(X[:l], known, weights[:l], np.zeros((X.shape[1], every.size)), TOL, MAX_ITER)

        def best(k):
            scores = (X[l:] @ W[:, k]).T
            return np.transpose([best_signs(f, counts[q]) for f, q in zip(scores, positives[k])])

        if u:
            labels[l:] = best(every)
        for price in prices:
            weights[l:], k = price, every
            for _ in range(self.max_switches):
                W[:, k], steps = newton(X, labels[:, k], weights[:, k], W[:, k], TOL, MAX_ITER)
                self.n_iter_, signs = max(self.n_iter_, steps), best(k)
                switched = (signs != labels[l:, k]).any(axis=0)
                labels[l:, k], k = signs, k[switched]
                if not k.size:
                    break
        self.coef_, self.intercept_ = W[:-1].T.copy(), W[-1].copy()
        parts = zip(self.coef_, self.intercept_, labels.T, weights.T)
        self.objective_ = np.array([s3vm_objective(w, b, X[:, :-1], *of) for w, b, *of in parts])
        if self.n_iter_ >= MAX_ITER:
            warnings.warn("S3VM's solver reached its last step; scale the features", ConvergenceWarning, stacklevel=3)
