"""Checks of noise matrices and labels, and how far a matrix is from being singular."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

__all__ = [
    "Dominance",
    "check_noise_matrix",
    "class_codes",
    "condition_number",
    "dominance",
    "inverse_norm",
    "noise_rate_profile",
]

# Column sums are compared with one at this tolerance: ten thousand float64 additions stay far inside it.
_SUM_TOLERANCE = 1e-8
_LARGEST_CONDITION = 1e12


def condition_number(noise_matrix):
    """Ratio of the extreme singular values of a square matrix, infinite if it is singular.

    Examples
    --------
    >>> round(condition_number([[0.75, 0.25], [0.25, 0.75]]), 6)
    2.0
    """
    largest, smallest = _extreme_singular_values(noise_matrix)
    return largest / smallest if smallest > 0 else np.inf


def inverse_norm(noise_matrix):
    """Operator norm of the inverse, ``|C^-1|``: the factor by which undoing the noise can amplify sampling errors.

    At least 1 for a stochastic matrix; infinite for a singular one.

    Examples
    --------
    >>> round(inverse_norm([[0.75, 0.25], [0.25, 0.75]]), 6)
    2.0
    """
    smallest = _extreme_singular_values(noise_matrix)[1]
    return 1.0 / smallest if smallest > 0 else np.inf


class Dominance(NamedTuple):
    """Gaps of the diagonal of a noise matrix, each of shape (Q,); positive everywhere means dominance."""

    columns: np.ndarray
    rows: np.ndarray
    likeliest: np.ndarray


def dominance(noise_matrix):
    """By how much the diagonal dominates: its columns, its rows, and every single wrong label.

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


def noise_rate_profile(y_true, y_noisy, distance, n_bins=5, *, classes=None):
    """Share of wrong labels by true class and by distance from the class boundary.

    Noise is *monotonic* when every row of its profile decreases (farther from the boundary, fewer wrong labels), and
    of the kind UMA assumes (Assumption 2) when every row is flat, both up to sampling error.

    Parameters
    ----------
    y_true, y_noisy : array-like of shape (n,)
    distance : array-like of shape (n,)
        For instance the margin of the true concept at the example.
    n_bins : int, default 5
        Bins of equally many examples, made for each class apart.
    classes : array-like, optional
        Default: the sorted values of `y_true`.

    Returns
    -------
    ndarray of shape (Q, n_bins)
        From the nearest bin to the farthest; NaN in a bin without an example.

    Examples
    --------
    >>> noise_rate_profile([0, 0, 0, 0], [1, 1, 0, 1], [0.1, 0.2, 0.8, 0.9], n_bins=2)
    array([[1. , 0.5]])
    """
    y_true, y_noisy, distance = np.asarray(y_true), np.asarray(y_noisy), np.asarray(distance, dtype=float)
    if not y_true.shape == y_noisy.shape == distance.shape:
        raise ValueError("y_true, y_noisy and distance must be equally long")
    classes, codes = class_codes(y_true, classes, name="y_true")
    profile = np.full((len(classes), n_bins), np.nan)
    for q in range(len(classes)):
        members = np.flatnonzero(codes == q)
        members = members[np.argsort(distance[members], kind="stable")]
        for b, part in enumerate(np.array_split(members, n_bins)):
            if len(part):
                profile[q, b] = np.mean(y_noisy[part] != y_true[part])
    return profile


def check_noise_matrix(noise_matrix, n_classes=None, *, invertible=True, name="noise_matrix", advice=None):
    """A noise matrix as a float array, or an error that says what is wrong with it.

    Parameters
    ----------
    noise_matrix : array-like of shape (Q, Q)
        ``C[p, q] = P(noisy = p | true = q)``: not negative, columns summing to one.
    n_classes : int, optional
        The Q that is asked for.
    invertible : bool, default True
        Refuse a matrix that is singular to working precision (condition number above 1e12).
    name : str
    advice : str, optional
        What to do about a singular matrix.

    Returns
    -------
    ndarray of shape (Q, Q)
        A copy.

    Raises
    ------
    ValueError
    """
    C = np.array(noise_matrix, dtype=float)
    if C.ndim != 2 or C.shape[0] != C.shape[1] or len(C) < 2:
        raise ValueError(
            f"{name} must be a square matrix, one row and column for each of Q >= 2 classes, got {C.shape}"
        )
    if n_classes is not None and len(C) != n_classes:
        raise ValueError(f"{name} has shape {C.shape}, but there are {n_classes} classes")
    if not np.isfinite(C).all():
        raise ValueError(f"{name} must be finite; it holds NaN or infinity")
    if (C < 0).any():
        raise ValueError(f"{name} must have non-negative entries: they are probabilities")
    columns, rows = C.sum(axis=0), C.sum(axis=1)
    if np.abs(columns - 1).max() > _SUM_TOLERANCE:
        transposed = np.abs(rows - 1).max() <= _SUM_TOLERANCE
        raise ValueError(
            f"the columns of {name} must sum to one (columns are true classes, C[p, q] = P(noisy = p | true = q)); "
            f"its columns sum to {_listed(columns)}, its rows to {_listed(rows)}"
            + ("; its rows are distributions, so transpose it" if transposed else "")
        )
    if invertible and not condition_number(C) < _LARGEST_CONDITION:
        raise ValueError(
            f"{name} is singular (condition number {condition_number(C):.1e}): two mixtures of true classes have the "
            f"same noisy labels; {advice or 'merge classes, or estimate the matrix with a ridge'}"
        )
    return C


def class_codes(y, classes=None, *, n_classes=None, name="y"):
    """Sorted or given classes, and the position of each label among them.

    `n_classes` is the size of the matrix that the classes index.
    """
    y = np.asarray(y)
    if y.ndim != 1 or not y.size:
        raise ValueError(f"{name} must be one-dimensional and not empty, got shape {y.shape}")
    if y.dtype.kind == "f" and not np.isfinite(y).all():
        raise ValueError(f"{name} holds NaN or infinity, which is no label")
    seen = np.unique(y)
    known = seen if classes is None else np.asarray(classes)
    if known.ndim != 1 or len(np.unique(known)) != len(known):
        raise ValueError(f"classes must list every label once, got {known.tolist()}")
    if n_classes is not None and len(known) != n_classes:
        hint = "; name all labels, in the order of the matrix, with classes=" if classes is None else ""
        raise ValueError(f"noise_matrix is {n_classes} x {n_classes}, but there are {len(known)} classes: "
                         f"{known.tolist()}{hint}")  # fmt: skip
    if (known.dtype.kind in "US") != (y.dtype.kind in "US"):
        known, seen = known.astype(object), seen.astype(object)
    strangers = [label for label in seen.tolist() if label not in set(known.tolist())]
    if strangers:
        raise ValueError(f"{name} has labels {strangers} outside the noise matrix, whose classes are {known.tolist()}")
    order = np.argsort(known)
    return known, order[np.searchsorted(known[order], y)]


def _extreme_singular_values(C):
    C = np.asarray(C, dtype=float)
    if C.ndim != 2 or C.shape[0] != C.shape[1] or not C.size or not np.isfinite(C).all():
        raise ValueError(f"expected a finite square matrix, got shape {C.shape}")
    singular = np.linalg.svd(C, compute_uv=False)
    # Below rounding level the computed value says nothing; the matrix is singular as far as floats can tell.
    smallest = singular[-1] if singular[-1] > len(C) * np.finfo(float).eps * singular[0] else 0.0
    return float(singular[0]), float(smallest)


def _listed(sums):
    shown = ", ".join(f"{s:.4g}" for s in sums[:6])
    return f"[{shown}{', ...' if len(sums) > 6 else ''}]"
