"""Boosting by cost matrices: AdaBoost.MM and CoMBo, their weak learner and their bounds (Koco and Capponi 2013).

:mod:`~confusion.boosting.classifiers` has the estimators and :mod:`~confusion.boosting.base` what they share,
:mod:`~confusion.boosting.rounds` one round of theirs,
:mod:`~confusion.boosting.votes` what is read off the votes, :mod:`~confusion.boosting.cost_tree` the tree that
minimises a cost matrix, :mod:`~confusion.boosting.growth` how it grows, :mod:`~confusion.boosting.bounds` the theory
as it holds.
"""

from confusion.boosting.bounds import (
    ProductThresholds,
    TrainingBound,
    fixed_classifier_radius,
    norm_from_balanced_error,
    norm_from_loss,
    normalised_loss_floor,
    product_thresholds,
    round_factor,
    training_bound,
)
from confusion.boosting.classifiers import AdaBoostMMClassifier, ComboClassifier
from confusion.boosting.cost_tree import CostTree

__all__ = [
    "AdaBoostMMClassifier",
    "ComboClassifier",
    "CostTree",
    "ProductThresholds",
    "TrainingBound",
    "fixed_classifier_radius",
    "norm_from_balanced_error",
    "norm_from_loss",
    "normalised_loss_floor",
    "product_thresholds",
    "round_factor",
    "training_bound",
]
