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
from numbers import Real

import numpy as np
from scipy import sparse
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.extmath import row_norms

from confusion._core.arguments import (
    as_float,
    by_name,
    check_flag,
    check_integer,
    check_positive,
    finite_array,
    float_array,
)
from confusion._core.labels import check_classes
from confusion._core.refit import unchanged_on_error
from confusion.linear.base import LinearClassifier

__all__ = ["S3VMClassifier", "best_signs"]

#: Largest sum of squared norms, alone and times the price of a loss: squares of it must not overflow.
LARGEST = 1e100


def best_signs(scores, n_positive=None):
    """Signs of the unlabelled examples that minimise the loss at given scores.

    Parameters
    ----------
    scores : array of shape (u,)
        f(x) of each.
    n_positive : int or None, default=None
        Number of positive signs: they go to the highest scores, earlier ones first on ties.  None leaves it free.

    Returns
    -------
    array of shape (u,)
        +1 or -1.

    Raises
    ------
    ValueError, TypeError
        For scores that are no finite vector, an `n_positive` that is not a whole number from 0 to u.

    Examples
    --------
    >>> best_signs([-2.0, -0.5, -1.0, 0.3], n_positive=2)
    array([-1.,  1., -1.,  1.])
    """
    scores = finite_array(scores, "scores", ("u",))
    if n_positive is None:
        return np.where(scores > 0, 1.0, -1.0)
    n_positive = check_integer(n_positive, "n_positive", 0)
    if n_positive > scores.size:
        raise ValueError(f"n_positive must be between 0 and the {scores.size} scores, got {n_positive!r}")
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
    """One-vs-rest transductive linear SVM by annealed label switching.

    Parameters
    ----------
    C : float, default=1.0
        Price of the loss of a labelled example, positive.
    C_unlabeled : float or None, default=None
        Final price C* of the loss of an unlabelled example.  None gives all of them together the weight of the
        labelled ones, C* = C l / u (but at most C), the default of Sindhwani and Keerthi (2006).
    balance : bool, default=True
        Fix the number of unlabelled examples given to each class, at `priors` times their number.  Without the
        constraint a class may take, or lose, nearly all of them.
    priors : array-like of shape (Q,) or None, default=None
        Class proportions for `balance`, in the order of ``classes_``; None uses those of the labelled examples.
    n_levels : int, default=10
        Values of C*, each twice the one before: from C* / 2^(n_levels - 1) up.
    max_switches : int, default=20
        Most rounds of switching at one value of C*.
    unlabeled : int, str or None, default=-1
        The label that marks an unlabelled example, -1 as in scikit-learn.  In an `y` of dtype object ``None`` does so
        as well, and the integer marker can stand among strings.  Where -1 is a class, pass another marker, or None:
        labels -1 and 1 alone are refused, but among more labels nothing tells a class -1 from the marker.
    tol : float, default=1e-4
        A problem is solved where its gradient is at most `tol` times as long as at w = 0.
    max_iter : int, default=1000
        Newton steps at most between two switches.

    Attributes
    ----------
    classes_ : array of shape (Q,)
        The labels met, without the marker.
    coef_, intercept_ : arrays of shape (Q, d) and (Q,), or (1, d) and (1,) for two classes
        scikit-learn's shapes for one-vs-rest: two classes are one problem, the second class against the first.
    transduction_ : array of shape (n,)
        Labels of the examples given to :meth:`fit`: those given, and the predicted ones.
    objective_ : array of shape (Q,) or (1,)
        Final values of the objective of each one-vs-rest problem.
    n_iter_ : int
        Most Newton steps between two switches; from `max_iter` on a ConvergenceWarning is given.
    n_unlabeled_, n_features_in_ : int
        Unlabelled examples, and features.

    Notes
    -----
    With no unlabelled example this is scikit-learn's one-vs-rest LinearSVC.  The problem is not convex: annealing finds
    a good local minimum, not always the best one.  The balance constraint is worth what its proportions are: on text
    with a dominant class it is decisive, while on balanced classes the proportions of a few labels, rougher than the
    truth, can cost more than the constraint saves; give `priors` then.  The paper names "a multiclass semi-supervised
    SVM" and gives neither C, C* nor a balance constraint; its S3VM column is to be read with that in mind.

    There is no sample_weight: the balance constraint counts unlabelled examples, and a count has no weights.

    References
    ----------
    * Bennett and Demiriz, Semi-supervised support vector machines, NIPS 1998.
    * Joachims, Transductive inference for text classification using support vector machines, ICML 1999.
    * Keerthi and DeCoste, A modified finite Newton method for fast solution of large scale linear SVMs, JMLR 2005.
    * Sindhwani and Keerthi, Large scale semi-supervised linear SVMs, SIGIR 2006.

    Examples
    --------
    >>> X = [[0.0], [0.2], [0.4], [1.6], [1.8], [2.0]]
    >>> S3VMClassifier().fit(X, [0, -1, -1, -1, -1, 1]).transduction_
    array([0, 0, 0, 1, 1, 1])
    """

    def __init__(
        self,
        C=1.0,
        C_unlabeled=None,
        balance=True,
        priors=None,
        n_levels=10,
        max_switches=20,
        unlabeled=-1,
        tol=1e-4,
        max_iter=1000,
    ):
        self.C = C
        self.C_unlabeled = C_unlabeled
        self.balance = balance
        self.priors = priors
        self.n_levels = n_levels
        self.max_switches = max_switches
        self.unlabeled = unlabeled
        self.tol = tol
        self.max_iter = max_iter

    def fit(self, X, y):
        """Fit on labelled and unlabelled examples together.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n, d)
            Features of all examples.
        y : array-like of shape (n,)
            Labels, with the marker `unlabeled` where there is none.

        Returns
        -------
        self
            The fitted classifier.

        Raises
        ------
        ValueError, TypeError
            For NaN or infinite features, features too large to be squared, fewer than two classes among the labelled
            examples, a parameter outside its range; the estimator is then as it was before the call.
        """
        with unchanged_on_error(self):
            X, y = self._check_sample(X, y, labels=False, ensure_min_samples=2)
            unlabeled = unlabeled_mask(y, _check_marker(self.unlabeled))
            known = y[~unlabeled]
            if not known.size:
                raise ValueError("no example is labelled; at least one of each of two classes must be")
            if known.dtype.kind == "O" and len({type(v) for v in known}) == 1:
                known = np.array(known.tolist())
            check_classes(known)
            self.classes_, codes = np.unique(known, return_inverse=True)
            self.n_unlabeled_ = u = int(unlabeled.sum())
            if self.classes_.size < 2:
                raise ValueError(f"labelled examples of two classes are needed, got one class: {self._only_class(u)}")
            self._solve(X[np.concatenate([np.flatnonzero(~unlabeled), np.flatnonzero(unlabeled)])], codes, u)
            self.transduction_ = np.empty(y.size, dtype=self.classes_.dtype)
            self.transduction_[~unlabeled] = self.classes_[codes]
            if u:
                self.transduction_[unlabeled] = self.classes_[self._winners(self._products(X[unlabeled]))]
            return self

    def _solve(self, X, codes, u):
        """Set the vectors and what is known of the solver; the last `u` rows of `X` are unlabelled."""
        Q = self.classes_.size
        C, switches, prices, counts = self._check_parameters(np.bincount(codes), u)
        with np.errstate(over="ignore"):
            total = row_norms(X, squared=True).sum() * max(1.0, C, *prices)
        if not total < LARGEST:
            raise ValueError(f"the squared norms of X, times C, sum to more than {LARGEST:g}: rescale the features")
        ones = np.ones((X.shape[0], 1))
        X = sparse.hstack([X, ones], format="csr") if sparse.issparse(X) else np.hstack([X, ones])
        l, positives = codes.size, np.array([1] if Q == 2 else range(Q))
        known = np.where(codes[:, None] == positives, 1.0, -1.0)
        labels = np.vstack([known, np.zeros((u, positives.size))])
        weights, every = np.full(labels.shape, float(C)), np.arange(positives.size)
        W, self.n_iter_ = newton(X[:l], known, weights[:l], np.zeros((X.shape[1], every.size)), self.tol, self.max_iter)

        def best(k):
            scores = (X[l:] @ W[:, k]).T
            return np.transpose([best_signs(f, counts[q]) for f, q in zip(scores, positives[k])])

        if u:
            labels[l:] = best(every)
        for price in prices:
            weights[l:], k = price, every
            for _ in range(switches):
                W[:, k], steps = newton(X, labels[:, k], weights[:, k], W[:, k], self.tol, self.max_iter)
                self.n_iter_, signs = max(self.n_iter_, steps), best(k)
                switched = (signs != labels[l:, k]).any(axis=0)
                labels[l:, k], k = signs, k[switched]
                if not k.size:
                    break
        self.coef_, self.intercept_ = W[:-1].T.copy(), W[-1].copy()
        parts = zip(self.coef_, self.intercept_, labels.T, weights.T)
        self.objective_ = np.array([s3vm_objective(w, b, X[:, :-1], *of) for w, b, *of in parts])
        if self.n_iter_ >= self.max_iter:
            warnings.warn(
                "S3VM's solver reached max_iter; raise max_iter or scale the features", ConvergenceWarning, stacklevel=3
            )

    def _only_class(self, u):
        """The one class met, and what became of the examples that may belong to another."""
        only = f"{self.classes_.tolist()[0]!r}"
        if not u or self.unlabeled is None:
            return only
        return (
            f"{only}, and {u} examples without a label; if {self.unlabeled!r} is a class, pass unlabeled=None "
            "(None, in an y of dtype object, then marks the unlabelled examples) or another marker"
        )

    def _check_parameters(self, labelled_counts, u):
        check_flag(self.balance, "balance")
        check_positive(self.tol, "tol", infinite=False)
        check_integer(self.max_iter, "max_iter", 1)
        l, Q = labelled_counts.sum(), labelled_counts.size
        C = final = check_positive(self.C, "C", infinite=False)
        levels, switches = (check_integer(getattr(self, name), name, 1) for name in ("n_levels", "max_switches"))
        if self.C_unlabeled is not None:
            final = check_positive(self.C_unlabeled, "C_unlabeled", infinite=False)
        elif u:
            final = min(C, C * l / u)
        priors = labelled_counts / l
        if self.priors is not None:
            priors = float_array(by_name(self.priors, "priors", self.classes_), "priors")
        if priors.shape != (Q,) or not np.isfinite(priors).all() or (priors < 0).any() or abs(priors.sum() - 1) > 1e-6:
            raise ValueError(f"priors must be {Q} non-negative proportions that sum to one, one per class")
        counts = np.rint(priors * u).astype(int).tolist() if self.balance else [None] * Q
        return C, switches, final / 2.0 ** np.arange(levels - 1, -1, -1) if u else [], counts


def _check_marker(unlabeled):
    if unlabeled is not None and not isinstance(unlabeled, str):
        if isinstance(unlabeled, (bool, np.bool_)) or not isinstance(unlabeled, Real):
            raise TypeError(f"unlabeled must be an int, a str or None, got {unlabeled!r}")
        if not np.isfinite(as_float(unlabeled, "unlabeled")):
            raise ValueError(f"unlabeled must be a finite number, a str or None, got {unlabeled!r}")
    return unlabeled


def unlabeled_mask(y, unlabeled=-1):
    """Which entries of the array `y` have no label; "-1" for the marker -1, as in np.array(["a", -1]), is refused."""
    if y.dtype.kind == "O":
        return np.array([v is None or (type(v) is not bool and v == unlabeled) for v in y], dtype=bool)
    if y.dtype.kind in "US":
        if isinstance(unlabeled, str):
            return y == unlabeled
        if (y == str(unlabeled)).any():
            raise ValueError(
                f"y holds the string {str(unlabeled)!r}; for string labels give y the dtype object, with "
                f"{unlabeled!r} or None where there is no label, or pass unlabeled={str(unlabeled)!r}"
            )
        return np.zeros(y.shape, dtype=bool)
    if isinstance(unlabeled, str) or unlabeled is None:
        return np.zeros(y.shape, dtype=bool)
    return y == unlabeled
