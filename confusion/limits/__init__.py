"""What no classifier can do, and how far a sample is from its law: shared by the papers' bounds.

:mod:`~confusion.limits.feasible` has the arithmetic of norms, errors and class frequencies that holds for every
classifier, :mod:`~confusion.limits.attainable` the smallest confusion norm that a given law allows, and
:mod:`~confusion.limits.concentration` the radii of the martingale bounds, and a bound on the norm
from examples held out.
"""

from confusion.limits.attainable import attainable_norm
from confusion.limits.concentration import held_out_norm_bound, online_risk_radius
from confusion.limits.feasible import minimum_accuracy, minimum_error

__all__ = ["attainable_norm", "held_out_norm_bound", "minimum_accuracy", "minimum_error", "online_risk_radius"]
