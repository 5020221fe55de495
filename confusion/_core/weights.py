"""Weights of the examples that boosting starts from: sample weights, class weights, and CoMBo's 1/m_y."""

import numpy as np

from confusion._core.arguments import check_positive, float_array

__all__ = ["balanced", "positive_examples", "weighted_by_class"]


def positive_examples(X, y, sample_weight):
    """The examples of positive weight: (X, y, weights)."""
    if sample_weight is None:
        return X, y, np.ones(len(y))
    weights = float_array(sample_weight, "sample_weight")
    if weights.ndim == 0:
        weights = np.full(len(y), float(weights))
    with np.errstate(over="ignore"):
        if weights.shape != (len(y),) or not np.isfinite(weights.sum()) or (weights < 0).any():
            raise ValueError(f"sample_weight must be {len(y)} numbers >= 0 of finite sum, one for each example")
    kept = weights > 0
    if not kept.any():
        raise ValueError("sample_weight is zero for every example")
    return X[kept], y[kept], weights[kept]


def balanced(codes, weights):
    """The weights divided by those of their class, so that the sum is one in every class."""
    return weights / np.bincount(codes, weights)[codes]


def weighted_by_class(class_weight, classes, codes, weights):
    """`weights` times what `class_weight`, a dict, "balanced" or None, has for the class of each example."""
    if class_weight is None:
        return weights
    if isinstance(class_weight, str) and class_weight == "balanced":
        return balanced(codes, weights) * (weights.sum() / len(classes))
    if not isinstance(class_weight, dict):
        raise ValueError(f"class_weight must be a dict, 'balanced' or None, got {class_weight!r}")
    per_class, named, absent = np.ones(len(classes)), np.zeros(len(classes), dtype=bool), []
    for label, weight in class_weight.items():
        here = np.zeros_like(named) if np.ndim(label) else classes == label
        per_class[here] = check_positive(weight, f"class_weight[{label!r}]", infinite=False)
        named |= here
        if not here.any():
            absent.append(label)
    if absent and not named.all():  # classes missing from the sample are allowed; unknown names are not
        raise ValueError(f"class_weight names a class that is not in y: {absent[0]!r}")
    with np.errstate(over="ignore", under="ignore"):
        weights = weights * per_class[codes]
    if not (np.isfinite(weights) & (weights > 0)).all():
        raise ValueError("class_weight times sample_weight is beyond the range of floats")
    return weights
