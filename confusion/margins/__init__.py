"""Scores, margins and what they promise: Lecture Seven (Lu 2017).

:mod:`~confusion.margins.losses` has the margin, the rho-margin loss and the chain of losses,
:mod:`~confusion.margins.rademacher` the empirical Rademacher complexity of finite classes and of balls, and
:mod:`~confusion.margins.bounds` the margin bounds, for the error and class by class.
"""

from confusion.margins.bounds import (
    class_margin_bounds,
    kernel_margin_bound,
    margin_bound,
    norm_margin_bound,
    uniform_kernel_margin_bound,
)
from confusion.margins.losses import MarginChain, margin_chain, margin_losses_by_class, margins, rho_margin_loss
from confusion.margins.rademacher import (
    RademacherEstimate,
    rademacher_ball,
    rademacher_bound,
    rademacher_trace_bound,
    rademacher_values,
)

__all__ = [
    "MarginChain",
    "RademacherEstimate",
    "class_margin_bounds",
    "kernel_margin_bound",
    "margin_bound",
    "margin_chain",
    "margin_losses_by_class",
    "margins",
    "norm_margin_bound",
    "rademacher_ball",
    "rademacher_bound",
    "rademacher_trace_bound",
    "rademacher_values",
    "rho_margin_loss",
    "uniform_kernel_margin_bound",
"""Margins, and losses that stand in for the number of errors (Lecture Seven).

:mod:`~confusion.margins.surrogates` has the surrogate losses of the sources and what each of them asks for.
"""

from confusion.margins.surrogates import (
    conditional_risk,
    surrogate_answers,
    surrogate_loss,
    surrogate_minimiser,
)

__all__ = [
    "conditional_risk",
    "surrogate_answers",
    "surrogate_loss",
    "surrogate_minimiser",
]
