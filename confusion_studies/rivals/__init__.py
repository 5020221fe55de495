"""What the papers' algorithms are compared with and scikit-learn has not: S3VM, softmax with forward correction."""

from confusion_studies.rivals.forward_softmax import ForwardSoftmax
from confusion_studies.rivals.s3vm import S3VMClassifier

__all__ = ["ForwardSoftmax", "S3VMClassifier"]
