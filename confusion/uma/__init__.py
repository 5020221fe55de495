"""UMA, the unconfused multiclass additive algorithm, and its theory (Louche and Ralaivola 2015).

:mod:`~confusion.uma.algorithm` is Algorithm 2 on one page, :mod:`~confusion.uma.classifier` its estimator;
:mod:`~confusion.uma.directions` has the update vector z_pq and the step sizes by themselves,
:mod:`~confusion.uma.bounds` and :mod:`~confusion.uma.updates` the theory as it holds, and
:mod:`~confusion.uma.finite_laws` a law that shows what is false in it.
"""

from confusion.uma.bounds import direction_radius, sample_size, sample_size_lower_bound
from confusion.uma.classifier import UmaClassifier
from confusion.uma.directions import uma_direction, uma_step_sizes
from confusion.uma.finite_laws import proposition4_counterexample
from confusion.uma.updates import error_radius, mistake_bound, update_bound

__all__ = [
    "UmaClassifier", "direction_radius", "error_radius", "mistake_bound", "proposition4_counterexample", "sample_size",
    "sample_size_lower_bound", "uma_direction", "uma_step_sizes", "update_bound",
]  # fmt: skip
