"""What no classifier can do, and how far a sample is from its law: shared by the papers' bounds.

:mod:`~confusion.limits.feasible` has the arithmetic of norms, errors and class frequencies that holds for every
classifier, :mod:`~confusion.limits.attainable` the smallest confusion norm that a given law allows, and
:mod:`~confusion.limits.concentration` the radii of the martingale bounds, and a bound on the norm
from examples held out.
"""

from confusion.limits.attainable import AttainableNorm, attainable_norm
from confusion.limits.concentration import (
    frobenius_azuma_radius,
    held_out_norm_bound,
    matrix_azuma_radius,
    matrix_azuma_tail,
    online_risk_radius,
)
from confusion.limits.feasible import minimum_accuracy, minimum_error, norm_from_errors

__all__ = [
    "AttainableNorm",
    "attainable_norm",
    "frobenius_azuma_radius",
    "held_out_norm_bound",
    "matrix_azuma_radius",
    "matrix_azuma_tail",
    "minimum_accuracy",
    "minimum_error",
    "norm_from_errors",
    "online_risk_radius",
]
