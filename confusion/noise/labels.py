"""Labels corrupted by a noise matrix, and how their noise depends on the distance from the class boundary."""

import numpy as np

from confusion._core.arguments import check_integer, check_random, finite_array
from confusion._core.labels import check_comparable, check_equally_long, class_codes, label_array
from confusion.noise.matrices import check_noise_matrix

__all__ = ["corrupt_labels", "noise_rate_profile"]


def corrupt_labels(y, noise_matrix, random_state=None, *, classes=None):
    """Draw a noisy label for each true one, independently given the true class (Assumption 2 of the UMA paper).

    Parameters
    ----------
    y : array-like of shape (n,)
        True labels, integers or strings.
    noise_matrix : array-like of shape (Q, Q)
        Column-stochastic: ``C[p, q] = P(noisy = classes[p] | true = classes[q])``.  It may be singular.  Rows
        and columns of a data frame are taken by name.
    random_state : int, RandomState or None, default None
        Seed of the draws; another one than drew the sample, or both use the same numbers, and noise follows the class.
    classes : array-like of shape (Q,), optional
        The labels in the order of the matrix.  Default: the sorted values of `y`, which must then number Q.

    Returns
    -------
    ndarray of shape (n,)
        Noisy labels, of the type of the true ones.

    Examples
    --------
    >>> corrupt_labels(["a", "b", "b"], [[0, 1], [1, 0]], random_state=0).tolist()
    ['b', 'a', 'a']
    """
    C = check_noise_matrix(noise_matrix, invertible=False)
    classes, codes = class_codes(y, classes, n_classes=len(C))
    C = check_noise_matrix(noise_matrix, invertible=False, classes=classes)
    edges = np.cumsum(C, axis=0)
    edges[-1] = 1.0  # rounding must not leave a gap at the top
    draws = check_random(random_state).random_sample(len(codes))
    return classes[(draws[:, None] >= edges.T[codes]).sum(axis=1)]


def noise_rate_profile(y_true, y_noisy, distance, n_bins=5, *, classes=None):
    """Share of wrong labels by true class and by distance from the class boundary.

    Noise is *monotonic* when every row of its profile decreases (farther from the boundary, fewer wrong labels), and
    of the kind UMA assumes (Assumption 2) when every row is flat, both up to sampling error.

    Parameters
    ----------
    y_true, y_noisy : array-like of shape (n,)
        True and noisy labels.
    distance : array-like of shape (n,)
        Of each example from the boundary, finite; for instance the margin of the true concept at the example.
    n_bins : int, default 5
        Bins of equally many examples, made for each class apart.
    classes : array-like of shape (Q,), optional
        The classes, in the order of the rows.  Default: the sorted values of `y_true`.

    Returns
    -------
    ndarray of shape (Q, n_bins)
        From the nearest bin to the farthest; NaN in a bin without an example.

    Examples
    --------
    >>> noise_rate_profile([0, 0, 0, 0], [1, 1, 0, 1], [0.1, 0.2, 0.8, 0.9], n_bins=2)
    array([[1. , 0.5]])
    """
    y_true, y_noisy = label_array(y_true, "y_true"), label_array(y_noisy, "y_noisy")
    distance, n_bins = finite_array(distance, "distance", ("n",)), check_integer(n_bins, "n_bins", 1)
    check_equally_long(y_true, y_noisy, "y_true", "y_noisy")
    check_equally_long(y_true, distance, "y_true", "distance")
    check_comparable(y_true, y_noisy, "y_true", "y_noisy")
    classes, codes = class_codes(y_true, classes, name="y_true")
    profile = np.full((len(classes), n_bins), np.nan)
    for q in range(len(classes)):
        members = np.flatnonzero(codes == q)
        members = members[np.argsort(distance[members], kind="stable")]
        for b, part in enumerate(np.array_split(members, n_bins)):
            if len(part):
                profile[q, b] = np.mean(y_noisy[part] != y_true[part])
    return profile
