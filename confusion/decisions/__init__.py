"""Decisions after training: probabilities in, predictions out, where classes are rare or errors cost differently.

:mod:`~confusion.decisions.costs`, :mod:`~confusion.decisions.norms` and :mod:`~confusion.decisions.tuning` (for any
measure) have the arithmetic, on arrays of probabilities,
:mod:`~confusion.decisions.classifiers` the estimators that put it behind any classifier with ``predict_proba``, and
:mod:`~confusion.decisions.bets` the test by which one of them is challenged.
"""

from confusion.decisions.bets import betting_p_value
from confusion.decisions.classifiers import (
    ConfusionNormClassifier,
    CostMatrixClassifier,
    PriorShiftClassifier,
    TunedDecisionClassifier,
)
from confusion.decisions.costs import bayes_predictions, noise_costs, prior_shift, regret_bound
from confusion.decisions.norms import LeastNorm, least_norm
from confusion.decisions.tuning import OBJECTIVES, TunedRule, tuned_rule

__all__ = [
    "OBJECTIVES", "ConfusionNormClassifier", "CostMatrixClassifier", "LeastNorm", "PriorShiftClassifier",
    "TunedDecisionClassifier", "TunedRule", "bayes_predictions", "betting_p_value", "least_norm", "noise_costs",
    "prior_shift", "regret_bound", "tuned_rule",
]  # fmt: skip
