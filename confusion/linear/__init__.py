"""Linear learners that no source owns: perceptrons and the max-hinge algorithm, S3VM, forward-corrected softmax."""

from confusion.linear.forward_softmax import ForwardSoftmax
from confusion.linear.s3vm import S3VMClassifier, best_signs
from confusion.linear.ultraconservative import UltraconservativePerceptron, ultraconservative_step

__all__ = [
    "ForwardSoftmax",
    "S3VMClassifier",
    "UltraconservativePerceptron",
    "best_signs",
    "ultraconservative_step",
]
