"""The confusion matrix as an error measure, its norms, and what they say about the risk.

One convention everywhere: ``C[p, q]`` is the probability of predicting class q for an instance of class p
(equation (4) of [1]_), so rows are true classes and each row is a conditional distribution.  As an *error
measure* the matrix has its diagonal zeroed; the functions below that need an error matrix take either form
(see :func:`as_error_matrix`).

References
----------
.. [1] Ralaivola, "Confusion-Based Online Learning and a Passive-Aggressive Scheme", NIPS 2012.
"""

import numpy as np

from confusion._core.arguments import SUM_TOLERANCE, check_finite, check_flag, check_priors, finite_array
from confusion._core.labels import (
    check_comparable,
    check_equally_long,
    class_codes,
    example_weights,
    label_array,
    pair_counts,
    sorted_labels,
)

__all__ = [
    "as_error_matrix",
    "balanced_error",
    "confusion_from_counts",
    "confusion_matrix",
    "confusion_rate",
    "frobenius_norm",
    "operator_norm",
    "per_class_error",
    "risk",
]


def confusion_matrix(y_true, y_pred, *, labels=None, sample_weight=None, zero_diagonal=True):
    """Row-normalised confusion matrix, equation (4) of [1]_, with its diagonal zeroed.

    Parameters
    ----------
    y_true, y_pred : array-like of shape (n,)
        True and predicted labels, integers or strings.
    labels : array-like of shape (Q,), optional
        The classes, in the order of rows and columns.  Default: the sorted values of `y_true`.
    sample_weight : array-like of shape (n,), optional
        Non-negative weights of the examples.
    zero_diagonal : bool, default True
        False keeps the diagonal (rows then sum to one), True zeroes it (rows sum to the class's error).

    Returns
    -------
    C : ndarray of shape (Q, Q)
        ``C[p, q]`` estimates P(h(X) = labels[q] | Y = labels[p]).  A noise matrix of ``confusion.noise`` has columns
        for true classes: ``convert_noise_matrix(C, source="confusion")`` makes it of a C with its diagonal.

    Raises
    ------
    ValueError
        If a label is predicted but is nobody's true label (its row is 0/0) and `labels` is not given; if a
        value is not in `labels`; if shapes, weights or labels are not usable.
    TypeError
        If strings are compared with numbers.

    Notes
    -----
    With `labels` given, a listed class without a (positively weighted) example has a row of zeros.  That row
    is a convention, not an estimate: it counts as no error in every norm, and the row does not sum to one
    when `zero_diagonal` is false.

    References
    ----------
    .. [1] Ralaivola, "Confusion-Based Online Learning and a Passive-Aggressive Scheme", NIPS 2012.

    Examples
    --------
    >>> confusion_matrix(["a", "a", "b", "b"], ["a", "b", "b", "b"])
    array([[0. , 0.5],
           [0. , 0. ]])
    >>> confusion_matrix([0, 0, 1], [0, 1, 1], labels=[0, 1, 2], zero_diagonal=False)
    array([[0.5, 0.5, 0. ],
           [0. , 1. , 0. ],
           [0. , 0. , 0. ]])
    """
    y_true, y_pred = label_array(y_true, "y_true"), label_array(y_pred, "y_pred")
    check_equally_long(y_true, y_pred, "y_true", "y_pred")
    check_comparable(y_true, y_pred, "y_true", "y_pred")
    weight = example_weights(sample_weight, y_true.size)
    if labels is None:
        y_true, y_pred, weight = y_true[weight > 0], y_pred[weight > 0], weight[weight > 0]
        labels = sorted_labels(y_true, "y_true")
        strangers = np.setdiff1d(sorted_labels(y_pred, "y_pred"), labels)
        if strangers.size:
            raise ValueError(
                f"class {strangers[0]!s} is predicted but never true, so its row of the matrix is 0/0; pass "
                "labels= with every class to give such a class a row of zeros, or drop those examples"
            )
    classes, true = class_codes(y_true, labels, name="y_true", classes_name="labels")
    _, predicted = class_codes(y_pred, labels, name="y_pred", classes_name="labels")
    counts = pair_counts(true, predicted, len(classes), weight)
    return confusion_from_counts(counts, zero_diagonal=zero_diagonal)


def confusion_from_counts(counts, *, zero_diagonal=True):
    """Confusion matrix from counts of (true, predicted) pairs: each row divided by its sum, diagonal zeroed.

    Parameters
    ----------
    counts : array-like of shape (Q, Q)
        ``counts[p, q]``, how many examples of class p are predicted q; sums of weights, not whole, are welcome.
    zero_diagonal : bool, default True
        As in :func:`confusion_matrix`.

    Returns
    -------
    C : ndarray of shape (Q, Q)
        Rows are true classes.

    Raises
    ------
    ValueError, TypeError
        If `counts` is not square, all zero, or holds what is no finite number >= 0.

    Notes
    -----
    Counts list every class, as `labels` does in :func:`confusion_matrix`: a class without an example has a row of
    zeros, a convention and not an estimate, even if it is predicted.

    Examples
    --------
    >>> confusion_from_counts([[3, 1], [0, 0]])
    array([[0.  , 0.25],
           [0.  , 0.  ]])
    """
    counts, zero_diagonal = _matrix(counts, "counts"), check_flag(zero_diagonal, "zero_diagonal")
    if counts.shape[0] != counts.shape[1]:
        raise ValueError(f"counts must be square, one row and one column per class, got shape {counts.shape}")
    if (counts < 0).any() or not counts.any():
        raise ValueError("counts must be non-negative and not all zero")
    # A power of two for each row is exact, and no sum overflows.
    counts = np.ldexp(counts, -np.frexp(counts.max(axis=1, keepdims=True))[1])
    totals = counts.sum(axis=1, keepdims=True)
    matrix = np.divide(counts, totals, out=np.zeros_like(counts), where=totals > 0)
    if zero_diagonal:
        np.fill_diagonal(matrix, 0.0)
    return matrix


def operator_norm(M):
    """Largest singular value of a matrix: the norm of equation (5) of the COPA paper.

    Parameters
    ----------
    M : array-like of shape (m, n)
        Any matrix; it is taken as it is, diagonal and all.

    Returns
    -------
    float
        The norm.

    Examples
    --------
    >>> round(operator_norm([[0.0, 0.3], [0.4, 0.0]]), 6)
    0.4
    """
    return _norm(M, 2)


def frobenius_norm(M):
    """Square root of the sum of the squared entries of a matrix.

    Parameters
    ----------
    M : array-like of shape (m, n)
        Any matrix; it is taken as it is, diagonal and all.

    Returns
    -------
    float
        The norm.

    Examples
    --------
    >>> round(frobenius_norm([[0.0, 0.3], [0.4, 0.0]]), 6)
    0.5
    """
    return _norm(M, "fro")


def confusion_rate(C):
    r"""Confusion rate of the UMA paper, :math:`\|C\|_F / \sqrt Q`, between 0 and 1.

    Parameters
    ----------
    C : array-like of shape (Q, Q)
        A confusion matrix, see :func:`as_error_matrix`; its diagonal is left out.

    Returns
    -------
    float
        Between 0 and 1.

    Notes
    -----
    Section 4 of [1]_: "We essentially use what we call the confusion rate as a performance measure, which is
    ``(1/sqrt Q) |C|_F`` [...] the 1/sqrt Q factor ensure[s] that the confusion rate is comprised within 0 and 1".
    Two other uses of the name in that paper are not this one: its equation (18) calls a single entry of the
    matrix the (empirical) confusion rate, and the rates it quotes from Figure 1, up to 2.75 with Q = 10,
    exceed one, so they must be norms without the factor.  UMA writes the matrix with columns as true classes;
    the Frobenius norm is that of its transpose.

    References
    ----------
    .. [1] Louche and Ralaivola, "Unconfused ultraconservative multiclass algorithms", Machine Learning
       99, 2015.

    Examples
    --------
    >>> round(confusion_rate([[0.7, 0.3], [0.4, 0.6]]), 4)
    0.3536
    """
    C = as_error_matrix(C)
    return float(np.linalg.norm(C) / np.sqrt(C.shape[0]))


def as_error_matrix(C):
    """Read `C` as an error measure: checked, copied, diagonal zeroed.

    The rule: a square matrix of non-negative entries with a zero diagonal is an error matrix, and its rows
    may sum to at most one.  With any non-zero diagonal entry it is read as a whole confusion matrix: every
    row must sum to one (or be all zeros: a class with no example), and the diagonal is dropped.

    Parameters
    ----------
    C : array-like of shape (Q, Q)
        Of two or more classes.

    Returns
    -------
    ndarray of shape (Q, Q)
        A copy.

    Raises
    ------
    ValueError
        If `C` is neither; counts, for one, must go through :func:`confusion_from_counts` first.

    Examples
    --------
    >>> as_error_matrix([[0.75, 0.25], [0.5, 0.5]])
    array([[0.  , 0.25],
           [0.5 , 0.  ]])
    """
    C = _matrix(C, "C").copy()
    if C.shape[0] != C.shape[1] or C.shape[0] < 2:
        raise ValueError(f"C must be square with at least two classes, got shape {C.shape}")
    if (C < 0).any():
        raise ValueError("C must have non-negative entries: they are probabilities")
    with np.errstate(over="ignore"):
        sums = C.sum(axis=1)
    if np.diagonal(C).any():
        if (np.abs(sums - 1) > SUM_TOLERANCE)[sums > 0].any():
            raise ValueError(
                "C has a non-zero diagonal, so its rows must each sum to one; give counts to "
                "confusion_from_counts, or zero the diagonal of an error matrix"
            )
        np.fill_diagonal(C, 0.0)
    elif (sums > 1 + SUM_TOLERANCE).any():
        raise ValueError("the rows of C must sum to at most one; give counts to confusion_from_counts")
    return C


def per_class_error(C):
    """Error of each class: the row sums of the zero-diagonal matrix.

    Parameters
    ----------
    C : array-like of shape (Q, Q)
        A confusion matrix, see :func:`as_error_matrix`.

    Returns
    -------
    ndarray of shape (Q,)
        Shares of wrong answers, class by class.

    Examples
    --------
    >>> per_class_error([[0.0, 0.25], [0.5, 0.0]])
    array([0.25, 0.5 ])
    """
    return as_error_matrix(C).sum(axis=1)


def balanced_error(C):
    """Mean of the class errors, one minus the balanced accuracy.

    Parameters
    ----------
    C : array-like of shape (Q, Q)
        A confusion matrix, see :func:`as_error_matrix`.

    Returns
    -------
    float
        Between 0 and 1.

    Notes
    -----
    It never exceeds the operator norm: ``mean(e) <= |e|_2 / sqrt(Q) = |C 1| / |1| <= |C|``.

    Examples
    --------
    >>> balanced_error([[0.0, 0.25], [0.5, 0.0]])
    0.375
    """
    return float(per_class_error(C).mean())


def risk(C, priors):
    r"""Misclassification rate :math:`R = \|\pi C\|_1` from the confusion matrix and the class priors.

    Parameters
    ----------
    C : array-like of shape (Q, Q)
        A confusion matrix, see :func:`as_error_matrix`.
    priors : array-like of shape (Q,)
        Class probabilities.

    Returns
    -------
    float
        Between 0 and 1.

    Notes
    -----
    Section 2.2 of [1]_, after (4).  The converse fails: the rate does not determine the matrix.  The paper's
    :math:`R \le \sqrt Q \|C\|` is true; :math:`R \le \sqrt Q \|\pi\|_2 \|C\|` is sharper, by Cauchy-Schwarz.

    References
    ----------
    .. [1] Ralaivola, "Confusion-Based Online Learning and a Passive-Aggressive Scheme", NIPS 2012.

    Examples
    --------
    >>> round(risk([[0.0, 0.1], [0.8, 0.0]], priors=[0.9, 0.1]), 3)
    0.17
    """
    C = as_error_matrix(C)
    priors = check_priors(priors, C.shape[0])
    return float((priors @ C).sum())


def _matrix(M, name):
    return finite_array(M, name, ("m", "n"), empty=False)


def _norm(M, order):
    """Norm of a checked matrix, scaled by a power of two: exact, and no square overflows or underflows."""
    M = _matrix(M, "M")
    _, exponent = np.frexp(np.abs(M).max())
    with np.errstate(over="ignore"):
        return float(check_finite(np.ldexp(np.linalg.norm(np.ldexp(M, -exponent), order), exponent), "M is"))
