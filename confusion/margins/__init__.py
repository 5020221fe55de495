"""Scores, margins and what they promise, and the multi-class SVM: Lecture Seven (Lu 2017).

:mod:`~confusion.margins.losses` has the margin, the rho-margin loss and the chain of losses,
:mod:`~confusion.margins.surrogates` the surrogate losses of the sources and what each of them asks for,
:mod:`~confusion.margins.rademacher` the empirical Rademacher complexity of finite classes and of balls,
:mod:`~confusion.margins.bounds` the margin bounds, for the error and class by class;
:mod:`~confusion.margins.svm` the estimator of the lecture, :mod:`~confusion.margins.svm_dual` how its problem is
solved, and :mod:`~confusion.margins.svm_kernels` the kernels.
"""

from confusion.margins.bounds import (
    class_margin_bounds,
    kernel_margin_bound,
    margin_bound,
    norm_margin_bound,
    uniform_kernel_margin_bound,
)
from confusion.margins.losses import margin_chain, margin_losses_by_class, margins, rho_margin_loss
from confusion.margins.rademacher import rademacher_ball, rademacher_bound, rademacher_trace_bound, rademacher_values
from confusion.margins.surrogates import conditional_risk, surrogate_answers, surrogate_loss, surrogate_minimiser
from confusion.margins.svm import MulticlassSVC
from confusion.margins.svm_dual import block_step, project_simplex

__all__ = [
    "MulticlassSVC", "block_step", "class_margin_bounds", "conditional_risk", "kernel_margin_bound", "margin_bound",
    "margin_chain", "margin_losses_by_class", "margins", "norm_margin_bound", "project_simplex", "rademacher_ball",
    "rademacher_bound", "rademacher_trace_bound", "rademacher_values", "rho_margin_loss", "surrogate_answers",
    "surrogate_loss", "surrogate_minimiser", "uniform_kernel_margin_bound",
]  # fmt: skip
