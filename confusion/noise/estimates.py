"""What noisy labels and the noise matrix tell: the matrix itself, the joint mass of (predicted, true), the error.

One line carries it all: counts of (predicted, noisy label) pairs have expectation n C J, with J the joint mass of
(true, predicted); hence C^-1 gives J back from noisy labels alone.
"""

import numpy as np

from confusion._core.arguments import check_positive
from confusion._core.labels import check_comparable, check_equally_long, class_codes, label_array, pair_counts
from confusion.noise.matrices import check_noise_matrix

__all__ = ["class_proportions", "estimate_noise_matrix", "estimated_error", "estimated_joint"]


def estimate_noise_matrix(y_true, y_noisy, *, classes=None, ridge=None):
    """Noise matrix from examples whose true labels are known: column q is the law of noisy labels of class q.

    Parameters
    ----------
    y_true, y_noisy : array-like of shape (m,)
        True and noisy labels of the same examples.
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
        Column-stochastic: ``C[p, q]`` estimates P(noisy = classes[p] | true = classes[q]).

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
    y_true, y_noisy = label_array(y_true, "y_true"), label_array(y_noisy, "y_noisy")
    check_equally_long(y_true, y_noisy, "y_true", "y_noisy")
    check_comparable(y_true, y_noisy, "y_true", "y_noisy")
    if classes is None:
        classes = np.union1d(np.unique(y_true), np.unique(y_noisy))
    classes, true = class_codes(y_true, classes, name="y_true")
    _, noisy = class_codes(y_noisy, classes, name="y_noisy")
    counts = pair_counts(noisy, true, len(classes)).astype(float) + ridge * np.eye(len(classes))
    sums = counts.sum(axis=0)
    if (sums == 0).any():
        raise ValueError(f"no example has the true label {classes[sums == 0].tolist()}, so those columns are 0/0; "
                         "label some, drop the class, or pass ridge=1.0 to count one correctly labelled example of "
                         "each class")  # fmt: skip
    advice = "label more examples, or pass a (larger) ridge"
    return check_noise_matrix(counts / sums, name="the estimated noise matrix", advice=advice)


def estimated_joint(y_noisy, y_pred, noise_matrix, *, classes=None):
    """Joint mass J[p, q] of (predicted class p, true class q), estimated from noisy labels.

    ``J[p] = C^-1 N_p / n``, with N_p the counts of noisy labels among the points predicted p: the computation of
    z_pq with every x replaced by 1.

    Parameters
    ----------
    y_noisy, y_pred : array-like of shape (n,)
        Noisy and predicted labels of the same examples.
    noise_matrix : array-like of shape (Q, Q)
        Column-stochastic, invertible; rows and columns of a data frame are taken by name.
    classes : array-like of shape (Q,), optional
        The labels in the order of the matrix.  Default: the sorted values of `y_noisy`, which must then number Q.

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
    _, predicted = class_codes(y_pred, classes, n_classes=len(C), name="y_pred")
    C = check_noise_matrix(noise_matrix, classes=classes)
    check_equally_long(noisy, predicted, "y_noisy", "y_pred")
    return np.linalg.solve(C, pair_counts(noisy, predicted, len(C))).T / len(noisy)


def estimated_error(y_noisy, y_pred, noise_matrix, *, classes=None):
    """Misclassification rate against the unseen true labels, 1 - sum_p J[p, p].

    Parameters
    ----------
    y_noisy, y_pred, noise_matrix, classes
        As in :func:`estimated_joint`.

    Returns
    -------
    float
        Can be negative; unbiased where :func:`estimated_joint` is.

    Examples
    --------
    >>> estimated_error([0, 0, 0, 1], [0, 0, 1, 1], [[1, 0.5], [0, 0.5]])
    0.0
    """
    return float(1.0 - np.trace(estimated_joint(y_noisy, y_pred, noise_matrix, classes=classes)))


def class_proportions(y_noisy, noise_matrix, *, classes=None):
    """Proportions of the true classes, ``C^-1 y_hat / n`` (after (20) of the UMA paper).

    Parameters
    ----------
    y_noisy : array-like of shape (n,)
        Noisy labels.
    noise_matrix, classes
        As in :func:`estimated_joint`.

    Returns
    -------
    ndarray of shape (Q,)
        Sums to one; entries can be negative.

    Examples
    --------
    >>> class_proportions([0, 0, 0, 1], [[1, 0.5], [0, 0.5]])
    array([0.5, 0.5])
    """
    return estimated_joint(y_noisy, y_noisy, noise_matrix, classes=classes).sum(axis=0)
