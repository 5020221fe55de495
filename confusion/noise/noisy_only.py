"""Estimators of the noise matrix that see noisy labels only, through the probabilities of a classifier of them.

All take *out-of-sample* probabilities: of a classifier that has not learnt from the example it judges, else they are
too sure of the label that is there.  ``cross_val_predict(..., method="predict_proba")`` of scikit-learn makes them.
"""

import warnings
from typing import NamedTuple

import numpy as np
from scipy import sparse
from sklearn.base import clone
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.validation import has_fit_parameter

from confusion._core.arguments import by_name, check_integer, check_positive, check_probability, finite_array
from confusion._core.labels import check_equally_long, class_codes, pair_counts
from confusion.noise.matrices import check_noise_matrix

__all__ = ["anchor_points", "confident_joint", "em_noise"]


def _read_proba(proba, classes=None):
    """Probabilities as floats whose rows sum to one to the last digits, those of single precision too."""
    P = finite_array(by_name(proba, "proba", classes, (1,)), "proba", ("n", "Q"), empty=False)
    if P.shape[1] < 2:
        raise ValueError("proba must have a column for each of Q >= 2 classes; predict_proba gives them")
    if (P < 0).any() or np.abs(P.sum(axis=1) - 1).max() > 1e-5:
        raise ValueError("proba must be non-negative with rows that sum to one; turn scores into probabilities first")
    if not P.any(axis=0).all():
        never = np.flatnonzero(~P.any(axis=0)).tolist()
        raise ValueError(f"proba is 0 all along column {never}: that class is never predicted; leave the class out, "
                         "or take a classifier that gives it some probability")  # fmt: skip
    return P / P.sum(axis=1, keepdims=True)


def _read_labels(y_noisy, proba, classes):
    """Probabilities, and noisy labels as positions among their columns: as many classes, which must all occur."""
    P = _read_proba(proba)
    classes, y = class_codes(y_noisy, classes, name="y_noisy")
    check_equally_long(y, P, "y_noisy", "proba")
    if len(classes) != P.shape[1]:
        raise ValueError(f"proba has {P.shape[1]} columns, but there are {len(classes)} classes: {classes.tolist()}; "
                         "name all, in the order of the columns, with classes=")  # fmt: skip
    missing = classes[np.bincount(y, minlength=len(classes)) == 0].tolist()
    if missing:
        raise ValueError(f"y_noisy has no example of {missing}; leave the class out of classes and of proba")
    return _read_proba(proba, classes), y


def anchor_points(proba, y_noisy=None, *, quantile=1.0, classes=None):
    r"""Noise matrix from anchors: column q is the noisy law at the example that is most surely of class q.

    Parameters
    ----------
    proba : array-like of shape (n, Q)
        Out-of-sample estimates of P(noisy label | x), one row per example; columns of a data frame by name.
    y_noisy : array-like of shape (n,), optional
        Noisy labels.  If given, the anchor of a class is sought among the examples with its label, which a quantile
        needs where a class is rare: of all examples, 97 of 100 can lie below the whole class.
    quantile : float in (0, 1], default 1.0
        Which example is the anchor, in the order of its probability of the class: 1 the largest, of those that tie
        the first.  Estimated probabilities are largest where they err most, so less than 1 (0.97, say) often errs less.
    classes : array-like of shape (Q,), optional
        The labels in the order of the columns.  Default: the sorted values of `y_noisy`.

    Returns
    -------
    ndarray of shape (Q, Q)
        ``C[p, q]`` estimates P(noisy = p | true = q); columns sum to one.

    Raises
    ------
    ValueError, TypeError
        For bad arguments, and if the matrix is singular: where two classes have the same anchor, for one.

    Notes
    -----
    With C independent of x, P(noisy = p | x) = sum_q C[p, q] P(true = q | x).  An *anchor* of class q is an x with
    P(true = q | x) = 1: there the noisy law is column q.  It is where P(noisy = q | x) is largest if C[q, q] is the
    largest entry of its row.  So exact probabilities, an anchor of each class and such a diagonal give C exactly.

    *Without an assumption C cannot be found*, from any number of noisy labels.  Let A be any noise matrix and e(x)
    any true law.  Noise I on the true law A e(x), and noise A on the true law e(x), show the same noisy law
    A e(x) at every x.  Anchors exclude the first if every column of A has two entries that are not 0: A e(x) is
    then sure of a class nowhere.

    The `T` of Patrini et al. is the transpose, ``T[i, j] = P(noisy = j | true = i)``; cleanlab's ``noise_matrix`` is
    oriented as here: see :func:`convert_noise_matrix`.

    References
    ----------
    G. Patrini et al., Making deep neural networks robust to label noise: a loss correction approach, CVPR 2017,
    Theorem 3.

    Examples
    --------
    >>> from sklearn.model_selection import cross_val_predict
    >>> from sklearn.neighbors import KNeighborsClassifier
    >>> from confusion.datasets import ThreeGaussians
    >>> from confusion.noise import corrupt_labels, pair_flip_noise
    >>> X, t = ThreeGaussians(weights=[1 / 3] * 3).sample(2000, random_state=0)
    >>> y = corrupt_labels(t, pair_flip_noise(3, 0.2), random_state=1)  # another seed than that of t
    >>> proba = cross_val_predict(KNeighborsClassifier(50), X, y, method="predict_proba")
    >>> anchor_points(proba, quantile=0.97).round(1)
    array([[0.8, 0. , 0.2],
           [0.2, 0.8, 0. ],
           [0. , 0.2, 0.8]])
    """
    quantile = check_probability(quantile, "quantile")
    if quantile == 0:
        raise ValueError("quantile must be more than 0, and at most 1 for the most certain example")
    if y_noisy is None and classes is not None:
        raise ValueError("classes are those of y_noisy, which is missing; columns are in the order of proba")
    P, y = (_read_proba(proba), None) if y_noisy is None else _read_labels(y_noisy, proba, classes)
    anchors = []
    for q in range(P.shape[1]):
        rows = np.arange(len(P)) if y is None else np.flatnonzero(y == q)
        order = rows[np.argsort(-P[rows, q], kind="stable")]
        anchors.append(order[len(rows) - int(np.ceil(quantile * len(rows)))])
    advice = "proba does not tell all classes apart at its surest"
    return check_noise_matrix(P[anchors].T, name="the matrix of the anchors", advice=advice)


def confident_joint(y_noisy, proba, *, classes=None):
    r"""Joint law of (noisy, true) class by confident counting; its columns, normalised, are the noise matrix.

    Parameters
    ----------
    y_noisy : array-like of shape (n,)
        Noisy labels.
    proba, classes
        As in :func:`anchor_points`.

    Returns
    -------
    ndarray of shape (Q, Q)
        ``J[p, q]`` estimates P(noisy = p, true = q).  Row p sums to the share of the label p; ``J / J.sum(axis=0)``
        estimates the noise matrix, ``J.sum(axis=0)`` the shares of the true classes.

    Notes
    -----
    The threshold of class q is the mean of ``proba[:, q]`` over the examples labelled q.  An example counts as truly q
    if ``proba[i, q]`` reaches it, for the likeliest such q if there are several, and not at all if there is none.  Then
    each row of the counts is brought to the share of its label.

    Nothing says in general that this tends to C: where classes overlap it does not, even from exact probabilities.  It
    counts exactly if every class has one noisy law for all its examples and reaches only its own threshold.  Without
    an assumption no estimator can: see :func:`anchor_points`.

    A class that nothing is counted for gets one correctly labelled example, as in cleanlab.  cleanlab's
    ``compute_confident_joint`` has the same orientation, but rounds to whole examples, and where several thresholds are
    reached takes the likeliest of all classes, where the paper takes the likeliest of those.

    References
    ----------
    C. Northcutt, L. Jiang and I. Chuang, Confident learning: estimating uncertainty in dataset labels, Journal of
    Artificial Intelligence Research 70, 2021.

    Examples
    --------
    >>> proba = [[0.9, 0.1], [0.8, 0.2], [0.9, 0.1], [0.3, 0.7]]  # see anchor_points for how they are made
    >>> J = confident_joint([0, 0, 1, 1], proba)
    >>> J / J.sum(axis=0)
    array([[0.66666667, 0.        ],
           [0.33333333, 1.        ]])
    """
    P, y = _read_labels(y_noisy, proba, classes)
    Q = P.shape[1]
    thresholds = np.array([P[y == q, q].mean() for q in range(Q)])
    reached = np.where(P >= thresholds * (1 - 1e-12), P, -1.0)  # a mean of equal numbers may be rounded up
    sure = reached.max(axis=1) >= 0
    counts = pair_counts(y[sure], reached[sure].argmax(axis=1), Q).astype(float)
    empty = np.flatnonzero(counts.sum(axis=0) == 0)
    counts[empty, empty] = 1.0
    return counts * (np.bincount(y) / len(y) / counts.sum(axis=1))[:, None]


class EmNoise(NamedTuple):
    """Result of :func:`em_noise`.

    Attributes
    ----------
    noise_matrix : ndarray of shape (Q, Q)
        ``C[p, q] = P(noisy = p | true = q)``; columns sum to one.
    posterior : ndarray of shape (n, Q)
        P(true = q | x), of the last model, or `proba` if there is none.
    log_likelihood : ndarray of shape (n_iter,)
        Mean log-likelihood of a noisy label, after each iteration.
    """

    noise_matrix: np.ndarray
    posterior: np.ndarray
    log_likelihood: np.ndarray


def em_noise(y_noisy, proba, X=None, model=None, *, classes=None, tol=1e-6, max_iter=1000):
    r"""Noise matrix, and a model of the true classes if there is one, of maximum likelihood, by EM.

    Parameters
    ----------
    y_noisy : array-like of shape (n,)
        Noisy labels.
    proba : array-like of shape (n, Q)
        With `model`: first guess at P(true = q | x), such as out-of-sample probabilities of a classifier of the noisy
        labels.  Without: P(true = q | x) itself, known or learnt elsewhere, which stays as it is.
    X : {array-like, sparse matrix} of shape (n, d), optional
        What `model` learns from.
    model : classifier, optional
        With ``predict_proba``, and a ``fit`` that takes sample weights and maximises the weighted likelihood.
    classes : array-like of shape (Q,), optional
        The labels in the order of the columns.  Default: the sorted values of `y_noisy`.
    tol : float, default 1e-6
        EM stops when the mean log-likelihood changes by less.
    max_iter : int, default 1000
        Iterations, at most; a ``ConvergenceWarning`` says that they were not enough.

    Returns
    -------
    EmNoise
        Noise matrix, probabilities of the true classes, and the log-likelihoods on the way.

    Notes
    -----
    Maximised is the mean over i of :math:`\log \sum_q C_{y_i q}\, p_q(x_i)`, the likelihood of forward correction
    (Patrini et al.), here in C too.  E: the probability r of the true
    class, ``r[i, q] ~ C[y_i, q] p_q(x_i)``.  M: ``C[p, q]`` is the share of the label p in the weight r of class q; the
    model is fitted with r as weights.  Neither step lowers the likelihood if the fit is exact, or goes on from the last
    one as ``LogisticRegression(warm_start=True)`` does, which is much faster too; with a penalty in `model`, it is the
    likelihood less the penalty that does not fall.  The first r is `proba`, as in Bekker and Goldberger.

    Without `model` the likelihood is concave in C.  Then `proba` must not be of a classifier of the noisy labels: the
    better it is, the nearer the likeliest C is to the identity, for such probabilities need no noise to fit the labels.

    With `model` what is assumed is its form: that a p of that form and one C explain the labels, and no other pair
    does.  A model that can take every form assumes nothing, and by the counterexample in :func:`anchor_points`
    finds nothing.  The likelihood is then not concave: the start decides which class is called which.

    References
    ----------
    A. Dawid and A. Skene, Maximum likelihood estimation of observer error-rates using the EM algorithm, Applied
    Statistics 28, 1979: the steps for C.

    V. Raykar et al., Learning from crowds, JMLR 11, 2010, and A. Bekker and J. Goldberger, Training deep
    neural-networks based on unreliable labels, ICASSP 2016: with a model of the true classes.

    Examples
    --------
    >>> from sklearn.linear_model import LogisticRegression
    >>> from sklearn.model_selection import cross_val_predict
    >>> from confusion.datasets import ThreeGaussians
    >>> from confusion.noise import corrupt_labels, pair_flip_noise
    >>> X, t = ThreeGaussians(weights=[1 / 3] * 3).sample(2000, random_state=0)
    >>> y = corrupt_labels(t, pair_flip_noise(3, 0.2), random_state=1)
    >>> proba = cross_val_predict(LogisticRegression(), X, y, method="predict_proba")
    >>> em_noise(y, proba, X, LogisticRegression()).noise_matrix.round(1)
    array([[0.8, 0. , 0.2],
           [0.2, 0.8, 0. ],
           [0. , 0.2, 0.8]])
    """
    P, y = _read_labels(y_noisy, proba, classes)
    (n, Q), tol, max_iter = P.shape, check_positive(tol, "tol", infinite=False), check_integer(max_iter, "max_iter", 1)
    if (X is None) != (model is None):
        raise ValueError("X and model go together: give both, or neither to take proba for the true classes")
    if model is not None:
        if not (hasattr(model, "predict_proba") and has_fit_parameter(model, "sample_weight")):
            raise TypeError(f"model must have predict_proba and a fit with sample_weight, and {model!r} has not; "
                            "LogisticRegression has")  # fmt: skip
        X = X.tocsr() if sparse.issparse(X) else finite_array(X, "X", ("n", "d"), empty=False)
        if X.shape[0] != n:
            raise ValueError(f"X must have a row for each row of proba, and has {X.shape[0]} for {n}")
        model = clone(model)  # once: a model with warm_start=True then goes on from its last fit
        X_of_each, classes_of_each = X[np.tile(np.arange(n), Q)], np.repeat(np.arange(Q), n)
    labels, r, likelihoods = np.eye(Q)[y], P, []
    for _ in range(max_iter):
        C = labels.T @ r
        C /= C.sum(axis=0)
        if model is not None:
            P = model.fit(X_of_each, classes_of_each, sample_weight=r.T.ravel()).predict_proba(X)
        r = C[y] * P
        likelihood = r.sum(axis=1, keepdims=True)
        if not (likelihood.all() and r.any(axis=0).all()):
            raise ValueError("EM leaves a class, or an example, without any weight; take a model, or proba, that gives "
                             "every class some probability, as LogisticRegression does")  # fmt: skip
        r /= likelihood
        likelihoods.append(np.log(likelihood).mean())
        if len(likelihoods) > 1 and abs(likelihoods[-1] - likelihoods[-2]) < tol:
            break
    else:
        warnings.warn(f"EM still moved after max_iter={max_iter} iterations; raise it, or tol", ConvergenceWarning,
                      stacklevel=2)  # fmt: skip
    return EmNoise(C, P, np.array(likelihoods))
