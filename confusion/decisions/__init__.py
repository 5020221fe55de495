"""Decisions after training: probabilities in, answers out, for classes that are rare or errors that cost differently.

:mod:`~confusion.decisions.costs` has the arithmetic, on arrays of probabilities, and
:mod:`~confusion.decisions.classifiers` two estimators that put it behind any classifier with ``predict_proba``.
"""

from confusion.decisions.classifiers import CostMatrixClassifier, PriorShiftClassifier
from confusion.decisions.costs import bayes_answers, prior_shift, regret_bound

__all__ = [
    "CostMatrixClassifier",
    "PriorShiftClassifier",
    "bayes_answers",
    "prior_shift",
    "regret_bound",
]
