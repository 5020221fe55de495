"""Noise matrices: checked, measured (how far from singular, how dominant their diagonal) and converted."""

from typing import NamedTuple

import numpy as np

from confusion._core.arguments import SUM_TOLERANCE, by_name, check_flag, check_integer, finite_array, float_array

__all__ = ["Dominance", "check_noise_matrix", "condition_number", "convert_noise_matrix", "dominance", "inverse_norm"]

_LARGEST_CONDITION = 1e12

#: conventions of this package and of other libraries -> whether their matrix is the transpose of C
CONVENTIONS = {"uma": False, "confusion": True, "cleanlab": False, "sklearn": True, "patrini": True}


def condition_number(noise_matrix):
    """Ratio of the extreme singular values of a square matrix, infinite if it is singular.

    Parameters
    ----------
    noise_matrix : array-like of shape (Q, Q)
        Any square matrix; a noise matrix and its transpose have the same ratio.

    Returns
    -------
    float
        At least 1.

    Examples
    --------
    >>> round(condition_number([[0.75, 0.25], [0.25, 0.75]]), 6)
    2.0
    """
    largest, smallest = _extreme_singular_values(noise_matrix)
    return largest / smallest if smallest > 0 else np.inf


def inverse_norm(noise_matrix):
    """Operator norm of the inverse, ``|C^-1|``: the factor by which undoing the noise can amplify sampling errors.

    Parameters
    ----------
    noise_matrix : array-like of shape (Q, Q)
        Any square matrix.

    Returns
    -------
    float
        At least 1 for a stochastic matrix; infinite for a singular one.

    Examples
    --------
    >>> round(inverse_norm([[0.75, 0.25], [0.25, 0.75]]), 6)
    2.0
    """
    smallest = _extreme_singular_values(noise_matrix)[1]
    return 1.0 / smallest if smallest > 0 else np.inf


class Dominance(NamedTuple):
    """Gaps of the diagonal of a noise matrix; positive everywhere means dominance.

    Attributes
    ----------
    columns, rows : ndarray of shape (Q,)
        Diagonal entry less the rest of its column, and of its row.
    likeliest : ndarray of shape (Q,)
        Diagonal entry less the largest other one of its column.
    """

    columns: np.ndarray
    rows: np.ndarray
    likeliest: np.ndarray


def dominance(noise_matrix):
    """By how much the diagonal dominates: its columns, its rows, and every single wrong label.

    Parameters
    ----------
    noise_matrix : array-like of shape (Q, Q)
        Column-stochastic: ``C[p, q] = P(noisy = p | true = q)``.  It may be singular.

    Returns
    -------
    Dominance
        ``columns[q] = C[q, q] - sum of the rest of column q`` (2 C[q, q] - 1), ``rows`` the same along rows, and
        ``likeliest[q] = C[q, q] - largest other entry of column q``.

    Notes
    -----
    All of `columns` positive, or all of `rows`, implies that C is invertible.  After its Assumption 3 the paper asks
    for rows; with (4), labels that are right more often than not, C[q, q] > 1/2, give columns and need not give
    rows.  Positive `likeliest` (a true label is the single likeliest one) implies neither and not invertibility.

    Examples
    --------
    >>> dominance([[0.75, 0.5], [0.25, 0.5]]).rows
    array([0.25, 0.25])
    """
    C = check_noise_matrix(noise_matrix, invertible=False)
    diagonal, off = np.diag(C).copy(), C - np.diag(np.diag(C))
    return Dominance(diagonal - off.sum(axis=0), diagonal - off.sum(axis=1), diagonal - off.max(axis=0))


def check_noise_matrix(noise_matrix, n_classes=None, *, invertible=True, name="noise_matrix", advice=None,
                       classes=None):  # fmt: skip
    """A noise matrix as a float array, or an error that says what is wrong with it.

    Parameters
    ----------
    noise_matrix : array-like of shape (Q, Q)
        ``C[p, q] = P(noisy = p | true = q)``: not negative, columns summing to one.  Rows and columns of a data frame
        are taken by name.
    n_classes : int, optional
        The Q that is asked for.
    invertible : bool, default True
        Refuse a matrix that is singular to working precision (condition number above 1e12).
    name : str, default "noise_matrix"
        What an error calls it.
    advice : str, optional
        What to do about a singular matrix.
    classes : array-like of shape (Q,), optional
        The labels, in the order of the result, that a data frame must name.  Default: that of its rows.

    Returns
    -------
    ndarray of shape (Q, Q)
        A copy.
    """
    C = np.array(float_array(by_name(noise_matrix, name, classes, (0, 1)), name))
    invertible = check_flag(invertible, "invertible")
    if C.ndim != 2 or C.shape[0] != C.shape[1] or len(C) < 2:
        raise ValueError(f"{name} must be square, one row and column for each of Q >= 2 classes, got shape {C.shape}")
    if n_classes is not None and len(C) != check_integer(n_classes, "n_classes", 2):
        raise ValueError(f"{name} has shape {C.shape}, but there are {n_classes} classes")
    if not np.isfinite(C).all():
        raise ValueError(f"{name} must be finite; it holds NaN or infinity")
    if (C < 0).any():
        raise ValueError(f"{name} must have non-negative entries: they are probabilities")
    columns, rows = C.sum(axis=0), C.sum(axis=1)
    if np.abs(columns - 1).max() > SUM_TOLERANCE:
        transposed = bool(np.abs(rows - 1).max() <= SUM_TOLERANCE)
        raise ValueError(f"the columns of {name} must sum to one (columns are true classes, C[p, q] = P(noisy = p | "
                         f"true = q)); its columns sum to {_listed(columns)}, its rows to {_listed(rows)}"
                         + "; its rows are distributions, so transpose it" * transposed)  # fmt: skip
    if invertible and not condition_number(C) < _LARGEST_CONDITION:
        raise ValueError(f"{name} is singular (condition number {condition_number(C):.1e}): two mixtures of true "
                         "classes have the same noisy labels; "
                         f"{advice or 'merge classes, or estimate the matrix with a ridge'}")  # fmt: skip
    return C


def _extreme_singular_values(C):
    C = finite_array(by_name(C, "noise_matrix", axes=(0, 1)), "noise_matrix", ("Q", "Q"), empty=False)
    singular = np.linalg.svd(C, compute_uv=False)
    # Below rounding level the computed value says nothing; the matrix is singular as far as floats can tell.
    smallest = singular[-1] if singular[-1] > len(C) * np.finfo(float).eps * singular[0] else 0.0
    return float(singular[0]), float(smallest)


def _listed(sums):
    shown = ", ".join(f"{s:.4g}" for s in sums[:6])
    return f"[{shown}{', ...' if len(sums) > 6 else ''}]"


def convert_noise_matrix(noise_matrix, *, source="uma", target="uma"):
    """Bring a noise matrix from one convention to another.

    Parameters
    ----------
    noise_matrix : array-like of shape (Q, Q)
        In the convention of `source`.
    source, target : {"uma", "confusion", "sklearn", "cleanlab", "patrini"}, default "uma"
        "uma": ``C[p, q] = P(noisy = p | true = q)``, which ``confusion.noise`` and
        :class:`confusion.uma.UmaClassifier` take.  "confusion": ``confusion_matrix(true, noisy,
        zero_diagonal=False)`` of ``confusion.metrics``, rows are true classes: the transpose of UMA's.
        "sklearn": ``confusion_matrix(true, noisy, normalize="true")``, the same array.  "patrini": ``T[i, j] =
        P(noisy = j | true = i)``, the same array again.  "cleanlab": its ``noise_matrix[k_s][k_y] = P(s = k_s | y
        = k_y)``, which is UMA's.

    Returns
    -------
    ndarray of shape (Q, Q)
        In the convention of `target`.

    Notes
    -----
    The laws P(true | noisy), cleanlab's ``inverse_noise_matrix`` and the C-tilde of Remark 1 of the UMA paper, are not
    conventions of the same matrix: they depend on the class proportions.

    Examples
    --------
    >>> from confusion import confusion_matrix
    >>> rows = confusion_matrix([0, 0, 1, 1], [0, 1, 1, 1], zero_diagonal=False)
    >>> rows
    array([[0.5, 0.5],
           [0. , 1. ]])
    >>> convert_noise_matrix(rows, source="confusion")
    array([[0.5, 0. ],
           [0.5, 1. ]])
    """
    for name, convention in (("source", source), ("target", target)):
        if not isinstance(convention, str) or convention not in CONVENTIONS:
            raise ValueError(f"{name} must be one of {', '.join(CONVENTIONS)}, got {convention!r}")
    C, name = float_array(by_name(noise_matrix, "noise_matrix", axes=(0, 1)), "noise_matrix"), "noise_matrix"
    if CONVENTIONS[source] and C.ndim == 2:
        C, name = C.T, f"noise_matrix.T (noise_matrix in the convention of {source})"
    C = check_noise_matrix(C, name=name, invertible=False)
    return C.T.copy() if CONVENTIONS[target] else C
