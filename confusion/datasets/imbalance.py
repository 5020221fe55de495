"""Cutting a data set to chosen class counts."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from sklearn.utils import _safe_indexing

from confusion._core.arguments import check_random, check_whole

__all__ = ["imbalanced_cut"]


def imbalanced_cut(X, y, counts, random_state=None):
    """Keep a given number of examples of each class, drawn without replacement.

    Parameters
    ----------
    X : array-like, data frame or sparse matrix of shape (n, d)
    y : array-like of shape (n,)
    counts : mapping or array-like of shape (Q,)
        A mapping gives the number of examples to keep of each class; classes that it leaves out are dropped.
        A sequence gives one number per class, in the sorted order of the classes.
    random_state : int, RandomState or None

    Returns
    -------
    X, y : the kept rows, in their original order

    Raises
    ------
    ValueError
        If a class is not in `y`, or has fewer examples than asked for.

    Examples
    --------
    >>> X, y = imbalanced_cut([[0], [1], [2], [3], [4]], list("aabbb"), {"a": 1, "b": 2}, random_state=0)
    >>> y
    array(['a', 'b', 'b'], dtype='<U1')
    """
    y = np.asarray(y)
    X = X if hasattr(X, "shape") else np.asarray(X)
    if y.ndim != 1 or not X.shape or X.shape[0] != y.size:
        raise ValueError(f"X and y must have as many rows, got shapes {X.shape} and {y.shape}")
    try:
        classes = np.unique(y)
    except TypeError:
        raise TypeError("y mixes types that have no order; use all strings or all numbers") from None
    if not isinstance(counts, Mapping):
        counts = np.asarray(counts)
        if counts.shape != (classes.size,):
            raise ValueError(f"counts must have one number for each of the {classes.size} classes")
        counts = dict(zip(classes.tolist(), counts.tolist()))
    rng = check_random(random_state)
    kept = []
    for label, count in counts.items():
        rows = np.flatnonzero(y == label)
        try:
            too_many = check_whole(count, "counts", 1) > rows.size
        except (TypeError, ValueError):
            too_many = True
        if too_many:
            raise ValueError(
                f"counts asks for {count!r} examples of class {label!r}, which has {rows.size}; ask for a whole "
                "number from 1 to that, and use a mapping to leave a class out"
            )
        kept.append(rng.choice(rows, size=int(count), replace=False))
    if not kept:
        raise ValueError("counts leaves every class out; name at least one")
    kept = np.sort(np.concatenate(kept))
    return _safe_indexing(X, kept), y[kept]
