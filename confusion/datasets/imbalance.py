"""Cutting a data set to chosen class counts."""

from collections.abc import Mapping

import numpy as np
from scipy import sparse

from confusion._core.arguments import by_name, check_integer, check_random, integer_array
from confusion._core.labels import label_array

__all__ = ["imbalanced_cut"]


def imbalanced_cut(X, y, class_counts, random_state=None):
    """Keep a given number of examples of each class, drawn without replacement.

    Parameters
    ----------
    X : array-like, data frame or sparse matrix of shape (n, d)
        Examples, one a row.
    y : array-like of shape (n,)
        Their labels.
    class_counts : mapping or array-like of shape (Q,)
        A mapping gives the number of examples to keep of each class; classes that it leaves out are dropped.
        A sequence gives one number per class, in the sorted order of the classes.
    random_state : int, RandomState or None, default None
        Seed of the draw.

    Returns
    -------
    X : ndarray, data frame or CSR matrix
        The kept rows, in their original order.
    y : ndarray
        Their labels.

    Examples
    --------
    >>> X, y = imbalanced_cut([[0], [1], [2], [3], [4]], list("aabbb"), {"a": 1, "b": 2}, random_state=0)
    >>> y
    array(['a', 'b', 'b'], dtype='<U1')
    """
    y = label_array(y, "y")
    try:
        X = X if hasattr(X, "shape") else np.asarray(X)
    except ValueError:
        raise ValueError("X must be an array; its rows are not equally long") from None
    if not X.shape or X.shape[0] != y.size:
        raise ValueError(f"X and y must have as many rows, got shapes {X.shape} and {y.shape}")
    classes = np.unique(y)
    if not isinstance(class_counts, Mapping):
        class_counts = integer_array(by_name(class_counts, "class_counts", classes), "class_counts", 1)
        if class_counts.shape != (classes.size,):
            raise ValueError(f"class_counts must have one number for each of the {classes.size} classes")
        class_counts = dict(zip(classes.tolist(), class_counts.tolist()))
    rng = check_random(random_state)
    kept = []
    for label, count in class_counts.items():
        rows = np.flatnonzero(y == label)
        try:
            too_many = check_integer(count, "class_counts", 1) > rows.size
        except (TypeError, ValueError):
            too_many = True
        if too_many:
            raise ValueError(f"class_counts asks for {count!r} examples of class {label!r}, which has {rows.size}; ask "
                             "for a whole number from 1 to that, and use a mapping to leave a class out")  # fmt: skip
        kept.append(rng.choice(rows, size=int(count), replace=False))
    if not kept:
        raise ValueError("class_counts leaves every class out; name at least one")
    kept = np.sort(np.concatenate(kept))
    if sparse.issparse(X):
        X = X.tocsr()
    return (X.iloc[kept] if hasattr(X, "iloc") else X[kept]), y[kept]
