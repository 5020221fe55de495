"""Rivals of the papers' algorithms that scikit-learn has not: S3VM, forward softmax, boosting that resamples."""

from confusion_studies.rivals.forward_softmax import ForwardSoftmax
from confusion_studies.rivals.resampled_boosting import AdaBoostNC, SmoteBoost
from confusion_studies.rivals.s3vm import S3VMClassifier

__all__ = ["AdaBoostNC", "ForwardSoftmax", "S3VMClassifier", "SmoteBoost"]
