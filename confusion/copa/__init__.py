"""COPA, the confusion passive-aggressive algorithm, and its theory (Ralaivola 2012).

:mod:`~confusion.copa.algorithm` is Algorithm 1 on one page, :mod:`~confusion.copa.update` its step (18)-(21) and the
classifier, :mod:`~confusion.copa.risks` the online confusion risk, :mod:`~confusion.copa.bounds` the radii of
Theorem 2's true versions and the bound along a stream, and :mod:`~confusion.copa.surrogate` what the hinge loss says of
the 0-1 loss.
"""

from confusion.copa.bounds import block_average_radius, importance_weighted_radius, stream_confusion_bound
from confusion.copa.risks import (
    block_average,
    classwise_average,
    confusion_risk,
    empirical_online_confusion_risk,
    hinge_losses,
    importance_weighted_risk,
    online_confusion_risk,
    theorem2_counterexample,
)
from confusion.copa.surrogate import surrogate_constant, surrogate_extremal_scores
from confusion.copa.update import CopaClassifier, copa_multipliers, copa_step

__all__ = [
    "CopaClassifier", "block_average", "block_average_radius", "classwise_average", "confusion_risk",
    "copa_multipliers", "copa_step", "empirical_online_confusion_risk", "hinge_losses", "importance_weighted_radius",
    "importance_weighted_risk", "online_confusion_risk", "stream_confusion_bound", "surrogate_constant",
    "surrogate_extremal_scores", "theorem2_counterexample",
]  # fmt: skip
