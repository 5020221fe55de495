"""Multiclass learning when the confusion matrix is the objective.

The algorithms and bounds behind the book *Learning from Confusion*:

``confusion.metrics``            the confusion matrix, its norms, risk and balanced error
``confusion.copa``               COPA, the confusion passive-aggressive algorithm
``confusion.ultraconservative``  multiclass perceptrons and the max-hinge passive-aggressive algorithm
``confusion.uma``                UMA, learning a linear classifier from labels with known confusion
``confusion.noise``              noise matrices: drawn, estimated, converted, applied
``confusion.boosting``           AdaBoost.MM and CoMBo, boosting by cost matrices
``confusion.cost_tree``          the decision tree that minimises a cost matrix, their weak learner
``confusion.s3vm``               transductive linear SVM, UMA's semi-supervised rival
``confusion.bounds``             online confusion risk and the right side of every theorem
``confusion.attainable``         the smallest confusion norm a law or arithmetic allows
``confusion.datasets``           the papers' toy laws and real data sets

``confusion.figures``, ``confusion.widgets``, ``confusion.tables`` and ``confusion.experiments`` serve the book and
need its extra, ``pip install 'learning-from-confusion[book]'``.
"""

from .boosting import AdaBoostMMClassifier, ComboClassifier
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
from .noise import convert_noise_matrix, corrupt_labels, estimate_noise_matrix
from .s3vm import S3VMClassifier
from .ultraconservative import UltraconservativePerceptron, ultraconservative_step
from .uma import UmaClassifier, uma_direction

__all__ = [
    "AdaBoostMMClassifier",
    "ComboClassifier",
    "CopaClassifier",
    "S3VMClassifier",
    "UltraconservativePerceptron",
    "UmaClassifier",
    "balanced_error",
    "confusion_matrix",
    "confusion_rate",
    "convert_noise_matrix",
    "copa_multipliers",
    "copa_step",
    "corrupt_labels",
    "estimate_noise_matrix",
    "frobenius_norm",
    "operator_norm",
    "per_class_error",
    "risk",
    "ultraconservative_step",
    "uma_direction",
]

__version__ = "0.1.0"
