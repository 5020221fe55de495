"""Class-conditional label noise: its matrices, how they corrupt labels, how they are estimated and undone.

One orientation throughout, that of equation (4) of Louche and Ralaivola (2015): **columns are true classes**,

    C[p, q] = P(Y = p | t(X) = q),        every column sums to one.

Classes are always in sorted order unless `classes` says otherwise.  scikit-learn's and Patrini's matrices are the
transposes of this one; :func:`convert_noise_matrix` goes between them.

The measures that undo the noise rest on one line: counts of (predicted, noisy label) pairs have expectation
n C J, with J the joint mass of (true, predicted); hence C^-1 gives J back from noisy labels alone.

References
----------
.. [1] Louche and Ralaivola, "Unconfused ultraconservative multiclass algorithms", Machine Learning 99, 2015.
"""

from __future__ import annotations

import numpy as np

from ._checks import check_positive, check_random
from ._noise_checks import (
    check_noise_matrix,
    class_codes,
    condition_number,
    dominance,
    inverse_norm,
    noise_rate_profile,
)
from ._noise_matrices import (
    noise_family,
    one_bad_class_noise,
    pair_flip_noise,
    random_noise_matrix,
    symmetric_noise,
)

__all__ = [
    "check_noise_matrix",
    "class_proportions",
    "condition_number",
    "convert_noise_matrix",
    "corrupt_labels",
    "dominance",
    "estimate_noise_matrix",
    "estimated_error",
    "estimated_joint",
    "inverse_norm",
    "noise_family",
    "noise_rate_profile",
    "one_bad_class_noise",
    "pair_flip_noise",
    "random_noise_matrix",
    "symmetric_noise",
]

#: conventions of other libraries -> whether their matrix is the transpose of C
CONVENTIONS = {"uma": False, "cleanlab": False, "sklearn": True, "patrini": True}


def corrupt_labels(y, noise_matrix, random_state=None, *, classes=None):
    """Draw a noisy label for each true one, independently given the true class (Assumption 2 of the UMA paper).

    Parameters
    ----------
    y : array-like of shape (n,)
        True labels, integers or strings.
    noise_matrix : array-like of shape (Q, Q)
        Column-stochastic: ``C[p, q] = P(noisy = classes[p] | true = classes[q])``.  It may be singular.
    random_state : int, RandomState or None
    classes : array-like of shape (Q,), optional
        The labels in the order of the matrix.  Default: the sorted values of `y`, which must then number Q.

    Returns
    -------
    ndarray of shape (n,)

    Examples
    --------
    >>> corrupt_labels(["a", "b", "b"], [[0, 1], [1, 0]], random_state=0).tolist()
    ['b', 'a', 'a']
    """
    C = check_noise_matrix(noise_matrix, invertible=False)
    classes, codes = class_codes(y, classes, n_classes=len(C))
    edges = np.cumsum(C, axis=0)
    edges[-1] = 1.0  # rounding must not leave a gap at the top
    draws = check_random(random_state).random_sample(len(codes))
    return classes[(draws[:, None] >= edges.T[codes]).sum(axis=1)]


def estimate_noise_matrix(y_true, y_noisy, *, classes=None, ridge=None):
    """Noise matrix from examples whose true labels are known: column q is the law of noisy labels of class q.

    Parameters
    ----------
    y_true, y_noisy : array-like of shape (m,)
    classes : array-like of shape (Q,), optional
        The labels in the order of the matrix.  Default: the sorted values of both.
    ridge : float, optional
        Number, not necessarily whole, of further examples of each class that are counted as correctly labelled: the
        columns of ``counts + ridge * I`` are normalised.  It pulls the estimate towards the identity (less noise
        than there is), gives a class without an example the column of the identity, and takes the estimate away
        from singular matrices.  Default: none.

    Returns
    -------
    ndarray of shape (Q, Q)

    Raises
    ------
    ValueError
        If a class has no example and there is no `ridge`, or if the result is singular.

    Examples
    --------
    >>> estimate_noise_matrix([0, 0, 0, 0, 1, 1], [0, 0, 0, 1, 1, 1])
    array([[0.75, 0.  ],
           [0.25, 1.  ]])
    """
    ridge = 0.0 if ridge is None else check_positive(ridge, "ridge", infinite=False)
    if classes is None:
        classes = np.unique(np.concatenate([np.unique(np.asarray(y)) for y in (y_true, y_noisy)]))
    classes, true = class_codes(y_true, classes, name="y_true")
    _, noisy = class_codes(y_noisy, classes, name="y_noisy")
    if len(true) != len(noisy):
        raise ValueError(f"y_true and y_noisy must be equally long, got {len(true)} and {len(noisy)}")
    counts = pair_counts(noisy, true, len(classes)).astype(float) + ridge * np.eye(len(classes))
    sums = counts.sum(axis=0)
    if (sums == 0).any():
        raise ValueError(
            f"no example has the true label {classes[sums == 0].tolist()}, so those columns are 0/0; label "
            "some, drop the class, or pass ridge=1.0 to count one correctly labelled example of each class"
        )
    return check_noise_matrix(
        counts / sums, name="the estimated noise matrix", advice="label more examples, or pass a (larger) ridge"
    )


def convert_noise_matrix(M, *, source="uma", target="uma"):
    """Bring a noise matrix from one convention to another.

    Parameters
    ----------
    M : array-like of shape (Q, Q)
    source, target : {"uma", "sklearn", "cleanlab", "patrini"}
        "uma": ``C[p, q] = P(noisy = p | true = q)``.  "cleanlab": its ``noise_matrix[k_s][k_y] = P(s = k_s | y =
        k_y)``, the same array.  "sklearn": ``confusion_matrix(true, noisy, normalize="true")``, rows are true
        classes.  "patrini": ``T[i, j] = P(noisy = j | true = i)``, the same array as scikit-learn's.

    Returns
    -------
    ndarray of shape (Q, Q)

    Raises
    ------
    ValueError
        If `M` is not stochastic along the axis of `source`.

    Notes
    -----
    The laws P(true | noisy), cleanlab's ``inverse_noise_matrix`` and the C-tilde of Remark 1 of the UMA paper, are not
    conventions of the same matrix: they depend on the class proportions.

    Examples
    --------
    >>> convert_noise_matrix([[0.9, 0.1], [0.3, 0.7]], source="sklearn")
    array([[0.9, 0.3],
           [0.1, 0.7]])
    """
    for convention in (source, target):
        if convention not in CONVENTIONS:
            raise ValueError(f"conventions are {list(CONVENTIONS)}, got {convention!r}")
    M = np.asarray(M, dtype=float)
    C = M.T if CONVENTIONS[source] and M.ndim == 2 else M
    name = f"M.T (M in the convention of {source})" if CONVENTIONS[source] else "M"
    C = check_noise_matrix(C, name=name, invertible=False)
    return C.T.copy() if CONVENTIONS[target] else C


def pair_counts(first, second, n_classes):
    """Counts N[a, b] of the pairs (first, second) = (a, b) of class numbers."""
    return np.bincount(first * n_classes + second, minlength=n_classes**2).reshape(n_classes, n_classes)


def estimated_joint(y_noisy, y_pred, noise_matrix, *, classes=None):
    """Joint mass J[p, q] of (predicted class p, true class q), estimated from noisy labels.

    ``J[p] = C^-1 N_p / n``, with N_p the counts of noisy labels among the points predicted p: the computation of
    z_pq with every x replaced by 1.

    Returns
    -------
    ndarray of shape (Q, Q)
        Sums to one; entries can be negative.  Unbiased for a classifier that is independent of the noisy labels.

    Examples
    --------
    >>> estimated_joint([0, 0, 0, 1], [0, 0, 1, 1], [[1, 0.5], [0, 0.5]])
    array([[0.5, 0. ],
           [0. , 0.5]])
    """
    C = check_noise_matrix(noise_matrix)
    classes, noisy = class_codes(y_noisy, classes, n_classes=len(C), name="y_noisy")
    _, predicted = class_codes(y_pred, classes, name="y_pred")
    if len(noisy) != len(predicted):
        raise ValueError(f"y_noisy and y_pred must be equally long, got {len(noisy)} and {len(predicted)}")
    return np.linalg.solve(C, pair_counts(noisy, predicted, len(C))).T / len(noisy)


def estimated_error(y_noisy, y_pred, noise_matrix, *, classes=None):
    """Misclassification rate against the unseen true labels, 1 - sum_p J[p, p]; see :func:`estimated_joint`.

    Examples
    --------
    >>> estimated_error([0, 0, 0, 1], [0, 0, 1, 1], [[1, 0.5], [0, 0.5]])
    0.0
    """
    return float(1.0 - np.trace(estimated_joint(y_noisy, y_pred, noise_matrix, classes=classes)))


def class_proportions(y_noisy, noise_matrix, *, classes=None):
    """Proportions of the true classes, ``C^-1 y_hat / n`` (after (20) of the UMA paper); sum to one, can be negative.

    Examples
    --------
    >>> class_proportions([0, 0, 0, 1], [[1, 0.5], [0, 0.5]])
    array([0.5, 0.5])
    """
    return estimated_joint(y_noisy, y_noisy, noise_matrix, classes=classes).sum(axis=0)
