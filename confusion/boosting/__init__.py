"""Boosting: AdaBoost.MM and CoMBo by cost matrices, their weak learner and bounds (Koco and Capponi 2013); AdaBoost.MH.

:mod:`~confusion.boosting.combo` is Algorithm 1 and :mod:`~confusion.boosting.classifiers` has the estimators;
:mod:`~confusion.boosting.cost_tree` is the tree that minimises a cost matrix, :mod:`~confusion.boosting.growth` the
same compiled, :mod:`~confusion.boosting.weak_learners` puts scikit-learn's classifiers in its place;
:mod:`~confusion.boosting.bounds` has the theory as it holds.

:mod:`~confusion.boosting.adaboost_mh` has AdaBoost.MH of Lecture Seven and
:mod:`~confusion.boosting.mh_stump` its stump; :mod:`~confusion.boosting.staged` is what all three share.
"""

from confusion.boosting.adaboost_mh import AdaBoostMHClassifier, mh_distribution
from confusion.boosting.bounds import fixed_classifier_radius, product_thresholds
from confusion.boosting.classifiers import AdaBoostMMClassifier, ComboClassifier
from confusion.boosting.cost_tree import CostTree
from confusion.boosting.mh_stump import VotingStump

__all__ = [
    "AdaBoostMHClassifier", "AdaBoostMMClassifier", "ComboClassifier", "CostTree", "VotingStump",
    "fixed_classifier_radius", "mh_distribution", "product_thresholds",
]  # fmt: skip
