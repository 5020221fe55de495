"""Multiclass learning when the confusion matrix is the objective.

The algorithms and bounds behind the book *Learning from Confusion*, a room per idea and a room per source.  A room
imports only rooms of the floors below its own; the names in its ``__init__`` are its public ones.

Ground floor, what the sources share:

``confusion.metrics``    the confusion matrix, its norms, class errors, risk and balanced error
``confusion.noise``      noise matrices: drawn, estimated, converted, applied
``confusion.limits``     what no classifier can do, and how far a sample is from its law
``confusion.linear``     perceptrons and the max-hinge algorithm
``confusion.datasets``   the papers' toy laws, and imbalanced cuts of a sample

One room a source:

``confusion.copa``       COPA, online confusion risk and its bounds (Ralaivola 2012)
``confusion.uma``        UMA, learning from labels with known confusion (Louche and Ralaivola 2015)
``confusion.boosting``   AdaBoost.MM and CoMBo, boosting by cost matrices (Koco and Capponi 2013); AdaBoost.MH
``confusion.margins``    scores, margins, what they promise, and the multi-class SVM (Lecture Seven, Lu 2017)

And what comes after training, with any classifier:

``confusion.decisions``  rules for given probabilities: for other shares, costs of errors, the least norm, any measure
``confusion.report``     what a confusion matrix in a file says; ``python -m confusion FILE`` prints it

Bad input gets a ValueError or a TypeError that names the argument, and a refused call changes nothing; *Raises* in a
docstring says what else there is.

``coursemachine`` serves the book (figures, figures with controls, tables, long experiments) and needs the extra
``notebook``: ``pip install 'learning-from-confusion[notebook]'``.  ``confusion._core`` is private.
"""

from confusion.boosting.adaboost_mh import AdaBoostMHClassifier
from confusion.boosting.classifiers import AdaBoostMMClassifier, ComboClassifier
from confusion.copa.update import CopaClassifier, copa_multipliers, copa_step
from confusion.decisions.classifiers import (
    ConfusionNormClassifier,
    CostMatrixClassifier,
    PriorShiftClassifier,
    TunedDecisionClassifier,
)
from confusion.linear.ultraconservative import UltraconservativePerceptron, ultraconservative_step
from confusion.margins.svm import MulticlassSVC
from confusion.metrics import (
    balanced_error,
    confusion_matrix,
    confusion_rate,
    frobenius_norm,
    operator_norm,
    per_class_error,
    risk,
)
from confusion.noise.estimates import estimate_noise_matrix
from confusion.noise.labels import corrupt_labels
from confusion.noise.matrices import convert_noise_matrix
from confusion.uma.classifier import UmaClassifier
from confusion.uma.directions import uma_direction

__all__ = [
    "AdaBoostMHClassifier", "AdaBoostMMClassifier", "ComboClassifier", "ConfusionNormClassifier", "CopaClassifier",
    "CostMatrixClassifier", "MulticlassSVC", "PriorShiftClassifier", "TunedDecisionClassifier",
    "UltraconservativePerceptron", "UmaClassifier",
    "balanced_error", "confusion_matrix", "confusion_rate", "convert_noise_matrix", "copa_multipliers", "copa_step",
    "corrupt_labels", "estimate_noise_matrix", "frobenius_norm", "operator_norm", "per_class_error", "risk",
    "ultraconservative_step", "uma_direction",
]  # fmt: skip

__version__ = "2.0.0"
