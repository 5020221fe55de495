"""Labels and weights of examples, read and checked; labels as positions among the classes."""

from __future__ import annotations

import numpy as np
from sklearn.utils.multiclass import check_classification_targets

from confusion._core.arguments import float_array

__all__ = [
    "check_classes",
    "check_comparable",
    "class_codes",
    "example_weights",
    "label_array",
    "label_codes",
    "pair_counts",
    "sorted_labels",
]


def check_classes(y):
    """Refuse labels that no classifier can learn: numbers that are no classes, objects that are not all strings."""
    if y.dtype.kind == "O" and not all(isinstance(label, str) for label in y):
        raise TypeError("Unknown label type: y holds objects that are not all strings; convert it by y.astype(str)")
    check_classification_targets(y)


def label_array(name, values):
    values = np.asarray(values)
    if values.ndim != 1 or not values.size:
        raise ValueError(f"{name} must be one-dimensional and not empty, got shape {values.shape}")
    if values.dtype.kind == "f" and not np.isfinite(values).all():
        raise ValueError(f"{name} holds NaN or infinity, which is no label")
    return values


def example_weights(sample_weight, n):
    if sample_weight is None:
        return np.ones(n)
    weight = float_array(sample_weight, "sample_weight")
    if weight.shape != (n,):
        raise ValueError(f"sample_weight must have shape ({n},), got {weight.shape}")
    if not np.isfinite(weight).all() or (weight < 0).any() or not weight.any():
        raise ValueError("sample_weight must be finite, non-negative and not all zero")
    return np.ldexp(weight, -np.frexp(weight.max())[1])  # a power of two is exact, and sums cannot overflow


def sorted_labels(name, values):
    try:
        return np.unique(values)
    except TypeError:
        raise TypeError(f"{name} mixes types that have no order; use all strings or all numbers") from None


def check_comparable(a, b, name_a, name_b):
    texts = [isinstance(v.flat[0], str) for v in (a, b)]
    if texts[0] != texts[1]:
        raise TypeError(f"{name_a} and {name_b} must both hold strings or both hold numbers")


def label_codes(name, values, classes):
    position = {value: k for k, value in enumerate(classes.tolist())}
    try:
        return np.array([position[value] for value in values.tolist()], dtype=np.intp)
    except KeyError as error:
        raise ValueError(f"{name} holds {error.args[0]!r}, which labels= leaves out; list every class") from None


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


def pair_counts(first, second, n_classes):
    """Counts N[a, b] of the pairs (first, second) = (a, b) of class numbers."""
    return np.bincount(first * n_classes + second, minlength=n_classes**2).reshape(n_classes, n_classes)
