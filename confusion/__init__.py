"""Multiclass learning when the confusion matrix is the objective.

The algorithms and bounds behind the book *Learning from Confusion*:

``confusion.metrics``            the confusion matrix, its norms, risk and balanced error
``confusion.copa``               COPA, the confusion passive-aggressive algorithm
``confusion.ultraconservative``  multiclass perceptrons and the max-hinge passive-aggressive algorithm
``confusion.bounds``             online confusion risk and the right side of every theorem
``confusion.attainable``         the smallest confusion norm a law or arithmetic allows
``confusion.datasets``           the papers' toy laws and real data sets

``confusion.figures``, ``confusion.widgets``, ``confusion.tables`` and ``confusion.experiments`` serve the book and
need its extra, ``pip install 'learning-from-confusion[book]'``.
"""

from .copa import CopaClassifier, copa_multipliers, copa_step
from .metrics import (
    balanced_error,
    confusion_matrix,
    confusion_rate,
    frobenius_norm,
    operator_norm,
    per_class_error,
    risk,
)
from .ultraconservative import UltraconservativePerceptron, ultraconservative_step

__all__ = [
    "CopaClassifier",
    "UltraconservativePerceptron",
    "balanced_error",
    "confusion_matrix",
    "confusion_rate",
    "copa_multipliers",
    "copa_step",
    "frobenius_norm",
    "operator_norm",
    "per_class_error",
    "risk",
    "ultraconservative_step",
]

__version__ = "0.1.0"
