"""Labels and weights of examples, read and checked; labels as positions among the classes."""

from datetime import date
from numbers import Real

import numpy as np
from sklearn.utils.multiclass import check_classification_targets

from confusion._core.arguments import float_array

__all__ = [
    "check_classes", "check_comparable", "check_equally_long", "check_two_classes", "class_codes", "example_weights",
    "label_array", "pair_counts",
]  # fmt: skip


def check_classes(y):
    """Refuse labels that no classifier can learn: continuous numbers, objects that are not all strings."""
    refuse_missing(y, "y")
    if y.dtype.kind == "O" and not all(isinstance(label, str) for label in y):
        raise TypeError("Unknown label type: y holds objects that are not all strings; convert it by y.astype(str)")
    check_classification_targets(y)


def check_two_classes(classes):
    """Return the array of distinct labels `classes` if there are two or more."""
    if len(classes) < 2:
        raise ValueError(f"y must hold at least 2 classes, got {len(classes)} class: {classes.tolist()}")
    return classes


def _missing(label):
    """Whether an object stands for no label: None, NaN, NaT, or pandas' NA, which has no truth value."""
    try:
        return label is None or bool(label != label)
    except TypeError:
        return True
    except ValueError:  # an array, or the like
        return False


def label_array(values, name):
    """Return labels as an array: one dimension, not empty, none missing, of one kind."""
    try:
        values = np.asarray(values)
    except ValueError:
        raise ValueError(f"{name} must be one-dimensional; its entries are not equally long") from None
    if values.ndim != 1 or not values.size:
        raise ValueError(f"{name} must be one-dimensional and not empty, got shape {values.shape}")
    refuse_missing(values, name)
    label_kind(values, name)
    return values


def refuse_missing(labels, name):
    """Refuse an array with labels that are none."""
    kind = labels.dtype.kind
    if kind == "f" and not np.isfinite(labels).all():
        raise ValueError(f"{name} holds NaN or infinity, which is no label; leave these examples out")
    if any(map(_missing, labels)) if kind == "O" else kind == "M" and np.isnat(labels).any():
        raise ValueError(f"{name} has missing labels; leave these examples out")


def label_kind(labels, name):
    """ "strings", "numbers" or a type of dates, whichever all labels are; of an array of objects by its objects."""
    if labels.dtype.kind == "O":
        kinds = {
            "strings" if isinstance(label, str) else "numbers" if isinstance(label, (Real, np.bool_)) else type(label)
            for label in labels
        }
        if len(kinds) > 1:
            raise TypeError(f"{name} mixes types that have no order; use all strings or all numbers")
        (kind,) = kinds
    else:
        kind = {"U": "strings", "T": "strings", "M": np.datetime64}.get(labels.dtype.kind, labels.dtype.type)
        kind = "numbers" if labels.dtype.kind in "biuf" else kind
    if isinstance(kind, type) and not issubclass(kind, (date, np.datetime64)):
        raise TypeError(f"{name} must hold strings, numbers or dates, got {kind.__name__}; make strings of them")
    return kind


def example_weights(sample_weight, n):
    """Return `n` weights, ones by default, times a power of two that makes the largest less than one."""
    if sample_weight is None:
        return np.ones(n)
    weight = float_array(sample_weight, "sample_weight")
    if weight.shape != (n,):
        raise ValueError(f"sample_weight must have shape ({n},), got {weight.shape}")
    if not np.isfinite(weight).all() or (weight < 0).any() or not weight.any():
        raise ValueError("sample_weight must be finite, non-negative and not all zero")
    return np.ldexp(weight, -np.frexp(weight.max())[1])  # a power of two is exact, and sums cannot overflow


def check_comparable(a, b, name_a, name_b):
    """Refuse strings beside numbers: "1" and 1 would be two classes."""
    if label_kind(a[:1], name_a) != label_kind(b[:1], name_b):
        raise TypeError(f"{name_a} and {name_b} must both hold strings or both hold numbers")


def check_equally_long(a, b, name_a, name_b):
    """Refuse samples of different lengths."""
    if len(a) != len(b):
        raise ValueError(f"{name_a} and {name_b} must be equally long, got {len(a)} and {len(b)}")


def class_codes(y, classes=None, *, n_classes=None, name="y", classes_name="classes"):
    """Sorted or given classes, and the position of each label among them.

    `n_classes` is the size of the noise matrix that the classes index, if there is one; `classes_name` is what the
    caller's user calls `classes`.
    """
    y = label_array(y, name)
    seen, inverse = np.unique(y, return_inverse=True)
    if classes is None:
        known = seen
    else:
        known = label_array(classes, classes_name)
        check_comparable(known, y, classes_name, name)
        if len(np.unique(known)) != len(known):
            raise ValueError(f"{classes_name} lists a class twice; list every class once, got {known.tolist()}")
    if n_classes is not None and len(known) != n_classes:
        hint = f"; name all labels, in the order of the matrix, with {classes_name}=" if classes is None else ""
        raise ValueError(f"noise_matrix is {n_classes} x {n_classes}, but there are {len(known)} classes: "
                         f"{known.tolist()}{hint}")  # fmt: skip
    if (known.dtype.kind in "US") != (seen.dtype.kind in "US"):  # strings, and objects that are strings
        known, seen = known.astype(object), seen.astype(object)
    order = np.argsort(known)
    place = order[np.minimum(np.searchsorted(known[order], seen), len(known) - 1)]
    unknown_labels = seen[known[place] != seen].tolist()
    if unknown_labels:
        if n_classes is None:
            listed = ", ".join(map(repr, unknown_labels[:6])) + (", ..." if len(unknown_labels) > 6 else "")
            raise ValueError(f"{name} holds {listed}, which {classes_name} does not have; every class must be there")
        listed = known.tolist()
        raise ValueError(f"{name} has labels {unknown_labels} outside the noise matrix, whose classes are {listed}")
    return known, place[inverse]


def pair_counts(first, second, n_classes, weights=None):
    """Counts N[a, b] of the pairs (first, second) = (a, b) of class numbers, or the sums of their weights."""
    pairs = np.bincount(first * n_classes + second, weights, minlength=n_classes**2)
    return pairs.reshape(n_classes, n_classes)
