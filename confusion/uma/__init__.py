"""UMA, the unconfused multiclass additive algorithm, and its theory (Louche and Ralaivola 2015).

:mod:`~confusion.uma.algorithm` is Algorithm 2 on one page, :mod:`~confusion.uma.classifier` its estimator;
:mod:`~confusion.uma.directions` has the update vector z_pq and the step sizes by themselves,
:mod:`~confusion.uma.bounds` and :mod:`~confusion.uma.updates` the theory as it holds, and
:mod:`~confusion.uma.finite_laws` laws on which it can be checked exactly.
"""

from confusion.uma.bounds import (
    DirectionMargins,
    direction_margins,
    direction_radius,
    sample_size,
    sample_size_lower_bound,
)
from confusion.uma.classifier import UmaClassifier
from confusion.uma.directions import uma_direction, uma_step_sizes
from confusion.uma.finite_laws import (
    Counterexample,
    ExactRun,
    FiniteLaw,
    exact_direction,
    proposition4_counterexample,
    run_exact_uma,
)
from confusion.uma.updates import error_radius, mass_at_stop, mistake_bound, update_bound

__all__ = [
    "Counterexample",
    "DirectionMargins",
    "ExactRun",
    "FiniteLaw",
    "UmaClassifier",
    "direction_margins",
    "direction_radius",
    "error_radius",
    "exact_direction",
    "mass_at_stop",
    "mistake_bound",
    "proposition4_counterexample",
    "run_exact_uma",
    "sample_size",
    "sample_size_lower_bound",
    "uma_direction",
    "uma_step_sizes",
    "update_bound",
]
