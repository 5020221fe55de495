"""Weak learners that are scikit-learn classifiers."""

import numpy as np
from sklearn.base import BaseEstimator, clone, is_classifier
from sklearn.utils.validation import check_is_fitted, has_fit_parameter

from confusion._core.arguments import float_array
from confusion.boosting.growth import TOLERANCE

__all__ = ["checked_predictions", "estimator_learner", "new_features"]


def new_features(learner, X):
    """The examples that a fitted tree or stump of ours is to predict for: any numbers, infinite ones too."""
    check_is_fitted(learner, "feature_")
    X = float_array(X, "X")
    if X.ndim != 2 or X.shape[1] != learner.n_features_in_ or np.isnan(X).any():
        raise ValueError(f"X must hold numbers, shape (n, {learner.n_features_in_}), got shape {X.shape}")
    return X


class Relabelled(BaseEstimator):
    """A fitted scikit-learn tree whose leaves predict the label of least cost: `labels`, one for each node."""

    def __init__(self, tree, labels):
        self.tree = tree
        self.labels = labels

    def __sklearn_is_fitted__(self):
        return True

    def predict(self, X):
        return self.labels[self.tree.apply(X)]


def estimator_learner(estimator, X, y, rng):
    """Clones of `estimator` fitted with the weights -D(i, y_i), of sum m: trees compare them with constants."""
    if isinstance(estimator, type) or not hasattr(estimator, "fit") or not is_classifier(estimator):
        raise ValueError(f"estimator must be a scikit-learn classifier, got {estimator!r}")
    if not has_fit_parameter(estimator, "sample_weight"):
        raise ValueError(f"estimator must accept sample_weight in fit, and {type(estimator).__name__} does not")

    def weak_learner(D):
        learner, weights = clone(estimator), -D[np.arange(len(y)), y]
        if "random_state" in learner.get_params():
            learner.set_params(random_state=int(rng.randint(2**31 - 1)))
        learner.fit(X, y, sample_weight=weights * (len(y) / weights.sum()))
        if hasattr(learner, "apply") and hasattr(learner, "tree_"):
            learner = Relabelled(learner, cheapest(D, weights, learner.apply(X), learner.tree_.node_count))
        return learner, checked_predictions(learner.predict(X), *D.shape)

    return weak_learner


def checked_predictions(predicted, n, K):
    """What a weak learner predicts for n examples as positions among the K classes.

    The compiled loops write where a prediction points, so a prediction that points nowhere must not reach them.
    """
    predicted = np.asarray(predicted)
    if predicted.shape != (n,):
        raise ValueError(f"estimator must predict one class for each of {n} examples, got shape {predicted.shape}")
    numbers = predicted.dtype.kind in "biuf"
    if not numbers or not ((predicted == np.floor(predicted)) & (predicted >= 0) & (predicted < K)).all():
        raise ValueError(f"estimator must predict the classes it was fitted on, 0 to {K - 1}, got {predicted}")
    return predicted.astype(np.intp, copy=False)


def cheapest(costs, weights, leaf, n_nodes):
    """The label of least cost of every leaf, ties to the first."""
    summed = np.stack([np.bincount(leaf, column, n_nodes) for column in costs.T], axis=1)
    slack = TOLERANCE * np.bincount(leaf, weights, n_nodes)
    return (summed <= summed.min(axis=1, keepdims=True) + slack[:, None]).argmax(axis=1)
